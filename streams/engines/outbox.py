"""Outputs on their way to Kafka: one request at a time, with everything that came during the last one.

A producer of our own, so that outputs do not queue behind changelogs, which go through Faust's. Records are
packed by partition here: sent one by one, each would cost a look at the metadata, the partitioner and a turn
of the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from aiokafka import AIOKafkaProducer
from aiokafka.errors import KafkaError

from projections.records import Output
from streams.errors import Trouble
from streams.kafka.topics import partition_of

BATCH_BYTES: Final = 256 * 1024
"""Up to this size what goes to a partition is one batch, hence one request. The broker's limit is 1 MB."""
METADATA_AGE_MS: Final = 2_000
"""How old the producer's idea of the topics may be."""


@dataclass(slots=True)
class _Sending:
    """Outputs of one sender, the batches that they went into, and the answer to the sender."""

    outputs: Sequence[Output]
    answer: asyncio.Future[None]
    batches: list[Any] = field(default_factory=list)


class Outbox:
    """Sends outputs for many partitions; each sender is answered when all of its own are safe."""

    def __init__(self, bootstrap: str, full_names: Mapping[str, str]) -> None:
        """`full_names` are those of the topics on the broker."""
        self._bootstrap = bootstrap
        self._full_names = full_names
        self._producer: Any = None
        self._waiting: list[_Sending] = []
        self._pump: asyncio.Task[None] | None = None

    async def send(self, outputs: Sequence[Output]) -> None:
        """Send in order and return when the broker has acknowledged every one, or raise `Trouble`."""
        sending = _Sending(outputs, asyncio.get_running_loop().create_future())
        self._waiting.append(sending)
        if self._pump is None:
            self._pump = asyncio.create_task(self._send_while_any_wait(), name="outbox")
        await sending.answer

    async def close(self) -> None:
        """Let go of the connection."""
        producer, self._producer = self._producer, None
        if producer is not None:
            await producer.stop()

    async def _send_while_any_wait(self) -> None:
        try:
            while self._waiting:
                now, self._waiting = self._waiting, []
                errors = await self._send(now)
                for sending in now:
                    _answer(sending, errors)
        finally:
            self._pump = None

    async def _send(self, now: Sequence[_Sending]) -> dict[Any, BaseException]:
        """Send all; the errors, by batch. None as a batch: no batch came into being."""
        try:
            producer = await self._started()
            counts = {
                topic: len(await producer.partitions_for(full_name))
                for topic, full_name in self._full_names.items()
            }
            packed = _pack(producer, now, counts)
            sent = {
                batch: await producer.send_batch(batch, self._full_names[topic], partition=partition)
                for (topic, partition), batches in packed.items()
                for batch in batches
            }
        except Exception as error:  # noqa: BLE001 - those who wait get it
            return {None: error}
        answers = await asyncio.gather(*sent.values(), return_exceptions=True)
        return {
            batch: answer
            for batch, answer in zip(sent, answers, strict=True)
            if isinstance(answer, BaseException)  # a batch that was cancelled is not acknowledged either
        }

    async def _started(self) -> Any:
        if self._producer is None:
            producer = AIOKafkaProducer(
                bootstrap_servers=self._bootstrap.split(","),
                acks="all",
                linger_ms=0,
                max_batch_size=BATCH_BYTES,
                metadata_max_age_ms=METADATA_AGE_MS,
            )
            try:
                await producer.start()
            except BaseException:
                await producer.stop()
                raise
            self._producer = producer
        return self._producer


def _pack(
    producer: Any, now: Iterable[_Sending], counts: Mapping[str, int]
) -> dict[tuple[str, int], list[Any]]:
    """The batches of each topic and partition, in order."""
    packed: dict[tuple[str, int], list[Any]] = {}
    for sending in now:
        for output in sending.outputs:
            key = output.key.encode()
            batches = packed.setdefault((output.topic, partition_of(output.key, counts[output.topic])), [])
            if not batches or batches[-1].append(timestamp=None, key=key, value=output.value) is None:
                batches.append(producer.create_batch())  # an empty batch takes a record of any size
                batches[-1].append(timestamp=None, key=key, value=output.value)
            if not sending.batches or sending.batches[-1] is not batches[-1]:
                sending.batches.append(batches[-1])
    return packed


def _answer(sending: _Sending, errors: Mapping[Any, BaseException]) -> None:
    if sending.answer.done():  # the sender was cancelled
        return
    error = next((errors[batch] for batch in (None, *sending.batches) if batch in errors), None)
    if error is None:
        sending.answer.set_result(None)
    elif isinstance(error, KafkaError | OSError | asyncio.CancelledError):
        trouble = Trouble(f"the broker did not take {len(sending.outputs)} outputs ({error!r})")
        trouble.__cause__ = error
        sending.answer.set_exception(trouble)
    else:
        sending.answer.set_exception(error)
