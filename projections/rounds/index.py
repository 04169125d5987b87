"""The round index: for every round of every mode, where its events are and how it ended.

Built from headers alone. A batch gives one change a round; changes merge, so a store may add them up in any
split of the log, and the bulk reader may work on ranges side by side.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Final

from events.envelope import Event

ENDINGS: Final = {"round_opened": "opened", "round_closed": "closed", "round_voided": "voided"}
"""The types that begin or end a round, and what counts them."""


@dataclass(slots=True)
class RoundChange:
    """What some events add to one round."""

    round: str
    stream: str
    mode: str
    gaming_day: str
    partition: int
    first_seq: int
    last_seq: int
    first_offset: int
    last_offset: int
    first_at_us: int
    last_at_us: int
    events: int
    opened: int = 0
    closed: int = 0
    voided: int = 0

    def __reduce__(self) -> tuple[type[RoundChange], tuple[object, ...]]:
        """How a parallel process hands it over: in a fifth of the time that a dataclass takes by itself."""
        return RoundChange, _IN_ORDER(self)


RoundKey = tuple[str, str, str]
"""Stream, round and mode: what is tested while a live round is open is a round of its own."""

_IN_ORDER: Final = attrgetter(*(field.name for field in fields(RoundChange)))


class RoundChanges:
    """The changes of a batch, one a round, in the order in which rounds were met."""

    __slots__ = ("changes",)

    def __init__(self) -> None:
        self.changes: dict[RoundKey, RoundChange] = {}

    def add(self, partition: int, offset: int, event: Event) -> None:
        """Count one applied event of a round; events without a round are nobody's."""
        if event.round is None:
            return
        key = (event.stream, event.round, event.mode)
        change = self.changes.get(key)
        if change is None:
            change = self.changes[key] = RoundChange(
                event.round,
                event.stream,
                event.mode,
                event.gaming_day,
                partition,
                event.seq,
                event.seq,
                offset,
                offset,
                event.occurred_at_us,
                event.occurred_at_us,
                1,
            )
        else:
            change.last_seq = event.seq
            change.last_offset = offset
            change.last_at_us = event.occurred_at_us
            change.events += 1
        ending = ENDINGS.get(event.type)
        if ending is not None:
            setattr(change, ending, getattr(change, ending) + 1)
