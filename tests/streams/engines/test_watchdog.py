"""A worker knows whether the broker still counts it among its group."""

import time

from confluent_kafka import Consumer

from streams.engines import watchdog
from streams.engines.watchdog import Watchdog
from tests.kafka_broker import Broker
from tests.rig import Rig, create_anew


def joined(broker: Broker, topic: str, group: str, client_id: str) -> Consumer:
    consumer = Consumer({"bootstrap.servers": broker.bootstrap, "group.id": group, "client.id": client_id})
    consumer.subscribe([topic])
    while not consumer.assignment():
        consumer.poll(0.1)
    return consumer


def test_it_distinguishes_a_member_from_one_that_has_dropped_out(broker, topic_prefix, tmp_path, monkeypatch):
    monkeypatch.setattr(watchdog, "INTERVAL_S", 0.5)
    monkeypatch.setattr(watchdog, "PATIENCE_S", 1.0)
    dropped_out = []
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=1):
        consumer = joined(broker, f"{topic_prefix}events", f"{topic_prefix}g", "us")
        ours = Watchdog(broker.bootstrap, f"{topic_prefix}g", "us", [], lambda: dropped_out.append("us"))
        assert ours.is_member() is True
        other = Watchdog(broker.bootstrap, f"{topic_prefix}g", "them", [], lambda: dropped_out.append("them"))
        assert other.is_member() is False
        ours.start()
        other.start()
        other.join(60)
        assert dropped_out == ["them"]
        consumer.close()
        ours.join(60)
        assert dropped_out == ["them", "us"]


def test_while_the_broker_is_away_it_waits(monkeypatch):
    monkeypatch.setattr(watchdog, "INTERVAL_S", 0.2)
    monkeypatch.setattr(watchdog, "PATIENCE_S", 0.2)
    dropped_out = []
    lonely = Watchdog("127.0.0.1:1", "group", "us", [], lambda: dropped_out.append(1))
    assert lonely.is_member() is None
    lonely.start()
    time.sleep(2)
    assert dropped_out == []


def test_one_whose_topics_were_made_anew_leaves_though_it_is_in_its_group(
    broker, topic_prefix, tmp_path, monkeypatch
):
    monkeypatch.setattr(watchdog, "INTERVAL_S", 0.5)
    left = []
    names = [f"{topic_prefix}events", f"{topic_prefix}links"]
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=1):
        ours = Watchdog(broker.bootstrap, f"{topic_prefix}g", "us", names, lambda: left.append("us"))
        monkeypatch.setattr(ours, "is_member", lambda: True)
        asked, ids = [], ours.ids
        monkeypatch.setattr(ours, "ids", lambda: asked.append(found := ids()) or found)
        ours.start()
        while len(list(filter(None, asked))) < 3:
            time.sleep(0.1)
        assert ours.is_alive(), "they are the same all the time"
        create_anew(broker, topic_prefix)
        ours.join(60)
    assert left == ["us"]
