"""How far each link has heard each of its tables, and so up to which moment its meters are complete.

A table that sends its end-of-day marker does not hold its links back until it is heard again: it may stay
closed for a week. Whatever else is open and behind, or known to miss something, does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

HELD_AT_MOST: Final = 256
"""Early legs that are remembered of one table; the keeper puts more of them aside."""


@dataclass(slots=True)
class HeardRow:
    """A table as a link has heard it: its last leg, when that was recorded, and its gaming days.

    `open_day` is the first gaming day heard since the last end-of-day marker, empty where there is none;
    `ended_day` is the latest day that a marker ended.
    """

    link: str
    table: str
    leg: int
    heard_at_us: int
    open_day: str
    ended_day: str


class Said(NamedTuple):
    """What a leg says of its table: when it was recorded, of which gaming day, and which day it ends."""

    at_us: int
    gaming_day: str
    ends_day: str


@dataclass(slots=True)
class Hearing:
    """One table at one link. Legs are heard in the order of their numbers, as the keeper hears them.

    After a halted stream was resumed, `skip` lets one gap pass: what the lost events carried never comes.
    """

    next_leg: int = 1
    heard_at_us: int = 0
    open_day: str = ""
    ended_day: str = ""
    resumed_seq: int = 0
    skip: bool = False
    held: dict[int, Said] = field(default_factory=dict)

    def take(self, number: int, said: Said) -> None:
        """A leg: a repeat changes nothing, an early one is kept until the missing one comes."""
        if number < self.next_leg:
            return
        if number > self.next_leg and not self.skip:
            if len(self.held) < HELD_AT_MOST:
                self.held[number] = said
            return
        self._hear(number, said)
        while (held := self.held.pop(self.next_leg, None)) is not None:
            self._hear(self.next_leg, held)

    def go_on(self, from_seq: int) -> None:
        """The stream goes on after a gap: what was lost is not waited for."""
        if from_seq <= self.resumed_seq:
            return
        self.resumed_seq = from_seq
        for number in sorted(self.held):
            self._hear(number, self.held.pop(number))
        self.skip = True

    def _hear(self, number: int, said: Said) -> None:
        self.next_leg = number + 1
        self.skip = False
        self.heard_at_us = max(self.heard_at_us, said.at_us)
        if said.ends_day:
            self.ended_day = max(self.ended_day, said.ends_day)
            if self.open_day <= said.ends_day:
                self.open_day = ""
        elif not self.open_day:
            self.open_day = said.gaming_day

    def row(self, link: str, table: str) -> HeardRow:
        """As the read model shows it."""
        return HeardRow(link, table, self.next_leg - 1, self.heard_at_us, self.open_day, self.ended_day)

    def dump(self) -> list[Any]:
        """Plain values for a stored state."""
        return [
            self.next_leg,
            self.heard_at_us,
            self.open_day,
            self.ended_day,
            self.resumed_seq,
            self.skip,
            [[number, *said] for number, said in sorted(self.held.items())],
        ]

    @classmethod
    def load(cls, dumped: list[Any]) -> Hearing:
        """The state of `dump`."""
        next_leg, at_us, open_day, ended_day, resumed_seq, skip, held = dumped
        early = {number: Said(*said) for number, *said in held}
        return cls(next_leg, at_us, open_day, ended_day, resumed_seq, skip, early)


class Completeness(NamedTuple):
    """Up to which moment all tables of a link have been heard; None where none ever was.

    `behind` are the tables that hold it back, furthest behind first; `missing` says of those that are known
    to miss something what it is.
    """

    to_us: int | None
    behind: tuple[str, ...]
    missing: Mapping[str, str]


def completeness(heard: Iterable[HeardRow], missing: Mapping[str, str]) -> Completeness:
    """What the rows of a link come to, with what is known to be missing, by table."""
    rows = {row.table: row for row in heard}
    holding = sorted(
        (rows[table].heard_at_us if table in rows else 0, table)
        for table in {*missing, *(row.table for row in rows.values() if row.open_day)}
    )
    if not holding:
        latest = max((row.heard_at_us for row in rows.values()), default=None)
        return Completeness(latest, (), {})
    return Completeness(holding[0][0], tuple(table for _, table in holding), dict(sorted(missing.items())))
