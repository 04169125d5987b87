"""Mistakes with shuffles, cuts and cards that lie idle (D21–D25, D28–D38: x.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from floor.steps import Fact
from floor.table.table import MINUTE_US, Table
from floor.trouble.mistake import mistake
from floor.trouble.mistakes.decks import short
from floor.trouble.spot import CARDS, ENDS, Spot, beside, changed, when_dealt
from games.procedure.dealing import exempt

OTHERWISE: Final = {
    "manual": "device",
    "device": "counting_device",
    "counting_device": "device",
    "reshuffling_device": "device",
}
"""Another way to shuffle, that asks for nothing more."""


@mistake("cards_shuffled", check=("D22", "D05"), section="x.5(a)")
def shuffle_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards go into the next round unshuffled; where the deck is shuffled or leaves before, but after the
    other one was played, that is what shows."""
    deck = fact.fields["deck"]
    if deck in spot.spread or deck not in spot.played:
        return None
    opened, other = [""], [""]
    dealt = when_dealt(deck, "cards_shuffled")

    def shows(following: Fact) -> bool | None:
        seen = dealt(following)
        if seen is False and other[0]:
            late = {"check": "D05", "section": f"{spot.chapter}.3(b)(2)", "round": other[0]}
            spot.plant_when(lambda _fact: True, fact, "not shuffled while the other deck was played", **late)
            spot.see(following)
            return None
        if following.type == "round_opened":
            opened[0] = following.fields["deck"]
        if following.type in ENDS and following.round is not None and opened[0] != deck and not short(spot):
            other[0] = other[0] or following.round
        return seen

    spot.plant_when(shows, fact, "not shuffled")
    spot.left_out(fact)
    return ()


@mistake("cards_shuffled", check=("D21", "D38"), section="x.5(a)")
def first_shuffle_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A new deck, or one that was spread while nobody played, is dealt from unshuffled."""
    deck = fact.fields["deck"]
    if deck in spot.spread:
        preshuffled = spot.table.submission.preshuffled and deck not in spot.played
        if not preshuffled and "cards_shuffled" not in spot.spread[deck]:
            return None  # it has not been shuffled since its last round either
        late = {"check": "D38", "section": f"{spot.chapter}.5(f)"}
        spot.plant_when(when_dealt(deck, "cards_shuffled"), fact, "not shuffled after it was spread", **late)
    elif deck in spot.played:
        return None
    else:
        spot.plant_when(when_dealt(deck, "cards_shuffled"), fact, "not shuffled")
    spot.left_out(fact)
    return ()


@mistake("cards_shuffled", check="D23", section="x.5(a)")
def reshuffle_not_done(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A floorperson directs another shuffle, and nobody makes it."""
    deck = fact.fields["deck"]
    opened = next((each for each in spot.facts if each.type == "round_opened"), None)
    if opened is None or opened.fields["deck"] != deck or fact.round is not None or deck in spot.spread:
        return None
    by, dealer = spot.table.crew.floorperson, spot.table.crew.dealer
    text = "two cards stick together"
    called = beside(
        fact, "irregularity_called", dealer, kind="other", seats=[], cards=[], called_by=dealer, text=text
    )
    ruled = beside(
        *(fact, "irregularity_ruled", by),
        kind="other",
        ruling="reshuffle",
        section=f"{spot.chapter}.5(a)",
        ruled_by=by,
        reason=text,
    )
    spot.plant_when(when_dealt(deck, "cards_shuffled"), ruled, "a reshuffle directed and not made")
    return (fact, called, ruled)


