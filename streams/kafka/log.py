"""The log on Kafka: topics for everything, streams as keys, chains kept although the broker checks none.

Partition order decides what a stream is: the first event that continues it is the event. Forks, repeats and
bytes that are not an event stay in the topic for all to see; reading by stream leaves them out.

A batch over several streams is not atomic here: per stream the order holds, and an event is stored only if
those before it are. After `Trouble` some streams may be stored and others not; the same batch can be given
again, and what is there already answers `existed`. What this module must not know: what an event means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from events.envelope import LIVE, read_header
from projections.records import Record, key_text
from streams.errors import BrokenChain
from streams.kafka.append import Appender
from streams.kafka.heads import Chain, chain_link_of
from streams.kafka.lookup import StreamLookup
from streams.kafka.partition import PartitionReader
from streams.kafka.sender import WaveSender, origin_of
from streams.kafka.source_ids import KafkaSourceIds
from streams.kafka.topics import DEFAULT_PREFIX, placed_key, require_as_many_partitions
from streams.log import EVENTS, NO_GAPS, TOPICS, Gaps, Head, Origin, Sealed, SourceKey
from streams.source_index import recorders_number

_AT_ONCE: Final = 256
"""Records that are looked at for the last event of a partition, where what is last is none."""


class KafkaLog:
    """`streams.log.Log` on the topics that `streams.kafka.topics.create_topics` made."""

    look_again_s = 1.0

    def __init__(
        self,
        bootstrap: str,
        *,
        prefix: str = DEFAULT_PREFIX,
        timeout: float = 30.0,
        client: Mapping[str, Any] | None = None,
        source_index: Path | None = None,
    ) -> None:
        """`timeout` bounds the retries of an append and the waiting for a read, in seconds; then `Trouble`.

        `client` goes to every client of kafka-python (TLS, SASL). Nothing is connected before the first call.
        `source_index` is the file for the index of source ids, if it is to outlive the process.
        """
        self._bootstrap = bootstrap
        self._prefix = prefix
        self._reader = PartitionReader(bootstrap, timeout=timeout, client=client)
        self._lookup = StreamLookup(self._reader, prefix + EVENTS)
        sender = WaveSender(bootstrap, prefix + EVENTS, timeout=timeout, client=client)
        self._appender = Appender(self._lookup, sender)
        bulk = None if client else bootstrap
        self._source_ids = KafkaSourceIds(self._reader, self._lookup, source_index, bulk)

    def append(
        self, batch: Sequence[Sealed], origin: Origin = Origin.RECORDED, gaps: Gaps = NO_GAPS
    ) -> list[bool]:
        """Store the batch; returns when every in-sync replica has it and each event is its stream's.

        `Conflict` comes before anything was sent, or afterwards: then another writer was faster and ours is a
        fork. `LogError` for what the broker refuses for good, `Trouble` when it does not answer in time.
        """
        return self._appender.append(batch, origin, gaps)

    def origin(self) -> Origin | None:
        """The highest origin of all that the log holds; None while it holds no event.

        Each partition's last event shows it: the origins of a log only rise.
        """
        topic = self._prefix + EVENTS
        partitions = self._reader.partitions(topic)
        found = (self._last_origin(topic, partition, partitions) for partition in range(partitions))
        return max((origin for origin in found if origin is not None), default=None)

    def _last_origin(self, topic: str, partition: int, partitions: int) -> Origin | None:
        """The origin of a partition's last event; what others wrote behind it says nothing."""
        end, step = self._reader.end(topic, partition), 1
        while end > 0:
            start = max(0, end - step)
            read = self._reader.read(topic, partition, start, end)
            for record in reversed([record for records in read for record in records]):
                if chain_link_of(placed_key(record.key, partition, partitions), record.value) is not None:
                    return origin_of(record)
            end, step = start, min(step * 4, _AT_ONCE)
        return None

    def head(self, stream: str) -> Head | None:
        """The last event of a stream by partition order, as of now; None before the first."""
        return self._lookup.current_head(stream)

    def partitions(self, topic: str) -> int:
        """How many partitions the topic has."""
        return self._reader.partitions(self._prefix + topic)

    def require_as_many_partitions(self) -> None:
        """Refuse a log of which one topic has been given more partitions than the others since."""
        counts = self._reader.counts(self._prefix + topic for topic in TOPICS)
        require_as_many_partitions(self._bootstrap, counts)

    def end(self, topic: str, partition: int) -> int:
        """The offset that the next record of the partition will get."""
        return self._reader.end(self._prefix + topic, partition)

    def read(self, topic: str, partition: int, start: int, stop: int | None = None) -> Iterator[Record]:
        """The records of a partition from `start` up to `stop` (exclusive), or to the end as of the call."""
        lists = self._reader.read(self._prefix + topic, partition, start, stop)
        partitions = self.partitions(topic)
        return (_record(topic, record, partitions) for records in lists for record in records)

    def follow(self, topic: str, partition: int, start: int, timeout: float) -> Iterator[Record]:
        """Like `read`, and then waits for more; ends when nothing came for `timeout` seconds."""
        lists = self._reader.follow(self._prefix + topic, partition, start, timeout)
        partitions = self.partitions(topic)
        return (_record(topic, record, partitions) for records in lists for record in records)

    def read_stream(self, stream: str, start_seq: int, stop_seq: int | None = None) -> Iterator[Record]:
        """The stream's events by partition order from `start_seq` up to `stop_seq` (exclusive).

        Forks, repeats and bytes that are not an event are left out; a missing event is `BrokenChain`. Asked
        from the first event on it reads the partition from its start, else it looks back from the end first.
        """
        chain, offset = self._start(stream, start_seq)
        if offset is None:
            return
        key = stream.encode()
        partition = self._lookup.partition(stream)
        for records in self._reader.read(self._prefix + EVENTS, partition, offset, None):
            for record in records:
                link = chain_link_of(record.key, record.value) if record.key == key else None
                if link is None:
                    continue
                due = 1 if chain.head is None else chain.head.seq + 1
                if not chain.take(link):
                    continue
                if link.seq != due:
                    raise BrokenChain(
                        f"{stream} seq {due} is missing: seq {link.seq} came at {EVENTS}[{partition}] offset "
                        f"{record.offset}. Restore it from a copy, or resume the stream behind it."
                    )
                if stop_seq is not None and link.seq >= stop_seq:
                    return
                yield _record(EVENTS, record, self.partitions(EVENTS))

    def _start(self, stream: str, start_seq: int) -> tuple[Chain, int | None]:
        """The chain just before `start_seq` and the offset to go on from; None in a shorter stream."""
        if start_seq <= 1:
            return Chain(), 0
        head = self.head(stream)
        if head is not None and start_seq <= head.seq:
            for record, link in self._lookup.walk_back(stream):
                if link.seq == start_seq:
                    return Chain(Head(link.seq - 1, link.prev)), int(record.offset)
        return Chain(), None

    def read_between(self, stream: str, partition: int, start: int, stop: int) -> Iterator[Record]:
        """The records of one stream that lie between two offsets of its partition."""
        return (record for record in self.read(EVENTS, partition, start, stop) if record.key == stream)

    def read_at(self, offsets: Sequence[int]) -> list[bytes]:  # noqa: ARG002 - whatever they are
        """Nothing: what lies between is fetched with them."""
        return []

    def tail(self, stream: str, back_to: frozenset[str]) -> list[bytes]:
        """The last events of a stream, oldest first, back to a live one of a type in `back_to`, or all."""
        values: list[bytes] = []
        if self.head(stream) is not None:
            for record, link in self._lookup.walk_back(stream):
                values.append(record.value)
                if link.type in back_to and read_header(record.value).mode == LIVE:
                    break
        return values[::-1]

    def last_number(self, stream: str, source: str) -> int | None:
        """The highest number that a source has in a stream's source ids; None before its first."""
        return self._source_ids.last_number(stream, source)

    def recorded(self, keys: Iterable[SourceKey]) -> dict[SourceKey, bytes]:
        """The events that were recorded under source ids; those that are not in the log are left out."""
        wanted = list(keys)
        made = {key: number for key in wanted if (number := recorders_number(key)) is not None}
        found = self._source_ids.recorded(key for key in wanted if key not in made)
        for key, seq in made.items():
            with suppress(BrokenChain):  # what is lost is not in the log; whoever reads the stream names it
                for record in self.read_stream(key.stream, seq, seq + 1):
                    if read_header(record.value).source_id == key.source_id:
                        found[key] = record.value
        return found

    def close(self) -> None:
        """Let go of the connections; what was acknowledged stays."""
        self._source_ids.close()
        self._appender.close()
        self._reader.close()


def _record(topic: str, record: Any, partitions: int) -> Record:
    key = key_text(placed_key(record.key, record.partition, partitions))
    return Record(topic, record.partition, record.offset, key, record.value or b"")
