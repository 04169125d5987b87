"""A deck after what was done to it: inspected, spread, washed, shuffled, cut, counted (x.4, x.5, x.8)."""

from __future__ import annotations

from typing import Any

from events.envelope import Event
from events.naming import comparable
from games.procedure.dealing import DECK_SIZE
from projections.examining.memory.deck_state import DeckState
from projections.examining.memory.table_state import TableState
from projections.signatures import rank_below

DECK_STEPS = frozenset(
    {
        "deck_described",
        "deck_inspected",
        "inspection_verified",
        "deck_spread",
        "deck_washed",
        "cards_shuffled",
        "cards_cut",
        "recut_ordered",
        "stub_counted",
    }
)
"""What is done to one deck."""


def take_deck_step(  # noqa: C901 - one case a type of event
    table: TableState, deck: DeckState, event: Event, body: Any
) -> None:
    """Remember a step, and by whom it was taken as far as that matters."""
    seq = event.seq
    match event.type:
        case "deck_described":
            deck.described_seq = seq
            deck.designs = tuple(dict.fromkeys(map(comparable, body.designs)))[:2]
        case "deck_inspected":
            deck.inspected_seq = seq
            deck.inspected_by_dealer = comparable(body.inspected_by) == table.dealer
            deck.wrong_when_inspected = _wrong_when_inspected(body)
        case "inspection_verified":
            deck.verified_seq = seq
            by = comparable(body.verified_by)
            assigned = by == table.floorperson and by != table.dealer
            deck.verified_by_floorperson = assigned and not rank_below(body.stamps, body.verified_by)
        case "deck_spread" if body.occasion == "opening":
            deck.spread_seq, deck.spread_face_up = seq, body.face == "up"
        case "deck_spread":
            deck.idle_seq = seq
        case "deck_washed":
            deck.washed_seq = seq
            deck.washed_unseen = not table.seated_ever or body.viewed_by_seat is None
        case "cards_shuffled":
            _shuffled(table, deck, event, body)
        case "cards_cut":
            deck.cut_seq, deck.cut_depth, deck.cut_cover_cards = seq, body.depth, body.cover_cards
            _in_play(deck, event)
        case "recut_ordered":
            deck.recut_seq = seq
        case "stub_counted":
            _counted(deck, event, body)


def _counted(deck: DeckState, event: Event, body: Any) -> None:
    if body.deck_cards != DECK_SIZE:
        deck.short_seq, deck.short_by_device, deck.short_cards = event.seq, False, body.deck_cards


def _shuffled(table: TableState, deck: DeckState, event: Event, body: Any) -> None:
    deck.shuffled_seq, deck.shuffled_by = event.seq, body.method
    deck.first_shuffle_seq = deck.first_shuffle_seq or event.seq
    _in_play(deck, event)
    table.reshuffle_due.pop(deck.name, None)
    if body.counted not in (None, DECK_SIZE):
        deck.short_seq, deck.short_by_device, deck.short_cards = event.seq, True, body.counted


def _in_play(deck: DeckState, event: Event) -> None:
    """A deck's clock starts with its first shuffle into play; a preshuffled one is cut instead (x.3(c))."""
    if deck.in_play_since_us is None:
        deck.in_play_since_us = event.occurred_at_us


def _wrong_when_inspected(body: Any) -> str:
    if body.defects:
        return body.defects[0].defect or "a defect"
    if body.counted not in (None, DECK_SIZE):
        return f"{body.counted} cards"
    return ""
