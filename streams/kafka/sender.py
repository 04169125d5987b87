"""Sending events to Kafka in waves: one record batch a partition, all of its acknowledgements awaited.

Kafka stores a record batch whole or not at all, and a wave is sent only when the one before it is settled. So
an event is never stored without those before it in its stream. What this module must not know: heads, chains.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from kafka import KafkaProducer
from kafka.errors import (
    AuthorizationError,
    InvalidTimestampError,
    KafkaError,
    MessageSizeTooLargeError,
    RecordListTooLargeError,
)

from events.envelope import read_header
from events.errors import PitledgerError
from streams.errors import LogError, Trouble
from streams.kafka.patient_client import PatientClient
from streams.log import Origin, Sealed

WAVE_BYTES: Final = 512 * 1024
"""The most that a wave holds for one partition, half of what the broker takes as one batch."""

_RECORD_OVERHEAD: Final = 64
"""More than a record adds to its key and value."""

_LINGER_MS: Final = 2_000
"""Longer than filling a wave takes: only `flush` and a full batch send, so a wave is one batch."""


_ORIGIN: Final = "origin"
"""The header of a record that was not recorded here; others have none."""

Wave = Mapping[int, Sequence[tuple[Sealed, Origin]]]
"""For each partition the events that it is sent, each with how it came in."""


def origin_of(record: Any) -> Origin:
    """How the event of a consumer record came into the log; what says nothing counts as recorded here."""
    names = {value.decode(errors="replace") for key, value in record.headers or () if key == _ORIGIN}
    return next((origin for origin in Origin if origin.name in names), Origin.RECORDED)


class Settled(NamedTuple):
    """What became of a wave in one partition: the offsets of its events, or what went wrong."""

    offsets: list[int]
    error: PitledgerError | None


def record_bytes(event: Sealed) -> int:
    """What an event takes of a wave, rather too much than too little."""
    return len(event.value) + len(event.stream) + _RECORD_OVERHEAD


class WaveSender:
    """An idempotent producer with `acks=all`; after any failure the next wave gets a fresh one."""

    def __init__(
        self, bootstrap: str, topic: str, *, timeout: float = 30.0, client: Mapping[str, Any] | None = None
    ) -> None:
        """A wave is tried again for `timeout` seconds; the broker drops what arrives twice."""
        self._bootstrap = bootstrap
        self._topic = topic
        self._timeout_ms = int(timeout * 1000)
        self._client = dict(client or {})
        self._producer: Any = None

    def send(self, wave: Wave) -> dict[int, Settled]:
        """Send the events of each partition as one record batch and wait for every answer."""
        try:
            producer = self._connected()
            futures = {
                partition: [self._send_one(producer, partition, *event) for event in events]
                for partition, events in wave.items()
            }
        except KafkaError as error:
            self.close()
            trouble = self._explain(error, wave)
            return {partition: Settled([], trouble) for partition in wave}
        # The producer gives up by itself before that; until then a batch could still be on its way.
        patience = 2 * self._timeout_ms / 1000
        deadline = time.monotonic() + patience
        # The outcome of the flush itself does not matter: that of a record is in its future.
        with suppress(KafkaError):
            producer.flush(timeout=patience)
        settled = {at: self._settle(answers, wave[at], deadline) for at, answers in futures.items()}
        if any(each.error is not None for each in settled.values()):
            self.close()
        return settled

    def close(self) -> None:
        """Drop the producer and what it has not sent; the outcome of that stays unknown."""
        producer, self._producer = self._producer, None
        if producer is not None:
            # It flushes first and complains about what cannot be sent any more: that was reported already.
            with suppress(KafkaError):
                producer.close(timeout=0)

    def _connected(self) -> Any:
        if self._producer is None:
            request_ms = max(1000, (self._timeout_ms - _LINGER_MS) // 2)
            self._producer = KafkaProducer(
                bootstrap_servers=self._bootstrap,
                acks="all",
                enable_idempotence=True,
                batch_size=WAVE_BYTES,
                linger_ms=_LINGER_MS,
                request_timeout_ms=request_ms,
                delivery_timeout_ms=max(self._timeout_ms, request_ms + _LINGER_MS),
                max_block_ms=self._timeout_ms,
                bootstrap_timeout_ms=self._timeout_ms,
                reconnect_backoff_max_ms=1000,
                allow_auto_create_topics=False,
                kafka_client=PatientClient,
                **self._client,
            )
        return self._producer

    def _send_one(self, producer: Any, partition: int, event: Sealed, origin: Origin) -> Any:
        return producer.send(
            self._topic,
            key=event.stream.encode(),
            value=event.value,
            partition=partition,
            headers=[] if origin is Origin.RECORDED else [(_ORIGIN, origin.name.encode())],
            timestamp_ms=read_header(event.value).recorded_at_us // 1000,
        )

    def _settle(
        self, answers: Sequence[Any], events: Sequence[tuple[Sealed, Origin]], deadline: float
    ) -> Settled:
        try:
            settled = [answer.get(timeout=max(0.0, deadline - time.monotonic())) for answer in answers]
            return Settled([int(metadata.offset) for metadata in settled], None)
        except KafkaError as error:
            return Settled([], self._explain(error, {0: events}))

    def _explain(self, error: KafkaError, wave: Wave) -> PitledgerError:
        first = next(event for events in wave.values() for event, _ in events)
        what = f"{self._topic} on {self._bootstrap} did not take {first.stream} seq {first.seq}"
        match error:
            case InvalidTimestampError():
                return LogError(
                    f"{what}: recorded_at is more than an hour ahead of the broker's clock. "
                    "Compare the clocks of the recorder and of the broker."
                )
            case MessageSizeTooLargeError() | RecordListTooLargeError():
                return LogError(
                    f"{what}: max.message.bytes of the topic is too small. Create the topics again."
                )
            case AuthorizationError():
                return LogError(f"{what}: this client may not write there. Grant it WRITE on the topic.")
            case _:
                return Trouble(f"{what}: {error}. Whether it is stored will be found out at the next append.")
