"""Mistakes with decisions, folded cards and hands that are set (P01–P25: x.11(b)–(f), 663a.7(f))."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from floor.steps import Fact
from floor.table.table import Table
from floor.trouble.mistake import mistake
from floor.trouble.mistakes.wagering import scaled, unlimited
from floor.trouble.spot import ENDS, Spot, beside, changed, in_its_round
from games.cards import NAMES, bits, parse
from games.ranking.flushes import best_flush
from games.ranking.hi_lo import dealer_setting, high_points, low_points
from games.settlement import Decision, Seat

STREETS: Final = {"preflop": "11(b)", "flop": "11(d)", "turn": "11(f)", "river": "11(f)", "deal": "11(b)"}
"""Where 647a and 677a ask players, by the last cards seen; the others ask once."""
ASKED: Final = dict.fromkeys(("647a", "663a", "677a", "678a", "679a"), "11(b)")
FOLDS: Final = {"647a": "11(b)(2)", "677a": "11(f)", "678a": "11(c)(2)"}
FORFEITS: Final = {"663a": "11(c)", "679a": "11(c)"}


def _asked(spot: Spot, fact: Fact) -> str:
    return f"{spot.chapter}.{STREETS[fact.fields['at']]}"


# --- who is asked, and when -------------------------------------------------------------------------------


@mistake("decision_made", check="P01", section=ASKED)
def decision_out_of_turn(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player decides after the next one has."""
    if fact.fields.get("wager") is None:
        return None

    def later(following: Fact) -> Sequence[Fact]:
        spot.later = None
        ours = following.type == "decision_made" and following.fields["at"] == fact.fields["at"]
        folds = following.fields.get("action") in ("fold", "forfeit")
        if not ours or folds or following.fields["seat"] == fact.fields["seat"]:
            return (fact, following)
        spot.plant(fact, "decided after the next player", section=_asked(spot, fact))
        return (following._replace(at_us=fact.at_us), fact._replace(at_us=following.at_us))

    spot.later = later
    return ()


