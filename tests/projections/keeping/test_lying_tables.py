"""Tables that lie, in any history: no cent without an account, no award without a wager of a joined table.

Legs are made here as no honest recorder would make them: from tables that never joined or have left, of other
units, wagers and terms, closed twice, claimed without cards or with others, paid in any amount from anywhere,
voided and rejected in any order, while their links are closed, changed, emptied, filled, retired and opened
again. After every leg: what the keeper recorded is what the judge says, every payment is on an account, the
other link of the partition is untouched, the state is within its bound, and a keeper that starts from the
stored state answers alike.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from events.envelope import read_header
from tests.projections.keeping.lying_tables import LyingTables

ANY = settings(
    max_examples=60, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.mark.cites("58 Pa. Code §§ 678a.2(c), 678a.11(e)(3), 647a.11(i)")
def test_whatever_tables_say_everybody_has_what_is_theirs():
    """And there is something to have: histories in which nothing is won would show nothing."""
    kinds = set()

    class Watched(LyingTables):
        """Remembers what the keeper recorded."""

        def teardown(self):
            kinds.update(read_header(each.value).type for _, _, outputs in self.taken for each in outputs)

    run_state_machine_as_test(Watched, settings=ANY)
    assert kinds >= {
        "meter_contributed", "stake_due_back", "award_locked", "award_validated", "award_paid",
        "award_returned", "contribution_reversed",
    }  # fmt: skip
