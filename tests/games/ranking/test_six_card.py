"""The six-card hands of Six Card Bonus and All-Six."""

import random
from itertools import combinations

import pytest

from games.cards import hand
from games.ranking.poker import best_of_six, five
from games.ranking.six_card import WITHOUT_OWN_ROW, best_of_six_without_wheel, six_card_category

pytestmark = [pytest.mark.cites("58 Pa. Code § 647a.6(d)"), pytest.mark.cites("58 Pa. Code § 679a.6(d)")]


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ad Kd Qd Jd Td 9d", "six_card_royal_diamonds"),
        ("9h Th Jh Qh Kh Ah", "six_card_royal_other"),
        ("As Ks Qs Js Ts 9s", "six_card_royal_other"),
        ("Ac Kc Qc Jc Tc 9c", "six_card_royal_other"),
        ("Ad Kd Qd Jd Td 8d", "royal_flush"),
        ("Ad Kd Qd Jd Td 9h", "royal_flush"),
        ("Kd Qd Jd Td 9d 8d", "straight_flush"),
        ("Ac Ad Ah As Kc Kd", "four_of_a_kind"),
        ("Ac Ad Ah Kc Kd Kh", "full_house"),
        ("Ah Kh 9h 5h 3h 2h", "flush"),
        ("Ah Ks Qs Js Ts 2c", "straight"),
        ("Ac Ad Ah Kc Qd 2s", "three_of_a_kind"),
        ("Ac Ad Kc Kd Qc Qd", "two_pair"),
        ("Ac Ad Kh Qs Jc 9d", "pair"),
        ("Ac Kd Qh Js 9c 8d", "high_card"),
    ],
)
def test_category(cards, name):
    assert six_card_category(hand(cards)) == name
    assert six_card_category(hand(cards), wheel=False) == name


@pytest.mark.parametrize(
    ("cards", "with_wheel", "without"),
    [
        ("5h 4h 3h 2h Ah Ks", "straight_flush", "flush"),
        ("5h 4s 3s 2s As Kd", "straight", "high_card"),
        ("5h 4s 3s 2s As Ad", "straight", "pair"),
        ("Ah 6h 5h 4h 3h 2h", "straight_flush", "straight_flush"),
        ("6h 5s 4s 3s 2s Ad", "straight", "straight"),
    ],
)
def test_wheel_is_a_switch(cards, with_wheel, without):
    assert six_card_category(hand(cards)) == with_wheel
    assert six_card_category(hand(cards), wheel=False) == without


def test_without_the_wheel_every_other_hand_is_worth_the_same():
    wheel = {0, 1, 2, 3, 12}
    draw = random.Random(6)
    for _ in range(5_000):
        cards = draw.sample(range(52), 6)
        if not wheel <= {card >> 2 for card in cards}:
            assert best_of_six_without_wheel(cards) == best_of_six(cards)


def test_without_the_wheel_its_hands_are_the_best_five_that_are_no_wheel():
    wheels = [
        cards
        for cards in combinations((0, 4, 8, 12, 48, 1, 49, 26), 6)
        if {0, 1, 2, 3, 12} <= {c >> 2 for c in cards}
    ]
    assert wheels
    for cards in wheels:
        others = [some for some in combinations(cards, 5) if {c >> 2 for c in some} != {0, 1, 2, 3, 12}]
        plain = best_of_six_without_wheel(cards)
        assert plain < best_of_six(cards)
        if six_card_category(cards, wheel=False) != "high_card":
            assert plain >= max(five(some) for some in others)


def test_a_six_card_royal_without_a_row_of_its_own_is_a_royal():
    assert WITHOUT_OWN_ROW == {
        "six_card_royal_diamonds": "royal_flush",
        "six_card_royal_other": "royal_flush",
    }
