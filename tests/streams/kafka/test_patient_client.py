"""While a broker is away a recorder waits for it, and does not ask again and again."""

import gc
from importlib.metadata import version

import pytest

from streams.errors import Trouble
from streams.kafka.patient_client import LEAST_MS, PatientClient
from streams.kafka.sender import WaveSender
from streams.kafka.topics import create_topics
from streams.log import Origin
from tests.streams.sealed_events import Chains

AWAY_S = 4.0
MOST_PASSES = 2 * AWAY_S / (LEAST_MS / 1000)
"""Of the producer's thread in those seconds, each of which asks how long to wait."""


@pytest.fixture(autouse=True)
def sockets_of_refused_connections():
    """kafka-python leaves them to the garbage collector, which has to come while they are forgiven."""
    yield
    gc.collect()


@pytest.mark.parametrize(("go", "come_back"), [("kill", "start"), ("pause", "resume")])
def test_a_producer_waits_without_work_and_goes_on_at_once(monkeypatch, broker, topic_prefix, go, come_back):
    passes = []
    answered = PatientClient.connection_delay
    monkeypatch.setattr(
        PatientClient, "connection_delay", lambda client, node: passes.append(node) or answered(client, node)
    )
    create_topics(broker.bootstrap, topic_prefix)
    sender, chains = WaveSender(broker.bootstrap, f"{topic_prefix}events", timeout=AWAY_S), Chains()

    def wave():
        return {0: [(event, Origin.RECORDED) for event in chains.take(["table:HCF-01"] * 3)]}

    try:
        assert sender.send(wave())[0].offsets == [0, 1, 2]
        getattr(broker, go)()
        try:
            passes.clear()
            settled = sender.send(wave())[0]
        finally:
            getattr(broker, come_back)()
        assert isinstance(settled.error, Trouble)
        assert 0 < len(passes) < MOST_PASSES
        assert sender.send(wave())[0].error is None
    finally:
        sender.close()


def test_kafka_python_is_the_version_that_takes_seconds_for_milliseconds():
    """`patient_client` answers for its client: look again before a new version."""
    assert version("kafka-python") == "3.0.12"
