"""Commands of `pitledger` as a user calls them, in processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

LOOK_S: Final = 0.2
_PROGRAM: Final = (sys.executable, "-m", "console.main")


def ask(*arguments: str) -> None:
    """Run a command and wait for its end, no moment longer: for who takes its time."""
    subprocess.run([*_PROGRAM, *arguments, "--json"], stdout=subprocess.DEVNULL, check=True)


def call(*arguments: str) -> tuple[Any, int]:
    """The report of a command, and the most memory that it and its processes had together, in bytes."""
    peak = 0
    with (
        tempfile.TemporaryFile() as out,
        subprocess.Popen([*_PROGRAM, *arguments, "--json"], stdout=out) as process,
    ):
        while process.poll() is None:
            peak = max(peak, sum(map(_memory, _family(process.pid))))
            time.sleep(LOOK_S)
        if process.returncode:
            raise RuntimeError(f"{' '.join(arguments)}: ended with {process.returncode}")
        out.seek(0)
        report: Any = json.load(out)
    return report, peak


def _family(pid: int) -> Iterator[int]:
    yield pid
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in children:
        yield from _family(int(child))


def _memory(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0
