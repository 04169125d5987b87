"""Mistakes with decks: which are there, whose turn it is, how long, how they are prepared (D01–D20, D24–D27,
D40, D41: x.3, x.4, x.5(b), x.9(a)(1))."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from floor.steps import Fact
from floor.table.deck import Deck
from floor.table.people import DEALERS, FLOORPERSONS
from floor.table.table import Table
from floor.trouble.mistake import mistake
from floor.trouble.mistakes.opening import one_deck_more
from floor.trouble.planting import DECKS_DUE
from floor.trouble.spot import ENDS, Spot, beside, changed, when_dealt, with_the_next_round
from games.procedure.dealing import COUNTING, DECK_SIZE, check_deck_age, check_device_count


def two_decks(table: Table) -> bool:
    """Two decks take turns here."""
    return table.submission.decks == 2


def one_deck(table: Table) -> bool:
    """There is one deck."""
    return table.submission.decks == 1


def inspects(table: Table) -> bool:
    """Decks are inspected and shuffled here, and not elsewhere."""
    return not table.submission.preshuffled


def another(badge: str, badges: Sequence[str]) -> str:
    """Somebody of the register who is not this one."""
    return next(each for each in badges if each != badge)


# --- which decks, and whose turn --------------------------------------------------------------------------


@mistake("decks_received", check="D01", section="x.3(a)")
def cover_card_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The decks come to the opening with a cover card too few."""
    if spot.table.decks_seen > 1:
        return None
    spot.plant_when(with_the_next_round, fact, "a cover card too few")
    return (changed(fact, cover_cards=fact.fields["cover_cards"] - 1),)


