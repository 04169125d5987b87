"""`pitledger day`: a gaming day reconciled by hand, readings, the close, and the nights when clocks change.

678a paytable A at $5: $150,000 at the start, $1.15 and $0.25 a wager.
"""

import json

import pytest

from console.wording.local_time import local_time
from events.times import parse_time
from streams.clock import GamingDays, now_us
from tests.console.accounting_floor import Floor
from tests.console.calling import pitledger

SEED = 15_000_000_000
DAY = "2026-03-01"
AT = ("--at", "2026-03-01T20:00:00Z")
TWO = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "month end")


@pytest.fixture
def floor(tmp_path):
    """One link, two tables: on March 1 two wagers at T1 and one at T2."""
    floor = Floor(tmp_path / "floor")
    floor.opens_link()
    floor.opens_table("T1")
    floor.opens_table("T2")
    floor.plays("T1", [1, 2])
    floor.plays("T2", [5])
    return floor


def day(floor, *args):
    return pitledger("day", *args, "--data", floor.data, "--json")


def types_of(floor, stream):
    """The types of a stream's events."""
    exported = pitledger("export-events", "--stream", stream, "--data", floor.data)
    return [json.loads(line)["type"] for line in exported.out.splitlines()]


def link_of(called):
    (link,) = called.document["links"]
    return link


def test_a_day_opens_with_nothing_and_closes_with_what_was_wagered(floor):
    called = day(floor, DAY)
    link = link_of(called)
    (meter,) = link["meters"]

    assert meter["opening"] == {"primary_mc": 0, "reserve_mc": 0, "residual_nano": 0}
    assert [(line["cause"], line["primary_mc"], line["reserve_mc"]) for line in meter["lines"]] == [
        ("seed", SEED, 0),
        ("contribution", 3 * 115_000, 3 * 25_000),
    ]
    assert (meter["closing"]["primary_mc"], meter["closing"]["reserve_mc"]) == (SEED + 345_000, 75_000)
    others = {each["account"]: each["amount_mc"] for each in link["other_accounts"]}
    assert others == {"seed_funding": SEED, "contributions": 3 * 140_000}


def test_a_day_is_open_while_a_marker_is_missing_and_says_whose(floor):
    before = day(floor, DAY)
    floor.ends_day("T1", DAY)
    half = day(floor, DAY)
    floor.ends_day("T2", DAY)
    after = day(floor, DAY)

    assert (before.code, half.code, after.code) == (1, 1, 0)
    assert link_of(before)["missing"] == ["T1", "T2"]
    assert (link_of(half)["ended"], link_of(half)["missing"]) == (["T1"], ["T2"])
    assert link_of(after)["closed"]
    assert after.document["reconciled"]
    shown = pitledger("day", DAY, "--data", floor.data).out
    assert "HCF: closed" in shown


def test_a_table_that_plays_the_next_day_is_not_missing_on_the_one_it_ended(floor):
    floor.ends_day("T1", DAY)
    floor.ends_day("T2", DAY)
    floor.at("2026-03-02T18:00:00Z")
    floor.plays("T1", [1])

    assert link_of(day(floor, DAY))["missing"] == []
    assert link_of(day(floor, "2026-03-02"))["missing"] == ["T1"]


def test_two_people_close_a_day_without_a_table_that_they_name(floor):
    floor.ends_day("T1", DAY)
    refused = day(floor, DAY, "--close", *TWO)
    closed = day(floor, DAY, "--close", "--without", "T2", *TWO)

    assert refused.code == 1
    assert "T2" in refused.document["links"][0]["refused"]
    assert refused.document["seq"] is None, "the desk closes nothing that a link has not"
    assert closed.code == 0, closed.err
    assert closed.document["links"] == [
        {"link": "HCF", "seq": closed.document["links"][0]["seq"], "refused": None, "missing_tables": ["T2"]}
    ]
    after = day(floor, DAY)
    assert after.code == 0
    (close,) = after.document["closed"]
    assert (close["missing_tables"], close["authorised_by"]) == (["T2"], ["S-1", "A-2"])