@mistake("cards_shuffled", check="D24", section="x.5(a)")
def shuffled_otherwise(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards are shuffled by other means than the table's."""
    method = OTHERWISE[fact.fields["method"]]
    if fact.fields.get("counted") not in (None, 52):
        return None
    spot.plant(fact, "shuffled otherwise")
    counted = 52 if method == "counting_device" else None
    return (changed(fact, method=method, counted=counted),)


@mistake("card_dealt", "stack_delivered", check="D25", section="x.5(a)")
def shuffled_in_round(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The cards that are being dealt are shuffled in the middle of it, and nobody had said so."""
    table = spot.table
    assert table.deck is not None
    fields = {"deck": table.deck.name, "method": table.submission.shuffling}
    if table.submission.shuffling != "manual":
        fields["device"] = f"SH-{table.name}"
    made = beside(fact, "cards_shuffled", **fields)
    spot.plant(made, "in the middle of a round")
    return (fact, made)


def cuts(table: Table) -> bool:
    """Cards are shuffled by hand here, and cut."""
    return table.submission.shuffling == "manual"


@mistake("cards_cut", check=("D28", "D29", "D38"), section="x.5(c)(2)")
def cut_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards that must be cut are not."""
    deck = fact.fields["deck"]
    if spot.facts[-2].type == "recut_ordered":
        return None

    def plant() -> None:
        shows = when_dealt(deck, "cards_cut")
        spot.left_out(fact)
        if "cards_cut" in spot.spread.get(deck, ()):
            late = {"check": "D38", "section": f"{spot.chapter}.5(f)"}
            spot.plant_when(shows, fact, "not cut after it was spread", **late)
        else:
            # Spread before it was cut for its next round, it has not been cut at all since the last one.
            preshuffled = spot.table.submission.preshuffled and deck not in {*spot.played, *spot.spread}
            spot.plant_when(shows, fact, "not cut", check="D29" if preshuffled else "D28")

    def also_the_second(following: Fact) -> Sequence[Fact]:
        """A cut that nobody made is not made again either, and so puts nothing right."""
        if following.type in ("recut_ordered", "cards_cut") and following.at_us < fact.at_us + MINUTE_US:
            plant()
            return ()
        spot.later = None
        return (following,)

    plant()
    spot.later, spot.lasting = also_the_second, True
    return ()


@mistake("cards_shuffled", check="D30", section="x.5(c)(2)", happens_at=cuts)
def cut_before_shuffle(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards are cut first and shuffled then."""
    deck = fact.fields["deck"]
    if deck in spot.spread:
        return None

    def later(following: Fact) -> Sequence[Fact]:
        spot.later = None
        if following.type != "cards_cut":
            return (fact, following)
        spot.plant_when(when_dealt(deck, "cards_cut"), following, "cut before the shuffle")
        return (following._replace(at_us=fact.at_us), fact._replace(at_us=following.at_us))

    spot.later, spot.lasting = later, True
    return ()


def cuts_by_the_rules(table: Table) -> bool:
    """How cards are cut is not left to the house, as it is beside a device by x.5(g): preshuffled ones are
    cut there, too."""
    return not exempt(table.book, table.submission.shuffling, "d")


@mistake("cards_cut", check="D31", section="x.5(d)", happens_at=cuts_by_the_rules)
def cut_too_shallow(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The cover card goes in too near the top."""
    depth = spot.luck.randrange(1, spot.table.book.cards.cut_at_least)
    spot.plant_when(when_dealt(fact.fields["deck"], "cards_cut"), fact, f"cut {depth} cards deep")
    return (changed(fact, depth=depth),)


@mistake("cards_cut", check="D32", section="x.5(d)", happens_at=cuts_by_the_rules)
def cut_without_cover_card(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Cards are cut without a cover card."""
    spot.plant_when(when_dealt(fact.fields["deck"], "cards_cut"), fact, "cut without a cover card")
    return (changed(fact, cover_cards=0),)


def _recut(spot: Spot, fact: Fact, deck: str) -> Fact:
    by = spot.table.crew.floorperson
    return beside(fact, "recut_ordered", by, deck=deck, ordered_by=by, reason="the cover card stuck out")


@mistake(*CARDS, check="D33", section="x.5(e)", happens_at=cuts)
def recut_too_late(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A recut is ordered when cards have been dealt."""
    assert spot.table.deck is not None
    made = _recut(spot, fact, spot.table.deck.name)
    spot.plant(made, "ordered after the first card")
    return (fact, made)


@mistake("cards_cut", check="D34", section="x.5(e)", happens_at=cuts)
def recut_not_done(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A floorperson has the cards cut again, and nobody does."""
    deck = fact.fields["deck"]
    made = _recut(spot, fact, deck)
    spot.plant_when(when_dealt(deck, "cards_cut"), made, "ordered and not made")
    return (fact, made)


@mistake("recut_ordered", check="D35", section="x.5(e)")
def recut_ordered_by_dealer(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer orders a recut, which is for a floorperson."""
    dealer = spot.table.crew.dealer
    spot.plant(fact, "ordered by the dealer")
    return (changed(fact, ordered_by=dealer)._replace(actor=dealer),)


@mistake("deck_spread", check="D36", section="x.5(f)")
def idle_deck_not_spread(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Nobody plays, and a deck lies as it was left."""
    if fact.fields["occasion"] != "idle":
        return None
    free = {"player_left", "cards_shuffled", *ENDS}
    left_us = max((each.at_us for each in spot.facts if each.type in free), default=fact.at_us)

    def shows(following: Fact) -> bool | None:
        if following.type not in ("player_seated", "table_closed"):
            return None
        return following.at_us - left_us >= MINUTE_US

    spot.plant_when(shows, fact, "not spread")
    return ()


@mistake("deck_spread", check="D37", section="x.5(f)")
def idle_deck_face_up(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A deck is spread face up while nobody plays, and no player had asked for it."""
    if fact.fields["occasion"] != "idle":
        return None
    spot.plant(fact, "face up, and nobody asked")
    return (changed(fact, face="up", asked_by_player=False),)


MISTAKES: Final = (
    first_shuffle_missing,
    shuffle_missing,
    reshuffle_not_done,
    shuffled_otherwise,
    shuffled_in_round,
    cut_missing,
    cut_before_shuffle,
    cut_too_shallow,
    cut_without_cover_card,
    recut_too_late,
    recut_not_done,
    recut_ordered_by_dealer,
    idle_deck_not_spread,
    idle_deck_face_up,
)
