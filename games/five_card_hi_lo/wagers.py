"""The wagers of Five Card Hi-Lo: which, when (663a.7), and what a forfeit costs (663a.11(b)).

What becomes of them is `settle`'s; in which order hands are set is `setting`'s.
"""

from __future__ import annotations

from games.game import Wager
from games.settlement import Seat, WagerResult
from games.verdicts import lost

WAGERS = (
    Wager("ante", "663a.7(d)", "before_no_more_bets", optional=False),
    Wager("play", "663a.11(b)", "decision"),
    Wager("ante_bonus", "663a.11(h)", "result", "ante_bonus", beside="ante"),
    Wager("tie", "663a.7(e)(1)", "before_no_more_bets"),
    Wager("poker_bonus", "663a.7(e)(2)", "before_no_more_bets", "poker_bonus", kept_on_fold=True),
)

FORFEITED = frozenset({"ante", "tie"})
"""What it costs not to make a Play Wager (663a.11(b)(1)); the Poker Bonus stays (663a.11(b)(2))."""


def lost_by_folding(seat: Seat) -> dict[str, WagerResult]:
    """663a.11(b): no Play Wager costs Ante and Tie; the Poker Bonus is settled all the same."""
    if "tie" in seat.wagers:
        return dict.fromkeys(("ante", "tie"), lost("663a.11(b)(1)"))
    return {"ante": lost("663a.11(b)(2)" if "poker_bonus" in seat.wagers else "663a.11(b)")}
