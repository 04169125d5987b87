"""`pitledger topics` on a real broker: what is missing is made as the others are."""

import re
import shlex

import pytest

from events.topics import METERS
from streams.kafka.topics import PARTITIONS, create_topics
from streams.log import TOPICS
from streams.read_model.kafka_source import KafkaSource
from tests.console.calling import pitledger


@pytest.fixture
def call(broker, topic_prefix):
    return lambda *args: pitledger(*args, "--kafka", broker.bootstrap, PITLEDGER_KAFKA_PREFIX=topic_prefix)


def partitions(broker, prefix):
    source = KafkaSource(broker.bootstrap, prefix)
    return {topic: source.partitions(topic) for topic in TOPICS}


def test_the_hint_for_a_topic_that_is_gone_works_as_pasted(broker, topic_prefix, tmp_path, call):
    create_topics(broker.bootstrap, topic_prefix, partitions=4)
    broker.delete_topics(topic_prefix + METERS)
    checked = call("check", "--data", tmp_path / "no blanks are needed")
    assert checked.code == 2
    hint = next(each for each in re.findall(r"`pitledger ([^`]+)`", checked.err) if each.startswith("topics"))

    pasted = pitledger(*shlex.split(hint), PITLEDGER_KAFKA_PREFIX=topic_prefix)

    assert (pasted.code, pasted.err) == (0, "")
    assert set(partitions(broker, topic_prefix).values()) == {4}
    assert call("topics", "--partitions", 8).code == 2


def test_without_any_the_number_is_the_documented_one(broker, topic_prefix, call):
    assert call("topics").code == 0

    assert set(partitions(broker, topic_prefix).values()) == {PARTITIONS} == {8}
