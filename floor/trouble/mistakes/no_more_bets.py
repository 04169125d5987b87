"""Mistakes about "no more bets", lock-out, lights and chips (W12–W21: x.2(c), x.8(b), x.9, x.10(a)(2))."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from events.money import cents
from floor.steps import Fact
from floor.table.table import Table
from floor.trouble.mistake import mistake
from floor.trouble.mistakes.wagering import by_chip, takes_chips
from floor.trouble.spot import CARDS, Spot, beside, changed, in_its_round

NO_MORE_BETS: Final = {
    "647a": ("8(b)", "9(b)", "10(a)(2)"),
    "663a": ("8(b)", "9(a)(3)", "10(a)(2)"),
    "677a": ("8(b)", "9(b)", "10(a)(2)"),
    "678a": ("8(b)", "9(b)", "10(a)(2)"),
    "679a": ("8(b)", "9(a)(3)", "10(a)(2)"),
}
CHIPS: Final = {chapter: NO_MORE_BETS[chapter] for chapter in ("647a", "678a")}
LOCK_OUT: Final = {"647a": "2(c)(2)", "678a": "2(c)(2)"}


def _no_links(table: Table) -> bool:
    """No wager feeds a meter: nothing depends on when the system is told."""
    return not table.submission.progressives


def _a_card(fact: Fact) -> bool:
    return fact.type in CARDS


@mistake("bets_closed", check="W12", section=NO_MORE_BETS, happens_at=_no_links)
def bets_not_closed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Nobody says "no more bets"; that shows when a card is dealt."""
    spot.plant_when(in_its_round(_a_card), fact, 'no "no more bets"')
    return ()


@mistake("bets_closed", check="W13", section=NO_MORE_BETS, happens_at=_no_links)
def bets_closed_late(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The first card is dealt before "no more bets"."""
    return spot.delay(fact, _a_card, "after the first card")


@mistake("lock_out_engaged", check=("W14", "W16"), section=LOCK_OUT)
def lock_out_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Nobody uses the system to stop further wagers; that shows when a card is dealt."""
    electronic = {"check": "W16", "section": f"{spot.chapter}.2(d)"}
    more = electronic if fact.fields["system"] == "electronic_wagering" else {}
    spot.plant_when(in_its_round(_a_card), fact, "no lock-out", **more)
    return ()


@mistake("lock_out_engaged", check="W15", section=LOCK_OUT, happens_at=takes_chips)
def lock_out_late(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The system is used to stop further wagers when a card has been dealt."""
    if fact.fields["system"] != "progressive":
        return None
    return spot.delay(fact, _a_card, "after the first card")


@mistake("lock_out_engaged", check="W17", section=LOCK_OUT, happens_at=takes_chips)
def progressive_wager_after_lock_out(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A chip is put on a progressive wager after "no more bets"; the system refuses it."""
    if fact.fields["system"] != "progressive":
        return None
    (wager, *_) = by_chip(spot.table)
    seats = [seat for seat, placed in spot.wagers if placed == "ante"]
    (seat, *_) = [each for each in seats if (each, wager) not in spot.wagers] or seats
    stake = cents(spot.table.submission.progressives[wager].unit_cents)
    late = beside(fact, "wager_placed", seat=seat, wager=wager, amount_mc=stake, instrument="value_chip")
    spot.plant(late, "refused: after the lock-out", due_mc=0, done_mc=0)
    return (fact, late)


@mistake("progressive_chips_counted", check="W18", section=CHIPS)
def chip_count_wrong(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """One chip more than the system has accepted is collected, and the round goes on."""
    spot.plant(fact, "a chip more than wagers accepted")
    return (changed(fact, chips=fact.fields["chips"] + 1),)


@mistake("progressive_chips_counted", check="W19", section=CHIPS)
def chips_not_counted(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Nobody compares the chips with the wagers that the system accepted."""
    if not fact.fields["accepted"]:
        return None
    spot.plant_when(in_its_round(_a_card), fact, "chips not counted")
    return ()


@mistake("progressive_chips_counted", check="W20", section=CHIPS)
def chips_counted_late(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The chips are counted when a card has been dealt."""
    if not fact.fields["accepted"]:
        return None
    return spot.delay(fact, _a_card, "after the first card")


@mistake("progressive_lights_lit", check="W21", section={"647a": "2(c)(1)", "678a": "2(c)(1)"})
def light_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The light of a wager that the system accepted stays off."""
    seats = fact.fields["seats"]
    spot.plant(fact, "a light is off", seat=seats[-1])
    return (changed(fact, seats=seats[:-1]),)


MISTAKES: Final = (
    bets_not_closed,
    bets_closed_late,
    lock_out_missing,
    lock_out_late,
    progressive_wager_after_lock_out,
    chip_count_wrong,
    chips_not_counted,
    chips_counted_late,
    light_missing,
)