def test_the_desk_names_what_every_link_was_closed_without_whenever_that_was(floor):
    """HCF is closed first and MINI by another call, as the refusals suggest: the day lacks both tables."""
    floor.opens_link("MINI")
    floor.opens_table("T3", "MINI")
    floor.plays("T3", [1])
    floor.ends_day("T1", DAY)
    first = day(floor, DAY, "--close", "--without", "T2", *TWO)
    then = day(floor, DAY, "--close", "--without", "T3", *TWO)

    assert (first.code, then.code) == (1, 0)
    (close,) = day(floor, DAY).document["closed"]
    assert close["missing_tables"] == ["T2", "T3"]
    shown = pitledger("day", DAY, "--data", floor.data).out
    assert "HCF: closed, no end-of-day marker from T2\n" in shown
    at = local_time(parse_time(close["recorded_at"]))
    assert f"Closed by S-1 and A-2, {at}, without T2, T3: month end\n" in shown


def test_a_close_says_which_reading_still_differs(floor):
    entered = pitledger(
        "day", DAY, "--read", "HCF", "progressive", "1.00", "--by", "A-7", *AT, "--data", floor.data
    )
    closed = pitledger(
        "day", DAY, "--close", "--without", "T1", "--without", "T2", *TWO, "--data", floor.data
    )

    assert "Reading 1 differs" in entered.err
    assert (closed.code, "reading 1 of HCF progressive" in closed.err) == (0, True), closed.err


def test_one_signature_is_not_enough_for_a_table_that_is_missing(floor):
    one = ("--sign", "S-1:slots", "--reason", "month end")
    called = day(floor, DAY, "--close", "--without", "T1", "--without", "T2", *one)

    assert called.code == 1
    assert "two" in called.document["links"][0]["refused"]
    assert not link_of(day(floor, DAY))["closed"]


def test_a_day_that_the_markers_closed_is_closed_at_the_desk_too(floor):
    floor.ends_day("T1", DAY)
    floor.ends_day("T2", DAY)
    called = day(floor, DAY, "--close", *TWO)

    assert (called.code, called.document["links"], called.document["closed"]) == (0, [], True)
    again = day(floor, DAY, "--close", *TWO)
    assert (again.code, again.document) == (0, called.document), "a day is closed once"
    assert len(day(floor, DAY).document["closed"]) == 1


@pytest.mark.parametrize(
    "signed", [("S-1:slots",), ("S-1:slots", "s-1:accounting"), ("S-1:slots", "A-2:Slots")]
)
def test_two_people_of_two_departments_close_a_day_that_misses_no_table(floor, signed):
    floor.ends_day("T1", DAY)
    floor.ends_day("T2", DAY)
    signatures = [part for each in signed for part in ("--sign", each)]
    called = day(floor, DAY, "--close", *signatures, "--reason", "month end")

    assert (called.code, called.document["closed"]) == (1, False)
    assert "refused" in called.err
    assert day(floor, DAY).document["closed"] == []


def test_who_named_one_of_two_tables_is_given_a_command_that_names_both(floor):
    refused = pitledger("day", DAY, "--close", "--without", "T1", *TWO, "--data", floor.data)
    assert refused.code == 1
    assert f"`pitledger day {DAY} --close --without T1 --without T2 --sign" in " ".join(refused.err.split())


def test_a_day_that_is_not_over_is_closed_with_a_word(floor):
    today = GamingDays()(now_us())
    close = ("--close", "--without", "T1", "--without", "T2", *TWO, "--data", floor.data)
    over, early = (pitledger("day", each, *close) for each in (DAY, today))
    assert (over.code, early.code) == (0, 0)
    assert "is not over" not in over.err
    assert f"{today} is not over: it goes on until " in early.err


def test_a_close_without_signature_or_reason_is_a_wrong_call(floor):
    assert day(floor, DAY, "--close").code == 2
    assert day(floor, DAY, "--close", "--sign", "S-1:slots").code == 2


