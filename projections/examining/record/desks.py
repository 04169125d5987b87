"""R02, R08, T22 on the streams of desks and links: badges, readings, and terms that a link was refused.

Only live play is judged here. A reading with a variance is told when nobody has explained or withdrawn it by
the end of the gaming day in which it was compared, as the desk's own stream shows: at its next event of a
later day, or when the day of the reading is closed there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from events.body import read_body
from events.envelope import LIVE, Event
from events.money import text
from events.vocabulary.desk import GamingDayClosed, ReadingCompared, ReadingWithdrawn, VarianceExplained
from events.vocabulary.links import LinkChangeRefused
from projections.examining.check import Found
from projections.examining.memory.badges import not_registered, note_badges, unknown_in
from projections.examining.record.record_check import BADGE, TERMS, VARIANCE, RecordCheck
from projections.recording.stamping import BADGES

MOST_VARIANCES: Final = 256
"""Of more than this the oldest is told at once: it waits for an explanation longest."""
_READ: Final = BADGES.keys() | {ReadingCompared.TYPE, LinkChangeRefused.TYPE}
"""The types whose bodies are read; all others pass by their header."""


@dataclass(frozen=True, slots=True)
class Variance:
    """A reading that differs from the meter, and that nobody has explained yet."""

    seq: int
    reading_seq: int
    compared_on: str
    day: str
    link: str
    meter: str
    read_mc: int
    expected_mc: int


@dataclass(slots=True)
class DeskState:
    """What is remembered of the stream of a desk or a link."""

    variances: dict[int, Variance] = field(default_factory=dict)
    """By the number of the reading."""
    unknown_badges: dict[str, int] = field(default_factory=dict)


def take(desk: DeskState, event: Event) -> Iterator[tuple[RecordCheck, Found]]:
    """What an event of a desk or a link completes; the state moves on."""
    if event.mode != LIVE:
        return
    body: Any = read_body(event) if event.type in _READ else None
    if isinstance(body, VarianceExplained | ReadingWithdrawn):
        desk.variances.pop(body.reading_seq, None)
    for badge, stamp in unknown_in(desk.unknown_badges, body):
        yield BADGE, Found(None, not_registered(event, stamp), badge)
    note_badges(desk.unknown_badges, event, body)
    for variance in [each for each in desk.variances.values() if _is_due(each, event, body)]:
        yield VARIANCE, _unexplained(desk, variance)
    if isinstance(body, ReadingCompared) and body.variance_mc:
        if len(desk.variances) >= MOST_VARIANCES:
            yield VARIANCE, _unexplained(desk, next(iter(desk.variances.values())))
        desk.variances[body.reading_seq] = _variance(event, body)
    if isinstance(body, LinkChangeRefused) and body.section is not None:
        said = f"Terms that are not the paytable's were asked for, and refused: {body.reason}."
        yield TERMS, Found(body.section, said)


def _is_due(variance: Variance, event: Event, body: Any) -> bool:
    closed = isinstance(body, GamingDayClosed) and body.day == variance.day
    return closed or event.gaming_day > variance.compared_on


def _variance(event: Event, body: ReadingCompared) -> Variance:
    of = body.day, body.link, body.meter, body.read_mc, body.expected_mc
    return Variance(event.seq, body.reading_seq, event.gaming_day, *of)


def _unexplained(desk: DeskState, variance: Variance) -> Found:
    del desk.variances[variance.reading_seq]
    said = (
        f"{variance.link}, meter {variance.meter}, {variance.day}: {text(variance.read_mc)} was read, the "
        f"log has {text(variance.expected_mc)}, and nobody has explained the difference."
    )
    seqs = (variance.reading_seq, variance.seq)
    return Found(None, said, seqs=seqs, due_mc=variance.expected_mc, done_mc=variance.read_mc)
