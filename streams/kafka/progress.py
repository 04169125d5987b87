"""How far the workers of an instance on Kafka have come: asked of the brokers, once for all partitions.

The offsets that router, keeper and examiner commit are those of batches whose outputs are safe; how far the
sinks are the read model itself knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from kafka import KafkaConsumer, TopicPartition
from kafka.errors import KafkaError

from events.topics import EVENTS, LINKS, METERS, READ
from projections.examining.check_list import EXAMINER
from streams.errors import Trouble

Places = Mapping[tuple[str, int], int]
"""An offset by topic and partition."""
_SOURCES: Final = {"router": (EVENTS,), "keeper": (LINKS,), "examiner": (EVENTS, METERS)}
_GROUPS: Final = {"examiner": EXAMINER}
"""What the group of a worker is called where it is not as the worker."""


class Behind(NamedTuple):
    """How many records each kind of worker has not worked on yet."""

    router: int
    keeper: int
    examiner: int
    sinks: int


class WorkersProgress:
    """Asks the brokers of one instance. `timeout` seconds without an answer are `Trouble`."""

    def __init__(self, bootstrap: str, prefix: str, timeout: float) -> None:
        self._bootstrap = bootstrap
        self._prefix = prefix
        self._timeout_ms = int(timeout * 1000)
        self.ends: Places = {}
        """Where the topics ended when they were asked last."""

    def behind(self, positions: Places) -> Behind:
        """What is still to do, given the positions of the read model.

        Where each worker is comes before where the topics end: what a worker has written by then is counted.
        """
        try:
            done = {name: self._committed(name) for name in _SOURCES}
            self.ends = ends = self._ends()
        except KafkaError as error:
            raise Trouble(f"Kafka at {self._bootstrap} does not answer ({error})") from error
        left = {
            name: sum(end - done[name].get(place, 0) for place, end in ends.items() if place[0] in sources)
            for name, sources in _SOURCES.items()
        }
        sinks = sum(max(0, end - positions.get(place, 0)) for place, end in ends.items())
        return Behind(left["router"], left["keeper"], left["examiner"], sinks)

    def _ends(self) -> dict[tuple[str, int], int]:
        consumer = self._consumer(None)
        try:
            places = {
                TopicPartition(self._prefix + topic, partition): (topic, partition)
                for topic in READ
                for partition in consumer.partitions_for_topic(self._prefix + topic) or ()
            }
            ends = consumer.end_offsets(list(places), timeout_ms=self._timeout_ms)
        finally:
            consumer.close()
        return {places[place]: int(end) for place, end in ends.items()}

    def _committed(self, name: str) -> dict[tuple[str, int], int]:
        """How far one kind of worker has committed; whoever never ran has all of it before him."""
        consumer = self._consumer(f"{self._prefix}{_GROUPS.get(name, name)}")
        try:
            return {
                (topic, partition): consumer.committed(TopicPartition(self._prefix + topic, partition)) or 0
                for topic in _SOURCES[name]
                for partition in consumer.partitions_for_topic(self._prefix + topic) or ()
            }
        finally:
            consumer.close()

    def _consumer(self, group: str | None) -> KafkaConsumer:
        return KafkaConsumer(
            bootstrap_servers=self._bootstrap,
            group_id=group,
            enable_auto_commit=False,
            allow_auto_create_topics=False,
            bootstrap_timeout_ms=self._timeout_ms,
            request_timeout_ms=max(self._timeout_ms, 1_000) + 30_000,
        )
