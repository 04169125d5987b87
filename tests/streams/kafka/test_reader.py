"""The bulk reader gives every record of a range, in order, or says what is wrong."""

import subprocess
import sys
from contextlib import closing

import pytest
from confluent_kafka import Consumer, KafkaError, KafkaException
from kafka import KafkaAdminClient, KafkaProducer, TopicPartition

from projections.records import Chunk, records_of
from streams.errors import LogError, Trouble
from streams.kafka import reader
from streams.kafka.log import KafkaLog
from streams.kafka.reader import end_offset, read_range
from streams.kafka.topics import create_topics
from streams.log import EVENTS
from tests.streams.kafka.kafka_topic import write
from tests.streams.sealed_events import spread


@pytest.fixture
def events(broker, topic_prefix):
    """The full name of an empty topic."""
    create_topics(broker.bootstrap, topic_prefix)
    return topic_prefix + EVENTS


@pytest.fixture
def filled(broker, topic_prefix, events):
    """What a topic of 3,000 events holds, as the log reads it."""
    log = KafkaLog(broker.bootstrap, prefix=topic_prefix)
    log.append(spread(3_000, 7))
    records = list(log.read(EVENTS, 0, 0))
    log.close()
    return records


def test_a_range_comes_whole_and_in_chunks(broker, events, filled):
    chunks = list(read_range(broker.bootstrap, events, 0, 0, chunk=700))
    assert [record for chunk in chunks for record in records_of(EVENTS, 0, chunk)] == filled
    assert max(len(chunk.values) for chunk in chunks) == 700
    assert len(filled) == end_offset(broker.bootstrap, events, 0) == 3_000


@pytest.mark.parametrize(
    ("start", "stop"), [(0, 1), (17, 2_999), (1_500, None), (2_999, 9_999), (5, 5), (4_000, None)]
)
def test_any_range_can_be_read(broker, events, filled, start, stop):
    chunks = read_range(broker.bootstrap, events, 0, start, stop)
    assert [record for chunk in chunks for record in records_of(EVENTS, 0, chunk)] == filled[start:stop]


def test_a_record_without_key_or_value_is_given_as_it_is(broker, events):
    write(broker.bootstrap, events, [(None, b"v"), (b"k", None)])
    assert list(read_range(broker.bootstrap, events, 0, 0)) == [Chunk(0, [None, b"k"], [b"v", b""])]


def test_reading_can_be_given_up_halfway(broker, events, filled):
    reading = read_range(broker.bootstrap, events, 0, 0, chunk=100)
    assert len(next(reading).values) == 100
    reading.close()


def test_a_topic_or_partition_that_is_not_there_is_named(broker, events):
    with pytest.raises(LogError, match=r"has no rumours\[0\]. Create the topics first: `pitledger topics`"):
        list(read_range(broker.bootstrap, "rumours", 0, 0))
    with pytest.raises(LogError, match=r"events\[3\]"):
        list(read_range(broker.bootstrap, events, 3, 0))
    with pytest.raises(LogError, match="offsets start at 0"):
        list(read_range(broker.bootstrap, events, 0, -1))


def test_no_broker_is_trouble():
    with pytest.raises(Trouble, match="does not answer about events"):
        list(read_range("127.0.0.1:1", "events", 0, 0, timeout=0.5))


