"""Mistakes about irregularities, devices and void rounds (I01–I29: x.13; C33, C34: the stub)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from floor.steps import Fact
from floor.table.deck import STUB
from floor.trouble.mistake import mistake
from floor.trouble.spot import CARDS, ENDS, Spot, beside, changed, in_its_round, with_the_next_round
from games.cards import NAMES
from games.procedure.dealing import stub_count_due

ALL: Final = ("647a", "663a", "677a", "678a", "679a")


def _lettered(others: str, hi_lo: str) -> dict[str, str]:
    """663a has no rule about an exposed card: its letters are one behind."""
    return {chapter: f"13({hi_lo if chapter == '663a' else others})" for chapter in ALL}


SHUFFLE_JAM, DEAL_JAM, OUT_OF_ORDER = _lettered("e", "d"), _lettered("f", "e"), _lettered("g", "f")
EXPOSED: Final = {chapter: "13(d)" for chapter in ALL if chapter != "663a"}
VOIDING: Final[Mapping[str, str | Mapping[str, str]]] = {
    "face_up_multiple": "I02",
    "face_up_multiple_early": "I02",
    "incorrect_number": "I07",
    "shoe_jam": "I18",
    "dealer_card_exposed": {"647a": "I11", "677a": "I09", "678a": "I09", "679a": "I10"},
}
"""What makes a round void, and the check that sees one closed all the same."""


def _called(spot: Spot) -> str:
    """The kind of irregularity that was called in the round; empty for none."""
    kinds = [fact.fields["kind"] for fact in spot.facts if fact.type == "irregularity_called"]
    return kinds[-1] if kinds else ""


# --- called and ruled -------------------------------------------------------------------------------------


@mistake("irregularity_ruled", check="I22", section=None)
def irregularity_not_ruled(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer decides alone what becomes of an irregularity."""
    if fact.round is None or fact.fields["ruling"] == "hands_void":
        return None  # without a ruling nobody could tell why hands were not played to the end
    spot.plant(fact, "nobody ruled")
    return ()


