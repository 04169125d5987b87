"""Topics are made with settings that keep everything, and refused with any other."""

import gc
from contextlib import closing

import pytest
from confluent_kafka.admin import AdminClient, NewPartitions
from kafka import KafkaAdminClient
from kafka.admin import ConfigResource, ConfigResourceType

from streams.errors import LogError, Trouble
from streams.kafka.log import KafkaLog
from streams.kafka.topics import create_topics, least_session_s, topic_settings
from streams.log import EVENTS, LINKS, TOPICS
from tests.console.calling import pitledger


@pytest.fixture(autouse=True)
def sockets_of_refused_connections():
    """kafka-python leaves them to the garbage collector, which has to come while they are forgiven."""
    yield
    gc.collect()


@pytest.fixture
def admin(broker):
    client = KafkaAdminClient(bootstrap_servers=broker.bootstrap)
    yield client
    client.close()


def set_topic(admin, topic, **settings):
    configs = {key.replace("_", "."): value for key, value in settings.items()}
    admin.alter_configs([ConfigResource(ConfigResourceType.TOPIC, topic, configs=configs)])


def test_topics_are_created_once_with_settings_that_keep_everything(broker, topic_prefix, admin):
    names = {topic_prefix + topic for topic in TOPICS}
    assert set(create_topics(broker.bootstrap, topic_prefix, partitions=3)) == names
    assert create_topics(broker.bootstrap, topic_prefix, partitions=3) == []
    found = admin.describe_topics(list(names))
    assert {each["name"]: len(each["partitions"]) for each in found} == dict.fromkeys(names, 3)
    events = topic_prefix + EVENTS
    configs = admin.describe_configs([ConfigResource(ConfigResourceType.TOPIC, events)], config_filter="all")[
        "topic"
    ][events]
    assert {key: configs[key]["value"] for key in topic_settings(1)} == {
        "cleanup.policy": "delete",
        "retention.ms": "-1",
        "retention.bytes": "-1",
        "message.timestamp.type": "CreateTime",
        "min.insync.replicas": "1",
        "max.message.bytes": "1048588",
        "unclean.leader.election.enable": "false",
    }


@pytest.mark.parametrize(("replication", "in_sync"), [(1, "1"), (2, "1"), (3, "2"), (5, "4")])
def test_one_replica_may_be_missing(replication, in_sync):
    assert topic_settings(replication)["min.insync.replicas"] == in_sync


def test_missing_topics_are_added_to_those_that_are_there(broker, topic_prefix, admin):
    create_topics(broker.bootstrap, topic_prefix, partitions=2)
    admin.delete_topics([topic_prefix + "findings"])
    created: list[str] = []
    while not created:  # the broker deletes in its own time
        created = create_topics(broker.bootstrap, topic_prefix, partitions=2)
    assert created == [topic_prefix + "findings"]


def test_another_number_of_partitions_is_refused(broker, topic_prefix):
    create_topics(broker.bootstrap, topic_prefix, partitions=2)
    with pytest.raises(LogError, match=f"{topic_prefix}events has 2 partitions, not 3"):
        create_topics(broker.bootstrap, topic_prefix, partitions=3)


@pytest.mark.parametrize(
    "change",
    [
        ("retention_ms", "604800000", "-1"),
        ("retention_bytes", "1000000", "-1"),
        ("cleanup_policy", "compact", "delete"),
        ("message_timestamp_type", "LogAppendTime", "CreateTime"),
        ("max_message_bytes", "70000", "1048588"),
        ("unclean_leader_election_enable", "true", "false"),
    ],
)
def test_a_topic_that_would_lose_or_change_something_is_refused(broker, topic_prefix, admin, change):
    setting, value, wanted = change
    create_topics(broker.bootstrap, topic_prefix)
    set_topic(admin, topic_prefix + EVENTS, **{setting: value})
    said = f"{topic_prefix}events has {setting.replace('_', '.')}={value}, not {wanted}"
    with pytest.raises(LogError, match=said):
        create_topics(broker.bootstrap, topic_prefix)


def test_more_room_for_a_batch_is_no_problem(broker, topic_prefix, admin):
    create_topics(broker.bootstrap, topic_prefix)
    set_topic(admin, topic_prefix + EVENTS, max_message_bytes="4000000")
    assert create_topics(broker.bootstrap, topic_prefix) == []


def test_more_replicas_than_there_are_is_refused(broker, topic_prefix):
    create_topics(broker.bootstrap, topic_prefix)
    with pytest.raises(LogError, match="has 1 replicas, not 3"):
        create_topics(broker.bootstrap, topic_prefix, replication=3)


@pytest.mark.parametrize(("partitions", "replication"), [(0, 1), (1, 0)])
def test_numbers_below_one_are_refused(broker, topic_prefix, partitions, replication):
    with pytest.raises(LogError, match="both are at least 1"):
        create_topics(broker.bootstrap, topic_prefix, partitions, replication)


def test_no_broker_is_trouble():
    with pytest.raises(Trouble, match="Is the broker running"):
        create_topics("127.0.0.1:1", client={"bootstrap_timeout_ms": 500})


def test_the_brokers_say_how_short_a_session_may_be(broker):
    """As deploy/kafka/server.properties has it for tests; Kafka's own default is 6 s."""
    assert least_session_s(broker.bootstrap) == 1.0


def test_a_topic_that_was_given_more_partitions_is_refused_by_whoever_reads_or_records(broker, topic_prefix):
    """Its keys would be looked for where they are not: a stream would begin anew."""
    create_topics(broker.bootstrap, topic_prefix, partitions=2)
    where = {"bootstrap": broker.bootstrap, "prefix": topic_prefix}
    with closing(KafkaLog(**where)) as log:
        log.require_as_many_partitions()
    admin = AdminClient({"bootstrap.servers": broker.bootstrap})
    for done in admin.create_partitions([NewPartitions(topic_prefix + LINKS, 5)]).values():
        done.result(60)

    with closing(KafkaLog(**where)) as log, pytest.raises(LogError, match=r"links 5, .*cannot be taken away"):
        log.require_as_many_partitions()
    for call in (("import", "-"), ("check",), ("worker", "keeper"), ("worker", "sinks")):
        called = pitledger(*call, "--kafka", broker.bootstrap, PITLEDGER_KAFKA_PREFIX=topic_prefix)
        assert (called.code, called.out) == (2, ""), called
        assert "the topics do not have the same number of partitions" in called.err
        assert called.err.count("\n") == 1
    exported = pitledger("export-events", "--kafka", broker.bootstrap, PITLEDGER_KAFKA_PREFIX=topic_prefix)
    assert (exported.code, exported.err) == (0, ""), "that is the way out"


def test_a_topic_that_is_missing_is_not_one_of_another_number(broker, topic_prefix, admin):
    create_topics(broker.bootstrap, topic_prefix, partitions=2)
    admin.delete_topics([topic_prefix + LINKS])
    with closing(KafkaLog(broker.bootstrap, prefix=topic_prefix)) as log:
        log.require_as_many_partitions()
