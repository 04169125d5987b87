"""The log that a test of either engine is given."""

import pytest

from streams.kafka.log import KafkaLog
from streams.kafka.topics import create_topics
from streams.sqlite.log import SqliteLog


@pytest.fixture(params=["sqlite", "kafka"])
def any_log(request, tmp_path):
    """An empty log of either engine, one partition a topic."""
    if request.param == "sqlite":
        opened = SqliteLog(tmp_path / "log.sqlite", writable=True)
    else:
        broker = request.getfixturevalue("broker")
        prefix = request.getfixturevalue("topic_prefix")
        create_topics(broker.bootstrap, prefix, partitions=1)
        opened = KafkaLog(broker.bootstrap, prefix=prefix)
    yield opened
    opened.close()
