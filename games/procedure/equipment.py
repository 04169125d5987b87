"""What a table must have before it opens (x.2, with the approvals of x.5(g) and x.8(a)).

The lists are the rulebooks'; this module compares them with what a table says it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from games.chapter import Requirement, Rulebook
from games.procedure.duties import Breach


@dataclass(frozen=True, slots=True)
class Opening:
    """A table as it opens: what it offers ("payout_limit" counts as offered when one is set) and shows."""

    offered: Set[str]
    signs: Set[str]
    approvals: Set[str]
    positions: int
    procedure: str
    shuffling: str


def required(rulebook: Rulebook, offered: Set[str]) -> tuple[Requirement, ...]:
    """What x.2 asks of a table that offers these wagers."""
    return tuple(r for r in rulebook.equipment if not r.if_offered or not offered.isdisjoint(r.if_offered))


def breaches_at_opening(rulebook: Rulebook, opening: Opening) -> list[Breach]:
    """Everything that x.2, x.5(g) and x.8(a) miss at a table, in the order of the text."""
    found = []
    if opening.positions > rulebook.positions:
        message = f"{opening.positions} betting positions, {rulebook.positions} at most"
        found.append(Breach(f"{rulebook.chapter}.2(a)", message))
    found += missing(required(rulebook, opening.offered), opening)
    if opening.shuffling == "reshuffling_device" and "reshuffling_device" not in opening.approvals:
        found.append(Breach(f"{rulebook.chapter}.5(g)", "the reshuffling device is not approved"))
    if opening.procedure == "manual_shoe" and "shoe_location" not in opening.approvals:
        found.append(Breach(f"{rulebook.chapter}.8(a)", "the shoe's place on the table is not approved"))
    return found


def missing(requirements: Iterable[Requirement], opening: Opening) -> list[Breach]:
    """The requirements that a sign or an approval should show and does not."""
    found = []
    for requirement in requirements:
        if requirement.sign is not None and requirement.sign not in opening.signs:
            found.append(Breach(requirement.section, f"not shown: {requirement.item}"))
        if requirement.approval is not None and requirement.approval not in opening.approvals:
            found.append(Breach(requirement.section, f"not approved: {requirement.item}"))
    return found
