"""Money sent from one link to another, and adjustments, by hand: taken, refused, returned, signed for."""

import pytest

from events.envelope import decode
from events.vocabulary.links import Signature
from tests.projections.judging import ALL, TENTH, Court, terms, usd
from tests.scenario import SIGNED

GIVEN = terms({"progressive": (usd("30,000"), 0, 2_300, 500)})
ONE = SIGNED[:1]
TWICE_THE_SAME = (SIGNED[0], SIGNED[0])
ONE_DEPARTMENT = (SIGNED[0], Signature(badge="pit-2", department="table games"))
NO_DEPARTMENT = (SIGNED[0], Signature(badge="finance-4", department=""))
BADLY = pytest.mark.parametrize(
    "signed",
    [(), ONE, TWICE_THE_SAME, ONE_DEPARTMENT, NO_DEPARTMENT],
    ids=["nobody", "one", "the same person", "one department", "no department"],
)


@pytest.fixture
def court():
    return Court()


@pytest.fixture
def east(court):
    return court.link("EAST", GIVEN)


@pytest.fixture
def west(court):
    return court.link("WEST", GIVEN)


def test_what_one_link_sends_another_receives(court, east, west):
    sent = court.only("EAST", east.transfers(usd("1,234.56"), "WEST"), "transfer_sent")
    assert (sent.to_link, sent.to_meter, sent.amount_mc, sent.leg) == (
        "WEST",
        "progressive",
        usd("1,234.56"),
        1,
    )
    assert court.shown("EAST") == (usd("28,765.44"), 0)
    assert court.shown("WEST") == (usd("30,000"), 0)  # in transit: on neither meter
    ((type_, received),) = court.carry()
    assert (type_, received.from_link, received.number) == ("transfer_received", "EAST", 1)
    assert (received.meter, received.account, received.amount_mc) == (
        "progressive",
        "primary",
        usd("1,234.56"),
    )
    assert court.shown("WEST") == (usd("31,234.56"), 0)
    assert court.shown("EAST") == (usd("28,765.44"), 0)


def test_what_comes_to_the_other_link_is_the_senders_record_to_the_byte(court, east, west):
    court.takes("EAST", east.transfers(usd("1"), "WEST"))
    ((link, value),) = court.sent
    assert link == "WEST"
    assert decode(value) == court.records["EAST"][-1]


def test_a_transfer_that_is_delivered_again_is_received_once(court, east, west):
    court.takes("EAST", east.transfers(usd("10"), "WEST"))
    (delivery,) = court.sent
    court.carry()
    assert court.takes(*delivery) == []
    assert court.shown("WEST") == (usd("30,010"), 0)
    court.takes("EAST", east.transfers(usd("10"), "WEST"))  # a second one of the same amount is no repeat
    assert [body.number for _, body in court.carry()] == [2]
    assert court.shown("WEST") == (usd("30,020"), 0)


def test_transfers_that_arrive_in_another_order_are_received_in_theirs(court, east, west):
    court.takes("EAST", east.transfers(usd("10"), "WEST"), east.transfers(usd("20"), "WEST"))
    first, second = court.sent
    court.sent.clear()
    court.takes(*second)
    assert court.shown("WEST") == (usd("30,000"), 0)
    received = [body.amount_mc for type_, body in court.takes(*first) if type_ == "transfer_received"]
    assert received == [usd("10"), usd("20")]
    assert court.shown("WEST") == (usd("30,030"), 0)


def test_a_link_that_cannot_take_it_refuses_and_the_sender_has_it_back(court, east, west):
    court.takes("EAST", east.transfers(usd("500"), "WEST", to_meter="mega"))
    assert court.shown("EAST") == (usd("29,500"), 0)
    (refused_type, refused), (returned_type, returned) = court.carry()
    assert (refused_type, refused.from_link, refused.number) == ("transfer_refused", "EAST", 1)
    assert (refused.amount_mc, refused.from_meter) == (usd("500"), "progressive")
    assert "mega" in refused.reason
    assert (returned_type, returned.to_link, returned.number) == ("transfer_returned", "WEST", 1)
    assert (returned.meter, returned.amount_mc) == ("progressive", usd("500"))
    assert court.shown("EAST") == (usd("30,000"), 0)
    assert court.shown("WEST") == (usd("30,000"), 0)


