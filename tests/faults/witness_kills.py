"""A witness killed by SIGKILL, between requests and in the middle of them, by a log that lies.

The log has its key and signs two continuations of what was cosigned last, and hands both to the witness at
once, again and again, before and after each kill. Whatever the witness has answered by then it must stand by:
one tree a size, sizes that only rise, nothing forgotten.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path

from streams.notary.tlog.cosignatures import CosignerKey, cosignature_of, read_cosigner_key
from tests.streams.notary.witnessing import Answered, consistency, post, request_of, root, signed

ROOT = Path(__file__).parents[2]
COUNT = 1_000
SEED = 15
START_S = 60.0
MIDDLE_S = 0.03
"""So long after its requests have begun the witness is killed at the latest."""


@dataclass
class Told:
    """What the witness has answered, and what was wrong with it."""

    key: CosignerKey
    trees: dict[int, bytes] = field(default_factory=dict)
    answers: int = 0
    lost: int = 0
    doubled: int = 0
    wrong: list[str] = field(default_factory=list)

    def take(self, entries: Sequence[bytes], line: str) -> None:
        """A cosignature over the log of these entries."""
        self.answers += 1
        found = root(entries)
        if self.trees.setdefault(len(entries), found) != found:
            self.doubled += 1
        note = signed(entries) + line.encode()
        if cosignature_of(note, self.key) is None:
            self.wrong.append(f"no cosignature under {note!r}")

    @property
    def most(self) -> int:
        """The largest size that it has cosigned."""
        return max(self.trees, default=0)


class Killed:
    """A witness in a process of its own."""

    def __init__(self, folder: Path) -> None:
        told = folder.with_name("told")
        told.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.witness_serving", str(folder), str(told)], cwd=ROOT
        )
        end = time.monotonic() + START_S
        while not told.exists():
            if time.monotonic() > end or self._process.poll() is not None:
                raise RuntimeError(f"the witness does not start: {self._process.poll()}")
            time.sleep(0.005)
        self.url = told.read_text()

    def kill(self) -> None:
        """End it at once."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()


def asked(url: str, old: int, entries: Sequence[bytes]) -> Answered | None:
    """The answer; None where the witness was killed before it came."""
    try:
        return post(url, request_of(old, consistency(old, entries), signed(entries)))
    except (OSError, HTTPException):
        return None


def standing(url: str, told: Told, tried: Sequence[list[bytes]]) -> list[bytes]:
    """The log that the witness stands by: one of those that were tried. What it answered must be in it."""
    for entries in tried:
        answered = asked(url, len(entries), entries)
        if answered is not None and answered.status == 200:
            told.take(entries, answered.body)
            for size, tree in told.trees.items():
                told.lost += size > len(entries)
                if size <= len(entries) and root(entries[:size]) != tree:
                    told.wrong.append(f"it stands by another tree of {size} entries than it cosigned")
            return entries
        if answered is None or answered.status != 409:
            told.wrong.append(f"{answered} to what it may have cosigned last")
    told.wrong.append("it stands by none of the logs that were tried")
    return tried[0]


def run_kills(folder: Path, count: int, rng: random.Random) -> Told:
    """So many kills of one witness."""
    first = Killed(folder)
    first.kill()
    told = Told(read_cosigner_key((folder / "vkey").read_text().strip()))
    history: list[bytes] = []
    tried = [history]
    for number in range(count):
        witness = Killed(folder)
        try:
            history = standing(witness.url, told, tried)
            tried = _lie(witness, told, history, rng, in_the_middle=number % 3 != 0)
        finally:
            witness.kill()
    witness = Killed(folder)
    standing(witness.url, told, tried)
    witness.kill()
    return told


def _lie(
    witness: Killed, told: Told, history: list[bytes], rng: random.Random, *, in_the_middle: bool
) -> list[list[bytes]]:
    """Hand out two continuations at once, and shorter logs; kill the witness meanwhile or afterwards."""
    old, more = len(history), rng.randint(1, 3)
    sides = [[*history, *(b"%c %d %d" % (side, old, n) for n in range(more))] for side in b"ab"]
    rng.shuffle(sides)
    bodies = [
        (old, sides[0]),
        (old, sides[1]),
        (max(0, old - 1), history[: max(0, old - 1)]),
        (old, sides[0]),
    ]
    with ThreadPoolExecutor(len(bodies)) as pool:
        begun = [(entries, pool.submit(asked, witness.url, at, entries)) for at, entries in bodies]
        if in_the_middle:
            time.sleep(rng.uniform(0, MIDDLE_S))
            witness.kill()
        for entries, answer in begun:
            got = answer.result()
            if got is not None and got.status == 200:
                if len(entries) < old:
                    told.wrong.append(f"it went back to {len(entries)} entries from {old}")
                told.take(entries, got.body)
    return [*sides, history]


def run(count: int | None = None) -> dict[str, object]:
    """One row of `make faults`; what went wrong is told on standard error. A new witness every 100 kills."""
    kills = COUNT if count is None else count
    answers = lost = doubled = wrong = 0
    rng = random.Random(SEED)
    for start in range(0, kills, 100):
        with tempfile.TemporaryDirectory() as name:
            told = run_kills(Path(name) / "witness", min(100, kills - start), rng)
        for problem in told.wrong:
            print(problem, file=sys.stderr)
        answers, lost, doubled = answers + told.answers, lost + told.lost, doubled + told.doubled
        wrong += len(told.wrong)
    return {
        "name": "witness-kills",
        "runs": answers,
        "faults": kills,
        "lost": lost,
        "doubled": doubled,
        "wrong": wrong,
        "seed": SEED,
    }


RUNS = {"witness-kills": run}
