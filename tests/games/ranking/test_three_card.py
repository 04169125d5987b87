"""Three Card Prime's rankings: examples by hand, and every kind of hand counted by formula."""

from collections import Counter
from itertools import combinations, pairwise
from math import comb

import pytest

from games.cards import hand
from games.ranking.three_card import KEYS, QUEEN_HIGH, ThreeCardHand, category, one_color, three

pytestmark = pytest.mark.cites("58 Pa. Code § 679a.6(b)")

# Best first, no two alike.
LADDER = [
    ("mini_royal", "As Ks Qs"),
    ("straight_flush", "Kh Qh Jh"),
    ("straight_flush", "4c 3c 2c"),
    ("straight_flush", "3d 2d Ad"),
    ("three_of_a_kind", "Ac Ad Ah"),
    ("three_of_a_kind", "2c 2d 2h"),
    ("straight", "Ah Ks Qs"),
    ("straight", "4h 3s 2s"),
    ("straight", "3h 2s As"),
    ("flush", "Ah Kh Jh"),
    ("flush", "Ah Kh Th"),
    ("flush", "5s 3s 2s"),
    ("pair", "Ac Ad Kh"),
    ("pair", "Ac Ad 2h"),
    ("pair", "Kc Kd Ah"),
    ("pair", "2c 2d 3h"),
    ("high_card", "Ac Kd Jh"),
    ("high_card", "Ac Qd Jh"),
    ("high_card", "Qc 3d 2h"),
    ("high_card", "Jc Td 8h"),
    ("high_card", "5c 3d 2h"),
]


@pytest.mark.parametrize(("name", "cards"), LADDER)
def test_category_is_named_as_in_a_paytable(name, cards):
    assert category(three(hand(cards))) == name


@pytest.mark.cites("58 Pa. Code § 679a.6(c)")
@pytest.mark.parametrize(("better", "worse"), list(pairwise(cards for _, cards in LADDER)))
def test_category_counts_first_then_its_ranks_then_the_other_cards(better, worse):
    assert three(hand(better)) > three(hand(worse))


@pytest.mark.cites("58 Pa. Code § 679a.6(c)")
def test_suits_do_not_break_a_tie():
    assert three(hand("Ac Kd 9h")) == three(hand("9d As Kc"))
    assert three(hand("8c 5c 3c")) == three(hand("8s 5s 3s"))


@pytest.mark.cites("58 Pa. Code § 679a.6(a)")
def test_an_ace_does_not_go_round_the_corner():
    assert category(three(hand("Kc Ad 2h"))) == "high_card"
    assert category(three(hand("Kc Ac 2c"))) == "flush"


@pytest.mark.cites("58 Pa. Code § 679a.1")
@pytest.mark.parametrize(
    ("cards", "qualifies"),
    [("Qc 3d 2h", True), ("Jc Td 8h", False), ("Kc 3d 2h", True), ("2c 2d 3h", True), ("Ac 4d 2h", True)],
)
def test_queen_high_is_the_bound_at_which_a_dealer_qualifies(cards, qualifies):
    assert (three(hand(cards)) >= QUEEN_HIGH) is qualifies


@pytest.mark.parametrize("hand_", ThreeCardHand)
def test_lowest_is_the_bound_of_a_category_or_better(hand_):
    for name, cards in LADDER:
        assert (three(hand(cards)) >= hand_.lowest) is (KEYS.index(name) >= hand_)


def test_every_kind_of_hand_as_often_as_the_formulas_say():
    counts = Counter(category(three(cards)) for cards in combinations(range(52), 3))
    assert counts == {
        "mini_royal": 4,
        "straight_flush": 11 * 4,  # headed by the king down to the 3
        "three_of_a_kind": 13 * 4,
        "straight": 12 * (4**3 - 4),
        "flush": 4 * (comb(13, 3) - 12),
        "pair": 13 * comb(4, 2) * 12 * 4,
        "high_card": (comb(13, 3) - 12) * (4**3 - 4),
    }


def test_the_order_of_the_cards_does_not_matter():
    for a, b, c in combinations(range(0, 52, 3), 3):
        assert three((a, b, c)) == three((c, a, b)) == three((b, c, a)) == three((c, b, a))


@pytest.mark.parametrize("count", [2, 4])
def test_a_wrong_number_of_cards_is_refused(count):
    with pytest.raises(ValueError, match="values to unpack"):
        three(tuple(range(count)))


@pytest.mark.cites("58 Pa. Code § 679a.7(d)(2)")
@pytest.mark.parametrize(
    ("cards", "color"),
    [("2d 3h 4d", "red"), ("2c 3s 4s", "black"), ("2d 3h 4s", None), ("2c 3s 4h", None), ("2h 3h 4h", "red")],
)
def test_one_color(cards, color):
    assert one_color(hand(cards)) == color
