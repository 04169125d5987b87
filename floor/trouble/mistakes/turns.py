"""Mistakes in how a round is completed: hands shown, turns, cards taken up, the end (S01–S11, S25, S26,
S33–S35: x.11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from floor.steps import Fact
from floor.trouble.mistake import mistake
from floor.trouble.spot import Spot

REVEAL: Final = {"647a": "11(h)", "663a": "11(e)", "677a": "11(g)", "678a": "11(d)", "679a": "11(c)"}
SHOWN: Final = {
    "647a": "11(h)(1)",
    "663a": "11(f)",
    "677a": "11(g)(1)",
    "678a": "11(d)(2)(i)",
    "679a": "11(c)(1)",
}
TURNS: Final = {"647a": "11(h)", "663a": "11(f)", "677a": "11(g)", "678a": "11(d)", "679a": "11(c)"}
TAKEN_UP: Final = {"647a": "11(l)", "663a": "11(l)", "677a": "11(j)", "678a": "11(f)", "679a": "11(e)"}
OPTIONAL: Final = {"663a": "11(j)", "677a": "11(i)", "679a": "11(d)"}


def _dealer(fact: Fact) -> bool:
    return fact.type == "hand_revealed" and fact.fields["hand"] == "dealer"


def _shows_a_seat(fact: Fact) -> bool:
    return fact.type == "hand_revealed" and fact.fields["hand"] == "seat"


# --- hands shown ------------------------------------------------------------------------------------------


@mistake("decision_made", check="S01", section=REVEAL)
def dealer_shown_too_soon(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer's hand is turned up before the last player has decided."""
    if fact.fields.get("wager") is None or spot.chapter in ("647a", "663a"):
        return None
    if fact.fields["at"] not in ("deal", "river"):
        return None  # the next street would come too soon as well

    def then(kept: list[Fact]) -> Sequence[Fact] | None:
        if any(each.type in ("decision_made", "hand_set", "wager_settled") for each in kept[1:]):
            return None  # what was given up would be collected too soon as well
        spot.plant(kept[-1], "before the last decision")
        return [*kept[1:], kept[0]]

    return spot.hold(fact, _dealer, then)


