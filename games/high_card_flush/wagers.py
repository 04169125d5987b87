"""Wagers of High Card Flush: which, when, how much (678a.7, .11(b)), what a fold costs, what wins most."""

from __future__ import annotations

from collections.abc import Sequence

from games.chapter import Rulebook
from games.errors import DescriptionError
from games.game import Wager
from games.judgement import Judgement
from games.procedure.awards import AwardSteps
from games.procedure.duties import Duty
from games.settlement import Seat, WagerResult
from games.stakes import check_raise_steps
from games.verdicts import lost

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
        fold_section="678a.11(c)(2)(i)",
    ),
)

BONUSES = ("flush_bonus", "straight_flush_bonus", "progressive")
"""What a player who folds keeps (678a.11(c)(2)(i)), in the order of settlement (e)."""

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
    check_raise_steps(seat, judgement)


def lost_by_folding(_seat: Seat) -> dict[str, WagerResult]:
    """678a.11(c)(2): the Ante."""
    return {"ante": lost("678a.11(c)(2)")}


def fold_duties(seat: Seat, _in_play: Sequence[Seat]) -> list[Duty]:
    """678a.11(c)(2): the Ante is collected; the cards wait under a bonus wager, else they go to the rack."""
    if any(wager in BONUSES for wager in seat.wagers):
        cards = Duty("cards_under_wager", "dealer", "678a.11(c)(2)(i)")
    else:
        cards = Duty("cards_to_discard_rack", "dealer", "678a.11(c)(2)(ii)")
    return [Duty("collect_ante", "dealer", "678a.11(c)(2)"), cards]


def most_won_cents(_rulebook: Rulebook, ante: int, boxes: int) -> int:
    """678a.12(e): the minimum Ante with three times it as Raise, on every box."""
    return ante * (1 + MOST_ANTES_IN_A_RAISE[7]) * boxes
