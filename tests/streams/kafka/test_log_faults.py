"""The log on Kafka while the broker dies or is silent, or the writer is killed: nothing lost or doubled."""

import gc
import subprocess
import sys
import threading
import time

import pytest

from streams.errors import LogError, Trouble
from streams.kafka.log import KafkaLog
from streams.kafka.topics import create_topics
from streams.log import EVENTS, Head
from tests.streams.kafka.kafka_topic import write_events
from tests.streams.sealed_events import Chains, sealed

A, B = "table:HCF-01", "table:HCF-02"
SHORT_S = 4.0

WRITER = """
import sys
from streams.kafka.log import KafkaLog
from tests.streams.sealed_events import Chains

log, chains = KafkaLog(sys.argv[1], prefix=sys.argv[2]), Chains()
while True:
    log.append(batch := chains.take(["table:HCF-01"] * 3))
    print(batch[-1].seq, flush=True)
"""


@pytest.fixture(autouse=True)
def sockets_of_refused_connections():
    """kafka-python leaves them to the garbage collector, which has to come while they are forgiven."""
    yield
    gc.collect()


@pytest.fixture
def prefix(broker, topic_prefix):
    create_topics(broker.bootstrap, topic_prefix)
    return topic_prefix


def append_until_stored(log, batch, troubles):
    """What a recorder does: the same bytes again until the log answers."""
    while True:
        try:
            return log.append(batch)
        except Trouble as trouble:
            troubles.append(trouble)


def test_the_broker_is_killed_and_restarted_while_events_are_appended(broker, prefix):
    log = KafkaLog(broker.bootstrap, prefix=prefix, timeout=SHORT_S)
    chains, acked, troubles, done = Chains(), [], [], threading.Event()

    def record() -> None:
        while not done.is_set():
            batch = chains.take([A, B, A])
            append_until_stored(log, batch, troubles)
            acked.extend(batch)

    writer = threading.Thread(target=record)
    writer.start()
    try:
        for outage in (0.0, SHORT_S + 3):
            before = len(acked)
            while len(acked) < before + 150:
                time.sleep(0.02)
            broker.kill()
            time.sleep(outage)
            broker.start()
    finally:
        done.set()
        writer.join()
    assert troubles, "the longer outage outlasts the retries"
    for stream in (A, B):
        mine = [e.value for e in acked if e.stream == stream]
        assert [r.value for r in log.read_stream(stream, 1)] == mine
        assert log.head(stream) == Head(*chains.heads[stream])
    log.close()


def test_a_broker_that_is_down_is_trouble_and_the_same_batch_can_be_given_again(broker, prefix):
    log = KafkaLog(broker.bootstrap, prefix=prefix, timeout=SHORT_S)
    chains = Chains()
    log.append(chains.take([A]))
    batch = chains.take([A, B])
    broker.kill()
    try:
        with pytest.raises(Trouble, match=f"did not take {A} seq 2"):
            log.append(batch)
        with pytest.raises(Trouble):
            log.head(A)
        with pytest.raises(Trouble):
            list(log.read(EVENTS, 0, 0))
        fresh = KafkaLog(broker.bootstrap, prefix=prefix, timeout=1.0)
        with pytest.raises(Trouble):
            fresh.head(A)
        fresh.close()
    finally:
        broker.start()
    append_until_stored(log, batch, [])
    assert log.append(batch) == [True, True]
    assert [r.value for r in log.read_stream(A, 2)] == [batch[0].value]
    log.close()


def test_a_broker_that_stops_and_goes_on_has_each_event_once_in_effect(broker, prefix):
    """The outcome is unknown: the bytes lie in the broker's socket when the writer gives up."""
    log = KafkaLog(broker.bootstrap, prefix=prefix, timeout=SHORT_S)
    chains = Chains()
    log.append(chains.take([A]))
    batch = chains.take([A, A])
    broker.pause()
    try:
        with pytest.raises(Trouble):
            log.append(batch)
    finally:
        broker.resume()
    append_until_stored(log, batch, [])
    append_until_stored(log, chains.take([A]), [])
    assert log.head(A) == Head(4, chains.heads[A][1])
    assert [r.value for r in log.read_stream(A, 2, 4)] == [e.value for e in batch]
    log.close()


def test_a_writer_that_gave_up_an_event_learns_if_it_was_stored_after_all(broker, prefix):
    log = KafkaLog(broker.bootstrap, prefix=prefix, timeout=SHORT_S)
    chains = Chains()
    log.append(chains.take([A]))
    broker.pause()
    try:
        with pytest.raises(Trouble):
            log.append([given_up := chains.next(A)])
    finally:
        broker.resume()
    # Whether the broker still finds the bytes in its socket is up to it; here they arrive in any case.
    write_events(broker.bootstrap, prefix + EVENTS, [given_up])
    instead = sealed(A, 2, given_up.prev, body=b"\x81\xa1x\x01")
    with pytest.raises(LogError, match="another event is stored there"):
        log.append([instead])
    assert log.head(A) == Head(2, given_up.hash)
    log.close()


def test_a_broker_that_refuses_writes_has_the_rest_of_the_stream_afterwards(broker, prefix):
    log = KafkaLog(broker.bootstrap, prefix=prefix, timeout=SHORT_S)
    chains = Chains()
    log.append(chains.take([A]))
    batch = chains.take([A, A, A])
    broker.refuse_writes(prefix + EVENTS)
    try:
        with pytest.raises(LogError, match=r"max\.message\.bytes of the topic is too small"):
            log.append(batch)
    finally:
        broker.allow_writes(prefix + EVENTS)
    assert log.append(batch) == [False] * 3
    assert len(list(log.read(EVENTS, 0, 0))) == len(list(log.read_stream(A, 1))) == 4
    log.close()


def test_a_killed_writer_process_is_continued_by_the_next_one(broker, prefix):
    for number in (1, 2):
        if number == 2:
            create_topics(broker.bootstrap, prefix + "again.")
            prefix += "again."
        command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", WRITER, broker.bootstrap, prefix]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            acked = [int(process.stdout.readline()) for _ in range(20 * number)][-1]
            process.kill()
            rest = process.stdout.read().split()
        acked = int(rest[-1]) if rest else acked
        log = KafkaLog(broker.bootstrap, prefix=prefix)
        head = log.head(A)
        assert head.seq >= acked
        assert head.seq % 3 == 0, "a wave is stored whole or not at all"
        assert log.append([sealed(A, head.seq + 1, head.hash)]) == [False]
        assert len(list(log.read_stream(A, 1))) == head.seq + 1
        log.close()
