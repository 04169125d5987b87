"""What every event is given: number, chain, times and day, by the recorder's clock and never backwards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.envelope import NO_PREV
from events.jsonform import Draft
from events.times import MAX_TIME_US, parse_time
from projections.recording.completing import BEFORE_FIRST, StreamEnd, complete
from streams.clock import GamingDays

DAYS = GamingDays()
NOON = parse_time("2026-03-02T17:00:00Z")
HOUR = 3_600_000_000
TIMES = st.integers(0, MAX_TIME_US)


def a_draft(occurred_at_us: int) -> Draft:
    return Draft(
        None,
        "table:T",
        None,
        None,
        "round_closed",
        1,
        occurred_at_us,
        None,
        None,
        None,
        "D-1",
        None,
        "live",
        b"",
    )


def completed(occurred_at_us: int, now_us: int, end: StreamEnd = BEFORE_FIRST):
    return complete(a_draft(occurred_at_us), end, "F", now_us, DAYS)


def test_the_first_event_of_a_stream():
    event = completed(NOON, NOON + 5)
    assert (event.seq, event.prev, event.source_id) == (1, NO_PREV, "recorder#1")
    assert (event.occurred_at_us, event.recorded_at_us, event.gaming_day) == (NOON, NOON + 5, "2026-03-02")


@pytest.mark.parametrize(
    ("device", "day"),
    [
        ("2099-12-31T17:00:00Z", "2026-03-02"),  # a device years ahead cannot reach another day
        ("2026-03-03T17:00:00Z", "2026-03-02"),
        ("2026-03-02T03:00:00Z", "2026-03-01"),  # what comes late belongs to its own day
        ("1970-01-02T00:00:00Z", "1970-01-01"),
    ],
)
def test_the_day_is_that_of_the_earlier_clock(device, day):
    assert completed(parse_time(device), NOON).gaming_day == day


def test_a_time_and_a_day_that_a_draft_brings_are_not_believed():
    brought = a_draft(NOON)._replace(recorded_at_us=MAX_TIME_US, gaming_day="2099-01-01")
    event = complete(brought, BEFORE_FIRST, "F", NOON, DAYS)
    assert (event.recorded_at_us, event.gaming_day) == (NOON, "2026-03-02")


@given(st.lists(st.tuples(TIMES, TIMES), min_size=1, max_size=8))
def test_recording_time_and_day_never_go_back_whatever_the_clocks_show(clocks):
    end = BEFORE_FIRST
    for occurred_at_us, now_us in clocks:
        event = completed(occurred_at_us, now_us, end)
        assert event.recorded_at_us == max(end.recorded_at_us, now_us)
        assert event.gaming_day == max(end.gaming_day, DAYS(min(occurred_at_us, event.recorded_at_us)))
        assert (event.seq, event.prev) == (end.seq + 1, end.hash)
        end = StreamEnd.after(event, bytes([event.seq]) * 32)
