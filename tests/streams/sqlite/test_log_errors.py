"""What can be wrong with the file, the disk or another process: a text for a person, and nothing lost."""

import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import pytest

from projections.records import Output
from streams.errors import LogError, Trouble
from streams.log import EVENTS, LINKS
from streams.sqlite.file import APPLICATION_ID, FORMAT
from streams.sqlite.log import SqliteLog
from tests.streams.sealed_events import Chains, spread
from tests.streams.sqlite.filled_log import filled

ROOT = Path(__file__).parents[3]
A = "table:HCF-01"


def python(code: str, *arguments: object) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


HOLD = """
    import sys
    from streams.sqlite.log import SqliteLog
    from tests.streams.sealed_events import spread
    log = SqliteLog(sys.argv[1], writable=True)
    log.append(spread(5, 1))
    print("holding", flush=True)
    sys.stdin.read()
    log.close()
"""


def test_a_second_writer_process_learns_who_holds_the_log(path):
    with python(HOLD, path) as holder:
        assert holder.stdout.readline() == "holding\n"
        with pytest.raises(LogError, match=rf"log\.db: process {holder.pid} is writing this log"):
            SqliteLog(path, writable=True)
        with SqliteLog(path, writable=False) as reader:
            assert reader.end(EVENTS, 0) == 5
        holder.communicate("")
    SqliteLog(path, writable=True).close()


def test_a_second_writer_in_the_same_process_is_refused_too(path):
    with SqliteLog(path, writable=True):
        with pytest.raises(LogError, match=f"process {os.getpid()} is writing"):
            SqliteLog(path, writable=True)
        SqliteLog(path, writable=False).close()


def test_a_killed_writer_leaves_no_lock_and_everything_it_acknowledged(path):
    with python(HOLD, path) as holder:
        assert holder.stdout.readline() == "holding\n"
        holder.send_signal(signal.SIGKILL)
    with SqliteLog(path, writable=False) as reader:
        assert reader.end(EVENTS, 0) == 5
    with SqliteLog(path, writable=True) as log:
        assert log.end(EVENTS, 0) == 5
        log.append(Chains().take([A]))


FORK = """
    import os, sys
    from pathlib import Path
    from streams.sqlite.file import WriterLock
    lock = WriterLock(Path(sys.argv[1]))
    if os.fork() == 0:
        print("child", flush=True)
        sys.stdin.read()
        os._exit(0)
    os._exit(0)
"""


def test_a_forked_child_does_not_keep_the_log_locked_when_its_parent_is_gone(path):
    with python(FORK, path) as parent:
        assert parent.stdout.readline() == "child\n"
        parent.wait()
        SqliteLog(path, writable=True).close()
        parent.stdin.close()


def test_a_missing_file_is_not_created_by_a_reader(path):
    with pytest.raises(LogError, match=r"log\.db: there is no log here\. Check the path"):
        SqliteLog(path, writable=False)
    assert list(path.parent.iterdir()) == []


def test_a_missing_directory_is_named(tmp_path):
    with pytest.raises(LogError, match=r"the directory .*nowhere does not exist\. Create it"):
        SqliteLog(tmp_path / "nowhere" / "log.db", writable=True)


def test_a_directory_is_no_log(tmp_path):
    with pytest.raises(LogError, match="this is a directory"):
        SqliteLog(tmp_path, writable=True)


def as_nobody(code: str, path: Path) -> str:
    """Run code as a user who owns nothing; where we are not root, we are such a user already."""
    drop = "import os\nif os.geteuid() == 0: os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
    imports = "import sys; from streams.sqlite.log import SqliteLog\n"
    done = python(imports + drop + textwrap.dedent(code), path)
    out, err = done.communicate()
    assert done.returncode == 0, err
    return out


TELL = """
    try:
        SqliteLog(sys.argv[1], writable=True)
    except Exception as error:
        print(type(error).__name__, error)
"""


