"""Reading partitions of Kafka topics in order, with kafka-python: to an offset, or on and on.

Every caller gets a consumer of its own from a small pool, since a consumer serves one thread at a time.
Assignment is by hand and no group is involved: positions belong to whoever reads. What this module must not
know: what is in a record. For bulk reading there is streams/kafka/reader.py.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from kafka import KafkaConsumer, TopicPartition
from kafka.errors import KafkaError, OffsetOutOfRangeError

from streams.errors import LogError, Trouble
from streams.unfinished import closed_at_exit

CLOSED: Final = "The log on Kafka: this log is closed. Open it again."

_POLL_MS: Final = 200
_POLL_RECORDS: Final = 10_000
_FETCH_BYTES: Final = 4 * 1024 * 1024
_KEPT_CONSUMERS: Final = 4


Lists = Generator[list[Any], None, None]
"""Lists of consumer records, for as long as somebody asks for more."""


class PartitionReader:
    """Reads any partition of any topic; safe to use from several threads."""

    def __init__(
        self, bootstrap: str, *, timeout: float = 30.0, client: Mapping[str, Any] | None = None
    ) -> None:
        """`timeout` seconds without an answer are `Trouble`; `client` goes to every consumer (TLS, SASL)."""
        self._bootstrap = bootstrap
        self._timeout = timeout
        self._client = dict(client or {})
        self._lock = threading.Lock()
        self._idle: list[Any] = []
        self._partitions: dict[str, int] = {}
        self._closed = False

    def partitions(self, topic: str) -> int:
        """How many partitions the topic has. That never changes, so it is asked once."""
        known = self._partitions.get(topic)
        if known is not None:
            return known
        with self._consumer() as consumer:
            found = consumer.partitions_for_topic(topic)
        if not found:
            raise LogError(
                f"Kafka at {self._bootstrap} has no topic {topic!r}. Create the topics first: "
                "`pitledger topics`."
            )
        self._partitions[topic] = len(found)
        return len(found)

    def counts(self, topics: Iterable[str]) -> dict[str, int]:
        """How many partitions each topic has now; none where it is missing."""
        with self._consumer() as consumer:
            return {topic: len(consumer.partitions_for_topic(topic) or ()) for topic in topics}

    def end(self, topic: str, partition: int) -> int:
        """The offset after the last record that all in-sync replicas have."""
        with self._consumer() as consumer:
            return self._end(consumer, self._assigned(topic, partition))

    def read(self, topic: str, partition: int, start: int, stop: int | None) -> Lists:
        """Lists of consumer records from `start` up to `stop` or the end as of the call, one an offset."""
        place = self._assigned(topic, partition)
        _refuse_negative(place, start)
        end = self.end(topic, partition)
        return closed_at_exit(self._read(place, start, end if stop is None else min(stop, end)))

    def _read(self, place: Any, start: int, stop: int) -> Lists:
        if start >= stop:
            return
        with self._consumer() as consumer:
            _assign(consumer, place, start)
            deadline = time.monotonic() + self._timeout
            while start < stop:
                records = _poll(consumer, place, start, stop)
                if records:
                    start += len(records)
                    yield records
                    deadline = time.monotonic() + self._timeout
                elif time.monotonic() > deadline:
                    raise Trouble(
                        f"Kafka at {self._bootstrap} sent nothing of {_named(place)} from offset {start} on "
                        f"for {self._timeout:g} s, though it ends at {stop}."
                    )

    def follow(self, topic: str, partition: int, start: int, timeout: float) -> Lists:
        """Like `read`, and then waits for more; ends when nothing came for `timeout` seconds."""
        return closed_at_exit(self._follow(topic, partition, start, timeout))

    def _follow(self, topic: str, partition: int, start: int, timeout: float) -> Lists:
        place = self._assigned(topic, partition)
        _refuse_negative(place, start)
        with self._consumer() as consumer:
            end = self._end(consumer, place)
            if start > end:
                raise LogError(
                    f"{_named(place)} ends at offset {end}: nothing can be followed from {start} on."
                )
            _assign(consumer, place, start)
            deadline = time.monotonic() + timeout
            while (left := deadline - time.monotonic()) > 0:
                records = _poll(consumer, place, start, None, min(_POLL_MS, max(1, int(left * 1000))))
                if records:
                    start += len(records)
                    yield records
                    deadline = time.monotonic() + timeout

    def close(self) -> None:
        """Close the idle consumers; one that is being read from is closed when its reader ends."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for consumer in idle:
            consumer.close()

    def _assigned(self, topic: str, partition: int) -> Any:
        count = self.partitions(topic)
        if not 0 <= partition < count:
            raise LogError(f"Topic {topic} has partitions 0 to {count - 1}, none is {partition}.")
        return TopicPartition(topic, partition)

    def _end(self, consumer: Any, place: Any) -> int:
        return int(consumer.end_offsets([place], timeout_ms=int(self._timeout * 1000))[place])

    @contextmanager
    def _consumer(self) -> Iterator[Any]:
        """A consumer for one thread; errors of the client become ours, and their consumer is closed."""
        with self._lock:
            if self._closed:
                raise LogError(CLOSED)
            consumer = self._idle.pop() if self._idle else None
        healthy = False
        try:
            if consumer is None:
                consumer = self._connect()
            yield consumer
            healthy = True
        except GeneratorExit:
            healthy = True  # the reader of `read` or `follow` had enough
            raise
        except KafkaError as error:
            raise Trouble(f"Kafka at {self._bootstrap} does not answer as it must: {error}") from error
        finally:
            if consumer is not None:
                self._put_back(consumer, healthy=healthy)

    def _connect(self) -> Any:
        return KafkaConsumer(
            bootstrap_servers=self._bootstrap,
            group_id=None,
            enable_auto_commit=False,
            auto_offset_reset="none",
            allow_auto_create_topics=False,
            fetch_max_wait_ms=_POLL_MS,
            max_partition_fetch_bytes=_FETCH_BYTES,
            max_poll_records=_POLL_RECORDS,
            bootstrap_timeout_ms=int(self._timeout * 1000),
            reconnect_backoff_max_ms=1000,
            **self._client,
        )

    def _put_back(self, consumer: Any, *, healthy: bool) -> None:
        with self._lock:
            keep = healthy and not self._closed and len(self._idle) < _KEPT_CONSUMERS
            if keep:
                consumer.unsubscribe()  # else it would hold on to what it has fetched ahead
                self._idle.append(consumer)
        if not keep:
            consumer.close()


