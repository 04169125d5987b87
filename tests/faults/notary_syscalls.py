"""Faults at every write system call of the notary: killed there, disk full there, disk broken there.

strace counts the calls while `notary_signing` signs a fixed history and changes its key, then the program
runs once for each call and each fault. Afterwards the notary starts, goes on to the same end, and every
checkpoint that was ever handed out is a beginning of the log: nothing lost, nothing twice, no second tree.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

from events.errors import PitledgerError
from streams.notary.folder import AUDIT_FOLDER, CHECKPOINT_FILE
from streams.notary.keys import begin_audit_log, read_vkey
from streams.notary.leaves import series_of_entry
from streams.notary.tlog.checkpoints import Checkpoint, open_checkpoint, read_checkpoint_text
from streams.notary.tlog.notes import unverified_text
from streams.notary.tlog.proofs import TreeView
from streams.notary.tlog.tiles import StoredTiles
from streams.notary.tlog.tree import GrowingTree, leaf_hashes
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.faults.notary_signing import GAVE_UP, HANDED_BYTES, NOTE_BYTES, STEPS, sign_to
from tests.faults.sqlite_syscalls import FAULTS, KILLED, Case, Verdict
from tests.streams.notary.embedded_log import entries_of
from tests.streams.sealed_events import spread

ROOT = Path(__file__).parents[2]
CALLS = ("write", "pwrite64", "fsync", "fdatasync", "ftruncate", "unlink", "rename", "mkdir", "rmdir")


@lru_cache(maxsize=1)
def events() -> list[bytes]:
    """What is recorded."""
    return [event.value for event in spread(STEPS[-1], 5)]


def prepare(data: Path) -> None:
    """A log with all events, and an audit log with none."""
    with SqliteLog(data / LOG_FILE, writable=True) as log:
        log.append(spread(STEPS[-1], 5))
    begin_audit_log(data / AUDIT_FOLDER, "casino.example/pitledger", None)
    (data / "handed").write_bytes(bytes(HANDED_BYTES))


def traced(data: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Sign under strace."""
    command = ["strace", "-f", "-qq", "-o", str(data / "trace"), *options]
    command += [sys.executable, "-B", "-m", "tests.faults.notary_signing", str(data), str(data / "handed")]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def cases() -> list[Case]:
    """Every fault at every call that a run without faults makes."""
    with tempfile.TemporaryDirectory() as name:
        data = Path(name).resolve()
        prepare(data)
        done = traced(data, "-e", f"trace={','.join(CALLS)}")
        if done.returncode != 0:
            raise RuntimeError(f"signing under strace failed without any fault:\n{done.stderr}")
        calls = Counter(re.findall(r"^\d+ +(\w+)\(", (data / "trace").read_text(), re.MULTILINE))
    return [Case(fault, call, n) for fault in FAULTS for call in CALLS for n in range(1, calls[call] + 1)]


def meet(case: Case) -> Verdict:
    """Run into one fault, and look at what is left."""
    with tempfile.TemporaryDirectory() as name:
        data = Path(name).resolve()
        prepare(data)
        rule = FAULTS[case.fault].format(n=case.n)
        # strace 6.1 is faster with --seccomp-bpf, but then its injected signals do not arrive.
        fast = [] if case.fault == "killed" else ["--seccomp-bpf"]
        done = traced(data, *fast, "-e", f"trace={case.call}", "-e", f"inject={case.call}:{rule}")
        allowed = {0, GAVE_UP} if case.fault != "killed" else {KILLED, -9}
        wrong = [] if done.returncode in allowed else [f"ended with {done.returncode}: {done.stderr}"]
        if case.fault != "killed" and "INJECTED" not in (data / "trace").read_text():
            wrong.append("the fault was not met")
        return inspect(case, data, wrong)


def handed_out(data: Path) -> list[bytes]:
    """Every checkpoint that somebody may hold: those that were returned, and the published one."""
    content = (data / "handed").read_bytes()
    notes = [content[at : at + NOTE_BYTES].rstrip(b"\0") for at in range(0, len(content), NOTE_BYTES)]
    published = data / AUDIT_FOLDER / CHECKPOINT_FILE
    return [note for note in [*notes, published.read_bytes() if published.exists() else b""] if note]


def inspect(case: Case, data: Path, wrong: list[str]) -> Verdict:
    """Hold what was handed out against the log that the notary goes on to, without any fault."""
    folder = data / AUDIT_FOLDER
    notes = handed_out(data)
    lost = doubled = 0
    try:
        last = sign_to(data, STEPS[-1], change_key=False)
        checkpoint = open_checkpoint(last, [read_vkey(folder)])
        entries = entries_of(folder, checkpoint.size)
        found = [entry for entry in entries if series_of_entry(entry)]
        lost, doubled = len(set(events()) - set(found)), len(found) - len(set(found))
        if found != events():
            wrong.append(f"it has {len(found)} events, and not in the order of the log")
        if TreeView(StoredTiles(folder), checkpoint.size).root() != checkpoint.root:
            wrong.append("its tiles do not have the root that was signed")
        wrong += [f"{note!r} is of another tree" for note in notes if not _begins(note, entries)]
    except PitledgerError as error:
        wrong.append(f"{type(error).__name__}: {error}")
    key = folder / "key.pem"
    if key.stat().st_mode & 0o077:
        wrong.append("others may read the key")
    return Verdict(case, lost, doubled, wrong)


def _begins(note: bytes, entries: list[bytes]) -> bool:
    """Whether a checkpoint is of the beginning of these entries."""
    checkpoint: Checkpoint = read_checkpoint_text(unverified_text(note))
    tree = GrowingTree()
    tree.add(leaf_hashes(entries[: checkpoint.size]))
    return (tree.size, tree.root()) == (checkpoint.size, checkpoint.root)


def meet_all(count: int | None) -> list[Verdict]:
    """Every case, or that many of them spread evenly; two at a time, as they mostly wait."""
    every = cases()
    step = 1 if count is None or count >= len(every) else len(every) / count
    chosen = [every[int(at * step)] for at in range(len(every) if step == 1 else count or 0)]
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(meet, chosen))


def run(count: int | None = None) -> dict[str, object]:
    """One row of `make faults`; what went wrong is told on standard error."""
    verdicts = meet_all(count)
    for verdict in verdicts:
        if verdict.lost or verdict.doubled or verdict.wrong:
            print(verdict, file=sys.stderr)
    return {
        "name": "notary-syscalls",
        "runs": len(verdicts),
        "faults": len(verdicts),
        "lost": sum(verdict.lost for verdict in verdicts),
        "doubled": sum(verdict.doubled for verdict in verdicts),
        "wrong": sum(bool(verdict.wrong) for verdict in verdicts),
        "seed": None,
    }


RUNS = {"notary-syscalls": run}
