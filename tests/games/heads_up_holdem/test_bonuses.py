"""677a.11(i) and 677a.12(d), (e): Pocket Bonus and Trips Plus, every row of every paytable."""

import pytest

WAGERS = {"ante": 1000, "odds": 1000}
# As 677a.12(d) and (e) print them.
POCKET = {
    "A": {"pair of aces": 30, "suited": 20, "unsuited": 10, "other pair": 5},
    "B": {"pair of aces": 25, "suited": 20, "unsuited": 10, "other pair": 5},
    "C": {"pair of aces": 30, "suited": 20, "unsuited": 10, "other pair": 4},
}
POCKET_CARDS = {
    "pair of aces": ["Ac Ad"],
    "suited": ["As Ks", "Qd Ad", "Ah Jh"],
    "unsuited": ["As Kd", "Qc Ad", "Ah Jc"],
    "other pair": ["2c 2d", "Kc Kd", "Jh Js"],
}
TRIPS = {
    "A": [100, 40, 30, 9, 7, 4, 3],
    "B": [100, 40, 30, 8, 6, 5, 3],
    "C": [100, 40, 30, 7, 6, 5, 3],
    "D": [100, 40, 30, 8, 7, 4, 3],
}
TRIPS_HANDS = [
    ("As Ks", "Qs Js Ts 2d 3c"),  # royal flush
    ("9s 8s", "7s 6s 5s 2d Kc"),  # straight flush
    ("9c 9d", "9h 9s 5s 2d Kc"),  # four of a kind
    ("9c 9d", "9h 5s 5d 2d Kc"),  # full house
    ("As 9s", "7s 4s 2s Kd Tc"),  # flush
    ("9c 8d", "7s 6h 5d 2s Kc"),  # straight
    ("9c 9d", "9h 6h 5s 2d Kc"),  # three of a kind
]


def pocket_rows():
    return [
        pytest.param((letter, cards, odds), id=f"{letter}-{cards}")
        for letter, column in POCKET.items()
        for row, odds in column.items()
        for cards in POCKET_CARDS[row]
    ]


def trips_rows():
    return [
        pytest.param((letter, *hand, odds), id=f"{letter}-{odds}")
        for letter, column in TRIPS.items()
        for hand, odds in zip(TRIPS_HANDS, column, strict=True)
    ]


@pytest.mark.reg("58 Pa. Code §§ 677a.12(d), 677a.11(i)(1)(i)")
@pytest.mark.parametrize("row", pocket_rows())
def test_pocket_bonus_pays_the_row_of_its_paytable(settle, place, row):
    letter, cards, odds = row
    seats = [place(1, cards, WAGERS | {"pocket_bonus": 300}, "fold")]
    verdict = settle(seats, paytables={"pocket_bonus": letter})
    assert verdict("pocket_bonus") == ("win", 300 * odds, 300, f"{odds} to 1", "677a.11(i)(1)(i)")
    assert verdict.total() == 300 * odds + 300


@pytest.mark.reg("58 Pa. Code §§ 677a.11(i)(1)(ii), 677a.7(d)(2)")
@pytest.mark.parametrize("cards", ["As Ts", "As Td", "As 2s", "Ks Qs", "Ks Qd", "2c 3c", "Js Tc"])
def test_pocket_bonus_loses_on_anything_else(settle, place, cards):
    verdict = settle([place(1, cards, WAGERS | {"pocket_bonus": 300}, "fold")])
    assert verdict("pocket_bonus") == ("lose", 0, 0, "-", "677a.11(i)(1)(ii)")
    assert verdict.total() == 0


@pytest.mark.reg("58 Pa. Code §§ 677a.12(e), 677a.11(i)(2)(i)")
@pytest.mark.parametrize("row", trips_rows())
def test_trips_plus_pays_the_row_of_its_paytable(settle, place, row):
    letter, cards, board, odds = row
    seats = [place(1, cards, WAGERS | {"trips_plus": 200}, "fold")]
    verdict = settle(seats, "", board, paytables={"trips_plus": letter})
    assert verdict("trips_plus") == ("win", 200 * odds, 200, f"{odds} to 1", "677a.11(i)(2)(i)")
    assert verdict.total() == 200 * odds + 200


