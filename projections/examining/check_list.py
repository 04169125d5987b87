"""The list of checks, in the order in which they speak, and what cannot be checked and why.

A check that is added, or that finds something else than before, raises `VERSION`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from projections.examining.check import Check
from projections.examining.groups import of_rounds, of_tables
from projections.examining.groups.tables import bounds
from projections.examining.links import awards, payments, reversals, terms
from projections.examining.links.link_check import LinkCheck

VERSION: Final = 1
EXAMINER: Final = f"examiner-{VERSION}"
"""What a processor of this list is called: that of another one has a state and a group of its own."""
OF_LINKS: Final = "-links"
"""Behind that name: where what keepers decided has been examined to."""

CHECKS: Final[tuple[Check, ...]] = (*of_tables.CHECKS, *of_rounds.CHECKS)
"""Every check of a table's stream."""

BOUNDS: Final[tuple[Check, ...]] = bounds.CHECKS
"""What says that more happened than is followed: of the examiner itself, and no rule's."""

NEVER_ALONE: Final[Mapping[str, str]] = {
    "D19": "the step that one of two decks lacks speaks for it (D10–D18)",
    "D20": "the step that a deck spared by half lacks speaks for it (D10–D18)",
    "I16": "the shuffle that is missing after any round speaks for it (D21, D22)",
    "D42": "the shuffle or the cut that is missing speaks for it (D21, D22, D28–D30)",
}
"""Checks that a cause always silences: they are found, and never said."""

NOT_VISIBLE: Final[Mapping[str, str]] = {
    "T15": "where a tip box stands is not recorded, only that another place was approved",
    "D04": "a deck's design is not recorded, only the colour of its backs",
    "P26": "who touches cards, and whether they stay in view, is for the camera",
    "D39": "nothing is recorded about shoe and rack being cleared before the cards are spread",
}
"""Checks of these groups that no event shows, and why."""

LINK_CHECKS: Final[tuple[LinkCheck, ...]] = (
    *terms.CHECKS,
    *awards.CHECKS,
    *payments.CHECKS,
    *reversals.CHECKS,
)
"""Every check of what the keeper of a link decided."""

NOT_EXAMINED_HERE: Final[Mapping[str, str]] = {
    "R01": "what a device's clock is off by is told by `round`, from both times of an event",
    "R03": "a fork or a gap is seen by the chain rule before anything is examined: `check` names both",
    "R04": "quarantined bytes are no event of any stream: `check` names them",
    "R08": "readings and their variances are events of a desk, on its own stream: `day` names them",
}
"""Checks of the record that neither a table's events nor what a keeper decided shows, and who says it."""

AT_BOTH: Final[Mapping[str, str]] = {
    "A04": "whether a claim stands is its link's to know, and a fixed award has no link; a claim that was "
    "refused and paid is R05 alone",
    "A05": "as A04",
    "I26": "which seats a void names, and whose wagers were returned, both stand on the table's stream alone",
    "R06": "what is paid for a link never fed, or by the decision of a case, is in the table's own book; "
    "the list has no check of disputes, and this is the nearest: paid beyond entitlement, or one slip twice",
}
"""Checks of a link that its table makes as well, of what no link hears of."""

HALF_SEEN: Final[Mapping[str, str]] = {
    "T22": "terms that are refused before a link is put into play stand on the link's own stream, which no "
    "fold of the examiner reads; what is in play by a copy of another log's events is seen",
    "R02": "badges are stamped where somebody signs for an award or for cash: crew, decks and rulings are "
    "not, nor are readings, which are events of a desk",
    "A20": "whose the seats are is not in a link's records: a player named with two of them is not seen",
}
"""What of these checks is not seen, and why."""
