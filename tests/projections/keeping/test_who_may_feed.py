"""Who may feed a link: a table that has joined, with the link's own wagers, taken while the link was open.

What may not feed is due back, seat by seat and with its reason; the others of its round feed and win.
"""

import pytest

from events.vocabulary.legs import AcceptedWager
from events.vocabulary.progressive import BetsClosed
from tests.amounts import dollars
from tests.projections.folding import KeeperAtHand
from tests.projections.keeping.at_link import At, small
from tests.scenario import BOTH_HANDS, SEVEN_CARDS, UNIT_MC, Clock, LinkDesk
from tests.scenario_table import TableDesk

ONE_SET = pytest.mark.reg("58 Pa. Code § 678a.2(c)")
UNIT = dollars(100)


@pytest.fixture
def at():
    """$1,000 on the meter, which grows by $23 with each wager of $100; T1 and T2 have joined."""
    return At(**small(seed_mc=dollars(1_000), unit_mc=UNIT))


def shown(at):
    return at.meters["progressive"][0]


def bets(table, *seats):
    """ "No more bets" in the table's round: these seats have wagered."""
    return table.closes_bets({"HCF": dict.fromkeys(seats, UNIT)})


# --- which tables ------------------------------------------------------------------------------------------


@ONE_SET
def test_a_table_that_never_joined_feeds_nothing_wins_nothing_and_leaves_no_trace_in_the_state(at):
    stranger = TableDesk("T9", at.link.clock)
    before = at.state
    stranger.opens_round()
    accepted = tuple(AcceptedWager(seat=1, wager="ante", amount_mc=UNIT) for _ in range(100))
    leg = stranger.wager_leg("HCF", accepted)
    answers = at.keeper.takes(stranger.records(BetsClosed(legs=(leg,))))
    assert {type_ for type_, _ in answers} == {"stake_due_back"}
    stakes = [stake for _, body in answers for stake in body.stakes]
    assert len(stakes) == 100
    assert {(s.seat, s.wager, s.amount_mc, s.reason) for s in stakes} == {
        (1, "ante", UNIT, "the table has not joined the link")
    }
    assert "no accepted" in at.refusal(stranger.claims(1, SEVEN_CARDS, wager="ante"))
    assert "not the table's last one" in at.refusal(stranger.voids({"HCF": [1]}))
    at.keeper.takes(stranger.ends_day(day="2026-03-13"))
    assert at.state == before


def test_a_stranger_holds_up_no_gaming_day(at):
    stranger = TableDesk("T9", at.link.clock)
    stranger.opens_round()
    at.keeper.takes(bets(stranger, 1), stranger.claims(1))
    assert at.keeper.takes(at.table.ends_day()) == []
    assert at.keeper.types(at.other.ends_day()) == ["meter_day_closed"]


@ONE_SET
def test_a_table_that_left_feeds_no_more_but_for_the_round_that_was_open(at):
    ((type_, left),) = at.keeper.takes(at.table.opens(["OTHER"], sent_to=["HCF"]))
    assert (type_, left.table, left.selections_seq) == ("table_left", "T1", at.table.selections_seq)
    assert at.keeper.types(bets(at.table, 4)) == ["meter_contributed"]  # its round was opened before
    assert shown(at) == dollars(1_023)
    at.table.opens_round()
    due = at.due_back(bets(at.table, 4))
    assert due == {4: (UNIT, "the table had left the link when the round was opened")}
    assert "no accepted" in at.refusal(at.table.claims(4))
    assert at.keeper.takes(at.table.opens(["OTHER"], sent_to=["HCF"])) == []  # it has left already
    assert at.keeper.types(at.table.opens(unit_mc=UNIT)) == ["table_joined"]
    at.table.opens_round()
    assert at.keeper.types(bets(at.table, 4)) == ["meter_contributed"]
    assert shown(at) == dollars(1_046)


@ONE_SET
def test_a_round_is_judged_by_the_selections_that_it_was_opened_under(at):
    """The table goes over to $5 in the middle of a round: that one is for $100, the next one is not."""
    (joined, _), (refused, _) = at.keeper.takes(at.table.opens())
    assert (joined, refused) == ("table_joined", "leg_refused")
    assert at.keeper.types(bets(at.table, 1)) == ["meter_contributed"]
    at.table.opens_round()
    due = at.due_back(at.table.closes_bets({"HCF": [1]}))
    assert due[1][0] == UNIT_MC
    assert due[1][1].startswith("the table's unit wager is $5.00, the link's is $100.00")


def test_the_link_keeps_the_last_two_selections_of_a_table(at):
    first = at.table.selections_seq
    at.keeper.takes(at.table.opens(unit_mc=UNIT), at.table.opens(unit_mc=UNIT))
    assert [each.selections_seq for each in at.state.tables["T1"]] == [3, 4]
    due = at.due_back(bets(at.table, 2))  # of the round that was opened under the first
    why = (
        f"the round was opened under selections {first} of the table, and the last ones that it joined or "
        "left the link with are 3, 4"
    )
    assert due == {2: (UNIT, why)}


