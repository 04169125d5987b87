"""679a.11(d) and 679a.12(d)–(g): Prime, Pair Bonus and All-Six Bonus, won, lost, and kept after a forfeit."""

import pytest

QUEEN_HIGH = "Qh 3c 2d"
JACK_HIGH = "Jh Tc 8d"


@pytest.mark.reg("58 Pa. Code §§ 679a.11(d)(1)(ii), 679a.12(d), 679a.7(d)(2)")
@pytest.mark.parametrize(
    ("cards", "dealer", "odds"),
    [
        ("2d 7h 9d", "4h 8h Kd", 4),
        ("2c 7s 9c", "4s 8c Ks", 4),
        ("2d 7d 9d", "4h 8h Kh", 4),  # a suit is of one color too
        ("2d 7h 9d", "4s 8c Ks", 3),  # the dealer's cards are of the other color
        ("2c 7s 9c", "4h 8d Kh", 3),
        ("2d 7h 9d", "4h 8h Ks", 3),  # one black card among the dealer's
        ("2c 7s 9c", "4h 8c Ks", 3),
    ],
)
def test_prime_pays_for_one_color_and_more_when_the_dealer_has_it_too(settle, place, cards, dealer, odds):
    verdict = settle([place(1, cards, {"ante": 1000, "prime": 500})], dealer)
    assert verdict("prime") == ("win", 500 * odds, 500, f"{odds} to 1", "679a.11(d)(1)(ii)")


@pytest.mark.reg("58 Pa. Code § 679a.11(d)(1)(i)")
@pytest.mark.parametrize("dealer", ["4h 8h Kd", "4s 8c Ks", "4s 8h Ks"])
@pytest.mark.parametrize("cards", ["2d 7h 9c", "2c 7s 9d", "9s 9d 9c"])
def test_prime_loses_with_cards_of_both_colors(settle, place, cards, dealer):
    verdict = settle([place(1, cards, {"ante": 1000, "prime": 500})], dealer)
    assert verdict("prime") == ("lose", 0, 0, "-", "679a.11(d)(1)(i)")


@pytest.mark.reg("58 Pa. Code § 679a.11(d)(1)")
def test_losing_prime_does_not_ask_for_the_dealers_cards(settle, refused, place):
    assert settle([place(1, "2d 7h 9c", {"ante": 1000, "prime": 500}, "forfeit")]).total() == 0
    winning = [place(1, "2d 7h 9d", {"ante": 1000, "prime": 500}, "forfeit")]
    assert refused(winning)[0] == "dealer"


HANDS = ["As Ks Qs", "9s 8s 7s", "9s 9d 9h", "9s 8h 7s", "Ks 9s 4s", "9s 9d Kh"]
NO_TWO = (50, 40, 30, 6, 3, 1)
WITH_TWO = {
    "A": (100, 80, 60, 12, 6, 1),
    "B": (75, 60, 45, 10, 5, 2),
    "C": (75, 50, 40, 8, 4, 2),
    "D": (75, 50, 40, 8, 4, 1),
}


@pytest.mark.reg("58 Pa. Code §§ 679a.11(d)(2)(ii)(A), 679a.12(e), 679a.7(d)(3)")
@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize("row", range(6))
@pytest.mark.parametrize("fourth", ["3h", "Ac"])
def test_pair_bonus_with_another_fourth_card_than_a_two(settle, place, letter, row, fourth):
    """One fixed paytable, whichever is selected for a 2."""
    odds = NO_TWO[row]
    seats = [place(1, HANDS[row], {"ante": 1000, "pair_bonus": 500}, fourth_card=fourth)]
    verdict = settle(seats, JACK_HIGH, paytables={"pair_bonus": letter})
    assert verdict("pair_bonus") == ("win", 500 * odds, 500, f"{odds} to 1", "679a.11(d)(2)(ii)(A)")


