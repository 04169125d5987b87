"""`pitledger import` and `export-events` on a real broker: the same lines, the same answers."""

import json

import pytest

from streams.kafka.topics import create_topics
from tests.console.calling import pitledger
from tests.console.event_lines import a_shift


@pytest.fixture
def kafka(broker, topic_prefix):
    """Calls the command with the log on Kafka, on topics that no other test has."""
    create_topics(broker.bootstrap, prefix=topic_prefix, partitions=3, replication=1)

    def call(*args, **more):
        return pitledger(*args, "--kafka", broker.bootstrap, PITLEDGER_KAFKA_PREFIX=topic_prefix, **more)

    return call


def test_imported_twice_and_exported(kafka, tmp_path):
    lines = a_shift(tables=4, rounds=3)
    file = tmp_path / "shift.jsonl"
    file.write_text("\n".join([*lines, "not an event"]))
    first = kafka("import", file, "--json")
    assert (first.code, first.document["recorded"], first.document["not_taken"]) == (1, len(lines), 1)
    again = kafka("import", file, "--json")
    assert (again.document["recorded"], again.document["existed"]) == (0, len(lines))
    exported = kafka("export-events")
    assert (exported.code, len(exported.out.splitlines())) == (0, len(lines))
    streams = {json.loads(line)["stream"] for line in exported.out.splitlines()}
    assert streams == {"link:L-1", *(f"table:HCF-0{number}" for number in range(1, 5))}
    embedded = pitledger("import", "-", "--data", tmp_path / "copy", "--json", stdin=exported.out)
    assert (embedded.code, embedded.document["recorded"]) == (0, len(lines))
    back = pitledger("export-events", "--data", tmp_path / "copy")
    assert back.out == exported.out


def test_one_stream_from_kafka(kafka):
    kafka("import", "-", stdin="\n".join(a_shift(tables=2, rounds=1)))
    events = [
        json.loads(line) for line in kafka("export-events", "--stream", "table:HCF-02").out.splitlines()
    ]
    assert [event["seq"] for event in events] == list(range(1, 18))


def test_topics_that_are_not_there_are_named(broker, topic_prefix):
    called = pitledger(
        "import", "-", "--kafka", broker.bootstrap, stdin="x", PITLEDGER_KAFKA_PREFIX=topic_prefix
    )
    assert (called.code, called.out) == (2, "")
    assert f"{topic_prefix}events" in called.err
