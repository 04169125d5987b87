"""The wagers of Heads-Up Hold 'Em: which, when, how much (677a.7, .11), what a fold costs, what wins most.

What becomes of them is `settle`'s; who is asked when is `streets`'.
"""

from __future__ import annotations

from games.chapter import Rulebook
from games.errors import DescriptionError
from games.game import Wager
from games.settlement import Seat, WagerResult
from games.stakes import ante_of
from games.verdicts import lost

WAGERS = (
    Wager("ante", "677a.7(d)(1)", "before_no_more_bets", optional=False),
    Wager("odds", "677a.7(d)(1)", "before_no_more_bets", optional=False),
    Wager("raise", "677a.7(d)(1)", "decision"),
    Wager("pocket_bonus", "677a.7(d)(2)", "before_no_more_bets", "pocket_bonus", kept_on_fold=True),
    Wager("trips_plus", "677a.7(d)(3)", "before_no_more_bets", "trips_plus", kept_on_fold=True),
)

BONUSES = ("pocket_bonus", "trips_plus")
"""What a player who folds keeps, in the order of settlement (677a.11(i))."""

FORFEITED = frozenset({"ante", "odds"})
"""What a fold costs (677a.11(f))."""

MOST_ANTES_IN_A_RAISE = {"preflop": 3, "flop": 2, "river": 1}
"""How many times the Ante a Raise may be, by when it is placed (677a.11(b), (d), (f))."""

RAISE_SECTIONS = {"preflop": "677a.11(b)", "flop": "677a.11(d)", "river": "677a.11(f)"}


def check_wagers(seat: Seat) -> None:
    """Ante and an equal Odds Wager on every box (677a.7(d)(1)), and a Raise within its limits."""
    ante = ante_of(seat)
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


def lost_by_folding(_seat: Seat) -> dict[str, WagerResult]:
    """677a.11(f): Ante and Odds."""
    return dict.fromkeys(("ante", "odds"), lost("677a.11(f)"))


def most_won_cents(rulebook: Rulebook, ante: int, _boxes: int) -> int:
    """677a.12(f): the minimum Ante with Odds and a Raise of three times it on the best hand.

    Or the best Bad Beat Bonus, which is all there is, because Ante and Raise have lost.
    """
    odds = max(rate.payout(ante) for rate in rulebook.paytable("odds").rows.values())
    bad_beat = max(rate.payout(ante) for rate in rulebook.paytable("bad_beat").rows.values())
    return max(ante + ante * MOST_ANTES_IN_A_RAISE["preflop"] + odds, bad_beat)
