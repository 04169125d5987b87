"""678a.11(e)(1), (2) and 678a.12(b), (c): Flush and Straight Flush Bonus, every row of every paytable."""

import pytest

DEALER = "9h 3h 2h Kc Qc As 7d"
FLUSHES = {
    7: "2s 3s 5s 7s 9s Js Qs",
    6: "2s 3s 5s 7s 9s Js 4d",
    5: "2s 3s 5s 7s 9s 4d 6d",
    4: "2s 3s 5s 7s 4d 6d 8c",
    3: "2s 3s 5s 4d 6d 8c Tc",
    2: "2s 3s 4d 6d 8c Tc Jh",
}
RUNS = {
    7: "2s 3s 4s 5s 6s 7s 8s",
    6: "2s 3s 4s 5s 6s 7s Jd",
    5: "4s 5s 6s 7s 8s Jd Jc",
    4: "4s 5s 6s 7s 9s Jd Jc",
    3: "4s 5s 6s 8s Ts Jd Jc",
    2: "4s 5s 7s 8s Ts Jd Jc",
}
# By length, as 678a.12(b) and (c) print them.
FLUSH_BONUS = {
    "A": {7: 300, 6: 100, 5: 10, 4: 1},
    "B": {7: 100, 6: 20, 5: 10, 4: 2},
    "C": {7: 200, 6: 60, 5: 12, 4: 1},
    "D": {7: 500, 6: 50, 5: 12, 4: 1},
    "E": {7: 400, 6: 60, 5: 12, 4: 1},
    "F": {7: 400, 6: 100, 5: 10, 4: 1},
    "G": {7: 500, 6: 100, 5: 10, 4: 1},
    "H": {7: 250, 6: 100, 5: 10, 4: 1},
}
FLUSH_BONUS_2015 = FLUSH_BONUS | {"C": {7: 200, 6: 20, 5: 10, 4: 2}, "D": {7: 300, 6: 75, 5: 5, 4: 2}}
STRAIGHT_FLUSH_BONUS = {
    "A": {7: 8000, 6: 1000, 5: 100, 4: 60, 3: 7},
    "B": {7: 1000, 6: 500, 5: 100, 4: 75, 3: 7},
    "C": {7: 500, 6: 200, 5: 100, 4: 60, 3: 8},
    "D": {7: 1000, 6: 500, 5: 100, 4: 60, 3: 8},
}
STRAIGHT_FLUSH_BONUS_2015 = STRAIGHT_FLUSH_BONUS | {"A": {7: 500, 6: 200, 5: 100, 4: 75, 3: 7}}
BOOKS = {
    "678a@2019-11-02": (FLUSH_BONUS, STRAIGHT_FLUSH_BONUS),
    "678a@2015-proposed": (FLUSH_BONUS_2015, STRAIGHT_FLUSH_BONUS_2015),
}


def rows(which):
    return [
        pytest.param((book, letter, length, odds), id=f"{book}-{letter}-{length}")
        for book, tables in BOOKS.items()
        for letter, column in tables[which].items()
        for length, odds in column.items()
    ]


@pytest.mark.reg("58 Pa. Code §§ 678a.12(b), 678a.11(e)(1)(ii)")
@pytest.mark.parametrize("row", rows(0))
def test_flush_bonus_pays_the_row_of_its_paytable(settle, place, row):
    book, letter, length, odds = row
    seats = [place(1, FLUSHES[length], {"ante": 1000, "flush_bonus": 500}, "fold")]
    verdict = settle(seats, DEALER, rulebook=book, paytables={"flush_bonus": letter})
    assert verdict("flush_bonus") == ("win", 500 * odds, 500, f"{odds:,} to 1", "678a.11(e)(1)(ii)")
    assert verdict.total() == 500 * odds + 500


@pytest.mark.reg("58 Pa. Code § 678a.11(e)(1)(i)")
@pytest.mark.parametrize("length", [3, 2])
def test_flush_bonus_loses_below_four_cards(settle, place, length):
    seats = [place(1, FLUSHES[length], {"ante": 1000, "flush_bonus": 500}, 1000)]
    assert settle(seats, DEALER)("flush_bonus") == ("lose", 0, 0, "-", "678a.11(e)(1)(i)")


@pytest.mark.reg(
    "58 Pa. Code §§ 678a.12(c), 678a.11(e)(2)(ii), 678a.6(d)(1), 678a.6(d)(2), 678a.6(d)(3), 678a.6(d)(4), "
    "678a.6(d)(5)"
)
@pytest.mark.parametrize("row", rows(1))
def test_straight_flush_bonus_pays_the_row_of_its_paytable(settle, place, row):
    book, letter, length, odds = row
    seats = [place(1, RUNS[length], {"ante": 1000, "straight_flush_bonus": 300}, "fold")]
    verdict = settle(seats, DEALER, rulebook=book, paytables={"straight_flush_bonus": letter})
    expected = ("win", 300 * odds, 300, f"{odds:,} to 1", "678a.11(e)(2)(ii)")
    assert verdict("straight_flush_bonus") == expected
    assert verdict.total() == 300 * odds + 300


@pytest.mark.reg("58 Pa. Code § 678a.11(e)(2)(i)")
def test_straight_flush_bonus_loses_below_three_cards(settle, place):
    seats = [place(1, RUNS[2], {"ante": 1000, "straight_flush_bonus": 300}, 1000)]
    assert settle(seats, DEALER)("straight_flush_bonus") == ("lose", 0, 0, "-", "678a.11(e)(2)(i)")


