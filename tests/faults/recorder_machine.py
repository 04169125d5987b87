"""The machine over the recorder in full: `make faults NAME=recorder-machine [COUNT=examples]`.

A tenth of the examples have a long history, so that repeats are old and states have had time to grow.
"""

from __future__ import annotations

import random
import sys
import traceback
from typing import Any

from tests.faults.machines import found_by
from tests.streams.recorder.recorder_machine import RecorderMachine

EXAMPLES = 2_000
STEPS, LONG = 40, 200


def run(count: int | None = None) -> dict[str, Any]:
    """So many examples from a random seed; what is found is printed as the shortest history that shows it."""
    examples = EXAMPLES if count is None else count
    seed = random.randrange(1_000_000)
    wrong = 0
    for share, steps in ((examples - examples // 10, STEPS), (examples // 10, LONG)):
        if share:
            wrong += _finds_something(share, steps, seed)
    return {
        "name": "recorder-machine",
        "runs": examples,
        "faults": 0,
        "lost": 0,
        "doubled": 0,
        "wrong": wrong,
        "seed": seed,
    }


def _finds_something(examples: int, steps: int, seed: int) -> bool:
    found = found_by(RecorderMachine, examples, steps, seed, shrink=True)
    if found is not None:
        traceback.print_exception(found, file=sys.stderr)
    return found is not None


RUNS = {"recorder-machine": run}
