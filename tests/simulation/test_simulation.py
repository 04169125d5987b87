"""Router, keeper and sinks under seeded failures: nothing lost, nothing counted twice, nothing wrong."""

from random import Random

import pytest

from events.envelope import read_header
from tests.simulation.checks import meter_records
from tests.simulation.floor import SILENT
from tests.simulation.history import new_floor
from tests.simulation.mistakes import MISTAKES
from tests.simulation.oracle import Oracle
from tests.simulation.run import CODE, first_found, play, run_many, run_seed
from tests.simulation.world import World

SEEDS = 200
"""In CI; `make faults NAME=simulation` runs 100,000."""


def test_two_hundred_seeds_lose_nothing_and_count_nothing_twice():
    failed = [outcome for outcome in run_many(range(SEEDS)) if outcome.kind]
    assert not failed, "\n".join(
        f"{outcome.text}\nreplay: python -m tests.simulation --seed {outcome.seed} --trace"
        for outcome in failed[:3]
    )


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_put_in_on_purpose_is_found(name):
    mistake = MISTAKES[name]
    seeds = range(mistake.begin, mistake.begin + mistake.within)
    assert first_found(mistake.code, seeds) is not None


def test_a_seed_replays_exactly():
    first, second = [], []
    outcomes = [run_seed(17, trace=first.append), run_seed(17, trace=second.append)]
    assert first == second
    assert outcomes[0] == outcomes[1]
    assert any("floor:" in line for line in first)


def test_tracing_changes_nothing():
    assert run_seed(23) == run_seed(23, trace=[].append)


def test_histories_hold_what_they_are_for():
    """Transfers that arrive and that come back, awards decided again, days closed before all was received."""
    kinds, late = set(), 0
    for seed in range(60):
        rng = Random(seed)
        world = World(rng, CODE, None)
        play(world, new_floor(Random(seed + 1), world.log, Oracle(), SILENT), rng, last=True)
        world.recover()
        kinds |= {read_header(value).type for chain in meter_records(world.log).values() for value in chain}
        late += sum(row.day > row.of_day for row in world.read_model.tables["entries"].values())
    assert kinds >= {
        "award_corrected", "award_locked", "award_paid", "award_returned", "contribution_reversed",
        "leg_refused", "meter_adjusted", "meter_day_closed", "meter_retired", "meter_terms_changed",
        "stake_due_back", "table_joined", "table_left",
        "transfer_received", "transfer_refused", "transfer_returned",
    }  # fmt: skip
    assert late > 100
