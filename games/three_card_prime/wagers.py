"""The wagers of Three Card Prime: which, when, how much (679a.7), who is asked, and how low a limit may be.

What becomes of them is `settle`'s.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from games.chapter import Rulebook
from games.duties import Duty
from games.errors import DescriptionError
from games.game import Wager
from games.settlement import Seat

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


def stakes(seat: Seat) -> dict[str, int]:
    """Everything at risk on the seat."""
    if seat.decision.action == "play":
        return {**seat.wagers, "play": seat.decision.amount}
    return seat.wagers


def check_wagers(seat: Seat) -> None:
    """Cards are dealt to those who placed an Ante, and a Play Wager equals it (679a.7(d)(1))."""
    ante = seat.wagers.get("ante")
    if ante is None:
        raise DescriptionError(f"{seat.field}.wagers.ante", "missing: nobody is dealt in without an Ante")
    if seat.decision.action == "play" and seat.decision.amount != ante:
        message = f"{seat.decision.amount}: a Play Wager equals the Ante of {ante} (679a.7(d)(1))"
        raise DescriptionError(f"{seat.field}.decision.play", message)


def asked(seats: Collection[Seat]) -> list[int]:
    """The seats in the order in which the dealer asks them: clockwise from the dealer's left (679a.11(b))."""
    return sorted(seat.seat for seat in seats)


def forfeit_duties(seat: Seat) -> list[Duty]:
    """What the dealer collects of a player who makes no Play Wager (679a.11(c)).

    The cards stay while an optional wager depends on them, else they go to the discard rack.
    """
    stay = any(wager in seat.wagers for wager in OPTIONAL)
    cards = "cards_stay_on_table" if stay else "cards_to_discard_rack"
    return [Duty("collect_ante", "dealer", "679a.11(c)"), Duty(cards, "dealer", "679a.11(c)")]


def payout_limit_floor_cents(rulebook: Rulebook, selections: Mapping[str, int]) -> int | None:
    """679a.12(h): $50,000, or the most that the minimum Ante with its Play Wager can win on every box.

    The best hand is a mini-royal, of which a deck holds four; on further boxes it is a straight flush.
    """
    limit = rulebook.payout_limit
    if limit is None:
        return None
    ante, boxes = selections.get("minimum_wager_cents", 0), selections.get("boxes", 1)
    best, second, *_ = (ante + rate.payout(ante) for rate in rulebook.paytable("play").rows.values())
    royal_boxes = min(boxes, MINI_ROYALS)
    return max(limit.floor_cents, royal_boxes * best + (boxes - royal_boxes) * second)