@pytest.fixture
def open_path():
    """A directory that anybody may pass through, which pytest's own is not."""
    with tempfile.TemporaryDirectory() as directory:
        Path(directory).chmod(0o755)
        yield Path(directory) / "log.db"


def test_a_directory_that_may_not_be_written_is_named(open_path):
    open_path.parent.chmod(0o555)
    try:
        message = as_nobody(TELL, open_path)
    finally:
        open_path.parent.chmod(0o755)
    assert f"LogError {open_path}: this user may not write {open_path.parent}. Change its permissions" in (
        message
    )


def test_a_file_that_may_not_be_written_is_named(open_path):
    filled(open_path, 10)
    open_path.parent.chmod(0o777)
    open_path.chmod(0o444)
    assert f"LogError {open_path}: this user may not write {open_path}. Change" in as_nobody(TELL, open_path)


READ = """
    try:
        print(SqliteLog(sys.argv[1], writable=False).end("events", 0))
    except Exception as error:
        print(type(error).__name__, error)
"""


def test_a_reader_who_may_write_nothing_reads_beside_a_writer_and_learns_what_to_do_without_one(open_path):
    with SqliteLog(open_path, writable=True) as log:
        log.append(spread(10, 1))
        open_path.parent.chmod(0o555)
        assert as_nobody(READ, open_path) == "10\n"
        open_path.parent.chmod(0o755)
    open_path.parent.chmod(0o555)
    message = as_nobody(READ, open_path)
    open_path.parent.chmod(0o755)
    assert message.startswith(f"LogError {open_path}: this user may not write beside it")
    assert "or copy the log" in message


def test_a_lock_file_of_somebody_else_is_named(open_path):
    open_path.parent.chmod(0o777)
    lock = open_path.with_name("log.db-lock")
    lock.touch()
    lock.chmod(0o444)
    assert f"LogError {lock}: Permission denied. Let this user write there" in as_nobody(TELL, open_path)


@pytest.mark.parametrize("writable", [True, False])
def test_a_file_that_is_not_sqlite_is_refused_and_left_alone(path, writable):
    path.write_bytes(b"Dear diary, today the shoe jammed again. " * 50)
    before = path.read_bytes()
    with pytest.raises(LogError, match=r"log\.db: this is not a Pitledger log: it is not an SQLite file"):
        SqliteLog(path, writable=writable)
    assert path.read_bytes() == before


@pytest.mark.parametrize("writable", [True, False])
@pytest.mark.parametrize(
    "mark", ["CREATE TABLE theirs (x)", "PRAGMA application_id=7", "PRAGMA user_version=3"]
)
def test_an_sqlite_file_of_somebody_else_is_refused_and_left_alone(path, writable, mark):
    other = sqlite3.connect(path)
    other.execute(mark)
    other.commit()
    other.close()
    before = path.read_bytes()
    with pytest.raises(LogError, match=r"log\.db: this SQLite file belongs to another program"):
        SqliteLog(path, writable=writable)
    assert path.read_bytes() == before


@pytest.mark.parametrize("writable", [True, False])
@pytest.mark.parametrize("number", [0, FORMAT + 1, FORMAT + 6])
def test_another_format_is_refused_and_left_alone(path, writable, number):
    """A higher number need not be a newer one, so both ways out are named."""
    filled(path, 10)
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    raw.execute(f"PRAGMA user_version={number}")
    raw.close()
    before = path.read_bytes()
    known = f"has format {number}, and this release knows format {FORMAT}"
    with pytest.raises(LogError, match=rf"{known}\. Use the release .* that wrote it, or record or import"):
        SqliteLog(path, writable=writable)
    assert path.read_bytes() == before


def test_an_empty_file_is_new_to_a_writer_and_nothing_to_a_reader(path):
    path.touch()
    with pytest.raises(LogError, match="If anything was ever recorded here, put a copy"):
        SqliteLog(path, writable=False)
    assert len(filled(path, 10)) == 10


