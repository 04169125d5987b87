"""Poison of every kind in every topic: no worker stops, every command answers, and `check` names each one."""

from __future__ import annotations

import json
import shutil
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from confluent_kafka import Producer

from events.topics import EVENTS, LINKS, METERS, QUARANTINE, READ, TOPICS
from projections.records import KEPT_BYTES, read_quarantined
from streams.kafka.topics import MAX_BATCH_BYTES
from tests.console.calling import Called, pitledger
from tests.end_to_end.poison import EXPECTED, OVERHEAD, Poison, Written, in_changelogs, of_every_kind, write
from tests.faults.kafka import STATEFUL
from tests.kafka_broker import Broker
from tests.rig import Rig
from tests.traffic import traffic
from tests.workers import Worker

TABLE, LINK = "table:HCF-01", "L1"
NOTE = {
    "stream": "desk:pit",
    "type": "note_recorded",
    "schema": 1,
    "mode": "live",
    "occurred_at": "2023-11-14T22:00:00Z",
    "actor": "P-1",
    "body": {"subject": "x", "text": "after the poison"},
}


class Poisoned:
    """A floor with workers, poison in all of its topics, and play that went on behind it."""

    def __init__(self, rig: Rig, workers: dict[str, Worker], written: list[Written]) -> None:
        self.rig = rig
        self.workers = workers
        self.written = written

    def call(self, *words: object) -> Called:
        where = ("--kafka", self.rig.bootstrap, "--data", self.rig.directory / "sinks")
        return pitledger(*words, *where, PITLEDGER_KAFKA_PREFIX=self.rig.prefix)


@pytest.fixture(scope="module")
def poisoned(broker: Broker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Poisoned]:
    prefix = f"everywhere-{uuid.uuid4().hex[:8]}-"
    with Rig(broker.bootstrap, prefix, tmp_path_factory.mktemp("everywhere"), partitions=4) as rig:
        workers = {**rig.start_all(), "examiner": rig.start("examiner")}
        rig.feed(list(traffic(200, tables=3, links=2)))
        rig.wait()
        written = write(rig, list(of_every_kind(rig, TABLE, LINK)))
        rig.feed(list(traffic(200, tables=3, links=2, floor="B-")))
        rig.wait(expected=EXPECTED)
        yield Poisoned(rig, workers, written)


def test_no_worker_has_left(poisoned: Poisoned) -> None:
    assert {name: worker.running for name, worker in poisoned.workers.items()} == dict.fromkeys(
        poisoned.workers, True
    )


def test_check_names_each_one_and_nothing_else(poisoned: Poisoned) -> None:
    problems = poisoned.rig.problems()

    places = {problem.place.partition(" (")[0] for problem in problems}
    assert {problem.check for problem in problems} == set(EXPECTED)
    assert places == {f"{each.topic} {each.partition}:{offset}" for each, offset in poisoned.written}
    assert len(problems) == len(poisoned.written)


def test_what_is_in_a_wrong_partition_begins_nothing_anew(poisoned: Poisoned) -> None:
    """The first event of a table, the opening of a link, the first record of a meter: each a second time."""
    store = poisoned.call("meters", "--json").document

    assert sorted(link["link"] for link in store["links"]) == ["B-L1", "B-L2", "L1", "L2"]
    assert poisoned.call("ledger", "trial").code == 0
    elsewhere = [each for each, _ in poisoned.written if each.kind == "wrong partition"]
    assert {each.topic for each in elsewhere} >= {EVENTS, METERS}


def test_of_long_bytes_quarantine_keeps_the_beginning_the_length_and_the_hash(poisoned: Poisoned) -> None:
    rig = poisoned.rig
    kept = [
        read_quarantined(record)
        for partition in range(rig.partitions)
        for record in rig.source.records(QUARANTINE, partition, 0, rig.source.end(QUARANTINE, partition))
    ]
    whole = MAX_BATCH_BYTES - OVERHEAD
    long = [each for each in kept if each.length == whole and each.topic == EVENTS]

    assert [each.value for each in long] == [b"x" * KEPT_BYTES]
    assert all(len(each.value) <= KEPT_BYTES for each in kept)


