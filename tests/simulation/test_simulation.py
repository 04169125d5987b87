"""Router, keeper and sinks under seeded failures: nothing lost, nothing counted twice, nothing wrong."""

import pytest

from tests.simulation.mistakes import MISTAKES
from tests.simulation.run import first_found, run_many, run_seed

SEEDS = 2_000
"""In CI; `make faults NAME=simulation` runs 100,000."""


def test_two_thousand_seeds_lose_nothing_and_count_nothing_twice():
    failed = [outcome for outcome in run_many(range(SEEDS)) if outcome.kind]
    assert not failed, "\n".join(
        f"{outcome.text}\nreplay: python -m tests.simulation --seed {outcome.seed} --trace"
        for outcome in failed[:3]
    )


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_put_in_on_purpose_is_found(name):
    mistake = MISTAKES[name]
    assert first_found(mistake.code, mistake.within) is not None


def test_a_seed_replays_exactly():
    first, second = [], []
    outcomes = [run_seed(17, trace=first.append), run_seed(17, trace=second.append)]
    assert first == second
    assert outcomes[0] == outcomes[1]
    assert any("floor:" in line for line in first)


def test_tracing_changes_nothing():
    assert run_seed(23) == run_seed(23, trace=[].append)
