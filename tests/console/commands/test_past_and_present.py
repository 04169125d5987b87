"""What reports say is of the step, the table and the reason that it is about, and of no other."""

import pytest

from tests.console.accounting_floor import (
    SEVEN,
    SIX,
    UNIT_MC,
    Floor,
    claims,
    ledger,
    paid,
    shows,
    validated,
)
from tests.console.calling import pitledger
from tests.scenario import GAMING_DAY, Clock, LinkDesk
from tests.scenario_table import TableDesk

DAY = "2026-03-01"
SIGNED = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "month end")


class OneMicrosecond(Floor):
    """A floor whose clock can stand still: everything is recorded in the same microsecond."""

    stands = False

    def _tick(self):
        return self.now_us if self.stands else super()._tick()


def test_of_two_steps_in_one_microsecond_the_one_that_was_refused_is_shown_refused(tmp_path):
    """The liability of this history was $0 once: both claims were taken for refused."""
    floor = OneMicrosecond(tmp_path / "floor")
    floor.opens_link()
    floor.opens_table("T1")
    floor.plays("T1", [1])
    floor.stands = True
    floor.follows("T1", shows(1, SEVEN), claims(1, SEVEN), claims(1, SEVEN))
    found = ledger(floor.data, "hits").document
    (hit,), (refused,) = found["hits"], found["refused_claims"]
    assert [step["refused"] for step in hit["steps"]] == [None]
    assert (hit["amount_mc"], refused["claim_seq"]) == (15_000_115_000, hit["claim_seq"] + 1)
    claim = hit["claim_seq"]
    assert ledger(floor.data, "liability").document["links"][0]["payable_mc"] == 15_000_115_000

    twice = paid(claim, 1, 100_000, slip="S-1")
    floor.follows("T1", validated(claim, 1), validated(claim, 1), twice, twice)
    (hit,) = ledger(floor.data, "hits").document["hits"]
    assert [(step["step"], step["refused"] is not None) for step in hit["steps"]] == [
        ("claimed", False),
        ("validated", False),
        ("validated", True),
        ("paid", False),
        ("paid", True),
    ]
    assert ledger(floor.data, "liability").document["links"][0]["payable_mc"] == 15_000_015_000


def test_a_stray_leg_of_a_table_that_never_joined_holds_no_day(engine):
    clock = Clock()
    link, one, other = LinkDesk("HCF", clock), TableDesk("T1", clock), TableDesk("X9", clock)
    early = TableDesk("Y9", clock)
    early.leg("HCF")  # and never sent
    engine.feed([link.opens(), one.opens(), one.opens_round(), one.closes_bets({"HCF": [1]})])
    for stray in (other, early):
        engine.feed([stray.opens(["OTHER"]), stray.opens_round(), stray.closes_bets({"HCF": [1]})])
    engine.link(lambda found: found["stakes_due_back"] and found["missing"], "HCF")

    def day(*args):
        return engine.call("day", GAMING_DAY, *args, "--json")

    (of_link,) = day().document["links"]
    assert (of_link["closed"], of_link["missing"]) == (False, ["T1"])
    refused = day("--close", *SIGNED)
    assert "T1 sent no end-of-day marker" in refused.document["links"][0]["refused"]
    assert "9" not in refused.document["links"][0]["refused"]
    engine.feed([one.ends_day()])
    engine.link(lambda found: found["closed_day"] == GAMING_DAY, "HCF")
    (of_link,) = day().document["links"]
    assert (of_link["closed"], of_link["missing"]) == (True, [])


@pytest.fixture
def floor(tmp_path):
    """T1 has wagered; at T2 somebody is about to win."""
    floor = Floor(tmp_path / "floor")
    floor.opens_link()
    floor.opens_table("T1")
    floor.opens_table("T2")
    floor.plays("T1", [1])
    return floor


def voids(floor):
    legs = [{"link": "HCF", "leg": 0, "seats": [1]}]
    void = {"reason": "shoe jammed", "section": "678a.13(b)", "ruled_by": "F-1", "legs": legs}
    floor.say("table:T1", ("round_voided", void), round_="T1-1")


@pytest.mark.parametrize(
    ("hand", "mc", "because", "words"),
    [
        (SEVEN, UNIT_MC * 28 // 100, "won_since", "a 100 % award was locked on the meter since"),
        (SIX, UNIT_MC * 23 // 100, "below_start", "the meter would fall below what it started from"),
    ],
)
def test_a_void_that_the_house_bears_says_why_wherever_it_shows(floor, hand, mc, because, words):
    floor.claims("T2", 3, hand)
    voids(floor)

    def call(*args):
        return pitledger(*args, "--data", floor.data)

    def document(*args):
        return call(*args, "--json").document

    (borne,) = document("meters")["links"][0]["borne_by_house"]
    assert (borne["amount_mc"], borne["because"], borne["round"], borne["table"]) == (
        mc,
        because,
        "T1-1",
        "T1",
    )
    assert document("day", DAY)["links"][0]["borne_by_house"] == [borne]
    assert document("day", "2026-03-02")["links"][0]["borne_by_house"] == []
    assert document("round", "T1-1")["borne_by_house"] == [borne]
    assert document("round", "T2-2")["borne_by_house"] == []
    told = f"of progressive: {words} (round T1-1 at T1: shoe jammed)"
    for shown in (call("meters"), call("day", DAY), call("round", "T1-1")):
        assert told in " ".join(shown.out.split())


def test_meters_of_a_moment_before_a_void_know_nothing_of_it(floor):
    floor.claims("T2", 3, SEVEN)
    at = pitledger("meters", "--data", floor.data, "--json").document["links"][0]["meters"][0]["as_of"]
    voids(floor)
    (then,) = pitledger("meters", "--at", at, "--data", floor.data, "--json").document["links"]

    assert then["borne_by_house"] == []


@pytest.fixture
def hits_floor(tmp_path):
    """T1: paid on March 1. T2: open, and a claim that was refused, on March 2."""
    floor = Floor(tmp_path / "floor")
    floor.opens_link()
    floor.opens_table("T1")
    floor.opens_table("T2")
    claim = floor.claims("T1", 1, SIX)
    floor.follows("T1", validated(claim, 1), paid(claim, 1, 1_500_011_000))
    floor.at("2026-03-02T18:00:00Z")
    floor.claims("T2", 2, SIX)
    floor.follows("T2", claims(5, SIX))
    return floor


@pytest.mark.parametrize(
    ("filters", "tables", "refused"),
    [
        ((), ["T1", "T2"], 1),
        (("--table", "T1"), ["T1"], 0),
        (("--table", "T2"), ["T2"], 1),
        (("--day", DAY), ["T1"], 0),
        (("--day", "2026-03-02"), ["T2"], 1),
        (("--open",), ["T2"], 0),
        (("--open", "--day", DAY), [], 0),
        (("--open", "--table", "T2", "--link", "HCF"), ["T2"], 0),
    ],
)
def test_hits_are_those_of_a_table_of_a_day_or_still_open(hits_floor, filters, tables, refused):
    found = ledger(hits_floor.data, "hits", *filters).document

    assert [hit["table"] for hit in found["hits"]] == tables
    assert len(found["refused_claims"]) == refused
    assert sum(total["hits"] for total in found["totals"]) == len(tables)


def test_a_day_of_hits_is_a_span_of_its_own(hits_floor):
    called = pitledger("ledger", "hits", "--day", DAY, "--from", DAY, "--data", hits_floor.data)

    assert (called.code, called.out) == (2, "")
    assert "--day is a span of its own" in called.err
