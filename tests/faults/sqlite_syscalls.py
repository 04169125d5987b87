"""Faults at every write system call of the SQLite log: killed there, disk full there, disk broken there.

strace counts the calls on the log's files while `sqlite_recording` records a fixed history, then the program
runs once for each call and each fault. Afterwards the file opens, holds every acknowledged commit whole and
nothing twice, its chains are intact, and recording goes on to the same end.
"""

import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from events.envelope import NO_PREV, event_hash, read_header
from events.errors import PitledgerError
from streams.log import EVENTS, LINKS
from streams.sqlite.log import SqliteLog
from tests.faults.sqlite_recording import GAVE_UP, Step, history

ROOT = Path(__file__).parents[2]
CALLS = ("write", "pwrite64", "pwritev", "fsync", "fdatasync", "ftruncate", "fallocate", "unlink", "rename")
FAULTS = {
    "killed": "signal=SIGKILL:when={n}",
    "disk full once": "error=ENOSPC:when={n}",
    "disk full from then on": "error=ENOSPC:when={n}+",
    "disk error once": "error=EIO:when={n}",
    "disk error from then on": "error=EIO:when={n}+",
}
KILLED = 137


class Case(NamedTuple):
    """One run: which fault, at the how-manieth of which call."""

    fault: str
    call: str
    n: int


class Verdict(NamedTuple):
    """What a run left behind; `wrong` says in words what is neither lost nor doubled and still not right."""

    case: Case
    lost: int
    doubled: int
    wrong: list[str]


class Content(NamedTuple):
    """What a log holds."""

    events: list[bytes]
    links: list[tuple[str, bytes]]
    state: bytes | None


def contents(steps: list[Step]) -> list[Content]:
    """What a log must hold after none, one, two … of the steps."""
    found = [Content([], [], None)]
    for step in steps:
        events, links, state = found[-1]
        more = [(key, value) for _, key, value, _ in step.outputs]
        found.append(Content(events + [e.value for e in step.batch], links + more, step.state or state))
    return found


def content_of(log: SqliteLog) -> Content:
    """What the log holds, by plain reads."""
    return Content(
        [record.value for record in log.read(EVENTS, 0, 0)],
        [(record.key, record.value) for record in log.read(LINKS, 0, 0)],
        log.load_state("router"),
    )


def traced(directory: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Record into a log in that directory under strace, which sees only the calls on the log's files."""
    path = directory / "log.db"
    files = [
        directory,
        *(path.with_name(path.name + end) for end in ("", "-wal", "-shm", "-journal", "-lock")),
    ]
    (directory / "acknowledged").write_bytes(b"\0")
    command = ["strace", "-f", "-qq", "-o", str(directory / "trace"), *options]
    command += [part for file in files for part in ("-P", str(file))]
    command += [
        sys.executable,
        "-m",
        "tests.faults.sqlite_recording",
        str(path),
        str(directory / "acknowledged"),
    ]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def cases() -> list[Case]:
    """Every fault at every call that a run without faults makes."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name).resolve()
        done = traced(directory, "-e", f"trace={','.join(CALLS)}")
        if done.returncode != 0:
            raise RuntimeError(f"recording under strace failed without any fault:\n{done.stderr}")
        calls = Counter(re.findall(r"^\d+ +(\w+)\(", (directory / "trace").read_text(), re.MULTILINE))
    return [Case(fault, call, n) for fault in FAULTS for call in CALLS for n in range(1, calls[call] + 1)]


def meet(case: Case) -> Verdict:
    """Run into one fault, and look at what is left."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name).resolve()
        rule = FAULTS[case.fault].format(n=case.n)
        # strace 6.1 is faster with --seccomp-bpf, but then its injected signals do not arrive.
        fast = [] if case.fault == "killed" else ["--seccomp-bpf"]
        done = traced(directory, *fast, "-e", f"trace={case.call}", "-e", f"inject={case.call}:{rule}")
        acknowledged = (directory / "acknowledged").read_bytes()[0]
        wrong = _wrong_ending(case, done, acknowledged)
        if case.fault == "killed" or "INJECTED" in (directory / "trace").read_text():
            return inspect(case, directory / "log.db", acknowledged, wrong)
    return Verdict(case, 0, 0, [*wrong, "the fault was not met"])


def _wrong_ending(case: Case, done: subprocess.CompletedProcess[str], acknowledged: int) -> list[str]:
    """A killed program dies, one fault is survived, a disk that stays bad may be given up as trouble."""
    allowed = {0} if case.fault.endswith("once") else {0, GAVE_UP}
    if case.fault == "killed":
        allowed = {KILLED, -9}
    if done.returncode not in allowed:
        return [f"ended with {done.returncode}: {done.stderr}"]
    if done.returncode == 0 and acknowledged != len(history()):
        return [f"ended well with {acknowledged} commits acknowledged"]
    return []


def inspect(case: Case, path: Path, acknowledged: int, wrong: list[str]) -> Verdict:
    """Hold what a log contains against what was acknowledged, then record on."""
    steps = history()
    expected = contents(steps)
    lost = doubled = 0
    try:
        with SqliteLog(path, writable=True) as log:
            log.verify()
            found = content_of(log)
            promised = expected[acknowledged]
            lost = len(set(promised.events) - set(found.events)) + max(
                len(promised.links) - len(found.links), 0
            )
            doubled = len(found.events) - len(set(found.events))
            # The commit on its way when the fault struck may be there or not, but never in part.
            if found not in expected[acknowledged : acknowledged + 2]:
                wrong.append(f"it holds {len(found.events)} events and {len(found.links)} links")
            wrong += _broken_chains(log)
            for step in steps[expected.index(found) :] if found in expected else []:
                step.take(log)
            if content_of(log) != expected[-1]:
                wrong.append("recording on does not lead to the same end")
        with SqliteLog(path, writable=False) as log:
            log.verify()
    except PitledgerError as error:
        wrong.append(f"{type(error).__name__}: {error}")
    return Verdict(case, lost, doubled, wrong)


def _broken_chains(log: SqliteLog) -> list[str]:
    heads: dict[str, tuple[int, bytes]] = {}
    for record in log.read(EVENTS, 0, 0):
        event = read_header(record.value)
        seq, digest = heads.get(event.stream, (0, NO_PREV))
        if (event.seq, event.prev) != (seq + 1, digest):
            return [f"{event.stream} is broken at seq {event.seq}"]
        heads[event.stream] = (event.seq, event_hash(record.value))
    return [f"the head of {s} is off" for s, head in heads.items() if tuple(log.head(s) or ()) != head]


def meet_all(count: int | None) -> list[Verdict]:
    """Every case, or that many of them spread evenly; two at a time, as they mostly wait for the disk."""
    every = cases()
    chosen = (
        every
        if count is None or count >= len(every)
        else [every[i * len(every) // count] for i in range(count)]
    )
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(meet, chosen))


def run(count: int | None = None) -> dict[str, object]:
    """One row of `make faults`; what went wrong is told on standard error."""
    verdicts = meet_all(count)
    for verdict in verdicts:
        if verdict.lost or verdict.doubled or verdict.wrong:
            print(verdict, file=sys.stderr)
    return {
        "name": "sqlite-syscalls",
        "runs": len(verdicts),
        "faults": len(verdicts),
        "lost": sum(verdict.lost for verdict in verdicts),
        "doubled": sum(verdict.doubled for verdict in verdicts),
        "wrong": sum(bool(verdict.wrong) for verdict in verdicts),
        "seed": None,
    }


RUNS = {"sqlite-syscalls": run}
