"""Whose the boxes of a table are: a row for each box that a player takes, and one where a player leaves.

A box is the player's who took it last, unless that player has taken other boxes, or left, since. So whose a
box was at any event is one look at an index, and nobody has to follow the table from its first event.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from events.envelope import Event
from events.vocabulary.players import BoxesChanged, PlayerLeft, PlayerSeated

BoxEvent = PlayerSeated | BoxesChanged | PlayerLeft
NO_BOX: Final = 0
"""The seat of a row that says a player has no box any longer."""


@dataclass(slots=True)
class BoxRow:
    """That a box is a player's from `seq` on; `seat` 0: that the player has none."""

    stream: str
    mode: str
    seat: int
    seq: int
    player: str


def box_rows(event: Event, body: BoxEvent) -> Iterator[BoxRow]:
    """What an event changes."""
    boxes = () if isinstance(body, PlayerLeft) else body.boxes
    for seat in dict.fromkeys(boxes) or (NO_BOX,):
        yield BoxRow(event.stream, event.mode, seat, event.seq, body.player)
