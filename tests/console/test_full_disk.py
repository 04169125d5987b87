"""What people are told where the disk is full: that it is, and not that something else is wrong."""

import resource
import signal
import subprocess

import pytest

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