@mistake("irregularity_ruled", check="I23", section="x.13")
def ruled_by_another_section(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The ruling cites a section that is about something else."""
    if fact.round is None:
        return None
    spot.plant(fact, "another section cited", section=fact.fields["section"])
    return (changed(fact, section=f"{spot.chapter}.6(a)"),)


@mistake("irregularity_ruled", check="I24", section="x.13")
def ruled_by_the_dealer(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer rules on an irregularity, which is for a floorperson."""
    dealer = spot.table.crew.dealer
    if fact.round is None:
        return None
    spot.plant(fact, "ruled by the dealer", section=fact.fields["section"])
    return (changed(fact, ruled_by=dealer)._replace(actor=dealer),)


# --- void, or not -----------------------------------------------------------------------------------------


@mistake("round_voided", check=("I02", "I07", "I09", "I10", "I11", "I18", "C33", "C34"), section="x.13")
def void_round_closed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A round that is void is closed as if it had been played to its end."""
    kind = _called(spot)
    progressive = any(wager in spot.table.submission.progressives for _, wager in spot.wagers)
    extra = kind in ("stub_count_wrong", "incorrect_number") and spot.chapter == "679a"
    if progressive or extra:
        return None  # there a card too many looks like a fourth card
    if kind == "stub_count_wrong":
        counted = next(each for each in spot.facts if each.type == "stub_counted")
        check = "C33" if counted.fields["misdealt"] else "C34"
    elif kind in VOIDING:
        found = VOIDING[kind]
        check = found if isinstance(found, str) else found[spot.chapter]
    else:
        return None
    closed = beside(fact, "round_closed", spot.table.crew.dealer, rack_cards=None)
    spot.plant(closed, "closed, and not void", check=check, section=fact.fields["section"])
    return (closed,)


@mistake("wager_settled", check=("I15", "C33", "C34"), section="x.13")
def void_not_returned(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A wager of a void hand is kept by the house."""
    fields = fact.fields
    kept = fields["outcome"] == "void" and fields["stake_mc"] > 0 and fields["seat"] not in spot.folded
    if not kept or fields["wager"] in spot.table.submission.progressives:
        return None
    section = spot.due[fields["seat"], fields["wager"]].section
    spot.plant(fact, "a void wager kept", due_mc=fields["returned_mc"], done_mc=0, section=section)
    return (changed(fact, returned_mc=0),)


@mistake("round_voided", check="I27", section="x.13")
def card_dealt_after_void(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card is dealt when the round is void already."""
    card = {
        "to": "seat",
        "seat": min(seat for seat, _ in spot.wagers),
        "position": 1,
        "card": None,
        "face": "down",
    }
    dealt = beside(fact, "card_dealt", spot.table.crew.dealer, **card)
    spot.plant(dealt, "after the void", section=fact.fields["section"])
    return (fact, dealt)


AFTER_TWO, EARLY = "face_up_multiple_after_initial_two", "face_up_multiple_early"
TWO_CARDS: Final = {"647a": "bonus", "677a": "pocket_bonus"}
"""The wager on the first two cards, which stands when everybody has them."""
FACE_UP: Final = dict.fromkeys(TWO_CARDS, "13(a)")


@mistake("wager_settled", check="I03", section=FACE_UP)
def two_card_bonus_returned(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards lie face up when everybody has two, and the wager on these goes back instead of being settled."""
    if _called(spot) != AFTER_TWO or fact.fields["wager"] != TWO_CARDS[spot.chapter]:
        return None
    return _settled_as(spot, fact, "void", fact.fields["stake_mc"], "returned")


@mistake("wager_settled", check="I04", section=FACE_UP)
def two_card_bonus_settled(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards lie face up before everybody has two, and the wager on these is collected."""
    if _called(spot) != EARLY or fact.fields["wager"] != TWO_CARDS[spot.chapter]:
        return None
    return _settled_as(spot, fact, "lose", 0, "settled")


@mistake(
    "wager_settled", check="I13", section={chapter: EXPOSED[chapter] for chapter in ("677a", "678a", "679a")}
)
def bonus_returned_after_exposure(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer's card was seen, and a bonus goes back that has to be settled."""
    linked = fact.fields["wager"] in spot.table.submission.progressives
    if _called(spot) != "dealer_card_exposed" or fact.fields["outcome"] == "void" or linked:
        return None
    return _settled_as(spot, fact, "void", fact.fields["stake_mc"], "returned")


def _settled_as(spot: Spot, fact: Fact, outcome: str, returned_mc: int, text: str) -> Sequence[Fact]:
    due = fact.fields["returned_mc"] + fact.fields["paid_mc"]
    spot.plant(fact, text, due_mc=due, done_mc=returned_mc)
    return (changed(fact, outcome=outcome, returned_mc=returned_mc, paid_mc=0, paid_from=None),)


@mistake("wager_settled", check="I15", section="x.13")
def folded_ante_kept(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The round is void, and what a fold had cost is kept."""
    fields = fact.fields
    if fields["outcome"] != "void" or fields["seat"] not in spot.folded or fields["wager"] != "ante":
        return None
    section = spot.due[fields["seat"], "ante"].section
    spot.plant(fact, "a folded Ante kept", due_mc=fields["returned_mc"], done_mc=0, section=section)
    return ()


@mistake(
    "card_dealt",
    "stack_delivered",
    check="I25",
    section="x.13",
    happens_at=lambda t: not t.submission.progressives,
)
def void_without_cause(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A round is void because the players want it so; all wagers go back."""
    if spot.dealt_before(fact) or spot.said("irregularity_called"):
        return None
    table = spot.table
    if stub_count_due(table.submission.shuffling, table.book, table.rounds_since_count):
        return None
    by, dealer = table.crew.floorperson, table.crew.dealer
    back = [
        beside(
            *(fact, "wager_settled", dealer),
            seat=seat,
            wager=wager,
            outcome="void",
            stake_mc=stake,
            returned_mc=stake,
            paid_mc=0,
            paid_from=None,
        )
        for (seat, wager), stake in spot.wagers.items()
    ]
    reason = {"reason": "the players asked for it", "section": "", "ruled_by": by, "legs": []}
    voided = beside(fact, "round_voided", by, **reason)
    spot.plant(voided, "void without a cause")
    # Who leaves meanwhile has left.
    spot.to_the_end(lambda each: each._replace(round=None) if each.type == "player_left" else None)
    return (*back, voided)


@mistake(
    "round_voided", check="I26", section="x.13", happens_at=lambda table: bool(table.submission.progressives)
)
def link_not_told_of_a_seat(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A progressive wager went back, and its link is not told."""
    legs = fact.fields["legs"]
    place = next((place for place, leg in enumerate(legs) if leg["seats"]), None)
    if place is None:
        return None
    seat, *others = legs[place]["seats"]
    told = [*legs[:place], {**legs[place], "seats": others}, *legs[place + 1 :]]
    spot.plant(fact, "the link is not told", seat=seat, section=fact.fields["section"])
    return (changed(fact, legs=told),)


@mistake("card_found_face_up", check="I01", section="x.13(a)")
def face_up_card_used(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card that was found face up is in the dealer's hand at the end."""
    deck = spot.table.deck
    assert deck is not None
    if not deck.count("dealer"):
        return None
    name = NAMES[deck.lying("dealer")[0]]

    def then(kept: list[Fact]) -> Sequence[Fact] | None:
        called = kept[-1]
        if len(kept) > 2:
            return None
        shows = in_its_round(lambda each: each.type == "hand_revealed" and each.fields["hand"] == "dealer")
        spot.plant_when(shows, fact, f"the {name} was found face up")
        return [changed(fact, card=name), changed(called, cards=[name])]

    return spot.hold(fact, lambda following: following.type == "irregularity_called", then)


@mistake(
    "card_drawn_in_error",
    check="I05",
    section="x.13(b)",
    happens_at=lambda table: table.submission.reads_cards,
)
def drawn_card_not_used(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A card that was drawn in error is not the next that is dealt, as the shoe reads them."""
    deck = spot.table.deck
    assert deck is not None
    if not spot.table.submission.reads_cards:
        return None  # it is dealt from the hand meanwhile

    def is_read(following: Fact) -> bool | None:
        """Whether the next card is: a board that is dealt from the hand is not."""
        if following.type not in CARDS:
            return False if following.type in ENDS else None
        cards = following.fields.get("cards") or [following.fields.get("card")]
        return cards[0] is not None

    spot.plant_when(is_read, fact, "not used as the next card")
    return (changed(fact, card=NAMES[deck.lying(STUB)[0]]),)


# --- devices ----------------------------------------------------------------------------------------------


@mistake("device_marked_out_of_order", check="I20", section=OUT_OF_ORDER)
def device_not_marked(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A device that cannot be used is neither covered nor marked."""
    spot.plant_when(with_the_next_round, fact, "not marked")
    return ()


@mistake("device_returned_to_service", check="I21", section=OUT_OF_ORDER)
def device_used_out_of_order(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A device that is marked out of order deals again, and nobody says that it is repaired."""
    if spot.once("I21", fact.fields["device"]):
        return None

    def deals(following: Fact) -> bool | None:
        if following.type == "table_closed":
            return False
        return True if following.type == "stack_delivered" else None

    spot.plant_when(deals, fact, "still out of order")
    return ()


MISTAKES: Final = (
    irregularity_not_ruled,
    ruled_by_another_section,
    ruled_by_the_dealer,
    void_round_closed,
    void_not_returned,
    card_dealt_after_void,
    two_card_bonus_returned,
    two_card_bonus_settled,
    bonus_returned_after_exposure,
    folded_ante_kept,
    void_without_cause,
    link_not_told_of_a_seat,
    face_up_card_used,
    drawn_card_not_used,
    device_not_marked,
    device_used_out_of_order,
)
