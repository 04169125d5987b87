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
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

import pytest

from tests.faults.machines import found_by
from tests.projections.keeping.entitlement_mistakes.themes import MISTAKES, put_in
from tests.projections.keeping.lying_tables import LyingTables

EXAMPLES, STEPS = 2_000, 60
NOT_FOUND = "NOT FOUND"


def run(count: int | None = None) -> dict[str, Any]:
    """`runs` are the examples for each, `faults` the mistakes, `wrong` those that were not found."""
    examples, seed = count or EXAMPLES, random.randrange(1_000_000)
    wrong = 0
    error = _found(examples, seed)
    if error is not None:
        wrong += 1
        traceback.print_exception(error, file=sys.stderr)
    by_chance = [name for name, mistake in MISTAKES.items() if mistake.by_chance]
    with ProcessPoolExecutor() as processes:
        asked = {processes.submit(_found_with, name, examples, seed): name for name in by_chance}
        for answer in as_completed(asked):
            words, seconds = answer.result()
            wrong += words == NOT_FOUND
            print(f"  {asked[answer]}: {words} ({seconds:.0f} s)", flush=True)
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


def _found_with(name: str, examples: int, seed: int) -> tuple[str, float]:
    """What becomes of a mistake, in a process of its own: the code is changed there alone."""
    started = time.monotonic()
    with pytest.MonkeyPatch.context() as patch:
        put_in(patch, MISTAKES[name].edits)
        found = _found(examples, seed)
    return NOT_FOUND if found is None else type(found).__name__, time.monotonic() - started


RUNS = {"entitlement-mistakes": run}
