"""Sinks: from a source topic into the read model, rows and position in one transaction.

The model's own position rules: a record below it is a duplicate, and a gap is filled from the log. A batch is
committed against the positions of the state in memory, one a partition; if another worker has moved one of
them, nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from projections.read_model.tables import Model
from projections.records import Record
from streams.engines.port import SinkPort
from streams.engines.processor import BATCH, in_runs, records_since_halt
from streams.errors import Trouble


@dataclass(slots=True)
class _Held:
    """A partition in memory. A batch keeps a reference while it works: the sink may forget it meanwhile.

    `model` has folded everything before `position`; the store has everything before `committed`.
    """

    position: int
    model: Model
    committed: int


class Sink:
    """Runs one read model over the partitions of one source topic, through a port."""

    def __init__(self, port: SinkPort, model: Callable[[bytes | None], Model]) -> None:
        self._port = port
        self._model = model
        self._held: dict[int, _Held] = {}

    def forget(self, partition: int) -> None:
        """Drop what is in memory, because the partition went to another worker or trouble struck."""
        self._held.pop(partition, None)

    async def position(self, partition: int) -> int:
        """The offset of the source that comes next."""
        return (await self._load(partition)).position

    async def catch_up(self, partition: int, stop: int) -> None:
        """Fold what the log holds before `stop` and was not delivered; raises `Trouble`."""
        try:
            await self._catch_up(await self._load(partition), partition, stop)
        except BaseException:
            self.forget(partition)
            raise

    async def handle(self, partition: int, records: Sequence[Record]) -> None:
        """Fold what was delivered into the read model; returns when it is committed, or raises `Trouble`."""
        await self.handle_all({partition: records})

    async def handle_all(self, batches: Mapping[int, Sequence[Record]]) -> None:
        """As `handle`, for several partitions: what they do to the read model is one transaction."""
        try:
            held = {partition: await self._load(partition) for partition in batches}
            for partition, records in batches.items():
                for run in in_runs(records):
                    await self._catch_up(held[partition], partition, run[0].offset)
                    await self._fold(held[partition], run)
            await self._commit(held)
            for partition, records in batches.items():
                await self._port.acknowledge(partition, records[-1].offset + 1)
        except BaseException:
            for partition in batches:
                self.forget(partition)
            raise

    async def _load(self, partition: int) -> _Held:
        held = self._held.get(partition)
        if held is None:
            position, state = await self._port.load(partition)
            held = self._held[partition] = _Held(position, self._model(state), position)
        return held

    async def _catch_up(self, held: _Held, partition: int, stop: int) -> None:
        while held.position < stop:
            missing = await self._port.read(partition, held.position, min(stop, held.position + BATCH))
            if not missing or missing[0].offset != held.position:
                raise Trouble(
                    f"partition {partition}: nothing to read at offset {held.position} of the source"
                )
            await self._fold(held, missing)
            await self._commit({partition: held})

    async def _fold(self, held: _Held, records: Sequence[Record]) -> None:
        step = held.model.step
        for record in records:
            if record.offset < held.position:
                continue
            held.position += 1
            replay_from = step(record)
            if replay_from is not None:
                async for earlier in records_since_halt(self._port.read, record, replay_from):
                    held.model.replay(earlier)

    async def _commit(self, held: Mapping[int, _Held]) -> None:
        """Store what was folded since the last commit; a batch of duplicates stores nothing."""
        moved = {partition: each for partition, each in held.items() if each.position > each.committed}
        moves = [(p, each.committed, each.model.changes(each.position)) for p, each in moved.items()]
        if len(moves) == 1:
            await self._port.commit(*moves[0])
        elif moves:
            await self._port.commit_all(moves)
        for each in moved.values():
            each.committed = each.position
