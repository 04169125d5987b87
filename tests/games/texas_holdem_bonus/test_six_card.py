"""647a.11(k) and 647a.12(f): the Six Card Bonus Wager on two cards and the four Six Card Bonus cards."""

import pytest

WAGERS = {"ante": 1000, "six_card_bonus": 500}
WON, LOST = "647a.11(k)(2)", "647a.11(k)(1)"
HANDS = {
    "royal_flush": ("Ad Kd", "Qd Jd Td 2c"),
    "straight_flush": ("9d 8d", "7d 6d 5d 2c"),
    "four_of_a_kind": ("9s 9h", "9d 9c 4h 2d"),
    "full_house": ("9s 9h", "9d 4c 4h 2d"),
    "flush": ("Ad 9d", "7d 4d 2d Kc"),
    "straight": ("9s 8d", "7c 6h 5s 2d"),
    "three_of_a_kind": ("9s 9h", "9d 4c 7h 2d"),
}
PAYS = {
    "A": (1000, 200, 50, 25, 20, 10, 5),
    "B": (1000, 200, 50, 25, 15, 10, 5),
    "C": (1000, 200, 100, 20, 15, 9, 8),
    "D": (1000, 200, 100, 20, 15, 10, 7),
    "E": (1000, 200, 50, 20, 15, 10, 5),
}
ROWS = [
    (letter, *cards, to_1)
    for letter, pays in PAYS.items()
    for cards, to_1 in zip(HANDS.values(), pays, strict=True)
]


def folded(place, cards):
    return [place(1, cards, WAGERS, "fold")]


@pytest.mark.reg(
    "58 Pa. Code §§ 647a.12(f), 647a.11(k)(2), 647a.6(d)(2), 647a.6(d)(3), 647a.6(d)(4), 647a.6(d)(5), "
    "647a.6(d)(6), 647a.6(d)(7), 647a.6(d)(8)"
)
@pytest.mark.parametrize(("letter", "cards", "extra", "to_1"), ROWS)
def test_every_row_of_every_paytable(settle, place, *, letter, cards, extra, to_1):
    verdict = settle(folded(place, cards), paytables={"six_card_bonus": letter}, six=extra)
    assert verdict("six_card_bonus") == ("win", 500 * to_1, 500, f"{to_1:,} to 1", WON)
    assert verdict.total() == 500 * to_1 + 500
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code §§ 647a.12(f), 647a.6(d)(1)")
@pytest.mark.parametrize(("suit", "to_1"), [("d", 200_000), ("h", 20_000), ("s", 20_000), ("c", 20_000)])
def test_six_card_royal_pays_by_suit_on_paytable_e(settle, place, suit, to_1):
    extra = " ".join(f"{rank}{suit}" for rank in "QJT9")
    verdict = settle(folded(place, f"A{suit} K{suit}"), paytables={"six_card_bonus": "E"}, six=extra)
    assert verdict("six_card_bonus") == ("win", 500 * to_1, 500, f"{to_1:,} to 1", WON)
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 647a.12(f)")
@pytest.mark.parametrize("letter", ["A", "B", "C", "D"])
@pytest.mark.parametrize("suit", ["d", "s"])
def test_six_card_royal_without_a_row_is_a_royal_and_the_switch_is_named(settle, place, letter, suit):
    extra = " ".join(f"{rank}{suit}" for rank in "QJT9")
    verdict = settle(folded(place, f"A{suit} K{suit}"), paytables={"six_card_bonus": letter}, six=extra)
    assert verdict.paid("six_card_bonus") == 500_000
    assert verdict.switches() == ["647a.12(f): six_card_royal_row = royal_flush"]


@pytest.mark.reg("58 Pa. Code § 647a.6(d)(2)")
def test_six_in_a_row_to_the_king_are_no_royal(settle, place):
    verdict = settle(folded(place, "Kd Qd"), paytables={"six_card_bonus": "E"}, six="Jd Td 9d 8d")
    assert verdict.paid("six_card_bonus") == 100_000


@pytest.mark.reg("58 Pa. Code § 647a.11(k)(1)")
@pytest.mark.parametrize(
    ("cards", "extra"),
    [("9s 9h", "4d 4c 7h 2d"), ("9s 9h", "4d 4c 7h 7d"), ("As Kd", "9h 7c 5d 3s"), ("Qh Kd", "Ac 2s 3d 4h")],
)
def test_less_than_three_of_a_kind_loses(settle, place, cards, extra):
    verdict = settle(folded(place, cards), six=extra)
    assert verdict("six_card_bonus") == ("lose", 0, 0, "-", LOST)


@pytest.mark.reg("58 Pa. Code § 647a.6(d)(5)")
def test_three_and_three_are_a_full_house(settle, place):
    verdict = settle(folded(place, "9s 9h"), six="9d 4c 4h 4d")
    assert verdict.paid("six_card_bonus") == 12_500


@pytest.mark.reg("58 Pa. Code § 647a.6(d)(7)")
def test_wheel_is_a_straight(settle, place):
    verdict = settle(folded(place, "Ad 2c"), six="3h 4s 5d 9c")
    assert verdict.paid("six_card_bonus") == 5000


@pytest.mark.cites("58 Pa. Code § 647a.7(d)(5)")
def test_board_is_no_part_of_the_six_cards_and_neither_has_bearing_on_the_other(settle, place):
    """9-9 makes three with the board and wins; the six cards hold a pair and lose."""
    seats = [place(1, "9h 9s", WAGERS)]
    verdict = settle(seats, "Kc 9d 7h 4s 2c", "Qd Jh", six="3c 5d 8h Th")
    assert verdict.outcome("flop") == "win"
    assert verdict.outcome("six_card_bonus") == "lose"


@pytest.mark.reg("58 Pa. Code § 647a.11(k)")
def test_four_cards_serve_every_player(settle, place):
    seats = [place(1, "9h 9s", WAGERS, "fold"), place(2, "4h 4s", WAGERS, "fold")]
    verdict = settle(seats, six="9d 4c 4d 2h")
    assert verdict.paid("six_card_bonus", 1) == 12_500  # 9-9-9-4-4
    assert verdict.paid("six_card_bonus", 2) == 25_000  # four 4s


@pytest.mark.reg("58 Pa. Code § 647a.11(b)(2)(i)(A)")
def test_folded_hand_keeps_its_six_card_bonus(settle, place):
    verdict = settle(folded(place, "9s 9h"), six="9d 4c 7h 2d")
    assert verdict.outcome("ante") == "lose"
    assert verdict.total() == 3000


@pytest.mark.reg("58 Pa. Code § 647a.8(d)")
@pytest.mark.parametrize("extra", ["", "9d 4c 7h", "9d 4c 7h 2d 2c"])
def test_wager_needs_exactly_four_cards(refused, place, extra):
    field, message = refused(folded(place, "9s 9h"), six=extra)
    assert field == "six_card_bonus_cards"
    assert "expected four cards" in message


@pytest.mark.reg("58 Pa. Code § 647a.3(a)")
def test_six_card_cards_come_from_the_same_deck(refused, place):
    field, _ = refused(folded(place, "9s 9h"), six="9s 4c 7h 2d")
    assert field == "six_card_bonus_cards[0]"


@pytest.mark.reg("58 Pa. Code § 647a.12(f)")
def test_paytable_must_be_selected(refused, place):
    assert refused(folded(place, "9s 9h"), paytables={})[0] == "paytables.six_card_bonus"
