"""Every reading command while what writes an embedded instance is interrupted at random: killed, stopped by
Ctrl-C, frozen with its lock in hand, or out of room on the disk.

The judge folds the events of the log, as it stands at that moment, into an instance of its own, and asks it
the same. What is shown is that, or the command says how far behind it is.
"""

from __future__ import annotations

import random
import re
import resource
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from events.envelope import read_header
from events.times import time_text
from events.topics import EVENTS, READ
from streams.engines.embedded import Embedded
from streams.errors import LogError
from streams.log import seal_bytes
from streams.read_model.store import READ_FILE, ReadStore
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.console.calling import Called, environment, pitledger
from tests.faults.answers import COMMAND

ASKED = 5
"""Commands a turn."""
FLOOR = ("--game", "high_card_flush", "--tables", "4", "--rounds", "60", "--processes", "1")
LONGEST_S = 1.0
BEHIND = re.compile(
    r"(?:What follows is|Nothing has followed yet from) ([0-9,]+) records"
    r"(?: behind what is recorded\. |: what is still to come)"
)
KILL, INTERRUPT, FREEZE, FULL_DISK = "kill", "interrupt", "freeze", "full disk"
WAYS = (KILL, INTERRUPT, FREEZE, FULL_DISK)


class Wrong(AssertionError):
    """A command has shown what is not so, and has not said that it might."""


def interrupted_embedded(directory: Path, count: int, seed: int) -> Counter[str]:
    """So many interruptions of `import` and `floor`; how often what was met."""
    rng, met = random.Random(seed), Counter[str]()
    lines = directory / "night.jsonl"
    made = pitledger("floor", *FLOOR, "--seed", seed, "--out", lines)
    assert made.code == 0, made
    for turn in range(count):
        way = WAYS[turn % len(WAYS)]
        data = directory / f"instance-{turn // (2 * len(WAYS))}-{turn % 2}"  # by import, and by floor
        words = (
            ("import", lines, "--as-recorded")
            if turn % 2
            else ("floor", *FLOOR, "--seed", seed, "--speed", "6000")
        )
        with _interrupted(data, words, way, rng):
            met[way] += 1
            met.update(_ask(data, directory / f"judge-{turn}", rng, frozen=way == FREEZE))
    return met


@contextmanager
def _interrupted(data: Path, words: tuple[object, ...], way: str, rng: random.Random) -> Iterator[None]:
    """A command that writes, interrupted; what is frozen holds its lock until the end."""
    process = subprocess.Popen(
        [*COMMAND, *map(str, words), "--data", str(data)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    if way == FULL_DISK:
        limit = _largest(data) + rng.randrange(300_000)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (limit, limit))
    try:
        before = len(_recorded(data))
        while process.poll() is None and len(_recorded(data)) == before:
            time.sleep(0.02)
        if way == FULL_DISK:
            process.wait()
        else:
            time.sleep(rng.uniform(0, LONGEST_S))
            process.send_signal({KILL: signal.SIGKILL, INTERRUPT: signal.SIGINT, FREEZE: signal.SIGSTOP}[way])
        if way in (KILL, INTERRUPT):
            process.wait()
        yield
    finally:
        process.kill()
        _, said = process.communicate()
        assert b"Traceback" not in said, said.decode()


def _largest(data: Path) -> int:
    """How large the largest file of an instance is, or one that is made."""
    sizes = [file.stat().st_size for file in data.glob("*.sqlite*")] if data.exists() else []
    return max([100_000, *sizes])


def _ask(data: Path, judge: Path, rng: random.Random, *, frozen: bool) -> Counter[str]:
    """Ask some commands, and the judge the same."""
    met = Counter[str]()
    values = _recorded(data)
    if not values:
        return Counter({"nothing recorded yet": 1})
    _fold(values, judge)
    for words in rng.sample(_reads(values, rng), ASKED):
        met[_judged(words, data, judge, frozen=frozen)] += 1
    return met


def _recorded(data: Path) -> list[bytes]:
    """Every event of an instance."""
    try:
        with SqliteLog(data / LOG_FILE, writable=False) as log:
            return [record.value for record in log.read(EVENTS, 0, 0)]
    except LogError:  # it is being made
        return []


def _fold(values: list[bytes], judge: Path) -> None:
    """An instance that holds these events, and what follows from them and from nothing else."""
    with Embedded(judge) as embedded:
        embedded.log.append([seal_bytes(value) for value in values])
        embedded.catch_up()


def _reads(values: list[bytes], rng: random.Random) -> list[tuple[str, ...]]:
    """Every reading command, about what is in the log."""
    headers = [read_header(rng.choice(values)) for _ in range(20)]
    last = read_header(values[-1])
    round_ = next((each.round for each in headers if each.round), None)
    return [
        ("meters",),
        ("meters", "--at", time_text(headers[0].recorded_at_us)),
        *(("ledger", report) for report in ("trial", "liability", "hits", "postings")),
        ("ledger", "statement", "HCF-L1", "progressive"),
        ("day", last.gaming_day),
        *([("round", round_)] if round_ else []),
        ("check",),
        ("export-events",),
    ]


def _judged(words: tuple[str, ...], data: Path, judge: Path, *, frozen: bool) -> str:
    """How a command has answered; `Wrong` where it is not what the log says."""
    shown, right = pitledger(*words, "--data", data), pitledger(*words, "--data", judge)
    if "Traceback" in shown.err:
        raise Wrong(f"{words}: {shown.err}")
    behind = BEHIND.match(shown.err)
    if behind:
        if not frozen and words != ("check",):  # a check changes nothing
            raise Wrong(f"{words}: nobody else writes, and it has not caught up: {shown.err}")
        if int(behind[1].replace(",", "")) != _records_behind(data):
            raise Wrong(f"{words}: {_records_behind(data)} records behind, and it says {shown.err}")
        return "says how far behind it is"
    if _without_paths(shown, data) != _without_paths(right, judge):
        raise Wrong(f"{words} shows\n{shown}\nand the log says\n{right}")
    return "right"


def _without_paths(called: Called, data: Path) -> tuple[int, str, str]:
    return called.code, called.out.replace(str(data), ""), called.err.replace(str(data), "")


def _records_behind(data: Path) -> int:
    with SqliteLog(data / LOG_FILE, writable=False) as log:
        ends = {topic: log.end(topic, 0) for topic in READ}
    if not (data / READ_FILE).exists():
        return sum(ends.values())
    store = ReadStore(data / READ_FILE, writable=False)
    try:
        return sum(max(0, end - store.position(topic, 0)[0]) for topic, end in ends.items())
    finally:
        store.close()