@mistake("hand_revealed", check="S02", section=REVEAL)
def dealer_not_shown(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer's hand is not turned up, and wagers are settled."""
    if fact.fields["hand"] != "dealer" or spot.said("irregularity_called"):
        return None

    def settled(following: Fact) -> bool:
        fields = following.fields
        at_showdown = following.type == "wager_settled" and fields["seat"] not in spot.folded
        return at_showdown and fields["wager"] in _contest(spot)

    def then(kept: list[Fact]) -> Sequence[Fact]:
        spot.plant(fact, "the dealer's hand not shown")
        return kept[1:]

    return spot.hold(fact, settled, then)


@mistake("hand_revealed", check="S03", section=SHOWN)
def hand_not_revealed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A hand is settled and collected without having been shown."""
    if fact.fields["hand"] != "seat" or fact.fields["seat"] in spot.folded:
        return None
    if len(fact.fields["cards"]) != spot.table.game.shape.seat_cards:
        return None  # a fourth card is another matter
    part = "11(d)(1)(i)" if spot.chapter == "678a" and not spot.dealer_qualifies else SHOWN[spot.chapter]
    spot.plant(fact, "hand not shown", section=f"{spot.chapter}.{part}")
    return ()


@mistake("hand_revealed", check="S04", section=SHOWN)
def player_shown_first(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player's hand is turned up before the dealer's."""
    if fact.fields["hand"] != "dealer" or spot.said("irregularity_called"):
        return None
    return spot.hasten(fact, _shows_a_seat, "before the dealer's")


@mistake("hand_revealed", check="S25", section={"679a": "11(d)(2)(ii)"})
def fourth_card_not_shown(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A Pair Bonus is paid on a fourth card that nobody turned up."""
    if fact.fields["hand"] != "seat" or len(fact.fields["cards"]) != 4:
        return None
    spot.plant(fact, "the fourth card not shown")
    return ()


@mistake("community_cards_revealed", check="S26", section={"647a": "11(k)"})
def six_card_bonus_settled_first(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A Six Card Bonus is settled before its four cards are turned up."""
    if fact.fields["street"] != "six_card_bonus":
        return None
    return spot.hasten(
        fact, lambda following: following.type == "wager_settled", "before its cards are shown"
    )


# --- turns ------------------------------------------------------------------------------------------------


def _plain(spot: Spot, fact: Fact) -> bool:
    return fact.fields["wager"] not in spot.table.submission.progressives and fact.fields["stake_mc"] > 0


TURN: Final = frozenset(
    {"hand_revealed", "hand_set", "wager_settled", "hand_collected", "game_account_credited"}
)
"""What a turn is made of that another can be put before."""


@mistake("hand_revealed", check="S05", section=TURNS)
def settled_out_of_turn(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player is settled before the one whose turn it is."""
    seat = fact.fields["seat"]
    begun = any(each.type == "wager_settled" and each.fields["seat"] == seat for each in spot.facts)
    if seat is None or begun or seat in spot.folded or not _contest_ahead(spot, seat):
        return None

    def then(kept: list[Fact]) -> Sequence[Fact] | None:
        seats = {each.fields.get("seat") for each in kept}
        own = [each for each in kept if each.fields.get("seat") == seat]
        settled = {each.fields["seat"] for each in kept if each.type == "wager_settled"}
        whole = own[-1].type == "hand_collected" and len(seats) == 2 == len(settled)
        if not whole or seats & spot.folded or any(each.type not in TURN for each in kept):
            return None
        other = [each for each in kept if each.fields.get("seat") != seat]
        spot.plant(fact, "after a seat whose turn was later")
        return [*other, *own]

    def next_turn_over(following: Fact) -> bool:
        return following.type == "hand_collected" and following.fields["seat"] != seat

    return spot.hold(fact, next_turn_over, then)


def _contest_ahead(spot: Spot, seat: int) -> bool:
    """Whether the next to be settled of this seat is its contest, and another seat comes after it."""
    place = next((n for n, (at, _) in enumerate(spot.turns) if at == seat), None)
    return place is not None and len({at for at, _ in spot.turns}) == len(spot.turns) > place + 1


@mistake(
    "wager_settled",
    check=("S06", "S08"),
    section={"647a": "11(h)(2)", "677a": "11(g)(2)", "678a": "11(d)(2)"},
)
def settled_in_two_parts(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The first wager of the next player is settled between two of the one whose turn it is."""
    seat, before = fact.fields["seat"], spot.facts[-2]
    second = before.type == "wager_settled" and before.fields["seat"] == seat
    if not second or seat in spot.folded or seat in spot.left or fact.fields["wager"] not in _contest(spot):
        return None
    if spot.chapter == "678a" and not spot.dealer_qualifies:
        return None

    def then(kept: list[Fact]) -> Sequence[Fact] | None:
        other = kept[-1].fields["seat"]
        theirs = [each for each in kept if each.fields.get("seat") == other]
        ours = [each for each in kept if each.fields.get("seat") == seat]
        if other in spot.folded or len(ours) + len(theirs) < len(kept) or theirs[0].type != "hand_revealed":
            return None
        spot.plant(fact, "in two parts", check="S08" if spot.chapter == "678a" else "S06", seat=seat)
        return [*theirs, *ours]

    def of_another(following: Fact) -> bool:
        return following.type == "wager_settled" and following.fields["seat"] != seat

    return spot.hold(fact, of_another, then)


def _contest(spot: Spot) -> set[str]:
    wagers = spot.table.game.wagers
    return {wager.name for wager in wagers if not wager.optional or wager.timing == "decision"}


@mistake("wager_settled", check="S07", section={"678a": "11(d)(1)"})
def bonus_in_the_first_pass(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer does not qualify, and a bonus is settled before the last Ante and Raise."""
    if (
        fact.fields["wager"] not in _contest(spot)
        or spot.dealer_qualifies
        or fact.fields["seat"] in spot.folded
    ):
        return None

    def bonus(following: Fact) -> bool:
        return following.type == "wager_settled" and following.fields["wager"] not in _contest(spot)

    def then(kept: list[Fact]) -> Sequence[Fact] | None:
        settled = [each for each in kept if each.type == "wager_settled"]
        shown = [each for each in kept if each.type == "hand_revealed"]
        if len(settled) != 2 or len(kept) != 2 + len(shown) or kept[-1].fields["seat"] in spot.folded:
            return None
        spot.plant(kept[-1], "before the last Ante and Raise")
        return [*shown, kept[-1], kept[0]]

    return spot.hold(fact, bonus, then)


def _other_first(spot: Spot, fact: Fact, wanted: Callable[[str], bool], text: str) -> Sequence[Fact]:
    """Another wager of the seat is settled before this one, where it is the next that is settled."""
    seat = fact.fields["seat"]

    def then(kept: list[Fact]) -> Sequence[Fact] | None:
        other = kept[-1].fields
        if other["seat"] != seat or not wanted(other["wager"]) or len(kept) > 2:
            return None
        spot.plant(kept[-1], text)
        return [kept[-1], *kept[:-1]]

    return spot.hold(fact, lambda following: following.type == "wager_settled", then)


@mistake("wager_settled", check="S09", section={"678a": "11(e)"})
def bonuses_in_wrong_order(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The Straight Flush Bonus is settled before the Flush Bonus."""
    if fact.fields["wager"] != "flush_bonus":
        return None
    return _other_first(spot, fact, lambda wager: wager == "straight_flush_bonus", "before the Flush Bonus")


@mistake("wager_settled", check="S10", section={"647a": "11(h)(3)"})
def bonus_before_contest(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The Bonus of a player is settled before the contest."""
    if fact.fields["wager"] in ("bonus", "six_card_bonus") or not _plain(spot, fact):
        return None
    return _other_first(spot, fact, lambda wager: wager == "bonus", "before the contest")


@mistake("wager_settled", check="S11", section=OPTIONAL)
def optional_before_contest(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """An optional wager is settled before the contest of its box."""
    table = spot.table
    decided = {wager.name for wager in table.game.wagers if wager.timing == "decision"}
    contest = {*table.required, *decided}
    if fact.fields["wager"] not in contest or fact.fields["seat"] in spot.folded | spot.left:
        return None
    placed = {wager.name for wager in table.game.wagers if wager.optional and wager.timing != "result"}
    return _other_first(spot, fact, (placed - contest).__contains__, "before the contest")


# --- cards and the end ------------------------------------------------------------------------------------


@mistake("wager_settled", check="S33", section=TAKEN_UP)
def cards_taken_up_too_soon(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player's cards are taken up before the last wager is settled."""
    seat = fact.fields["seat"]
    if seat in spot.folded or seat in spot.left or fact.fields["outcome"] == "void":
        return None

    def later(following: Fact) -> Sequence[Fact]:
        spot.later = None
        ours = following.type == "hand_collected" and following.fields["seat"] == seat
        if not ours:
            return (fact, following)
        part = TAKEN_UP[spot.chapter]
        if spot.chapter == "663a":
            part = "11(i)" if fact.fields["wager"] in _contest(spot) else "11(k)"
        spot.plant(following, "before the last wager was settled", section=f"{spot.chapter}.{part}")
        return (following._replace(at_us=fact.at_us), fact._replace(at_us=following.at_us))

    spot.later = later
    return ()


@mistake("hand_collected", check="S34", section=TAKEN_UP)
def cards_left_on_the_layout(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A player's cards still lie there when the round is closed."""
    if fact.fields["hand"] != "seat" or not spot.said("hand_revealed"):
        return None
    spot.plant(fact, "cards left on the layout")
    return ()


MISTAKES: Final = (
    dealer_shown_too_soon,
    dealer_not_shown,
    hand_not_revealed,
    player_shown_first,
    settled_out_of_turn,
    settled_in_two_parts,
    bonus_in_the_first_pass,
    bonuses_in_wrong_order,
    bonus_before_contest,
    optional_before_contest,
    fourth_card_not_shown,
    six_card_bonus_settled_first,
    cards_taken_up_too_soon,
    cards_left_on_the_layout,
)
