"""The four verdicts on a wager: won, lost, pushed, void. Which it is, each chapter says (x.11–x.13)."""

from __future__ import annotations

from functools import cache

from games.rates import Rate
from games.settlement import WagerResult

NO_RATE = "-"


def won(stake: int, rate: Rate, section: str) -> WagerResult:
    """A win at "N to M" (stake returned) or "N for 1" (stake kept)."""
    if rate.kind == "to":
        return WagerResult("win", stake * rate.numerator // rate.denominator, stake, rate.text, section)
    return WagerResult("win", rate.payout(stake), 0, rate.text, section)


@cache
def lost(section: str) -> WagerResult:
    """A wager that is collected."""
    return WagerResult("lose", 0, 0, NO_RATE, section)


def pushed(stake: int, section: str) -> WagerResult:
    """A wager that is returned because it neither wins nor loses."""
    return WagerResult("push", 0, stake, NO_RATE, section)


def voided(stake: int, section: str) -> WagerResult:
    """A wager that is returned because the hand is void."""
    return WagerResult("void", 0, stake, NO_RATE, section)
