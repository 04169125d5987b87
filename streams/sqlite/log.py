"""The embedded log: one SQLite file, one writer process, as many readers as like.

Durable by write-ahead log and `synchronous=FULL`; callers that append at the same moment share one sync
(group commit). Planning is in `plan`, reading in `reads`, the file and its errors in `file`.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from events.envelope import event_hash, read_header
from events.errors import PitledgerError
from projections.records import CHUNK, Chunk, Output, Record
from streams.errors import BrokenChain, LogError, Trouble
from streams.log import EVENTS, NO_GAPS, TOPICS, Gaps, Head, Origin, Sealed, SourceKey
from streams.source_index import recorders_number
from streams.sqlite.file import WriterLock, check_place, close_quietly, open_writer, sqlite_errors_as_ours
from streams.sqlite.inserts import insert
from streams.sqlite.plan import HeadAt, Plan
from streams.sqlite.reads import Reads
from streams.sqlite.source_ids import SourceIds

GROUP_EVENTS: Final = 20_000
"""A transaction takes no further batches beyond this many events."""
POLL_SECONDS: Final = 0.005
"""How often a reader in another process looks for more."""


class _Waiting:
    """What one caller wants committed, and what became of it."""

    __slots__ = ("batch", "done", "error", "existed", "gaps", "origin", "outputs", "states")

    def __init__(
        self,
        batch: Sequence[Sealed] = (),
        origin: Origin = Origin.RECORDED,
        outputs: Sequence[Output] = (),
        states: Mapping[str, bytes] | None = None,
        gaps: Gaps = NO_GAPS,
    ) -> None:
        self.batch = batch
        self.gaps = gaps
        self.origin = origin
        self.outputs = outputs
        self.states = states or {}
        self.existed: list[bool] = []
        self.error: PitledgerError | None = None
        self.done = False


class SqliteLog:
    """`streams.log.Log` on one SQLite file. `writable` opens, or creates, it as its only writer."""

    look_again_s = 0.0

    def __init__(self, path: Path | str, *, writable: bool) -> None:
        self.path = Path(path)
        self.writable = writable
        self._waiting: deque[_Waiting] = deque()
        self._turn = threading.Lock()
        self._grew = threading.Condition()
        self._closed = False
        # What the writer knows of the file; `_stale`: it may be wrong, and the file must be read.
        self._heads: dict[str, tuple[int, bytes, int]] = {}
        self._ends: dict[str, int] = {}
        self._origin = 0
        self._stale = True
        if writable:
            self._open_writable()
        else:
            self._reads = Reads(self.path)
            self._source_ids = SourceIds(self._reads, writable=False)

    def _open_writable(self) -> None:
        check_place(self.path)
        self._lock = WriterLock(self.path)
        try:
            self._connection = open_writer(self.path)
            try:
                self._reads = Reads(self.path)
                self._source_ids = SourceIds(self._reads, writable=True)
                self._reload()
            except BaseException:
                close_quietly(self._connection)
                raise
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Let go of the file; what was acknowledged stays."""
        with self._turn:
            if self._closed:
                return
            self._closed = True
            self._reads.close()
            if self.writable:
                close_quietly(self._connection)
                self._lock.release()
        with self._grew:
            self._grew.notify_all()

    def __enter__(self) -> SqliteLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Writing

    def append(
        self, batch: Sequence[Sealed], origin: Origin = Origin.RECORDED, gaps: Gaps = NO_GAPS
    ) -> list[bool]:
        """Store the batch durably, all or nothing, in order; see `streams.log.Log.append`."""
        if not batch:
            return []
        return self._commit(_Waiting(batch, origin, gaps=gaps))

    def commit_processed(self, outputs: Sequence[Output], states: Mapping[str, bytes]) -> None:
        """Store what processors emit and their states durably, all or nothing."""
        if outputs or states:
            self._commit(_Waiting(outputs=outputs, states=states))

    def _commit(self, waiting: _Waiting) -> list[bool]:
        """Whoever gets the turn commits for all who wait; the others find their work done."""
        if not self.writable:
            raise LogError(f"{self.path}: this log is open for reading. Open it for writing to record.")
        self._waiting.append(waiting)
        with self._turn:
            while not waiting.done:
                self._commit_group(self._take_group())
        if waiting.error is not None:
            raise waiting.error
        return waiting.existed

    def _take_group(self) -> list[_Waiting]:
        group = [self._waiting.popleft()]
        size = len(group[0].batch)
        while self._waiting and size < GROUP_EVENTS:
            group.append(self._waiting.popleft())
            size += len(group[-1].batch)
        return group

    def _commit_group(self, group: list[_Waiting]) -> None:
        try:
            if self._closed:
                raise LogError(f"{self.path}: this log is closed. Open it again.")  # noqa: TRY301 - raised to all
            if self._stale:
                self._reload()
            plan = Plan(self._heads, self._ends, self._stored_hashes)
            for waiting in group:
                _plan_one(plan, waiting)
            if not plan.is_empty():
                self._write(plan)
        except (LogError, Trouble) as error:
            for waiting in group:
                # An error of its own for each caller: they raise it in different threads.
                waiting.error = waiting.error or type(error)(*error.args)
                waiting.error.__cause__ = error.__cause__
        except BaseException:
            for waiting in group:
                waiting.error = waiting.error or Trouble(
                    f"{self.path}: the commit was interrupted. Try again."
                )
            raise
        finally:
            for waiting in group:
                waiting.done = True

    def _write(self, plan: Plan) -> None:
        # From here until the end the file may hold more than we remember, should anything be raised.
        self._stale = True
        connection = self._connection
        with sqlite_errors_as_ours(self.path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                insert(connection, plan, self._ends[EVENTS])
                if plan.origin > self._origin:
                    connection.execute("INSERT INTO origin VALUES (?)", (plan.origin,))
                indexed = self._source_ids.add(connection, plan.events, self._ends[EVENTS])
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    with suppress(sqlite3.Error):
                        connection.execute("ROLLBACK")
                raise
        self._source_ids.committed(plan.events, self._ends[EVENTS], indexed=indexed)
        self._heads |= plan.heads
        self._origin = max(self._origin, plan.origin)
        self._ends[EVENTS] += len(plan.events)
        for topic, rows in plan.outputs.items():
            self._ends[topic] += len(rows)
        self._stale = False
        with self._grew:
            self._grew.notify_all()

    def make_source_index_again(self) -> int:
        """Make the index of source ids from nothing but the events; returns how many they are."""
        with self._turn:
            self._reload()
            end = self._ends[EVENTS]
            self._stale = True
            with sqlite_errors_as_ours(self.path), self._connection as connection:
                connection.execute("BEGIN IMMEDIATE")
                self._source_ids.make_again(connection, end)
            self._reload()
        return end

    def _reload(self) -> None:
        with sqlite_errors_as_ours(self.path):
            rows = self._connection.execute("SELECT stream, seq, hash, offset FROM heads")
            heads = {stream: (seq, digest, offset) for stream, seq, digest, offset in rows}
        ends = {topic: self._reads.end(topic) for topic in TOPICS}
        self._source_ids.forget()
        self._origin = self._reads.origin()
        self._heads, self._ends, self._stale = heads, ends, False

    def _stored_hashes(self, stream: str, start_seq: int, stop_seq: int) -> dict[int, bytes]:
        head = HeadAt._make(self._heads[stream])
        try:
            records = self._reads.stream(stream, start_seq, stop_seq, head)
            return {seq: event_hash(record.value) for seq, record in enumerate(records, start_seq)}
        except BrokenChain:  # it has a gap, behind which two people have resumed it
            all_records = self._reads.records(EVENTS, 0, head.offset + 1)
            values = [record.value for record in all_records if record.key == stream]
            return {read_header(value).seq: event_hash(value) for value in values}

    # Reading

    def head(self, stream: str) -> Head | None:
        """The last event of a stream, None before the first."""
        head = self._head(stream)
        return None if head is None else Head(head.seq, head.hash)

    def _head(self, stream: str) -> HeadAt | None:
        if self._stale or self._closed:
            return self._reads.head(stream)
        head = self._heads.get(stream)
        return None if head is None else HeadAt._make(head)

    def origin(self) -> Origin | None:
        """The highest origin of all that the log holds; None while it holds no event."""
        if self.end(EVENTS) == 0:
            return None
        return Origin(self._reads.origin() if self._stale or self._closed else self._origin)

    def partitions(self, topic: str) -> int:
        """One, whatever the topic."""
        self._require_topic(topic, 0)
        return 1

    def end(self, topic: str, partition: int = 0) -> int:
        """The offset that the next record of the topic will get."""
        self._require_topic(topic, partition)
        return self._reads.end(topic) if self._stale or self._closed else self._ends[topic]

    def read(self, topic: str, partition: int, start: int, stop: int | None = None) -> Iterator[Record]:
        """The records from `start` up to `stop` (exclusive), or to the end as of the call."""
        return self._reads.records(topic, *self._bounds(topic, partition, start, stop))

    def read_events(
        self, start: int, stop: int | None = None, chunk: int = CHUNK, *, past_damage: bool = False
    ) -> Iterator[Chunk]:
        """Events as fast as SQLite gives them: for rebuilding and checking."""
        return self._reads.events(*self._bounds(EVENTS, 0, start, stop), chunk, past_damage=past_damage)

    def read_past_damage(self, topic: str, start: int, stop: int) -> Iterator[Record]:
        """As `read`; a record that is lost comes as nothing, and one that is no event without a key."""
        return self._reads.records(topic, *self._bounds(topic, 0, start, stop), past_damage=True)

    def read_stream(self, stream: str, start_seq: int, stop_seq: int | None = None) -> Iterator[Record]:
        """The records of one stream from `start_seq` up to `stop_seq` (exclusive) or to its head."""
        head = self._head(stream)
        start = max(start_seq, 1)
        if head is None or start > head.seq:
            return iter(())
        stop = head.seq + 1 if stop_seq is None else min(stop_seq, head.seq + 1)
        return self._reads.stream(stream, start, stop, head) if start < stop else iter(())

    def read_between(self, stream: str, partition: int, start: int, stop: int) -> Iterator[Record]:
        """The events of one stream that lie between two offsets."""
        low, high = self._bounds(EVENTS, partition, start, stop)
        return self._reads.between(stream, low, high)

    def read_at(self, offsets: Sequence[int]) -> list[bytes]:
        """The events at some offsets, in the order of the log."""
        return self._reads.at(offsets)

    def tail(self, stream: str, back_to: frozenset[str]) -> list[bytes]:
        """The last events of a stream, oldest first, back to a live one of a type in `back_to`, or all."""
        head = self._head(stream)
        return [] if head is None else self._reads.tail(stream, back_to, head)

    def last_number(self, stream: str, source: str) -> int | None:
        """The highest number that a source has in a stream's source ids; None before its first."""
        return self._source_ids.last_number(stream, source)

    def recorded(self, keys: Iterable[SourceKey]) -> dict[SourceKey, bytes]:
        """The events that were recorded under source ids; those that are not in the log are left out."""
        numbers = {key: recorders_number(key) for key in keys}
        sent = [key for key, seq in numbers.items() if seq is None]
        found = self._reads.events_of(self._source_ids.offsets_of(sent)) if sent else {}
        for key, seq in numbers.items():
            if seq is None:
                continue
            with suppress(BrokenChain):  # what is lost is not in the log; whoever reads the stream names it
                for record in self.read_stream(key.stream, seq, seq + 1):
                    if read_header(record.value).source_id == key.source_id:
                        found[key] = record.value
        return found

    def follow(self, topic: str, partition: int, start: int, timeout: float) -> Iterator[Record]:
        """Like `read`, and then waits for more; ends when nothing came for `timeout` seconds."""
        position = max(start, 0)
        self._require_topic(topic, partition)
        deadline = time.monotonic() + timeout
        while True:
            end = self.end(topic, partition)
            if position < end:
                yield from self._reads.records(topic, position, end)
                position = end
                deadline = time.monotonic() + timeout
            elif not self._wait_for_more(topic, position, deadline):
                return

    def _wait_for_more(self, topic: str, position: int, deadline: float) -> bool:
        """Wait for the writer of this process, or a moment for that of another; False past the deadline."""
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        with self._grew:
            if self.end(topic) <= position:
                self._grew.wait(left if self.writable else min(left, POLL_SECONDS))
        return True

    def load_state(self, processor: str) -> bytes | None:
        """The state that a processor committed last."""
        return self._reads.state(processor)

    def verify(self) -> None:
        """Have SQLite check the whole file, and the numbering of the topics; raises on the first problem."""
        self._reads.verify()

    def _bounds(self, topic: str, partition: int, start: int, stop: int | None) -> tuple[int, int]:
        end = self.end(topic, partition)
        return max(start, 0), end if stop is None else min(stop, end)

    def _require_topic(self, topic: str, partition: int) -> None:
        if topic not in TOPICS:
            raise LogError(f"{self.path}: there is no topic {topic!r}, only {', '.join(TOPICS)}.")
        if partition != 0:
            raise LogError(f"{self.path}: topic {topic} has partition 0 only, not {partition}.")


def _plan_one(plan: Plan, waiting: _Waiting) -> None:
    """Add one caller's work to the plan; what is wrong with it is that caller's error alone."""
    try:
        if waiting.batch:
            waiting.existed = plan.add_batch(waiting.batch, waiting.origin, waiting.gaps)
        plan.add_processed(waiting.outputs, waiting.states)
    except (LogError, Trouble) as error:
        waiting.error = error
