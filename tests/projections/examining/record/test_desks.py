"""R02, R08 and T22 on the streams of desks and links: each by events that break it, and by clean ones."""

from __future__ import annotations

from typing import Any

import pytest

from events.body import parse_body
from events.envelope import NO_PREV, Event
from projections.examining.record.desks import MOST_VARIANCES
from tests.projections.examining.chained import chained, examined
from tests.projections.examining.test_partition import issued
from tests.projections.folding import sources

MONDAY, TUESDAY = "2026-03-02", "2026-03-03"
SIGNED = {"signed_by": [], "reason": "looked at"}


def line(type_: str, on: str = MONDAY, mode: str = "live", **fields: Any) -> Event:
    body = parse_body(type_, fields)
    times = (1_772_449_200_000_000, 1_772_449_200_000_000, on)
    return Event(
        "PA01", "", 1, NO_PREV, type_, body.SCHEMA, *times, None, "A-7", "desk#1", mode, body.to_bytes()
    )


def found(*events: Event, stream: str = "desk:accounting"):
    log = sources(chained(events, stream))
    outputs = examined(log)
    assert examined(log, range(len(log))) == outputs
    return [each.finding for each in issued(outputs)]


def compared(reading: int = 1, read: int = 900, **changes: Any) -> Event:
    of = {"day": MONDAY, "link": "L-1", "meter": "progressive", "reading_seq": reading}
    amounts = {"read_mc": read, "expected_mc": 1_000, "variance_mc": read - 1_000}
    return line("reading_compared", **changes, **of, **amounts)


def answered(type_: str, reading: int = 1, **changes: Any) -> Event:
    of = {"day": MONDAY, "link": "L-1", "meter": "progressive", "reading_seq": reading}
    return line(type_, **of, **SIGNED, **changes)


NOTE = {"subject": "the day", "text": "begins"}


def test_a_variance_is_told_when_the_desk_is_in_a_later_day_and_nobody_has_explained_it():
    (finding,) = found(compared(), line("note_recorded", **NOTE), line("note_recorded", TUESDAY, **NOTE))

    assert (finding.id, finding.severity, finding.section, finding.table) == ("R08", "money", None, None)
    assert (finding.due_mc, finding.done_mc, finding.difference_mc) == (1_000, 900, -100)
    assert finding.events == (1, 3)
    assert (finding.stream, finding.gaming_day) == ("desk:accounting", TUESDAY)


def test_a_variance_is_told_when_its_day_is_closed_without_an_explanation():
    def close(day: str) -> Event:
        event = line("note_recorded", **NOTE)
        body = parse_body("gaming_day_closed", {"day": day, "missing_tables": [], **SIGNED})
        return event._replace(type=body.TYPE, schema=body.SCHEMA, body=body.to_bytes())

    assert [each.events for each in found(compared(), close(MONDAY))] == [(1, 2)]
    assert found(compared(), close("2026-03-01")) == []


@pytest.mark.parametrize("type_", ["variance_explained", "reading_withdrawn"])
@pytest.mark.parametrize("day", [MONDAY, TUESDAY])
def test_what_was_explained_or_withdrawn_is_not_told(type_, day):
    assert found(compared(), answered(type_), line("note_recorded", TUESDAY, **NOTE)) == []
    late = [answered(type_)._replace(gaming_day=day), line("note_recorded", TUESDAY, **NOTE)]
    assert found(compared(), *late) == []
    (other,) = found(compared(), answered(type_, reading=2), line("note_recorded", TUESDAY, **NOTE))
    assert other.id == "R08"


def test_a_reading_that_agrees_is_not_told_nor_one_of_a_test():
    assert found(compared(read=1_000), line("note_recorded", TUESDAY, **NOTE)) == []
    assert found(compared(mode="test"), line("note_recorded", TUESDAY, **NOTE)) == []


def test_a_variance_is_told_once():
    later = [line("note_recorded", TUESDAY, **NOTE)] * 3
    assert [each.id for each in found(compared(), *later)] == ["R08"]


def test_of_very_many_variances_the_oldest_is_told_at_once():
    told = found(*(compared(reading) for reading in range(1, MOST_VARIANCES + 2)))
    assert [each.events[0] for each in told] == [1]


def _reading(badge: str, department: str | None) -> Event:
    rank = None if department is None else "staff"
    stamp = {"badge": badge, "department": department, "rank": rank, "register_seq": 4}
    of = {"day": MONDAY, "link": "L-1", "meter": "progressive", "read_mc": 1_000}
    return line("reading_entered", **of, read_by=badge, stamps=[stamp])


def test_a_reading_by_nobody_in_the_register_is_told_once_until_they_are_in_it():
    nobody, known = _reading("X-9", None), _reading(" x-9", "accounting")

    (finding,) = found(nobody, nobody)
    assert (finding.id, finding.severity, finding.events) == ("R02", "record", (1,))
    assert "X-9 is not in the register of badges" in finding.message
    assert found(known) == []
    assert [each.events for each in found(nobody, known, nobody)] == [(1,), (3,)]


def _refused(section: str | None) -> Event:
    of = {"attempted": "link_terms_changed", "reason": "the seed is not the rulebook's"}
    return line("link_change_refused", **of, attempted_by=["S-1"], attempted_sha256="0" * 64, section=section)


def test_terms_that_a_link_was_refused_are_told_with_the_section_that_fixes_them():
    (finding,) = found(_refused("678a.12(d)(3)"), stream="link:L-1")

    assert (finding.id, finding.severity, finding.section) == ("T22", "record", "678a.12(d)(3)")
    assert (finding.stream, finding.table) == ("link:L-1", None)
    assert found(_refused(None), stream="link:L-1") == []


def test_a_body_that_cannot_be_read_is_said_to_be_so():
    broken = compared()._replace(body=b"\x80")
    (finding,) = found(broken, line("note_recorded", TUESDAY, **NOTE))
    assert (finding.id, finding.events) == ("R00", (1,))
