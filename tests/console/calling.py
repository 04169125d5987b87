"""Calls the command line: as a process of its own, or in this one where only the answer counts."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any, NamedTuple

import pytest

from console.main import main

COMMAND = (sys.executable, "-m", "console.main")


class Called(NamedTuple):
    """What came of a call."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on standard output."""
        return json.loads(self.out)


def environment(**more: str) -> dict[str, str]:
    """The environment of a call, without what the developer's shell says of an instance."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PITLEDGER_")}
    return {**kept, **more}


def pitledger(*args: object, stdin: str | bytes = b"", **variables: str) -> Called:
    """Call the command in this process."""
    given = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        for name in set(os.environ) - set(environment()):
            patch.delenv(name)
        for name, value in variables.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        try:
            code = main([str(arg) for arg in args])
        except SystemExit as exit_:
            code = int(exit_.code or 0)
    return Called(code, out.getvalue(), err.getvalue())


def pitledger_process(*args: object, stdin: str | bytes = b"", **variables: str) -> Called:
    """Call the command as a process of its own."""
    done = subprocess.run(
        [*COMMAND, *map(str, args)],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        env=environment(**variables),
        check=False,
    )
    return Called(done.returncode, done.stdout.decode(), done.stderr.decode())
