"""Mistakes with money: what a wager is paid (S12–S24, S27–S31, S36: x.11, x.12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from events.money import MC_PER_CENT
from floor.steps import Fact
from floor.trouble.mistake import mistake
from floor.trouble.spot import Spot, changed
from games.rates import ODDS, parse

CHIP_MC: Final = 500_000
"""A red chip: what slips into a stack, or out of it."""
INVENTORY: Final = "table_inventory"
BESIDE: Final = ("_magic", "_lucky")
"""What is paid beside a Five Card Hand Bonus Wager (647a.12(e)(3))."""


def _differs(spot: Spot, fact: Fact, text: str, fields: dict[str, Any], **more: str) -> tuple[Fact]:
    """The settlement done otherwise; what a player gets in all is what is due and done."""
    done = changed(fact, **fields)
    more.setdefault("section", spot.due[fact.fields["seat"], fact.fields["wager"]].section)
    spot.plant(fact, text, due_mc=_given(fact), done_mc=_given(done), **more)
    return (done,)


def _given(fact: Fact) -> int:
    return int(fact.fields["returned_mc"] + fact.fields["paid_mc"])


def _plain(spot: Spot, fact: Fact) -> bool:
    """Whether a wager with a stake is settled that no link knows of, and no check knows by name."""
    fields = fact.fields
    linked = fields["wager"] in spot.table.submission.progressives
    named = (spot.chapter, fields["wager"]) in NAMED
    return not linked and not named and fields["stake_mc"] > 0 and fields["seat"] not in spot.left


def _is_cut(spot: Spot, fact: Fact) -> bool:
    """Whether a payout limit has cut the payout: what is paid otherwise is not as the limit has it (S21)."""
    due = spot.due[fact.fields["seat"], fact.fields["wager"]]
    if spot.table.submission.limit_in_force is None or not ODDS.fullmatch(due.rate):
        return False
    rate = parse(due.rate, None)
    return rate is not None and due.payout < rate.payout(fact.fields["stake_mc"] // MC_PER_CENT)


NAMED: Final = {("647a", "ante"): "S22", ("677a", "odds"): "S23", ("663a", "ante_bonus"): "S24"}
"""Wagers that a check of their own looks at: the Ante that pays from a straight or flush up, Odds that lose
with a strong hand, three aces."""
BAD_BEAT: Final = ("679a", "play")
"""One that it looks at if it is paid though the hand has lost."""


def _check_of_its_own(spot: Spot, fact: Fact) -> str | None:
    """The check that looks at a wager that is won by a strong hand alone."""
    place = spot.chapter, fact.fields["wager"]
    ante = spot.due.get((fact.fields["seat"], "ante"))
    if place == BAD_BEAT and ante is not None and ante.outcome == "lose":
        return "S23"
    return NAMED.get(place)


@mistake("wager_settled", check="S12", section="x.12")
def underpaid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A chip too few is paid."""
    paid = fact.fields["paid_mc"]
    if fact.fields["paid_from"] != INVENTORY or paid <= CHIP_MC or not _plain(spot, fact):
        return None
    if _is_cut(spot, fact):
        return None
    return _differs(spot, fact, "paid too little", {"paid_mc": paid - CHIP_MC})


@mistake("wager_settled", check="S13", section="x.12")
def overpaid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A chip too many is paid."""
    if fact.fields["paid_from"] != INVENTORY or not _plain(spot, fact) or _is_cut(spot, fact):
        return None
    return _differs(spot, fact, "paid too much", {"paid_mc": fact.fields["paid_mc"] + CHIP_MC})


def _won(stake: int) -> dict[str, Any]:
    return {"outcome": "win", "returned_mc": stake, "paid_mc": stake, "paid_from": INVENTORY}


LOST: Final = {"outcome": "lose", "returned_mc": 0, "paid_mc": 0, "paid_from": None}


@mistake("wager_settled", check="S14", section="x.11")
def losing_wager_paid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager that lost is paid even money."""
    if fact.fields["outcome"] != "lose" or fact.fields["seat"] in spot.folded or not _plain(spot, fact):
        return None
    if fact.fields["wager"] == "pair_bonus":
        return None  # its fourth card is turned up only where it wins
    return _differs(spot, fact, "a loss paid", _won(fact.fields["stake_mc"]))


