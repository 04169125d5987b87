"""A process that works for another one ends with it, even if that one was killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PARENT = """
import multiprocessing, time
from tests.streams.test_child_processes import wait_for_ever
if __name__ == "__main__":
    context = multiprocessing.get_context("spawn")
    queue = context.Queue(1)
    child = context.Process(target=wait_for_ever, args=(queue,), daemon=True)
    child.start()
    print(queue.get(), flush=True)
    time.sleep(600)
"""
LIMIT_S = 60


def wait_for_ever(queue):
    from streams.child_processes import end_with_parent

    end_with_parent()
    queue.put(os.getpid())
    queue.put("nobody takes this")
    queue.put("so this is never put")


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL])
def test_it_ends_when_the_one_that_started_it_was_killed(ending, tmp_path):
    script = tmp_path / "parent.py"
    script.write_text(PARENT)
    paths = os.pathsep.join(sys.path)
    with subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": paths},
    ) as parent:
        child = int(parent.stdout.readline())
        os.kill(child, 0)
        parent.send_signal(ending)
        parent.wait(LIMIT_S)
        give_up = time.monotonic() + LIMIT_S
        while is_alive(child):
            assert time.monotonic() < give_up, "it waits still"
            time.sleep(0.1)


def is_alive(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
