"""One rule for days: the same days everywhere, and where a time is taken a day is all of that gaming day."""

from __future__ import annotations

import json

import pytest

from tests.console.calling import Called, pitledger

DAY = "2026-03-02"
BOUNDS = (f"{DAY}T11:00:00Z", "2026-03-03T11:00:00Z")
"""When it begins and ends where the floor is: 06:00 in New York, in winter."""
SPANS = ("export-events", "rounds", "ledger postings", "ledger hits")
SPANS_OF_DAYS = (*SPANS, "ledger hold", "ledger export --out unwritten")
AS_OF = ("meters", "ledger trial", "ledger liability")
DAYS = ("day DAY", "findings --day DAY", "ledger postings --day DAY", "ledger hits --day DAY")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A floor that played for two hours of the gaming day of 2026-03-01 and on that of 2026-03-02."""
    data = tmp_path_factory.mktemp("floor")
    assert pitledger("floor", "--rounds", 4, "--tables", 2, "--data", data).code == 0
    return data


def called(data, words: str, *more: str) -> Called:
    return pitledger(*words.split(), *more, "--data", data)


def of_span(data, command: str, start: str, stop: str, *more: str) -> str:
    answered = called(data, command, "--from", start, "--to", stop, *more)
    assert answered.code == 0, answered
    return answered.out


@pytest.mark.parametrize("command", ["export-events", "rounds --json"])
def test_a_span_of_days_begins_with_the_first_and_ends_with_the_last(data, command):
    everything = called(data, command).out
    assert of_span(data, command, DAY, DAY) == of_span(data, command, *BOUNDS) == everything
    assert of_span(data, command, "2026-03-01", "2026-03-01").strip() in ("", "[]")
    assert of_span(data, command, "2026-03-03", "2026-03-03").strip() in ("", "[]")
    assert of_span(data, command, DAY, BOUNDS[1]) == everything, "a day and a time"


def test_zone_and_cut_off_say_when_a_day_is(data):
    (first, *_) = json.loads(called(data, "rounds --json").out)
    hour = int(first["at"][11:13])
    late = f"{hour + 1:02}:00"
    none = of_span(data, "rounds --json", DAY, DAY, "--zone", "UTC", "--cut-off", late)
    assert first not in json.loads(none)
    assert first in json.loads(of_span(data, "rounds --json", "2026-03-01", DAY, "--zone", "UTC"))
    wrong = called(data, "rounds", "--from", DAY, "--cut-off", "25:00")
    assert (wrong.code, wrong.err.startswith("pitledger rounds: --cut-off: ")) == (2, True)


@pytest.mark.parametrize("command", AS_OF)
def test_as_of_a_day_is_as_of_its_end_which_must_have_come(data, command):
    of_day = called(data, command, "--at", DAY, "--json")
    assert of_day.out == called(data, command, "--at", "2026-03-03T10:59:59.999999Z", "--json").out
    to_come = called(data, command, "--at", "9999-12-31")
    assert (to_come.code, to_come.out, "has not come yet" in to_come.err) == (2, "", True)


@pytest.mark.parametrize(
    "day", ["0001-01-01", "1969-12-29", "10000-01-01", "2026-02-29", "2026-3-2", "20260302", "2026-03"]
)
def test_what_is_no_gaming_day_is_none_anywhere(data, day):
    calls = [f"{command} {end} {day}" for command in SPANS_OF_DAYS for end in ("--from", "--to")]
    calls += [f"{command} --at {day}" for command in AS_OF]
    calls += [command.replace("DAY", day) for command in DAYS]
    for call in calls:
        refused = called(data, call)
        assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1), (call, refused)
        assert day in refused.err


@pytest.mark.parametrize(("day", "end"), [("1969-12-30", "--from"), ("9999-12-31", "--to")])
@pytest.mark.parametrize("zone", ["America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_first_and_the_last_gaming_day_are_days_wherever_the_house_is(data, day, end, zone):
    for call in [*DAYS, *(f"{command} {end} DAY" for command in SPANS)]:
        answered = called(data, call.replace("DAY", day), "--zone", zone)
        assert answered.code in (0, 1), (call, answered)
        assert "Traceback" not in answered.err


@pytest.mark.parametrize("call", ["rounds --around DAY", f"day {DAY} --read L m 1.00 --by A-1 --at DAY"])
def test_what_is_one_moment_takes_no_day(data, call):
    refused = called(data, call.replace("DAY", DAY))
    assert (refused.code, f"'{DAY}' is not a time: write 07:00" in refused.err) == (2, True), refused