# --- which wagers ------------------------------------------------------------------------------------------


@pytest.mark.cites("58 Pa. Code § 647a.7(d)(4)")
def test_both_wagers_of_the_five_card_hand_bonus_feed_one_link_and_no_other_does():
    at = At(**small(seed_mc=dollars(1_000), unit_mc=UNIT, wager="fchb_player", wagers=BOTH_HANDS))
    wagers = [(1, "fchb_player", UNIT), (1, "fchb_dealer", UNIT), (2, "progressive", UNIT)]
    (first, due), (second, fed) = at.keeper.takes(at.table.bets("HCF", wagers))
    assert (first, second, fed.wagers) == ("stake_due_back", "meter_contributed", 2)
    (stake,) = due.stakes
    assert (stake.seat, stake.wager) == (2, "progressive")
    assert stake.reason == "the link takes fchb_dealer, fchb_player and no progressive wager"


def test_a_wager_of_the_link_that_the_table_did_not_offer_is_due_back():
    at = At(**small(seed_mc=dollars(1_000), unit_mc=UNIT, wager="fchb_player", wagers=BOTH_HANDS))
    at.keeper.takes(at.table.opens(wagers=("fchb_dealer",), unit_mc=UNIT))
    due = at.due_back(at.table.bets("HCF", [(3, "fchb_player", UNIT)]))
    assert due == {3: (UNIT, "the table did not offer fchb_player for the link when the round was opened")}


def test_a_partly_withdrawn_wager_concerns_its_seat_alone(at):
    """Seat 2 took $60 of its $100 back: $40 is not the unit."""
    (first, due), (second, fed) = at.keeper.takes(at.table.closes_bets({"HCF": {1: UNIT, 2: dollars(40)}}))
    assert (first, second, fed.wagered_mc) == ("stake_due_back", "meter_contributed", UNIT)
    (stake,) = due.stakes
    assert (stake.seat, stake.amount_mc) == (2, dollars(40))
    assert stake.reason == "$40.00 was wagered, and the link takes $100.00 and no other amount"
    assert (due.table, due.round) == ("T1", "T1-R1")
    assert shown(at) == dollars(1_023)
    assert "seat 2 has no accepted" in at.refusal(at.table.claims(2))
    assert at.claims(1)[1].amount_mc == dollars(102) + 30_000  # a tenth of $1,023


def test_the_same_seat_and_wager_feeds_once_a_round_also_by_a_second_no_more_bets(at):
    again = "seat 1 had this wager in the round already, and the link takes one a round"
    twice = [(1, "progressive", UNIT), (1, "progressive", UNIT), (2, "progressive", UNIT)]
    (_, due), (_, fed) = at.keeper.takes(at.table.bets("HCF", twice))
    assert ([stake.reason for stake in due.stakes], fed.wagers) == ([again], 2)
    (_, due), (_, fed) = at.keeper.takes(bets(at.table, 1, 3))
    assert ([(stake.seat, stake.reason) for stake in due.stakes], fed.wagers) == ([(1, again)], 1)
    assert shown(at) == dollars(1_000 + 3 * 23)
    assert {seat for seat, _ in at.state.rounds["T1"].wagers} == {1, 2, 3}
    ((_, reversed_),) = at.keeper.takes(at.table.voids({"HCF": [1, 3]}))
    assert reversed_.returned_mc == 2 * UNIT
    assert at.claims(2)[1].amount_mc


def test_a_second_no_more_bets_adds_to_the_first_and_takes_nothing_away(at):
    at.keeper.takes(bets(at.table, 1, 2))
    assert at.keeper.takes(bets(at.table)) == []
    assert at.keeper.types(bets(at.table, 5)) == ["meter_contributed"]
    assert {seat for seat, _ in at.state.rounds["T1"].wagers} == {1, 2, 5}
    assert at.claims(2)[1].amount_mc


def test_stakes_are_due_back_seat_by_seat_and_in_as_many_records_as_it_takes(at):
    stranger = TableDesk("T9", at.link.clock)
    stranger.opens_round()
    seats = range(255, 0, -1)
    answers = at.keeper.takes(bets(stranger, *seats))
    assert [type_ for type_, _ in answers] == ["stake_due_back"] * 8
    assert [stake.seat for _, body in answers for stake in body.stakes] == list(range(1, 256))


# --- when: the link's control ------------------------------------------------------------------------------


def test_a_leg_that_was_taken_while_the_link_was_open_feeds_and_wins_although_it_was_closed_since(at):
    at.keeper.takes(at.link.closes())
    assert at.keeper.types(bets(at.table, 1)) == ["meter_contributed"]
    assert shown(at) == dollars(1_023)
    at.table.opens_round()
    assert at.due_back(bets(at.table, 1))[1][1] == "the link was closed when the round was opened"