def test_a_refusal_that_is_delivered_again_returns_the_money_once(court, east, west):
    court.takes("EAST", east.transfers(usd("500"), "WEST", to_meter="mega"))
    court.takes(*court.sent.pop(0))
    (refusal,) = court.sent
    court.carry()
    assert court.takes(*refusal) == []
    assert court.shown("EAST") == (usd("30,000"), 0)


def test_a_link_that_was_never_opened_refuses(court, east):
    court.takes("EAST", east.transfers(usd("500"), "NORTH"))
    assert [type_ for type_, _ in court.carry()] == ["transfer_refused", "transfer_returned"]
    assert court.shown("EAST") == (usd("30,000"), 0)


def test_both_directions_are_numbered_by_themselves(court, east, west):
    court.takes("EAST", east.transfers(usd("10"), "WEST"))
    court.takes("WEST", west.transfers(usd("4"), "EAST"))
    assert [(type_, body.number) for type_, body in court.carry()] == [("transfer_received", 1)] * 2
    court.takes("WEST", west.transfers(usd("1"), "EAST", to_meter="mega"))
    assert [type_ for type_, _ in court.carry()] == ["transfer_refused", "transfer_returned"]
    court.takes("EAST", east.transfers(usd("1"), "WEST"))
    assert [type_ for type_, _ in court.carry()] == ["transfer_received"]
    assert court.shown("EAST") == (usd("29,993"), 0)  # 30,000 - 10 + 4 - 1
    assert court.shown("WEST") == (usd("30,007"), 0)


def test_no_more_is_sent_than_is_there(court, east, west):
    attempted, reason = court.refusal("EAST", east.transfers(usd("30,000.00001"), "WEST"))
    assert attempted == "transfer"
    assert reason
    assert court.sent == []
    court.only("EAST", east.transfers(usd("30,000"), "WEST"), "transfer_sent")
    assert court.shown("EAST") == (0, 0)


def test_the_reserve_is_sent_from_the_reserve(court, east, west):
    table = court.table("T1")
    court.takes("EAST", table.joins("EAST", GIVEN))
    court.takes("EAST", table.bets("EAST", [(seat, "progressive", usd("5")) for seat in (1, 2, 3, 4)]))
    assert court.refusal("EAST", east.transfers(usd("1.01"), "WEST", account="reserve"))[0] == "transfer"
    court.takes("EAST", east.transfers(usd("1"), "WEST", account="reserve"))
    court.carry()
    assert court.shown("EAST") == (usd("30,004.60"), 0)
    assert court.shown("WEST") in {(usd("30,000"), usd("1")), (usd("30,001"), 0)}


@BADLY
def test_a_transfer_that_is_badly_signed_is_refused(court, east, west, signed):
    assert court.refusal("EAST", east.transfers(usd("1"), "WEST", signed=signed))[0] in {
        "transfer",
        "control",
    }
    assert court.sent == []


def test_a_crash_of_either_side_loses_nothing_and_doubles_nothing(court, east, west):
    """Each keeper starts again from what it had stored, and takes everything since for a second time."""
    for name in ("EAST", "WEST"):
        stored = court.keepers[name].dump()
        value = east.transfers(usd("100"), "WEST") if name == "EAST" else court.sent[0][1]
        first = court.takes(name, value)
        court.keepers[name] = type(court.keepers[name]).load(stored)
        del court.records[name][-1]
        assert court.takes(name, value) == first
    deliveries = list(court.sent)
    assert deliveries[0] == deliveries[1]
    court.carry()
    assert court.shown("EAST") == (usd("29,900"), 0)
    assert court.shown("WEST") == (usd("30,100"), 0)


