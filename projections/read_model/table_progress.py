"""How far each link has followed each of its tables, and so up to which moment its meters are complete.

A table that has sent its end-of-day marker, or that two people have signed for, holds its links back no more
until it plays again: it may stay closed for a week. Whatever else is behind, or known to miss something,
does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import msgspec

from events.times import SECOND_US
from events.vocabulary.links import LinkLegSetAside
from projections.keeping.days import with_day
from projections.keeping.leg_sequence import LegSequence


@dataclass(slots=True)
class TableProgressRow:
    """A table as a link knows it: its last leg, when that was recorded, and its gaming days.

    `open_day` and `latest_day` are the first and the last gaming day of live play that no end-of-day marker
    has ended, empty where there is none; `ended_day` is the latest day that a marker ended.
    """

    link: str
    table: str
    leg: int
    recorded_at_us: int
    open_day: str
    latest_day: str
    ended_day: str


PAST_EVERY_US: Final = 300 * SECOND_US
"""Of how long the first and the last leg are kept of a table's past: five minutes."""


def last_slot(at_us: int) -> int:
    """The last slot of a table's past that may be of a moment, or of one before."""
    return 2 * (at_us // PAST_EVERY_US) + 1


@dataclass(slots=True)
class TableProgressPastRow:
    """A table as its link knew it after the first and after the last leg of five minutes, for moments in the
    past.

    `slot` numbers them: even for the first leg, odd for the last. `at_us` is the moment in the order of the
    link.
    """

    link: str
    table: str
    slot: int
    at_us: int
    recorded_at_us: int
    open_day: str
    latest_day: str
    ended_day: str


class LegDay(NamedTuple):
    """When a leg was recorded, and if it is live: which gaming day it is of or ends, what it sets aside.

    `joins`: the table feeds the link from now on; what a table sends before it ever joined is not play.
    `opens`: the link is put into play, if it never was.
    """

    recorded_at_us: int
    plays_day: str = ""
    ends_day: str = ""
    sets_aside: LinkLegSetAside | None = None
    joins: bool = False
    opens: bool = False


class TableProgress(msgspec.Struct, array_like=True):
    """One source of a link, a table for instance: its legs, in the order in which the keeper takes them."""

    legs: LegSequence[LegDay] = msgspec.field(default_factory=LegSequence)
    recorded_at_us: int = 0
    open_days: tuple[str, ...] = ()
    ended_day: str = ""
    joined: bool = False
    at_us: int = 0

    def follow(self, leg: LegDay) -> None:
        """A leg whose turn has come."""
        self.joined |= leg.joins
        self.recorded_at_us = max(self.recorded_at_us, leg.recorded_at_us)
        if leg.ends_day:
            self.ended_day = max(self.ended_day, leg.ends_day)
            self.open_days = tuple(day for day in self.open_days if day > leg.ends_day)
        elif self.joined and leg.plays_day and leg.plays_day not in self.open_days:
            self.open_days = with_day(self.open_days, leg.plays_day)

    def row(self, link: str, table: str) -> TableProgressRow:
        """As the read model shows it."""
        first, *_, latest = (*self.open_days, *self.open_days) or ("", "")
        last_leg = self.legs.next_leg - 1
        return TableProgressRow(link, table, last_leg, self.recorded_at_us, first, latest, self.ended_day)

    def past_row(self, link: str, table: str, *, last: bool) -> TableProgressPastRow:
        """As it is kept for later; its legs may move on without a leg that counts, and are left out."""
        row = self.row(link, table)
        days = (row.open_day, row.latest_day, row.ended_day)
        slot = last_slot(self.at_us) - (0 if last else 1)
        return TableProgressPastRow(link, table, slot, self.at_us, self.recorded_at_us, *days)


class Completeness(NamedTuple):
    """Up to which moment a link has followed all its tables; None where one of them never sent a leg.

    `behind` are the tables that hold it back, furthest behind first; `missing` names what is known to be
    missing of them.
    """

    to_us: int | None
    behind: tuple[str, ...]
    missing: Mapping[str, str]


def completeness(
    progress: Iterable[TableProgressRow], missing: Mapping[str, str], closed_day: str = ""
) -> Completeness:
    """What the rows of a link come to; `missing` is by table, `closed_day` the link's last closed day.

    Something that is missing and is not a leg of a table, a record of the keeper for instance, is shown and
    changes no moment.
    """
    rows = {row.table: row for row in progress}
    holding = [row for row in rows.values() if row.table in missing or row.latest_day > closed_day]
    if holding:
        to_us = min(row.recorded_at_us for row in holding)
    else:
        to_us = max((row.recorded_at_us for row in rows.values()), default=0)
    behind = sorted(holding, key=lambda row: (row.recorded_at_us, row.table))
    return Completeness(to_us or None, tuple(row.table for row in behind), dict(sorted(missing.items())))
