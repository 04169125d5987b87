"""Faust workers as processes, for tests: started, killed, paused and continued."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

_PROGRAM = """
import sys
from pathlib import Path
from streams.engines.worker import WorkerSettings, run
name, bootstrap, data, prefix, partitions, session_s = sys.argv[1:]
sys.argv = sys.argv[:1]
run(name, WorkerSettings(bootstrap, Path(data), prefix, int(partitions), session_s=float(session_s)))
"""
STOP_LIMIT_S = 60
SESSION_S = 4.0
"""Shorter than in a house: a pause longer than this makes a zombie."""


class Worker:
    """One worker process of one application."""

    def __init__(self, name: str, bootstrap: str, data: Path, prefix: str, partitions: int) -> None:
        self.name = name
        self.data = data
        self.killed = False
        data.mkdir(parents=True, exist_ok=True)
        self.log = data / f"{name}.log"
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [
                    sys.executable,
                    "-W",
                    "ignore",
                    "-c",
                    _PROGRAM,
                    name,
                    bootstrap,
                    str(data),
                    prefix,
                    str(partitions),
                    str(SESSION_S),
                ],
                stdout=out,
                stderr=out,
                cwd=Path(__file__).parent.parent,
                start_new_session=True,
            )

    def kill(self) -> None:
        """SIGKILL: nothing is tidied up."""
        self.killed = True
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """SIGTERM: it stops in good order; returns its exit code."""
        self.killed = True
        self.process.terminate()
        return self.process.wait(STOP_LIMIT_S)

    def pause(self) -> None:
        """SIGSTOP: it will be taken for dead, and come back as a zombie."""
        os.kill(self.process.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """SIGCONT."""
        os.kill(self.process.pid, signal.SIGCONT)

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self.process.poll() is None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.running:
            self.kill()
