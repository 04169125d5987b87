"""The seeded simulation in full: `make faults NAME=simulation [COUNT=…]`."""

from __future__ import annotations

import sys
from typing import Any

from tests.simulation.run import run_many

COUNT = 100_000


def run(count: int | None = None) -> dict[str, Any]:
    """Run the seeds from 0 on; `seed` is the first that found something, or 0 where none did."""
    runs = COUNT if count is None else count
    result: dict[str, Any] = {
        "name": "simulation",
        "runs": runs,
        "faults": 0,
        "lost": 0,
        "doubled": 0,
        "wrong": 0,
        "seed": 0,
    }
    for outcome in run_many(range(runs)):
        result["faults"] += outcome.faults
        if outcome.kind:
            if not (result["lost"] or result["doubled"] or result["wrong"]):
                result["seed"] = outcome.seed
            result[outcome.kind] += 1
            replay = f"python -m tests.simulation --seed {outcome.seed} --trace"
            print(f"{outcome.text}\nreplay: {replay}", file=sys.stderr)
        if outcome.seed % 10_000 == 9_999:
            print(f"simulation: {outcome.seed + 1} of {runs} seeds", file=sys.stderr)
    return result


RUNS = {"simulation": run}
