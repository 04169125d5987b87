"""The machine over the recorder in full: `make faults NAME=recorder-machine [COUNT=examples]`.

A tenth of the examples have a long history, so that repeats are old and states have had time to grow.
"""

from __future__ import annotations

import random
import sys
import traceback
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as with_seed
from hypothesis.stateful import run_state_machine_as_test

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
    class Machine(RecorderMachine):
        """The machine with a seed of its own: Hypothesis keeps it in the class."""

    try:
        run_state_machine_as_test(
            with_seed(seed)(Machine),
            settings=settings(
                max_examples=examples,
                stateful_step_count=steps,
                deadline=None,
                database=None,
                phases=(Phase.generate, Phase.shrink),
                suppress_health_check=list(HealthCheck),
            ),
        )
    except Exception:  # noqa: BLE001 - whatever it is, it is what was looked for
        traceback.print_exc(file=sys.stderr)
        return True
    return False


RUNS = {"recorder-machine": run}
