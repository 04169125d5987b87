"""The round index: for every round of every mode, where its events are and how it ended.

Built from headers alone, but for the seats: wagers say who was in the round. A batch gives one change a
round; changes merge, so a store may add them up in any split of the log, and the bulk reader may work on
ranges side by side.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Final

from events.body import read_facts
from events.envelope import Event
from events.errors import MalformedEvent
from events.vocabulary.play import WagerPlaced, WagerSettled

ENDINGS: Final = {"round_opened": "opened", "round_closed": "closed", "round_voided": "voided"}
"""The types that begin or end a round, and what counts them."""
SEATED: Final[dict[str, type[WagerPlaced | WagerSettled]]] = {
    WagerPlaced.TYPE: WagerPlaced,
    WagerSettled.TYPE: WagerSettled,
}
"""The types that say who was in a round: a seat that was settled without a wager is looked for, too."""
_LAST_BIT: Final = 62
"""SQLite's integers have 63 bits without a sign; no layout has so many seats, whatever is recorded."""
_CACHED_AT_MOST: Final = 4_096


def seat_bit(seat: int) -> int:
    """The bit of a seat in `RoundChange.seats`; those beyond 61 share one."""
    return 1 << min(seat, _LAST_BIT)


def seats_in(bits: int) -> list[int]:
    """The seats that bits stand for; the last bit stands for one that no layout has."""
    return [seat for seat in range(1, _LAST_BIT) if bits >> seat & 1]


class SeatBits:
    """The seats of wagers as bits. Equal wagers have equal bytes, so each is read once."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[bytes, int] = {}

    def of(self, type_: str, schema: int, body: bytes) -> int:
        """The bit of a wager's seat; 0 where the body cannot be read."""
        try:
            return self._known[body]
        except KeyError:
            return self._read(type_, schema, body)

    def _read(self, type_: str, schema: int, body: bytes) -> int:
        if len(self._known) >= _CACHED_AT_MOST:
            self._known.clear()
        try:
            bit = seat_bit(read_facts(SEATED[type_], schema, body).seat)
        except MalformedEvent:
            bit = 0
        self._known[body] = bit
        return bit


def no_places() -> array[int]:
    """The places of no event."""
    return array("Q")


def places_in(stored: bytes) -> list[int]:
    """The offsets of the events of a round, from what is stored of them."""
    return array("Q", stored).tolist()


@dataclass(slots=True)
class RoundChange:
    """What some events add to one round. `seats` has a bit for each seat that wagered or was settled.

    `places` are the offsets of its events in their order, eight bytes each, so that they merge by being put
    one behind the other: between two events of a round lie those of all the other tables.
    """

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
    seats: int = 0
    places: array[int] = field(default_factory=no_places)

    def __reduce__(self) -> tuple[type[RoundChange], tuple[object, ...]]:
        """How a parallel process hands it over: in a fifth of the time that a dataclass takes by itself."""
        return RoundChange, _IN_ORDER(self)


RoundKey = tuple[str, str, str]
"""Stream, round and mode: what is tested while a live round is open is a round of its own."""

_IN_ORDER: Final = attrgetter(*(each.name for each in fields(RoundChange)))


class RoundChanges:
    """The changes of a batch, one a round, in the order in which rounds were met."""

    __slots__ = ("_seats", "changes")

    def __init__(self) -> None:
        self.changes: dict[RoundKey, RoundChange] = {}
        self._seats = SeatBits()

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
        change.places.append(offset)
        ending = ENDINGS.get(event.type)
        if ending is not None:
            setattr(change, ending, getattr(change, ending) + 1)
        if event.type in SEATED:
            change.seats |= self._seats.of(event.type, event.schema, event.body)
