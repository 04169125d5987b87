"""The hands of Three Card Prime in words, worked out by hand."""

import pytest

STAKES = {"ante": 1000}


@pytest.mark.cites("58 Pa. Code § 679a.6(b)")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ks Qs", "mini-royal"),
        ("9s 8s 7s", "nine-high straight flush"),
        ("As 2s 3s", "three-high straight flush"),
        ("Ah Ac As", "three of a kind, aces"),
        ("9s 8h 7s", "nine-high straight"),
        ("Ks 8s 7s", "king-high flush"),
        ("6s 6h 7s", "pair of sixes"),
        ("Qs 8h 7s", "queen-eight high"),
    ],
)
def test_three_cards_are_called_by_category_and_ranks(place, hands, cards, words):
    seat = place(1, cards, STAKES | {"pair_bonus": 500}, "forfeit", fourth_card="2d")
    named = hands([seat], "Jc Td 4d")

    pays = "" if words == "queen-eight high" else ", fourth card two"
    assert named("pair_bonus") == f"{words}{pays}"
    assert named("ante") == "forfeited"


@pytest.mark.cites("58 Pa. Code § 679a.11(d)(2)(ii)(A)")
def test_shared_fourth_card_is_named_too(place, hands):
    seat = place(1, "9s 9h 7s", STAKES | {"pair_bonus": 500})
    named = hands([seat], "Jc Td 4d", pair_bonus_community_card="Kd")

    assert named("pair_bonus") == "pair of nines, fourth card king"


@pytest.mark.cites("58 Pa. Code § 679a.11(c)(3)")
@pytest.mark.parametrize(
    ("cards", "dealer", "words"),
    [
        ("9s 9h 7s", "Kc Qd 4d", "pair of nines against king-queen high"),
        ("9s 9h 7s", "Jc Td 4d", "pair of nines against jack-ten high (not qualified)"),
        ("9s 9h 7s", "9c 9d 4d", "pair of nines with 7 against pair of nines with 4"),
        ("Ks 9h 7s", "Kc 9d 4d", "K-9-7 high against K-9-4 high"),
        ("Ks 9s 7s", "Kd 9d 4d", "king-high flush K-9-7 against king-high flush K-9-4"),
        ("Ks 9s 7s", "Kd 9d 7d", "king-high flush K-9-7 against the same"),
        ("", "Jc Td 4d", "cards not shown against jack-ten high (not qualified)"),
    ],
)
def test_contest_names_what_parts_the_two_hands(place, hands, cards, dealer, words):
    named = hands([place(1, cards, STAKES)], dealer)

    assert named("ante") == named("play") == words


@pytest.mark.cites("58 Pa. Code § 679a.11(c)(3)(iv)")
def test_bad_beat_is_said_beside_the_wager_that_it_pays(place, hands):
    named = hands([place(1, "6s 6h 6d", STAKES)], "9c 8c 7c")

    assert named("play") == "three of a kind, sixes against nine-high straight flush (bad beat)"
    assert named("ante") == "three of a kind, sixes against nine-high straight flush"


@pytest.mark.cites("58 Pa. Code § 679a.11(d)(1)")
@pytest.mark.parametrize(
    ("cards", "dealer", "words"),
    [
        ("Kh 9d 7h", "Qd 8h 2h", "all red, the dealer's too"),
        ("Kh 9d 7h", "Qs 8s 2c", "all red"),
        ("Ks 9c 7s", "Qc 8c 2c", "all black, the dealer's too"),
        ("Ks 9c 7s", "Qc 8c 2h", "all black"),
        ("Ks 9c 7h", "Qc 8c 2c", "not of one color"),
    ],
)
def test_prime_goes_by_color(place, hands, cards, dealer, words):
    assert hands([place(1, cards, STAKES | {"prime": 500})], dealer)("prime") == words


@pytest.mark.cites("58 Pa. Code § 679a.6(d)")
@pytest.mark.parametrize(
    ("cards", "dealer", "words"),
    [
        ("Ad Kd Qd", "Jd Td 9d", "six-card royal flush of diamonds"),
        ("Ah Kh Qh", "Jh Th 9h", "six-card royal flush"),
        ("Ah Kh Qh", "Jh Th 2c", "royal flush"),
        ("8h 7h 6h", "5h 4h 2c", "eight-high straight flush"),
        ("8h 8c 8d", "8s Qh 2c", "four of a kind, eights"),
        ("8h 8c 8d", "Qs Qh 2c", "full house, eights over queens"),
        ("8h 2h 4h", "Qh Th 2c", "queen-high flush"),
        ("8h 7c 6h", "5h 4d Qc", "eight-high straight"),
        ("8h 8c 8d", "5h 4d Qc", "three of a kind, eights"),
        ("8h 8c 4c", "4h Qd 2c", "two pair, eights and fours"),
        ("8h 8c 4c", "Jh Qd 2c", "pair of eights"),
        ("8h 7c 4c", "Jh Qd 2c", "queen-jack high"),
    ],
)
def test_all_six_is_called_by_its_best_cards(place, hands, cards, dealer, words):
    assert hands([place(1, cards, STAKES | {"all_six": 500})], dealer)("all_six") == words


@pytest.mark.cites("58 Pa. Code § 679a.6(d)")
def test_wheel_is_called_as_the_switch_has_it(place, hands):
    seat = place(1, "Ah 2c 3h", STAKES | {"all_six": 500})

    assert hands([seat], "4h 5c Qd")("all_six") == "five-high straight"
    assert hands([seat], "4h 5c Qd", options={"all_six_wheel": False})("all_six") == "ace-queen high"
