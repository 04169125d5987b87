"""Decks at a table and what is done to them between rounds (x.3–x.5): received, inspected, spread, shuffled,
cut, alternated, changed.

What is due comes from `games.procedure.dealing`; this module does it, with real cards, and records it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from floor.table.deck import LOST, Deck
from floor.table.people import HOUR_US
from floor.table.table import MINUTE_US, SECOND_US, Table, whim
from games.cards import NAMES
from games.procedure.dealing import (
    COUNTING,
    DECK_SIZE,
    idle_duties,
    opening_duties,
    shuffle_duties,
)
from games.procedure.duties import Duty

Chore = tuple[Duty, Deck]
"""Something that is due, and the deck that it is done to."""
COLOURS: Final = ("red", "blue")
RECUT_ONE_IN: Final = 10
"""So seldom does a floorperson have the cards cut again."""
CHANGED_BEFORE_US: Final = HOUR_US
"""A deck is changed so long before it must be: no round may still be played when its time is over,
and one with an award to validate and document can take most of an hour."""


def receive_decks(table: Table) -> None:
    """New decks come to the table, of different backs where there are two (x.3(b)(1), x.4(a))."""
    table.decks = _receive(table, COLOURS[: table.submission.decks])
    table.deck = table.decks[0]


def _receive(table: Table, colours: Sequence[str]) -> list[Deck]:
    table.decks_seen += 1
    decks = [table.make_deck(f"{colour}-{table.decks_seen}", colour) for colour in colours]
    preshuffled = table.submission.preshuffled
    table.record(
        "decks_received",
        decks=[
            {
                "deck": deck.name,
                "back_colour": deck.back_colour,
                "preinspected": preshuffled,
                "preshuffled": preshuffled,
            }
            for deck in decks
        ],
        cover_cards=table.book.cards.cover_cards,
        received_by=table.crew.dealer,
    )
    if preshuffled:
        for deck in decks:
            deck.shuffle(table.rng)
    return decks


def opening(table: Table, decks: Sequence[Deck]) -> list[Chore]:
    """What must be done to new decks before the first card is dealt from them (x.4, x.5)."""
    submission = table.submission
    duties = opening_duties(
        table.book,
        submission.shuffling,
        preinspected=submission.preshuffled,
        preshuffled=submission.preshuffled,
    )
    return [(duty, deck) for deck in decks for duty in duties]


def idle(table: Table) -> list[Chore]:
    """What is done to the cards of an open table that nobody plays at, until somebody comes (x.5(f))."""
    return [
        (duty, deck) for deck in table.decks for duty in idle_duties(table.book, table.submission.shuffling)
    ]


def perform(table: Table, duties: Sequence[Chore], *, occasion: str = "opening") -> None:
    """Do one thing after the other."""
    for duty, deck in duties:
        if duty.step.startswith("spread"):
            _spread(table, deck, occasion, face_up=duty.step == "spread_face_up")
        else:
            _DO[duty.step](table, deck)


def before_and_after_arrival(
    duties: Sequence[Chore],
) -> tuple[list[Chore], list[Chore]]:
    """Cards lie spread until the first player has looked at them: from the washing on they wait for one."""
    early = ("inspect", "verify_inspection", "spread_face_up", "spread", "clear_shoe_and_rack")
    return (
        [(duty, deck) for duty, deck in duties if duty.step in early],
        [(duty, deck) for duty, deck in duties if duty.step not in early],
    )


def after_round(table: Table) -> None:
    """Shuffle for the next round (x.5(a)); of two decks the other one comes out of the device (x.3(b))."""
    used = table.deck
    assert used is not None
    place = table.decks.index(used)
    used.gather()
    for duty in shuffle_duties(table.book, table.submission.shuffling):
        _DO[duty.step](table, used)
    if table.submission.shuffling in COUNTING and used.total() != DECK_SIZE:
        replace_deck(table, used)
    table.deck = table.decks[-1 - place]


def take_turns(table: Table) -> None:
    """The deck of the round was replaced already: of two, the one that was waiting is next (x.3(b)(3))."""
    assert table.deck is not None
    table.deck = table.decks[-1 - table.decks.index(table.deck)]


def change_due(table: Table) -> bool:
    """Whether the decks must leave before another round is over (x.3(c))."""
    hours = table.book.cards.change_after_hours[table.submission.dealing]
    until = hours * HOUR_US - CHANGED_BEFORE_US
    return any(
        deck.in_play_since_us is not None and table.now_us - deck.in_play_since_us > until
        for deck in table.decks
    )


def change_decks(table: Table) -> None:
    """Old decks out, new ones in, with all that belongs to it."""
    old = table.decks
    receive_decks(table)
    for removed, introduced in zip(old, table.decks, strict=True):
        hours = table.book.cards.change_after_hours[table.submission.dealing]
        table.record(
            "deck_changed",
            removed=removed.name,
            introduced=introduced.name,
            reason=f"in play for {hours} hours",
        )
    perform(table, opening(table, table.decks))


def replace_deck(table: Table, deck: Deck) -> None:
    """A deck that has not 52 cards leaves the table, and another one comes (x.5(b), x.8(h))."""
    floorperson = table.crew.floorperson
    table.record(
        "deck_removed",
        floorperson,
        deck=deck.name,
        counted=deck.total(),
        missing=[NAMES[card] for card in deck.lying(LOST)],
        removed_by=floorperson,
        reason=f"{deck.total()} cards",
    )
    (new,) = _receive(table, [deck.back_colour])
    table.decks[table.decks.index(deck)] = new
    if table.deck is deck:
        table.deck = new
    duties = opening(table, [new])
    if not table.seating.at:
        duties, table.unready = before_and_after_arrival(duties)
    perform(table, duties)


def _inspect(table: Table, deck: Deck) -> None:
    table.takes_about(2 * MINUTE_US)
    table.record(
        "deck_inspected",
        deck=deck.name,
        counted=deck.total(),
        defects=[],
        inspected_by=table.crew.dealer,
    )


def _verify_inspection(table: Table, deck: Deck) -> None:
    table.takes_about(20 * SECOND_US)
    floorperson = table.crew.floorperson
    table.record("inspection_verified", floorperson, deck=deck.name, verified_by=floorperson)


def _spread(table: Table, deck: Deck, occasion: str, *, face_up: bool) -> None:
    table.takes_about(15 * SECOND_US)
    asked = not face_up and table.rng.randrange(10) == 0
    table.record(
        "deck_spread",
        deck=deck.name,
        occasion=occasion,
        face="up" if face_up or asked else "down",
        asked_by_player=asked,
    )


def _wash(table: Table, deck: Deck) -> None:
    table.takes_about(30 * SECOND_US)
    deck.gather()
    deck.shuffle(table.rng)
    seated = sorted(table.seating.at)
    table.record("deck_washed", deck=deck.name, viewed_by_seat=seated[0] if seated else None)


def _shuffle(table: Table, deck: Deck) -> None:
    method = table.submission.shuffling
    by_hand = method == "manual"
    if not by_hand:
        table.conduct.before_shuffle(deck)
    table.takes_about(20 * SECOND_US if by_hand else 4 * SECOND_US)
    deck.gather()
    deck.shuffle(table.rng)
    _in_play(table, deck)
    deck.by_device = not by_hand
    fields = {"deck": deck.name, "method": method}
    if not by_hand:
        fields["device"] = f"SH-{table.name}"
    if method in COUNTING:
        table.record("cards_shuffled", **fields, counted=deck.total())
    else:
        table.record("cards_shuffled", **fields)


def ready_for_hand(table: Table) -> None:
    """From the hand only what a device has shuffled is dealt: decks that came preshuffled go through it."""
    for deck in table.decks:
        if deck is not table.deck and not deck.by_device:
            _shuffle(table, deck)


def _cut(table: Table, deck: Deck) -> None:
    least = table.book.cards.cut_at_least
    depth = table.rng.randrange(least, deck.total() - least)
    _cut_at(table, deck, depth)
    if whim(table, RECUT_ONE_IN):
        floorperson = table.crew.floorperson
        reason = "the cover card stuck out"
        table.record("recut_ordered", floorperson, deck=deck.name, ordered_by=floorperson, reason=reason)
        _cut_at(table, deck, table.whims.randrange(least, deck.total() - least))


def _cut_at(table: Table, deck: Deck, depth: int) -> None:
    deck.cut(depth)
    _in_play(table, deck)
    table.takes_about(4 * SECOND_US)
    table.record("cards_cut", deck=deck.name, depth=depth, cover_cards=table.book.cards.cover_cards)


def _in_play(table: Table, deck: Deck) -> None:
    """A deck's clock starts with its first shuffle into play; a preshuffled one is cut instead."""
    if deck.in_play_since_us is None:
        deck.in_play_since_us = table.now_us


def _clear(_table: Table, deck: Deck) -> None:
    deck.gather()


_DO: Final[dict[str, Callable[[Table, Deck], None]]] = {
    "inspect": _inspect,
    "verify_inspection": _verify_inspection,
    "wash": _wash,
    "shuffle": _shuffle,
    "cut": _cut,
    "clear_shoe_and_rack": _clear,
}
"""What `games.procedure.dealing` asks for, and who does it here; spreading needs the occasion."""
