"""What tests of commands on both engines share."""

import pytest

from streams.kafka.topics import create_topics
from tests.console.calling import pitledger


@pytest.fixture(params=["embedded", "kafka"])
def call(request, tmp_path):
    """Calls a command on an empty instance of either engine; on Kafka no worker runs."""
    data = ("--data", tmp_path / "instance")
    if request.param == "embedded":
        return lambda *args, **more: pitledger(*args, *data, **more)
    broker, prefix = request.getfixturevalue("broker"), request.getfixturevalue("topic_prefix")
    create_topics(broker.bootstrap, prefix=prefix, partitions=3, replication=1)
    where = ("--kafka", broker.bootstrap, *data)
    return lambda *args, **more: pitledger(*args, *where, PITLEDGER_KAFKA_PREFIX=prefix, **more)
