"""R02, R08 and T22 on the streams of desks and links: each by events that break it, and by clean ones."""

from __future__ import annotations

import pytest

from events.envelope import Event
from projections.examining.record.desks import MOST_VARIANCES
from tests.projections.examining.chained import chained, examined
from tests.projections.examining.record.told_desk import (
    MONDAY,
    TUESDAY,
    answered,
    closed,
    compared,
    note,
    read_by,
    refused,
)
from tests.projections.examining.test_partition import issued
from tests.projections.folding import sources


def found(*events: Event, stream: str = "desk:accounting"):
    log = sources(chained(events, stream))
    outputs = examined(log)
    assert examined(log, range(len(log))) == outputs
    return [each.finding for each in issued(outputs)]


def test_a_variance_is_told_when_the_desk_is_in_a_later_day_and_nobody_has_explained_it():
    (finding,) = found(compared(), note(), note(TUESDAY))

    assert (finding.id, finding.severity, finding.section, finding.table) == ("R08", "money", None, None)
    assert (finding.due_mc, finding.done_mc, finding.difference_mc) == (1_000, 900, -100)
    assert finding.events == (1, 3)
    assert (finding.stream, finding.gaming_day) == ("desk:accounting", TUESDAY)


def test_a_variance_is_told_when_its_day_is_closed_without_an_explanation():
    assert [each.events for each in found(compared(), closed(MONDAY))] == [(1, 2)]
    assert found(compared(), closed("2026-03-01")) == []


@pytest.mark.parametrize("type_", ["variance_explained", "reading_withdrawn"])
@pytest.mark.parametrize("day", [MONDAY, TUESDAY])
def test_what_was_explained_or_withdrawn_is_not_told(type_, day):
    assert found(compared(), answered(type_), note(TUESDAY)) == []
    late = [answered(type_, on=day), note(TUESDAY)]
    assert found(compared(), *late) == []
    (other,) = found(compared(), answered(type_, reading=2), note(TUESDAY))
    assert other.id == "R08"


def test_a_reading_that_agrees_is_not_told_nor_one_of_a_test():
    assert found(compared(read=1_000), note(TUESDAY)) == []
    assert found(compared(mode="test"), note(TUESDAY)) == []


def test_a_variance_is_told_once():
    later = [note(TUESDAY)] * 3
    assert [each.id for each in found(compared(), *later)] == ["R08"]


def test_of_very_many_variances_the_oldest_is_told_at_once():
    told = found(*(compared(reading) for reading in range(1, MOST_VARIANCES + 2)))
    assert [each.events[0] for each in told] == [1]


def test_a_reading_by_nobody_in_the_register_is_told_once_until_they_are_in_it():
    nobody, known = read_by("X-9", None), read_by(" x-9", "accounting")

    (finding,) = found(nobody, nobody)
    assert (finding.id, finding.severity, finding.events) == ("R02", "record", (1,))
    assert "X-9 is not in the register of badges" in finding.message
    assert found(known) == []
    assert [each.events for each in found(nobody, known, nobody)] == [(1,), (3,)]


def test_terms_that_a_link_was_refused_are_told_with_the_section_that_fixes_them():
    (finding,) = found(refused("678a.12(d)(3)"), stream="link:L-1")

    assert (finding.id, finding.severity, finding.section) == ("T22", "record", "678a.12(d)(3)")
    assert (finding.stream, finding.table) == ("link:L-1", None)
    assert found(refused(None), stream="link:L-1") == []


def test_a_body_that_cannot_be_read_is_said_to_be_so():
    broken = compared()._replace(body=b"\x80")
    (finding,) = found(broken, note(TUESDAY))
    assert (finding.id, finding.events) == ("R00", (1,))
