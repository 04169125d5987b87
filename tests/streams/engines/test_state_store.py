"""What counts as damage of a RocksDB: never that another process has it open and works on it."""

import subprocess
import sys
from pathlib import Path

import pytest
import rocksdict
from faust.stores.rocksdb import Store

from streams.engines.state_store import StateStore
from streams.engines.worker_log import EXIT_TROUBLE
from streams.errors import Trouble

ROOT = Path(__file__).parents[3]


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A store without an app: its database is opened as Faust does it, in a directory of the test."""
    opened = StateStore.__new__(StateStore)
    path = tmp_path / "state-0.db"
    options = rocksdict.Options(raw_mode=True)
    monkeypatch.setattr(StateStore, "partition_path", lambda _self, _partition: path)
    monkeypatch.setattr(Store, "_open_for_partition", lambda _self, _p: rocksdict.Rdict(str(path), options))
    return opened, path


def kept(path):
    """The files that hold the data; who only tries to open it begins another LOG."""
    return {file.name: file.stat().st_ino for file in path.iterdir() if not file.name.startswith("LOG")}


def test_a_database_that_is_open_elsewhere_stays_as_it_is(store):
    opened, path = store
    first = opened._open_for_partition(0)
    first.put(b"state", b"mine")
    files = kept(path)

    with pytest.raises(Exception, match="lock"):
        opened._open_for_partition(0)

    assert kept(path) == files
    assert first.get(b"state") == b"mine"
    first.close()
    again = opened._open_for_partition(0)
    assert again.get(b"state") == b"mine"
    again.close()
    assert path.is_dir()


def test_one_that_is_damaged_is_made_again(store):
    opened, path = store
    first = opened._open_for_partition(0)
    first.put(b"state", b"mine")
    first.close()
    (path / "CURRENT").write_bytes(b"\x00")

    again = opened._open_for_partition(0)

    assert again.get(b"state") is None
    again.close()


@pytest.mark.parametrize(
    "put", [lambda path: path.write_bytes(b"x"), lambda path: path.symlink_to(path.parent / "gone" / "db")]
)
def test_what_is_no_directory_makes_way_for_the_database(store, put):
    """A file, or a link that leads nowhere, would end the worker at every start."""
    opened, path = store
    put(path)

    database = opened._open_for_partition(0)
    database.put(b"state", b"mine")

    assert database.get(b"state") == b"mine"
    database.close()
    assert path.is_dir()


FULL = """
from faust.stores.rocksdb import Store
from streams.engines.state_store import StateStore
def full(*_): raise Exception("IO error: No space left on device")
Store.{method} = full
store = StateStore.__new__(StateStore)
try:
    store.{method}({arguments})
finally:
    print("still here")
"""


@pytest.mark.parametrize(
    ("method", "arguments"),
    [("apply_changelog_batch", "[], bytes, bytes"), ("set_persisted_offset", "None, 1")],
)
def test_a_full_disk_ends_the_process_where_faust_would_stand_still(method, arguments):
    """While it recovers Faust only logs it, and never comes to an end; while it stops it hangs."""
    program = FULL.format(method=method, arguments=arguments)
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout) == (EXIT_TROUBLE, ""), done.stderr
    assert "the state cannot be written (IO error: No space left on device); leaving" in done.stderr


def test_a_state_that_cannot_be_stored_is_trouble_which_is_tried_again(store, monkeypatch):
    def full(*_):
        raise RuntimeError("IO error: No space left on device")

    monkeypatch.setattr(Store, "_set", full)
    with pytest.raises(Trouble, match=r"the state cannot be stored \(IO error: No space left on device\)"):
        store[0]._set(b"state", b"mine")
