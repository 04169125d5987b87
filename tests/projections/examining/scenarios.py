"""What a scenario is: a table told twice, broken and clean, with one thing between the two."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tests.projections.examining.told import Told


class Scenario(NamedTuple):
    """The check that it is about, the section that is cited, the round that is named, and how it is told."""

    id: str
    section: str | None
    tell: Callable[[bool], Told]
    round: str | None


SCENARIOS: list[Scenario] = []
"""Those of the modules that have been imported."""


def breaks(id_: str, section: str | None, round_: str | None = "T-1-1"):
    """Puts a function that tells a scenario, broken or not, into the list."""

    def of(tell: Callable[[bool], Told]) -> Callable[[bool], Told]:
        SCENARIOS.append(Scenario(id_, section, tell, round_))
        return tell

    return of
