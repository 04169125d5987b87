"""The bulk reader: ranges of partitions from Kafka as fast as they come, for rebuild, catch-up, gap filling.

Reads with confluent-kafka (librdkafka), several times as fast as kafka-python. One call reads one range of
one partition with a consumer of its own and no group; parallel processes each read their own partitions. What
this module must not know: what is in a record, and where a reader has to start.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

from confluent_kafka import Consumer, KafkaError, KafkaException, TopicPartition

from projections.records import CHUNK, Chunk
from streams.errors import LogError, NoSuchTopic, Trouble
from streams.unfinished import closed_at_exit

_POLL_S: Final = 0.5
FETCHING: Final = {
    # Fetched ahead while the caller folds: so much that it never waits, so little that many can read at once.
    "queued.min.messages": 100_000,
    "queued.max.messages.kbytes": 131_072,
    # How long librdkafka stops fetching once so much is queued. Its default, a second, empties the queue each
    # time and costs more than half of the speed.
    "fetch.queue.backoff.ms": 5,
    "fetch.message.max.bytes": 8 * 1024 * 1024,
    "fetch.max.bytes": 32 * 1024 * 1024,
    "fetch.wait.max.ms": 100,
    "check.crcs": True,
}
_ALL_DOWN: Final = KafkaError._ALL_BROKERS_DOWN  # noqa: SLF001
_NOT_LED_YET: Final = (KafkaError.NOT_LEADER_FOR_PARTITION, KafkaError.LEADER_NOT_AVAILABLE)
_NOT_LED_PAUSE_S: Final = 0.1
_NO_SUCH_PLACE: Final = (KafkaError.UNKNOWN_TOPIC_OR_PART, KafkaError._UNKNOWN_PARTITION)  # noqa: SLF001


def read_range(
    bootstrap: str,
    topic: str,
    partition: int,
    start: int,
    stop: int | None = None,
    *,
    chunk: int = CHUNK,
    timeout: float = 30.0,
    client: Mapping[str, Any] | None = None,
) -> Iterator[Chunk]:
    """The records from `start` up to `stop` (exclusive) or the end as of the call, one for every offset.

    `topic` is the full name. `timeout` seconds without a record are `Trouble`. Where Kafka has none, because
    somebody wrote in a transaction or compacted the topic, one without key and value stands for it.
    `client` goes to librdkafka (TLS, SASL).
    """
    place = TopicPartition(topic, partition, start)
    return closed_at_exit(_chunks(bootstrap, place, stop, chunk, timeout, client))


def _chunks(  # noqa: PLR0917 - what `read_range` was asked for
    bootstrap: str, place: Any, stop: int | None, chunk: int, timeout: float, client: Mapping[str, Any] | None
) -> Generator[Chunk, None, None]:
    with _reading(bootstrap, place, timeout, client) as consumer:
        for messages in _messages(consumer, place, stop, chunk, timeout):
            first = messages[0].offset()
            values = [message.value() or b"" for message in messages]
            yield Chunk(first, [message.key() for message in messages], values)


def end_offset(
    bootstrap: str,
    topic: str,
    partition: int,
    *,
    timeout: float = 30.0,
    client: Mapping[str, Any] | None = None,
) -> int:
    """The offset that the next record of the partition will get."""
    place = TopicPartition(topic, partition, 0)
    with _reading(bootstrap, place, timeout, client) as consumer:
        return _end(consumer, place, timeout)


@lru_cache(maxsize=1_000)
def partition_count(bootstrap: str, topic: str, *, timeout: float = 30.0) -> int:
    """How many partitions the topic has. That never changes, so it is asked once."""
    place = TopicPartition(topic, 0, 0)
    with _reading(bootstrap, place, timeout, None) as consumer:
        found = consumer.list_topics(topic, timeout=timeout).topics[topic].partitions
    if not found:
        raise NoSuchTopic(
            f"Kafka at {bootstrap} has no topic {topic!r}. Create the topics first: `pitledger topics`."
        )
    return len(found)


@contextmanager
def _reading(bootstrap: str, place: Any, timeout: float, client: Mapping[str, Any] | None) -> Iterator[Any]:
    """A consumer for one range; errors of librdkafka become ours."""
    if place.offset < 0:
        raise LogError(f"{_named(place)}: offsets start at 0, so none is {place.offset}.")
    settings = {
        "bootstrap.servers": bootstrap,
        "group.id": "pitledger-bulk-reader",  # librdkafka insists on one; nothing is ever committed to it
        "enable.auto.commit": False,
        "enable.auto.offset.store": False,
        "auto.offset.reset": "error",
        # As the workers read: what somebody wrote in a transaction is there, whatever became of that.
        "isolation.level": "read_uncommitted",
        "enable.partition.eof": True,  # else nothing tells an end without a record from a broker that is slow
        "allow.auto.create.topics": False,
        "reconnect.backoff.max.ms": 1000,
        "log_level": 0,  # what goes wrong comes back as an error or as silence, and both are reported
    }
    consumer = Consumer({**settings, **FETCHING, **(client or {})})
    try:
        yield consumer
    except KafkaException as error:
        code = error.args[0].code()
        if code in _NO_SUCH_PLACE:
            raise NoSuchTopic(
                f"Kafka at {bootstrap} has no {_named(place)}. Create the topics first: `pitledger topics`. "
                "A broker that has just started may not have them yet: then wait, and ask again."
            ) from None
        if code in (KafkaError._AUTO_OFFSET_RESET, KafkaError.OFFSET_OUT_OF_RANGE):  # noqa: SLF001
            raise LogError(
                f"{_named(place)} has no offset {place.offset} any more: records were deleted or the log was "
                "cut. Its topic must have retention.ms=-1 and retention.bytes=-1; restore it from a copy."
            ) from None
        raise Trouble(
            f"Kafka at {bootstrap} does not answer about {_named(place)} within {timeout:g} s: "
            f"{error.args[0].str()}"
        ) from error
    finally:
        consumer.close()


def _end(consumer: Any, place: Any, timeout: float) -> int:
    """The end of a partition. A broker that has just come back knows the partition before it leads it, and
    librdkafka does not wait for that: seen after one outage of seven.
    """
    deadline = time.monotonic() + timeout
    while True:
        try:
            return int(consumer.get_watermark_offsets(place, timeout=timeout)[1])
        except KafkaException as error:
            if error.args[0].code() not in _NOT_LED_YET or time.monotonic() > deadline:
                raise
            time.sleep(_NOT_LED_PAUSE_S)


def _messages(consumer: Any, place: Any, stop: int | None, chunk: int, timeout: float) -> Iterator[list[Any]]:
    """Lists of messages from the offset of `place` on, each checked for errors, and one for every offset."""
    end = _end(consumer, place, timeout)
    stop = end if stop is None else min(stop, end)
    start = int(place.offset)
    if start >= stop:
        return
    consumer.assign([place])
    deadline = time.monotonic() + timeout
    while start < stop:
        messages = _checked(consumer.consume(min(chunk, stop - start), _POLL_S), start, stop)
        if messages:
            start += len(messages)
            yield messages
            deadline = time.monotonic() + timeout
        elif time.monotonic() > deadline:
            raise Trouble(
                f"Kafka sent nothing of {_named(place)} from offset {start} on for {timeout:g} s, though it "
                f"ends at {stop}."
            )


def _checked(messages: list[Any], start: int, stop: int) -> list[Any]:
    """A record for every offset that is known by now; what librdkafka repairs by itself is waited out."""
    if not messages:
        return messages
    whole = all(message.error() is None for message in messages)
    if whole and messages[0].offset() == start and messages[-1].offset() == start + len(messages) - 1:
        return messages
    records: list[Any] = []
    for message in messages:
        error = message.error()
        ended = error is not None and error.code() == KafkaError._PARTITION_EOF  # noqa: SLF001
        if error is None or ended:
            due, came = start + len(records), min(message.offset(), stop)
            records += [_Nothing(offset) for offset in range(due, came)]
        if error is None and message.offset() < stop:
            records.append(message)
        elif not (error is None or ended or error.retriable() or error.code() == _ALL_DOWN):
            raise KafkaException(error)
    return records


class _Nothing:
    """What stands for an offset at which Kafka has no record."""

    __slots__ = ("_offset",)

    def __init__(self, offset: int) -> None:
        self._offset = offset

    def offset(self) -> int:
        """Where nothing is."""
        return self._offset

    def key(self) -> None:
        """None: there is no record."""

    def value(self) -> None:
        """None: there is no record."""


def _named(place: Any) -> str:
    return f"{place.topic}[{place.partition}]"
