"""Who works at a table and how it deals: a row for each event that changes it.

A field that an event says nothing about is empty, and is then as the last row before has it. So who was there
at any event is one look at an index for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from events.envelope import Event
from events.vocabulary.table import DealerChanged, DealingChanged, TableOpened

CrewEvent = TableOpened | DealerChanged | DealingChanged


@dataclass(slots=True)
class CrewRow:
    """Dealer, floorperson and the methods of a table from `seq` on; empty: as before."""

    stream: str
    mode: str
    seq: int
    dealer: str = ""
    floorperson: str = ""
    dealing: str = ""
    shuffling: str = ""


def crew_row(event: Event, body: CrewEvent) -> CrewRow:
    """What an event changes."""
    place = (event.stream, event.mode, event.seq)
    match body:
        case TableOpened():
            return CrewRow(*place, body.dealer, body.floorperson, body.dealing, body.shuffling)
        case DealerChanged():
            return CrewRow(*place, body.dealer, body.floorperson)
        case DealingChanged():
            return CrewRow(*place, dealing=body.dealing, shuffling=body.shuffling)
        case _:
            assert_never(body)