def test_a_program_that_writes_into_the_file_is_noticed(path):
    chains = Chains()
    with SqliteLog(path, writable=True) as log:
        log.append(chains.take([A]))
        raw = sqlite3.connect(path)
        raw.execute("INSERT INTO events VALUES (1, x'00')")
        raw.commit()
        raw.close()
        batch = chains.take([A])
        with pytest.raises(LogError, match="holds records that this process did not write"):
            log.append(batch)
        assert log.end(EVENTS, 0) == 2
        assert not log.append(batch)[0]
        assert log.end(EVENTS, 0) == 3


def test_a_program_that_keeps_the_file_locked_is_trouble_and_then_over(path, monkeypatch):
    monkeypatch.setattr("streams.sqlite.file.BUSY_SECONDS", 0.05)
    batch = Chains().take([A])
    with SqliteLog(path, writable=True) as log:
        raw = sqlite3.connect(path, isolation_level=None)
        raw.execute("BEGIN IMMEDIATE")
        with pytest.raises(Trouble, match="another program has kept the file locked"):
            log.append(batch)
        assert log.head(A) is None
        raw.execute("ROLLBACK")
        raw.close()
        assert not log.append(batch)[0]


def test_a_full_disk_is_trouble_nothing_is_stored_and_later_it_goes_on(path):
    """A limit on the size of files takes the place of a full disk: the kernel refuses the same write."""
    chains = Chains()
    body = b"\xc5\x40\x00" + bytes(16_384)
    first, second = ([chains.next(A, body=body) for _ in range(10)] for _ in range(2))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with SqliteLog(path, writable=True) as log:
        log.append(first)
        log.commit_processed([Output(LINKS, "link:L", b"v")], {"router": b"1"})
        resource.setrlimit(
            resource.RLIMIT_FSIZE, (path.with_name("log.db-wal").stat().st_size + 20_000, hard)
        )
        try:
            with pytest.raises(Trouble, match=r"log\.db: the disk .*what was acknowledged before is safe"):
                log.append(second)
            with pytest.raises(Trouble):
                log.commit_processed([Output(LINKS, "link:L", body)] * 9, {"router": b"2"})
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert (log.end(EVENTS, 0), log.end(LINKS, 0), log.load_state("router")) == (10, 1, b"1")
        assert log.head(A).seq == 10
        assert log.append(second) == [False] * 10
        log.verify()
        assert [r.value for r in log.read_stream(A, 1)] == [e.value for e in first + second]


def test_what_a_killed_writer_left_unsynced_is_synced_before_it_is_called_stored(path):
    """Otherwise "exists" would be said of events that the next power cut takes away."""
    with python(HOLD, path) as holder:
        assert holder.stdout.readline() == "holding\n"
        holder.send_signal(signal.SIGKILL)
    wal = path.with_name("log.db-wal")
    assert wal.stat().st_size > 0
    with SqliteLog(path, writable=True):
        assert wal.stat().st_size == 0


def test_a_writer_opens_beside_a_reader_that_is_paused(path, monkeypatch):
    monkeypatch.setattr("streams.sqlite.file.BUSY_SECONDS", 0.05)
    with python(HOLD, path) as holder:
        assert holder.stdout.readline() == "holding\n"
        raw = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
        raw.execute("BEGIN")
        raw.execute("SELECT count(*) FROM events").fetchone()
        holder.send_signal(signal.SIGKILL)
    wal = path.with_name("log.db-wal")
    before = wal.stat().st_size
    with SqliteLog(path, writable=True) as log:
        # The reader keeps the write-ahead log from being emptied, so a commit of one page synced it.
        assert wal.stat().st_size == before + 24 + 4096
        log.append(Chains().take([A]))
    raw.close()
    with SqliteLog(path, writable=False) as log:
        assert log.end(EVENTS, 0) == 6