@pytest.mark.reg("58 Pa. Code §§ 677a.11(i)(2)(ii), 677a.7(d)(3)")
@pytest.mark.parametrize("cards", ["Ac Kd", "9c Qd", "Jc 3d"], ids=["aces and kings", "pair", "high card"])
def test_trips_plus_loses_below_three_of_a_kind(settle, place, cards):
    seats = [place(1, cards, WAGERS | {"trips_plus": 200}, "fold")]
    verdict = settle(seats, "", "As Kh 9d 6c 2h")
    assert verdict("trips_plus") == ("lose", 0, 0, "-", "677a.11(i)(2)(ii)")


@pytest.mark.reg("58 Pa. Code §§ 677a.7(d)(2), 677a.7(d)(3)")
def test_bonus_wagers_win_though_the_hand_loses(settle, place):
    """Three 7s lose to 9-8-7-6-5; the pocket pair pays 5 to 1 and Trips Plus A 3 to 1."""
    wagers = WAGERS | {"pocket_bonus": 300, "trips_plus": 200}
    verdict = settle([place(1, "7c 7d", wagers, 1000)], "9c 8d", "7s 6h 5d 2s Kc")
    assert verdict.outcomes() == "lose lose lose"
    assert verdict.paid("pocket_bonus") == 1500
    assert verdict.paid("trips_plus") == 600
    assert verdict.total() == 1800 + 800


@pytest.mark.reg("58 Pa. Code §§ 677a.7(d)(2), 677a.7(d)(3)")
def test_bonus_wagers_lose_though_the_hand_wins(settle, place):
    """A pair of nines beats a pair of 2s, and neither bonus pays one."""
    wagers = WAGERS | {"pocket_bonus": 300, "trips_plus": 200}
    verdict = settle([place(1, "9c 3d", wagers, 1000)], "2c Ah", "9h 6h 5s 2d Kc")
    assert verdict.outcomes() == "win push win"
    assert verdict.outcome("pocket_bonus") == verdict.outcome("trips_plus") == "lose"
    assert verdict.total() == 5000


@pytest.mark.reg("58 Pa. Code § 677a.11(i)(2)(i)")
def test_royal_flush_on_the_board_pays_trips_plus(settle, place):
    verdict = settle([place(1, "2c 3d", WAGERS | {"trips_plus": 200}, 1000)], "4c 5d", "Ts Js Qs Ks As")
    assert verdict.paid("trips_plus") == 20_000
    assert verdict.outcomes() == "push push push"


@pytest.mark.reg("58 Pa. Code § 677a.11(f)")
def test_fold_keeps_both_bonus_wagers(settle, place):
    wagers = WAGERS | {"pocket_bonus": 300, "trips_plus": 200}
    verdict = settle([place(1, "Ac Ad", wagers, "fold")], "", "Ah 6h 5s 2d Kc")
    assert verdict.outcome("ante") == verdict.outcome("odds") == "lose"
    assert verdict.paid("pocket_bonus") == 9000
    assert verdict.paid("trips_plus") == 600
    assert verdict.total() == 9300 + 800


@pytest.mark.reg("58 Pa. Code §§ 677a.12(d), 677a.12(e)")
@pytest.mark.parametrize("wager", ["pocket_bonus", "trips_plus"])
def test_bonus_wager_needs_its_paytable(refused, place, wager):
    seats = [place(1, "Ac Ad", WAGERS | {wager: 300}, "fold")]
    field, _ = refused(seats, "", "Ah 6h 5s 2d Kc", paytables={})
    assert wager in field


@pytest.mark.reg("58 Pa. Code §§ 677a.12(d), 677a.12(e)")
@pytest.mark.parametrize("tables", [{"pocket_bonus": "D"}, {"trips_plus": "E"}, {"odds": "only"}])
def test_paytables_that_nobody_can_select(refused, place, tables):
    seats = [place(1, "Ac Ad", WAGERS, "fold")]
    assert refused(seats, paytables=tables)[0] == f"paytables.{next(iter(tables))}"
