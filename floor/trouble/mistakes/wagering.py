"""Mistakes about wagers: late, too large, too small, with the wrong instrument, past lock-out (x.2, x.7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from events.money import cents
from floor.steps import Fact
from floor.table.table import Table
from floor.trouble.planting import ENDS, Spot, changed, mistake


def by_chip(table: Table) -> list[str]:
    """Progressive wagers that value chips are wagered on."""
    return [each for each in table.submission.progressives if table.instruments.get(each) != "electronic"]


def _unlimited(table: Table) -> bool:
    """No payout limit bends what a larger wager pays."""
    return table.submission.limit_in_force is None


@mistake("lock_out_engaged", happens_at=lambda table: bool(by_chip(table)))
def progressive_wager_after_lock_out(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A chip is put on a progressive wager after "no more bets"; the system refuses it."""
    if fact.fields["system"] != "progressive":
        return None
    (wager, *_) = by_chip(spot.table)
    seats = [seat for seat, placed in spot.wagers if placed == "ante"]
    (seat, *_) = [each for each in seats if (each, wager) not in spot.wagers] or seats
    stake = cents(spot.table.submission.progressives[wager].unit_cents)
    late = fact._replace(
        type="wager_placed",
        fields={"seat": seat, "wager": wager, "amount_mc": stake, "instrument": "value_chip"},
    )
    spot.plant(late, f"{spot.chapter}.2(c)(2)", "refused: after the lock-out", due_mc=0, done_mc=0)
    return (fact, late)


