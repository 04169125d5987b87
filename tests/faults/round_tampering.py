"""Drop, repeat or swap any one event of a round, all of them:
`make faults NAME=round-tampering [COUNT=rounds a game]`.

`tests/round_tampering.py` says how it is judged. `lost` are drops, `doubled` repeats and `wrong` swaps of
which a round says nothing although it comes to something else; before recording, of facts that do not
stand alone.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from events.envelope import Event
from tests.round_tampering import counted, silent_before_recording, silent_in_the_log, tables

ROUNDS, AT_A_TIME = 100, 2
"""A log of few rounds is read again quickly, as a halted stream is."""


def run(count: int | None = None) -> dict[str, Any]:
    """`runs` are rounds, `faults` what was done to them."""
    rounds, seed = count or ROUNDS, random.randrange(1_000_000)
    runs, faults = 0, 0
    silent: Counter[str] = Counter()
    print(f"  seed {seed}", flush=True)
    parts = [(seed + part, min(AT_A_TIME, rounds - part)) for part in range(0, rounds, AT_A_TIME)]
    with ProcessPoolExecutor() as processes:
        for (own, _), each in zip(parts, processes.map(_tampered_with, parts), strict=True):
            runs += each.rounds
            faults += each.faults
            silent.update(kind for kind, _ in each.silent)
            for kind, event in each.silent:
                place = f"{event.round} seq {event.seq}"
                print(f"  seed {own}: {kind} {event.type}, {place}: nothing is said", flush=True)
            print(f"  seed {own}: {runs} rounds so far, {faults} faults", flush=True)
    return {
        "name": "round-tampering",
        "runs": runs,
        "faults": faults,
        "lost": silent["drop"],
        "doubled": silent["repeat"],
        "wrong": silent["swap"],
        "seed": seed,
    }


class _Part(NamedTuple):
    """What came of some rounds of each game."""

    rounds: int
    faults: int
    silent: list[tuple[str, Event]]


def _tampered_with(part: tuple[int, int]) -> _Part:
    seed, rounds = part
    made, faults = 0, 0
    silent: list[tuple[str, Event]] = []
    for table in tables(seed, rounds):
        names = [*table.rounds]
        made += len(names)
        with tempfile.TemporaryDirectory() as directory:
            kinds, in_log = counted(silent_in_the_log(Path(directory), table, names))
        more, before = counted(silent_before_recording(table, names))
        faults += kinds.total() + more.total()
        silent += in_log + before
    return _Part(made, faults, silent)


RUNS = {"round-tampering": run}