@pytest.mark.reg("58 Pa. Code §§ 679a.11(d)(2)(ii)(B), 679a.12(f)")
@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize("row", range(6))
def test_pair_bonus_with_a_two_as_fourth_card(settle, place, letter, row):
    odds = WITH_TWO[letter][row]
    seats = [place(1, HANDS[row], {"ante": 1000, "pair_bonus": 500}, fourth_card="2c")]
    verdict = settle(seats, JACK_HIGH, paytables={"pair_bonus": letter})
    assert verdict("pair_bonus") == ("win", 500 * odds, 500, f"{odds} to 1", "679a.11(d)(2)(ii)(B)")


@pytest.mark.reg("58 Pa. Code §§ 679a.11(d)(2)(ii), 679a.8(h), 679a.9(g), 679a.10(h)")
@pytest.mark.parametrize(("shared", "flush", "section"), [("2d", 6, "(B)"), ("3d", 3, "(A)")])
def test_one_community_card_serves_every_pair_bonus(settle, place, shared, flush, section):
    wagers = {"ante": 1000, "pair_bonus": 500}
    seats = [place(1, "Ks 9s 4s", wagers), place(2, "Ah Kh 7h", wagers), place(3, "Ac Jd 7s", wagers)]
    verdict = settle(seats, JACK_HIGH, pair_bonus_community_card=shared)
    for seat in (1, 2):
        won = ("win", 500 * flush, 500, f"{flush} to 1", f"679a.11(d)(2)(ii){section}")
        assert verdict("pair_bonus", seat) == won
    assert verdict("pair_bonus", 3) == ("lose", 0, 0, "-", "679a.11(d)(2)(i)")


@pytest.mark.reg("58 Pa. Code § 679a.11(d)(2)(i)")
@pytest.mark.parametrize("cards", ["As Kd Js", "2s 3d 5h", "As 2s 4d"])
def test_pair_bonus_loses_without_a_pair_and_needs_no_fourth_card(settle, place, cards):
    seats = [place(1, cards, {"ante": 1000, "pair_bonus": 500})]
    verdict = settle(seats, JACK_HIGH)
    assert verdict("pair_bonus") == ("lose", 0, 0, "-", "679a.11(d)(2)(i)")


@pytest.mark.reg("58 Pa. Code § 679a.11(d)(2)")
def test_pair_of_twos_is_the_lowest_that_wins(settle, place):
    seats = [place(1, "2s 2d 3h", {"ante": 1000, "pair_bonus": 500}, fourth_card="2c")]
    assert settle(seats, JACK_HIGH).paid("pair_bonus") == 500


@pytest.mark.reg("58 Pa. Code § 679a.11(d)(2)(ii)")
def test_pair_bonus_of_a_pair_needs_its_fourth_card(refused, place):
    seats = [place(4, "9s 9d Kh", {"ante": 1000, "pair_bonus": 500}, "forfeit")]
    field, message = refused(seats)
    assert field == "seats[0].fourth_card"
    assert "pair_bonus_community_card" in message


@pytest.mark.reg("58 Pa. Code § 679a.8(h)")
@pytest.mark.parametrize("cards", ["9s 9d Kh", "9s 8d Kh"])  # also where the hand needs no fourth card
def test_fourth_card_and_community_card_exclude_each_other(refused, place, cards):
    seats = [place(1, cards, {"ante": 1000, "pair_bonus": 500}, "forfeit", fourth_card="2c")]
    assert refused(seats, pair_bonus_community_card="3c")[0] == "seats[0].fourth_card"