@mistake("decks_received", check="D02", section="x.3(a)", happens_at=two_decks)
def third_deck(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Three decks come to the opening; one leaves after the first round."""
    return one_deck_more(spot, fact, "three decks")


@mistake("decks_received", check="D03", section="x.3(b)(1)", happens_at=two_decks)
def backs_of_one_colour(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Two decks that take turns look the same."""
    decks = fact.fields["decks"]
    if len(decks) < 2:
        return None
    spot.plant_when(with_the_next_round, fact, "two decks with the same backs")
    return (changed(fact, decks=[{**deck, "back_colour": decks[0]["back_colour"]} for deck in decks]),)


WAITING_NO_MORE: Final = frozenset({"deck_spread", "deck_changed", "deck_removed", "table_closed"})
"""Before this a deck that waits is shuffled, or it would not be by the next round."""


def _shuffled_late(spot: Spot, fact: Fact, after: frozenset[str], text: str) -> Sequence[Fact] | None:
    """A deck is shuffled only when the other one's round has come so far."""
    deck, opened = fact.fields["deck"], [False]
    if spot.facts[-1] is not fact or not _just_played(spot, deck):
        return None

    def later(following: Fact) -> Sequence[Fact]:
        if following.type == "round_opened":
            opened[0] = following.fields["deck"] != deck
        done = opened[0] and following.type in after
        spared = opened[0] and following.type in ENDS  # void before what was waited for: nothing shows
        if not (done or spared or following.type in WAITING_NO_MORE):
            return (following,)
        spot.later = None
        late = fact._replace(
            at_us=following.at_us, round=following.round if following.type not in ENDS else None
        )
        if not done:
            return (late._replace(round=following.round if spared else None), following)
        if short(spot):
            return (following, late)
        spot.plant(fact, text, round=following.round)
        return (following, late)

    spot.later, spot.lasting = later, True
    return ()


def short(spot: Spot) -> bool:
    """Whether the deck of the round was found short: it leaves, and is none of two that take turns."""
    return any(each.type == "stub_counted" and each.fields["deck_cards"] != DECK_SIZE for each in spot.facts)


def _just_played(spot: Spot, deck: str) -> bool:
    """Whether the round that ended last was played with this deck, and cards were dealt in it."""
    opened = next((fact for fact in spot.facts if fact.type == "round_opened"), None)
    return opened is not None and opened.fields["deck"] == deck and spot.dealt


@mistake("cards_shuffled", check="D05", section="x.3(b)(2)", happens_at=two_decks)
def waiting_deck_shuffled_late(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A deck is not shuffled while the other one is played, but afterwards."""
    return _shuffled_late(spot, fact, ENDS, "shuffled after the other deck's round")


@mistake("cards_shuffled", check="D07", section="x.3(b)(4)", happens_at=two_decks)
def two_decks_in_rack(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A deck is still in the rack when cards of the other one come there."""
    return _shuffled_late(spot, fact, frozenset({"hand_collected"}), "two decks in the rack")


def _renamed(fact: Fact, old: str, new: str) -> Fact:
    return changed(fact, deck=new) if fact.fields.get("deck") == old else fact


def _round_with(spot: Spot, fact: Fact, name: str) -> Sequence[Fact]:
    """The round is dealt from a deck of another name, which is in use until the next one opens."""
    deck = fact.fields["deck"]

    def later(following: Fact) -> Sequence[Fact]:
        if following.type in {"round_opened", "dealing_changed", *WAITING_NO_MORE}:
            spot.later = None
            return (following,)
        return (_renamed(following, deck, name),)

    spot.later, spot.lasting = later, True
    return (changed(fact, deck=name),)


@mistake("round_opened", check="D06", section="x.3(b)(3)", happens_at=two_decks)
def one_deck_twice(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """One deck is used twice running; from then on each has the other's turn."""
    decks = [deck.name for deck in spot.table.decks]
    other = next(name for name in decks if name != fact.fields["deck"])
    if other not in spot.played or spot.once("D06", ""):
        return None
    one, two = spot.table.decks  # who has the other's name has its time in play as well
    one.in_play_since_us, two.in_play_since_us = two.in_play_since_us, one.in_play_since_us
    spot.for_good.append(_swapping(dict(zip(decks, reversed(decks), strict=True))))
    spot.plant(fact, "the same deck as in the round before")
    return (fact,)


COLOURS: Final = {"red": "blue", "blue": "red"}


def _swapping(names: dict[str, str]) -> Callable[[Fact], Fact]:
    """Each of two decks has the other's name, and so have those that come in their place."""

    def received(deck: dict[str, Any]) -> dict[str, Any]:
        colour = COLOURS[deck["back_colour"]]
        names[deck["deck"]] = deck["deck"].replace(deck["back_colour"], colour)
        return {**deck, "deck": names[deck["deck"]], "back_colour": colour}

    def change(fact: Fact) -> Fact:
        fields = dict(fact.fields)
        if fact.type == "decks_received":
            return changed(fact, decks=[received(deck) for deck in fields["decks"]])
        for field in ("deck", "removed", "introduced"):
            if fields.get(field) in names:
                fields[field] = names[fields[field]]
        return fact._replace(fields=fields)

    return change


@mistake("round_opened", check="D40", section="x.4(a)", happens_at=one_deck)
def deck_never_received(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A round is dealt from a deck that never came to the table."""
    if spot.once("D40", ""):
        return None
    spot.plant(fact, "a deck that was never received")
    deck = fact.fields["deck"]
    spot.to_the_end(lambda following: _renamed(following, deck, "grey-0"))
    return (changed(fact, deck="grey-0"),)


@mistake("deck_removed", check="D27", section="x.5(b)")
def removed_deck_used(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A deck that was taken from the table is dealt from once more."""
    gone, before = fact.fields["deck"], {deck.name for deck in spot.table.decks}

    def later(following: Fact) -> Sequence[Fact]:
        if following.type in ("table_closed", "deck_removed", "deck_changed"):
            spot.later = None
        if following.type != "round_opened" or following.fields["deck"] in before:
            return (following,)
        spot.plant(following, "a removed deck is used", round=following.round)
        return _round_with(spot, following, gone)

    spot.later, spot.lasting = later, True
    return (fact,)


@mistake(DECKS_DUE, check=("D08", "D09"), section="x.3(c)")
def deck_not_changed_in_time(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Decks stay in play for longer than they may, and are changed then."""
    table = spot.table
    opened: list[Deck] = []

    def shows(following: Fact) -> bool | None:
        """With the first round that opens, or is still open, when its deck should have left."""
        if following.type == "round_opened":
            opened[:] = [deck for deck in table.decks if deck.name == following.fields["deck"]]
        if following.type not in ("round_opened", *ENDS) or not opened:
            return False if following.type == "table_closed" else None
        since = opened[0].in_play_since_us
        age_us = 0 if since is None else following.at_us - since
        return True if check_deck_age(table.book, table.submission.dealing, age_us) else None

    def later(following: Fact) -> Sequence[Fact]:
        if following.type == DECKS_DUE and spot.shows is not None:
            return ()
        if spot.shows is None:
            spot.later = None
        return (following,)

    by_hand = table.submission.dealing == "hand"
    check, part = ("D08", "3(c)(1)") if by_hand else ("D09", "3(c)(2)")
    spot.plant_when(shows, fact, "not changed in time", check=check, section=f"{spot.chapter}.{part}")
    spot.later, spot.lasting = later, True
    return ()


@mistake("deck_removed", check=("D26", "C35"), section="x.5(b)")
def deck_not_removed(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Nobody records what became of a deck that did not have 52 cards."""
    table = spot.table
    book, submission = table.book, table.submission
    if submission.shuffling not in COUNTING:
        section = book.cards.stub_wrong[spot.dealing]  # a shoe may have come back since
        more = {"check": "C35", "section": section, "round": f"{table.name}-{table.rounds}"}
        spot.plant_when(with_the_next_round, fact, "the deck was not removed", **more)
    elif check_device_count(book, submission.shuffling, fact.fields["counted"]) is None:
        return None  # a device that the chapter frees of it
    else:
        spot.plant_when(with_the_next_round, fact, "the deck was not removed")
    return ()


# --- how a new deck is prepared ---------------------------------------------------------------------------


def _new(spot: Spot, fact: Fact, text: str, **more: Any) -> None:
    """It shows with the first card from the deck."""
    spot.plant_when(when_dealt(fact.fields["deck"]), fact, text, **more)


@mistake("deck_inspected", check="D10", section="x.4(a)")
def deck_not_inspected(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The dealer does not inspect a new deck."""
    _new(spot, fact, "not inspected")
    return ()


@mistake("deck_inspected", check="D11", section="x.4(a)")
def inspected_by_another(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """Another dealer than the one on duty inspects a new deck."""
    _new(spot, fact, "inspected by another dealer")
    return (changed(fact, inspected_by=another(spot.table.crew.dealer, DEALERS)),)


@mistake("inspection_verified", check="D12", section="x.4(a)")
def inspection_not_verified(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """No floorperson looks at the deck that the dealer inspected."""
    _new(spot, fact, "inspection not verified")
    return ()


@mistake("inspection_verified", check="D13", section="x.4(a)")
def verified_by_another(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A floorperson who is not assigned to the table verifies the inspection."""
    _new(spot, fact, "verified by another floorperson")
    return (changed(fact, verified_by=another(spot.table.crew.floorperson, FLOORPERSONS)),)


@mistake("deck_inspected", check="D14", section="x.4(a)")
def verified_before_inspected(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """The inspection is verified before it is made."""

    def later(following: Fact) -> Sequence[Fact]:
        spot.later = None
        if following.type != "inspection_verified":
            return (fact, following)
        _new(spot, fact, "verified before inspected")
        return (following._replace(at_us=fact.at_us), fact._replace(at_us=following.at_us))

    spot.later = later
    return ()


@mistake("deck_inspected", check="D15", section="x.4(a)")
def defective_deck_played(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A bent card is found, and the deck is played all the same."""
    _new(spot, fact, "a bent card")
    return (changed(fact, defects=[{"card": "As", "defect": "a bent corner"}]),)


@mistake("deck_spread", check="D16", section="x.4(b)")
def deck_spread_face_down(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A new deck is spread face down: nobody can look at its cards."""
    if fact.fields["occasion"] != "opening":
        return None
    _new(spot, fact, "spread face down")
    return (changed(fact, face="down"),)


@mistake("deck_washed", check=("D17", "D38"), section="x.4(c)")
def wash_missing(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A deck that was spread is stacked without being washed."""
    deck = fact.fields["deck"]
    shows = when_dealt(deck, "deck_washed")
    if deck not in spot.spread:
        spot.plant_when(shows, fact, "not washed")
    elif deck not in spot.played and inspects(spot.table) and "deck_washed" not in spot.spread[deck]:
        return None  # a new deck that was not washed when it came: this makes it good
    else:
        section = f"{spot.chapter}.5(f)"
        spot.plant_when(shows, fact, "not washed after it was spread", check="D38", section=section)
    spot.left_out(fact)
    return ()


@mistake("deck_washed", check="D18", section="x.4(c)")
def deck_washed_unseen(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A new deck is washed before the first player has had a chance to look at it."""
    if fact.fields["deck"] in spot.spread:
        return None
    spot.plant_when(when_dealt(fact.fields["deck"], "deck_washed"), fact, "washed unseen")
    return (changed(fact, viewed_by_seat=None),)


def _by_hand(table: Table) -> bool:
    return table.submission.dealing == "hand" and one_deck(table)


@mistake("decks_received", check="D41", section="x.9(a)(1)", happens_at=_by_hand)
def preshuffled_from_the_hand(spot: Spot, fact: Fact) -> Sequence[Fact] | None:
    """A deck comes preinspected and preshuffled, and is dealt from the hand: no device has shuffled it."""
    (deck,) = fact.fields["decks"]
    book = spot.table.book

    def later(following: Fact) -> Sequence[Fact]:
        if following.type in ("round_opened", "table_closed"):
            spot.later = None
        if following.fields.get("deck") != deck["deck"] or following.type == "round_opened":
            return (following,)
        if following.type != "cards_shuffled" or book.chapter == "663a":
            return ()
        cut = {"deck": deck["deck"], "depth": 26, "cover_cards": book.cards.cover_cards}
        return (beside(following, "cards_cut", **cut),)

    spot.later, spot.lasting = later, True
    spot.plant_when(when_dealt(deck["deck"]), fact, "preshuffled, and dealt from the hand")
    return (changed(fact, decks=[{**deck, "preinspected": True, "preshuffled": True}]),)


MISTAKES: Final = (
    cover_card_missing,
    third_deck,
    backs_of_one_colour,
    waiting_deck_shuffled_late,
    one_deck_twice,
    two_decks_in_rack,
    deck_not_changed_in_time,
    deck_not_inspected,
    inspected_by_another,
    inspection_not_verified,
    verified_by_another,
    verified_before_inspected,
    defective_deck_played,
    deck_spread_face_down,
    wash_missing,
    deck_washed_unseen,
    deck_not_removed,
    removed_deck_used,
    deck_never_received,
    preshuffled_from_the_hand,
)
