"""The checks of a round, from the first wager to the last payment, in the order in which they speak."""

from __future__ import annotations

from typing import Final

from projections.examining.check import Check
from projections.examining.groups.awards import claims, own_book, paying
from projections.examining.groups.cards import community, dealing, faces, streets
from projections.examining.groups.play import decisions, folded, setting
from projections.examining.groups.settlement import clearing, money, showing, turns
from projections.examining.groups.trouble import irregularities, reversals
from projections.examining.groups.wagers import boxes, no_more_bets, placing

CHECKS: Final[tuple[Check, ...]] = (
    *placing.CHECKS,
    *boxes.CHECKS,
    *no_more_bets.CHECKS,
    *dealing.CHECKS,
    *faces.CHECKS,
    *streets.CHECKS,
    *community.CHECKS,
    *money.CHECKS,
    *irregularities.CHECKS,
    *reversals.CHECKS,
    *decisions.CHECKS,
    *folded.CHECKS,
    *showing.CHECKS,
    *setting.CHECKS,
    *turns.CHECKS,
    *clearing.CHECKS,
    *paying.CHECKS,
    *claims.CHECKS,
    *own_book.CHECKS,
)
