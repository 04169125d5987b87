"""The wagers of Texas Hold 'Em Bonus: which, when, how much (647a.7, 647a.11(b), (d), (f)), what wins most.

What becomes of them is `settle`'s; who is asked, and what becomes of a folded player's cards, is `streets`'.
"""

from __future__ import annotations

from games.chapter import Rulebook
from games.errors import DescriptionError
from games.game import Wager
from games.procedure.awards import AwardSteps
from games.settlement import Round, Seat, WagerResult
from games.stakes import ante_of
from games.verdicts import lost

CONTEST = ("ante", "flop", "turn", "river")
ANTES_IN_A_FLOP = 2
MOST_ANTES_AT_RISK = 1 + ANTES_IN_A_FLOP + 1 + 1
"""Ante, a Flop of twice the Ante, a Turn and a River of once the Ante each (647a.11(b), (d), (f))."""


def five_card_hand_bonus(name: str) -> tuple[Wager, ...]:
    """A Five Card Hand Bonus Wager, with what the Magic Card and the Lucky Bonus pay beside it."""
    return (
        Wager(
            name,
            "647a.7(d)(4)",
            "before_no_more_bets",
            instrument="electronic",
            progressive=True,
            kept_on_fold=True,
            fold_section="647a.11(b)(2)(i)(C)",
        ),
        Wager(f"{name}_magic", "647a.12(e)(3)", "result", beside=name),
        Wager(f"{name}_lucky", "647a.12(e)(3)", "result", beside=name),
    )


WAGERS = (
    Wager("ante", "647a.7(d)(1)", "before_no_more_bets", optional=False),
    Wager("flop", "647a.11(b)", "decision"),
    Wager("turn", "647a.11(d)", "decision"),
    Wager("river", "647a.11(f)", "decision"),
    Wager("bonus", "647a.7(d)(2)", "before_no_more_bets", "bonus", kept_on_fold=True),
    Wager(
        "progressive",
        "647a.7(d)(3)",
        "before_no_more_bets",
        "progressive",
        instrument="value_chip",
        progressive=True,
        fold_section="647a.11(b)(2)(i)(B)",
    ),
    Wager("envy_bonus", "647a.11(i)(5)", "result", beside="progressive"),
    *five_card_hand_bonus("fchb_player"),
    *five_card_hand_bonus("fchb_dealer"),
    Wager("six_card_bonus", "647a.7(d)(5)", "before_no_more_bets", "six_card_bonus", kept_on_fold=True),
)

PROGRESSIVE_STEPS = AwardSteps(
    hand="647a.11(i)(1)", light="647a.11(i)(2)", validated="647a.11(i)(3)", paid="647a.11(i)(4)"
)
FIVE_CARD_STEPS = AwardSteps(
    hand="647a.11(j)(1)",
    light=None,
    validated="647a.11(j)(2)",
    paid="647a.11(j)(3)",
    validated_from=500,
    inventory="game account",
)
AWARD_STEPS = {
    "progressive": PROGRESSIVE_STEPS,
    "fchb_player": FIVE_CARD_STEPS,
    "fchb_dealer": FIVE_CARD_STEPS,
}


def contest_stakes(seat: Seat) -> dict[str, int]:
    """The wagers against the dealer's hand: twice the Ante on the Flop, the Ante on Turn and River.

    Without an Ante, which only a void round lets pass, there are none.
    """
    ante, decision = seat.wagers.get("ante"), seat.decision
    if ante is None:
        return {}
    staked = {"ante": ante}
    if decision.action == "play":
        staked["flop"] = ANTES_IN_A_FLOP * ante
        if decision.turn:
            staked["turn"] = ante
        if decision.river:
            staked["river"] = ante
    return staked


def stakes(seat: Seat) -> dict[str, int]:
    """Everything at risk on the seat."""
    return {**contest_stakes(seat), **seat.wagers}


def check_wagers(round_: Round, rulebook: Rulebook) -> None:
    """An Ante on every box (647a.7(d)), and Progressive wagers of an amount that has an Envy Bonus."""
    for seat in round_.seats:
        ante_of(seat)
        progressive = seat.wagers.get("progressive")
        if progressive is not None and progressive not in rulebook.envy:
            known = " or ".join(str(amount) for amount in rulebook.envy)
            message = f"{progressive} cents has no Envy Bonus in {rulebook.envy_section}: place {known}"
            raise DescriptionError(f"{seat.field}.wagers.progressive", message)


def lost_by_folding(_seat: Seat) -> dict[str, WagerResult]:
    """647a.11(b)(2): the Ante; a Progressive Payout Wager is lost too, but in its turn."""
    return {"ante": lost("647a.11(b)(2)")}


def most_won_cents(_rulebook: Rulebook, ante: int, boxes: int) -> int:
    """647a.12(c): the minimum Ante with all three further wagers, on every box."""
    return ante * MOST_ANTES_AT_RISK * boxes
