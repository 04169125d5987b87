"""The wagers of Heads-Up Hold 'Em: which, when, how much (677a.7, 677a.11), and how low a limit may be.

What becomes of them is `settle`'s; who is asked when is `streets`'.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.chapter import Rulebook
from games.errors import DescriptionError
from games.game import Wager
from games.judgement import Judgement
from games.settlement import Seat

WAGERS = (
    Wager("ante", "677a.7(d)(1)", "before_no_more_bets", optional=False),
    Wager("odds", "677a.7(d)(1)", "before_no_more_bets", optional=False),
    Wager("raise", "677a.7(d)(1)", "decision"),
    Wager("pocket_bonus", "677a.7(d)(2)", "before_no_more_bets", "pocket_bonus", kept_on_fold=True),
    Wager("trips_plus", "677a.7(d)(3)", "before_no_more_bets", "trips_plus", kept_on_fold=True),
)

FORFEITED = frozenset({"ante", "odds"})
"""What a fold costs (677a.11(f))."""

MOST_ANTES_IN_A_RAISE = {"preflop": 3, "flop": 2, "river": 1}
"""How many times the Ante a Raise may be, by when it is placed (677a.11(b), (d), (f))."""

RAISE_SECTIONS = {"preflop": "677a.11(b)", "flop": "677a.11(d)", "river": "677a.11(f)"}


def stakes(seat: Seat) -> dict[str, int]:
    """Everything at risk on the seat."""
    if seat.decision.action == "raise":
        return {**seat.wagers, "raise": seat.decision.amount}
    return seat.wagers


def check_wagers(seat: Seat) -> None:
    """Ante and an equal Odds Wager on every box (677a.7(d)(1)), and a Raise within its limits."""
    ante = seat.wagers.get("ante")
    if ante is None:
        raise DescriptionError(f"{seat.field}.wagers.ante", "missing: nobody is dealt in without an Ante")
    odds = seat.wagers.get("odds")
    if odds != ante:
        found = "missing" if odds is None else f"{odds}"
        message = f"{found}: the Odds Wager equals the Ante of {ante} (677a.7(d)(1))"
        raise DescriptionError(f"{seat.field}.wagers.odds", message)
    if seat.decision.action == "raise" and seat.decision.amount != ante:
        check_raise(seat, ante)


def check_raise(seat: Seat, ante: int) -> None:
    """The Ante at least; three times it at most before the Flop, twice after it, the Ante at the River."""
    field, amount = f"{seat.field}.decision.raise", seat.decision.amount
    if amount < ante:
        raise DescriptionError(field, f"{amount} is less than the Ante of {ante}")
    street = seat.decision.at
    if street not in MOST_ANTES_IN_A_RAISE:
        message = f"{street}: a Raise of {amount} needs one of {', '.join(MOST_ANTES_IN_A_RAISE)}"
        raise DescriptionError(f"{seat.field}.decision.at", message)
    most = MOST_ANTES_IN_A_RAISE[street] * ante
    if amount > most:
        message = f"{amount} is more than the {most} of a Raise at the {street} ({RAISE_SECTIONS[street]})"
        raise DescriptionError(field, message)


def check_steps(seat: Seat, judgement: Judgement) -> None:
    """Whether a Raise may be something between whole multiples of the Ante is a switch (677a.11(b), (d))."""
    ante, amount = seat.wagers["ante"], seat.decision.amount
    if amount % ante and judgement.note("raise_steps") == "whole_antes":
        message = f"{amount} is no multiple of the Ante of {ante}, and raise_steps asks for one"
        raise DescriptionError(f"{seat.field}.decision.raise", message)


def payout_limit_floor_cents(rulebook: Rulebook, selections: Mapping[str, int]) -> int | None:
    """677a.12(f): $50,000, or the most that the minimum Ante can win in a round.

    That is Ante, Odds and a Raise of three times the Ante on the best hand, or the best Bad Beat Bonus, which
    stands alone because Ante and Raise have lost.
    """
    limit = rulebook.payout_limit
    if limit is None:
        return None
    ante = selections.get("minimum_wager_cents", 0)
    odds = max(rate.payout(ante) for rate in rulebook.paytable("odds").rows.values())
    bad_beat = max(rate.payout(ante) for rate in rulebook.paytable("bad_beat").rows.values())
    won = ante + ante * MOST_ANTES_IN_A_RAISE["preflop"] + odds
    return max(limit.floor_cents, won, bad_beat)
