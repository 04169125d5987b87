"""What the recorder fills in at a table: numbered legs, and what a round is played under."""

import pytest

from events.vocabulary.table import ProgressiveOffered
from tests.streams.recorder.at_hand import body, fresh
from tests.streams.recorder.table_drafts import RULEBOOK, SHA, UNIT, TableDrafts, offered


def test_a_round_names_what_it_is_played_under(recorder):
    table = TableDrafts()
    recorder.record(table.open())
    opened = body(recorder.record(table.open_round()))
    assert (opened.rulebook, opened.rulebook_sha256) == (RULEBOOK, SHA)
    (progressive,) = opened.progressives
    assert (progressive.link, progressive.unit_wager_mc, progressive.legs_sent) == ("L-1", UNIT, 1)


@pytest.mark.usefixtures("open_link")
def test_bets_closed_sends_the_wagers_taken_in_seat_order(recorder):
    table = TableDrafts()
    for draft in (table.open(), table.open_round(), table.wager(5), table.wager(2), table.wager(2, "ante")):
        recorder.record(draft)
    (leg,) = body(recorder.record(table.no_more_bets())).legs
    assert (leg.link, leg.leg) == ("L-1", 2)
    assert [(w.seat, w.wager, w.amount_mc) for w in leg.wagers] == [
        (2, "progressive", UNIT),
        (5, "progressive", UNIT),
    ]


def test_every_link_is_sent_a_round_without_wagers(recorder):
    table = TableDrafts(links=("L-1", "L-2"))
    for draft in (table.open(), table.open_round()):
        recorder.record(draft)
    legs = body(recorder.record(table.no_more_bets())).legs
    assert [(leg.link, leg.leg, leg.wagers) for leg in legs] == [("L-1", 2, ()), ("L-2", 2, ())]


@pytest.mark.usefixtures("open_link")
def test_a_wager_taken_back_feeds_no_link(recorder):
    table = TableDrafts()
    for draft in (table.open(), table.open_round(), table.wager(1), table.wager(2), table.withdraw(1)):
        recorder.record(draft)
    (leg,) = body(recorder.record(table.no_more_bets())).legs
    assert [wager.seat for wager in leg.wagers] == [2]


@pytest.mark.usefixtures("open_link")
def test_bets_closed_twice_sends_no_wager_twice(recorder):
    table = TableDrafts()
    for draft in (table.open(), table.open_round(), table.wager(1)):
        recorder.record(draft)
    first, again = (body(recorder.record(table.no_more_bets())).legs[0] for _ in range(2))
    assert (len(first.wagers), first.leg) == (1, 2)
    assert (len(again.wagers), again.leg) == (0, 3)


@pytest.mark.usefixtures("open_link")
def test_a_wager_of_a_test_feeds_no_live_leg(recorder):
    table = TableDrafts()
    for draft in (table.open(), table.open_round(), table.wager(1, mode="test"), table.wager(2)):
        recorder.record(draft)
    (live,) = body(recorder.record(table.no_more_bets())).legs
    assert [wager.seat for wager in live.wagers] == [2]
    assert body(recorder.record(table.no_more_bets(mode="test"))).legs == ()


@pytest.mark.usefixtures("open_link")
def test_legs_are_numbered_from_the_opening_through_claims_and_voids_to_the_day_s_end(recorder):
    table = TableDrafts()
    numbers = [body(recorder.record(table.open())).legs[0].leg]
    for draft in (table.open_round(), table.wager(1)):
        recorder.record(draft)
    numbers.append(body(recorder.record(table.no_more_bets())).legs[0].leg)
    claim = recorder.record(table.claim(1))
    numbers.append(body(claim).leg)
    numbers.append(body(recorder.record(table.validate(claim.seq, 1))).leg)
    numbers.append(body(recorder.record(table.pay(claim.seq, 1))).leg)
    numbers.append(body(recorder.record(table.void(L_1=(1,)))).legs[0].leg)
    numbers.append(body(recorder.record(table.select())).legs[0].leg)
    numbers.append(body(recorder.record(table.end_day())).legs[0].leg)
    assert numbers == [1, 2, 3, 4, 5, 6, 7, 8]
    assert body(recorder.record(table.open_round())).progressives[0].legs_sent == 8


