"""The source ids of the log on Kafka: an index in a file beside the recorder, caught up before it is asked.

Only the partitions that are asked for are read, once from their start and then on from where the index ends.
An id is that of the first event that continues its stream; forks and repeats in the topic have none. What
this module must not know: how anything gets into the log.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from events.envelope import decode, event_hash
from events.errors import MalformedEvent
from events.source_ids import split_source_id
from streams.errors import LogError
from streams.kafka.heads import Chain, ChainLink
from streams.kafka.lookup import StreamLookup
from streams.kafka.partition import PartitionReader
from streams.kafka.reader import read_range
from streams.kafka.source_index_file import Addition, SourceIndexFile, Unfit
from streams.log import Sealed, SourceKey

IN_BULK_FROM: Final = 20_000
"""Records from which on the bulk reader is worth its start."""
_AT_ONCE: Final = 5_000
"""Records to one transaction of the index."""
_NEAR: Final = 500
"""Records between two that are wanted, up to which they are read together."""
T = TypeVar("T")


class _Stored(NamedTuple):
    """A record as it is in the topic."""

    offset: int
    key: bytes | None
    value: bytes


class KafkaSourceIds:
    """Finds events by their source ids. Without a path the index is a temporary file."""

    def __init__(
        self, reader: PartitionReader, lookup: StreamLookup, path: Path | None, bulk: str | None
    ) -> None:
        """`bulk` are the brokers, where the bulk reader can reach them by nothing but their addresses."""
        self._reader = reader
        self._lookup = lookup
        self._topic = lookup.topic
        self._path = path
        self._bulk = bulk
        self._lock = threading.Lock()
        self._file: SourceIndexFile | None = None
        self._verified: set[int] = set()
        self._chains: dict[int, tuple[int, dict[str, Chain]]] = {}

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._file is not None:
                self._file.close()
                self._file = None

    def last_number(self, stream: str, source: str) -> int | None:
        """The highest number of a source in a stream."""
        return self._asked({self._lookup.partition(stream)}, lambda file: file.last_number(stream, source))

    def recorded(self, keys: Iterable[SourceKey]) -> dict[SourceKey, bytes]:
        """The events of ids; not for ids that the recorder made."""
        wanted = list(keys)
        partitions = {self._lookup.partition(key.stream) for key in wanted}
        places = self._asked(
            partitions,
            lambda file: {
                key: (self._lookup.partition(key.stream), offset)
                for key, offset in file.offsets_of(wanted).items()
            },
        )
        values = self._read_places(set(places.values()))
        return {key: values[place] for key, place in places.items()}

    def _asked(self, partitions: Iterable[int], question: Callable[[SourceIndexFile], T]) -> T:
        """What the index answers when it has all that these partitions hold; made again if it is unfit."""
        with self._lock:
            try:
                return self._ask(partitions, question)
            except Unfit:
                self._begin_again()
                return self._ask(partitions, question)

    def _ask(self, partitions: Iterable[int], question: Callable[[SourceIndexFile], T]) -> T:
        if self._file is None:
            self._file = SourceIndexFile(self._path, self._topic, self._reader.partitions(self._topic))
        for partition in partitions:
            self._catch_up(self._file, partition)
        return question(self._file)

    def _begin_again(self) -> None:
        self._verified.clear()
        self._chains.clear()
        if self._file is not None:
            self._file.throw_away()

    def _catch_up(self, file: SourceIndexFile, partition: int) -> None:
        end = self._reader.end(self._topic, partition)
        if partition not in self._verified:
            self._verify(file, partition, end)
        start = file.indexed(partition).next_offset
        while start < end:
            for records in _portions(self._records(partition, start, end)):
                position, chains = self._chains.get(partition, (None, {}))
                if position != start:
                    chains = file.chains(partition)
                addition = _addition(records, chains)
                if not file.add(partition, start, addition):
                    self._chains.pop(partition, None)
                    break  # another process has gone on meanwhile
                start = addition.next_offset
                self._chains[partition] = start, chains
            start = file.indexed(partition).next_offset

    def _verify(self, file: SourceIndexFile, partition: int, end: int) -> None:
        """Raise `Unfit` for a file that was made from other records than those of this partition."""
        indexed = file.indexed(partition)
        if indexed.next_offset > end:
            raise Unfit("the topic is shorter")
        if indexed.next_offset:
            (last,) = self._records(partition, indexed.next_offset - 1, indexed.next_offset)
            if event_hash(last.value) != indexed.last_record:
                raise Unfit("the topic has other records")
        self._verified.add(partition)

    def _records(self, partition: int, start: int, stop: int) -> Iterator[_Stored]:
        if self._bulk is not None and stop - start >= IN_BULK_FROM:
            for chunk in read_range(self._bulk, self._topic, partition, start, stop):
                keys: list[Any] = chunk.keys or []
                yield from map(_Stored, range(chunk.start, stop), keys, chunk.values)
            return
        for records in self._reader.read(self._topic, partition, start, stop):
            for record in records:
                yield _Stored(record.offset, record.key, record.value or b"")

    def _read_places(self, places: set[tuple[int, int]]) -> dict[tuple[int, int], bytes]:
        """The values at offsets of partitions; what is near one another is read together."""
        values: dict[tuple[int, int], bytes] = {}
        for partition, low, high in _ranges(sorted(places)):
            for record in self._records(partition, low, high):
                if (partition, record.offset) in places:
                    values[partition, record.offset] = record.value
        if len(values) < len(places):
            raise LogError(f"{self._topic} does not hold what it held before: restore it from a copy.")
        return values


def _portions(records: Iterator[_Stored]) -> Iterator[list[_Stored]]:
    while portion := list(islice(records, _AT_ONCE)):
        yield portion


def _ranges(places: list[tuple[int, int]]) -> Iterator[tuple[int, int, int]]:
    """Partition, first offset and the one behind the last of neighbours."""
    for partition, group in groupby(places, lambda place: place[0]):
        low = high = None
        for _, offset in group:
            if low is None or high is None or offset - high > _NEAR:
                if low is not None and high is not None:
                    yield partition, low, high
                low = offset
            high = offset + 1
        if low is not None and high is not None:
            yield partition, low, high


def _addition(records: list[_Stored], chains: dict[str, Chain]) -> Addition:
    """What records bring to the index; `chains` go on with them."""
    events: list[Sealed] = []
    offsets: list[int] = []
    touched: dict[str, Chain] = {}
    for record in records:
        sealed = _sealed(record)
        if sealed is None:
            continue
        chain = touched[sealed.stream] = chains.setdefault(sealed.stream, Chain())
        if chain.take(ChainLink(sealed.stream, sealed.seq, sealed.prev, sealed.hash, sealed.type)):
            events.append(sealed)
            offsets.append(record.offset)
    last = records[-1]
    return Addition(last.offset + 1, event_hash(last.value), events, offsets, touched)


def _sealed(record: _Stored) -> Sealed | None:
    """The event of a record; None for bytes that are not an event, or not one of the stream in the key."""
    try:
        event = decode(record.value)
    except MalformedEvent:
        return None
    if event.stream.encode() != record.key:
        return None
    source, number = split_source_id(event.source_id)
    digest = event_hash(record.value)
    return Sealed(event.stream, event.seq, event.prev, digest, event.type, record.value, source, number)