def _assign(consumer: Any, place: Any, start: int) -> None:
    consumer.assign([place])
    consumer.seek(place, start)


class NoRecord(NamedTuple):
    """What stands for an offset at which Kafka has none: written in a transaction, or compacted away."""

    partition: int
    offset: int
    key: None = None
    value: None = None


def _poll(consumer: Any, place: Any, start: int, stop: int | None, wait_ms: int = _POLL_MS) -> list[Any]:
    """The next records from `start` on, before `stop`, one for every offset."""
    limit = _POLL_RECORDS if stop is None else min(stop - start, _POLL_RECORDS)
    try:
        polled = consumer.poll(wait_ms, max_records=limit)
        end = consumer.position(place, timeout_ms=wait_ms)
    except OffsetOutOfRangeError:
        raise LogError(
            f"{_named(place)} has no offset {start} any more: records were deleted or the log was cut. "
            "Its topic must have retention.ms=-1 and retention.bytes=-1; restore it from a copy."
        ) from None
    records: list[Any] = polled.get(place, [])
    last = records[-1].offset if records else start - 1
    if last == start + len(records) - 1 and last + 1 >= (end or 0):
        return records
    end = max(end or 0, last + 1)
    if stop is not None:
        end = min(end, stop)
    there = {record.offset: record for record in records}
    return [there.get(offset) or NoRecord(place.partition, offset) for offset in range(start, end)]


def _refuse_negative(place: Any, start: int) -> None:
    if start < 0:
        raise LogError(f"{_named(place)}: offsets start at 0, so none is {start}.")


def _named(place: Any) -> str:
    return f"{place.topic}[{place.partition}]"