def test_a_link_that_was_closed_and_opened_again_by_the_same_terms_is_the_same_to_a_round(at):
    at.keeper.takes(at.link.closes(), at.link.opens(**small(seed_mc=dollars(1_000), unit_mc=UNIT)))
    assert at.keeper.types(bets(at.table, 1)) == ["meter_contributed"]
    guarded = small(seed_mc=dollars(1_000), unit_mc=UNIT, guard_mc=4 * UNIT)
    at.keeper.takes(at.link.closes(), at.link.opens(**guarded))
    assert at.keeper.types(bets(at.other, 1)) == ["meter_contributed"], "a guard is not the players' business"


@pytest.mark.parametrize("how", ["opened", "changed"])
def test_a_stake_is_due_back_where_the_terms_have_changed_since(at, how):
    other = small(seed_mc=dollars(1_000), unit_mc=UNIT, primary_bp=2_000)
    at.keeper.takes(at.link.closes())
    if how == "changed":
        at.keeper.takes(at.link.changes_terms(**other))
    at.keeper.takes(at.link.opens(**other))
    due = at.due_back(bets(at.table, 1, 6))
    assert due == dict.fromkeys((1, 6), (UNIT, "the link's terms have changed since the round was opened"))
    at.table.opens_round()
    assert at.keeper.types(bets(at.table, 1)) == ["meter_contributed"]


def test_a_stake_is_due_back_where_the_link_was_retired_since(at):
    at.keeper.takes(at.link.closes(), at.link.adjusts(-dollars(1_000)))
    assert at.keeper.types(at.link.retires()) == ["meter_retired"]
    assert at.due_back(bets(at.table, 1))[1][1] == "the link has been retired since the round was opened"


def test_a_link_that_nobody_opened_is_not_retired():
    link, keeper = LinkDesk("HCF"), KeeperAtHand()
    ((type_, body),) = keeper.takes(link.retires())
    assert (type_, body.attempted) == ("leg_refused", "retirement")
    assert "never opened" in body.reason


def test_a_wager_without_a_control_of_the_link_is_due_back(at):
    at.table.found = {"HCF": 0}
    assert at.due_back(bets(at.table, 1))[1][1] == "the link was not open when the round was opened"


# --- the guard ---------------------------------------------------------------------------------------------


def test_over_the_guard_nothing_feeds_until_an_adjustment_is_signed_but_the_wagers_can_win():
    at = At(**small(seed_mc=dollars(1_000), unit_mc=UNIT, guard_mc=2 * UNIT))
    refusal = at.refusal(bets(at.table, 1, 2, 3))
    assert refusal.startswith("contribution: $300.00 in one round is unreasonable, $200.00 is the most")
    assert shown(at) == dollars(1_000)
    last = at.state.rounds["T1"]
    assert last.unfed == set(last.wagers) == {(seat, "progressive") for seat in (1, 2, 3)}
    assert at.keeper.types(at.link.adjusts(dollars(69))) == ["meter_adjusted"]
    assert at.claims(2)[1].amount_mc == dollars(106) + 90_000  # a tenth of $1,069
    assert at.keeper.takes(at.table.voids({"HCF": [1, 3]})) == []  # they fed nothing
    assert "seat 1 has no accepted" in at.refusal(at.table.claims(1))


def test_the_guard_counts_all_wagers_of_a_round(at):
    at = At(**small(seed_mc=dollars(1_000), unit_mc=UNIT, guard_mc=2 * UNIT))
    assert at.keeper.types(bets(at.table, 1, 2)) == ["meter_contributed"]
    assert "$300.00 in one round is unreasonable" in at.refusal(bets(at.table, 3))
    assert at.state.rounds["T1"].unfed == {(3, "progressive")}
    ((_, reversed_),) = at.keeper.takes(at.table.voids({"HCF": [1, 2, 3]}))
    assert (reversed_.wagers, reversed_.returned_mc) == (2, 2 * UNIT)
    assert shown(at) == dollars(1_000)


def test_what_fed_nothing_is_remembered_over_every_no_more_bets_of_its_round():
    at = At(**small(seed_mc=dollars(1_000), unit_mc=UNIT, guard_mc=UNIT))
    for seats in ((1, 2), (3,)):
        assert "is unreasonable" in at.refusal(bets(at.table, *seats))
    at.keeper.takes(bets(at.table))
    assert at.state.rounds["T1"].unfed == {(seat, "progressive") for seat in (1, 2, 3)}
    assert at.keeper.takes(at.table.voids({"HCF": [1, 2, 3]})) == []
    assert shown(at) == dollars(1_000)


# --- a table that opens before its link --------------------------------------------------------------------


def test_a_table_may_open_before_its_link_and_feeds_once_that_is_open():
    clock = Clock()
    link, table, keeper = LinkDesk("HCF", clock), TableDesk("T1", clock), KeeperAtHand()
    assert keeper.types(table.opens()) == ["table_joined"]
    keeper.takes(link.opens())
    assert keeper.types(table.plays({"HCF": [1]})) == ["meter_contributed"]
