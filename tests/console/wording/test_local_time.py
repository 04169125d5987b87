"""Times as people read them: one form, local to the facility, and never in doubt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.calls.command_table import read_call
from console.wording.calling import answering
from console.wording.local_time import in_local_time, local_clock, local_day, local_time
from console.wording.typed_time import read_moment
from events.times import MAX_TIME_US, SECOND_US, parse_time, time_text

ZONES = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Kolkata"]


def in_zone(zone):
    """Meanwhile a call with this zone is answered."""
    return answering(read_call(["meters", f"--zone={zone}"]))


@pytest.mark.parametrize(
    ("time", "shown"),
    [
        ("2026-03-02T12:16:29.475928Z", "2026-03-02 07:16:29 EST"),
        ("2026-07-02T12:16:29Z", "2026-07-02 08:16:29 EDT"),
        # The clock goes from 2:00 to 1:00 on November 1: half past one comes twice.
        ("2026-11-01T05:30:00Z", "2026-11-01 01:30:00 EDT"),
        ("2026-11-01T06:30:00Z", "2026-11-01 01:30:00 EST"),
    ],
)
def test_a_time_is_local_with_the_short_name_of_its_zone(time, shown):
    assert local_time(parse_time(time)) == shown


def test_the_zone_is_that_of_the_call():
    at_us = parse_time("2026-03-02T12:16:29Z")

    with in_zone("Asia/Tokyo"):
        assert local_time(at_us) == "2026-03-02 21:16:29 JST"
    with in_zone("America/Sao_Paulo"):
        assert local_time(at_us) == "2026-03-02 09:16:29 -03"
    assert local_time(at_us) == "2026-03-02 07:16:29 EST"


def test_in_a_timeline_the_day_stands_apart_and_the_time_is_exact():
    at_us = parse_time("2026-03-03T02:16:29.000023Z")

    assert (local_day(at_us), local_clock(at_us)) == ("2026-03-02 EST", "21:16:29.000023")


def test_what_the_core_says_in_utc_is_said_in_local_time():
    said = "2026-03-02T12:16:29.475928Z goes back: seq 4 was recorded at 2026-03-02T12:17:00.000000Z"

    assert in_local_time(said) == (
        "2026-03-02 07:16:29.475928 EST goes back: seq 4 was recorded at 2026-03-02 07:17:00 EST"
    )


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Etc/GMT+12"])
@pytest.mark.parametrize("at_us", [0, MAX_TIME_US])
def test_a_clock_at_either_end_of_the_calendar_is_shown_somehow(zone, at_us):
    with in_zone(zone):
        shown = [local_time(at_us), local_day(at_us), local_clock(at_us), in_local_time(time_text(at_us))]
        assert all(shown)


@given(second=st.integers(0, 4_000_000_000), zone=st.sampled_from(ZONES))
def test_a_time_can_be_typed_as_it_is_shown(second, zone):
    with in_zone(zone):
        assert read_moment(local_time(second * SECOND_US)) == second * SECOND_US
