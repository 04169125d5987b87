"""The log that a test of either engine is given."""

import pytest

from streams.kafka.log import KafkaLog
from streams.kafka.topics import create_topics
from streams.sqlite.log import SqliteLog


@pytest.fixture
def partitions():
    """How many partitions each topic of `any_log` has on Kafka."""
    return 1


@pytest.fixture(params=["sqlite", "kafka"])
def any_log(request, tmp_path, partitions):
    """An empty log of either engine."""
    if request.param == "sqlite":
        opened = SqliteLog(tmp_path / "log.sqlite", writable=True)
    else:
        broker = request.getfixturevalue("broker")
        prefix = request.getfixturevalue("topic_prefix")
        create_topics(broker.bootstrap, prefix, partitions=partitions)
        opened = KafkaLog(broker.bootstrap, prefix=prefix)
    yield opened
    opened.close()
