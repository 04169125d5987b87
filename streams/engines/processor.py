"""Exactly-once effects from a log that is the truth and state that is a cache.

The state of a source partition is one value with its `next_offset`. A record below it is a duplicate; equal:
apply; above: the state is stale, so the missing range is read from the log first. Outputs go first, then
state, then the acknowledgement of the source. After any trouble the state in memory is forgotten and loaded
again.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Final, Generic, Protocol, TypeVar

from events.columns import Row
from events.errors import MalformedEvent
from projections.keeping.keeper import Keeper
from projections.read_model.bulk import Look, RangeFold, join
from projections.records import Chunk, Output, Record
from projections.routing.chain import Judged
from projections.routing.router import Router, Step, next_events
from projections.state_versions import StateTooNew
from streams.engines.port import Port
from streams.errors import Trouble

BATCH: Final = 1_000
"""How many records of a missing range are applied between two stores."""


class PartitionState(Protocol):
    """What the processor needs of a fold's state."""

    @property
    def next_offset(self) -> int:
        """The offset of the record that comes next."""

    def dump(self) -> bytes:
        """The state as one value."""


log = logging.getLogger("pitledger.processor")

S = TypeVar("S", bound=PartitionState)


class Processor(ABC, Generic[S]):
    """Runs one fold over the partitions of one source topic, through a port."""

    store_every: int = 500
    """How many records without outputs go by between two stores of the state."""

    def __init__(self, port: Port) -> None:
        self._port = port
        self._states: dict[int, S] = {}
        self._stored: dict[int, int] = {}
        self._last: dict[int, Record] = {}

    @abstractmethod
    def _load(self, dumped: bytes | None) -> S:
        """The fold's state from its stored form."""

    @abstractmethod
    async def _apply(self, state: S, record: Record) -> Sequence[Output]:
        """Move the state on by one record."""

    async def _apply_all(self, state: S, records: Sequence[Record]) -> Sequence[Output]:
        """Move the state on by records one behind the other."""
        return [output for record in records for output in await self._apply(state, record)]

    def forget(self, partition: int) -> None:
        """Drop the state in memory, because the partition went to another worker or trouble struck."""
        self._states.pop(partition, None)

    async def position(self, partition: int) -> int:
        """The offset of the source that comes next."""
        return (await self._state(partition)).next_offset

    async def catch_up(self, partition: int, stop: int) -> None:
        """Apply what the log holds before `stop` and was not delivered; raises `Trouble`."""
        try:
            await self._catch_up(await self._state(partition), partition, stop)
        except BaseException:
            self.forget(partition)
            raise

    async def handle(self, partition: int, records: Sequence[Record]) -> None:
        """Apply what was delivered; returns when outputs and state are safe, or raises `Trouble`."""
        try:
            state = await self._state(partition)
            for run in in_runs(records):
                await self._catch_up(state, partition, run[0].offset)
                await self._run(state, partition, run)
        except BaseException:
            self.forget(partition)
            raise

    async def _state(self, partition: int) -> S:
        state = self._states.get(partition)
        if state is None:
            state = self._states[partition] = self._loaded(partition, await self._port.load(partition))
            self._stored[partition] = state.next_offset
            self._last.pop(partition, None)
        return state

    def _loaded(self, partition: int, dumped: bytes | None) -> S:
        """The state as it was stored; one that cannot be read is made again from the log.

        What follows is sent again then, and whoever reads it drops what it knows.
        """
        try:
            return self._load(dumped)
        except StateTooNew:
            raise
        except MalformedEvent as error:
            log.warning("partition %s: its stored state is thrown away (%s)", partition, error)
            return self._load(None)

    async def _catch_up(self, state: S, partition: int, stop: int) -> None:
        """The state is stale: read what it has missed from the log."""
        while state.next_offset < stop:
            missing = await self._port.read(
                partition, state.next_offset, min(stop, state.next_offset + BATCH)
            )
            if not missing or missing[0].offset != state.next_offset:
                raise Trouble(
                    f"partition {partition}: nothing to read at offset {state.next_offset} of the source"
                )
            await self._run(state, partition, missing)

    async def _run(self, state: S, partition: int, records: Sequence[Record]) -> None:
        new = [record for record in records if record.offset >= state.next_offset]
        outputs = await self._apply_all(state, new)
        if new:
            self._last[partition] = new[-1]
        await self._finish(state, partition, outputs)
        await self._port.acknowledge(partition, records[-1].offset + 1)

    async def _finish(self, state: S, partition: int, outputs: Sequence[Output]) -> None:
        """Make what follows from records safe: outputs first, then the state."""
        for group in in_groups(outputs):
            await self._port.send(group)
        if self._stores_with(outputs) or self._is_due(partition, state):
            await self._store(state, partition)

    async def _store(self, state: S, partition: int) -> None:
        await self._port.store(partition, state.dump(), self._last.get(partition))
        self._stored[partition] = state.next_offset

    def _stores_with(self, outputs: Sequence[Output]) -> bool:
        """Whether the state is stored because of what followed from records."""
        return bool(outputs)

    def _is_due(self, partition: int, state: S) -> bool:
        """Whether state that nothing followed from is to be stored: now and then, and after mere duplicates.

        A store costs as much as fifty events, most events change nothing that anybody sees, and what a state
        misses is read from the log.
        """
        unstored = state.next_offset - self._stored.get(partition, 0)
        return unstored == 0 or unstored >= self.store_every


