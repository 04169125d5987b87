"""A span of a meter's past: what was on display, and what moved it. However long, only so much is read."""

from __future__ import annotations

from itertools import islice
from typing import Final, NamedTuple

from projections.ledger.accounts import Entry
from streams.read_model.ledger import entries, entries_of_type, standing, totals_at
from streams.read_model.queries.meters import POINTS
from streams.read_model.store import ReadStore

WALKED: Final = 2_000
"""So many entries of a book are gone through one by one; a longer span is looked at here and there."""
_DAYS: Final = 8
"""Adjustments are shown of so many of the last days that have any."""


class MeterSpan(NamedTuple):
    """`points` are moments and what was on display then; `moved` entries that moved it, and by what.

    Of a span that is not gone through whole these are the first.
    """

    points: list[tuple[int, int]]
    moved: list[tuple[Entry, int]]
    is_whole: bool


class Adjusted(NamedTuple):
    """A record that adjusted a meter."""

    seq: int
    at_us: int


def meter_span(store: ReadStore, link: str, meter: str, after_us: int, until_us: int) -> MeterSpan:
    """A meter after one moment and up to another."""
    amount = _shown_at(store, link, meter, after_us)
    found = [*islice(entries(store, link, after_us=after_us, until_us=until_us), WALKED + 1)]
    is_whole = len(found) <= WALKED
    moved = [(each, by) for each in found[:WALKED] for by in [_moved_by(each, meter)] if by]
    points = [(after_us, amount)]
    if is_whole:
        for each, by in moved:
            points.append((each.at_us, points[-1][1] + by))
        points.append((until_us, points[-1][1]))
    else:
        moments = [after_us + (until_us - after_us) * number // POINTS for number in range(1, POINTS + 1)]
        points += [(at_us, _shown_at(store, link, meter, at_us)) for at_us in moments]
    return MeterSpan(_thinned(points), moved, is_whole)


def adjustments(store: ReadStore, link: str, meter: str) -> list[Adjusted]:
    """The last adjustments of a meter; only the days that have any are looked into."""
    days = store.select(
        str,
        """SELECT DISTINCT day FROM day_totals WHERE book = ? AND cause = 'adjustment' AND meter = ?
        ORDER BY day DESC LIMIT ?""",
        (link, meter, _DAYS),
    )
    found = [each for day in reversed(days) for each in entries_of_type(store, link, day, "meter_adjusted")]
    return [
        Adjusted(each.seq, each.at_us)
        for each in found
        if any(posting.meter == meter for posting in each.postings)
    ]


def _shown_at(store: ReadStore, link: str, meter: str, at_us: int) -> int:
    return standing(totals_at(store, link, at_us), meter)["primary"].mc


def _moved_by(entry: Entry, meter: str) -> int:
    """On a liability a credit adds."""
    return -sum(each.mc for each in entry.postings if (each.account, each.meter) == ("primary", meter))


def _thinned(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """At most so many of them, always with the first and the last."""
    last = len(points) - 1
    if last < POINTS:
        return points
    return [points[last * number // (POINTS - 1)] for number in range(POINTS)]
