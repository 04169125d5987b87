"""The machine of lying tables against every mistake of entitlement, without the histories that show them:
`make faults NAME=entitlement-mistakes [COUNT=examples]`.

First the code as it is must pass; then each mistake must be found within so many examples, but for those
about bounds that no short history meets.
"""

from __future__ import annotations

import random
import sys
import time
import traceback
from typing import Any

import pytest

from tests.faults.machines import found_by
from tests.projections.keeping.entitlement_mistakes.themes import MISTAKES, put_in
from tests.projections.keeping.lying_tables import LyingTables

EXAMPLES, STEPS = 2_000, 60


def run(count: int | None = None) -> dict[str, Any]:
    """`runs` are the examples for each, `faults` the mistakes, `wrong` those that were not found."""
    examples, seed = count or EXAMPLES, random.randrange(1_000_000)
    wrong = 0
    error = _found(examples, seed)
    if error is not None:
        wrong += 1
        traceback.print_exception(error, file=sys.stderr)
    by_chance = [mistake for mistake in MISTAKES.values() if mistake.by_chance]
    for mistake in by_chance:
        started = time.monotonic()
        with pytest.MonkeyPatch.context() as patch:
            put_in(patch, mistake.edits)
            found = _found(examples, seed)
        wrong += found is None
        print(f"  {mistake.name}: {_words(found)} ({time.monotonic() - started:.0f} s)", flush=True)
    return {
        "name": "entitlement-mistakes",
        "runs": examples,
        "faults": len(by_chance),
        "lost": 0,
        "doubled": 0,
        "wrong": wrong,
        "seed": seed,
    }


def _found(examples: int, seed: int) -> Exception | None:
    return found_by(LyingTables, examples, STEPS, seed, shrink=False)


def _words(found: Exception | None) -> str:
    return "NOT FOUND" if found is None else type(found).__name__


RUNS = {"entitlement-mistakes": run}
