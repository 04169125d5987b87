"""647a.11(h)(3) and 647a.12(b): the Texas Hold 'Em Bonus Wager on the first two cards."""

import pytest

WAGERS = {"ante": 1000, "bonus": 500}
SECTION = "647a.11(h)(3)"
ROWS = [
    ("As Ad", 30),
    ("As Ks", 25),
    ("Kh Ah", 25),
    ("As Qs", 20),
    ("Jd Ad", 20),
    ("As Kd", 15),
    ("Kc Ah", 15),
    ("Ks Kd", 10),
    ("Qh Qc", 10),
    ("Js Jd", 10),
    ("As Qd", 5),
    ("Jc Ad", 5),
    ("Ts Td", 3),
    ("7h 7c", 3),
    ("2s 2d", 3),
]


@pytest.mark.reg("58 Pa. Code § 647a.12(b)")
@pytest.mark.parametrize("letter", ["A", "B"])
@pytest.mark.parametrize(("cards", "to_1"), ROWS)
def test_every_row_of_both_paytables(settle, place, letter, cards, to_1):
    verdict = settle([place(1, cards, WAGERS, "fold")], dealer="9h 8c", paytables={"bonus": letter})
    assert verdict("bonus") == ("win", 500 * to_1, 500, f"{to_1} to 1", SECTION)
    assert verdict.total() == 500 * to_1 + 500
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 647a.12(b)")
@pytest.mark.parametrize("cards", ["As Ts", "As Td", "Ks Qs", "Kd Js", "Qh Jh", "7s 6s", "Ah 2h"])
def test_other_hands_lose(settle, place, cards):
    assert settle([place(1, cards, WAGERS, "fold")])("bonus") == ("lose", 0, 0, "-", SECTION)


@pytest.mark.reg("58 Pa. Code § 647a.12(b)")
def test_aces_against_the_dealers_aces_pay_a_thousand_to_one_on_paytable_a(settle, place):
    seats = [place(1, "As Ad", WAGERS, "fold")]
    verdict = settle(seats, dealer="Ac Ah", paytables={"bonus": "A"})
    assert verdict("bonus") == ("win", 500_000, 500, "1,000 to 1", SECTION)


@pytest.mark.reg("58 Pa. Code § 647a.12(b)")
def test_paytable_b_has_no_row_for_the_dealers_aces(settle, place):
    verdict = settle([place(1, "As Ad", WAGERS, "fold")], dealer="Ac Ah", paytables={"bonus": "B"})
    assert verdict("bonus") == ("win", 15_000, 500, "30 to 1", SECTION)


@pytest.mark.reg("58 Pa. Code § 647a.12(b)")
@pytest.mark.parametrize("dealer", ["Ac Kc", "Ks Kd"])
def test_dealer_needs_both_aces(settle, place, dealer):
    verdict = settle([place(1, "As Ad", WAGERS, "fold")], dealer=dealer)
    assert verdict.paid("bonus") == 15_000


@pytest.mark.reg("58 Pa. Code § 647a.12(b)")
def test_dealers_cards_are_asked_for_only_beside_two_aces_on_paytable_a(settle, refused, place):
    aces, kings = [place(1, "As Ad", WAGERS, "fold")], [place(1, "Ks Kd", WAGERS, "fold")]
    assert refused(aces, paytables={"bonus": "A"})[0] == "dealer"
    assert settle(aces, paytables={"bonus": "B"}).paid("bonus") == 15_000
    assert settle(kings, paytables={"bonus": "A"}).paid("bonus") == 5000


@pytest.mark.reg("58 Pa. Code § 647a.7(d)(2)")
def test_bonus_has_no_bearing_on_the_other_wagers(settle, place):
    """Aces lose to two pair, and the bonus is paid; 7-6 wins with a pair of 7s, and the bonus is lost."""
    verdict = settle([place(1, "As Ad", WAGERS)], "Kc 9d 7h 4s 2c", "Kd 9h")
    assert verdict.outcome("flop") == "lose"
    assert verdict.paid("bonus") == 15_000
    verdict = settle([place(1, "7s 6s", WAGERS)], "Kc 9d 7h 4s 2c", "Qd Jh")
    assert verdict.outcome("flop") == "win"
    assert verdict.outcome("bonus") == "lose"


@pytest.mark.reg("58 Pa. Code § 647a.11(b)(2)(i)(A)")
def test_folded_hand_keeps_its_bonus(settle, place):
    verdict = settle([place(1, "Ks Kd", WAGERS, "fold")])
    assert verdict.outcome("ante") == "lose"
    assert verdict.total() == 5500


@pytest.mark.reg("58 Pa. Code § 647a.12(b)")
def test_paytable_must_be_selected(refused, place):
    field, message = refused([place(1, "Ks Kd", WAGERS, "fold")], paytables={})
    assert field == "paytables.bonus"
    assert "seat 1 has placed bonus" in message


@pytest.mark.reg("58 Pa. Code § 647a.12(b)")
@pytest.mark.parametrize("cards", ["", "Ks", "Ks Kd Kh"])
def test_bonus_needs_two_cards(refused, place, cards):
    assert refused([place(1, cards, WAGERS, "fold")])[0] == "seats[0].cards"
