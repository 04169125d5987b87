"""The bounds of a gaming day, also on the two days of the year when clocks change."""

from datetime import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.times import MAX_TIME_US, day_text, parse_time
from streams.clock import GamingDays

HOUR_US = 3_600_000_000


@pytest.mark.parametrize(
    ("day", "start", "end", "hours"),
    [
        ("2026-03-01", "2026-03-01T06:00:00-05:00", "2026-03-02T06:00:00-05:00", 24),
        # Clocks go from 2:00 to 3:00 on March 8: the night before is an hour short.
        ("2026-03-07", "2026-03-07T06:00:00-05:00", "2026-03-08T06:00:00-04:00", 23),
        ("2026-03-08", "2026-03-08T06:00:00-04:00", "2026-03-09T06:00:00-04:00", 24),
        # Clocks go from 2:00 to 1:00 on November 1: the night before is an hour long.
        ("2026-10-31", "2026-10-31T06:00:00-04:00", "2026-11-01T06:00:00-05:00", 25),
        ("2026-11-01", "2026-11-01T06:00:00-05:00", "2026-11-02T06:00:00-05:00", 24),
    ],
)
def test_a_day_runs_from_cut_off_to_cut_off_of_the_local_clock(day, start, end, hours):
    days = GamingDays()

    assert days.bounds(day) == (parse_time(start), parse_time(end))
    assert parse_time(end) - parse_time(start) == hours * HOUR_US


@pytest.mark.parametrize(
    ("moment", "shift"),
    [
        ("2026-03-02T06:00:00-05:00", "06:00–14:00"),
        ("2026-03-02T13:59:59-05:00", "06:00–14:00"),
        ("2026-03-02T14:00:00-05:00", "14:00–22:00"),
        ("2026-03-02T21:59:59-05:00", "14:00–22:00"),
        ("2026-03-02T22:00:00-05:00", "22:00–06:00"),
        ("2026-03-03T05:59:59-05:00", "22:00–06:00"),
        # The night in which clocks change ends at six on the wall all the same.
        ("2026-03-08T05:59:59-04:00", "22:00–06:00"),
        ("2026-03-08T06:00:00-04:00", "06:00–14:00"),
        ("2026-11-01T05:59:59-05:00", "22:00–06:00"),
    ],
)
def test_a_gaming_day_has_three_shifts_by_the_clock_on_the_wall(moment, shift):
    assert GamingDays().shift(parse_time(moment)) == shift


def test_shifts_begin_at_the_cut_off():
    days = GamingDays("UTC", time(4, 30))
    hours = [days.shift(parse_time(f"2026-03-02T{at}:00Z")) for at in ("04:29", "04:30", "12:30", "20:30")]
    assert hours == ["20:30–04:30", "04:30–12:30", "12:30–20:30", "20:30–04:30"]
    assert days.shift(MAX_TIME_US) in hours


@given(
    number=st.integers(10_000, 30_000),
    zone=st.sampled_from(["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "UTC"]),
    cut_off=st.times().map(lambda found: time(found.hour, found.minute)),
)
def test_the_bounds_of_a_day_hold_its_moments_and_no_others(number, zone, cut_off):
    days = GamingDays(zone, cut_off)
    day, after = day_text(number), day_text(number + 1)
    start, end = days.bounds(day)

    assert end == days.bounds(after)[0]
    assert days(start) == days(end - 1) == day
    assert days(end) == after


@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Kiritimati", "Etc/GMT+12", "UTC"])
@pytest.mark.parametrize("cut_off", [time(0), time(6), time(23, 59)])
def test_the_days_at_both_ends_of_the_calendar_have_bounds_that_an_event_can_have(zone, cut_off):
    days = GamingDays(zone, cut_off)
    start, end = days.bounds(days(0))
    assert 0 == start < end
    assert days(end - 1) == days(0)
    start, end = days.bounds("9999-12-31")
    assert 0 < start <= end == MAX_TIME_US
