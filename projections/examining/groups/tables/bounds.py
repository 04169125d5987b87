"""X01–X03: where more happened at a table than is followed. What is remembered of a table is bounded, and
what goes beyond that is said, so that nobody takes silence for a clean table."""

from __future__ import annotations

from collections.abc import Iterator

from projections.examining.check import ROUND_DONE, Check, Found, Moment
from projections.examining.memory.deck_state import MOST_LIVE, MOST_REMOVED
from projections.examining.memory.table_state import MOST_MOVEMENTS, MOST_STEPS


def removed_decks_forgotten(moment: Moment) -> Iterator[Found]:
    """X01: so many decks were taken from the table that the first are no longer known."""
    removed = moment.table.removed_decks
    name = moment.body.deck if moment.event.type == "deck_removed" else moment.body.removed
    if len(removed) >= MOST_REMOVED and name not in removed:
        text = f"More than {MOST_REMOVED} decks were removed: that one of the first comes back is not seen."
        yield Found(None, text)


def decks_not_followed(moment: Moment) -> Iterator[Found]:
    """X02: more decks are at the table than are followed."""
    decks = moment.table.decks
    if len({*decks, *(deck.deck for deck in moment.body.decks)}) > MOST_LIVE:
        yield Found(None, f"More than {MOST_LIVE} decks are at the table: the others are not followed.")


def round_cut_short(moment: Moment) -> Iterator[Found]:
    """X03: more happened in a round than is followed."""
    round_ = moment.round
    if round_ is not None and round_.cut_short:
        text = (
            f"More happened in this round than is followed ({MOST_MOVEMENTS} cards that moved, "
            f"{MOST_STEPS:,} events): what needs all of it is not judged."
        )
        yield Found(None, text, "", (round_.opened_seq,))


CHECKS = (
    Check(
        *("X01", "removed_decks_forgotten", ("deck_removed", "deck_changed"), "decks"),
        removed_decks_forgotten,
        without_book=True,
    ),
    Check("X02", "decks_not_followed", ("decks_received",), "decks", decks_not_followed, without_book=True),
    Check("X03", "round_cut_short", (ROUND_DONE,), "round", round_cut_short, without_book=True),
)