def test_every_command_answers_and_records_go_on(poisoned: Poisoned, tmp_path: Path) -> None:
    lines = tmp_path / "note.jsonl"
    lines.write_text(json.dumps(NOTE) + "\n")

    imported = poisoned.call("import", lines)
    checked = poisoned.call("check")

    assert (imported.code, imported.err) == (0, "")
    assert "1 recorded" in imported.out
    assert checked.code == 1
    assert f"{len(poisoned.written)} problems" in checked.out + checked.err
    for words in (("meters",), ("ledger", "trial"), ("ledger", "hits"), ("ledger", "liability")):
        called = poisoned.call(*words)
        assert called.code == 0, f"{words}: {called}"
        assert "Traceback" not in called.err
    assert poisoned.call("export-events").out.count("after the poison") == 1
    rebuilt = poisoned.call("rebuild")
    assert rebuilt.code == 2, "the sinks are running"
    assert "Traceback" not in rebuilt.err


def test_poison_in_changelogs_is_not_believed_by_workers_that_begin_anew(poisoned: Poisoned) -> None:
    """The state of another partition would have them skip what nobody has routed yet."""
    rig = poisoned.rig
    for worker in rig.workers:
        worker.kill()
        if worker.name in STATEFUL:
            shutil.rmtree(worker.data)
    rig.workers.clear()
    write(rig, list(in_changelogs(rig, STATEFUL)))
    workers = rig.start_all()
    rig.feed(list(traffic(100, tables=3, links=2, floor="C-")))
    rig.wait(expected=EXPECTED)

    assert all(worker.running for worker in workers.values())
    assert "its stored state is thrown away" in rig.worker_logs()
    assert len(rig.problems()) == len(poisoned.written), "what is quarantined again is named once"


def test_poison_before_anything_else_stops_nobody(broker: Broker, topic_prefix: str, tmp_path: Path) -> None:
    """As the first record of every partition of every topic, for a fresh floor and a fresh import."""
    lines = tmp_path / "note.jsonl"
    lines.write_text(json.dumps(NOTE) + "\n")
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=2) as rig:
        poison = [
            Poison("first", topic, partition, key, value)
            for topic in TOPICS
            for partition in range(2)
            for key, value in ((None, None), (b"L1", b"\xc1"))
        ]
        written = write(rig, poison)
        workers = rig.start_all()
        calling = Poisoned(rig, workers, written)
        assert calling.call("import", lines, "--facility", "PA01").code == 0
        played = calling.call("floor", "--rounds", 2, "--tables", 1, "--game", "high_card_flush")
        assert played.code == 0, played
        rig.wait(expected=EXPECTED)
        assert all(worker.running for worker in workers.values())
        assert len(calling.rig.problems()) == len(written)
        deadline = time.monotonic() + 60
        while (shown := calling.call("meters")).code and time.monotonic() < deadline:
            time.sleep(0.5)
        assert "HCF-L1" in shown.out


def test_what_was_written_in_a_transaction_stops_nobody(
    broker: Broker, topic_prefix: str, tmp_path: Path
) -> None:
    """The mark at its end takes an offset without a record, and nothing may come behind it for days."""
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=1) as rig:
        workers = {**rig.start_all(), "examiner": rig.start("examiner")}
        rig.feed(list(traffic(60, tables=1, links=1)))
        rig.wait()
        producer = Producer({"bootstrap.servers": rig.bootstrap, "transactional.id": topic_prefix})
        producer.init_transactions(60)
        places = set()
        for topic in READ:
            end = rig.source.end(topic, 0)
            places |= {f"{topic} 0:{end}", f"{topic} 0:{end + 1}"}
            producer.begin_transaction()
            producer.produce(rig.prefix + topic, b"\xc1", b"L1", partition=0)
            producer.flush(60)  # an abort would throw away what has not been sent
            (producer.abort_transaction if topic == LINKS else producer.commit_transaction)(60)
        rig.wait(expected=EXPECTED)
        assert {problem.place.partition(" (")[0] for problem in rig.problems()} == places
        rig.feed(list(traffic(60, tables=1, links=1, floor="B-")))
        rig.wait(expected=EXPECTED)

        assert {problem.place.partition(" (")[0] for problem in rig.problems()} == places
        assert all(worker.running for worker in workers.values()), rig.worker_logs()
        calling = Poisoned(rig, workers, [])
        assert "behind" not in calling.call("meters").err
