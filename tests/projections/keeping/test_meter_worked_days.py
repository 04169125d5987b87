"""Gaming days of a link by hand: who closes them, and where what comes late is posted."""

import pytest

from projections.ledger.link_books import LinkBook, keeper_record, take
from tests.projections.judging import DAY, NEXT_DAY, OneLink, terms, usd
from tests.scenario import SIGNED

THIRD_DAY = "2026-03-16"
GIVEN = terms({"progressive": (usd("150,000"), 0, 2_300, 500)})


@pytest.fixture
def at():
    """Two tables have played on the first day."""
    at = OneLink(GIVEN)
    at.bets("T1", [1])
    at.bets("T2", [1])
    return at


def ends(at, table):
    """A table's marker; the days that close because of it. Its next events are of the next day."""
    answers = at.court.takes("HCF", at.table(table).ends_day())
    assert {type_ for type_, _ in answers} <= {"meter_day_closed"}
    at.table(table).day = {DAY: NEXT_DAY, NEXT_DAY: THIRD_DAY}[at.table(table).day]
    return [(body.day, body.missing_tables, body.signed_by) for _, body in answers]


def entries(at):
    """The ledger's entries of the link, in order; every record must be accounted for."""
    book = LinkBook()
    taken = [take(book, event, keeper_record(event)) for event in at.court.records["HCF"]]
    assert [one.problem for one in taken if one.problem] == []
    return [one.entry for one in taken if one.entry is not None]


def test_a_day_closes_when_the_last_table_has_sent_its_marker(at):
    assert ends(at, "T1") == []
    at.bets("T1", [1])  # on the next day already
    assert ends(at, "T2") == [(DAY, (), ())]
    assert ends(at, "T2") == []  # T1 still plays on the second day
    assert ends(at, "T1") == [(NEXT_DAY, (), ())]


def test_a_silent_table_that_comes_back_with_yesterdays_events_posts_to_today_and_refers_back(at):
    ends(at, "T1")
    at.bets("T1", [1])  # the second day
    closing = at.link.closes_day(DAY, ["T2"])
    closed = at.court.only("HCF", closing, "meter_day_closed")
    assert (closed.day, closed.missing_tables) == (DAY, ("T2",))
    assert [signature.badge for signature in closed.signed_by] == ["pit-1", "finance-4"]
    at.bets("T2", [1, 2])  # yesterday's: T2 had been cut off
    late = entries(at)[-1]
    assert (late.day, late.of_day, late.source) == (NEXT_DAY, DAY, f"table:T2#{at.table('T2').seq}")
    posted = {(p.account, p.cause): p.mc for p in late.postings}
    assert posted[("primary", "contribution")] == -usd("2.30")  # what is owed grows: a credit
    assert posted[("reserve", "contribution")] == -usd("0.50")
    on_time = [(entry.day, entry.of_day) for entry in entries(at)[:-1]]
    assert on_time == [(DAY, DAY)] * 3 + [(NEXT_DAY, NEXT_DAY)]  # seed, T1, T2; then T1
    assert at.shown() == (usd("150,005.75"), usd("1.25"))  # five wagers, whatever their day


def test_a_late_marker_closes_nothing_twice_and_the_next_day_closes_as_ever(at):
    ends(at, "T1")
    at.court.takes("HCF", at.link.closes_day(DAY, ["T2"]))
    at.bets("T2", [1])
    at.bets("T1", [1])
    assert ends(at, "T1") == []  # T2 has still something of the first day open
    assert ends(at, "T2") == []  # its marker of the first day, which is closed
    at.bets("T2", [1])
    assert ends(at, "T2") == [(NEXT_DAY, (), ())]


def test_a_claim_that_comes_late_is_an_award_of_today_that_refers_back(at):
    at.court.takes("HCF", at.link.closes_day(DAY, ["T1", "T2"]))
    _, award = at.wins("T1", 1, "seven_card_straight_flush")
    assert award.amount_mc == usd("150,002.30")
    last = entries(at)[-1]
    assert (last.day, last.of_day) == (NEXT_DAY, DAY)
    posted = {(p.account, p.cause): p.mc for p in last.postings}
    assert posted[("payable", "award")] == -usd("150,002.30")


def test_a_day_is_closed_by_hand_once(at):
    at.court.only("HCF", at.link.closes_day(DAY, ["T1", "T2"]), "meter_day_closed")
    assert at.court.refusal("HCF", at.link.closes_day(DAY, ["T1", "T2"]))[0] == "day_close"
    assert at.court.refusal("HCF", at.link.closes_day("2026-03-13", []))[0] == "day_close"


@pytest.mark.parametrize("signed", [(), SIGNED[:1], (SIGNED[0], SIGNED[0])])
def test_a_day_with_tables_missing_needs_two_signatures(at, signed):
    value = at.link.closes_day(DAY, ["T1", "T2"], signed=signed)
    assert at.court.refusal("HCF", value)[0] in {"day_close", "control"}


def test_training_counts_but_a_marker_in_training_ends_no_day(at):
    at.table("T1").mode = "training"
    assert ends(at, "T1") == []
    at.table("T1").day = DAY
    assert ends(at, "T2") == []
    at.table("T1").mode = "live"
    assert ends(at, "T1") == [(DAY, (), ())]