def test_where_a_transaction_left_nothing_both_readers_put_nothing_and_go_on(broker, topic_prefix, events):
    """Its marks take offsets, the last one at the very end: no reader may wait for what never comes.

    What was aborted is read too, as Faust does; nobody of ours writes so.
    """
    producer = KafkaProducer(bootstrap_servers=broker.bootstrap, transactional_id=topic_prefix)
    producer.init_transactions()
    for end in (producer.commit_transaction, producer.abort_transaction, producer.commit_transaction):
        producer.begin_transaction()
        producer.send(events, key=b"k", value=b"v", partition=0)
        producer.flush()
        end()
    producer.close()
    expected = [b"v", b"", b"v", b"", b"v", b""]

    read = [value for chunk in read_range(broker.bootstrap, events, 0, 0) for value in chunk.values]
    assert read == expected
    for start, stop in ((0, 1), (0, 2), (1, 2), (1, 3), (5, 6), (2, 5)):
        chunks = list(read_range(broker.bootstrap, events, 0, start, stop))
        assert [value for chunk in chunks for value in chunk.values] == expected[start:stop]
    with closing(KafkaLog(broker.bootstrap, prefix=topic_prefix)) as log:
        assert [(record.offset, record.value) for record in log.read(EVENTS, 0, 0)] == [*enumerate(expected)]
        assert [record.value for record in log.read(EVENTS, 0, 1, 3)] == expected[1:3]
        assert [record.value for record in log.read(EVENTS, 0, 5)] == [b""]
        assert [record.offset for record in log.follow(EVENTS, 0, 1, timeout=2.0)] == [1, 2, 3, 4, 5]


def test_records_that_were_deleted_are_reported_by_both_readers(broker, topic_prefix, events, filled):
    admin = KafkaAdminClient(bootstrap_servers=broker.bootstrap)
    admin.delete_records({TopicPartition(events, 0): 1_000})
    admin.close()
    with pytest.raises(LogError, match=r"events\[0\] has no offset 5 any more"):
        list(read_range(broker.bootstrap, events, 0, 5))
    log = KafkaLog(broker.bootstrap, prefix=topic_prefix)
    with pytest.raises(LogError, match=r"events\[0\] has no offset 5 any more"):
        list(log.read(EVENTS, 0, 5))
    log.close()
    assert sum(len(chunk.values) for chunk in read_range(broker.bootstrap, events, 0, 1_000)) == 2_000


@pytest.mark.parametrize(
    "reading",
    [
        "reading = log.read('events', 0, 0); next(reading)",
        "reading = log.follow('events', 0, 0, 5.0); next(reading)",
        "reading = log.read_stream(stream, 1); next(reading)",
        "log.tail(stream, frozenset()); log.head(stream)",
    ],
)
def test_a_process_that_ends_in_the_middle_of_reading_ends_at_once_and_in_silence(
    broker, topic_prefix, events, filled, reading
):
    program = f"""
from streams.kafka.log import KafkaLog
log, stream = KafkaLog({broker.bootstrap!r}, prefix={topic_prefix!r}), {filled[0].key!r}
{reading}
"""
    ended = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


class NotLedAtFirst(Consumer):
    """A client to which the broker says twice that nobody leads the partition yet: a moment after a restart
    that cannot be caused at will."""

    refusals = 2

    def get_watermark_offsets(self, *args, **kwargs):
        if type(self).refusals > 0:
            type(self).refusals -= 1
            raise KafkaException(KafkaError(KafkaError.NOT_LEADER_FOR_PARTITION))
        return super().get_watermark_offsets(*args, **kwargs)


def test_a_partition_that_nobody_leads_yet_is_waited_for(monkeypatch, broker, events, filled):
    monkeypatch.setattr(reader, "Consumer", NotLedAtFirst)
    monkeypatch.setattr(NotLedAtFirst, "refusals", 2)
    assert end_offset(broker.bootstrap, events, 0) == len(filled)
    monkeypatch.setattr(NotLedAtFirst, "refusals", 2)
    assert sum(len(chunk.values) for chunk in read_range(broker.bootstrap, events, 0, 0)) == len(filled)


def test_a_partition_that_nobody_leads_at_all_is_trouble(monkeypatch, broker, events, filled):
    monkeypatch.setattr(reader, "Consumer", NotLedAtFirst)
    monkeypatch.setattr(NotLedAtFirst, "refusals", 1_000)
    with pytest.raises(Trouble, match="does not answer"):
        end_offset(broker.bootstrap, events, 0, timeout=0.3)
