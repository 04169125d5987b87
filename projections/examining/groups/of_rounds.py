"""The checks of a round, from the first wager to the last payment, in the order in which they speak."""

from __future__ import annotations

from typing import Final

from projections.examining.check import Check
from projections.examining.groups import (
    awards,
    boxes,
    claims,
    clearing,
    community,
    dealing,
    decisions,
    faces,
    folded,
    irregularities,
    money,
    no_more_bets,
    setting,
    showing,
    streets,
    turns,
    wagers,
)

CHECKS: Final[tuple[Check, ...]] = (
    *wagers.CHECKS,
    *boxes.CHECKS,
    *no_more_bets.CHECKS,
    *dealing.CHECKS,
    *faces.CHECKS,
    *streets.CHECKS,
    *community.CHECKS,
    *money.CHECKS,
    *irregularities.CHECKS,
    *decisions.CHECKS,
    *folded.CHECKS,
    *showing.CHECKS,
    *setting.CHECKS,
    *turns.CHECKS,
    *clearing.CHECKS,
    *awards.CHECKS,
    *claims.CHECKS,
)
