"""The hands of Texas Hold 'Em Bonus in words, worked out by hand."""

import pytest

BOARD = "Qd 8c 5s 3h 2d"
STAKES = {"ante": 1000, "bonus": 500, "progressive": 100, "fchb_player": 100, "fchb_dealer": 100}


@pytest.mark.cites("58 Pa. Code § 647a.11(h)(2)")
@pytest.mark.parametrize(
    ("cards", "dealer", "words"),
    [
        ("9s 9h", "As Kh", "pair of nines against ace-king high"),
        ("Qs 9h", "Qh Js", "pair of queens with 9-8-5 against pair of queens with J-8-5"),
        ("9s 9h", "9c 9d", "pair of nines with Q-8-5 against the same"),
        ("Qs 8h", "8s 8d", "two pair, queens and eights against three of a kind, eights"),
        ("As 4h", "6s 4d", "five-high straight against six-high straight"),
    ],
)
def test_contest_names_what_parts_the_two_hands(place, hands, cards, dealer, words):
    named = hands([place(1, cards, {"ante": 1000}, turn=True)], BOARD, dealer)

    assert named("ante") == named("flop") == named("turn") == words


@pytest.mark.cites("58 Pa. Code § 647a.11(h)(3)")
@pytest.mark.parametrize(
    ("cards", "dealer", "words"),
    [
        ("As Ah", "Ac Ad", "pair of aces in both hands"),
        ("As Ah", "Kc Kd", "pair of aces"),
        ("Ts Th", "Ac Ad", "pair of tens"),
        ("Ks As", "Ac Ad", "ace-king suited"),
        ("7s 4h", "Ac Ad", "seven-four unsuited"),
    ],
)
def test_bonus_goes_by_two_cards(place, hands, cards, dealer, words):
    named = hands([place(1, cards, {"ante": 1000, "bonus": 500}, "fold")], BOARD, dealer)

    assert named("bonus") == words


@pytest.mark.cites("58 Pa. Code §§ 647a.11(i), 647a.11(j)")
def test_progressives_go_by_two_cards_and_the_flop(place, hands):
    flop, dealer = "9c 9d 4s Qh 4d", "4h 4c"
    meters = {"progressive": 1_000_000, "five_card": 1_000_000}
    named = hands([place(1, "9s 9h", STAKES)], flop, dealer, meters=meters)

    assert named("progressive") == named("fchb_player") == "four of a kind, nines"
    assert named("fchb_dealer") == "dealer's full house, fours over nines"
    folded = hands([place(1, "9s 9h", STAKES, "fold")], flop, dealer, meters=meters)
    assert (folded("progressive"), folded("fchb_player")) == ("folded", "four of a kind, nines")


@pytest.mark.cites("58 Pa. Code § 647a.11(i)")
def test_reading_by_seven_cards_names_their_best_five(place, hands):
    stakes, board = {"ante": 1000, "progressive": 100}, "9c Kd 4s 9d 2d"
    seven = {"progressive_hand": "seven"}
    meters = {"progressive": 1_000_000}

    assert hands([place(1, "9s 9h", stakes)], board, "Ts 3s")("progressive") == "three of a kind, nines"
    named = hands([place(1, "9s 9h", stakes)], board, "Ts 3s", options=seven, meters=meters)
    assert named("progressive") == "four of a kind, nines"


@pytest.mark.cites("58 Pa. Code § 647a.11(i)(5)")
def test_envy_names_whose_hand_it_is_for(place, hands):
    stakes = {"ante": 1000, "progressive": 100}
    seats = [place(1, "2c 3c", stakes, "fold"), place(4, "As Ks", stakes), place(5, "9s 8s", stakes)]
    named = hands(seats, "Qs Js Ts 2d 4h", "6c 6d", meters={"progressive": 10_000_000})

    assert named("envy_bonus", 1) == "straight flush of seat 5 and royal flush of seat 4"
    assert named("envy_bonus", 4) == "straight flush of seat 5"
    assert named("progressive", 4) == "royal flush"
    alone = hands([place(1, "2c 3c", stakes)], "Qs Js Ts 2d 4h", "6c 6d")
    assert alone("envy_bonus") == "no hand of another player qualifies"


@pytest.mark.cites("58 Pa. Code § 647a.12(e)(3)")
def test_magic_card_and_lucky_position_are_named(place, hands):
    stakes = {"ante": 1000, "fchb_player": 100, "fchb_dealer": 100}
    drawn = {"magic_card": "7s", "lucky_position": 1}
    named = hands([place(1, "7s 2c", stakes)], "9c Kd 4s 9d 2d", "Ts 3s", **drawn)

    assert named("fchb_player_magic") == "magic card 7s"
    assert named("fchb_dealer_magic") == "magic card 7s, not this hand's"
    assert named("fchb_player_lucky") == "lucky position: seat 1"
    assert named("fchb_dealer_lucky") == "lucky position: seat 1, not this hand's"
    other = hands([place(1, "7s 2c", stakes)], "9c Kd 4s 9d 2d", "Ts 3s", lucky_position="dealer")
    assert other("fchb_dealer_lucky") == "lucky position: dealer"
    assert other("fchb_player_magic") == "no magic card, not this hand's"


@pytest.mark.cites("58 Pa. Code § 647a.6(d)")
@pytest.mark.parametrize(
    ("cards", "six", "words"),
    [
        ("Ad Kd", "Qd Jd Td 9d", "six-card royal flush of diamonds"),
        ("As Ks", "Qs Js Ts 9s", "six-card royal flush"),
        ("As Ks", "Qs Js Ts 9d", "royal flush"),
        ("8s Ks", "Qs Js Ts 9s", "king-high straight flush"),
        ("8s 8h", "8d 8c Ts 9s", "four of a kind, eights"),
        ("8s 8h", "8d Tc Ts Td", "full house, tens over eights"),
        ("8s 2s", "4s Ts Qs 9d", "queen-high flush"),
        ("8s 7h", "6s 5s 4d Kd", "eight-high straight"),
        ("8s 8h", "8c 5s 4d Kd", "three of a kind, eights"),
        ("8s 8h", "5c 5s 4d 4c", "two pair, eights and fives"),
        ("8s 8h", "5c 6s 4d Kc", "pair of eights"),
        ("8s 9h", "5c 6s 3d Kc", "king-nine high"),
    ],
)
def test_six_card_bonus_is_called_by_its_best_cards(place, hands, cards, six, words):
    named = hands([place(1, cards, {"ante": 1000, "six_card_bonus": 500}, "fold")], "", "", six)

    assert named("six_card_bonus") == words
