"""647a.12(c): the payout limit per hand on Ante, Flop, Turn and River."""

import pytest

from games.game import LimitInForce
from games.registry import by_name as game_called
from games.rulebook import by_name

GAME = game_called("texas_holdem_bonus")
BOOK = by_name("647a@2019-08-31")
RUN, DEALER = "9c 8d 7h 2s 2c", "Kd Qh"
STRAIGHT = "Td 6h"
OTHER_STRAIGHT = "Tc 6s"


def limited(cents=5_000_000, ante_pays_on="straight"):
    return {"payout_limit_cents": cents, "ante_pays_on": ante_pays_on}


@pytest.mark.reg("58 Pa. Code § 647a.12(c)")
def test_all_four_wagers_are_cut_pro_rata(settle, place):
    """$15,000 + $30,000 + $15,000 + $15,000 won, $50,000 paid, and $75,000 of stakes returned."""
    seats = [place(1, STRAIGHT, {"ante": 1_500_000}, turn=True, river=True)]
    verdict = settle(seats, RUN, DEALER, options=limited())
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 7_500_000, "limited_cents": 5_000_000}
    assert verdict.paid("flop") == 3_000_000  # each wager shows its payout before the limit
    assert verdict.total() == 12_500_000
    assert verdict.switches() == ["647a.12(c): payout_limit_division = all covered wagers pro rata"]


@pytest.mark.reg("58 Pa. Code § 647a.12(c)")
def test_the_limit_is_paid_to_the_cent(settle, place):
    """$50,000.01 in the ratio 1 : 2 : 1 : 1 is $10,000.002, $20,000.004 and so on: $50,000.01 together."""
    seats = [place(1, STRAIGHT, {"ante": 1_500_000}, turn=True, river=True)]
    verdict = settle(seats, RUN, DEALER, options=limited(5_000_001))
    assert verdict.seats[1]["aggregate_limit"]["limited_cents"] == 5_000_001


@pytest.mark.reg("58 Pa. Code § 647a.12(c)")
@pytest.mark.parametrize(("ante", "paid", "notes"), [(1_000_000, 5_000_000, 0), (1_000_001, 5_000_000, 1)])
def test_limit_itself_may_be_paid_and_no_more(settle, place, ante, paid, notes):
    seats = [place(1, STRAIGHT, {"ante": ante}, turn=True, river=True)]
    verdict = settle(seats, RUN, DEALER, options=limited())
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 5 * ante, "limited_cents": paid}
    assert len(verdict.notes) == notes


@pytest.mark.reg("58 Pa. Code § 647a.12(c)")
def test_returned_ante_wins_nothing_and_is_not_cut(settle, place):
    """Without the Ante $60,000 are won: $25,000 + $12,500 + $12,500 paid, all stakes returned."""
    seats = [place(1, STRAIGHT, {"ante": 1_500_000}, turn=True, river=True)]
    verdict = settle(seats, RUN, DEALER, options=limited(ante_pays_on="flush"))
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 6_000_000, "limited_cents": 5_000_000}
    assert verdict.total() == 12_500_000


@pytest.mark.reg("58 Pa. Code § 647a.12(c)")
def test_limit_is_per_hand_so_two_boxes_of_one_player_have_two(settle, place):
    wagers = {"ante": 1_500_000}
    seats = [
        place(1, STRAIGHT, wagers, player="Ann", turn=True, river=True),
        place(2, OTHER_STRAIGHT, wagers, player="Ann", turn=True, river=True),
    ]
    verdict = settle(seats, RUN, DEALER, options=limited())
    assert [verdict.seats[n]["aggregate_limit"]["limited_cents"] for n in (1, 2)] == [5_000_000] * 2


@pytest.mark.reg("58 Pa. Code § 647a.12(c)")
def test_other_wagers_are_not_covered(settle, place):
    """30 to 1 on a $4,000 bonus is $120,000 beside a Flop wager that is far below the limit."""
    seats = [place(1, "As Ad", {"ante": 1000, "bonus": 400_000})]
    verdict = settle(seats, "Kc 9d 7h 4s 2c", "Qd Jh", options=limited())
    assert verdict.paid("bonus") == 12_000_000
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 2000, "limited_cents": 2000}
    assert verdict.total() == 1000 + 4000 + 12_400_000


@pytest.mark.reg("58 Pa. Code § 647a.12(c)")
def test_without_a_given_limit_nothing_is_cut(settle, place):
    seats = [place(1, STRAIGHT, {"ante": 1_500_000}, turn=True, river=True)]
    verdict = settle(seats, RUN, DEALER, options={"ante_pays_on": "straight"})
    assert verdict.total() == 15_000_000
    assert "aggregate_limit" not in verdict.seats[1]


@pytest.mark.reg("58 Pa. Code § 647a.12(c)")
def test_limit_below_fifty_thousand_dollars_is_refused(refused, place):
    seats = [place(1, STRAIGHT, {"ante": 1000})]
    field, message = refused(seats, RUN, DEALER, options=limited(4_999_999))
    assert field == "options.payout_limit_cents"
    assert "5000000 cents of 647a.12(c)" in message


@pytest.mark.reg("58 Pa. Code § 647a.12(c)")
@pytest.mark.parametrize(
    ("minimum", "boxes", "floor"),
    [
        (1000, 1, 5_000_000),
        (1_000_000, 1, 5_000_000),
        (1_000_001, 1, 5_000_005),
        (1_000_000, 2, 10_000_000),
        (1000, 6, 5_000_000),
    ],
)
def test_floor_is_what_the_minimum_wager_can_win_if_that_is_more(minimum, boxes, floor):
    """Ante, twice the Ante, and the Ante twice more: five times the minimum, on every box."""
    selections = {"minimum_wager_cents": minimum, "boxes": boxes}
    assert GAME.payout_limit_floor_cents(BOOK, selections) == floor


@pytest.mark.reg("58 Pa. Code § 647a.12(c)")
def test_limit_is_mandatory_and_per_hand():
    assert BOOK.payout_limit is not None
    assert BOOK.payout_limit.mandatory
    assert BOOK.payout_limit.per == "hand"
    assert GAME.payout_limit_floor_cents(BOOK, {}) == 5_000_000
    assert GAME.payout_limit_floor_cents(BOOK, {"minimum_wager_cents": 2_000_000}) == 10_000_000


@pytest.mark.cites("58 Pa. Code § 647a.12(c)")
@pytest.mark.parametrize(("minimum", "given"), [(1_000, 5_000_000), (2_000_000, 10_000_000)])
def test_a_table_that_names_none_has_the_limit_of_the_chapter(minimum, given):
    """The greater of $50,000 and five times the minimum."""
    selections = {"minimum_wager_cents": minimum, "boxes": 1}

    by_chapter = GAME.payout_limit_in_force(BOOK, None, selections)
    assert by_chapter == LimitInForce(given, "647a.12(c)", named=False)
    named = GAME.payout_limit_in_force(BOOK, 20_000_000, selections)
    assert named == LimitInForce(20_000_000, "647a.12(c)", named=True)


@pytest.mark.parametrize(
    "name", ["679a@2019-08-31", "678a@2019-11-02", "678a@2015-proposed", "663a@2014-02-01"]
)
def test_elsewhere_a_table_that_names_none_has_none(name):
    book = by_name(name)

    assert game_called(book.game).payout_limit_in_force(book, None, {"minimum_wager_cents": 1_000}) is None
