"""What people are told where the disk is full: that it is, and not that something else is wrong."""

import resource
import signal
import sqlite3
import subprocess

import pytest

from streams.read_model.store import READ_FILE
from tests.console.calling import COMMAND, environment, pitledger
from tests.console.event_lines import a_shift


def no_room() -> None:
    """A limit on the size of files takes the place of a full disk: the kernel refuses the same writes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


@pytest.mark.parametrize("command", ["meters", "check"])
def test_reading_on_a_full_disk_blames_the_disk(tmp_path, command):
    assert pitledger("import", "-", "--data", tmp_path, stdin="\n".join(a_shift())).code == 0
    for left in tmp_path.glob("*-shm"):
        left.unlink()
    called = subprocess.run(
        (*COMMAND, command, "--data", str(tmp_path)),
        capture_output=True,
        text=True,
        env=environment(),
        preexec_fn=no_room,
        check=False,
    )
    assert called.returncode != 0
    assert "move it away" not in called.stderr
    assert "the disk reported an error" in called.stderr
    assert "Check its room" in called.stderr


def test_an_import_whose_read_model_cannot_be_written_says_what_is_recorded(tmp_path):
    lines = a_shift(own_ids=True)
    assert pitledger("import", "-", "--data", tmp_path, stdin=lines[0]).code == 0
    with sqlite3.connect(tmp_path / READ_FILE) as db:  # stands for a disk that is full from here on
        db.execute(
            "CREATE TRIGGER full BEFORE INSERT ON rounds BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
        )
    called = pitledger("import", "-", "--data", tmp_path, stdin="\n".join(lines))
    assert called.code == 2
    assert f"{len(lines) - 1} recorded; the same call may be made again. What failed: " in called.err
    with sqlite3.connect(tmp_path / READ_FILE) as db:
        db.execute("DROP TRIGGER full")
    again = pitledger("import", "-", "--data", tmp_path, stdin="\n".join(lines))
    assert f": 0 recorded, {len(lines)} recorded before" in again.out
