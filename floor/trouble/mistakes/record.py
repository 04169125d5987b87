"""Mistakes of the record itself (R): a clock that is off, a badge that nobody issued."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from floor.steps import Fact
from floor.trouble.mistake import Mistake, mistake
from floor.trouble.spot import Spot, changed

UNKNOWN: Final = "X-999"
"""A badge that is not in the floor's register."""
SIGNED: Final[Mapping[str, str]] = {
    "award_documented": "documented_by",
    "fixed_award_validated": "validated_by",
    "decks_received": "received_by",
    "irregularity_called": "called_by",
    "table_closed": "closed_by",
}
"""What somebody else than who should may sign without breaking another rule, and where."""
AHEAD_US: Final = 90_000_000


@mistake(*SIGNED, check="R02", section=None)
def unknown_badge(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A table names somebody whom the register does not know."""
    if spot.once("R02", UNKNOWN):
        return None
    spot.plant(fact, "a badge that nobody issued")
    return (changed(fact, **{SIGNED[fact.type]: UNKNOWN}),)


@mistake("hand_collected", check="R01", section=None)
def clock_ahead(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The clock of the dealer's console is a minute and a half ahead, and is set right at once."""
    spot.plant(fact, "the clock was ahead", seat=None)
    return (fact._replace(ahead_us=AHEAD_US),)


MISTAKES: Final[tuple[Mistake, ...]] = (clock_ahead, unknown_badge)
