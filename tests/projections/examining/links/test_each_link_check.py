"""Each check of a link by a scenario that breaks just that rule, and by its twin that does not."""

from __future__ import annotations

import pytest

from projections.examining.check_list import AT_BOTH, CHECKS, HALF_SEEN, LINK_CHECKS, RECORD_CHECKS
from tests.projections.examining.links.link_scenarios import SCENARIOS

IDS = [f"{each.id}-{each.tell.__name__}-{each.kind}" for each in SCENARIOS]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=IDS)
def test_the_broken_rule_is_found_with_its_section_and_nothing_else(scenario):
    told = scenario.tell(scenario.kind, True)
    (found,) = told.findings

    assert (found.id, found.section, found.round) == (scenario.id, scenario.section, scenario.round)
    assert (found.stream, found.table) == ("meter:L", scenario.table)
    if found.difference_mc:
        assert found.severity == "money"
    else:
        assert found.severity == ("record" if scenario.section is None else "procedure")
    assert found.message.endswith(".")
    assert found.events == tuple(sorted(set(found.events)))
    assert set(found.events) <= {event.seq for event in told.events}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=IDS)
def test_its_clean_twin_is_not_found(scenario):
    assert scenario.tell(scenario.kind, False).findings == []


def test_every_check_has_a_scenario_and_a_word_of_its_own():
    listed = [check.id for check in LINK_CHECKS]

    assert {scenario.id for scenario in SCENARIOS} == set(listed)
    assert len(listed) == len(set(listed))
    words = [check.word for check in (*CHECKS, *LINK_CHECKS, *RECORD_CHECKS)]
    assert len(words) == len(set(words))
    lists = [{check.id for check in each} for each in (CHECKS, LINK_CHECKS, RECORD_CHECKS)]
    twice = {id_ for id_ in set.union(*lists) if sum(id_ in each for each in lists) > 1}
    assert twice == AT_BOTH.keys()
    assert HALF_SEEN.keys() <= set.union(*lists)
