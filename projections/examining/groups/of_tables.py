"""The checks of a table, its submission, its decks, devices and badges, in the order in which they speak."""

from __future__ import annotations

from typing import Final

from projections.examining.check import Check
from projections.examining.groups.cards import stub
from projections.examining.groups.decks import at_the_table, inspection, shuffling
from projections.examining.groups.record import badges
from projections.examining.groups.tables import opening, submission
from projections.examining.groups.trouble import devices

CHECKS: Final[tuple[Check, ...]] = (
    *opening.CHECKS,
    *submission.CHECKS,
    *stub.CHECKS,
    *at_the_table.CHECKS,
    *inspection.CHECKS,
    *shuffling.CHECKS,
    *devices.CHECKS,
    *badges.CHECKS,
)
