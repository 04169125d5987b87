"""The broker does what the other tests rely on: it comes back after SIGKILL, refuses writes, allows them."""

import os
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from kafka import KafkaAdminClient, KafkaConsumer, KafkaProducer, TopicPartition
from kafka.admin import NewTopic
from kafka.errors import MessageSizeTooLargeError

from tests.kafka_broker import Broker, BrokerError

ROOT = Path(__file__).parents[2]


def create_topic(broker, name, **settings):
    with closing(KafkaAdminClient(bootstrap_servers=broker.bootstrap)) as admin:
        admin.create_topics([NewTopic(name, 1, 1, topic_configs=settings)], wait_for_metadata=True)


def send(broker, topic, *values):
    with closing(KafkaProducer(bootstrap_servers=broker.bootstrap, acks="all")) as producer:
        for future in [producer.send(topic, value) for value in values]:
            future.get(30)


def read_all(broker, topic):
    partition = TopicPartition(topic, 0)
    with closing(KafkaConsumer(bootstrap_servers=broker.bootstrap, group_id=None)) as consumer:
        consumer.assign([partition])
        consumer.seek_to_beginning(partition)
        end = consumer.end_offsets([partition])[partition]
        values = []
        while consumer.position(partition) < end:
            for records in consumer.poll(timeout_ms=1000).values():
                values += [record.value for record in records]
        return values


def test_what_was_acknowledged_before_sigkill_is_there_after_the_restart_on_the_same_address(
    broker, topic_prefix
):
    topic = topic_prefix + "t"
    create_topic(broker, topic)
    send(broker, topic, b"one", b"two")
    address, pid = broker.bootstrap, broker.pid

    broker.kill()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    broker.restart()

    assert broker.bootstrap == address
    assert broker.pid != pid
    send(broker, topic, b"three")
    assert read_all(broker, topic) == [b"one", b"two", b"three"]


def test_writes_are_refused_topic_by_topic_and_allowed_again(broker, topic_prefix):
    refused, other = topic_prefix + "refused", topic_prefix + "other"
    create_topic(broker, refused)
    create_topic(broker, other)
    send(broker, refused, b"before")

    broker.refuse_writes(refused)
    with pytest.raises(MessageSizeTooLargeError):
        send(broker, refused, b"x")
    send(broker, other, b"x")
    broker.allow_writes(refused)

    send(broker, refused, b"after")
    assert read_all(broker, refused) == [b"before", b"after"]
    assert read_all(broker, other) == [b"x"]


def test_allowing_writes_restores_the_limit_that_the_topic_had(broker, topic_prefix):
    topic = topic_prefix + "t"
    create_topic(broker, topic, **{"max.message.bytes": "200"})

    broker.refuse_writes(topic)
    broker.refuse_writes(topic)
    broker.allow_writes(topic)

    send(broker, topic, b"x" * 50)
    with pytest.raises(MessageSizeTooLargeError):
        send(broker, topic, b"x" * 500)


def test_a_topic_does_not_come_into_being_by_being_named(broker, topic_prefix):
    with closing(KafkaAdminClient(bootstrap_servers=broker.bootstrap)) as admin:
        admin.describe_topics([topic_prefix + "typo"])
        assert topic_prefix + "typo" not in admin.list_topics()


def test_the_topics_of_a_test_go_with_it_and_no_others(broker, topic_prefix):
    gone, kept = topic_prefix + "gone.t", topic_prefix + "kept.t"
    create_topic(broker, gone)
    create_topic(broker, kept)

    broker.delete_topics(topic_prefix + "gone.")

    with closing(KafkaAdminClient(bootstrap_servers=broker.bootstrap)) as admin:
        assert [name for name in admin.list_topics() if name.startswith(topic_prefix)] == [kept]


def test_a_broker_that_cannot_start_says_why(tmp_path):
    broken = Broker(tmp_path, settings={"num.io.threads": "none"})
    with pytest.raises(BrokerError, match=r"ended with code 1 (?s:.*)num\.io\.threads"):
        broken.start()


def test_starting_twice_is_an_error(broker):
    with pytest.raises(BrokerError, match=f"already running as process {broker.pid}"):
        broker.start()


def test_the_broker_ends_with_the_process_that_started_it(tmp_path):
    """Even one that is killed itself and can clean up nothing."""
    script = (
        "import pathlib, sys, time; from tests.kafka_broker import Broker\n"
        "broker = Broker(pathlib.Path(sys.argv[1])); broker.start()\n"
        "print(broker.pid, flush=True); time.sleep(600)"
    )
    owner = subprocess.Popen(
        [sys.executable, "-c", script, tmp_path], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    pid = int(owner.stdout.readline())
    os.kill(pid, 0)

    owner.kill()
    owner.communicate()

    while is_running(pid):
        time.sleep(0.1)


def is_running(pid):
    """Whether it still executes. An orphan that nobody has collected yet is a zombie: it does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
