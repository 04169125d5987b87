"""A cache that is damaged or gone is made again by the worker itself; nobody deletes anything by hand."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from streams.engines.log_mark import taken_apart
from streams.engines.state_store import KEY
from tests.faults.caches import damage_caches, databases, stopped
from tests.kafka_broker import Broker
from tests.rig import Rig
from tests.traffic import traffic


@pytest.fixture(scope="module")
def rig(broker: Broker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """A floor that has gone on after a damaged RocksDB, read model and index; `make faults` has every way."""
    with Rig(broker.bootstrap, "caches-", tmp_path_factory.mktemp("caches"), partitions=2) as rig:
        damage_caches(rig, broker, count=1, seed=1)
        yield rig


def test_a_damaged_state_was_thrown_away_by_the_worker_itself(rig: Rig) -> None:
    assert "because it is damaged" in rig.worker_logs()


def test_a_state_that_is_no_state_is_folded_again(rig: Rig) -> None:
    """The database is whole, and what it holds is not what a worker has stored."""
    import rocksdict

    data = stopped(rig, "keeper")
    for path in databases(data):
        database = rocksdict.Rdict(str(path), options=rocksdict.Options(raw_mode=True))
        stored = taken_apart(database.get(KEY) or b"")
        if stored is not None:
            database.put(KEY, stored[0].before(b"\xc1 no state"))
        database.close()
    worker = rig.start("keeper")
    rig.feed(list(traffic(20, tables=1, links=1, floor="S-")))
    rig.wait(sinks=False)

    assert worker.running
    assert "its stored state is thrown away" in worker.log.read_text()


def test_what_stands_where_a_folder_should_be_is_set_aside(rig: Rig) -> None:
    """It ended every start of the worker, with the code of a defect."""
    below = stopped(rig, "keeper") / "keeper" / "v1" / "tables"
    shutil.rmtree(below)
    below.write_text("mine")
    whole = stopped(rig, "router") / "router"
    shutil.rmtree(whole)
    whole.symlink_to("nowhere")

    workers = [rig.start("keeper"), rig.start("router")]
    rig.feed(list(traffic(20, tables=1, links=1, floor="F-")))
    rig.wait(sinks=False)

    assert all(worker.running for worker in workers)
    assert below.with_name("tables.damaged").read_text() == "mine"
    assert whole.with_name("router.damaged").is_symlink()
    assert "set aside as tables.damaged" in workers[0].log.read_text()


def test_a_read_model_that_was_removed_under_the_sinks_is_made_again(rig: Rig) -> None:
    file = rig.directory / "sinks" / "read.sqlite"
    (worker,) = (each for each in rig.workers if each.name == "sinks")
    file.unlink()

    rig.feed(list(traffic(20, tables=1, links=1, floor="R-")))
    rig.wait()

    assert file.exists()
    assert not worker.running, "it wrote on into a file that nobody sees"
    assert "was removed or replaced" in worker.log.read_text()
