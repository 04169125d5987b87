"""Times by integer arithmetic, held against Python's own calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from events.times import MAX_TIME_US, day_number, day_text, is_day, parse_time, time_text

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
OFFSETS = st.integers(-23 * 60 - 59, 23 * 60 + 59).map(lambda minutes: timezone(timedelta(minutes=minutes)))


@given(st.dates())
@example(date(1, 1, 1))
@example(date(2000, 2, 29))
@example(date(9999, 12, 31))
def test_days_are_those_of_the_calendar(day):
    number = day_number(day.isoformat())

    assert number == (day - date(1970, 1, 1)).days
    assert day_text(number) == day.isoformat()


@given(st.integers(0, 9999), st.integers(0, 99), st.integers(0, 99))
@example(1900, 2, 29)
@example(2000, 2, 29)
@example(2024, 2, 30)
def test_a_day_is_one_that_exists(year, month, day):
    text = f"{year:04d}-{month:02d}-{day:02d}"
    try:
        date.fromisoformat(text)
    except ValueError:
        assert not is_day(text) or year == 0
    else:
        assert is_day(text)


@given(st.datetimes(datetime(1970, 1, 2), datetime(9999, 12, 30), timezones=OFFSETS))  # noqa: DTZ001 - bounds
def test_a_time_with_an_offset_is_read_as_python_reads_it(moment):
    expected = (moment - EPOCH) // timedelta(microseconds=1)

    assert parse_time(moment.isoformat()) == expected
    assert parse_time(moment.isoformat(timespec="microseconds")) == expected
    assert time_text(expected) == moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


@given(st.integers(0, MAX_TIME_US))
@example(0)
@example(MAX_TIME_US)
def test_what_is_printed_is_read_back(time_us):
    assert parse_time(time_text(time_us)) == time_us


@pytest.mark.parametrize(
    ("text", "time_us"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01t00:00:01.5z", 1_500_000),
        ("1970-01-01T00:00:00.000001+00:00", 1),
        ("1970-01-01T00:00:00-00:00", 0),
        ("1969-12-31T19:00:00-05:00", 0),
        ("1970-01-01T05:30:00+05:30", 0),
        ("9999-12-31T23:59:59.999999Z", MAX_TIME_US),
    ],
)
def test_forms_of_rfc_3339(text, time_us):
    assert parse_time(text) == time_us


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("2026-03-01T21:00:00", "no offset"),
        ("2026-03-01T21:00:00.123456", "no offset"),
        ("2026-03-01", "not an RFC 3339 time"),
        ("2026-03-01 21:00:00Z", "not an RFC 3339 time"),
        ("2026-03-01T21:00Z", "not an RFC 3339 time"),
        ("2026-03-01T21:00:00.Z", "not an RFC 3339 time"),
        ("2026-03-01T21:00:00Z\n", "not an RFC 3339 time"),
        ("2026-03-01T21:00:00+5", "not an RFC 3339 time"),
        ("٢٠٢٦-03-01T21:00:00Z", "not an RFC 3339 time"),
        ("1772398800", "not an RFC 3339 time"),
        ("", "not an RFC 3339 time"),
        ("2026-02-29T21:00:00Z", "not a day and time"),
        ("2026-13-01T21:00:00Z", "not a day and time"),
        ("2026-03-01T24:00:00Z", "not a day and time"),
        ("2026-03-01T21:60:00Z", "not a day and time"),
        ("2016-12-31T23:59:60Z", "leap seconds"),
        ("2026-03-01T21:00:00.1234567Z", "finer than a microsecond"),
        ("2026-03-01T21:00:00+24:00", "offset beyond"),
        ("2026-03-01T21:00:00+05:60", "offset beyond"),
        ("1969-12-31T23:59:59.999999Z", "between the years 1970 and 9999"),
        ("1970-01-01T00:00:00+00:01", "between the years 1970 and 9999"),
        ("9999-12-31T23:59:59-00:01", "between the years 1970 and 9999"),
    ],
)
def test_what_is_not_a_time_says_why(text, problem):
    with pytest.raises(ValueError, match=problem):
        parse_time(text)


@pytest.mark.parametrize("time_us", [-1, MAX_TIME_US + 1])
def test_a_time_out_of_range_is_not_printed(time_us):
    with pytest.raises(ValueError, match="between the years 1970 and 9999"):
        time_text(time_us)
