"""Faust workers as processes, for tests: started, killed, paused and continued.

They are forked from one process that has imported everything, and do the rest by themselves: most of what a
worker's start costs is importing, and a run of the tests starts hundreds.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import signal
import sys
import warnings
from pathlib import Path
from typing import Final, Self

STOP_LIMIT_S = 60
SESSION_S = 4.0
"""Shorter than in a house: a pause longer than this makes a zombie."""
_FORKS: Final = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["streams.engines.worker"])
_PR_SET_PDEATHSIG: Final = 1


def _run(name: str, bootstrap: str, data: Path, prefix: str, partitions: int) -> None:
    """A worker's whole life, in a session of its own and with an output of its own."""
    os.setsid()
    ctypes.CDLL(None).prctl(
        _PR_SET_PDEATHSIG, signal.SIGKILL
    )  # nobody is left behind by tests that are killed
    with _log(name, data).open("ab") as out:
        os.dup2(out.fileno(), 1)
        os.dup2(out.fileno(), 2)
    warnings.simplefilter("ignore")
    sys.argv = sys.argv[:1]
    from streams.engines.worker import WorkerSettings, run  # not here: whoever tests something else

    run(name, WorkerSettings(bootstrap, data, prefix, partitions, session_s=SESSION_S))


def _log(name: str, data: Path) -> Path:
    return data / f"{name}.log"


class Worker:
    """One worker process of one application."""

    def __init__(self, name: str, bootstrap: str, data: Path, prefix: str, partitions: int) -> None:
        self.name = name
        self.data = data
        self.killed = False
        data.mkdir(parents=True, exist_ok=True)
        self.log = _log(name, data)
        self.log.touch()
        self.process = _FORKS.Process(
            target=_run, args=(name, bootstrap, data, prefix, partitions), daemon=True
        )
        self.process.start()

    @property
    def pid(self) -> int:
        """The worker's own process id."""
        assert self.process.pid is not None
        return self.process.pid

    def send_signal(self, how: int) -> None:
        """Any signal."""
        os.kill(self.pid, how)

    def kill(self) -> None:
        """SIGKILL: nothing is tidied up."""
        self.killed = True
        self.process.kill()
        self.process.join()

    def stop(self) -> int:
        """SIGTERM: it stops in good order; returns its exit code."""
        self.killed = True
        self.process.terminate()
        return self.wait(STOP_LIMIT_S)

    def wait(self, limit_s: float) -> int:
        """Its exit code, once it has ended by itself."""
        self.process.join(limit_s)
        assert self.process.exitcode is not None, f"{self.name} is still there after {limit_s} s"
        return self.process.exitcode

    def pause(self) -> None:
        """SIGSTOP: it will be taken for dead, and come back as a zombie."""
        self.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """SIGCONT."""
        self.send_signal(signal.SIGCONT)

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self.process.is_alive()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.running:
            self.kill()
