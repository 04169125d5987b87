"""What a scenario is: a table told twice, broken and clean, with one thing between the two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tests.projections.examining.told import Told


class Scenario(NamedTuple):
    """The check that it is about, the section that is cited, the round that is named, and how it is told.

    `chapter` is that of a table which names none.
    """

    id: str
    section: str | None
    tell: Callable[[bool], Told]
    round: str | None
    chapter: str


SCENARIOS: list[Scenario] = []
"""Those of the modules that have been imported: `every_scenario` imports all."""

Sections = str | Mapping[str, str | None] | None


def breaks(id_: str, section: Sections, round_: str | None = "T-1-1"):
    """Puts a function that tells a scenario, broken or not, into the list.

    `section` is what is cited, or that for each chapter of whose table it is told.
    """

    def of(tell: Callable[[bool], Told]) -> Callable[[bool], Told]:
        if isinstance(section, Mapping):
            for chapter, cited in section.items():
                SCENARIOS.append(Scenario(id_, cited, tell, round_, chapter))
        else:
            chapter = "678a" if section is None else section.partition(".")[0]
            SCENARIOS.append(Scenario(id_, section, tell, round_, chapter))
        return tell

    return of
