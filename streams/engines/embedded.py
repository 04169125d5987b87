"""The embedded engine: one directory, one process, the same router, keeper, examiner and sinks as on Kafka.

`DIR/log.sqlite` is the log and what was decided from it; `DIR/read.sqlite` is the read model, which can be
built again at any time. Outputs and state of a processor go into one transaction here: nothing is sent twice.
"""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from events.columns import Row
from events.errors import PitledgerError
from events.topics import EVENTS, LINKS, METERS
from projections.examining.check_list import EXAMINER, OF_LINKS
from projections.read_model.bulk import Look, RangeFold, fold_range
from projections.read_model.models import MODELS
from projections.read_model.tables import Changes
from projections.records import Chunk, Output, Record
from streams.engines.examining import ExaminerProcessor, LinksExaminerProcessor
from streams.engines.port import Move
from streams.engines.processor import KeeperProcessor, RouterProcessor
from streams.engines.sink import Sink
from streams.errors import LogError
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.own_log import require_of
from streams.read_model.ranges import Range, ranges_of
from streams.read_model.rebuild import EventsBuild, all_of, build
from streams.read_model.store import READ_FILE, ReadStore
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog

BULK_FROM: Final = 5_000
"""Records behind from which on the read model is caught up in bulk."""
_BATCH: Final = 5_000
_EXAMINED_AT_ONCE: Final = 20_000
"""Findings and the state behind them are stored together, and that state is large."""

T = TypeVar("T")


