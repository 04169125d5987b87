"""An embedded instance and one on Kafka never share a directory, whichever was there first."""

import pytest

from console.instances.instance import open_embedded
from streams.errors import LogError
from tests.console.calling import pitledger
from tests.console.event_lines import a_shift
from tests.console.link_calls import HCF, TWO

NO_BROKER = "127.0.0.1:1"
"""Nobody is asked: the directory is looked at first."""


@pytest.fixture
def embedded(tmp_path):
    assert pitledger("import", "-", "--data", tmp_path / "D", stdin=a_shift(1, 1)[0]).code == 0
    return tmp_path / "D"


@pytest.mark.parametrize(
    "call",
    [
        ("import", "-"),
        ("floor", "--rounds", 1, "--tables", 1),
        ("link", "open", "HCF", *HCF, *TWO),
        ("export-events",),
        ("rebuild",),
        ("worker", "router"),
    ],
)
def test_kafka_does_not_use_the_directory_of_an_embedded_instance(embedded, call):
    before = sorted(embedded.iterdir())

    called = pitledger("--kafka", NO_BROKER, "--data", embedded, *call, stdin=a_shift(1, 1)[0])

    assert (called.code, called.out) == (2, "")
    assert f"{embedded}: an embedded instance is here, and this is for Kafka" in called.err
    assert "--data" in called.err
    assert sorted(embedded.iterdir()) == before


def test_the_default_directory_that_nobody_named_is_no_obstacle(tmp_path, monkeypatch):
    """The recorder keeps its index among the user's caches then, and writes nothing beside the log."""
    monkeypatch.chdir(tmp_path)
    assert pitledger("import", "-", stdin=a_shift(1, 1)[0]).code == 0

    called = pitledger("--kafka", NO_BROKER, "import", "-", stdin=a_shift(1, 1)[0])

    assert called.code == 2
    assert "cannot be reached" in called.err or "no broker" in called.err


MAKES = [("import", "-"), ("floor", "--rounds", 1, "--tables", 1), ("demo", "--rounds", 1)]


@pytest.mark.parametrize("call", MAKES)
def test_no_embedded_instance_is_made_in_the_directory_of_a_worker(tmp_path, call):
    (tmp_path / "router.lock").write_text("")

    called = pitledger(*call, "--data", tmp_path, stdin=a_shift(1, 1)[0])

    assert (called.code, called.out) == (2, "")
    assert "router.lock is here, which an instance on Kafka keeps" in called.err
    assert "with --kafka, or another directory with --data" in called.err
    assert [path.name for path in tmp_path.iterdir()] == ["router.lock"]


@pytest.mark.parametrize("name", ["router", "keeper", "examiner-1", "sinks", "source-ids.p.01ab.sqlite"])
def test_whatever_an_instance_on_kafka_keeps_is_known(tmp_path, name):
    (tmp_path / name).mkdir()

    with pytest.raises(LogError, match=f"{name} is here, which an instance on Kafka keeps"):
        open_embedded(tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_an_embedded_instance_that_is_there_is_opened_whatever_lies_beside_it(embedded):
    (embedded / "router").mkdir()

    open_embedded(embedded).close()
