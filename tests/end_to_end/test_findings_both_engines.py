"""What is found is the same embedded, on Kafka with the examiner killed, and when it is found again."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path

from events.topics import FINDINGS
from streams.engines.embedded import Embedded
from streams.log import seal_bytes
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.examine_again import ends_to_examine, examine_again
from streams.sqlite.file import LOG_FILE
from tests.console.calling import COMMAND, Called, environment, pitledger
from tests.kafka_broker import Broker
from tests.projections.examining.chained import erring_floor, in_turn
from tests.projections.examining.links.told_link import erring_links
from tests.projections.examining.record.told_desk import erring_desks
from tests.rig import Rig

LINKS = erring_links(links=4, rounds=12, two_tables=False)
OPENINGS = [seal_bytes(value) for value in LINKS[:4]]
"""The links are put into play: on Kafka before anything comes to them from another partition."""
EVENTS = [
    seal_bytes(value) for value in in_turn(erring_floor(tables=8, rounds=12), LINKS[4:], erring_desks())
]
STREAMS = {
    *(f"finding:table:T-{number}" for number in range(8)),
    *(f"finding:table:A{number}" for number in range(1, 5)),
    *(f"finding:meter:L{number}" for number in range(1, 5)),
    *("finding:desk:accounting", "finding:link:L-9"),
}
"""What is found at the tables of the floor, at those that play into links, at the links, and at a desk."""


def embedded(data: Path) -> dict[str, list[bytes]]:
    """What an embedded instance finds, by stream."""
    found: dict[str, list[bytes]] = {}
    with Embedded(data) as instance:
        instance.log.append([*OPENINGS, *EVENTS])
        instance.process()
        for record in instance.log.read(FINDINGS, 0, 0):
            found.setdefault(record.key, []).append(record.value)
    return found


def asked(data: Path, *more: object, **env: str) -> Called:
    return pitledger("findings", "--data", data, "--json", *more, **env)


def following(rig: Rig) -> subprocess.Popen[str]:
    """`pitledger findings --follow` on Kafka."""
    where = ["--kafka", rig.bootstrap, "--data", str(rig.directory / "sinks"), "--follow", "--json"]
    return subprocess.Popen(
        [*COMMAND, "findings", *where],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(PITLEDGER_KAFKA_PREFIX=rig.prefix),
    )


def test_findings_are_the_same_on_both_engines_and_when_found_again(
    broker: Broker, topic_prefix: str, tmp_path: Path
) -> None:
    found = embedded(tmp_path / "embedded")
    assert set(found) == STREAMS
    source = SqliteSource(tmp_path / "embedded" / LOG_FILE)
    assert examine_again(source, ends_to_examine(source)) == ([], [], [])

    with Rig(broker.bootstrap, topic_prefix, tmp_path / "kafka", partitions=2) as rig:
        rig.start_all()
        rig.feed(OPENINGS)
        rig.wait(sinks=False)
        examiner = rig.start("examiner")
        half = len(EVENTS) // 2
        rig.feed_slowly(EVENTS[:half], 3).join()
        examiner.kill()
        examiner = rig.start("examiner")
        with following(rig) as follow:
            rig.feed(EVENTS[half:])
            rig.wait()
            assert follow.stdout is not None
            followed = [json.loads(follow.stdout.readline()) for _ in range(sum(map(len, found.values())))]
            follow.send_signal(signal.SIGINT)
            assert follow.wait(60) == 1
        listed = asked(rig.directory / "sinks", "--kafka", rig.bootstrap, PITLEDGER_KAFKA_PREFIX=rig.prefix)
        examiner.kill()
        rig.start("examiner", "b")  # nothing of its own is left to it but the changelog
        rig.wait()
        on_kafka = rig.findings()

    assert on_kafka == found
    in_some_order = sorted(map(json.dumps, followed))
    assert in_some_order == sorted(map(json.dumps, listed.document)), "each once, wherever it was read from"
    assert (listed.code, listed.document) == (1, asked(tmp_path / "embedded").document)
