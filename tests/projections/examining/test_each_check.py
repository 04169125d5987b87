"""Each check by a scenario that breaks just that rule, and by its twin that does not.

What is due is read from the texts. The sections that scenarios break are in the matrix of rules by that.
"""

from __future__ import annotations

import pytest

from projections.examining.check_list import (
    CHECKS,
    LINK_CHECKS,
    NEVER_ALONE,
    NOT_VISIBLE,
    RECORD_CHECKS,
)
from tests.projections.examining.every_scenario import EVERY, told

IDS = [f"{each.id}-{each.section}-{number}" for number, each in enumerate(EVERY)]
LISTED = {"T": 31, "D": 42, "W": 32, "C": 36, "P": 26, "S": 36, "A": 24, "I": 29, "R": 8}
"""How many checks each group has, of those that are written."""
RECORD = {"T18", "T19", "W03", "W04", "W17", "W29", "W30", "R01", "R02", "R03", "R04"}
"""What the system refused, and the record itself."""


@pytest.mark.parametrize("scenario", EVERY, ids=IDS)
def test_the_broken_rule_is_found_with_its_section_and_nothing_else(scenario):
    (found,) = told(scenario, broken=True).findings

    assert (found.id, found.section, found.round) == (scenario.id, scenario.section, scenario.round)
    is_share = found.due_mc is None and found.done_mc is not None  # of a meter: not zero, and not known here
    if found.difference_mc or is_share:
        assert found.severity == "money"
    else:
        is_record = scenario.id in RECORD or scenario.section is None
        assert found.severity == ("record" if is_record else "procedure")
    assert found.message[0].isupper() or found.message[0].isdigit()
    assert found.message.endswith((".", "says"))
    assert found.events == tuple(sorted(set(found.events)))


@pytest.mark.parametrize("scenario", EVERY, ids=IDS)
def test_its_clean_twin_is_not_found(scenario):
    assert told(scenario, broken=False).findings == []


def test_every_check_has_a_scenario():
    broken = {scenario.id for scenario in EVERY}
    listed = [check.id for check in CHECKS]

    assert len(listed) == len(set(listed))
    assert broken == set(listed) - NEVER_ALONE.keys()
    every = {f"{group}{n:02d}" for group, count in LISTED.items() for n in range(1, count + 1)}
    of_links = {check.id for check in LINK_CHECKS}
    of_the_record = {check.id for check in RECORD_CHECKS}
    assert {*listed, *NOT_VISIBLE, *of_links, *of_the_record} == every
    assert len({check.word for check in CHECKS}) == len(CHECKS)