@mistake("wager_settled", check="S15", section="x.11")
def winning_wager_taken(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager that won is collected."""
    if fact.fields["outcome"] != "win" or not _plain(spot, fact) or _check_of_its_own(spot, fact):
        return None
    return _differs(spot, fact, "a win taken", LOST)


@mistake("wager_settled", check="S16", section="x.11")
def push_taken(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager that neither won nor lost is collected."""
    if fact.fields["outcome"] != "push" or not _plain(spot, fact):
        return None
    return _differs(spot, fact, "a push taken", LOST)


@mistake("wager_settled", check="S17", section="x.12")
def wrong_stake_returned(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Only half of a stake goes back to the player who won."""
    if fact.fields["outcome"] != "win" or fact.fields["returned_mc"] <= 0 or not _plain(spot, fact):
        return None
    half = fact.fields["returned_mc"] // 2_000 * 1_000
    return _differs(spot, fact, "half the stake returned", {"returned_mc": half})


@mistake("wager_settled", check="S18", section="x.11")
def wager_not_settled(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager is overlooked: it stays where it lies."""
    if fact.fields["outcome"] == "void" or fact.fields["seat"] in spot.folded or not _plain(spot, fact):
        return None
    section = spot.due[fact.fields["seat"], fact.fields["wager"]].section
    spot.plant(fact, "not settled", due_mc=_given(fact), done_mc=0, section=section)
    return ()


@mistake("wager_settled", check="S19", section="x.11")
def settled_twice(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager that won is paid a second time."""
    if fact.fields["outcome"] != "win" or not _plain(spot, fact):
        return None
    section = spot.due[fact.fields["seat"], fact.fields["wager"]].section
    spot.plant(fact, "settled twice", due_mc=_given(fact), done_mc=2 * _given(fact), section=section)
    return (fact, fact)


@mistake("wager_settled", check="S20", section="x.7")
def other_stake_settled(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A losing wager is entered with a chip more than was placed."""
    if fact.fields["outcome"] != "lose" or fact.fields["seat"] in spot.folded or not _plain(spot, fact):
        return None
    spot.plant(fact, "not the stake that was placed", section=f"{spot.chapter}.7", due_mc=0, done_mc=0)
    return (changed(fact, stake_mc=fact.fields["stake_mc"] + CHIP_MC),)


@mistake(
    "wager_settled",
    check=("S22", "S23", "S24"),
    section=dict.fromkeys(("647a", "663a", "677a", "679a"), "11"),
)
def special_payout_missed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A strong hand is not paid what is paid for it alone: on an Ante, on Odds that lose, for three aces."""
    check = _check_of_its_own(spot, fact)
    if check is None or fact.fields["outcome"] != "win" or fact.fields["paid_from"] != INVENTORY:
        return None
    if check == "S23" and spot.due[fact.fields["seat"], "ante"].outcome != "lose":
        return None  # won by the better hand, whether or not the dealer qualified, not in spite of a loss
    fields = {**LOST, "outcome": "push", "returned_mc": fact.fields["stake_mc"]} if check == "S22" else LOST
    return _differs(spot, fact, "a strong hand not paid", fields, check=check)


@mistake("wager_settled", check="S36", section=None)
def paid_from_elsewhere(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An ordinary payout comes from the cage."""
    if fact.fields["paid_from"] != INVENTORY or not _plain(spot, fact):
        return None
    spot.plant(fact, "paid from the cage", due_mc=_given(fact), done_mc=_given(fact))
    return (changed(fact, paid_from="cage"),)


# --- beside wagers ----------------------------------------------------------------------------------------


@mistake("envy_paid", check="S28", section={"647a": "11(i)(5)"})
def envy_not_paid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A seat is not paid for another's hand."""
    spot.plant(fact, "envy not paid", due_mc=fact.fields["amount_mc"], done_mc=0)
    return ()


@mistake("envy_paid", check="S29", section={"647a": "12(d)(5)"})
def envy_of_a_wrong_amount(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A seat is paid a chip too much for another's hand."""
    due = fact.fields["amount_mc"]
    spot.plant(fact, "envy overpaid", due_mc=due, done_mc=due + CHIP_MC)
    return (changed(fact, amount_mc=due + CHIP_MC),)


@mistake("envy_paid", check="S30", section={"647a": "11(i)(5)"})
def envy_for_ones_own_hand(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The holder of the hand is paid for it, too."""
    holder, amount = fact.fields["holder_seat"], fact.fields["amount_mc"]
    spot.plant(fact, "envy for one's own hand", seat=holder, due_mc=0, done_mc=amount)
    return (fact, changed(fact, seat=holder))


@mistake("wager_settled", check="S31", section={"647a": "11(j)"})
def magic_card_not_paid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A Magic Card or Lucky Bonus is not paid."""
    if not fact.fields["wager"].endswith(BESIDE):
        return None
    spot.plant(fact, "not paid", due_mc=_given(fact), done_mc=0)
    return ()


MISTAKES: Final = (
    underpaid,
    overpaid,
    losing_wager_paid,
    winning_wager_taken,
    push_taken,
    wrong_stake_returned,
    wager_not_settled,
    settled_twice,
    other_stake_settled,
    special_payout_missed,
    envy_not_paid,
    envy_of_a_wrong_amount,
    envy_for_ones_own_hand,
    magic_card_not_paid,
    paid_from_elsewhere,
)
