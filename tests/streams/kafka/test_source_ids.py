"""The index of source ids beside a recorder on Kafka: caught up, shared, and thrown away when it is wrong."""

import sqlite3

import pytest

from events import read_header
from events.envelope import NO_PREV, Event
from streams.kafka import source_ids
from streams.kafka.log import KafkaLog
from streams.kafka.topics import create_topics, partition_of
from streams.log import EVENTS, SourceKey, seal
from tests.streams.kafka.kafka_topic import write, write_events

STREAM = "table:T-1"


@pytest.fixture
def topics(broker, topic_prefix):
    create_topics(broker.bootstrap, topic_prefix, partitions=2)
    return topic_prefix


@pytest.fixture
def open_log(broker, topics, tmp_path):
    opened = []

    def another(prefix=topics):
        log = KafkaLog(broker.bootstrap, prefix=prefix, source_index=tmp_path / "cache" / "ids.sqlite")
        opened.append(log)
        return log

    yield another
    for log in opened:
        log.close()


def chain(ids, stream=STREAM, seq=0, prev=NO_PREV, actor="D-1"):
    made = []
    for each in ids:
        seq += 1
        fields = ("note_recorded", 1, 5, 6, "2026-01-01", None, actor, each, "live", b"\x80")
        made.append(seal(Event("PA-01", stream, seq, prev, *fields)))
        prev = made[-1].hash
    return made


def found(log, *ids, stream=STREAM):
    keys = [SourceKey(stream, each) for each in ids]
    return {key.source_id: read_header(value).seq for key, value in log.recorded(keys).items()}


def test_the_first_event_that_continues_the_chain_has_the_id(broker, topics, open_log):
    """A fork, what follows it, a repeat, an event behind no other and bytes that are none stay without."""
    topic, partition = topics + EVENTS, partition_of(STREAM, 2)
    first = chain(["d#1", "d#2"])
    fork = chain(["d#3", "d#4"], seq=1, prev=first[0].hash, actor="stale")
    write_events(broker.bootstrap, topic, [first[0], first[1], fork[0], fork[1], first[1]], partition)
    write(broker.bootstrap, topic, [(b"table:T-1", b"?"), (None, b"")], partition)
    log = open_log()
    assert found(log, "d#1", "d#2", "d#3", "d#4") == {"d#1": 1, "d#2": 2}
    assert log.last_number(STREAM, "d") == 2
    more = chain(["d#3"], seq=2, prev=first[1].hash)
    open_log().append(more)
    for again in (log, open_log()):
        assert found(again, "d#1", "d#2", "d#3", "d#4") == {"d#1": 1, "d#2": 2, "d#3": 3}


def test_two_recorders_share_the_file(open_log):
    one, other = open_log(), open_log()
    events = chain([f"d#{number}" for number in range(1, 21)])
    for number, event in enumerate(events, 1):
        log = (one, other)[number % 2]
        log.append([event])
        assert found((one, other)[number // 2 % 2], event.source + f"#{number}") == {f"d#{number}": number}
    assert one.last_number(STREAM, "d") == other.last_number(STREAM, "d") == 20


def test_only_the_partitions_that_are_asked_for_are_read(open_log, tmp_path):
    log = open_log()
    streams = {partition_of(f"table:T-{n}", 2): f"table:T-{n}" for n in range(20)}
    for stream in streams.values():
        log.append(chain(["d#1"], stream))
    assert found(log, "d#1", stream=streams[1]) == {"d#1": 1}
    with sqlite3.connect(tmp_path / "cache" / "ids.sqlite") as raw:
        assert raw.execute("SELECT partition, next_offset FROM indexed").fetchall() == [(1, 1)]
    raw.close()


def test_a_long_partition_is_read_in_bulk(open_log, monkeypatch):
    monkeypatch.setattr(source_ids, "IN_BULK_FROM", 10)
    monkeypatch.setattr(source_ids, "_AT_ONCE", 7)
    log = open_log()
    log.append(chain([f"d#{number}" for number in range(1, 61)]))
    wanted = [f"d#{number}" for number in range(0, 70, 3)]
    assert found(log, *wanted) == {f"d#{number}": number for number in range(3, 61, 3)}


def damaged(path):
    path.write_bytes(b"not a database" * 300)


def half_damaged(path):
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE source_runs SET places = x'00'")
    raw.close()


def without_a_table(path):
    with sqlite3.connect(path) as raw:
        raw.execute("DROP TABLE source_runs")
    raw.close()


def without_rows(path):
    with sqlite3.connect(path) as raw:
        raw.execute("DELETE FROM source_runs")
    raw.close()


def newer(path):
    with sqlite3.connect(path) as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()


@pytest.mark.parametrize("spoil", [damaged, half_damaged, without_a_table, without_rows, newer])
def test_a_file_that_cannot_be_used_is_made_again(open_log, tmp_path, spoil):
    first = open_log()
    first.append(chain(["d#1", "d#2", "text"]))
    assert found(first, "d#1")
    first.close()
    spoil(tmp_path / "cache" / "ids.sqlite")
    log = open_log()
    assert found(log, "d#1", "d#2", "text") == {"d#1": 1, "d#2": 2, "text": 3}
    assert log.last_number(STREAM, "d") == 2


def test_a_file_of_other_topics_is_made_again(broker, topics, open_log):
    first = open_log()
    first.append(chain(["d#1", "d#2"]))
    assert found(first, "d#1", "d#2")
    first.close()
    create_topics(broker.bootstrap, topics + "other.", partitions=1)
    other = open_log(topics + "other.")
    other.append(chain(["d#5"]))
    assert found(other, "d#1", "d#5") == {"d#5": 1}
    assert found(open_log(), "d#1", "d#5") == {"d#1": 1}


def test_a_file_of_other_records_is_made_again(open_log, tmp_path):
    """The topics were made again under the same name, or the brokers are another cluster's."""
    first = open_log()
    first.append(chain(["d#1", "d#2"]))
    assert found(first, "d#1")
    first.close()
    for change in ("UPDATE last_records SET hash = x'00'", "UPDATE indexed SET next_offset = 99"):
        with sqlite3.connect(tmp_path / "cache" / "ids.sqlite") as raw:
            raw.execute(change)
            raw.execute("UPDATE sources SET source = 'lost'")
        raw.close()
        log = open_log()
        assert found(log, "d#1", "d#2", "lost#1") == {"d#1": 1, "d#2": 2}
        log.close()
