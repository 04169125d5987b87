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
from pathlib import Path
from typing import Any

from tests.round_tampering import counted, silent_before_recording, silent_in_the_log, tables

ROUNDS, AT_A_TIME = 100, 2
"""A log of few rounds is read again quickly, as a halted stream is."""


def run(count: int | None = None) -> dict[str, Any]:
    """`runs` are rounds, `faults` what was done to them."""
    rounds, seed = count or ROUNDS, random.randrange(1_000_000)
    runs, faults = 0, 0
    silent: Counter[str] = Counter()
    print(f"  seed {seed}", flush=True)
    for part in range(0, rounds, AT_A_TIME):
        for table in tables(seed + part, min(AT_A_TIME, rounds - part)):
            names = [*table.rounds]
            runs += len(names)
            with tempfile.TemporaryDirectory() as directory:
                kinds, in_log = counted(silent_in_the_log(Path(directory), table, names))
            more, before = counted(silent_before_recording(table, names))
            faults += kinds.total() + more.total()
            found = in_log + before
            silent.update(kind for kind, _ in found)
            for kind, event in found:
                place = f"{event.round} seq {event.seq}"
                print(f"  seed {seed + part}: {kind} {event.type}, {place}: nothing is said", flush=True)
    return {
        "name": "round-tampering",
        "runs": runs,
        "faults": faults,
        "lost": silent["drop"],
        "doubled": silent["repeat"],
        "wrong": silent["swap"],
        "seed": seed,
    }


RUNS = {"round-tampering": run}
