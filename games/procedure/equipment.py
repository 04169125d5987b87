"""What a table must have before it opens (x.2, with the approvals of x.5(g) and x.8(a)).

The lists are the rulebooks'; this module compares them with what a table says it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

from games.chapter import Requirement, Rulebook
from games.procedure.duties import Breach

POSITIONS, SHOE, DEVICE = "betting_positions", "shoe_location", "reshuffling_device"
"""What a breach is about, beside the subjects of signs and approvals."""


@dataclass(frozen=True, slots=True)
class Opening:
    """A table as it opens: what it offers ("payout_limit" counts as offered when one is set) and shows.

    `signs` are the subjects that patrons can read about, `off_layout` those of them that are on a sign alone.
    """

    offered: Set[str]
    signs: Set[str]
    approvals: Set[str]
    positions: int
    procedure: str
    shuffling: str
    off_layout: Set[str] = frozenset()


def required(rulebook: Rulebook, offered: Set[str]) -> tuple[Requirement, ...]:
    """What x.2 asks of a table that offers these wagers."""
    return tuple(r for r in rulebook.equipment if not r.if_offered or not offered.isdisjoint(r.if_offered))


def breaches_at_opening(rulebook: Rulebook, opening: Opening) -> list[Breach]:
    """Everything that x.2, x.5(g) and x.8(a) miss at a table, in the order of the text."""
    found = []
    if opening.positions > rulebook.positions:
        message = f"{opening.positions} betting positions, {rulebook.positions} at most"
        found.append(Breach(f"{rulebook.chapter}.2(a)", message, POSITIONS))
    found += missing(required(rulebook, opening.offered), opening)
    if opening.shuffling == "reshuffling_device" and "reshuffling_device" not in opening.approvals:
        found.append(Breach(f"{rulebook.chapter}.5(g)", "the reshuffling device is not approved", DEVICE))
    if opening.procedure == "manual_shoe" and "shoe_location" not in opening.approvals:
        message = "the shoe's place on the table is not approved"
        found.append(Breach(f"{rulebook.chapter}.8(a)", message, SHOE))
    return found


def missing(requirements: Iterable[Requirement], opening: Opening) -> list[Breach]:
    """The requirements that a sign or an approval should show and does not."""
    found = []
    for requirement in requirements:
        shown = opening.signs - opening.off_layout if requirement.layout_only else opening.signs
        if requirement.sign is not None and requirement.sign not in shown:
            found.append(Breach(requirement.section, f"not shown: {requirement.item}", requirement.sign))
        if requirement.approval is not None and requirement.approval not in opening.approvals:
            message = f"not approved: {requirement.item}"
            found.append(Breach(requirement.section, message, requirement.approval))
    return found
