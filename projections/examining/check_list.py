"""The list of checks, in the order in which they speak, and what cannot be checked and why.

A check that is added, or that finds something else than before, raises `VERSION`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from projections.examining.check import Check
from projections.examining.groups import decks, inspection, opening, shuffling, submission

VERSION: Final = 1

CHECKS: Final[tuple[Check, ...]] = (
    *opening.CHECKS,
    *submission.CHECKS,
    *decks.CHECKS,
    *inspection.CHECKS,
    *shuffling.CHECKS,
)
"""Every check of a table's stream."""

NEVER_ALONE: Final[Mapping[str, str]] = {
    "D19": "the step that one of two decks lacks speaks for it (D10–D18)",
    "D20": "the step that a deck spared by half lacks speaks for it (D10–D18)",
    "D42": "the shuffle or the cut that is missing speaks for it (D21, D22, D28–D30)",
}
"""Checks that a cause always silences: they are found, and never said."""

NOT_VISIBLE: Final[Mapping[str, str]] = {
    "T15": "where a tip box stands is not recorded, only that another place was approved",
    "D04": "a deck's design is not recorded, only the colour of its backs",
    "D39": "nothing is recorded about shoe and rack being cleared before the cards are spread",
}
"""Checks of these groups that no event shows, and why."""

OF_LINKS: Final = ("T22", "T24")
"""Checks of these groups that need a link's records: they belong to the fold of `meters`."""
