"""Every scenario of the modules `*_scenarios.py` beside this one, in every chapter that has its rule.

The matrix of rules (`docs/generate_traceability.py`) reads from here which rules are broken and found.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from tests.projections.examining.scenarios import SCENARIOS, Scenario
from tests.projections.examining.told import BOOKS, Told

for _file in sorted(Path(__file__).parent.glob("*_scenarios.py")):
    import_module(f"{__package__}.{_file.stem}")

ALIKE = {"T25", "T28", "T31", *(f"D{number:02d}" for number in range(1, 43))}
"""Checks whose section has the same letters in every chapter: told in 678a, they hold in all of them."""
LACKED = {("D29", "663a")}
"""Rules that a chapter does not have."""


def _in_every_chapter(scenario: Scenario) -> list[Scenario]:
    section = scenario.section or ""
    if scenario.id not in ALIKE or not section.startswith("678a"):
        return [scenario]
    return [
        scenario._replace(section=section.replace("678a", chapter), chapter=chapter)
        for chapter in BOOKS
        if (scenario.id, chapter) not in LACKED
    ]


EVERY: list[Scenario] = [each for scenario in SCENARIOS for each in _in_every_chapter(scenario)]


def told(scenario: Scenario, *, broken: bool) -> Told:
    """The table, at one of the scenario's chapter where it names none."""
    before = Told.chapter_of_all
    Told.chapter_of_all = scenario.chapter
    try:
        return scenario.tell(broken)
    finally:
        Told.chapter_of_all = before
