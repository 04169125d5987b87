"""The wagers of Three Card Prime: which, when (679a.7), who is asked, what a forfeit costs, what wins most.

What becomes of them is `settle`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.chapter import Rulebook
from games.game import Wager
from games.procedure.duties import Duty
from games.settlement import Seat, WagerResult
from games.verdicts import lost

WAGERS = (
    Wager("ante", "679a.7(d)(1)", "before_no_more_bets", optional=False),
    Wager("play", "679a.7(d)(1)", "decision"),
    Wager("prime", "679a.7(d)(2)", "before_no_more_bets", kept_on_fold=True),
    Wager("pair_bonus", "679a.7(d)(3)", "before_no_more_bets", "pair_bonus", kept_on_fold=True),
    Wager("all_six", "679a.7(d)(4)", "before_no_more_bets", "all_six", kept_on_fold=True),
)

OPTIONAL = ("prime", "pair_bonus", "all_six")
"""In the order in which they are settled (679a.11(d)); a player who forfeits his Ante keeps them (b)."""

MINI_ROYALS = 4
"""Hands of the best kind that one deck holds, one a suit."""


def asked(seats: Collection[Seat]) -> list[int]:
    """The seats in the order in which the dealer asks them: clockwise from the dealer's left (679a.11(b))."""
    return sorted(seat.seat for seat in seats)


def fold_duties(seat: Seat, _in_play: Sequence[Seat]) -> list[Duty]:
    """What the dealer collects of a player who makes no Play Wager (679a.11(c)).

    The cards stay while an optional wager depends on them, else they go to the discard rack.
    """
    stay = any(wager in seat.wagers for wager in OPTIONAL)
    cards = "cards_stay_on_table" if stay else "cards_to_discard_rack"
    return [Duty("collect_ante", "dealer", "679a.11(c)"), Duty(cards, "dealer", "679a.11(c)")]


def lost_by_folding(_seat: Seat) -> dict[str, WagerResult]:
    """679a.11(b): the Ante."""
    return {"ante": lost("679a.11(b)")}


def most_won_cents(rulebook: Rulebook, ante: int, boxes: int) -> int:
    """679a.12(h): the minimum Ante with its Play Wager on every box.

    The best hand is a mini-royal, of which a deck holds four; on further boxes it is a straight flush.
    """
    best, second, *_ = (ante + rate.payout(ante) for rate in rulebook.paytable("play").rows.values())
    royal_boxes = min(boxes, MINI_ROYALS)
    return royal_boxes * best + (boxes - royal_boxes) * second
