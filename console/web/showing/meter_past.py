"""The past of a meter, or a span of it: the points of its plot, what happened beside them, what moved it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from console.commands.ledger.span import Span
from console.web.asked import Asked
from console.web.entry.roles import ADMIN, INVESTIGATORS
from console.web.frame.places import event_address, rules_address
from console.web.frame.words import display, plain
from console.web.showing.needs import address_of
from events.times import SECOND_US
from projections.ledger.accounts import Entry
from streams.read_model.ledger import entries
from streams.read_model.queries.awards import awards_of
from streams.read_model.queries.meter_span import adjustments, meter_span
from streams.read_model.queries.meters import MeterAmounts

_ENTRIES: Final = 25
"""Of what moved a meter so many entries are shown: the last ones, of a span the first."""
_MOVED_WITHIN_US: Final = 3_600 * SECOND_US


class Mark(NamedTuple):
    """What happened to a meter at a moment: its status, in a few words, and where it is looked at."""

    at_us: int
    tone: str
    words: str
    href: str


def leads(asked: Asked) -> dict[str, Any]:
    """Where awards, records and sections are looked at; an administrator sees no awards."""
    return {
        "award_href": address_of if asked.role != ADMIN else None,
        "rules_href": rules_address,
        "record_href": event_address,
    }


def past_of(asked: Asked, link: str, one: MeterAmounts, span: Span) -> dict[str, Any]:
    """What the page of a meter takes for its past."""
    points: list[tuple[int, int]] = [*one.history]
    more = False
    if span.start is None and span.end is None:
        if points and points[-1][0] < one.as_of_us:
            points.append((one.as_of_us, one.amount_mc))
        since_us = one.as_of_us - _MOVED_WITHIN_US
        found = _moved(asked, link, one.meter, since_us)[: -_ENTRIES - 1 : -1]
    else:
        first_us = points[0][0] if points else 0
        after_us, until_us = _moments(asked, span, first_us)
        part = meter_span(asked.store, link, one.meter, after_us, until_us)
        points, found = part.points, part.moved[:_ENTRIES]
        more = not part.is_whole or len(part.moved) > _ENTRIES
    marks = _within(sorted(_marks(asked, link, one.meter)), points)
    return {
        "history": points,
        "points": [[at_us // SECOND_US, amount_mc] for at_us, amount_mc in points],
        "moved": found,
        "more": more,
        "marks": marks,
        "drawn": [[each.at_us // SECOND_US, each.tone, each.words, each.href] for each in marks],
    }


def _moments(asked: Asked, span: Span, first_us: int) -> tuple[int, int]:
    """A span as moments: after the one, up to the other."""
    start, end = span.start, span.end
    after = asked.site.days.bounds(start)[0] - 1 if isinstance(start, str) else start
    until = asked.site.days.bounds(end)[1] - 1 if isinstance(end, str) else end
    until_us = asked.now_us if until is None else until
    return min(first_us - 1, until_us) if after is None else after, until_us


def _moved(asked: Asked, link: str, meter: str, since_us: int) -> list[tuple[Entry, int]]:
    found = [
        (entry, -sum(each.mc for each in entry.postings if (each.account, each.meter) == ("primary", meter)))
        for entry in entries(asked.store, link, after_us=since_us)
    ]
    return [(entry, mc) for entry, mc in found if mc]


def _marks(asked: Asked, link: str, meter: str) -> Iterator[Mark]:
    """Awards that were locked and paid, and adjustments."""
    for award in awards_of(asked.store, link):
        if award.meter != meter:
            continue
        what = f"{display(award.amount_mc)} for {plain(award.hand)} at {award.table}"
        href = address_of(award) if asked.role != ADMIN else ""
        yield Mark(award.locked_at_us or award.recorded_at_us, "pending", f"locked: {what}", href)
        if award.status == "paid":
            yield Mark(award.recorded_at_us, "ok", f"paid: {what}", href)
    for each in adjustments(asked.store, link, meter):
        href = event_address(f"meter:{link}", each.seq) if asked.role in INVESTIGATORS else ""
        yield Mark(each.at_us, "bad", f"adjusted: record {each.seq}", href)


def _within(marks: list[Mark], points: list[tuple[int, int]]) -> list[Mark]:
    """Those that are on the plot; it begins and ends with a second."""
    if not points:
        return []
    first, last = points[0][0] // SECOND_US, points[-1][0] // SECOND_US
    return [each for each in marks if first <= each.at_us // SECOND_US <= last][-2 * _ENTRIES :]
