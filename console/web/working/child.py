"""What a child process does: one command after the other, each with what it prints in files of its own.

It ends with the console that started it; what a command had done by then it goes on from when it is called
again.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple

from console.main import main
from streams.child_processes import deaf_to_ctrl_c, end_with_parent

OUT, MESSAGES, CODE = ".out", ".messages", ".code"
"""The endings of the files: what was printed, messages and progress, the exit code."""


class Step(NamedTuple):
    """A command, and the name that its files begin with."""

    argv: tuple[str, ...]
    files: Path

    def file(self, ending: str) -> Path:
        """One of its files."""
        return self.files.with_name(self.files.name + ending)

    def code(self) -> int | None:
        """How it ended; None while it has not."""
        try:
            return int(self.file(CODE).read_text())
        except (OSError, ValueError):
            return None

    def forget(self) -> None:
        """Remove what it printed when it ran before."""
        for ending in (CODE, OUT, MESSAGES):
            self.file(ending).unlink(missing_ok=True)


def start(steps: Sequence[Step]) -> BaseProcess:
    """Run the steps in a process of their own; one that fails is the last."""
    with deaf_to_ctrl_c():
        process = get_context("spawn").Process(target=_work, args=(tuple(steps),), daemon=True)
        process.start()
    return process


def _work(steps: Sequence[Step]) -> None:
    end_with_parent()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for step in steps:
        if _run(step) != 0:
            return


def _run(step: Step) -> int:
    with (
        step.file(OUT).open("w", encoding="utf-8") as out,
        step.file(MESSAGES).open("w", encoding="utf-8", buffering=1) as messages,
    ):
        with redirect_stdout(out), redirect_stderr(messages):
            try:
                code = main(list(step.argv))
            except SystemExit as ended:
                code = ended.code if isinstance(ended.code, int) else 2
        out.flush()
        os.fsync(out.fileno())
    partial = step.file(f"{CODE}.partial")
    partial.write_text(f"{code}\n")
    partial.replace(step.file(CODE))
    sys.stdout.flush()
    return code