@pytest.mark.parametrize(
    "options",
    [("--by", "A-7"), ("--at", "2026-03-01T20:00:00Z"), ("--without", "T1"), TWO[:2], TWO[4:]],
)
def test_an_option_that_nothing_would_come_of_is_a_wrong_call(floor, options):
    called = day(floor, DAY, *options)

    assert (called.code, called.out) == (2, "")
    assert "belongs to" in called.err


def test_a_day_that_has_not_begun_cannot_be_closed(floor):
    called = day(floor, "2199-01-01", "--close", *TWO)

    assert called.code == 1
    (link,) = called.document["links"]
    for words in ("2199-01-01 has not begun: the recorder's clock shows 20", "Give the day that is over"):
        assert words in called.err
        assert words in link["refused"]
    assert (called.document["closed"], called.document["seq"]) == (False, None)
    assert not link_of(day(floor, DAY))["closed"]
    assert types_of(floor, "link:HCF")[-1] == "link_change_refused"


def test_a_desk_without_links_closes_no_day_that_has_not_begun_either(tmp_path):
    floor = Floor(tmp_path)
    floor.say("table:T9", ("note_recorded", {"subject": "T9", "text": "all quiet"}))
    called = day(floor, "2199-01-01", "--close", *TWO)

    assert (called.code, called.document["links"], called.document["closed"]) == (1, [], False)
    assert "desk:accounting: refused: 2199-01-01 has not begun" in called.err
    assert types_of(floor, "desk:accounting") == ["record_refused"]
    assert day(floor, "2199-01-01").document["closed"] == []


def test_what_comes_after_the_close_posts_to_the_next_day_and_refers_back(floor):
    """T2 was silent: its second wager of March 1 arrives when the day is closed."""
    day(floor, DAY, "--close", "--without", "T1", "--without", "T2", *TWO)
    floor.plays("T2", [6])
    first, second = link_of(day(floor, DAY)), link_of(day(floor, "2026-03-02"))

    assert first["meters"][0]["closing"]["primary_mc"] == SEED + 345_000
    assert [(e["type"], e["day"], e["of_day"]) for e in first["late_since"]] == [
        ("meter_contributed", "2026-03-02", DAY)
    ]
    assert first["late_here"] == second["late_since"] == []
    assert [entry["of_day"] for entry in second["late_here"]] == [DAY]
    assert second["meters"][0]["closing"]["primary_mc"] == SEED + 460_000
    shown = pitledger("day", "2026-03-02", "--data", floor.data).out
    assert f"meter_contributed, belongs to {DAY}" in shown


def test_a_reading_that_agrees_has_no_variance(floor):
    called = day(floor, DAY, "--read", "HCF", "progressive", "150003.45", "--by", "A-7", *AT)

    assert called.code == 0, called.err
    assert (called.document["expected_mc"], called.document["variance_mc"]) == (SEED + 345_000, 0)
    (reading,) = link_of(day(floor, DAY))["readings"]
    assert (reading["read_by"], reading["variance_mc"], reading["explained"]) == ("A-7", 0, True)


def test_a_reading_that_differs_is_on_record_and_the_day_is_not_reconciled(floor):
    floor.ends_day("T1", DAY)
    floor.ends_day("T2", DAY)
    called = day(floor, DAY, "--read", "HCF", "progressive", "150003.44", "--by", "A-7", *AT)

    assert (called.code, called.document["variance_mc"]) == (1, -1_000)
    after = day(floor, DAY)
    assert (after.code, link_of(after)["variances"]) == (1, 1)
    assert "variance -$0.01: look into it" in pitledger("day", DAY, "--data", floor.data).out
    exported = pitledger("export-events", "--stream", "desk:accounting", "--data", floor.data).out
    assert [line.split('"type":"')[1].split('"')[0] for line in exported.splitlines()] == [
        "reading_entered",
        "reading_compared",
    ]


