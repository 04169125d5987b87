"""Times as people type them: local or RFC 3339, and what a clock never or twice shows is answered clearly."""

import re

import pytest

from console.wording.typed_time import in_gaming_day, read_moment
from events.times import parse_time
from streams.clock import GamingDays
from tests.console.calling import pitledger


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("2026-03-02 07:00", "2026-03-02T12:00:00Z"),
        ("2026-07-02 7:00", "2026-07-02T11:00:00Z"),
        ("2026-03-02 07:16:29.475928", "2026-03-02T12:16:29.475928Z"),
        ("2026-03-02 07:16:29 est", "2026-03-02T12:16:29Z"),
        ("2026-11-01 01:30 EDT", "2026-11-01T05:30:00Z"),
        ("2026-11-01 01:30 EST", "2026-11-01T06:30:00Z"),
        ("2026-03-02T12:00:00Z", "2026-03-02T12:00:00Z"),
        ("2026-03-02T07:00:00-05:00", "2026-03-02T12:00:00Z"),
        ("2026-03-02 12:00:00Z", "2026-03-02T12:00:00Z"),
    ],
)
def test_a_time_with_its_day_is_exact(typed, means):
    assert read_moment(typed) == parse_time(means)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("2026-03-08 02:30", "2026-03-08 02:30 does not exist in America/New_York"),
        ("2026-11-01 01:30", "write 2026-11-01 01:30:00 EDT or 2026-11-01 01:30:00 EST"),
        ("2026-03-02 07:00 PST", "2026-03-02 07:00 is EST in America/New_York, not PST"),
        ("2026-03-02T07:00:00", "has no offset: add Z for UTC"),
        ("2026-03-02T07:00:00.1234567Z", "is finer than a microsecond"),
        ("1969-12-31 18:59", "is not between the years 1970 and 9999 in UTC"),
        ("9999-12-31 23:59", "is not between the years 1970 and 9999 in UTC"),
        ("0001-01-01 00:00", "is not between the years 1970 and 9999 in UTC"),
        *(
            (
                typed,
                f"{typed!r} is not a time: write 07:00 or 2025-06-15 07:00, local, or 2025-06-15T11:00:00Z",
            )
            for typed in (
                "",
                "now",
                "7",
                "25:00",
                "07:60",
                "2026-02-30 07:00",
                "2026-03-02",
                "07:00 ",
                "٠٧:٠٠",
            )
        ),
    ],
)
def test_what_is_not_one_moment_is_answered_with_how_to_write_it(typed, answer):
    with pytest.raises(ValueError, match=re.escape(answer)):
        read_moment(typed)


@pytest.mark.parametrize(
    ("now", "typed", "means"),
    [
        ("2026-03-02 10:00", "07:00", "2026-03-02 07:00"),
        ("2026-03-02 07:00", "07:00", "2026-03-02 07:00"),
        ("2026-03-02 05:00", "07:00", "2026-03-01 07:00"),
        # After midnight the evening is the one that has been, though the date is another.
        ("2026-03-03 02:00", "23:00", "2026-03-02 23:00"),
        ("2026-03-03 02:00", "01:00", "2026-03-03 01:00"),
        ("2026-11-01 01:10 EST", "01:30 EDT", "2026-11-01 01:30 EDT"),
    ],
)
def test_a_time_alone_is_the_last_of_that_name_that_has_been(now, typed, means):
    assert read_moment(typed, lambda: read_moment(now)) == read_moment(means)


@pytest.mark.parametrize(
    ("now", "typed", "answer"),
    [
        ("2026-11-01 12:00", "01:30", "2026-11-01 01:30 comes twice"),
        ("2026-11-01 01:40 EDT", "01:30", "2026-11-01 01:30 comes twice"),
        ("2026-03-08 12:00", "02:30", "2026-03-08 02:30 does not exist"),
        ("2026-03-09 02:00", "02:30", "2026-03-08 02:30 does not exist"),
    ],
)
def test_a_time_alone_that_came_twice_or_never_is_not_guessed(now, typed, answer):
    with pytest.raises(ValueError, match=answer):
        read_moment(typed, lambda: read_moment(now))


@pytest.mark.parametrize(
    ("day", "typed", "means"),
    [
        ("2026-03-02", "07:00", "2026-03-02 07:00"),
        ("2026-03-02", "06:00", "2026-03-02 06:00"),
        ("2026-03-02", "05:59", "2026-03-03 05:59"),
        ("2026-03-02", "2026-03-05 05:59", "2026-03-05 05:59"),
        ("2026-03-02", "2026-03-05T12:00:00Z", "2026-03-05 07:00"),
        # The night in which the clock is put forward belongs to the day before.
        ("2026-03-07", "03:00", "2026-03-08 03:00"),
        # What its own date lacks, or has twice, was before its cut-off.
        ("2026-03-08", "02:30", "2026-03-09 02:30"),
        ("2026-11-01", "01:30", "2026-11-02 01:30"),
        ("2026-10-31", "01:30 EDT", "2026-11-01 01:30 EDT"),
        ("2026-10-31", "01:30 EST", "2026-11-01 01:30 EST"),
        # The first and the last day of the calendar.
        ("1969-12-31", "05:00", "1970-01-01 05:00"),
        ("9999-12-31", "05:00", "9999-12-31 05:00"),
    ],
)
def test_a_time_of_a_gaming_day_may_be_after_midnight(day, typed, means):
    assert in_gaming_day(typed, GamingDays().bounds(day)) == read_moment(means)


@pytest.mark.parametrize(
    ("day", "typed", "answer"),
    [
        ("2026-03-07", "02:30", "2026-03-08 02:30 does not exist"),
        ("2026-10-31", "01:30", "2026-11-01 01:30 comes twice"),
        ("2026-03-08", "07:00 EST", "2026-03-08 07:00 is EDT"),
    ],
)
def test_a_time_that_a_gaming_day_does_not_have_is_refused(day, typed, answer):
    with pytest.raises(ValueError, match=answer):
        in_gaming_day(typed, GamingDays().bounds(day))


OPTIONS = [
    ("meters", "--at"),
    *(("ledger", report, "--at") for report in ("trial", "liability")),
    *(
        ("ledger", report, option)
        for report in ("postings", "hits", "statement L M")
        for option in ("--from", "--to")
    ),
    ("export-events", "--from"),
    ("export-events", "--to"),
    ("day", "2026-10-31", "--read", "L", "M", "1.00", "--by", "A-7", "--at"),
]


@pytest.mark.parametrize("words", OPTIONS, ids=" ".join)
def test_every_option_that_takes_a_time_takes_it_local_and_says_what_is_wrong_with_it(words, tmp_path):
    *call, option = " ".join(words).split()
    data = ("--data", tmp_path / "nothing here")

    wrong = pitledger(*call, option, "2026-11-01 01:30", *data)
    right = pitledger(*call, option, "2026-11-01 01:30 EDT", *data)
    zoned = pitledger(*call, option, "2026-11-01 01:30", "--zone", "Asia/Tokyo", *data)
    helped = pitledger(*[word for word in call if word.islower()][:2], "--help")

    assert (wrong.code, wrong.out) == (2, "")
    assert f"{option}: 2026-11-01 01:30 comes twice in America/New_York" in wrong.err
    for called in (right, zoned):
        assert "comes twice" not in called.err
    assert "local (07:00, 2025-06-15 07:00) or RFC 3339" in " ".join(helped.out.split())
