"""679a.12(h): the aggregate payout limit, per player and round, over Ante and Play without Bad Beats."""

import pytest

from games.registry import by_name as game_called
from games.rulebook import by_name

GAME, BOOK = game_called("three_card_prime"), by_name("679a@2019-08-31")
QUEEN_HIGH = "Qh 3c 2d"
LIMIT = {"payout_limit_cents": 5_000_000}


def limits(verdict, seat=1):
    return tuple(verdict.seats[seat]["aggregate_limit"].values())


@pytest.mark.reg("58 Pa. Code § 679a.12(h)")
def test_limit_cuts_ante_and_play_pro_rata(settle, place):
    """$10,000 and $100,000 won: 1/11 and 10/11 of $50,000, which is paid to the cent."""
    verdict = settle([place(1, "As Ks Qs", {"ante": 1_000_000})], QUEEN_HIGH, options=LIMIT)
    assert verdict.paid("ante") == 1_000_000  # each wager shows its payout before the limit
    assert verdict.paid("play") == 10_000_000
    assert limits(verdict) == (11_000_000, 5_000_000)
    assert verdict.total() == 2_000_000 + 5_000_000
    assert verdict.switches() == ["679a.12(h): payout_limit_division = all covered wagers pro rata"]


@pytest.mark.reg("58 Pa. Code § 679a.12(h)")
@pytest.mark.parametrize(("ante", "limited"), [(2_500_000, 5_000_000), (2_500_001, 5_000_000)])
def test_limit_itself_is_paid_in_full(settle, place, ante, limited):
    """A pair wins twice the Ante; one cent more a wager is cut back to two halves of the limit."""
    verdict = settle([place(1, "9s 9d 4h", {"ante": ante})], QUEEN_HIGH, options=LIMIT)
    assert limits(verdict) == (2 * ante, limited)
    assert verdict.total() == 2 * ante + limited
    assert bool(verdict.notes) == (2 * ante > limited)


@pytest.mark.reg("58 Pa. Code § 679a.12(h)")
def test_limit_counts_the_play_wager_against_an_unqualified_dealer(settle, place):
    verdict = settle([place(1, "", {"ante": 6_000_000})], "Jh Tc 8d", options=LIMIT)
    assert limits(verdict) == (6_000_000, 5_000_000)
    assert verdict.total() == 12_000_000 + 5_000_000


@pytest.mark.reg("58 Pa. Code § 679a.12(h)")
def test_bad_beat_bonus_is_beside_the_limit(settle, place):
    """Bad Beat A on $10,000: 12 to 1 is $120,000, paid in full."""
    verdict = settle([place(1, "Ks Qs Js", {"ante": 1_000_000})], "Ah Kh Qh", options=LIMIT)
    assert limits(verdict) == (0, 0)
    assert verdict.total() == 13_000_000
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 679a.12(h)")
def test_optional_wagers_are_beside_the_limit(settle, place):
    """Prime 3 to 1, Pair Bonus 50 to 1 and All-Six 10 to 1, $10,000 each: $630,000 beside the limit."""
    wagers = {"ante": 1000, "prime": 1_000_000, "pair_bonus": 1_000_000, "all_six": 1_000_000}
    seats = [place(1, "As Ks Qs", wagers, fourth_card="3d")]
    verdict = settle(seats, "Jh Td 2d", options=LIMIT)
    assert limits(verdict) == (1000, 1000)
    assert verdict.total() == 3000 + 4_000_000 + 51_000_000 + 11_000_000


@pytest.mark.cites("58 Pa. Code § 679a.12(h)")
def test_limit_is_the_players_over_all_boxes(settle, place):
    """Ann wins $40,000 on each of two boxes, so $25,000 each; Bob's $40,000 stay."""
    pairs = {1: "9s 9d 4h", 2: "8s 8d 4d", 3: "7s 7d 4s"}
    players = {1: "Ann", 2: "Ann", 3: "Bob"}
    seats = [place(n, cards, {"ante": 2_000_000}, player=players[n]) for n, cards in pairs.items()]
    verdict = settle(seats, QUEEN_HIGH, options=LIMIT)
    assert [limits(verdict, n) for n in (1, 2)] == [(4_000_000, 2_500_000)] * 2
    assert limits(verdict, 3) == (4_000_000, 4_000_000)


@pytest.mark.reg("58 Pa. Code § 679a.12(h)")
def test_no_limit_is_applied_unless_one_is_given(settle, place):
    verdict = settle([place(1, "As Ks Qs", {"ante": 1_000_000})], QUEEN_HIGH)
    assert verdict.total() == 13_000_000
    assert "aggregate_limit" not in verdict.seats[1]


@pytest.mark.reg("58 Pa. Code § 679a.12(h)")
def test_limit_below_fifty_thousand_dollars_is_refused(settle, refused, place):
    seats = [place(1, "", {"ante": 1000}, "forfeit")]
    assert refused(seats, options={"payout_limit_cents": 4_999_999})[0] == "options.payout_limit_cents"
    assert settle(seats, options=LIMIT).total() == 0


@pytest.mark.reg("58 Pa. Code § 679a.12(h)")
@pytest.mark.parametrize(
    ("minimum", "boxes", "floor"),
    [
        (1000, 1, 5_000_000),
        (454_545, 1, 5_000_000),  # 11 antes are 4,999,995
        (454_546, 1, 5_000_006),
        (1_000_000, 1, 11_000_000),
        (1_000_000, 4, 44_000_000),
        (
            1_000_000,
            5,
            51_000_000,
        ),  # a deck holds four mini-royals, the fifth box a straight flush at 7 antes
        (1_000_000, 6, 58_000_000),
    ],
)
def test_floor_is_what_the_minimum_wager_can_win(minimum, boxes, floor):
    found = GAME.payout_limit_floor_cents(BOOK, {"minimum_wager_cents": minimum, "boxes": boxes})
    assert found == floor


@pytest.mark.reg("58 Pa. Code § 679a.12(h)")
def test_floor_counts_one_box_unless_more_are_selected():
    assert GAME.payout_limit_floor_cents(BOOK, {"minimum_wager_cents": 1_000_000}) == 11_000_000
    assert GAME.payout_limit_floor_cents(BOOK, {}) == 5_000_000