@mistake("wager_placed", happens_at=lambda table: bool(by_chip(table)))
def progressive_wager_by_plaque(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A plaque is offered for a progressive wager, which the system refuses, before the chip is."""
    if fact.fields["wager"] not in by_chip(spot.table):
        return None
    spot.plant(fact, f"{spot.chapter}.7", "refused: not a value chip", due_mc=0, done_mc=0)
    return (changed(fact, instrument="plaque"), fact)


@mistake("wager_placed", happens_at=lambda table: bool(by_chip(table)))
def progressive_wager_of_another_unit(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Twice the unit is offered for a progressive wager, which the system refuses, before the unit is."""
    if fact.fields["wager"] not in by_chip(spot.table):
        return None
    spot.plant(fact, f"{spot.chapter}.7", "refused: not the link's unit", due_mc=0, done_mc=0)
    return (changed(fact, amount_mc=2 * fact.fields["amount_mc"]), fact)


@mistake("wager_placed", happens_at=lambda table: bool(by_chip(table)))
def progressive_wager_twice(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A second chip is offered for a progressive wager, which the system refuses."""
    if fact.fields["wager"] not in by_chip(spot.table):
        return None
    spot.plant(fact, f"{spot.chapter}.7", "refused: wagered already", due_mc=0, done_mc=0)
    return (fact, fact)


@mistake("wager_placed")
def wager_in_cash(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A bank note lies on the layout, and is taken for a wager."""
    wager = fact.fields["wager"]
    if wager in spot.table.submission.progressives or fact.fields["instrument"] != "value_chip":
        return None
    spot.plant(fact, f"{spot.chapter}.7(a)", "wagered in cash")
    return (changed(fact, instrument="other"),)


@mistake("wager_placed")
def late_wager(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An optional wager is made when the first cards have been dealt, and is accepted."""
    table, wager = spot.table, fact.fields["wager"]
    if wager in table.required or wager in table.submission.progressives:
        return None

    def later(following: Fact) -> Sequence[Fact]:
        if following.type not in ("card_dealt", "stack_delivered") and following.type not in ENDS:
            return (following,)
        spot.later = None
        late = fact._replace(at_us=following.at_us)
        spot.plant(late, f"{spot.chapter}.7(c)", 'wagered after "no more bets"')
        return (following, late) if following.type not in ENDS else (late, following)

    spot.later = later
    return ()


def _scaled(seat: int, names: set[str], factor: Fraction) -> Callable[[Fact], Sequence[Fact]]:
    """All money of these wagers of a seat, in the same proportion, to the end of the round."""
    money = ("amount_mc", "stake_mc", "returned_mc", "paid_mc")

    def later(fact: Fact) -> Sequence[Fact]:
        fields = fact.fields
        if fields.get("seat") != seat or fields.get("wager") not in names:
            return (fact,)
        return (changed(fact, **{name: int(fields[name] * factor) for name in money if name in fields}),)

    return later


def _hand_wagers(table: Table) -> set[str]:
    """The Ante, what decisions add to it, and what is paid on it, such as an Ante Bonus."""
    return {
        wager.name
        for wager in table.game.wagers
        if wager.name.startswith(table.required) or wager.timing == "decision"
    }


@mistake("wager_placed", happens_at=_unlimited)
def wager_above_the_maximum(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An Ante above the table's maximum is accepted, and everything that follows from it."""
    return _other_ante(spot, fact, above=True)


@mistake("wager_placed", happens_at=_unlimited)
def wager_below_the_minimum(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An Ante below the table's minimum is accepted, and everything that follows from it."""
    return _other_ante(spot, fact, above=False)


def _other_ante(spot: Spot, fact: Fact, *, above: bool) -> Sequence[Fact] | None:
    submission, ante = spot.table.submission, fact.fields["amount_mc"]
    if fact.fields["wager"] != spot.table.required[0]:
        return None
    factor = (
        Fraction(cents(submission.maximum) // ante + 1)
        if above
        else Fraction(cents(submission.minimum), 2 * ante)
    )
    spot.later = _scaled(fact.fields["seat"], _hand_wagers(spot.table), factor)
    done = int(ante * factor)
    limit = "above the maximum" if above else "below the minimum"
    spot.plant(fact, f"{spot.chapter}.7", f"wagered {limit}", due_mc=ante, done_mc=done)
    return (changed(fact, amount_mc=done),)


@mistake("decision_made", happens_at=_unlimited)
def raise_above_what_is_allowed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager that follows the cards is ten times what was meant, more than any hand allows."""
    wager, stake = fact.fields.get("wager"), fact.fields.get("amount_mc", 0)
    if wager is None:
        return None
    spot.later = _scaled(fact.fields["seat"], {wager}, Fraction(10))
    spot.plant(fact, f"{spot.chapter}.11", "more than the hand allows", due_mc=stake, done_mc=10 * stake)
    return (changed(fact, amount_mc=10 * stake),)


@mistake("decision_made")
def decision_out_of_turn(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player decides after the next one has."""
    if fact.fields.get("wager") is None:
        return None

    def later(following: Fact) -> Sequence[Fact]:
        spot.later = None
        if following.type != "decision_made" or following.fields["seat"] == fact.fields["seat"]:
            return (fact, following)
        spot.plant(fact, f"{spot.chapter}.11", "decided after the next player")
        return (following._replace(at_us=fact.at_us), fact._replace(at_us=following.at_us))

    spot.later = later
    return ()


@mistake("lock_out_engaged")
def lock_out_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Nobody uses the system to stop further wagers."""
    spot.plant(fact, f"{spot.chapter}.2(c)(2)", "no lock-out")
    return ()


@mistake("progressive_chips_counted")
def chip_count_wrong(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """One chip more than the system has accepted is collected, and the round goes on."""
    section = spot.table.book.cards.no_more_bets[spot.table.submission.dealing]
    spot.plant(fact, section, "a chip more than wagers accepted")
    return (changed(fact, chips=fact.fields["chips"] + 1),)


@mistake("player_seated")
def box_too_many(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player takes a box more than one may have, for a round."""
    submission, boxes = spot.table.submission, list(fact.fields["boxes"])
    more = boxes[-1] + 1
    if len(boxes) < submission.boxes or more not in spot.table.seating.free():
        return None

    def later(following: Fact) -> Sequence[Fact]:
        if following.type not in ENDS:
            return (following,)
        fields = {"player": fact.fields["player"], "boxes": boxes}
        return (following, following._replace(type="boxes_changed", fields=fields, round=None))

    spot.later = later
    spot.plant(fact, spot.table.book.boxes.section, f"{len(boxes) + 1} boxes taken")
    return (changed(fact, boxes=[*boxes, more]),)
