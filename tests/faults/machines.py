"""A Hypothesis machine run from a seed, outside of pytest."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as with_seed
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test


def found_by(
    machine: type[RuleBasedStateMachine], examples: int, steps: int, seed: int, *, shrink: bool
) -> Exception | None:
    """What a machine finds in so many examples, if anything; shrunk, as its shortest history."""
    seeded = type(machine.__name__, (machine,), {})  # Hypothesis keeps the seed in the class
    try:
        run_state_machine_as_test(
            with_seed(seed)(seeded),
            settings=settings(
                max_examples=examples,
                stateful_step_count=steps,
                deadline=None,
                database=None,
                phases=(Phase.generate, Phase.shrink) if shrink else (Phase.generate,),
                report_multiple_bugs=shrink,
                suppress_health_check=list(HealthCheck),
            ),
        )
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what was looked for
        return error
    return None