def test_a_reading_by_a_badge_that_nobody_issued_is_taken_and_said_so(floor):
    """A reading is a fact, which is recorded although it is improper; without a register nobody can tell."""
    read = ("--read", "HCF", "progressive", "150003.45", *AT)
    assert day(floor, DAY, *read, "--by", "nobody").err == ""
    for badge, department in (("S-1", "slots"), ("A-2", "accounting")):
        issue = ("badge", "issue", badge, "--department", department, "--rank", "staff")
        assert pitledger(*issue, "--data", floor.data).code == 0

    known, unknown = (day(floor, DAY, *read, "--by", badge) for badge in ("a-2", "nobody"))

    assert (known.code, known.err) == (0, "")
    assert unknown.code == 0
    assert unknown.err.startswith(
        "The register does not have nobody: what was read is on record all the same"
    )
    readings = link_of(day(floor, DAY))["readings"]
    assert [(each["read_by"], each["read_by_unknown"]) for each in readings] == [
        ("nobody", False),
        ("a-2", False),
        ("nobody", True),
    ]
    shown = " ".join(pitledger("day", DAY, "--data", floor.data).out.split())
    assert shown.count("by nobody, whom the register does not have, expected") == 1


def test_a_reading_is_compared_with_the_meter_of_its_moment(floor):
    """At noon of the day before the link was not open."""
    at = ("--at", "2026-02-28T12:00:00Z", "--by", "A-7")

    called = day(floor, "2026-02-28", "--read", "HCF", "progressive", "0", *at)
    assert called.document["expected_mc"] == 0


@pytest.mark.parametrize(
    ("of", "at"),
    [
        (DAY, "2026-03-01T11:00:00Z"),
        (DAY, "2026-03-02T10:59:59Z"),
        (DAY, "2026-03-02T14:30:00Z"),
        (DAY, "2026-03-03T10:59:59Z"),
    ],
)
def test_a_reading_is_of_its_day_or_shows_what_the_day_before_closed_with(floor, of, at):
    called = day(floor, of, "--read", "HCF", "progressive", "150003.45", "--by", "A-7", "--at", at)

    assert called.code in (0, 1), called.err
    (reading,) = link_of(day(floor, of))["readings"]
    assert reading["read_at"] == at.replace("Z", ".000000Z")
    assert (
        f"reading 1 of progressive at {local_time(parse_time(at))}:"
        in pitledger("day", of, "--data", floor.data).out
    )


@pytest.mark.parametrize(
    ("of", "at", "belongs"),
    [
        ("2026-03-05", "2026-03-02T23:00:00Z", "2026-03-02"),
        (DAY, "2020-01-01T00:00:00Z", "2019-12-31"),
        (DAY, "2026-03-01T10:59:59Z", "2026-02-28"),
        (DAY, "2026-03-03T11:00:00Z", "2026-03-03"),
        (DAY, None, ""),
    ],
)
def test_a_reading_of_another_time_is_refused_and_told_its_day(floor, of, at, belongs):
    when = () if at is None else ("--at", at)
    called = day(floor, of, "--read", "HCF", "progressive", "150003.45", "--by", "A-7", *when)

    assert (called.code, called.out) == (2, "")
    assert f"it was read on the gaming day {belongs}" in called.err
    assert f"is not a reading of {of}" in called.err
    assert types_of(floor, "desk:accounting") == []


@pytest.mark.parametrize(
    "reading",
    [
        ("HCF", "mega", "1.00", "--by", "A-7", *AT),
        ("NONE", "progressive", "1.00", "--by", "A-7", *AT),
        ("HCF", "progressive", "1,00", "--by", "A-7", *AT),
        ("HCF", "progressive", "1.00", *AT),
        ("HCF", "progressive", "1.00", "--by", "A-7", "--at", "2199-01-01T00:00:00Z"),
    ],
)
def test_a_reading_that_cannot_be_is_a_wrong_call_and_leaves_no_trace(floor, reading):
    called = day(floor, DAY, "--read", *reading)

    assert (called.code, called.out) == (2, "")
    assert link_of(day(floor, DAY))["readings"] == []


def test_a_repeat_of_a_reading_by_its_id_is_one_reading(floor):
    reading = ("--read", "HCF", "progressive", "150003.45", "--by", "A-7", "--id", "round-1")
    day(floor, DAY, *reading, *AT)
    day(floor, DAY, *reading, *AT)

    assert len(link_of(day(floor, DAY))["readings"]) == 1


