"""Mistakes with burns, streets and cards for a bonus (C11–C27: 647a.8–.11, 677a.8–.11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from floor.steps import Fact
from floor.trouble.mistake import mistake
from floor.trouble.spot import Spot, beside, changed, in_its_round
from games.cards import NAMES

SIX_CARD: Final = "six_card_bonus"
BURNS: Final = {"flop": ("C15", "11(c)"), "turn": ("C16", "11(e)"), "river": ("C17", "11(g)")}
"""The check and the clause of the card that is burned before a street."""
BY_BOARD: Final = {0: "flop", 3: "turn", 4: "river"}
"""The street that is next, by the cards of the board."""


def _board(spot: Spot) -> int:
    """Cards of the board that were dealt in the round."""
    return sum(fact.type == "card_dealt" and fact.fields["to"] == "community" for fact in spot.facts)


@mistake("card_burned", check=("C15", "C16", "C17"), section={"647a": "11"})
def missing_burn(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card that should be burned stays in the stub."""
    if spot.table.submission.options.get("community_first"):
        return None

    def change(following: Fact) -> Fact:
        if following.type != "stub_counted":
            return following
        return changed(following, stub_cards=following.fields["stub_cards"] + 1)

    check, part = BURNS[BY_BOARD[_board(spot)]]
    spot.to_the_end(change)
    street = in_its_round(lambda each: each.type == "card_dealt" and each.fields["to"] == "community")
    spot.plant_when(street, fact, "no card burned", check=check, section=f"{spot.chapter}.{part}")
    return ()


