"""R01: which clocks are off and which events only come late, by the two times of each event."""

from __future__ import annotations

import pytest

from events.envelope import NO_PREV, Event
from events.source_ids import FILE_DIGITS
from projections.examining.examiner import TableExaminer
from projections.examining.record.clocks import MOST_CLOCKS

SECOND_US = 1_000_000
START_US = 1_772_449_200_000_000


def event(seq: int, recorded_s: float, apart_s: float, source: str = "device-7", actor: str = "D-1") -> Event:
    """A note, so that nothing but its clock is judged; `apart_s` is how long after it happened it came."""
    recorded_us = START_US + int(recorded_s * SECOND_US)
    times = (recorded_us - int(apart_s * SECOND_US), recorded_us, "2026-03-02")
    sent = (None, actor, f"{source}#{seq}", "live", b"")
    return Event("PA01", "table:T-1", seq, NO_PREV, "note_recorded", 1, *times, *sent)


def found(*events: Event):
    examiner = TableExaminer()
    return [finding for each in events for finding in examiner.take(each)]


def told(*apart: tuple[float, float], **named: str) -> list[tuple[int, ...]]:
    """The events that findings rest on, of a device whose events come so: when, and how late."""
    return [each.events for each in found(*(event(n, *each, **named) for n, each in enumerate(apart, 1)))]


def test_a_clock_that_is_ahead_is_told_at_its_first_event_and_once():
    (finding,) = found(*(event(seq, seq * 10, -90.5) for seq in range(1, 30)))

    assert (finding.id, finding.check, finding.severity) == ("R01", "device_clock_off", "record")
    assert (finding.section, finding.table, finding.events) == (None, "T-1", (1,))
    assert finding.message == "The clock of device-7 is 90 seconds ahead of the recorder's."


def test_a_minute_is_not_more_than_a_minute():
    assert told((1, -60), (2, 60), (90, 60), (200, -60)) == []
    assert told((1, -60.000001)) == [(1,)]


def test_a_clock_that_is_behind_is_told_when_it_came_no_nearer_for_a_minute_of_ours():
    assert told((0, 300), (30, 301), (60, 299)) == []
    assert told((0, 300), (30, 301), (60.5, 299)) == [(1, 3)]
    assert told(*((10 * n, 300) for n in range(100))) == [(1, 8)]


def test_what_could_not_be_sent_for_a_while_comes_late_and_is_not_told():
    """Ten minutes of events within two minutes: each is less late than the last, until all are there."""
    backlog = [(n, 600 - 4.5 * n) for n in range(0, 121, 5)]
    assert backlog[-1][1] == 60
    assert told(*backlog, (125, 1)) == []


def test_a_single_event_that_was_sent_again_is_not_told():
    assert told((0, 1), (10, 400), (20, 1), (90, 400), (100, 1), (200, 400)) == []


def test_it_is_told_again_only_after_it_was_right_for_a_minute():
    ahead = [(0, -100), (30, 0), (80, -100), (100, 0)]
    assert told(*ahead) == [(1,)]
    assert told(*ahead, (141, 0), (150, -100)) == [(1,), (6,)]


def test_lines_of_a_file_are_passed_over_and_devices_are_told_apart():
    file = "0123456789abcdef"
    assert len(file) == FILE_DIGITS
    assert told((0, -500), (70, 900), (140, 900), source=file) == []
    assert told((0, -500), source=file[1:]) == [(1,)]
    both = found(event(1, 0, -100, "a"), event(2, 1, -100, "b"), event(3, 2, -100, "a"))
    assert [each.message.split()[3] for each in both] == ["a", "b"]


@pytest.mark.parametrize("actor", ["D-1", "D-2"])
def test_where_the_recorder_made_the_id_the_clock_is_that_of_who_sent_it(actor):
    events = [event(1, 0, -100, "recorder", "D-1"), event(2, 1, -100, "recorder", actor)]
    assert len(found(*events)) == len({"D-1", actor})


def test_so_many_devices_at_most_are_remembered():
    """The first is forgotten for the last, and told again; the others are not."""
    events = [event(n, n, -100, f"d-{n}") for n in range(MOST_CLOCKS + 1)]
    again = [event(1_000 + n, 100, -100, f"d-{n}") for n in (0, MOST_CLOCKS)]

    assert len(found(*events)) == MOST_CLOCKS + 1
    assert [each.events for each in found(*events, *again)[-1:]] == [(1_000,)]
    assert len(found(*events, *again)) == MOST_CLOCKS + 2
