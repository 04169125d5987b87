"""Mistakes about wagers: with what, by whom, when, how much, on which box (W01–W11, W22–W31: x.7)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from events.money import cents
from floor.steps import Fact
from floor.table.table import Table
from floor.trouble.mistake import mistake
from floor.trouble.spot import CARDS, ENDS, Spot, beside, changed

PROGRESSIVE: Final = {"647a": "7(d)(3)", "678a": "7(d)(4)"}
"""By value chip, of the one amount, once."""
BOXES: Final = {"647a": "7(e)", "663a": "7(f)", "677a": "7(e)", "678a": "7(e)", "679a": "7(e)"}
SIDE_WAGERS: Final = {"647a": "7(d)", "663a": "7(e)", "677a": "7(d)", "678a": "7(d)", "679a": "7(d)"}


def by_chip(table: Table) -> list[str]:
    """Progressive wagers that value chips are wagered on."""
    return [each for each in table.submission.progressives if table.instruments.get(each) != "electronic"]


def takes_chips(table: Table) -> bool:
    """There is a progressive wager that is made with a chip."""
    return bool(by_chip(table))


def unlimited(table: Table) -> bool:
    """No payout limit bends what a larger wager pays."""
    return table.submission.limit_in_force is None


def is_plain(spot: Spot, fact: Fact) -> bool:
    """An optional wager that no link knows of."""
    return _is_optional(spot.table, fact.fields["wager"])


# --- with what --------------------------------------------------------------------------------------------


@mistake("wager_placed", check="W01", section="x.7(a)")
def wager_in_cash(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A bank note lies on the layout, and is taken for a wager."""
    if fact.fields["wager"] in spot.table.submission.progressives:
        return None
    spot.plant(fact, "wagered in cash")
    return (changed(fact, instrument="other"),)


