"""The wagers of High Card Flush: which, when, how much (678a.7, 678a.11(b)) and how low a limit may be."""

from __future__ import annotations

from collections.abc import Mapping

from games.awards import AwardSteps
from games.chapter import Rulebook
from games.errors import DescriptionError
from games.game import Wager
from games.judgement import Judgement
from games.settlement import Seat

WAGERS = (
    Wager("ante", "678a.7(d)(1)", "before_no_more_bets", optional=False),
    Wager("raise", "678a.7(d)(1)", "decision"),
    Wager("flush_bonus", "678a.7(d)(2)", "before_no_more_bets", "flush_bonus", kept_on_fold=True),
    Wager(
        "straight_flush_bonus",
        "678a.7(d)(3)",
        "before_no_more_bets",
        "straight_flush_bonus",
        kept_on_fold=True,
    ),
    Wager(
        "progressive",
        "678a.7(d)(4)",
        "before_no_more_bets",
        "progressive",
        instrument="value_chip",
        progressive=True,
        kept_on_fold=True,
    ),
)

AWARD_STEPS = {
    "progressive": AwardSteps(
        hand="678a.11(e)(3)(i)",
        light="678a.11(e)(3)(ii)",
        validated="678a.11(e)(3)(iii)",
        paid="678a.11(e)(3)(iv)",
    )
}

MOST_ANTES_IN_A_RAISE = (0, 0, 1, 1, 1, 2, 3, 3)
"""By flush length: how many times the Ante a Raise may be (678a.11(b)). Seven cards have a pair of a suit."""


def stakes(seat: Seat) -> dict[str, int]:
    """Everything at risk on the seat."""
    if seat.decision.action == "raise":
        return {**seat.wagers, "raise": seat.decision.amount}
    return seat.wagers


def check_ante(seat: Seat) -> None:
    """Cards are dealt to those who placed an Ante (678a.7(d)(1), 678a.8(d))."""
    if "ante" not in seat.wagers:
        raise DescriptionError(f"{seat.field}.wagers.ante", "missing: nobody is dealt in without an Ante")


def check_raise(seat: Seat, flush_length: int, judgement: Judgement) -> None:
    """A Raise is the Ante at least, and one, two or three times it at most, by the flush (678a.11(b)).

    Whether it may be something between is a switch.
    """
    ante, amount = seat.wagers["ante"], seat.decision.amount
    if amount < ante:
        raise DescriptionError(f"{seat.field}.decision.raise", f"{amount} is less than the Ante of {ante}")
    most = MOST_ANTES_IN_A_RAISE[flush_length] * ante
    if amount > most:
        message = f"{amount} is more than the {most} that a {flush_length}-card flush allows (678a.11(b))"
        raise DescriptionError(f"{seat.field}.decision.raise", message)
    if amount % ante and judgement.note("raise_steps") == "whole_antes":
        message = f"{amount} is no multiple of the Ante of {ante}, and raise_steps asks for one"
        raise DescriptionError(f"{seat.field}.decision.raise", message)


def payout_limit_floor_cents(rulebook: Rulebook, selections: Mapping[str, int]) -> int | None:
    """678a.12(e): $50,000, or what the minimum Ante with three times it as Raise can win on every box."""
    limit = rulebook.payout_limit
    if limit is None:
        return None
    most = selections.get("minimum_wager_cents", 0) * (1 + MOST_ANTES_IN_A_RAISE[7])
    return max(limit.floor_cents, most * selections.get("boxes", 1))