def run_now(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine whose port never waits."""
    try:
        work.send(None)
    except StopIteration as done:
        result: T = done.value
        return result
    raise RuntimeError("an embedded port must not wait")


class EmbeddedPort:
    """Router, keeper and examiner on the SQLite log: outputs and state in one transaction."""

    state_is_cache = False

    def __init__(self, log: SqliteLog, topic: str, name: str) -> None:
        self._log = log
        self._topic = topic
        self._name = name
        self._outputs: list[Output] = []

    async def read(self, partition: int, start: int, stop: int) -> Sequence[Record]:
        """The records of the source."""
        return list(self._log.read(self._topic, partition, start, stop))

    async def send(self, outputs: Sequence[Output]) -> None:
        """Keep the outputs for the transaction of the state; there may be several sends before it."""
        self._outputs += outputs

    async def load(self, partition: int) -> bytes | None:  # noqa: ARG002 - one partition here
        """The state of the last transaction."""
        self._outputs = []
        return self._log.load_state(self._name)

    async def store(self, partition: int, state: bytes, last: Record | None) -> None:  # noqa: ARG002 - one partition here, and the state in the log's own file
        """Outputs and state, durable together."""
        outputs, self._outputs = self._outputs, []
        self._log.commit_processed(outputs, {self._name: state})

    async def acknowledge(self, partition: int, next_offset: int) -> None:
        """The state's own position is all there is."""


class EmbeddedSinkPort:
    """A sink from the SQLite log into the SQLite read model."""

    def __init__(self, log: SqliteLog, topic: str, store: ReadStore) -> None:
        self._log = log
        self._topic = topic
        self._store = store

    async def read(self, partition: int, start: int, stop: int) -> Sequence[Record]:
        """The records of the source."""
        return list(self._log.read(self._topic, partition, start, stop))

    async def load(self, partition: int) -> tuple[int, bytes | None]:
        """Position and state of the read model."""
        return self._store.position(self._topic, partition)

    async def commit(self, partition: int, expected: int, changes: Changes) -> None:
        """Rows, state and position in one transaction."""
        self._store.commit(self._topic, partition, expected, changes)

    async def commit_all(self, moves: Sequence[Move]) -> None:
        """Several partitions in one transaction."""
        self._store.commit_all(self._topic, moves)

    async def acknowledge(self, partition: int, next_offset: int) -> None:
        """The read model's own position is all there is."""


class _Stage(Protocol):
    async def position(self, partition: int) -> int: ...

    async def handle(self, partition: int, records: Sequence[Record]) -> None: ...


class Embedded:
    """An embedded instance, open for writing."""

    def __init__(self, data: Path) -> None:
        data.mkdir(parents=True, exist_ok=True)
        if (data / READ_FILE).exists() and not (data / LOG_FILE).exists():
            raise LogError(
                f"{data}: a read model is here and no log. It is of an instance on Kafka (name that with "
                "--kafka), or its log was moved away. Name another directory with --data."
            )
        self.data = data
        self.log = SqliteLog(data / LOG_FILE, writable=True)
        self._examiner = ExaminerProcessor(EmbeddedPort(self.log, EVENTS, EXAMINER))
        self._links_examiner = LinksExaminerProcessor(EmbeddedPort(self.log, METERS, EXAMINER + OF_LINKS))
        try:
            self.store = ReadStore(data / READ_FILE)
        except BaseException:
            self.log.close()
            raise
        try:
            require_of(self.log, self.store)
        except BaseException:
            self.close()
            raise
        self._router = RouterProcessor(EmbeddedPort(self.log, EVENTS, "router"))
        self._processors: list[tuple[str, _Stage]] = [
            (EVENTS, self._router),
            (LINKS, KeeperProcessor(EmbeddedPort(self.log, LINKS, "keeper"))),
            (EVENTS, self._examiner),
            (METERS, self._links_examiner),
        ]
        self._sinks = self._new_sinks()

    def _new_sinks(self) -> list[tuple[str, _Stage]]:
        """Sinks that go on from where the read model is."""
        return [
            (topic, Sink(EmbeddedSinkPort(self.log, topic, self.store), model))
            for topic, model in MODELS.items()
        ]

    def process(self, *, models: bool = True, examine: bool = True) -> None:
        """Run every processor to the end of its source; returns when meters and rounds can be read.

        Without `models` the read model stays where it is: after bulk writing `rebuild.build` is faster.
        Without `examine` so do both examiners.
        """
        for topic, stage in (*self._processors, *(self._sinks if models else ())):
            if stage in (self._examiner, self._links_examiner) and not examine:
                continue
            end = self.log.end(topic, 0)
            start = run_now(stage.position(0))
            batch = _EXAMINED_AT_ONCE if stage is self._examiner else _BATCH
            while start < end:
                stop = min(end, start + batch)
                run_now(stage.handle(0, list(self.log.read(topic, 0, start, stop))))
                start = stop
                if topic == LINKS:  # a transfer from one link to another is a record for the keeper too
                    end = self.log.end(topic, 0)

    def catch_up(self, *, examine_many: bool = True) -> None:
        """As `process`, for whoever has written many events: the same read model, folded in bulk.

        Examining takes longer than all the rest. Without `examine_many` many events wait for whoever asks
        for findings first; few are examined at once.
        """
        source = SqliteSource(self.data / LOG_FILE)
        waiting = self.log.end(EVENTS, 0) - run_now(self._examiner.position(0))
        examine = examine_many or waiting < BULK_FROM
        self._fold_and_route(source, examine)
        self.process(models=False, examine=examine)
        ends = all_of(source)
        behind = sum(end - self.store.position(*place)[0] for place, end in ends.items())
        if behind >= BULK_FROM:
            build(source, self.store, ends, lambda _done, _total: None, processes=1)
            self._sinks = self._new_sinks()
        self.process(examine=examine)

    def _fold_and_route(self, source: SqliteSource, examine: bool) -> None:
        """Many new events, read and decoded once for the router, the examiner and the read model.

        What is not clean the others leave to `process`, and so they do where they are not at one place.
        """
        start, end = self.store.position(EVENTS, 0)[0], self.log.end(EVENTS, 0)
        if end - start < BULK_FROM or run_now(self._router.position(0)) != start:
            return
        building = EventsBuild(source, self.store)
        examined = examine and run_now(self._examiner.position(0)) == start
        for piece in ranges_of(0, start, end, source.range_size):
            fold = run_now(self._router.follow(0, partial(self._fold, source, piece, examined)))
            building.take(piece, fold)
            if fold is None:
                break
        self._sinks = self._new_sinks()

    def _fold(self, source: SqliteSource, piece: Range, examined: bool, route: Look) -> RangeFold | None:
        """Fold a range with the router beside it, and the examiner where it is at the same place."""
        if not examined:
            return fold_range(0, source.chunks(*piece), route)

        def folded(examine: Look) -> RangeFold | None:
            def look(chunk: Chunk, rows: list[Row], digests: list[bytes]) -> None:
                route(chunk, rows, digests)
                examine(chunk, rows, digests)

            return fold_range(0, source.chunks(*piece), look)

        return run_now(self._examiner.follow(0, folded))

    def close(self) -> None:
        """Let go of the files; what was recorded stays. What was examined need not be examined again."""
        with suppress(PitledgerError):
            run_now(self._examiner.store_now(0))
            run_now(self._links_examiner.store_now(0))
        self.store.close()
        self.log.close()

    def __enter__(self) -> Embedded:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