@mistake("decision_made", check="W02", section="x.7(a)")
def decision_in_cash(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A bank note is taken for the wager that a decision makes."""
    if fact.fields.get("wager") is None:
        return None
    spot.plant(fact, "wagered in cash")
    return (changed(fact, instrument="other"),)


@mistake("wager_placed", check="W03", section=PROGRESSIVE, happens_at=takes_chips)
def progressive_wager_by_plaque(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A plaque is offered for a progressive wager, which the system refuses, before the chip is."""
    if fact.fields["wager"] not in by_chip(spot.table):
        return None
    spot.plant(fact, "refused: not a value chip", due_mc=0, done_mc=0)
    return (changed(fact, instrument="plaque"), fact)


@mistake("wager_placed", check="W04", section={"647a": "7(d)(4)"})
def five_card_wager_by_chip(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A chip is offered for a Five Card Hand Bonus Wager, which the system refuses."""
    if fact.fields["instrument"] != "electronic":
        return None
    spot.plant(fact, "refused: not electronic", due_mc=0, done_mc=0)
    return (changed(fact, instrument="value_chip"), fact)


@mistake("wager_placed", check="W29", section=None, happens_at=takes_chips)
def progressive_wager_of_another_unit(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Twice the unit is offered for a progressive wager, which the system refuses, before the unit is."""
    if fact.fields["wager"] not in by_chip(spot.table):
        return None
    spot.plant(fact, "refused: not the link's unit", due_mc=0, done_mc=0)
    return (changed(fact, amount_mc=2 * fact.fields["amount_mc"]), fact)


@mistake("wager_placed", check="W30", section=PROGRESSIVE, happens_at=takes_chips)
def progressive_wager_twice(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A second chip is offered for a progressive wager, which the system refuses."""
    if fact.fields["wager"] not in by_chip(spot.table):
        return None
    spot.plant(fact, "refused: wagered already", due_mc=0, done_mc=0)
    return (fact, fact)


# --- by whom, on which box --------------------------------------------------------------------------------


@mistake("bets_closed", check="W05", section="x.7(b)")
def wager_on_nobodys_box(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Somebody who is not seated wagers, and takes it back in time."""
    free = spot.table.seating.free()
    if not free:
        return None
    stake = {"seat": free[0], "wager": "ante", "amount_mc": cents(spot.table.submission.minimum)}
    made = beside(fact, "wager_placed", **stake, instrument="value_chip")
    spot.plant(made, "nobody sits there")
    return (made, beside(fact, "wager_withdrawn", **stake), fact)


def _neighbours(spot: Spot, apart: bool) -> tuple[list[int], list[int]] | None:
    """The boxes of a player, and those of another who sits beside them, or apart.

    Five Card Hi-Lo has an order in which a player sets two boxes (663a.7(f)), and it is kept.
    """
    players = spot.table.seating.players
    for one in players:
        for other in players:
            boxes = sorted([*one.boxes, *other.boxes])
            adjacent = boxes[-1] - boxes[0] == len(boxes) - 1
            first, second = sorted((one, other), key=lambda player: player.boxes[0])
            in_order = spot.chapter != "663a" or (first.ante > second.ante and len(boxes) == 2)
            if one is not other and adjacent != apart and in_order:
                return one.boxes, other.boxes
    return None


def _one_player_for_two(spot: Spot, fact: Fact, *, apart: bool) -> Sequence[Fact] | None:
    """For a round one player has the boxes of another, who steps aside."""
    found = _neighbours(spot, apart)
    if found is None or ("T21", "") in spot.done:  # a box more may be what the table offers
        return None
    at, (mine, theirs) = spot.table.seating.at, found
    boxes = sorted([*mine, *theirs])
    if (len(boxes) <= spot.table.submission.boxes) != apart:
        return None
    player, other = at[mine[0]].label, at[theirs[0]].label
    aside = beside(fact, "player_left", player=other, seat=theirs[0])
    takes = beside(fact, "boxes_changed", player=player, boxes=boxes)
    gone: dict[str, Fact] = {}

    def later(following: Fact) -> Sequence[Fact]:
        """Who leaves meanwhile has both boxes to the end of the round, or has stepped aside for good."""
        if following.type == "player_left" and following.fields["player"] in (player, other):
            gone[following.fields["player"]] = following
            return ()
        if following.type not in ENDS:
            return (following,)
        back = beside(following, "boxes_changed", player=player, boxes=list(mine))
        again = beside(following, "player_seated", player=other, seat=theirs[0], boxes=list(theirs))
        left = [each._replace(at_us=following.at_us) for name, each in gone.items() if name == player]
        then = (back, *left) if other in gone else (back, *left, again)
        return (following, *(each._replace(round=None) for each in then))

    spot.later = later
    spot.plant(fact, f"boxes {', '.join(map(str, boxes))} of one player", type="boxes_changed")
    return (aside._replace(round=None), takes._replace(round=None), fact)


@mistake("round_opened", check="W27", section=BOXES, happens_at=unlimited)
def box_too_many(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player wagers on a box more than one may have, for a round."""
    return _one_player_for_two(spot, fact, apart=False)


@mistake(
    *("round_opened",),
    check="W28",
    section={chapter: part for chapter, part in BOXES.items() if chapter != "677a"},
    happens_at=lambda table: unlimited(table) and table.submission.boxes > 1,
)
def boxes_apart(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player wagers on two boxes that are not beside each other, for a round."""
    return _one_player_for_two(spot, fact, apart=True)


@mistake("round_opened", check="W31", section="x.7(b)")
def two_players_on_a_box(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Somebody sits down at a box that another plays, for a round."""
    (box, *_) = sorted(spot.table.seating.at)
    sits = {"player": f"P-{spot.table.name}-0", "seat": box}
    comes = beside(fact, "player_seated", **sits, boxes=[box])

    def later(following: Fact) -> Sequence[Fact]:
        if following.type not in ENDS:
            return (following,)
        return (following, beside(following, "player_left", **sits)._replace(round=None))

    spot.later = later
    spot.plant(comes, "two players on a box", round=fact.round, seat=box)
    return (comes._replace(round=None), fact)


@mistake("player_left", check="W06", section="x.7(b)")
def left_without_ruling(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player leaves in the middle of a round, and nobody says what becomes of the wagers."""
    if fact.round is None:
        return None
    seating = spot.table.seating.at.items()
    theirs = {box for box, player in seating if player.label == fact.fields["player"]}
    unruled: list[Fact] = []

    def later(following: Fact) -> Sequence[Fact]:
        if following.type == "irregularity_called":  # who comes for that rules on these wagers as well
            spot.later = None
            return [*unruled, following]
        if following.type in ("wager_abandoned", "wager_settled") and following.fields["seat"] in theirs:
            unruled.append(following)
            return ()
        return (following,)

    spot.later = later
    spot.plant_when(
        lambda end: spot.later is later if end.type in ENDS else None, fact, "nobody ruled on the wagers"
    )
    return (fact,)


@mistake("wager_abandoned", check="W07", section="x.7(b)")
def abandoned_wager_paid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager that was left behind is paid even money, and nobody has ruled on it."""
    if fact.fields["wager"] != spot.table.required[0]:
        return None

    def then(kept: list[Fact]) -> Sequence[Fact]:
        settled = kept[-1]
        stake = settled.fields["stake_mc"]
        spot.plant(settled, "left behind, and paid", due_mc=0, done_mc=2 * stake)
        won = {"outcome": "win", "returned_mc": stake, "paid_mc": stake, "paid_from": "table_inventory"}
        unruled = [changed(each, ruled_by=None) if each.type == fact.type else each for each in kept[:-1]]
        return [*unruled, changed(settled, **won)]

    return spot.hold(fact, lambda following: following.type == "wager_settled", then)


# --- when -------------------------------------------------------------------------------------------------


def _first_card(fact: Fact) -> bool:
    return fact.type in CARDS


@mistake("wager_placed", check="W08", section="x.7(c)")
def late_wager(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An optional wager is made when the first cards have been dealt, and is accepted."""
    if not is_plain(spot, fact):
        return None
    return spot.delay(fact, lambda following: following.type == "bets_closed", 'wagered after "no more bets"')


def scaled(seat: int, names: set[str], factor: Fraction) -> Callable[[Fact], Fact]:
    """All money of these wagers of a seat, in the same proportion, to the end of the round."""
    money = ("amount_mc", "stake_mc", "returned_mc", "paid_mc")

    def change(fact: Fact) -> Fact:
        fields = fact.fields
        if fields.get("seat") != seat or fields.get("wager") not in names:
            return fact
        return changed(fact, **{name: int(fields[name] * factor) for name in money if name in fields})

    return change


@mistake("bets_closed", check="W09", section="x.7(c)")
def wager_increased(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An optional wager is doubled after "no more bets"."""
    return _changed_late(spot, fact, "wager_placed", Fraction(2), "doubled")


@mistake("bets_closed", check="W10", section="x.7(c)")
def wager_taken_back_late(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Half of an optional wager is taken back after "no more bets"."""
    return _changed_late(spot, fact, "wager_withdrawn", Fraction(1, 2), "half of it taken back")


def _changed_late(spot: Spot, fact: Fact, type_: str, factor: Fraction, text: str) -> Sequence[Fact] | None:
    optional = [(place, mc) for place, mc in spot.wagers.items() if _is_optional(spot.table, place[1])]
    if not optional:
        return None
    (seat, wager), stake = optional[0]
    fields = {"seat": seat, "wager": wager, "amount_mc": int(abs(stake * (factor - 1)))}
    if type_ == "wager_placed":
        fields["instrument"] = "value_chip"
    made = beside(fact, type_, **fields)
    spot.to_the_end(scaled(seat, {wager}, factor))
    spot.plant(made, text)
    return (fact, made)


def _is_optional(table: Table, wager: str) -> bool:
    return wager not in table.required and wager not in table.submission.progressives


@mistake("card_dealt", "stack_delivered", check="W11", section="x.7(c)")
def decision_before_cards(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The first player wagers on a hand before the dealer's last card has been dealt."""
    if spot.chapter in ("647a", "677a") or not spot.completes("dealer", fact):
        return None

    def then(kept: list[Fact]) -> Sequence[Fact] | None:
        decided = kept[-1]
        if decided.fields.get("wager") is None:
            return None
        spot.plant(decided, "before the dealer's last card")
        return [decided, *kept[:-1]]

    return spot.hold(fact, lambda following: following.type == "decision_made", then)


@mistake("wager_placed", check="W23", section=PROGRESSIVE, happens_at=takes_chips)
def progressive_before_ante(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A progressive wager lies before the Ante of its box does."""
    seat = fact.fields["seat"]
    if fact.fields["wager"] != spot.table.required[0]:
        return None

    def ours(following: Fact) -> bool:
        placed = following.type == "wager_placed" and following.fields["seat"] == seat
        return placed and following.fields["wager"] in by_chip(spot.table)

    return spot.hasten(fact, ours, "before the Ante")


# --- how much ---------------------------------------------------------------------------------------------


def _hand_wagers(table: Table) -> set[str]:
    """The Ante, what decisions add to it, and what is paid on it, such as an Ante Bonus."""
    return {
        wager.name
        for wager in table.game.wagers
        if wager.name.startswith(table.required) or wager.timing == "decision"
    }


@mistake("wager_placed", check="W25", section=None, happens_at=unlimited)
def wager_above_the_maximum(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An Ante above the table's maximum is accepted, and everything that follows from it."""
    return _other_ante(spot, fact, above=True)


@mistake("wager_placed", check="W24", section=None, happens_at=unlimited)
def wager_below_the_minimum(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An Ante below the table's minimum is accepted, and everything that follows from it."""
    return _other_ante(spot, fact, above=False)


def _other_ante(spot: Spot, fact: Fact, *, above: bool) -> Sequence[Fact] | None:
    submission, ante = spot.table.submission, fact.fields["amount_mc"]
    if fact.fields["wager"] != spot.table.required[0]:
        return None
    if spot.chapter == "663a" and len(spot.table.seating.at[fact.fields["seat"]].boxes) > 1:
        return None  # the larger of two wagers would have to be set first
    factor = (
        Fraction(cents(submission.maximum) // ante + 1)
        if above
        else Fraction(cents(submission.minimum), 2 * ante)
    )
    spot.to_the_end(scaled(fact.fields["seat"], _hand_wagers(spot.table), factor))
    done = int(ante * factor)
    limit = "above the maximum" if above else "below the minimum"
    spot.plant(fact, f"wagered {limit}", due_mc=ante, done_mc=done)
    return (changed(fact, amount_mc=done),)


@mistake("wager_placed", check="W26", section={"677a": "7(d)(1)"}, happens_at=unlimited)
def odds_not_as_the_ante(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An Odds Wager is twice the Ante."""
    if fact.fields["wager"] != "odds":
        return None
    stake = fact.fields["amount_mc"]
    spot.to_the_end(scaled(fact.fields["seat"], {"odds"}, Fraction(2)))
    spot.plant(fact, "twice the Ante", due_mc=stake, done_mc=2 * stake)
    return (changed(fact, amount_mc=2 * stake),)


MISTAKES: Final = (
    wager_in_cash,
    decision_in_cash,
    progressive_wager_by_plaque,
    five_card_wager_by_chip,
    wager_on_nobodys_box,
    left_without_ruling,
    abandoned_wager_paid,
    late_wager,
    wager_increased,
    wager_taken_back_late,
    decision_before_cards,
    progressive_before_ante,
    wager_below_the_minimum,
    wager_above_the_maximum,
    odds_not_as_the_ante,
    box_too_many,
    boxes_apart,
    progressive_wager_of_another_unit,
    progressive_wager_twice,
    two_players_on_a_box,
)
