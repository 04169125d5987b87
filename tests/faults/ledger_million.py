"""A million wagers on 200 tables over three links, with 50 hits, exported and judged:
`make faults NAME=ledger-million [COUNT=wagers]`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.ledger_trial import JOURNALS, accepted_with_one_unit_more, play_and_export, problems, wagers_found

WAGERS = 1_000_000
HITS = 50


def run(count: int | None = None) -> dict[str, Any]:
    """Play, export, judge; then change one unit in each journal, which its judge must refuse.

    `runs` are wagers, `faults` the changes. Wagers that the ledger lacks are lost, those that it has too
    often are doubled, anything else that does not hold is wrong.
    """
    wagers = WAGERS if count is None else count
    with tempfile.TemporaryDirectory() as folder:
        trial = play_and_export(Path(folder), wagers, HITS)
        counts = wagers_found(trial).values()
        wrong = list(problems(trial))
        wrong += [
            f"{name}: accepted with one unit more"
            for name in JOURNALS
            if accepted_with_one_unit_more(trial, name, wagers // 3)
        ]
    for problem in wrong:
        print(problem, file=sys.stderr)
    return {
        "name": "ledger-million",
        "runs": wagers,
        "faults": len(JOURNALS),
        "lost": sum(max(0, counted.played - counted.found) for counted in counts),
        "doubled": sum(max(0, counted.found - counted.played) for counted in counts),
        "wrong": len(wrong),
        "seed": 1,
    }


RUNS = {"ledger-million": run}
