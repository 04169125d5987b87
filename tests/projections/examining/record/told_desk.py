"""Desks and links as they tell it themselves: readings, what was compared, explained, refused."""

from __future__ import annotations

from typing import Any

from events.body import parse_body
from events.envelope import NO_PREV, Event
from tests.projections.examining.chained import chained, in_turn

MONDAY, TUESDAY = "2026-03-02", "2026-03-03"
SIGNED: dict[str, Any] = {"signed_by": [], "reason": "looked at"}
_AT_US = 1_772_449_200_000_000


def line(type_: str, on: str = MONDAY, mode: str = "live", **fields: Any) -> Event:
    """Something that is said in the course of a gaming day."""
    body = parse_body(type_, fields)
    sent = (None, "A-7", "desk#1", mode, body.to_bytes())
    return Event("PA01", "", 1, NO_PREV, type_, body.SCHEMA, _AT_US, _AT_US, on, *sent)


def note(on: str = MONDAY) -> Event:
    """Nothing that is judged."""
    return line("note_recorded", on, subject="the day", text="goes on")


def _of(reading: int) -> dict[str, Any]:
    return {"day": MONDAY, "link": "L-1", "meter": "progressive", "reading_seq": reading}


def compared(reading: int = 1, read: int = 900, mode: str = "live") -> Event:
    """A reading and what the log had: 1,000 millicents."""
    amounts = {"read_mc": read, "expected_mc": 1_000, "variance_mc": read - 1_000}
    return line("reading_compared", mode=mode, **_of(reading), **amounts)


def answered(type_: str, reading: int = 1, on: str = MONDAY) -> Event:
    """A variance is explained, or its reading withdrawn."""
    return line(type_, on, **_of(reading), **SIGNED)


def closed(day: str) -> Event:
    """A gaming day is closed, on Monday."""
    body = parse_body("gaming_day_closed", {"day": day, "missing_tables": [], **SIGNED})
    return note()._replace(type=body.TYPE, schema=body.SCHEMA, body=body.to_bytes())


def read_by(badge: str, department: str | None) -> Event:
    """A reading by somebody whom the register has in a department, or not at all."""
    rank = None if department is None else "staff"
    stamp = {"badge": badge, "department": department, "rank": rank, "register_seq": 4}
    of = {"day": MONDAY, "link": "L-1", "meter": "progressive", "read_mc": 1_000}
    return line("reading_entered", **of, read_by=badge, stamps=[stamp])


def refused(section: str | None) -> Event:
    """A change of a link's terms that was refused."""
    of = {"attempted": "link_terms_changed", "reason": "the seed is not the rulebook's"}
    return line("link_change_refused", **of, attempted_by=["S-1"], attempted_sha256="0" * 64, section=section)


def erring_desks() -> list[bytes]:
    """A desk with a variance and a badge that nobody issued, a link whose terms were refused twice."""
    desk = [read_by("X-9", None), compared(), note(), note(TUESDAY)]
    link = [refused("678a.12(d)(3)"), refused(None)]
    return in_turn(chained(_sent(desk), "desk:accounting"), chained(_sent(link), "link:L-9"))


def _sent(events: list[Event]) -> list[Event]:
    """Each with an id of its own."""
    return [event._replace(source_id=f"desk#{number}") for number, event in enumerate(events, 1)]
