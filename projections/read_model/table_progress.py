"""How far each link has heard each of its tables, and so up to which moment its meters are complete.

A table that has sent its end-of-day marker, or that two people have signed for, holds its links back no more
until it plays again: it may stay closed for a week. Whatever else is behind, or known to miss something,
does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

HELD_AT_MOST: Final = 256
"""Early legs that are remembered of one table; the keeper puts more of them aside."""


@dataclass(slots=True)
class TableProgressRow:
    """A table as a link has heard it: its last leg, when that was recorded, and its gaming days.

    `open_day` and `latest_day` are the first and the last gaming day of live play that no end-of-day marker
    has ended, empty where there is none; `ended_day` is the latest day that a marker ended.
    """

    link: str
    table: str
    leg: int
    heard_at_us: int
    open_day: str
    latest_day: str
    ended_day: str


class Said(NamedTuple):
    """What a leg says of its table: when it was recorded, and which gaming day it is of or ends, if live."""

    at_us: int
    plays_day: str = ""
    ends_day: str = ""


@dataclass(slots=True)
class Hearing:
    """One table at one link. Legs are heard in the order of their numbers, as the keeper hears them.

    After a halted stream was resumed, `skip` lets one gap pass: what the lost events carried never comes.
    """

    next_leg: int = 1
    heard_at_us: int = 0
    open_days: tuple[str, ...] = ()
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
            self.open_days = tuple(day for day in self.open_days if day > said.ends_day)
        elif said.plays_day and said.plays_day not in self.open_days:
            self.open_days = tuple(sorted((*self.open_days, said.plays_day)))

    def row(self, link: str, table: str) -> TableProgressRow:
        """As the read model shows it."""
        first, *_, latest = (*self.open_days, *self.open_days) or ("", "")
        return TableProgressRow(
            link, table, self.next_leg - 1, self.heard_at_us, first, latest, self.ended_day
        )

    def dump(self) -> list[Any]:
        """Plain values for a stored state."""
        return [
            self.next_leg,
            self.heard_at_us,
            self.open_days,
            self.ended_day,
            self.resumed_seq,
            self.skip,
            [[number, *said] for number, said in sorted(self.held.items())],
        ]

    @classmethod
    def load(cls, dumped: list[Any]) -> Hearing:
        """The state of `dump`."""
        next_leg, at_us, open_days, ended_day, resumed_seq, skip, held = dumped
        early = {number: Said(*said) for number, *said in held}
        return cls(next_leg, at_us, tuple(open_days), ended_day, resumed_seq, skip, early)


class Completeness(NamedTuple):
    """Up to which moment all tables of a link have been heard; None where one of them never was.

    `behind` are the tables that hold it back, furthest behind first; `missing` says of those that are known
    to miss something what it is.
    """

    to_us: int | None
    behind: tuple[str, ...]
    missing: Mapping[str, str]


def completeness(
    heard: Iterable[TableProgressRow], missing: Mapping[str, str], closed_day: str = ""
) -> Completeness:
    """What the rows of a link come to; `missing` is by table, `closed_day` the link's last closed day.

    Something that is missing and was never heard as a table, a record of the keeper for instance, is shown
    and says nothing about moments.
    """
    rows = {row.table: row for row in heard}
    holding = [row for row in rows.values() if row.table in missing or row.latest_day > closed_day]
    if holding:
        to_us = min(row.heard_at_us for row in holding)
    else:
        to_us = max((row.heard_at_us for row in rows.values()), default=0)
    behind = sorted(holding, key=lambda row: (row.heard_at_us, row.table))
    return Completeness(to_us or None, tuple(row.table for row in behind), dict(sorted(missing.items())))
