"""The wagers of Five Card Hi-Lo: which, when, how much (663a.7, 663a.11(b)). The chapter has no payout limit.

What becomes of them is `settle`'s; in which order hands are set is `setting`'s.
"""

from __future__ import annotations

from games.errors import DescriptionError
from games.game import Wager
from games.settlement import Seat

WAGERS = (
    Wager("ante", "663a.7(d)", "before_no_more_bets", optional=False),
    Wager("play", "663a.11(b)", "decision"),
    Wager("ante_bonus", "663a.11(h)", "result", "ante_bonus"),
    Wager("tie", "663a.7(e)(1)", "before_no_more_bets"),
    Wager("poker_bonus", "663a.7(e)(2)", "before_no_more_bets", "poker_bonus", kept_on_fold=True),
)

FORFEITED = frozenset({"ante", "tie"})
"""What it costs not to make a Play Wager (663a.11(b)(1)); the Poker Bonus stays (663a.11(b)(2))."""


def stakes(seat: Seat) -> dict[str, int]:
    """Everything at risk on the seat."""
    if seat.decision.action == "play":
        return {**seat.wagers, "play": seat.decision.amount}
    return seat.wagers


def check_wagers(seat: Seat) -> None:
    """An Ante on every box (663a.7(d), (e)), and a Play Wager of the same amount (663a.11(b))."""
    ante = seat.wagers.get("ante")
    if ante is None:
        raise DescriptionError(f"{seat.field}.wagers.ante", "missing: nobody is dealt in without an Ante")
    if seat.decision.action == "play" and seat.decision.amount != ante:
        message = f"{seat.decision.amount}: the Play Wager equals the Ante of {ante} (663a.11(b))"
        raise DescriptionError(f"{seat.field}.decision.play", message)
