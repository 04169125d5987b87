"""The list of checks, in the order in which they speak, and what cannot be checked and why.

A check that is added, or that finds something else than before, raises `VERSION`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from projections.examining.check import Check
from projections.examining.groups import bounds, of_rounds, of_tables

VERSION: Final = 1
EXAMINER: Final = f"examiner-{VERSION}"
"""What a processor of this list is called: that of another one has a state and a group of its own."""

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

OF_LINKS: Final = ("T22", "T24", "A15", "A17", "A20", "A23", "A24", "I26")
"""Checks of these groups that need a link's records: they belong to the fold of `meters`."""
