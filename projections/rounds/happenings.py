"""What happens at a table besides its hands: who opens, deals and closes, decks, devices, irregularities.

A row for each such event of live play, so that a table's day is read without the cards and wagers between.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, get_args

from events.envelope import LIVE, Event
from events.vocabulary.cards import CardsShuffled, DeckChanged, DeckRemoved, DecksReceived
from events.vocabulary.irregularities import (
    DeviceFailed,
    DeviceJammed,
    DeviceMarkedOutOfOrder,
    DeviceReturnedToService,
    IrregularityCalled,
)
from events.vocabulary.play import RoundOpened
from events.vocabulary.table import DealerChanged, DealingChanged, TableClosed, TableOpened

DeckEvent = CardsShuffled | RoundOpened
"""There are as many of these as rounds: of them the row has the deck and how it was dealt, and no body."""
TableHappening = TableOpened | DealerChanged | TableClosed | DealingChanged | DecksReceived | DeckChanged
DeviceHappening = DeviceFailed | DeviceJammed | DeviceMarkedOutOfOrder | DeviceReturnedToService
Happening = DeckEvent | TableHappening | DeckRemoved | DeviceHappening | IrregularityCalled
HAPPENINGS: Final = frozenset(body.TYPE for body in get_args(Happening))


@dataclass(slots=True)
class HappeningRow:
    """An event of a table; `deck` and `dealing` are of a shuffle or a round, `body` is of all others."""

    stream: str
    seq: int
    type: str
    schema: int
    occurred_at_us: int
    round: str
    actor: str
    deck: str
    dealing: str
    body: bytes

    @property
    def event(self) -> Event:
        """The event as far as the row has it."""
        at_us = self.occurred_at_us
        own = (self.type, self.schema, at_us, at_us, "", self.round or None, self.actor, "", LIVE, self.body)
        return Event("", self.stream, self.seq, b"", *own)


def happening_row(event: Event, body: Happening) -> HappeningRow | None:
    """The row of an event; None for a round that says nothing of its deck: then there is one deck alone."""
    of_deck = ("", "")
    if isinstance(body, CardsShuffled):
        of_deck = (body.deck, "")
    elif isinstance(body, RoundOpened):
        of_deck = (body.deck or "", body.dealing or "")
        if of_deck == ("", ""):
            return None
    kept = b"" if any(of_deck) else event.body
    said = (event.type, event.schema, event.occurred_at_us, event.round or "", event.actor)
    return HappeningRow(event.stream, event.seq, *said, *of_deck, kept)
