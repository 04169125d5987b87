"""The verdict on a round in sentences and rows of words, alike on every document about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from console.pages.drawn import plain, short_or_over
from console.pages.told_round import ToldRound
from events.body import decode_body
from events.envelope import Event
from events.money import MC_PER_CENT, text
from events.vocabulary.progressive import RoundVoided
from projections.rounds.verdict import RoundVerdict, Row

GLYPHS: Final = {"ok": "●", "bad": "■", "warn": "▲", "pending": "◆", "unknown": "○"}
_NAMED: Final = 3
"""So many differences are told one by one; more are in the table below."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One thing to say, and the status that it has."""

    tone: str
    words: str

    @property
    def glyph(self) -> str:
        """A status is never told by colour alone."""
        return GLYPHS[self.tone]


@dataclass(frozen=True, slots=True)
class Judged:
    """A row of the verdict, in words."""

    seat: int
    wager: str
    due: str
    done: str
    difference: str
    tone: str
    mark: str
    hand: str
    rate: str
    section: str
    depends_on: str
    due_if: str
    why: str

    @property
    def glyph(self) -> str:
        """A status is never told by colour alone."""
        return GLYPHS[self.tone]


def answer(told: ToldRound) -> list[Sentence]:
    """What a reader wants to know first."""
    said = [*_ended(told)]
    rows = told.verdict.rows
    wrong = [row for row in rows if row.difference_cents]
    said += [Sentence("bad", _differs(row)) for row in wrong[:_NAMED]]
    if wrong[_NAMED:]:
        said.append(Sentence("bad", f"{counted(len(wrong) - _NAMED, 'more wager')} differ: see the verdict."))
    right = sum(row.judged and not row.difference_cents for row in rows)
    if right:
        verb = "agrees" if right == 1 else "agree"
        said.append(Sentence("ok", f"{counted(right, 'wager')} {verb} with the rules."))
    for why in dict.fromkeys(row.why for row in rows if row.why):
        named = ", ".join(f"seat {row.seat} {plain(row.wager)}" for row in rows if row.why == why)
        said.append(Sentence("unknown", f"Not judged: {named}: {why}."))
    if not rows:
        said.append(Sentence("unknown", "No wager was placed."))
    said += [Sentence("warn", f"The events do not agree: {words}.") for words in told.shown.discrepancies]
    if told.findings:
        said.append(Sentence("warn", f"{counted(len(told.findings), 'finding')} of the checks of procedure."))
    return said


def _ended(told: ToldRound) -> Iterable[Sentence]:
    for trouble in told.shown.troubles:
        where = f"event {trouble.seq}: " if trouble.seq is not None else ""
        yield Sentence("warn", f"{plain(trouble.what).capitalize()}: {where}{trouble.why}.")
    if told.view.mode != "live":
        yield Sentence("unknown", f"This was {told.view.mode} play.")
    if told.view.status == "open":
        yield Sentence("unknown", "The round is still open: there is no verdict yet.")
    if told.view.status == "voided":
        yield Sentence("warn", f"The round was voided: {_void_words(told.events)}.")


def _void_words(events: Iterable[Event]) -> str:
    bodies = [decode_body(event) for event in events if event.type == RoundVoided.TYPE]
    voids = [body for body in bodies if isinstance(body, RoundVoided)]
    return "; ".join(f"{void.reason} ({void.section}), ruled by {void.ruled_by}" for void in voids)


def _differs(row: Row) -> str:
    by = text(abs(row.difference_mc or 0))
    how = "short" if (row.difference_mc or 0) < 0 else "too much"
    section = f", {row.section}" if row.section else ""
    return f"Seat {row.seat} was paid {by} {how}: {plain(row.wager)}{section}."


def counted(number: int, noun: str) -> str:
    """A number and its noun: 1 wager, 4 wagers."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def judged_rows(verdict: RoundVerdict, instead: RoundVerdict | None) -> list[Judged]:
    """The rows of a verdict, with what would be due otherwise beside each."""
    others = {(row.seat, row.wager): row for row in instead.rows} if instead else {}
    found = []
    for row in verdict.rows:
        other = others.pop((row.seat, row.wager), None)
        found.append(_judged(row, other, asked=instead is not None))
    found += [_only_otherwise(other) for other in others.values()]
    return found


def _judged(row: Row, other: Row | None, *, asked: bool) -> Judged:
    difference = row.difference_mc
    tone = "unknown" if not row.judged else "bad" if difference else "ok"
    mark = {"unknown": "not judged", "bad": "differs", "ok": "agrees"}[tone]
    covers = ", ".join(f"seat {seat} {plain(wager)}" for seat, wager in row.covers)
    return Judged(
        row.seat,
        plain(row.wager) + (f" over {covers}" if covers else ""),
        _money(row.due_cents),
        text(row.done_mc),
        short_or_over(difference) if difference else "",
        tone,
        mark,
        row.hand or "",
        row.rate or "",
        row.section or "",
        ", ".join(map(plain, row.depends_on)),
        _money(other.due_cents if other else None) if asked else "",
        row.why or "",
    )


def _only_otherwise(other: Row) -> Judged:
    """A row that there is only under what was asked."""
    return Judged(
        other.seat,
        plain(other.wager),
        "–",
        "–",
        "",
        "pending",
        "only if",
        other.hand or "",
        other.rate or "",
        other.section or "",
        ", ".join(map(plain, other.depends_on)),
        _money(other.due_cents),
        other.why or "",
    )


def _money(cents: int | None) -> str:
    return "?" if cents is None else text(cents * MC_PER_CENT)
