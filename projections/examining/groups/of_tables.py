"""The checks of a table, its submission, its decks and its devices, in the order in which they speak."""

from __future__ import annotations

from typing import Final

from projections.examining.check import Check
from projections.examining.groups import decks, devices, inspection, opening, shuffling, stub, submission

CHECKS: Final[tuple[Check, ...]] = (
    *opening.CHECKS,
    *submission.CHECKS,
    *stub.CHECKS,
    *decks.CHECKS,
    *inspection.CHECKS,
    *shuffling.CHECKS,
    *devices.CHECKS,
)
