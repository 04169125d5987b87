"""What a client finds out about streams on Kafka: their heads, and the way back from a head to older events.

A head is learned once by looking back from the end of the stream's partition, and kept up to date by reading
what was added since. All streams met on the way are known from then on. What this module must not know: how
anything gets into the log.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from events.envelope import event_hash
from streams.errors import BrokenChain, LogError
from streams.kafka.heads import Chain, ChainLink, PartitionHeads, chain_link_of
from streams.kafka.partition import PartitionReader
from streams.kafka.topics import partition_of
from streams.log import Head

_FIRST_CHUNK: Final = 2_000
_LARGEST_CHUNK: Final = 64_000
"""Looking back starts with few records, since a head is usually near, and doubles from there."""


class Became(NamedTuple):
    """What became the event at a number of a stream: its hash, and where it is."""

    hash: bytes
    offset: int


class StreamLookup:
    """The heads of all streams that were asked for, each as of some offset of its partition."""

    def __init__(self, reader: PartitionReader, topic: str) -> None:
        """`topic` is the full name of the topic that holds the streams."""
        self._reader = reader
        self.topic = topic
        self.lock = threading.RLock()
        self._heads: dict[int, PartitionHeads] = {}

    def partition(self, stream: str) -> int:
        """The partition that all events of the stream are in."""
        return partition_of(stream, self._reader.partitions(self.topic))

    def learn(self, streams: Iterable[str]) -> None:
        """Make the heads of the streams known, as of whenever their partitions were read last."""
        with self.lock:
            for stream in sorted(streams):
                partition = self.partition(stream)
                if partition not in self._heads:
                    self._heads[partition] = PartitionHeads(self._reader.end(self.topic, partition))
                heads = self._heads[partition]
                chunk = _FIRST_CHUNK
                while not heads.knows(stream):
                    floor = max(0, heads.floor - chunk)
                    heads.extend_back([link for _, link in self._links(partition, floor, heads.floor)], floor)
                    chunk = min(2 * chunk, _LARGEST_CHUNK)

    def refresh(self, partition: int) -> None:
        """Read what has been added to a partition, by others or by an append of unknown outcome."""
        with self.lock:
            heads = self._heads.get(partition)
            if heads is None:
                return
            end = self._reader.end(self.topic, partition)
            if end < heads.upto:
                raise LogError(
                    f"{self.topic}[{partition}] ends at {end} and ended at {heads.upto} before: the broker "
                    "has lost acknowledged events. Stop recording and restore them from a copy."
                )
            heads.extend_forward([link for _, link in self._links(partition, heads.upto, end)], end)

    def known_head(self, stream: str) -> Head | None:
        """The head of a learned stream."""
        with self.lock:
            return self._heads[self.partition(stream)].head(stream)

    def current_head(self, stream: str) -> Head | None:
        """The head of any stream as of now."""
        with self.lock:
            self.learn([stream])
            self.refresh(self.partition(stream))
            return self.known_head(stream)

    def advance(
        self, partition: int, ours: list[ChainLink], offsets: list[int]
    ) -> dict[tuple[str, int], Became]:
        """Go on behind the last of our own records at `offsets`: which hash, and where, became each event.

        If nobody else has written to the partition there is nothing to read.
        """
        with self.lock:
            heads = self._heads[partition]
            start, stop = heads.upto, offsets[-1] + 1
            if offsets == list(range(start, stop)):
                placed = list(zip(offsets, ours, strict=True))
            else:
                placed = [(record.offset, link) for record, link in self._links(partition, start, stop)]
            first: dict[bytes, int] = {}
            for offset, link in placed:
                first.setdefault(link.hash, offset)
            taken = heads.extend_forward((link for _, link in placed), stop)
            return {(link.stream, link.seq): Became(link.hash, first[link.hash]) for link in taken}

    def walk_back(self, stream: str) -> Iterator[tuple[Any, ChainLink]]:
        """The events of a learned stream, with their records, from its head back to its first.

        Each is found by the hash that its follower carries, so forks are never met.
        """
        with self.lock:
            partition = self.partition(stream)
            stop, head = self._heads[partition].upto, self.known_head(stream)
        if head is None:
            return
        key, (seq, wanted), chunk = stream.encode(), head, _FIRST_CHUNK
        while stop > 0:
            start = max(0, stop - chunk)
            chunk = min(2 * chunk, _LARGEST_CHUNK)
            lists = list(self._reader.read(self.topic, partition, start, stop))
            for record in (record for records in reversed(lists) for record in reversed(records)):
                if record.key != key or event_hash(record.value or b"") != wanted:
                    continue
                link = chain_link_of(record.key, record.value)
                assert link is not None, "a hash that an event carries is the hash of an event"
                yield record, link
                seq, wanted = link.seq - 1, link.prev
                if seq == 0:
                    return
            stop = start
        raise BrokenChain(
            f"{stream} seq {seq} ({wanted.hex()}) is not in {self.topic}[{partition}], though the event "
            "after it is. Restore it from a copy, or resume the stream behind it."
        )

    def all_links(self, stream: str) -> list[ChainLink]:
        """The events of a learned stream, also across its gaps; this reads the whole partition."""
        with self.lock:
            partition = self.partition(stream)
            stop = self._heads[partition].upto
        chain = Chain()
        links = (link for _, link in self._links(partition, 0, stop) if link.stream == stream)
        return [link for link in links if chain.take(link)]

    def _links(self, partition: int, start: int, stop: int) -> Iterator[tuple[Any, ChainLink]]:
        for records in self._reader.read(self.topic, partition, start, stop):
            for record in records:
                link = chain_link_of(record.key, record.value)
                if link is not None:
                    yield record, link