@mistake("decision_made", check="P02", section={"647a": "11(d)", "677a": "11(b)"})
def player_not_asked(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player who would have checked is not asked."""
    if fact.fields["action"] != "check":
        return None
    spot.plant_when(spot.when_played_out, fact, "not asked", section=_asked(spot, fact))
    return ()


@mistake("decision_made", check="P03", section=ASKED)
def asked_twice(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player who has decided is asked once more, and checks."""
    if fact.fields["action"] in ("fold", "forfeit") or spot.chapter in ("663a", "678a", "679a"):
        return None
    again = beside(fact, "decision_made", seat=fact.fields["seat"], action="check", at=fact.fields["at"])
    spot.plant(again, "asked twice", section=_asked(spot, fact))
    return (fact, again)


# --- how much ---------------------------------------------------------------------------------------------


def _stake(
    spot: Spot, fact: Fact, factor: Fraction, text: str, *, when_shown: bool = False, **more: Any
) -> Sequence[Fact]:
    """The wager of a decision is so many times what it was, and all that follows from it.

    Where the cards say what is allowed it shows when they are turned up.
    """
    wager, stake = fact.fields["wager"], fact.fields["amount_mc"]
    done = int(stake * factor)
    seat = fact.fields["seat"]
    spot.to_the_end(scaled(seat, {wager}, factor))
    more |= {"due_mc": stake, "done_mc": done}
    if when_shown:
        spot.plant_when(in_its_round(lambda each: _shows(each, seat)), fact, text, **more)
    else:
        spot.plant(fact, text, **more)
    return (changed(fact, amount_mc=done),)


def _shows(fact: Fact, seat: int) -> bool:
    return fact.type == "hand_revealed" and fact.fields["seat"] == seat


def _cards_of_one_suit(spot: Spot, fact: Fact) -> int:
    deck = spot.table.deck
    assert deck is not None
    return best_flush(bits(deck.lying(fact.fields["seat"]))) >> 13


@mistake("decision_made", check=("P04", "P05"), section={"678a": "11(b)(1)"}, happens_at=unlimited)
def raise_above_what_is_allowed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A Raise is ten times what was meant, more than any hand allows."""
    if fact.fields.get("wager") is None:
        return None
    suited = _cards_of_one_suit(spot, fact)
    check, part = ("P04", "(1)") if suited <= 4 else ("P05", "(2)" if suited == 5 else "(3)")
    section = f"{spot.chapter}.11(b){part}"
    text = "more than the hand allows"
    return _stake(spot, fact, Fraction(10), text, when_shown=True, check=check, section=section)


RAISES: Final = {"preflop": "P06", "flop": "P07", "river": "P08"}


@mistake("decision_made", check=("P06", "P07", "P08"), section={"677a": "11(b)"}, happens_at=unlimited)
def raise_above_its_street(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A Raise is ten times what was meant, more than its street allows."""
    if fact.fields.get("wager") is None:
        return None
    at = fact.fields["at"]
    section = f"{spot.chapter}.{'11(f)' if at == 'river' else STREETS[at]}"
    return _stake(spot, fact, Fraction(10), "more than the street allows", check=RAISES[at], section=section)


@mistake("decision_made", check="P09", section={"677a": "7(d)(1)"}, happens_at=unlimited)
def raised_twice(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player who raised before the Flop is asked again, and raises again by the Ante."""
    seat, ante = fact.fields["seat"], spot.wagers.get((fact.fields["seat"], "ante"), 0)
    if fact.fields.get("wager") is None or fact.fields["at"] != "preflop":
        return None
    stake = fact.fields["amount_mc"]
    again = {"seat": seat, "action": "raise", "at": "flop", "wager": "raise", "amount_mc": ante}
    settle = scaled(seat, {"raise"}, Fraction(stake + ante, stake))
    flop, asked = [False], [False]

    def later(following: Fact) -> Sequence[Fact]:
        done = settle(following)
        next_one = following.type == "decision_made" and following.fields["seat"] > seat
        turned = following.type == "community_cards_revealed"
        if asked[0] or not flop[0] or not (next_one or turned):
            flop[0] = flop[0] or turned
            return (done,)
        asked[0] = True
        second = beside(following, "decision_made", **again, instrument="value_chip")
        spot.plant(second, "raised twice")
        return (second, done)

    spot.later = later
    return (fact,)


@mistake("decision_made", check=("P10", "P11"), section={"647a": "11(b)"})
def street_wager_too_small(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A Flop, Turn or River Wager is half of what it must be."""
    wager = fact.fields.get("wager")
    if wager is None:
        return None
    check = "P10" if wager == "flop" else "P11"
    return _stake(spot, fact, Fraction(1, 2), "half of it", check=check, section=_asked(spot, fact))


@mistake("decision_made", check="P12", section={"663a": "11(b)", "679a": "11(b)"}, happens_at=unlimited)
def play_not_as_the_ante(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A Play Wager is twice the Ante."""
    if fact.fields.get("wager") is None:
        return None
    return _stake(spot, fact, Fraction(2), "twice the Ante")


@mistake("decision_made", check="P13", section={"678a": "11(b)"}, happens_at=unlimited)
def raise_below_the_ante(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A Raise on a hand of five of a suit or more is half the Ante."""
    stake, ante = fact.fields.get("amount_mc", 0), spot.wagers.get((fact.fields["seat"], "ante"), 0)
    if fact.fields.get("wager") is None or _cards_of_one_suit(spot, fact) < 5:
        return None
    return _stake(spot, fact, Fraction(ante, 2 * stake), "half the Ante")


# --- what is given up -------------------------------------------------------------------------------------


@mistake("wager_settled", check=("P14", "P15"), section=FOLDS | FORFEITS)
def folded_hand_paid(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The Ante of a hand that was given up is paid even money."""
    fields = fact.fields
    if fields["outcome"] != "lose" or fields["seat"] not in spot.folded or fields["wager"] != "ante":
        return None
    if spot.chapter == "647a":
        return None  # streets are still to come, and one of them may make the round void
    stake = fields["stake_mc"]
    check = "P15" if spot.chapter in FORFEITS else "P14"
    spot.plant(fact, "a folded hand paid", due_mc=0, done_mc=2 * stake, check=check)
    paid = {"outcome": "win", "returned_mc": stake, "paid_mc": stake, "paid_from": "table_inventory"}
    return (changed(fact, **paid),)


TUCKED: Final = {"647a": "11(b)(2)(i)(A)", "677a": "11(f)", "678a": "11(c)(2)(i)"}


@mistake("hand_tucked", check=("P16", "P18", "P19"), section=TUCKED)
def folded_hand_not_tucked(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Folded cards whose player has optional wagers are taken up at once."""
    seat, deck = fact.fields["seat"], spot.table.deck
    assert deck is not None

    def change(following: Fact) -> Fact | None:
        ours = (following.fields.get("hand"), following.fields.get("seat")) == ("seat", seat)
        return None if ours and following.type == "hand_collected" else following

    boxes = [
        Seat(number, "", (), {w: 1 for at, w in spot.wagers if at == number}, Decision("none"))
        for number in sorted({at for at, _ in spot.wagers} - spot.left)
    ]
    mine = next(box for box in boxes if box.seat == seat)
    section = spot.table.game.fold_duties(mine, boxes)[1].section
    check = "P18" if section.endswith(("(B)", "(C)")) else "P19" if section.endswith("(2)(ii)") else "P16"
    spot.to_the_end(change)
    spot.plant_when(spot.when_played_out, fact, "taken up at once", check=check, section=section)
    return (beside(fact, "hand_collected", hand="seat", seat=seat, cards=deck.count(seat)),)


COLLECTED: Final = {"647a": "11(b)(2)(ii)", "677a": "11(f)", "678a": "11(c)(2)(ii)"}


@mistake("hand_collected", check=("P17", "P20"), section=COLLECTED | FORFEITS)
def folded_hand_left_lying(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards that were given up, with no wager left to them, lie there to the end of the round."""
    seat = fact.fields["seat"]
    if seat not in spot.folded or spot.said("hand_revealed") or seat in spot.left:
        return None
    check = "P20" if spot.chapter in FORFEITS else "P17"

    def later(following: Fact) -> Sequence[Fact]:
        if following.type not in ENDS:
            return (following,)
        if spot.when_played_out(following):
            spot.plant(fact, "left lying", check=check)
        return (fact._replace(at_us=following.at_us), following)

    spot.later = later
    return ()


# --- hands that are set -----------------------------------------------------------------------------------


def two_boxes(table: Table) -> bool:
    """A player may have two boxes."""
    return table.submission.boxes > 1


@mistake("hand_set", check="P21", section={"663a": "7(f)"}, happens_at=two_boxes)
def boxes_set_in_wrong_order(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Of two boxes of a player, the one is set first that should be second."""
    at = spot.table.seating.at

    def later(following: Fact) -> Sequence[Fact]:
        spot.later = None
        mine, next_ = at.get(fact.fields["seat"]), at.get(following.fields.get("seat") or 0)
        if following.type != "hand_set" or mine is None or mine is not next_:
            return (fact, following)
        spot.plant(fact, "the wrong box first")
        return (following._replace(at_us=fact.at_us), fact._replace(at_us=following.at_us))

    if fact.fields["seat"] is None or None not in fact.fields["high"]:
        return None
    spot.later = later
    return ()


@mistake("hand_set", check="P25", section={"663a": "11(e)"})
def hand_set_late(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player's hand is not set before the dealer's cards are turned up."""
    seat = fact.fields["seat"]
    if seat is None or None not in fact.fields["high"] or len(spot.table.seating.at[seat].boxes) > 1:
        return None

    def dealer(following: Fact) -> bool:
        return following.type == "hand_revealed" and following.fields["hand"] == "dealer"

    return spot.delay(fact, dealer, "set when the dealer's cards lay open")


@mistake("hand_set", check="P22", section={"663a": "11(a)(3)"})
def hand_changed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A hand is said to lie otherwise than it is settled by: a card of the high hand was low before."""
    if fact.fields["seat"] is None or None in fact.fields["high"]:
        return None
    high, low = fact.fields["high"], fact.fields["low"]
    spot.plant(fact, "set again with other cards")
    return (changed(fact, high=[low[0], *high[1:]], low=[high[0], *low[1:]]), fact)


@mistake("hand_set", check="P24", section={"663a": "11(e)"})
def dealer_hand_set_wrong(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer's highest card lies low; hands are settled as they should lie."""
    if fact.fields["hand"] != "dealer":
        return None
    high, low = ([parse(card) for card in fact.fields[part]] for part in ("high", "low"))
    wrong = ([low[0], *high[1:]], [high[0], *low[1:]])
    if (high_points(wrong[0]), low_points(wrong[1])) == dealer_setting([*high, *low]).points:
        return None
    spot.plant(fact, "the highest card low")
    return (
        changed(
            fact, **{part: [NAMES[card] for card in cards] for part, cards in zip(SET, wrong, strict=True)}
        ),
    )


SET: Final = ("high", "low")

MISTAKES: Final = (
    decision_out_of_turn,
    player_not_asked,
    asked_twice,
    raise_above_what_is_allowed,
    raise_above_its_street,
    raised_twice,
    street_wager_too_small,
    play_not_as_the_ante,
    raise_below_the_ante,
    folded_hand_paid,
    folded_hand_not_tucked,
    folded_hand_left_lying,
    boxes_set_in_wrong_order,
    hand_set_late,
    hand_changed,
    dealer_hand_set_wrong,
)