SIX = [  # hand, and what paytables A to E pay for it
    ("Ks Qs Js", "Ts 9s As", (1000, 1000, 1000, 1000, 20_000)),
    ("Kh Qh Jh", "Th 9h Ah", (1000, 1000, 1000, 1000, 20_000)),
    ("Kc Qc Jc", "Tc 9c Ac", (1000, 1000, 1000, 1000, 20_000)),
    ("Kd Qd Jd", "Td 9d Ad", (1000, 1000, 1000, 1000, 200_000)),
    ("Kd Qd Jd", "Td 9s Ad", (1000, 1000, 1000, 1000, 1000)),
    ("Ks Qs Js", "Ts As 8s", (1000, 1000, 1000, 1000, 1000)),
    ("Ks Qs Js", "Ts 9s 8s", (200, 200, 200, 200, 200)),
    ("9s 8s 7s", "6s 5s Kd", (200, 200, 200, 200, 200)),
    ("9s 9d 9h", "9c 2d 3h", (50, 50, 100, 100, 50)),
    ("9s 9d 2h", "9h 9c 2d", (50, 50, 100, 100, 50)),
    ("9s 9d 9h", "4c 4d 2h", (25, 25, 20, 20, 20)),
    ("9s 9d 9h", "4c 4d 4h", (25, 25, 20, 20, 20)),
    ("As 9s 7s", "4s 2s Kd", (20, 15, 15, 15, 15)),
    ("As 9s 7s", "4s 2s Ks", (20, 15, 15, 15, 15)),
    ("9s 8d 7s", "6c 5h Kd", (10, 10, 9, 10, 10)),
    ("As Kd Qh", "Jc Th 2d", (10, 10, 9, 10, 10)),
    ("9s 9d 2h", "9c Kd 4h", (5, 5, 8, 7, 5)),
    ("9s 9d 9h", "2c Kd 4h", (5, 5, 8, 7, 5)),
]


@pytest.mark.reg(
    "58 Pa. Code §§ 679a.6(d)(1), 679a.6(d)(2), 679a.6(d)(3), 679a.6(d)(4), 679a.6(d)(5), 679a.6(d)(6), "
    "679a.6(d)(7), 679a.6(d)(8), 679a.7(d)(4), 679a.11(d)(3)(ii), 679a.12(g)"
)
@pytest.mark.parametrize("column", range(5))
@pytest.mark.parametrize("six", SIX)
def test_all_six(settle, place, column, six):
    cards, dealer, odds = six
    seats = [place(1, cards, {"ante": 1000, "all_six": 100}, "forfeit")]
    verdict = settle(seats, dealer, paytables={"all_six": "ABCDE"[column]})
    won = odds[column]
    assert verdict("all_six") == ("win", 100 * won, 100, f"{won:,} to 1", "679a.11(d)(3)(ii)")


@pytest.mark.cites("58 Pa. Code § 679a.12(g)")
@pytest.mark.parametrize(
    ("letter", "dealer", "notes"),
    [
        ("A", "Td 9d Ad", ["679a.12(g): six_card_royal_row = royal_flush"]),
        ("D", "Td 9d Ad", ["679a.12(g): six_card_royal_row = royal_flush"]),
        ("E", "Td 9d Ad", []),
        ("A", "Td 8d Ad", []),
    ],
)
def test_six_card_royal_without_a_row_is_paid_as_a_royal_and_the_verdict_says_so(
    settle, place, letter, dealer, notes
):
    seats = [place(1, "Kd Qd Jd", {"ante": 1000, "all_six": 100}, "forfeit")]
    assert settle(seats, dealer, paytables={"all_six": letter}).switches() == notes


@pytest.mark.reg("58 Pa. Code § 679a.11(d)(3)(i)")
@pytest.mark.parametrize(
    ("cards", "dealer"),
    [("9s 9d 2h", "2c Kd 4h"), ("9s 9d Ah", "2c Kd 4h"), ("9s 8d Ah", "2c Kd 4h"), ("As 9s 7s", "4s 2d Kd")],
)
def test_all_six_loses_below_three_of_a_kind(settle, place, cards, dealer):
    seats = [place(1, cards, {"ante": 1000, "all_six": 100}, "forfeit")]
    assert settle(seats, dealer)("all_six") == ("lose", 0, 0, "-", "679a.11(d)(3)(i)")


@pytest.mark.reg("58 Pa. Code § 679a.6(d)")
@pytest.mark.parametrize(
    ("cards", "dealer", "payouts"),
    [
        ("As 2d 3s", "4c 5h 9d", (1000, 0)),  # a straight, or nothing
        ("As 2s 3s", "4s 5s 9d", (20_000, 2000)),  # a straight flush, or a flush
    ],
)
def test_wheel_in_all_six_is_a_switch(settle, place, cards, dealer, payouts):
    with_wheel, without = payouts
    seats = [place(1, cards, {"ante": 1000, "all_six": 100}, "forfeit")]
    verdict = settle(seats, dealer)
    assert verdict.paid("all_six") == with_wheel
    assert verdict.switches() == ["679a.6(d): all_six_wheel = true"]
    other = settle(seats, dealer, options={"all_six_wheel": False})
    assert other("all_six")[1] == without
    assert other.switches() == ["679a.6(d): all_six_wheel = false"]