def test_an_opening_and_a_day_s_end_have_a_leg_for_every_link_whatever_the_client_sends(recorder):
    table = TableDrafts(links=("L-1", "L-2"))
    for draft in (table.open(legs=({"link": "L-9", "leg": 4},)), table.end_day()):
        legs = body(recorder.record(draft)).legs
        assert [leg.link for leg in legs] == ["L-1", "L-2"]
    assert [leg.leg for leg in legs] == [2, 2]


def test_two_wagers_of_one_link_make_one_leg(recorder):
    """The Five Card Hand Bonus, on the player's hand and on the dealer's, feeds one meter."""
    table = TableDrafts()
    two = (*offered("L-1"), ProgressiveOffered(wager="other", link="L-1", unit_wager_mc=UNIT))
    assert [(leg.link, leg.leg) for leg in body(recorder.record(table.open(progressives=two))).legs] == [
        ("L-1", 1)
    ]


def test_a_change_of_links_is_sent_to_the_old_ones_and_the_new(recorder):
    table = TableDrafts(links=("L-1", "L-2"))
    recorder.record(table.open())
    table.links = ("L-2", "L-3")
    legs = body(recorder.record(table.select())).legs
    assert [(leg.link, leg.leg) for leg in legs] == [("L-1", 2), ("L-2", 2), ("L-3", 1)]
    marked = [[leg.link for leg in body(recorder.record(table.end_day())).legs] for _ in range(2)]
    assert marked == [["L-2", "L-3", "L-1"], ["L-2", "L-3"]], "a link that was left is sent one marker"


def test_a_link_that_was_left_is_sent_its_marker_after_a_crash_too(log):
    """The last round names it: the stream is not read from its beginning."""
    table = TableDrafts()
    for draft in (table.open(), table.open_round(), table.no_more_bets()):
        fresh(log).record(draft)
    table.links = ("L-2",)
    for draft in (table.select(), table.open_round(), table.no_more_bets(), table.close_round()):
        fresh(log).record(draft)
    opened = body(fresh(log).record(table.open_round()))
    assert [(left.link, left.legs_sent) for left in opened.left] == [("L-1", 3)]
    legs = body(fresh(log).record(table.end_day())).legs
    assert [(leg.link, leg.leg) for leg in legs] == [("L-2", 3), ("L-1", 4)]
    assert body(fresh(log).record(table.open_round())).left == ()


@pytest.mark.usefixtures("open_link")
def test_a_void_has_a_leg_for_every_link_with_the_seats_named(recorder):
    table = TableDrafts(links=("L-1", "L-2"))
    for draft in (table.open(), table.open_round(), table.wager(3), table.no_more_bets()):
        recorder.record(draft)
    legs = body(recorder.record(table.void(L_1=(3,)))).legs
    assert [(leg.link, leg.leg, leg.seats) for leg in legs] == [("L-1", 3, (3,)), ("L-2", 3, ())]


def test_a_link_of_long_ago_is_numbered_on_after_a_crash(log):
    """The last round does not name L-1 any more: the whole stream is read."""
    table = TableDrafts()
    recorder = fresh(log)
    for draft in (table.open(), table.open_round(), table.no_more_bets(), table.close_round()):
        recorder.record(draft)
    table.links = ("L-2",)
    for draft in (table.select(), table.open_round(), table.no_more_bets(), table.close_round()):
        recorder.record(draft)
    table.links = ("L-1",)
    recorder = fresh(log)
    drafts = [table.select(), table.open_round(), table.no_more_bets()]
    chosen, _, closed = recorder.record_many(drafts)
    assert [(leg.link, leg.leg) for leg in (*body(chosen).legs, *body(closed).legs)] == [
        ("L-2", 3),
        ("L-1", 4),
        ("L-1", 5),
    ]
