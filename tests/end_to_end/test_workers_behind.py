"""On Kafka a reading command says which workers are behind, and nothing where none is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.console.calling import Called, pitledger
from tests.kafka_broker import Broker
from tests.rig import Rig
from tests.traffic import traffic


def meters(rig: Rig, kafka: str | None = None) -> Called:
    return asked(rig, "meters", kafka)


def asked(rig: Rig, command: str, kafka: str | None = None) -> Called:
    where = ("--kafka", kafka or rig.bootstrap, "--data", rig.directory / "sinks")
    return pitledger(command, *where, PITLEDGER_KAFKA_PREFIX=rig.prefix)


@pytest.mark.parametrize("down", ["router", "keeper", "sinks"])
def test_a_worker_that_is_down_is_named_and_one_that_is_up_is_not(
    broker: Broker, topic_prefix: str, tmp_path: Path, down: str
) -> None:
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=2) as rig:
        workers = rig.start_all()
        rig.feed(list(traffic(60, tables=2, links=1)))
        rig.wait()
        rig.wait_acknowledged()
        fresh = meters(rig)
        assert (fresh.code, fresh.err) == (0, ""), "all of it is shown, and nothing is said"

        workers[down].kill()
        rig.feed(list(traffic(60, tables=2, links=1, floor="B-")))
        behind = meters(rig)

    assert behind.code == 0
    assert behind.err.startswith("What follows is behind: ")
    assert f"start `pitledger worker {down} --data " in behind.err
    assert behind.err.count("\n") == 1


def test_an_examiner_that_is_down_is_named_where_findings_are_asked_for(
    broker: Broker, topic_prefix: str, tmp_path: Path
) -> None:
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=2) as rig:
        rig.start_all()
        rig.feed(list(traffic(60, tables=2, links=1)))
        rig.wait()
        rig.wait_acknowledged()
        behind, shown = asked(rig, "findings"), meters(rig)
        rig.start("examiner")
        rig.wait()
        rig.wait_acknowledged()
        after = asked(rig, "findings")

    assert "start `pitledger worker examiner --data " in behind.err
    assert "What follows" not in after.err
    assert (shown.code, shown.err) == (0, ""), "no meter follows from what is found"


def test_without_brokers_it_says_that_it_may_be_old(
    broker: Broker, topic_prefix: str, tmp_path: Path
) -> None:
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=1) as rig:
        rig.start_all()
        rig.feed(list(traffic(30, tables=1, links=1)))
        rig.wait()
        alone = meters(rig, "127.0.0.1:1")

    assert alone.code == 0
    assert "L1" in alone.out
    assert alone.err.startswith("What follows may be old: Kafka at 127.0.0.1:1 does not say which topics")


def test_a_read_model_of_topics_that_were_made_anew_is_not_shown_however_far_they_go(
    broker: Broker, topic_prefix: str, tmp_path: Path
) -> None:
    """Topics that were made anew at the same address, or another house: the figures are not theirs."""
    here = ("--kafka", broker.bootstrap, "--data", tmp_path / "sinks")
    (tmp_path / "sinks").mkdir()
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=1) as rig:
        rig.feed(list(traffic(60, tables=1, links=1)))
        assert pitledger("rebuild", *here, PITLEDGER_KAFKA_PREFIX=rig.prefix).code == 0
        assert meters(rig).code == 0
    with Rig(broker.bootstrap, f"{topic_prefix}anew-", tmp_path, partitions=1) as anew:
        shown = [asked(anew, "meters")]
        anew.feed(list(traffic(80, tables=1, links=1, floor="N-")))
        shown += [asked(anew, command) for command in ("meters", "findings")]
        for refused in shown:
            assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1), refused
            assert "not of the log beside it (its topics were made anew since)" in refused.err
        checked = asked(anew, "check")
        made = pitledger("rebuild", *here, PITLEDGER_KAFKA_PREFIX=anew.prefix)
        assert made.code == 0
        assert "The old read model is of another log: there is nothing to compare with" in made.err
        assert "What follows is behind: router" in asked(anew, "meters").err, "it is shown again"

    assert checked.code == 1, checked
    assert "Traceback" not in checked.err
