"""A read model that is far behind is caught up in bulk, and Faust goes on from there."""

import sqlite3
from pathlib import Path

import pytest
from confluent_kafka import Consumer, TopicPartition

from events.topics import EVENTS
from streams.engines import hand_over as module
from streams.engines.hand_over import hand_over
from streams.read_model.kafka_source import KafkaSource
from streams.read_model.rebuild import all_of
from streams.read_model.store import ForeignModel, ReadStore
from tests.kafka_broker import Broker
from tests.rig import Rig
from tests.traffic import traffic


def committed(rig: Rig, group: str) -> list[int]:
    consumer = Consumer({"bootstrap.servers": rig.bootstrap, "group.id": group})
    places = [TopicPartition(rig.prefix + EVENTS, partition) for partition in range(rig.partitions)]
    offsets = [place.offset for place in consumer.committed(places, timeout=30)]
    consumer.close()
    return offsets


def test_a_model_far_behind_is_read_in_bulk_and_the_offsets_of_the_group_follow(
    broker: Broker, topic_prefix: str, tmp_path: Path, monkeypatch
) -> None:
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=2) as rig:
        rig.feed(list(traffic(600, tables=4, links=1)))
        (tmp_path / "sinks").mkdir()
        store = ReadStore(tmp_path / "sinks" / "read.sqlite")
        group = f"{topic_prefix}sinks"
        assert hand_over(rig.source, store, group) == 0, "so few are left to Faust"
        monkeypatch.setattr(module, "WORTH_IT", 100)
        behind = hand_over(rig.source, store, group)
        ends = all_of(rig.source)
        assert behind == sum(ends.values()) >= 600
        assert store.positions() == {place: end for place, end in ends.items() if end}
        assert committed(rig, group) == [ends[EVENTS, partition] for partition in range(2)]
        assert hand_over(rig.source, store, group) == 0
        store.close()

        rig.start_all()
        rig.feed(list(traffic(200, tables=2, links=1, floor="B-")))
        rig.wait()

        assert [worker.stop() for worker in rig.workers] == [0, 0, 0]
        ends = all_of(rig.source)
        assert committed(rig, group) == [ends[EVENTS, partition] for partition in range(2)], (
            "stopped in good order, the sinks have committed all that they have done"
        )


def taken_for_one_of(store: ReadStore, source: KafkaSource) -> None:
    """As of brokers older than 2.8, which give no ids; or of a cluster that was restored from an old copy."""
    with sqlite3.connect(store.path) as db:
        db.execute("UPDATE made_of SET topic_ids = ?", (source.topic_ids(),))


def test_a_model_that_has_read_further_than_the_log_goes_is_set_aside_by_the_sinks(
    broker: Broker, topic_prefix: str, tmp_path: Path, monkeypatch
) -> None:
    """Topics that were made anew at the same address: what comes would be taken for what is known."""
    monkeypatch.setattr(module, "WORTH_IT", 10)
    (tmp_path / "sinks").mkdir()
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=1) as rig:
        rig.feed(list(traffic(200, tables=2, links=1)))
        store = ReadStore(tmp_path / "sinks" / "read.sqlite")
        assert hand_over(rig.source, store, f"{topic_prefix}sinks") >= 200
        store.close()
    with Rig(broker.bootstrap, f"{topic_prefix}anew-", tmp_path, partitions=1) as anew:
        taken_for_one_of(store, anew.source)
        anew.start_all()
        anew.feed(list(traffic(60, tables=1, links=1, floor="N-")))
        anew.wait()

        assert (tmp_path / "sinks" / "read.sqlite.damaged").exists()
        assert "is not of the log beside it (partition 0 of events ends at" in anew.worker_logs()


def test_a_model_of_topics_that_were_filled_as_far_meanwhile_is_refused_by_its_last_event(
    broker: Broker, topic_prefix: str, tmp_path: Path, monkeypatch
) -> None:
    monkeypatch.setattr(module, "WORTH_IT", 10)
    (tmp_path / "sinks").mkdir()
    store = ReadStore(tmp_path / "sinks" / "read.sqlite")
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=1) as rig:
        rig.feed(list(traffic(80, tables=1, links=1)))
        assert hand_over(rig.source, store, f"{topic_prefix}sinks") >= 80
        assert hand_over(rig.source, store, f"{topic_prefix}sinks") == 0
    with Rig(broker.bootstrap, f"{topic_prefix}anew-", tmp_path, partitions=1) as anew:
        anew.feed(list(traffic(400, tables=1, links=1, floor="N-")))
        with pytest.raises(ForeignModel, match="its topics were made anew since"):
            hand_over(anew.source, store, f"{topic_prefix}anew-sinks")
        taken_for_one_of(store, anew.source)
        with pytest.raises(ForeignModel, match=r"partition 0: its event .* is not table:N-HCF-01 seq"):
            hand_over(anew.source, store, f"{topic_prefix}anew-sinks")
    store.close()
