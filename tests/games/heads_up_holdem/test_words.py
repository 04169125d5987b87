"""The hands of Heads-Up Hold 'Em in words, worked out by hand."""

import pytest

STAKES = {"ante": 1000, "odds": 1000, "trips_plus": 500, "pocket_bonus": 500}


@pytest.mark.cites("58 Pa. Code § 677a.6(b)")
@pytest.mark.parametrize(
    ("cards", "board", "words"),
    [
        ("As Ks", "Qs Js Ts 2h 3d", "royal flush"),
        ("9s Ks", "Qs Js Ts 2h 3d", "king-high straight flush"),
        ("As 2s", "3s 4s 5s Kh Qd", "five-high straight flush"),
        ("9s 9h", "9c 9d Ts 2h 3d", "four of a kind, nines"),
        ("6s 6h", "6c Kd Ks 2h 3d", "full house, sixes over kings"),
        ("As 4s", "7s 9s Ks 2h 3d", "ace-high flush"),
        ("9s 8h", "7c 6d 5s Kh Kd", "nine-high straight"),
        ("As 2h", "3c 4d 5s Kh 9d", "five-high straight"),
        ("2s 2h", "2c 4d 7s Kh 9d", "three of a kind, twos"),
        ("Ks 9h", "Kc 9d 7s 3h 2d", "two pair, kings and nines"),
        ("9s 9h", "Kc Qd 7s 3h 2d", "pair of nines"),
        ("As Kh", "Jc 9d 7s 3h 2d", "ace-king high"),
    ],
)
def test_best_five_cards_are_called_by_category_and_ranks(place, hands, cards, board, words):
    named = hands([place(1, cards, STAKES, "fold")], community=board)

    assert named("trips_plus") == words
    assert named("ante") == named("odds") == "folded"


@pytest.mark.cites("58 Pa. Code § 677a.12(d)")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ah", "pair of aces"),
        ("6s 6h", "pair of sixes"),
        ("As Ks", "ace-king suited"),
        ("Jd Ac", "ace-jack unsuited"),
        ("9d 2d", "nine-two suited"),
    ],
)
def test_two_cards_are_called_as_a_pair_or_by_both_ranks(place, hands, cards, words):
    stakes = {"ante": 1000, "odds": 1000, "pocket_bonus": 500}

    assert hands([place(1, cards, stakes, "fold")])("pocket_bonus") == words


@pytest.mark.cites("58 Pa. Code § 677a.11(h)")
@pytest.mark.parametrize(
    ("cards", "dealer", "words"),
    [
        ("9s 9h", "As Kh", "pair of nines against ace-king high (not qualified)"),
        ("Ks Jh", "As Th", "king-queen high against ace-queen high (not qualified)"),
        ("As Jh", "Ac Th", "A-Q-J-8-5 high against A-Q-T-8-5 high (not qualified)"),
        ("Qs 9h", "Qh Js", "pair of queens with 9-8-5 against pair of queens with J-8-5"),
        ("Qs Ah", "Qh As", "pair of queens with A-8-5 against the same"),
        ("Qs 8h", "Qh Qc", "two pair, queens and eights against three of a kind, queens"),
    ],
)
def test_contest_names_what_parts_the_two_hands(place, hands, cards, dealer, words):
    stakes = {"ante": 1000, "odds": 1000}
    named = hands([place(1, cards, stakes, 1000)], dealer, "Qd 8c 5s 3h 2d")

    assert named("ante") == named("raise") == named("odds") == words


@pytest.mark.cites("58 Pa. Code § 677a.11(h)(2)(iii)(B)")
def test_bad_beat_is_said_beside_the_wager_that_it_pays(place, hands):
    stakes = {"ante": 1000, "odds": 1000}
    named = hands([place(1, "9d 8h", stakes, 1000)], "As 2s", "Ts 7s 6s Kh Kd")

    assert named("odds") == "ten-high straight against ace-high flush (bad beat)"
    assert named("raise") == "ten-high straight against ace-high flush"
