"""Both engines give the same bytes, in the sense of DESIGN.md: per table by seq, per link by position."""

from __future__ import annotations

from pathlib import Path

from events.envelope import read_header
from events.topics import EVENTS, LINKS, METERS
from streams.engines.embedded import Embedded
from streams.log import Sealed
from tests.kafka_broker import Broker
from tests.rig import Rig
from tests.traffic import traffic


def in_the_order_of_links(rig: Rig, events: list[Sealed]) -> list[Sealed]:
    """The events in an order that has every link's legs as they stand in `links`."""
    waiting: dict[str, list[Sealed]] = {}
    for event in events:
        waiting.setdefault(event.stream, []).append(event)
    ordered: list[Sealed] = []
    for partition in range(rig.partitions):
        for record in rig.source.records(LINKS, partition, 0, rig.source.end(LINKS, partition)):
            leg = read_header(record.value)
            of_stream = waiting.get(leg.stream, [])  # what links tell each other is nobody's event
            while of_stream and of_stream[0].seq <= leg.seq:
                ordered.append(of_stream.pop(0))
    return ordered + [event for rest in waiting.values() for event in rest]


def test_ten_thousand_events_through_kafka_and_embedded_give_the_same_bytes(
    broker: Broker, topic_prefix: str, tmp_path: Path
) -> None:
    events = list(traffic(10_000, tables=12, links=2))
    with Rig(broker.bootstrap, topic_prefix, tmp_path / "kafka") as rig:
        rig.start_all()
        rig.feed(events)
        rig.wait()
        ordered = in_the_order_of_links(rig, events)
        assert sorted(ordered) == sorted(events)
        on_kafka = rig.meters()

    with Embedded(tmp_path / "embedded") as embedded:
        embedded.log.append(ordered)
        embedded.process()
        in_process: dict[str, list[bytes]] = {}
        for record in embedded.log.read(METERS, 0, 0):
            in_process.setdefault(record.key, []).append(record.value)
        assert embedded.log.end(EVENTS, 0) == len(events)

    assert set(on_kafka) == {"L1", "L2"}
    assert on_kafka == in_process