@mistake("card_dealt", check="C11", section={"647a": "11(h)"})
def dealer_shown_before_river(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer's hand is turned up before the fifth card of the board is dealt."""
    first = spot.table.submission.options.get("community_first")
    if first or fact.fields["to"] != "community" or fact.fields["position"] != 5:
        return None

    def dealer(following: Fact) -> bool:
        return following.type == "hand_revealed" and following.fields["hand"] == "dealer"

    return spot.hasten(fact, dealer, "before the River")


@mistake("card_dealt", check="C12", section={"647a": ("8(d)", "9(d)", "10(c)")})
def six_card_bonus_late(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The four cards of the Six Card Bonus are dealt after the first ones of the hands."""
    if fact.fields["to"] != SIX_CARD or fact.fields["position"] != 1 or not _singly(spot):
        return None

    def then(kept: list[Fact]) -> Sequence[Fact]:
        spot.plant(fact, "after the dealer's first card")
        ours = [each for each in kept if each.type == "card_dealt" and each.fields["to"] == SIX_CARD]
        return [*(each for each in kept if each not in ours), *ours]

    return spot.hold(fact, _to_the_dealer, then)


def _singly(spot: Spot) -> bool:
    return spot.table.submission.dealing != "automated_shoe"


def _to_the_dealer(fact: Fact) -> bool:
    return fact.type in ("card_dealt", "stack_delivered") and fact.fields["to"] == "dealer"


@mistake("stack_delivered", check="C13", section={"647a": "10(c)"})
def six_card_bonus_early(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The four cards of the Six Card Bonus are dealt before the shoe's last stack."""
    if fact.fields["to"] != "dealer" or spot.table.submission.options.get("community_first"):
        return None

    def last(following: Fact) -> bool:
        ours = following.type == "card_dealt" and following.fields["to"] == SIX_CARD
        return ours and following.fields["position"] == 4

    def then(kept: list[Fact]) -> Sequence[Fact]:
        spot.plant(kept[-1], "before the dealer's stack")
        return [*kept[-4:], *kept[:-4]]

    return spot.hold(fact, last, then)


@mistake("card_dealt", check="C14", section={"647a": ("8(d)", "9(d)", "10(c)")})
def six_card_bonus_face_up(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card of the Six Card Bonus is dealt face up."""
    deck = spot.table.deck
    assert deck is not None
    if fact.fields["to"] != SIX_CARD:
        return None
    spot.plant(fact, "dealt face up")
    return (changed(fact, face="up", card=NAMES[deck.lying(SIX_CARD)[fact.fields["position"] - 1]]),)


@mistake("card_burned", check="C18", section={"647a": "1"})
def burned_card_seen(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card is seen as it is burned."""
    spot.plant(fact, "a burned card was seen")
    return (changed(fact, exposed=True),)


@mistake("card_dealt", check="C19", section={"647a": "11(c)"})
def card_too_many_on_the_flop(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Four cards are dealt for the Flop, and the round is played on."""
    if fact.fields["to"] != "community" or fact.fields["position"] != 3:
        return None
    if spot.table.submission.options.get("community_first"):
        return None
    (card,) = spot.one_card_more(fact, "community")
    spot.plant(fact, "four cards for the Flop")
    return (fact, card)


def _checked(fact: Fact) -> bool:
    return bool(fact.fields["action"] == "check")


STREET_SECTIONS: Final = {"flop": "11(e)", "turn": "11(g)"}


@mistake("decision_made", check="C20", section={"647a": "11(e)"})
def street_dealt_too_soon(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card of the board is dealt before the last player has checked."""
    if not _checked(fact) or spot.table.submission.options.get("community_first"):
        return None
    part = STREET_SECTIONS[fact.fields["at"]]
    return _check_late(spot, fact, "card_dealt", section=f"{spot.chapter}.{part}")


@mistake("decision_made", check=("C22", "C23", "C24"), section={"677a": "11(c)"})
def street_shown_too_soon(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards of the board are turned up before the last player has checked."""
    if not _checked(fact):
        return None
    check, part = ("C22", "11(c)") if fact.fields["at"] == "preflop" else ("C23", "11(e)")
    if spot.table.submission.shuffling == "reshuffling_device":
        check, part = "C24", "10(g)"
    return _check_late(spot, fact, "community_cards_revealed", check=check, section=f"{spot.chapter}.{part}")


@mistake("decision_made", check="C24", section={"647a": "10(g)"})
def street_of_a_shoe_shown_too_soon(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards that the shoe dispensed first are turned up before the last player has checked."""
    if not _checked(fact) or not spot.table.submission.options.get("community_first"):
        return None
    return _check_late(spot, fact, "community_cards_revealed")


def _check_late(spot: Spot, fact: Fact, until: str, **more: str) -> Sequence[Fact] | None:
    """The last check of a street comes after what follows it; nothing where another player is asked yet."""

    def then(kept: list[Fact]) -> Sequence[Fact] | None:
        if any(each.type == "decision_made" for each in kept[1:]):
            return None
        spot.plant(fact, "checked when the street was there", **more)
        return [*kept[1:], kept[0]]

    return spot.hold(fact, lambda following: following.type == until, then)


@mistake("card_dealt", check="C21", section={"677a": ("8(d)", "9(c)", "10(c)")})
def board_card_face_up(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card of the board is dealt face up."""
    deck = spot.table.deck
    assert deck is not None
    if fact.fields["to"] != "community":
        return None
    spot.plant(fact, "dealt face up")
    return (changed(fact, face="up", card=NAMES[deck.lying("community")[fact.fields["position"] - 1]]),)


@mistake("card_burned", check="C27", section={"679a": "10(g)(2)"})
def top_card_not_discarded(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The fourth card of a stack, which nobody wagered on, is not put into the rack."""
    spot.plant(fact, "a fourth card not discarded")
    spot.to_the_end(
        lambda following: (
            changed(following, stub_cards=following.fields["stub_cards"] + 1)
            if following.type == "stub_counted"
            else following
        )
    )
    return ()


@mistake("magic_card_drawn", check="S32", section={"647a": "1"})
def magic_card_drawn_twice(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The system draws a second Magic Card; the first one counts."""
    spot.plant(fact, "drawn twice")
    return (beside(fact, fact.type, **fact.fields), fact)


MISTAKES: Final = (
    dealer_shown_before_river,
    six_card_bonus_late,
    six_card_bonus_early,
    six_card_bonus_face_up,
    missing_burn,
    burned_card_seen,
    card_too_many_on_the_flop,
    street_dealt_too_soon,
    board_card_face_up,
    street_shown_too_soon,
    street_of_a_shoe_shown_too_soon,
    top_card_not_discarded,
    magic_card_drawn_twice,
)
