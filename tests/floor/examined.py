"""What the examiner finds on a floor, and which planted mistakes have come to light by its end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from events.body import decode_body
from events.envelope import Event
from floor.trouble.mistake import Planted
from projections.examining.examiner import examine
from projections.examining.finding import Finding

MENDED_BY = {"shuffle_missing": "cards_shuffled", "cut_missing": "cards_cut", "cut_too_shallow": "cards_cut"}
"""What puts a mistake right before anybody plays: done again, as after the table stood idle."""


def by_table(events: Iterable[Event]) -> dict[str, list[Event]]:
    """The events of each table."""
    tables: dict[str, list[Event]] = defaultdict(list)
    for event in events:
        if event.kind == "table":
            tables[event.owner].append(event)
    return tables


def found_on(events: Iterable[Event]) -> list[Finding]:
    """Everything that the examiner finds."""
    return [finding for stream in by_table(events).values() for finding in examine(stream)]


def round_of(planted: Planted, stream: Sequence[Event]) -> str | None:
    """The round in which a mistake with a deck that had been played shows; None where it never does.

    A deck that is not dealt from any more that night shows nothing, nor one that was shuffled or cut again.
    """
    deck, mended = None, MENDED_BY[planted.kind]
    for event in stream:
        if event.type not in ("round_opened", mended):
            continue
        body: Any = decode_body(event)
        if event.type == "round_opened" and event.occurred_at_us < planted.at_us:
            deck = body.deck
        elif event.occurred_at_us < planted.at_us + (event.type == mended):
            continue
        elif body.deck == deck:
            return event.round if event.type == "round_opened" else None
    return None