class ChainedFold(PartitionState, Protocol):
    """A fold of `events` by the chain rule: what a resumed stream left behind is replayed."""

    def step(self, record: Record) -> Step:
        """Judge one record, in the order of the partition."""

    def steps(self, records: Sequence[Record]) -> Iterator[tuple[Record, Step]]:
        """As `step` for record after record: those steps that something follows from."""

    def replay(self, record: Record) -> Step:
        """Judge again a record that was halted."""


C = TypeVar("C", bound=ChainedFold)


class ChainedProcessor(Processor[C]):
    """Runs a fold of `events` that goes by the chain rule."""

    async def _apply(self, state: C, record: Record) -> Sequence[Output]:
        return await self._outputs(state, record, state.step(record))

    async def _apply_all(self, state: C, records: Sequence[Record]) -> Sequence[Output]:
        outputs: list[Output] = []
        for record, step in state.steps(records):
            outputs += await self._outputs(state, record, step)
        return outputs

    async def _outputs(self, state: C, record: Record, step: Step) -> Sequence[Output]:
        if step.replay_from is None:
            return step.outputs
        outputs = list(step.outputs)
        async for earlier in records_since_halt(self._port.read, record, step.replay_from):
            outputs += state.replay(earlier).outputs
        return outputs


class RouterProcessor(ChainedProcessor[Router]):
    """events → links."""

    def _load(self, dumped: bytes | None) -> Router:
        return Router.load(dumped)

    async def follow(self, partition: int, fold: Callable[[Look], RangeFold | None]) -> RangeFold | None:
        """Go along while a range of events is folded from where the router is, by what the fold has decoded
        and judged of them.

        None, and the router has not moved, where the range is not clean or does not follow what the router
        knows: it goes on by `handle`.
        """
        state, sent = await self._state(partition), list[tuple[Record, Judged]]()

        def look(chunk: Chunk, rows: list[Row], digests: list[bytes]) -> None:
            sent.extend(next_events(partition, chunk, rows, digests))

        folded = fold(look)
        if folded is None or not join(state.chains, folded):
            return None
        try:
            await self._finish(state, partition, state.take_range(folded.events, sent))
            await self._port.acknowledge(partition, state.next_offset)
        except BaseException:
            self.forget(partition)
            raise
        return folded


class KeeperProcessor(Processor[Keeper]):
    """links → meters."""

    def _load(self, dumped: bytes | None) -> Keeper:
        return Keeper.load(dumped)

    async def _apply(self, state: Keeper, record: Record) -> Sequence[Output]:
        return state.step(record)


def in_runs(records: Sequence[Record]) -> Iterator[Sequence[Record]]:
    """Split what was delivered where offsets are missing in between."""
    start = 0
    for index in range(1, len(records) + 1):
        if index == len(records) or records[index].offset > records[index - 1].offset + 1:
            yield records[start:index]
            start = index


def in_groups(outputs: Sequence[Output]) -> Iterator[Sequence[Output]]:
    """Split outputs so that one that is a `barrier` shares a send with nothing else."""
    start = 0
    for index, output in enumerate(outputs):
        if output.barrier:
            if start < index:
                yield outputs[start:index]
            yield outputs[index : index + 1]
            start = index + 1
    if start < len(outputs):
        yield outputs[start:]


Read = Callable[[int, int, int], Awaitable[Sequence[Record]]]


async def records_since_halt(read: Read, record: Record, start: int) -> AsyncIterator[Record]:
    """The records of a stream from where it halted up to the one that resumes it."""
    stop = record.offset + 1
    while start < stop:
        replayed = await read(record.partition, start, stop)
        if not replayed:
            raise Trouble(f"partition {record.partition}: nothing to read at offset {start} of the source")
        for earlier in replayed:
            if earlier.key == record.key:
                yield earlier
        start = replayed[-1].offset + 1
