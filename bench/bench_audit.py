"""Entries a second that one core notarises and exports, and that it verifies, against one SHA-256 an entry.

The log is a demo's: events and decisions of six tables. Notarised and exported: taken in from the embedded
log, checkpoint signed, bag written, without ledger and report. Verified: all that `pitledger audit verify`
checks of a whole bag with its ledger, in one process. The limit is `hashlib.sha256` called once an entry over
the same bytes, measured between the runs: nothing that checks entries by their hashes can do with less.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bench.rows import Row, row
from console.exports.audit_bag import write_bag
from console.exports.verify_bag import bundles_of, read_key, verify
from streams.notary.keys import begin_audit_log, load_signer
from streams.notary.notary import Notary
from streams.notary.proving import Prover
from streams.notary.publishing import CheckpointFile
from streams.read_model.bulk_sources import SqliteSource
from streams.sqlite.file import LOG_FILE

ROUNDS: Final = 6_000
LIMIT: Final = "hashlib.sha256 called once an entry"
TIMES: Final = 3


def run(quick: bool) -> list[Row]:
    """Notarise and export, then verify."""
    with tempfile.TemporaryDirectory() as name:
        data, bag = Path(name) / "data", Path(name) / "bag"
        rounds = ROUNDS // 10 if quick else ROUNDS
        _call("demo", "--rounds", rounds, "--tables", 6, "--no-console", "--data", data)
        exported = [_seconds(lambda at=at: notarise(data, Path(name) / f"audit-{at}")) for at in range(TIMES)]
        _call("audit", "init", "--data", data)
        _call("audit", "export", "--out", bag, "--data", data)
        key = read_key((data / "audit/vkey").read_text("utf-8").strip())
        size = int((bag / "data/checkpoint").read_text("utf-8").split("\n")[1])
        entries = [entry for _, _, here in bundles_of(bag, size, set()) for entry in here]
        verified = [_seconds(lambda: verify(bag, key, None)) for _ in range(TIMES)]
        limit = size / min(_seconds(lambda: hash_all(entries)) for _ in range(TIMES))
    of = {"limit": limit, "limit_name": LIMIT, "n": size}
    return [
        row(
            "audit: notarised and exported",
            "entries/s a core",
            size / min(exported),
            goal="≥ 0.3 of it",
            **of,
        ),
        row("audit: verified", "entries/s a core", size / min(verified), goal="≥ 0.07 of it", **of),
    ]


def notarise(data: Path, folder: Path) -> None:
    """An audit log of an instance's events and decisions, and its bag."""
    begin_audit_log(folder, "casino.example/bench", None)
    with Notary(folder, CheckpointFile(folder)) as notary:
        notary.catch_up(SqliteSource(data / LOG_FILE))
        notary.checkpoint([load_signer(folder, None)])
    with Prover(folder) as prover:
        write_bag(folder / "bag", prover, [], None, lambda _: None)


def hash_all(entries: list[bytes]) -> None:
    """One hash an entry, and nothing else."""
    sha256 = hashlib.sha256
    for entry in entries:
        sha256(entry).digest()


def _seconds(body: Callable[[], object]) -> float:
    """The processor time of a call."""
    before = time.process_time()
    body()
    return time.process_time() - before


def _call(*args: object) -> None:
    command = [sys.executable, "-m", "console.main", *map(str, args)]
    subprocess.run(command, check=True, capture_output=True)
