"""677a.12(f): the aggregate payout limit, per player and round, over Ante, Raise, Odds and Bad Beat."""

import pytest

from games.registry import by_name as game_called
from games.rulebook import by_name

LIMIT = {"payout_limit_cents": 5_000_000}
STRAIGHT_FLUSH = ("9s 8s", "2c Ah", "7s 6s 5s 2d Kc")
FOUR_NINES = ("9c 9d", "2c Ah", "9h 9s 5s 2d Kc")


def staked(ante):
    return {"ante": ante, "odds": ante}


@pytest.mark.reg("58 Pa. Code § 677a.12(f)")
def test_limit_cuts_ante_raise_and_odds_pro_rata_to_the_limit_itself(settle, place):
    """$1,000, $3,000 and 50 times $1,000 are $54,000, of which exactly $50,000 are paid."""
    cards, dealer, board = STRAIGHT_FLUSH
    seats = [place(1, cards, staked(100_000), ("preflop", 300_000))]
    verdict = settle(seats, dealer, board, options=LIMIT)
    assert (verdict.paid("ante"), verdict.paid("raise"), verdict.paid("odds")) == (
        100_000,
        300_000,
        5_000_000,
    )
    limits = verdict.seats[1]["aggregate_limit"]
    assert limits == {"uncapped_cents": 5_400_000, "limited_cents": 5_000_000}
    assert verdict.total() == 500_000 + 5_000_000  # the stakes come back whole
    assert verdict.switches() == ["677a.12(f): payout_limit_division = all covered wagers pro rata"]


@pytest.mark.reg("58 Pa. Code § 677a.12(f)")
@pytest.mark.parametrize(
    "row",
    [
        (416_666, 5_000_000, 4_999_992, 4_999_992),  # 12 antes, below the limit
        (416_667, 5_000_000, 5_000_004, 5_000_000),  # 416,666.6 twice and 4,166,666.6
        (416_667, 5_000_004, 5_000_004, 5_000_004),  # the limit itself is paid
    ],
)
def test_limit_itself_is_paid_in_full(settle, place, row):
    """Four of a kind pays 10 to 1 on the Odds, with Ante and Raise twelve antes."""
    ante, limit, uncapped, limited = row
    cards, dealer, board = FOUR_NINES
    seats = [place(1, cards, staked(ante), ante)]
    verdict = settle(seats, dealer, board, options={"payout_limit_cents": limit})
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": uncapped, "limited_cents": limited}
    assert verdict.total() == 3 * ante + limited
    assert bool(verdict.notes) == (uncapped > limited)


@pytest.mark.reg("58 Pa. Code § 677a.12(f)")
def test_limit_covers_the_bad_beat(settle, place):
    """500 to 1 on $1,000 is $500,000: cut to $50,000."""
    seats = [place(1, "4s 3s", staked(100_000), 100_000)]
    verdict = settle(seats, "9s 8s", "7s 6s 5s 2d Kc", options=LIMIT)
    assert verdict.paid("odds") == 50_000_000
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 50_000_000, "limited_cents": 5_000_000}
    assert verdict.total() == 5_000_000 + 100_000


@pytest.mark.reg("58 Pa. Code § 677a.12(f)")
def test_bonus_wagers_are_beside_the_limit(settle, place):
    """Trips Plus A pays 30 to 1 on $2,000, the pocket pair 5 to 1 on $10,000: $110,000 whole."""
    cards, dealer, board = FOUR_NINES
    wagers = staked(416_667) | {"trips_plus": 200_000, "pocket_bonus": 1_000_000}
    verdict = settle([place(1, cards, wagers, 416_667)], dealer, board, options=LIMIT)
    assert verdict.seats[1]["aggregate_limit"] == {"uncapped_cents": 5_000_004, "limited_cents": 5_000_000}
    assert verdict.total() == 3 * 416_667 + 5_000_000 + 6_200_000 + 6_000_000


@pytest.mark.reg("58 Pa. Code § 677a.12(f)")
def test_every_player_has_a_limit_of_his_own(settle, place):
    """Both beat a pair of 2s: four nines for seat 1, kings full for seat 2."""
    seats = [
        place(1, "9c 9d", staked(416_667), 416_667),
        place(2, "Kh Kd", staked(2_500_000), 2_500_000),
    ]
    verdict = settle(seats, "2c Ah", "9h 9s 5s 2d Kc", options=LIMIT)
    assert verdict.seats[1]["aggregate_limit"]["limited_cents"] == 5_000_000
    # Odds 3 to 1 on $25,000, with Ante and Raise $125,000, cut to $50,000.
    assert verdict.seats[2]["aggregate_limit"] == {"uncapped_cents": 12_500_000, "limited_cents": 5_000_000}


@pytest.mark.reg("58 Pa. Code § 677a.12(f)")
def test_no_limit_is_applied_unless_one_is_given(settle, place):
    cards, dealer, board = STRAIGHT_FLUSH
    verdict = settle([place(1, cards, staked(100_000), ("preflop", 300_000))], dealer, board)
    assert verdict.total() == 500_000 + 5_400_000
    assert "aggregate_limit" not in verdict.seats[1]


@pytest.mark.reg("58 Pa. Code § 677a.12(f)")
def test_limit_below_fifty_thousand_dollars_is_refused(refused, settle, place):
    seats = [place(1, "", staked(1000), "fold")]
    assert refused(seats, options={"payout_limit_cents": 4_999_999})[0] == "options.payout_limit_cents"
    assert settle(seats, options=LIMIT).total() == 0


@pytest.mark.reg("58 Pa. Code § 677a.12(f)")
@pytest.mark.parametrize(
    ("minimum", "floor"),
    [
        (None, 5_000_000),
        (9_920, 5_000_000),  # 504 antes are $49,996.80
        (9_921, 5_000_184),  # Ante, three times it as Raise, 500 to 1 on the Odds
        (50_000, 25_200_000),
    ],
)
def test_floor_is_the_greater_of_two(minimum, floor):
    game, book = game_called("heads_up_holdem"), by_name("677a@2015-proposed")
    selections = {} if minimum is None else {"minimum_wager_cents": minimum}
    assert game.payout_limit_floor_cents(book, selections) == floor