def test_an_adjustment_moves_the_account_that_it_names(court, east):
    up = court.only("EAST", east.adjusts(usd("12.34567")), "meter_adjusted")
    assert (up.meter, up.account, up.amount_mc, up.document) == (
        "progressive",
        "primary",
        usd("12.34567"),
        "slip 17",
    )
    assert [signature.department for signature in up.signed_by] == ["table games", "finance"]
    court.only("EAST", east.adjusts(-usd("2")), "meter_adjusted")
    court.only("EAST", east.adjusts(usd("3"), account="reserve"), "meter_adjusted")
    assert court.shown("EAST") == (usd("30,010.34567"), usd("3"))


def test_no_adjustment_takes_more_than_is_there(court, east):
    assert court.refusal("EAST", east.adjusts(-usd("30,000.00001")))[0] == "adjustment"
    assert court.refusal("EAST", east.adjusts(-1, account="reserve"))[0] == "adjustment"
    assert court.refusal("EAST", east.adjusts(1, meter="mega"))[0] == "adjustment"
    court.only("EAST", east.adjusts(-usd("30,000")), "meter_adjusted")
    assert court.shown("EAST") == (0, 0)


@BADLY
def test_an_adjustment_that_is_badly_signed_is_refused(court, east, signed):
    assert court.refusal("EAST", east.adjusts(usd("1"), signed=signed))[0] in {"adjustment", "control"}


def test_a_link_is_given_up_when_it_is_closed_and_empty_and_owes_nothing(court, east, west):
    assert court.refusal("EAST", east.retires())[0] == "retirement"
    court.only("EAST", east.closes(), "meter_closed")
    assert court.refusal("EAST", east.retires())[0] == "retirement"
    court.only("EAST", east.transfers(usd("30,000"), "WEST"), "transfer_sent")
    court.carry()
    court.only("EAST", east.retires(), "meter_retired")
    assert court.refusal("EAST", east.opens(**GIVEN))[0] in {"control", "terms"}
    court.takes("WEST", west.transfers(usd("5"), "EAST"))
    assert [type_ for type_, _ in court.carry()] == ["transfer_refused", "transfer_returned"]
    assert court.shown("WEST") == (usd("60,000"), 0)


def test_a_link_that_owes_an_award_is_not_given_up(court, east):
    table = court.table("T1")
    court.takes("EAST", table.joins("EAST", GIVEN))
    court.takes("EAST", table.bets("EAST", [(1, "progressive", usd("5"))]))
    claim = table.claims(1, ALL, "EAST")
    court.only("EAST", claim, "award_locked")  # $30,001.15; the reserve of $0.25 is the next meter
    court.takes("EAST", east.adjusts(-usd("0.25")), east.closes())
    assert court.shown("EAST") == (0, 0)
    assert court.refusal("EAST", east.retires())[0] == "retirement"
    court.takes("EAST", table.validates(claim), table.pays(claim, usd("30,001.15"), seat=1))
    court.only("EAST", east.retires(), "meter_retired")


def test_a_transfer_and_an_adjustment_between_two_awards_stay_when_the_first_is_rejected(court, east, west):
    table = court.table("T1")
    court.takes("EAST", table.joins("EAST", GIVEN))
    court.takes("EAST", table.bets("EAST", [(seat, "progressive", usd("5")) for seat in (1, 2)]))
    first = table.claims(2, TENTH, "EAST")  # a tenth of $30,002.30
    assert court.only("EAST", first, "award_locked").amount_mc == usd("3,000.23")
    court.takes("EAST", east.transfers(usd("2"), "WEST"), east.adjusts(-usd("0.07")))
    court.carry()
    second = table.claims(1, TENTH, "EAST")
    assert court.only("EAST", second, "award_locked").amount_mc == usd("2,700.00")  # of $27,000.00
    answers = court.takes("EAST", table.rejects(first))
    assert [type_ for type_, _ in answers] == ["award_returned", "award_corrected"]
    assert answers[1][1].amount_mc == usd("3,000.02")  # a tenth of $30,000.23
    assert court.shown("EAST") == (usd("27,000.21"), usd("0.50"))
