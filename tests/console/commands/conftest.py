"""What tests of commands on both engines share."""

import pytest

from streams.kafka.topics import create_topics
from tests.console.both_engines import Engine
from tests.console.calling import pitledger
from tests.console.link_calls import HCF, TWO
from tests.rig import Rig


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


@pytest.fixture(params=["embedded", "kafka"])
def engine(request, tmp_path):
    """An empty instance of either engine, with its processors running."""
    if request.param == "embedded":
        yield Engine(("--data", tmp_path))
        return
    broker, prefix = request.getfixturevalue("broker"), request.getfixturevalue("topic_prefix")
    with Rig(broker.bootstrap, prefix, tmp_path) as rig:
        rig.start_all()
        yield Engine(("--kafka", rig.bootstrap, "--data", tmp_path / "sinks"), rig)


@pytest.fixture
def link(tmp_path):
    """Calls `pitledger link` on one instance and gives back the answer with its JSON document."""

    def call(*args, signed=TWO):
        return pitledger("link", *args, *signed, "--json", "--data", tmp_path)

    return call


@pytest.fixture
def opened(link):
    """The same, with the link HCF open: $150,000 on its meter (678a.12(d)(3) at $5)."""
    assert link("open", "HCF", *HCF).code == 0
    return link
