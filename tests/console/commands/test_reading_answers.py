"""`pitledger day --withdraw` and `--explain`: two people answer for a reading that differs."""

import pytest

from console.wording.local_time import local_time
from events.times import parse_time
from tests.console.accounting_floor import Floor
from tests.console.calling import pitledger

DAY = "2026-03-01"
TWO = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "a 1 was taken for a 7")


@pytest.fixture
def floor(tmp_path):
    """A closed day with one reading, a cent too low: reading 1 of the desk, compared as its 2."""
    floor = Floor(tmp_path / "floor")
    floor.opens_link()
    floor.opens_table("T1")
    floor.plays("T1", [1])
    floor.ends_day("T1", DAY)
    reads(floor, "150001.14")
    return floor


def reads(floor, amount, *more):
    at = ("--at", "2026-03-01T20:00:00Z", "--by", "A-7", *more)
    return pitledger("day", DAY, "--read", "HCF", "progressive", amount, *at, "--data", floor.data)


def day(floor, *args):
    return pitledger("day", DAY, *args, "--data", floor.data, "--json")


def readings(floor):
    (link,) = day(floor).document["links"]
    return link["readings"]


@pytest.mark.parametrize(
    ("option", "change", "type_"),
    [
        ("--withdraw", "withdrawn", "reading_withdrawn"),
        ("--explain", "explained", "variance_explained"),
    ],
)
def test_a_reading_that_two_people_answer_for_holds_the_day_no_more_and_stays(floor, option, change, type_):
    assert day(floor).code == 1
    called = day(floor, option, "1", *TWO)

    assert (called.code, called.document["recorded"], called.document["seq"]) == (0, type_, 3), called.err
    after = day(floor)
    (reading,) = after.document["links"][0]["readings"]
    assert (after.code, after.document["reconciled"], after.document["links"][0]["variances"]) == (0, True, 0)
    assert (reading["read_mc"], reading["variance_mc"]) == (15_000_114_000, -1_000)
    assert (reading["withdrawn"], reading["explained"]) == (change == "withdrawn", change == "explained")
    (said,) = reading["changes"]
    assert (said["change"], said["seq"], said["signed_by"]) == (change, 3, ["S-1", "A-2"])
    assert said["reason"] == "a 1 was taken for a 7"
    shown = " ".join(pitledger("day", DAY, "--data", floor.data).out.split())
    assert "reading 1 of progressive at 2026-03-01 15:00:00 EST: $150,001.14 by A-7" in shown
    assert "variance -$0.01 " in shown
    assert "look into it" not in shown
    assert (
        f"{change} by S-1 and A-2, {local_time(parse_time(said['recorded_at']))}: a 1 was taken for a 7"
        in shown
    )


def test_the_right_reading_is_entered_beside_the_one_that_was_withdrawn(floor):
    day(floor, "--withdraw", "1", *TWO)
    assert reads(floor, "150001.15").code == 0

    assert [(each["seq"], each["withdrawn"]) for each in readings(floor)] == [(1, True), (4, False)]
    assert day(floor).code == 0


def test_another_reading_that_differs_still_holds_the_day(floor):
    reads(floor, "150002.15")
    day(floor, "--withdraw", "1", *TWO)

    assert day(floor).code == 1
    assert [(each["withdrawn"], each["explained"]) for each in readings(floor)] == [
        (True, False),
        (False, False),
    ]


@pytest.mark.parametrize(
    ("first", "then", "refused"),
    [
        ("--withdraw", "--withdraw", "reading 1 was withdrawn already (desk:accounting 3)"),
        ("--withdraw", "--explain", "reading 1 was withdrawn already (desk:accounting 3)"),
        ("--explain", "--explain", "reading 1 was explained already (desk:accounting 3)"),
        ("--explain", "--withdraw", None),
    ],
)
def test_a_reading_is_answered_for_once_and_what_was_explained_may_be_withdrawn(floor, first, then, refused):
    day(floor, first, "1", *TWO)
    again = day(floor, then, "1", *TWO)

    assert (again.code, again.document["refused"]) == (1 if refused else 0, refused)
    assert (refused or "") in again.err
    (reading,) = readings(floor)
    assert len(reading["changes"]) == (1 if refused else 2)


@pytest.mark.parametrize("option", ["--withdraw", "--explain"])
@pytest.mark.parametrize(
    "signed", [("S-1:slots",), ("S-1:slots", "s-1:accounting"), ("S-1:slots", "A-2:Slots")]
)
def test_two_people_of_two_departments_answer(floor, option, signed):
    signatures = [part for each in signed for part in ("--sign", each)]
    called = day(floor, option, "1", *signatures, "--reason", "misread")

    assert (called.code, called.document["recorded"]) == (1, "record_refused")
    assert day(floor).code == 1


@pytest.mark.parametrize(
    "wrong",
    [
        ("--withdraw", "1"),
        ("--explain", "1", "--reason", "misread"),
        ("--withdraw", "2", *TWO),
        ("--withdraw", "99", *TWO),
        ("--withdraw", "desk:other#1", *TWO),
        ("--withdraw", "one", *TWO),
        ("--withdraw", "0", *TWO),
        ("--withdraw", "1", "--explain", "1", *TWO),
        ("--withdraw", "1", "--close", *TWO),
        ("--withdraw", "1", "--without", "T1", *TWO),
    ],
)
def test_a_wrong_call_is_told_so_and_leaves_no_trace(floor, wrong):
    called = day(floor, *wrong)

    assert (called.code, called.out) == (2, "")
    assert called.err.startswith("pitledger day:")
    assert readings(floor)[0]["changes"] == []


def test_a_reading_of_another_day_is_not_found_on_this_one(floor):
    called = pitledger("day", "2026-02-28", "--withdraw", "1", *TWO, "--data", floor.data)

    assert called.code == 2
    assert "2026-02-28 has no such reading: `pitledger day 2026-02-28 --data " in called.err


def test_an_imported_answer_to_what_is_not_a_reading_is_refused(floor):
    said = {"day": DAY, "link": "HCF", "meter": "progressive", "reason": "misread"}
    signed = [{"badge": "S-1", "department": "slots"}, {"badge": "A-2", "department": "accounting"}]
    for wrong in ({"reading_seq": 2}, {"reading_seq": 9}, {"reading_seq": 1, "link": "NEW"}):
        body = {**said, "signed_by": signed, **wrong}
        (recorded,) = floor.say("desk:accounting", ("reading_withdrawn", body))
        assert recorded.refused
    (recorded,) = floor.say(
        "desk:accounting", ("reading_withdrawn", {**said, "signed_by": signed, "reading_seq": 1})
    )
    assert not recorded.refused
    assert readings(floor)[0]["withdrawn"]


def test_a_repeat_of_an_answer_by_its_id_is_one_answer(floor):
    for _ in range(2):
        assert day(floor, "--withdraw", "1", *TWO, "--id", "memo-7").code == 0
    assert len(readings(floor)[0]["changes"]) == 1


def test_a_reading_whose_id_was_another_s_is_refused_and_compared_with_nothing(floor):
    reads(floor, "150001.15", "--id", "memo-1")
    again = reads(floor, "150001.16", "--id", "memo-1")

    assert again.code == 1
    assert "refused: its source id is that of seq 3" in again.err
    assert len(readings(floor)) == 2