@pytest.mark.reg("58 Pa. Code § 678a.6(d)")
def test_gap_in_a_seven_card_flush_breaks_the_run(settle, place):
    """Seven spades, 2-3-4 and 6-7-8-9: the longer run is four."""
    seats = [place(1, "2s 3s 4s 6s 7s 8s 9s", {"ante": 1000, "straight_flush_bonus": 100}, "fold")]
    assert settle(seats, DEALER).paid("straight_flush_bonus") == 6000


@pytest.mark.reg("58 Pa. Code § 678a.6(d)")
def test_run_need_not_lie_in_the_longest_flush(settle, place):
    """Four spades without a run, three diamonds 4-5-6 in one: 7 to 1 on A."""
    seats = [place(1, "2s 5s 8s Js 4d 5d 6d", {"ante": 1000, "straight_flush_bonus": 100}, "fold")]
    assert settle(seats, DEALER).paid("straight_flush_bonus") == 700


@pytest.mark.cites("58 Pa. Code § 678a.6(d)")
def test_run_of_mixed_suits_is_none(settle, place):
    seats = [place(1, "4s 5d 6s 7c 8s 9c Td", {"ante": 1000, "straight_flush_bonus": 100}, "fold")]
    assert settle(seats, DEALER).outcome("straight_flush_bonus") == "lose"


@pytest.mark.reg("58 Pa. Code § 678a.6(d)")
@pytest.mark.parametrize(
    ("cards", "low", "high"),
    [
        ("Ad 2d 3d 8d Td Jc 6s", 700, 0),  # A-2-3: three or nothing
        ("Ad 2d 3d 4d Td Jc 6s", 6000, 700),  # A-2-3-4: four or three
        ("Ad 2d 3d 4d 5d 6d 8d", 100_000, 10_000),  # six or five
    ],
)
def test_ace_below_the_deuce_is_a_switch(settle, place, cards, low, high):
    seats = [place(1, cards, {"ante": 1000, "straight_flush_bonus": 100}, "fold")]
    verdict = settle(seats, DEALER)
    assert verdict.paid("straight_flush_bonus") == low
    assert [note.split(" (")[0] for note in verdict.notes] == ["678a.6(d): straight_flush_ace_low = true"]
    other = settle(seats, DEALER, options={"straight_flush_ace_low": False})
    assert other.seats[1]["wagers"]["straight_flush_bonus"]["payout_cents"] == high
    assert [note.split(" (")[0] for note in other.notes] == ["678a.6(d): straight_flush_ace_low = false"]


@pytest.mark.reg("58 Pa. Code § 678a.6(d)")
def test_ace_above_the_king_needs_no_switch(settle, place):
    seats = [place(1, "Qd Kd Ad 8d Td Jc 6s", {"ante": 1000, "straight_flush_bonus": 100}, "fold")]
    verdict = settle(seats, DEALER)
    assert verdict.paid("straight_flush_bonus") == 700
    assert verdict.notes == []


@pytest.mark.cites("58 Pa. Code § 678a.6(d)")
def test_run_does_not_go_round_the_corner(settle, place):
    seats = [place(1, "Kd Ad 2d 8d Td Jc 6s", {"ante": 1000, "straight_flush_bonus": 100}, "fold")]
    verdict = settle(seats, DEALER)
    assert verdict.outcome("straight_flush_bonus") == "lose"
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code §§ 678a.7(d)(2), 678a.11(c)(2)(i)")
def test_fold_leaves_the_bonus_wagers_alone(settle, place):
    wagers = {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 500, "progressive": 100}
    verdict = settle([place(1, RUNS[5], wagers, "fold")], DEALER)
    assert verdict.outcome("ante") == "lose"
    assert verdict.paid("flush_bonus") == 5000  # five-card flush, 10 to 1
    assert verdict.paid("straight_flush_bonus") == 50_000  # 100 to 1
    assert verdict.paid("progressive") == 25_000  # 250 for 1
    assert verdict.total() == 5500 + 50_500 + 25_000


@pytest.mark.reg("58 Pa. Code §§ 678a.7(d)(3), 678a.11(d)(1)(i)")
def test_bonus_wagers_win_while_ante_and_raise_lose(settle, place):
    """The dealer's five-card flush beats the player's four-card one, which still pays 1 to 1 and 60 to 1."""
    wagers = {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 500}
    verdict = settle([place(1, "4s 5s 6s 7s Td Jc 2c", wagers, 1000)], "9h 3h 2h Kh Qh As 7d")
    assert verdict.outcome("ante") == verdict.outcome("raise") == "lose"
    assert verdict.paid("flush_bonus") == 500
    assert verdict.paid("straight_flush_bonus") == 30_000


@pytest.mark.reg("58 Pa. Code §§ 678a.12(b), 678a.12(c)")
@pytest.mark.parametrize("wager", ["flush_bonus", "straight_flush_bonus", "progressive"])
def test_wager_without_its_paytable_is_refused(refused, place, wager):
    seats = [place(1, RUNS[5], {"ante": 1000, wager: 100}, "fold")]
    assert refused(seats, DEALER, paytables={})[0] == f"paytables.{wager}"


@pytest.mark.reg("58 Pa. Code § 678a.11(e)")
def test_bonus_wagers_need_seven_cards(refused, place):
    seats = [place(1, "4s 5s 6s 7s Td Jc", {"ante": 1000, "flush_bonus": 100}, "fold")]
    assert refused(seats, DEALER)[0] == "seats[0].cards"
