"""The list of checks, in the order in which they speak, and what cannot be checked and why.

A check that is added, or that finds something else than before, raises `VERSION` in `finding`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from projections.examining.check import Check
from projections.examining.finding import VERSION
from projections.examining.groups import of_rounds, of_tables
from projections.examining.groups.tables import bounds
from projections.examining.links import awards, payments, reversals, terms
from projections.examining.links.link_check import LinkCheck
from projections.examining.record import record_check
from projections.examining.record.record_check import RecordCheck

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

RECORD_CHECKS: Final[tuple[RecordCheck, ...]] = record_check.CHECKS
"""Every check of the record itself: headers, chains, and the streams of desks and links."""

AT_BOTH: Final[Mapping[str, str]] = {
    "A04": "whether a claim stands is its link's to know, and a fixed award has no link; a claim that was "
    "refused and paid is R05 alone",
    "A05": "as A04",
    "T22": "terms that were asked for and refused stand on the link's own stream; what is in play by a copy "
    "of another log's events is in what its keeper decided",
    "R02": "whom a table names, and whom a desk does",
    "I26": "which seats a void names, and whose wagers were returned, both stand on the table's stream alone",
    "R06": "what is paid for a link never fed, or by the decision of a case, is in the table's own book; "
    "the list has no check of disputes, and this is the nearest: paid beyond entitlement, or one slip twice",
}
"""Checks that are made on two kinds of streams, each of what the other does not hear of."""

HALF_SEEN: Final[Mapping[str, str]] = {
    "R01": "a device that is behind, and one whose events come late at an even pace, look the same to us; "
    "lines of an imported file are late by nature, and are passed over",
    "R02": "who sent an event may be a device, and which devices there are no register says: the actor of an "
    "event is not asked for, but whom its facts name; a signature of nobody is refused before",
    "R03": "so far back that a repeat cannot be told from a fork, neither is said; `check` names it",
    "R04": "bytes that name no stream with an event before them are nobody's: `check` names them",
    "A20": "whose the seats are is not in a link's records: a player named with two of them is not seen",
}
"""What of these checks is not seen, and why."""
