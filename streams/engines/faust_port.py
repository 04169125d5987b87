"""The port under Faust: outputs through the outbox, state in a table on RocksDB, gaps read from the log.

Faust's group offsets and tables are hints and caches here; `streams.engines.processor` says why that is
safe. One thing relies on Faust's inside, on a pinned version and under test: a table is read and written
for the partition of the event in the context variable `_current_event`.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from faust.exceptions import PartitionsMismatch
from faust.streams import _current_event

from projections.read_model.tables import Changes
from projections.records import Output, Record, records_of
from streams.engines.log_mark import LogMark, Topics, taken_apart
from streams.engines.outbox import Outbox
from streams.engines.port import Move
from streams.engines.state_store import KEY
from streams.errors import NoSuchTopic, TopicsMadeAnew, Trouble
from streams.kafka.reader import read_range
from streams.kafka.topics import placed
from streams.read_model.store import DamagedModel, ForeignModel, ReadStore

log = logging.getLogger("pitledger.state")

T = TypeVar("T")

SAME_TOPICS_S: Final = 0.2
"""Topics are not made anew and filled within so short a time: what router, keeper and examiner send need not
wait each time for the brokers to say which topics they have."""
MOST_STATE_BYTES: Final = 900_000
"""A longer state no changelog takes, and a worker that insists would stand still."""


class LogReader:
    """Reads ranges of one topic from the log, off the event loop."""

    def __init__(self, bootstrap: str, topic: str, full_name: str, partitions: int) -> None:
        self._bootstrap = bootstrap
        self._topic = topic
        self.full_name = full_name
        self._partitions = partitions

    async def read(self, partition: int, start: int, stop: int) -> Sequence[Record]:
        """The records of a range."""
        return await asyncio.to_thread(self._read, partition, start, stop)

    def _read(self, partition: int, start: int, stop: int) -> Sequence[Record]:
        try:
            return [
                record
                for chunk in read_range(self._bootstrap, self.full_name, partition, start, stop)
                for record in records_of(self._topic, partition, placed(chunk, partition, self._partitions))
            ]
        except NoSuchTopic as error:  # a worker has it from the group: brokers that just started forget it
            raise Trouble(f"the brokers do not know the source yet ({error})") from error


class _PartitionContext:
    """All that a table asks of an event: the topic and partition of its message."""

    def __init__(self, topic: str, partition: int) -> None:
        self.message = self
        self.topic = topic
        self.partition = partition


class FaustPort:
    """Router, keeper or examiner on Kafka; an application of two sources has a key for each in its table."""

    state_is_cache = True

    def __init__(
        self, reader: LogReader, table: Any, outbox: Outbox, topics: Topics, key: bytes = KEY
    ) -> None:
        self.read = reader.read
        self._outbox = outbox
        self._source = reader.full_name
        self._table = table
        self._topics = topics
        self._key = key
        self._ids: dict[int, str] = {}
        self._marks: dict[int, LogMark] = {}
        self._contexts: dict[int, _PartitionContext] = {}

    def _select(self, partition: int) -> None:
        """Have the table read and write for this partition."""
        context = self._contexts.setdefault(partition, _PartitionContext(self._source, partition))
        _current_event.set(weakref.ref(context))

    async def load(self, partition: int) -> bytes | None:
        """What the table recovered; it may be old, and what is not of this log counts for nothing."""
        self._marks.pop(partition, None)
        self._ids[partition] = await self._topics.now()
        self._select(partition)
        with _changelog_known():
            stored: bytes | None = self._table.get(self._key)
        if stored is None:
            return None
        parts = taken_apart(stored)
        why = await self._why_not_ours(partition, parts and parts[0])
        if parts is None or why:
            log.warning(
                "partition %s: its stored state is thrown away (%s); the log is read from its beginning",
                partition,
                why,
            )
            return None
        self._marks[partition], state = parts
        return state

    async def _why_not_ours(self, partition: int, mark: LogMark | None) -> str | None:
        """Why the log is not the one that a state was made from, if it is not."""
        if mark is None:
            return "somebody else has put it there, or another release"
        if not mark.is_of(self._source, partition):
            return f"it is of {mark.place}"
        if mark.topics != self._ids[partition]:
            return "topics of this worker were made anew since"
        found = await self.read(partition, mark.offset, mark.offset + 1)
        if not found:
            return f"it goes further than the log, which has no record {mark.offset:,}"
        return None if mark.has_last(found) else f"record {mark.offset:,} of the log is another now"

    async def send(self, outputs: Sequence[Output]) -> None:
        """Send in order, unless the topics are others now: what the outputs follow from is gone then."""
        if {*self._ids.values()} - {await self._topics.now(SAME_TOPICS_S)}:
            raise TopicsMadeAnew("its topics were made anew")
        await self._outbox.send(outputs)

    async def store(self, partition: int, state: bytes, last: Record | None) -> None:
        """Write through to RocksDB and the changelog; either may lose it.

        What is too long for them is not stored: the next worker reads more of the log instead.
        """
        if last is not None:
            self._marks[partition] = LogMark.after(self._source, self._ids[partition], last)
        if len(state) > MOST_STATE_BYTES:
            log.warning(
                "partition %s: its state has %s bytes and is not stored; more partitions would help",
                partition,
                len(state),
            )
            return
        self._select(partition)
        with _changelog_known():
            self._table[self._key] = self._marks[partition].before(state)

    async def acknowledge(self, partition: int, next_offset: int) -> None:
        """The inbox acknowledges when the batch is done."""


@contextmanager
def _changelog_known() -> Iterator[None]:
    """A client that has just seen its changelog topic made may take it to have no partitions yet."""
    try:
        yield
    except PartitionsMismatch as error:
        said = " ".join(str(error).split())  # in one line, as all that a worker writes
        raise Trouble(f"the broker's topics are not what the table needs, or not yet ({said})") from error


class FaustSinkPort:
    """A sink on Kafka into the read model; its transactions run off the event loop, one at a time.

    Before each of them the brokers are asked whether the topics are still those that the read model is of:
    rows that follow from topics that were made anew do not fit what is there, and nobody would see it.
    """

    def __init__(
        self, reader: LogReader, topic: str, store: ReadStore, lock: asyncio.Lock, topics: Topics
    ) -> None:
        self.read = reader.read
        self._topic = topic
        self._store = store
        self._lock = lock
        self._topics = topics

    async def load(self, partition: int) -> tuple[int, bytes | None]:
        """Position and state of the read model."""
        return await self._on_own_topics(self._store.position, self._topic, partition)

    async def commit(self, partition: int, expected: int, changes: Changes) -> None:
        """Rows, state and position in one transaction."""
        await self._on_own_topics(self._store.commit, self._topic, partition, expected, changes)

    async def commit_all(self, moves: Sequence[Move]) -> None:
        """Several partitions in one transaction."""
        await self._on_own_topics(self._store.commit_all, self._topic, moves)

    async def _on_own_topics(self, work: Callable[..., T], *args: Any) -> T:
        """Do it if the read model is of the topics that the brokers have.

        A damaged or foreign file is moved away, so that the process that starts next makes it again.
        """
        ids = await self._topics.once_known()

        def check_and_work() -> T:
            self._store.make_of(ids)
            return work(*args)

        try:
            async with self._lock:
                return await asyncio.to_thread(check_and_work)
        except DamagedModel as error:
            self._store.set_aside()
            if isinstance(error, ForeignModel):
                raise TopicsMadeAnew(
                    "its topics were made anew; the read model of those before is set aside"
                ) from error
            raise Trouble(f"{error}; it is set aside") from error

    async def acknowledge(self, partition: int, next_offset: int) -> None:
        """The inbox acknowledges when the batch is done."""
