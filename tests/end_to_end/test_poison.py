"""Bad bytes in the middle of a partition: quarantined with their position; only a proved gap halts a stream.

The tests share one floor and its workers: each has a table and a link of its own, and looks at what it added.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from confluent_kafka import Producer

from events.topics import EVENTS, QUARANTINE
from events.vocabulary.desk import NoteRecorded
from projections.records import Quarantined, read_quarantined
from streams.kafka.topics import partition_of
from streams.log import Sealed
from streams.read_model.store import ReadStore
from tests.console.calling import pitledger
from tests.kafka_broker import Broker
from tests.rig import Rig
from tests.traffic import Clock, Table, traffic

POISON = b"\xc1 not msgpack"


def write_raw(rig: Rig, stream: str, value: bytes) -> int:
    """Write bytes under a stream's key as a foreign producer would; returns their offset."""
    placed: list[int] = []
    producer = Producer({"bootstrap.servers": rig.bootstrap})
    partition = partition_of(stream, rig.partitions)
    producer.produce(
        rig.prefix + EVENTS,
        value,
        stream,
        partition=partition,
        on_delivery=lambda error, message: placed.append(message.offset()) if error is None else None,
    )
    producer.flush(30)
    (offset,) = placed
    return offset


def quarantined(rig: Rig) -> list[Quarantined]:
    return [
        read_quarantined(record)
        for partition in range(rig.partitions)
        for record in rig.source.records(QUARANTINE, partition, 0, rig.source.end(QUARANTINE, partition))
    ]


def read_model(rig: Rig) -> ReadStore:
    return ReadStore(rig.directory / "sinks" / "read.sqlite", writable=False)


def halts(rig: Rig) -> list[dict[str, Any]]:
    store = read_model(rig)
    try:
        return store.rows("SELECT stream, missing_seq FROM halts")
    finally:
        store.close()


def round_of(table: Table) -> list[Sealed]:
    return list(table.play())


@pytest.fixture(scope="module")
def floor(broker: Broker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """Two tables of one link beside those that get into trouble, on workers that run."""
    prefix = f"poison-{uuid.uuid4().hex[:8]}-"
    with Rig(broker.bootstrap, prefix, tmp_path_factory.mktemp("poison"), partitions=2) as rig:
        rig.start_all()
        rig.feed(list(traffic(100, tables=2, links=1)))
        yield rig


def test_poison_is_quarantined_with_its_position_and_its_stream_goes_on(floor: Rig) -> None:
    table = Table("HCF-98", "L1", Clock(), random.Random(7))
    floor.wait(expected=["quarantine", "chain"])
    known = {problem.check for problem in floor.problems()} | {"quarantine"}
    before, halts_before = quarantined(floor), halts(floor)
    floor.feed(round_of(table))
    offset = write_raw(floor, table.name, POISON)
    floor.feed(round_of(table))
    floor.feed(list(traffic(200, tables=2, links=1, floor="B-")))
    floor.wait(expected=known)
    (added,) = (each for each in quarantined(floor) if each not in before)
    assert (added.topic, added.offset, added.key) == (EVENTS, offset, table.name)
    assert added.value == POISON
    assert halts(floor) == halts_before, "poison alone halts nothing"
    store = read_model(floor)
    rounds = store.rows("SELECT round, closed FROM rounds WHERE stream = ? ORDER BY round", (table.name,))
    assert [row["round"] for row in rounds] == ["HCF-98-1", "HCF-98-2"]
    store.close()


def test_a_proved_gap_halts_one_stream_and_two_badges_resume_it(floor: Rig) -> None:
    table = Table("HCF-99", "L1", Clock(), random.Random(7))
    floor.feed(round_of(table))
    lost = table.say(NoteRecorded(subject="lost", text="these bytes never arrive as they are"))
    write_raw(floor, table.name, POISON)
    later = round_of(table)
    for event in later:
        write_raw(floor, table.name, event.value)
    floor.feed(list(traffic(200, tables=2, links=1, floor="C-")))
    floor.wait(expected=["quarantine", "chain"])
    assert halts(floor) == [{"stream": table.name, "missing_seq": lost.seq}]
    store = read_model(floor)
    assert store.rows("SELECT link, what, from_number FROM gaps WHERE from_number > 0") == [
        {"link": "L1", "what": "stream", "from_number": lost.seq}
    ]
    assert {row["reason"] for row in store.rows("SELECT reason FROM quarantined")} == {"malformed", "gap"}
    store.close()

    kafka = ("--kafka", floor.bootstrap, "--json")
    prefix = {"PITLEDGER_KAFKA_PREFIX": floor.prefix}
    signed = ("--reason", "lost at the shoe; video secured", "--by", "S-1")
    one_badge = pitledger("resume", table.name, *signed, "--by", "S-1", *kafka, **prefix)
    assert one_badge.code == 2
    resumed = pitledger("resume", table.name, *signed, "--by", "S-2", *kafka, **prefix)
    assert resumed.document == {
        "stream": table.name,
        "from_seq": later[0].seq,
        "recorded_seq": later[-1].seq + 1,
    }
    head = floor.log.head(table.name)
    table.seq, table.prev = head
    for event in round_of(table):
        write_raw(floor, table.name, event.value)
    floor.wait(expected=["quarantine", "chain"])
    store = read_model(floor)
    assert store.rows("SELECT missing_seq FROM halts") == [{"missing_seq": 0}]
    assert store.rows("SELECT link FROM gaps WHERE from_number > 0") == []
    rounds = store.rows("SELECT closed FROM rounds WHERE stream = ?", (table.name,))
    assert len(rounds) == 3
    store.close()
