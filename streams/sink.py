"""Sinks: from a source topic into the read model, rows and position in one transaction.

The model's own position rules: a record below it is a duplicate, and a gap is filled from the log. A batch is
committed against the position of the state in memory; if another worker has moved it, nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from projections.read_model import Model
from streams.errors import Trouble
from streams.log import Record
from streams.port import SinkPort
from streams.processor import BATCH, in_runs, source_of, stood_still


class Sink:
    """Runs one read model over the partitions of one source topic, through a port."""

    def __init__(self, port: SinkPort, model: Callable[[bytes | None], Model]) -> None:
        self._port = port
        self._model = model
        self._held: dict[int, tuple[int, Model]] = {}

    def forget(self, partition: int) -> None:
        """Drop what is in memory, because the partition went to another worker or trouble struck."""
        self._held.pop(partition, None)

    async def position(self, partition: int) -> int:
        """The offset of the source that comes next."""
        await self._load(partition)
        return self._held[partition][0]

    async def handle(self, partition: int, records: Sequence[Record]) -> None:
        """Fold what was delivered into the read model; returns when it is committed, or raises `Trouble`."""
        try:
            await self._load(partition)
            for run in in_runs(records):
                await self._catch_up(partition, run[0].offset)
                await self._run(partition, run)
            await self._port.acknowledge(partition, records[-1].offset + 1)
        except BaseException:
            self.forget(partition)
            raise

    async def _load(self, partition: int) -> None:
        if partition not in self._held:
            position, state = await self._port.load(partition)
            self._held[partition] = (position, self._model(state))

    async def _catch_up(self, partition: int, stop: int) -> None:
        while (position := self._held[partition][0]) < stop:
            missing = await self._port.read(partition, position, min(stop, position + BATCH))
            if not missing or missing[0].offset != position:
                raise Trouble(f"partition {partition}: nothing to read at offset {position} of the source")
            await self._run(partition, missing)

    async def _run(self, partition: int, records: Sequence[Record]) -> None:
        position, model = self._held[partition]
        expected = position
        for record in records:
            if record.offset < position:
                continue
            position += 1
            replay_from = model.step(source_of(record))
            if replay_from >= 0:
                async for earlier in stood_still(self._port.read, record, replay_from):
                    model.replay(earlier)
        if position > expected:
            await self._port.commit(partition, expected, model.changes(position))
            self._held[partition] = (position, model)
