"""A table that leaves a link sends it an end-of-day marker all the same: the day does not wait for ever."""

import pytest

from tests.console.accounting_floor import SEVEN, Floor, paid, validated
from tests.console.calling import pitledger

DAY, NEXT = "2026-03-01", "2026-03-02"
NOON_AFTER = "2026-03-02T18:00:00Z"


@pytest.fixture
def floor(tmp_path):
    """Two links; T1 and T2 feed HCF and have played."""
    floor = Floor(tmp_path / "floor")
    floor.opens_link()
    floor.opens_link("NEW")
    floor.opens_table("T1")
    floor.opens_table("T2")
    floor.plays("T1", [1])
    floor.plays("T2", [1])
    return floor


def missing(floor, day=DAY, link="HCF"):
    """Whom a link waits for on a day; None where it is closed."""
    document = pitledger("day", day, "--data", floor.data, "--json").document
    (of_link,) = (each for each in document["links"] if each["link"] == link)
    return None if of_link["closed"] else of_link["missing"]


@pytest.mark.parametrize("to", ["NEW", None])
def test_the_day_of_a_link_closes_with_the_marker_of_a_table_that_left_it(floor, to):
    floor.ends_day("T2", DAY)
    floor.selects("T1", to)
    assert missing(floor) == ["T1"]
    floor.plays("T1", [1] if to else [])
    floor.ends_day("T1", DAY)

    assert missing(floor) is None


def test_a_round_that_was_open_when_the_table_left_ends_with_the_same_marker(floor):
    floor.ends_day("T2", DAY)
    floor.plays("T1", [2])
    floor.selects("T1", "NEW")
    floor.follows("T1", ("round_closed", {}))
    floor.ends_day("T1", DAY)

    assert missing(floor) is None


def test_a_table_that_left_sends_one_marker_and_no_more(floor):
    floor.plays("T1", [1], ("round_closed", {}))
    floor.selects("T1", "NEW")
    floor.ends_day("T1", DAY)
    floor.at(NOON_AFTER)
    floor.plays("T1", [1])
    floor.ends_day("T1", NEXT)

    exported = pitledger("export-events", "--stream", "table:T1", "--data", floor.data).out
    markers = [line for line in exported.splitlines() if "table_day_ended" in line]
    assert ['"HCF"' in line for line in markers] == [True, False]


def test_an_award_that_is_paid_after_the_table_left_is_of_a_day_that_its_marker_ends(floor):
    claim = floor.claims("T1", 1, SEVEN)
    floor.selects("T1", "NEW")
    for table in ("T1", "T2"):
        floor.ends_day(table, DAY)
    floor.at(NOON_AFTER)
    floor.follows("T1", validated(claim, 1), paid(claim, 1, 15_000_345_000))
    floor.plays("T1", [1])
    assert missing(floor, NEXT) == ["T1"]
    floor.ends_day("T1", NEXT)

    assert missing(floor, NEXT) is None


def test_a_marker_of_the_day_before_leaves_the_day_of_the_leaving_to_its_own(floor):
    floor.ends_day("T2", DAY)
    floor.at(NOON_AFTER)
    floor.plays("T1", [1])
    floor.selects("T1", "NEW")
    floor.ends_day("T1", DAY)
    assert (missing(floor), missing(floor, NEXT)) == (None, ["T1"])
    floor.plays("T1", [1])
    floor.ends_day("T1", NEXT)

    assert missing(floor, NEXT) is None


def test_who_joins_again_sends_its_markers_as_before(floor):
    floor.selects("T1", "NEW")
    floor.plays("T1", [1])
    floor.selects("T1", "HCF")
    floor.plays("T1", [1])
    for table in ("T1", "T2"):
        floor.ends_day(table, DAY)

    assert (missing(floor), missing(floor, DAY, "NEW")) == (None, None)
