"""Mistakes about money that changes hands at the table: amounts, turns, stakes (x.11, x.12, x.13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from floor.steps import Fact
from floor.trouble.planting import ENDS, Spot, changed, mistake

CHIP_MC: Final = 500_000
"""A red chip: what slips into a stack, or out of it."""
INVENTORY: Final = "table_inventory"


def _differs(spot: Spot, fact: Fact, text: str, **fields: Any) -> tuple[Fact]:
    """The settlement done otherwise; what a player gets in all is what is due and done."""
    done = changed(fact, **fields)
    section = spot.due[fact.fields["seat"], fact.fields["wager"]].section
    spot.plant(fact, section, text, due_mc=_given(fact), done_mc=_given(done))
    return (done,)


def _given(fact: Fact) -> int:
    return int(fact.fields["returned_mc"] + fact.fields["paid_mc"])


def _plain(spot: Spot, fact: Fact) -> bool:
    """Whether a wager with a stake is settled that no link knows of."""
    return fact.fields["wager"] not in spot.table.submission.progressives and fact.fields["stake_mc"] > 0


@mistake("wager_settled")
def underpaid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A chip too few is paid."""
    paid = fact.fields["paid_mc"]
    if fact.fields["paid_from"] != INVENTORY or paid <= 0:
        return None
    less = max(0, paid - CHIP_MC)
    return _differs(spot, fact, "paid too little", paid_mc=less, paid_from=INVENTORY if less else None)


@mistake("wager_settled")
def overpaid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A chip too many is paid."""
    if fact.fields["paid_from"] != INVENTORY:
        return None
    return _differs(spot, fact, "paid too much", paid_mc=fact.fields["paid_mc"] + CHIP_MC)


@mistake("wager_settled")
def losing_wager_paid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager that lost is paid even money."""
    if fact.fields["outcome"] != "lose" or fact.fields["seat"] in spot.folded or not _plain(spot, fact):
        return None
    stake = fact.fields["stake_mc"]
    return _differs(
        spot, fact, "a loss paid", outcome="win", returned_mc=stake, paid_mc=stake, paid_from=INVENTORY
    )


@mistake("wager_settled")
def folded_hand_paid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The Ante of a hand that was given up is paid even money."""
    fields = fact.fields
    if fields["outcome"] != "lose" or fields["seat"] not in spot.folded or fields["wager"] != "ante":
        return None
    stake = fields["stake_mc"]
    return _differs(
        spot, fact, "a folded hand paid", outcome="win", returned_mc=stake, paid_mc=stake, paid_from=INVENTORY
    )


@mistake("wager_settled")
def winning_wager_taken(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager that won is collected."""
    if fact.fields["outcome"] != "win" or not _plain(spot, fact):
        return None
    return _differs(spot, fact, "a win taken", outcome="lose", returned_mc=0, paid_mc=0, paid_from=None)


@mistake("wager_settled")
def push_taken(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager that neither won nor lost is collected."""
    if fact.fields["outcome"] != "push":
        return None
    return _differs(spot, fact, "a push taken", outcome="lose", returned_mc=0)


@mistake("wager_settled")
def wrong_stake_returned(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Only half of a stake goes back to the player who won."""
    if fact.fields["outcome"] != "win" or fact.fields["returned_mc"] <= 0:
        return None
    half = fact.fields["returned_mc"] // 2_000 * 1_000
    return _differs(spot, fact, "half the stake returned", returned_mc=half)


@mistake("wager_settled")
def void_not_returned(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager of a void hand is kept by the house."""
    if fact.fields["outcome"] != "void" or not _plain(spot, fact):
        return None
    return _differs(spot, fact, "a void wager kept", returned_mc=0)


@mistake("wager_settled")
def wager_not_settled(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager is overlooked: it stays where it lies."""
    if fact.fields["outcome"] == "void" or fact.fields["seat"] in spot.folded or not _plain(spot, fact):
        return None
    section = spot.due[fact.fields["seat"], fact.fields["wager"]].section
    spot.plant(fact, section, "not settled", due_mc=_given(fact), done_mc=0)
    return ()


@mistake("wager_settled")
def settled_out_of_turn(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager waits until one of another seat, whose turn comes later, has been settled."""
    seat, wager = fact.fields["seat"], fact.fields["wager"]
    turn = next((n for n, (at, wagers) in enumerate(spot.turns) if at == seat and wager in wagers), None)
    if turn is None or all(at == seat for at, _ in spot.turns[turn:]) or not _plain(spot, fact):
        return None

    def later(following: Fact) -> Sequence[Fact]:
        other = following.type == "wager_settled" and following.fields["seat"] != seat
        if not other and following.type not in ENDS:
            return (following,)
        spot.later = None
        spot.plant(fact, f"{spot.chapter}.11", "settled after a wager of a seat whose turn was later")
        late = fact._replace(at_us=following.at_us)
        return (following, late) if other else (late, following)

    spot.later = later
    return ()


@mistake("envy_paid")
def envy_not_paid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A seat is not paid for another's hand."""
    section = f"{spot.chapter}.11"
    spot.plant(fact, section, "envy not paid", due_mc=fact.fields["amount_mc"], done_mc=0)
    return ()


@mistake("envy_paid")
def envy_of_a_wrong_amount(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A seat is paid a chip too much for another's hand."""
    due = fact.fields["amount_mc"]
    spot.plant(fact, f"{spot.chapter}.12", "envy overpaid", due_mc=due, done_mc=due + CHIP_MC)
    return (changed(fact, amount_mc=due + CHIP_MC),)
