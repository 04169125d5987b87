"""Every reading command, and what it must do whatever is down: answer, soon, in one line where it cannot."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from typing import NamedTuple

from tests.console.calling import environment
from tests.rig import Rig

COMMAND = (sys.executable, "-W", "ignore", "-m", "console.main")
LIMIT_S = 150
"""A command waits half a minute for Kafka; the rest is for a machine that is busy."""
DAY, ROUND, LINK = "2023-11-14", "HCF-01-1", "L1"
"""Those of `tests.traffic`."""
READS: tuple[tuple[str, ...], ...] = (
    ("meters",),
    ("meters", "--at", f"{DAY}T22:13:25Z"),
    ("ledger", "trial"),
    ("ledger", "liability"),
    ("ledger", "hits"),
    ("ledger", "postings"),
    ("ledger", "statement", LINK, "progressive"),
    ("day", DAY),
    ("round", ROUND),
    ("check",),
    ("export-events",),
)
BEHIND = ("What follows is behind: ", "What follows may be old: ")


class Answer(NamedTuple):
    """What came of a call, and how long it took."""

    words: tuple[str, ...]
    code: int
    out: str
    err: str
    seconds: float

    @property
    def says_behind(self) -> bool:
        """Whether it says that what it shows may not be all."""
        return self.err.startswith(BEHIND)


def call(rig: Rig, *words: object) -> Answer:
    """Call the command as a process, on the directory of the sinks."""
    where = ("--kafka", rig.bootstrap, "--data", str(rig.directory / "sinks"))
    started = time.monotonic()
    done = subprocess.run(
        [*COMMAND, *map(str, words), *where],
        capture_output=True,
        text=True,
        env=environment(PITLEDGER_KAFKA_PREFIX=rig.prefix),
        timeout=LIMIT_S,
        check=False,
    )
    taken = time.monotonic() - started
    return Answer(tuple(map(str, words)), done.returncode, done.stdout, done.stderr, taken)


def require_answer(answer: Answer) -> None:
    """Figures, or one line of why there are none; never a traceback, nor silence."""
    assert answer.code in (0, 1, 2), answer
    assert "Traceback" not in answer.err, answer
    if answer.code == 2:
        why = answer.err.splitlines()[-1]
        assert why.startswith(f"pitledger {answer.words[0]}"), answer
        assert len(answer.err.splitlines()) <= 2, answer  # the other says that what is known may be old
        if answer.words == ("export-events",):
            _require_whole_lines(answer)
        else:
            assert not answer.out, answer
    else:
        assert answer.out or answer.words == ("check",), answer


def _require_whole_lines(answer: Answer) -> None:
    """An export is written while it is read, so what it could not finish has begun; no line is cut."""
    assert answer.out.endswith("\n") or not answer.out, answer
    for line in answer.out.splitlines():
        json.loads(line)