@pytest.mark.parametrize(
    ("now", "wanted", "hours"),
    [
        # The night when clocks go back: 5:59 by the new time is still October 31, 25 hours after its start.
        ("2026-11-01T10:59:00Z", "2026-10-31", 25),
        ("2026-11-01T11:01:00Z", "2026-11-01", 24),
        # The night when they go forward: 6:01 by the new time is March 8, 23 hours after March 7 began.
        ("2026-03-08T09:59:00Z", "2026-03-07", 23),
        ("2026-03-08T10:01:00Z", "2026-03-08", 24),
    ],
)
def test_on_the_nights_when_clocks_change_a_wager_is_of_the_day_by_the_local_clock(
    tmp_path, now, wanted, hours
):
    floor = Floor(tmp_path / "floor", "2026-03-01T18:00:00Z")
    floor.opens_link()
    floor.opens_table("T1")
    floor.at(now)
    floor.plays("T1", [1])
    called = day(floor, wanted)
    (meter,) = link_of(called)["meters"]

    assert called.document["hours"] == hours
    assert [(line["cause"], line["primary_mc"]) for line in meter["lines"]] == [("contribution", 115_000)]


def test_the_zone_and_cut_off_of_the_facility_set_the_bounds(floor):
    called = day(floor, DAY, "--zone", "UTC", "--cut-off", "00:00")

    assert (called.document["begins"], called.document["ends"]) == (
        "2026-03-01T00:00:00.000000Z",
        "2026-03-02T00:00:00.000000Z",
    )


@pytest.mark.parametrize(
    ("options", "variables"),
    [
        (("--cut-off", "08:00"), {}),
        ((), {"PITLEDGER_CUT_OFF": "08:00"}),
        (("--zone", "America/Los_Angeles"), {}),
    ],
    ids=["option", "variable", "zone"],
)
def test_a_day_that_was_recorded_by_another_cut_off_is_shown_with_a_warning(tmp_path, options, variables):
    """The amounts are those of the day that its events name, whatever bounds are asked for."""
    at = ("--data", tmp_path)
    assert pitledger("floor", "--rounds", 2, "--tables", 1, *at).code == 0
    as_it_is = pitledger("day", "2026-03-02", *at)
    asked = pitledger("day", "2026-03-02", *options, *at, **variables)
    before = pitledger("day", "2026-03-01", *options, *at, **variables)

    assert "not recorded by" not in as_it_is.err
    for each in (asked, before):
        said = " ".join(each.err.split())
        assert "The day was not recorded by this cut-off and zone: rounds of gaming day 2026-03-02" in said
    assert asked.code == as_it_is.code
    assert ("--cut-off 06:00 agrees with it" in asked.err) is ("--zone" not in options)


def test_a_day_before_everything_has_no_links(floor):
    called = day(floor, "2026-02-01")

    assert (called.code, called.document["links"]) == (0, [])


@pytest.mark.parametrize("typed", ["2026-02-30", "today", "01.03.2026"])
def test_what_is_no_day_is_a_wrong_call(floor, typed):
    assert day(floor, typed).code == 2


def test_who_closes_a_day_is_told_the_option_and_which_table_is_strange(floor):
    called = day(floor, DAY, "--close", *TWO)
    close = f"day {DAY} --close --without T1 --without T2 --sign BADGE:DEPARTMENT"
    assert f"sign for it by name (`pitledger {close}" in called.err
    before = types_of(floor, "link:HCF")
    strange = day(floor, DAY, "--close", "--without", "T1", "--without", "T9", *TWO)
    assert (strange.code, strange.out) == (2, "")
    assert "--without T9: no such table" in strange.err
    assert types_of(floor, "link:HCF") == before


def test_a_day_that_has_not_begun_is_not_late(floor):
    shown = pitledger("day", "2199-01-01", "--data", floor.data)
    assert "It has not begun." in shown.out
    assert "HCF: not begun\n" in shown.out
    assert "marker" not in shown.out
    assert day(floor, "2199-01-01").document["begun"] is False
    assert day(floor, DAY).document["begun"] is True
