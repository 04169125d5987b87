"""Each check by a scenario that breaks just that rule, and by its twin that does not.

What is due is read from the texts.
"""

from __future__ import annotations

import pytest

from projections.examining.check_list import CHECKS, NEVER_ALONE, NOT_VISIBLE, OF_LINKS
from tests.projections.examining import deck_scenarios, table_scenarios  # noqa: F401 - they fill the list
from tests.projections.examining.scenarios import SCENARIOS, Scenario
from tests.projections.examining.told import BOOKS, Told

ALIKE = {"T25", "T28", "T31", *(f"D{number:02d}" for number in range(1, 43))}
"""Checks whose section has the same letters in every chapter."""


def in_every_chapter(scenario: Scenario) -> list[Scenario]:
    """The scenario as it is, or told at a table of each chapter that has the rule."""
    if scenario.id not in ALIKE or not (scenario.section or "").startswith("678a"):
        return [scenario]
    chapters = [chapter for chapter in BOOKS if (scenario.id, chapter) != ("D29", "663a")]
    return [scenario._replace(section=scenario.section.replace("678a", each)) for each in chapters]


EVERY = [each for scenario in SCENARIOS for each in in_every_chapter(scenario)]
IDS = [f"{each.id}-{each.section}-{number}" for number, each in enumerate(EVERY)]


def told(scenario, monkeypatch, *, broken):
    if scenario.section is not None:
        monkeypatch.setattr(Told, "chapter_of_all", scenario.section.partition(".")[0])
    return scenario.tell(broken).findings


@pytest.mark.reg(
    "58 Pa. Code §§ 647a.10(g), 647a.12(c), 647a.12(d)(5), 647a.2(b)(10)(i), 647a.2(b)(10)(ii), "
    "647a.2(b)(9), 647a.2(c), 647a.2(d), 647a.3(a), 647a.3(b), 647a.3(b)(1), 647a.3(b)(2), 647a.3(b)(3), "
    "647a.3(b)(4), 647a.3(c)(1), 647a.3(c)(2), 647a.4(a), 647a.4(b), 647a.4(c), 647a.5(a), 647a.5(b), "
    "647a.5(c)(2), 647a.5(d), 647a.5(e), 647a.5(f), 647a.7(b), 647a.9(a)(1), 663a.2(a), 663a.2(b)(7), "
    "663a.3(a), 663a.3(b), 663a.3(b)(1), 663a.3(b)(2), 663a.3(b)(3), 663a.3(b)(4), 663a.3(c)(1), "
    "663a.3(c)(2), 663a.4(a), 663a.4(b), 663a.4(c), 663a.5(a), 663a.5(b), 663a.5(c)(2), 663a.5(d), "
    "663a.5(e), 663a.5(f), 663a.7(b), 663a.7(f), 663a.8(a), 663a.9(a)(1), 677a.10(g), 677a.2(b)(7), "
    "677a.2(b)(8)(i), 677a.2(b)(8)(ii), 677a.3(a), 677a.3(b), 677a.3(b)(1), 677a.3(b)(2), 677a.3(b)(3), "
    "677a.3(b)(4), 677a.3(c)(1), 677a.3(c)(2), 677a.4(a), 677a.4(b), 677a.4(c), 677a.5(a), 677a.5(b), "
    "677a.5(c)(2), 677a.5(d), 677a.5(e), 677a.5(f), 677a.5(g), 677a.7(b), 677a.7(e), 677a.9(a)(1), "
    "678a.12(b), 678a.12(e), 678a.2(a), 678a.2(b)(7)(i), 678a.2(b)(7)(ii), 678a.2(b)(7)(iii), "
    "678a.2(b)(7)(iv), 678a.2(c), 678a.3(a), 678a.3(b), 678a.3(b)(1), 678a.3(b)(2), 678a.3(b)(3), "
    "678a.3(b)(4), 678a.3(c)(1), 678a.3(c)(2), 678a.4(a), 678a.4(b), 678a.4(c), 678a.5(a), 678a.5(b), "
    "678a.5(c)(2), 678a.5(d), 678a.5(e), 678a.5(f), 678a.7(b), 678a.7(d)(2), 678a.8(a), 678a.9(a)(1), "
    "679a.10(g), 679a.12(f), 679a.2(b), 679a.2(b)(4), 679a.2(b)(5), 679a.3(a), 679a.3(b), 679a.3(b)(1), "
    "679a.3(b)(2), 679a.3(b)(3), 679a.3(b)(4), 679a.3(c)(1), 679a.3(c)(2), 679a.4(a), 679a.4(b), "
    "679a.4(c), 679a.5(a), 679a.5(b), 679a.5(c)(2), 679a.5(d), 679a.5(e), 679a.5(f), 679a.7(b), "
    "679a.8(h), 679a.9(a)(1)"
)
@pytest.mark.parametrize("scenario", EVERY, ids=IDS)
def test_the_broken_rule_is_found_with_its_section_and_nothing_else(scenario, monkeypatch):
    (found,) = told(scenario, monkeypatch, broken=True)

    assert (found.id, found.section, found.round) == (scenario.id, scenario.section, scenario.round)
    refused = scenario.id in ("T18", "T19")
    assert found.severity == ("record" if refused or scenario.section is None else "procedure")
    assert found.message[0].isupper() or found.message[0].isdigit()
    assert found.message.endswith((".", "says"))
    assert found.events == tuple(sorted(set(found.events)))


@pytest.mark.parametrize("scenario", EVERY, ids=IDS)
def test_its_clean_twin_is_not_found(scenario, monkeypatch):
    assert told(scenario, monkeypatch, broken=False) == []


def test_the_mark_names_what_the_scenarios_break():
    (mark,) = [
        each
        for each in test_the_broken_rule_is_found_with_its_section_and_nothing_else.pytestmark
        if each.name == "reg"
    ]

    assert mark.args[0] == "58 Pa. Code §§ " + ", ".join(
        sorted({each.section for each in EVERY if each.section})
    )


def test_every_check_has_a_scenario():
    broken = {scenario.id for scenario in SCENARIOS}
    listed = [check.id for check in CHECKS]

    assert len(listed) == len(set(listed))
    assert broken == set(listed) - NEVER_ALONE.keys()
    every = {*(f"T{n:02d}" for n in range(1, 32)), *(f"D{n:02d}" for n in range(1, 43))}
    assert {*listed, *NOT_VISIBLE, *OF_LINKS} == every
    assert len({check.word for check in CHECKS}) == len(CHECKS)
