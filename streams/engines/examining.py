"""The examiner on an engine: events → findings, and what keepers decided → findings.

Its state is worth little by itself, and larger than the others': what was found is found again from the log,
under the same numbers and with the same bytes, and whoever reads findings drops what it knows. So it is
stored seldom, and thrown away where it cannot be read, on both engines.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from events.columns import Row
from events.errors import MalformedEvent
from projections.examining.links.link_partition import LinksExaminer
from projections.examining.partition import Examiner
from projections.read_model.bulk import Look
from projections.records import Chunk, Output, Record
from streams.engines.processor import ChainedProcessor, PartitionState, Processor, log

T = TypeVar("T")
S = TypeVar("S", bound=PartitionState)


class FindingsProcessor(Processor[S]):
    """What both folds of the examiner have in common: what they store, and when."""

    store_every = 20_000

    def _loaded(self, partition: int, dumped: bytes | None) -> S:
        """A state of another release, or of another list of checks, is as good as none."""
        try:
            return self._load(dumped)
        except MalformedEvent as error:
            log.warning("partition %s: its stored state is thrown away (%s)", partition, error)
            return self._load(None)

    def _stores_with(self, outputs: Sequence[Output]) -> bool:
        """Where one transaction takes findings and state, both or none are there; elsewhere findings come
        again after a crash, and nobody minds."""
        return bool(outputs) and not self._port.state_is_cache

    async def store_now(self, partition: int) -> None:
        """Store what has been examined since the last time: for whoever stops here."""
        state = self._states.get(partition)
        if state is not None and state.next_offset > self._stored.get(partition, 0):
            await self._store(state, partition)


class LinksExaminerProcessor(FindingsProcessor[LinksExaminer]):
    """meters → findings."""

    def _load(self, dumped: bytes | None) -> LinksExaminer:
        return LinksExaminer.load(dumped)

    async def _apply(self, state: LinksExaminer, record: Record) -> Sequence[Output]:
        return state.step(record)


class ExaminerProcessor(FindingsProcessor[Examiner], ChainedProcessor[Examiner]):
    """events → findings."""

    def _load(self, dumped: bytes | None) -> Examiner:
        return Examiner.load(dumped)

    async def follow(self, partition: int, fold: Callable[[Look], T]) -> T:
        """Go along while events are folded from where this is, by what the fold has decoded of them.

        Where it stops, or meets what is not plainly the next of its stream, this goes on by `handle`.
        """
        state, outputs = await self._state(partition), list[Output]()

        def look(chunk: Chunk, rows: list[Row], digests: list[bytes]) -> None:
            for step in state.steps_of(chunk, rows, digests):
                outputs.extend(step.outputs)

        try:
            folded = fold(look)
            await self._finish(state, partition, outputs)
            await self._port.acknowledge(partition, state.next_offset)
        except BaseException:
            self.forget(partition)
            raise
        return folded