@pytest.mark.reg("58 Pa. Code § 679a.6(d)")
@pytest.mark.parametrize("wheel", [True, False])
def test_wheel_does_not_matter_beside_a_higher_straight(settle, place, wheel):
    seats = [place(1, "As 2d 3s", {"ante": 1000, "all_six": 100}, "forfeit")]
    verdict = settle(seats, "4c 5h 6d", options={"all_six_wheel": wheel})
    assert verdict.paid("all_six") == 1000
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 679a.11(d)(3)")
@pytest.mark.parametrize(
    ("cards", "dealer", "field"), [("9s 9d", "2c Kd 4h", "seats[0].cards"), ("9s 9d 9h", "", "dealer")]
)
def test_all_six_needs_six_cards(refused, place, cards, dealer, field):
    assert refused([place(1, cards, {"ante": 1000, "all_six": 100}, "forfeit")], dealer)[0] == field


@pytest.mark.reg("58 Pa. Code § 679a.11(b)")
def test_forfeit_keeps_prime_pair_bonus_and_all_six(settle, place):
    """Three black 9s and a fourth: Prime loses (9d), Pair Bonus 30 to 1, All-Six 50 to 1."""
    wagers = {"ante": 1000, "prime": 500, "pair_bonus": 300, "all_six": 200}
    verdict = settle([place(1, "9s 9c 9d", wagers, "forfeit", fourth_card="3h")], "9h Ts 2c")
    assert verdict("ante") == ("lose", 0, 0, "-", "679a.11(b)")
    assert verdict("prime") == ("lose", 0, 0, "-", "679a.11(d)(1)(i)")
    assert verdict("pair_bonus") == ("win", 9000, 300, "30 to 1", "679a.11(d)(2)(ii)(A)")
    assert verdict("all_six") == ("win", 10_000, 200, "50 to 1", "679a.11(d)(3)(ii)")
    assert verdict.total() == 9300 + 10_200
    assert verdict.wagers() == ["ante", "prime", "pair_bonus", "all_six"]


@pytest.mark.reg("58 Pa. Code § 679a.11(d)")
def test_optional_wagers_go_by_the_cards_and_not_by_the_contest(settle, place):
    """A losing pair of red kings with a 2: Ante and Play lost, Prime 3 to 1, Pair Bonus 2 to 1."""
    wagers = {"ante": 1000, "prime": 500, "pair_bonus": 300, "all_six": 200}
    seats = [place(1, "Kh Kd 4d", wagers, fourth_card="2s")]
    verdict = settle(seats, "As Ad 7c", paytables={"pair_bonus": "B", "all_six": "A", "bad_beat": "A"})
    assert verdict.outcome("ante") == "lose"
    assert verdict.outcome("play") == "lose"
    assert verdict.paid("prime") == 1500
    assert verdict.paid("pair_bonus") == 600
    assert verdict.outcome("all_six") == "lose"
    assert verdict.total() == 2000 + 900
    assert verdict.wagers() == ["ante", "play", "prime", "pair_bonus", "all_six"]


@pytest.mark.reg("58 Pa. Code §§ 679a.12(f), 679a.12(g)")
@pytest.mark.parametrize(("wager", "table"), [("pair_bonus", "pair_bonus"), ("all_six", "all_six")])
def test_optional_wager_without_its_paytable_is_refused(refused, place, wager, table):
    seats = [place(1, "9s 9d Kh", {"ante": 1000, wager: 500}, "forfeit", fourth_card="2c")]
    assert refused(seats, QUEEN_HIGH, paytables={})[0] == f"paytables.{table}"


@pytest.mark.reg("58 Pa. Code § 679a.12(d)")
@pytest.mark.parametrize("table", ["prime", "play", "pair_bonus_no_two"])
def test_fixed_paytables_cannot_be_selected(refused, place, table):
    seats = [place(1, "", {"ante": 1000}, "forfeit")]
    assert refused(seats, paytables={table: "A"})[0] == f"paytables.{table}"
