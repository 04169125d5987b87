"""`pitledger floor` on a real broker: killed and called again, the bytes of an embedded floor."""

import subprocess
import time

from streams.kafka.log import KafkaLog
from streams.kafka.topics import create_topics
from streams.log import EVENTS
from tests.console.calling import COMMAND, environment, pitledger

PARTITIONS = 3
NIGHT = ("--tables", "5", "--rounds", "8", "--seed", "2", "--wait", "0")


def test_killed_and_called_again_every_stream_has_the_bytes_of_an_embedded_floor(
    broker, topic_prefix, tmp_path
):
    """No hand of this night wins a share of a meter, so no worker is needed, and none is waited for."""
    create_topics(broker.bootstrap, topic_prefix, PARTITIONS)
    on_kafka = ("--kafka", broker.bootstrap, "--data", str(tmp_path / "sinks"))
    (tmp_path / "sinks").mkdir()
    call = [*COMMAND, *on_kafka, "floor", *NIGHT, "--speed", "400"]
    process = subprocess.Popen(
        call, env=environment(PITLEDGER_KAFKA_PREFIX=topic_prefix), stderr=subprocess.DEVNULL
    )
    log = KafkaLog(broker.bootstrap, prefix=topic_prefix)
    try:
        while process.poll() is None and recorded(log) < 300:
            time.sleep(0.05)
        process.kill()
        process.wait()
        cut_off = recorded(log)

        again = pitledger(*on_kafka, "floor", *NIGHT, "--json", PITLEDGER_KAFKA_PREFIX=topic_prefix)
        whole = recorded(log)
    finally:
        log.close()

    embedded = pitledger("--data", tmp_path / "embedded", "floor", *NIGHT, "--json")
    assert again.code == 0, again.err
    assert again.document["events"] == embedded.document["events"] == whole
    assert again.document["recorded"] == whole - cut_off > 0
    exports = [
        pitledger(*at, "export-events", PITLEDGER_KAFKA_PREFIX=topic_prefix).out.splitlines()
        for at in (on_kafka, ("--data", tmp_path / "embedded"))
    ]
    assert sorted(exports[0]) == sorted(exports[1])
    assert not any("wager_refused" in line for line in exports[0])
    assert rounds_found(topic_prefix, on_kafka) == rounds_found(
        topic_prefix, ("--data", tmp_path / "embedded")
    )


def rounds_found(topic_prefix, at):
    """The rounds, judged, by a read model that is built here: no sinks are running."""
    rebuilt = pitledger(*at, "rebuild", PITLEDGER_KAFKA_PREFIX=topic_prefix)
    assert rebuilt.code == 0, rebuilt.err
    found = pitledger(*at, "rounds", "--json", PITLEDGER_KAFKA_PREFIX=topic_prefix).document
    assert len(found) == 40
    assert all(each["hand"] and each["due_cents"] is not None for each in found)
    return found


def recorded(log):
    """Records on `events` so far."""
    return sum(log.end(EVENTS, partition) for partition in range(PARTITIONS))
