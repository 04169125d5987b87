"""Five-card poker and the best five of six and seven: examples by hand, and equality with phevaluator."""

import random
from collections import Counter
from itertools import combinations, pairwise

import phevaluator
import pytest

from games.cards import hand
from games.ranking.poker import PokerHand, best_of_seven, best_of_six, category, five, leading_rank

pytestmark = [
    pytest.mark.cites("58 Pa. Code § 647a.6(b)"),
    pytest.mark.cites("58 Pa. Code § 677a.6(b)"),
    pytest.mark.cites("58 Pa. Code § 663a.6(b)"),
]

# Best first, no two alike: the ends of each category as the chapters give them, and neighbours between.
LADDER = [
    ("royal_flush", "As Ks Qs Js Ts"),
    ("straight_flush", "Kh Qh Jh Th 9h"),
    ("straight_flush", "6c 5c 4c 3c 2c"),
    ("straight_flush", "5d 4d 3d 2d Ad"),
    ("four_of_a_kind", "Ac Ad Ah As Kc"),
    ("four_of_a_kind", "Ac Ad Ah As 2c"),
    ("four_of_a_kind", "2c 2d 2h 2s 3c"),
    ("full_house", "Ac Ad Ah Kc Kd"),
    ("full_house", "Ac Ad Ah 2c 2d"),
    ("full_house", "Kc Kd Kh Ac Ad"),
    ("full_house", "2c 2d 2h 3c 3d"),
    ("flush", "Ah Kh Qh Jh 9h"),
    ("flush", "Ah 6h 4h 3h 2h"),
    ("flush", "7s 5s 4s 3s 2s"),
    ("straight", "Ah Ks Qs Js Ts"),
    ("straight", "6h 5s 4s 3s 2s"),
    ("straight", "5h 4s 3s 2s As"),
    ("three_of_a_kind", "Ac Ad Ah Kc Qd"),
    ("three_of_a_kind", "Ac Ad Ah Kc Jd"),
    ("three_of_a_kind", "2c 2d 2h 4c 3d"),
    ("two_pair", "Ac Ad Kc Kd Qh"),
    ("two_pair", "Ac Ad Kc Kd 2h"),
    ("two_pair", "Ac Ad Qc Qd Kh"),
    ("two_pair", "3c 3d 2c 2d 4h"),
    ("pair", "Ac Ad Kh Qs Jc"),
    ("pair", "Ac Ad Kh Qs Tc"),
    ("pair", "Ac Ad Kh Js Tc"),
    ("pair", "2c 2d 5h 4s 3c"),
    ("high_card", "Ac Kd Qh Js 9c"),
    ("high_card", "Ac Kd Qh Js 8c"),
    ("high_card", "7c 5d 4h 3s 2c"),
]


@pytest.mark.cites("58 Pa. Code §§ 647a.6(a), 677a.6(a)")
@pytest.mark.parametrize(("name", "cards"), LADDER)
def test_category_is_named_as_in_a_paytable(name, cards):
    assert category(five(hand(cards))) == name


@pytest.mark.cites("58 Pa. Code §§ 647a.6(c), 677a.6(c)")
@pytest.mark.parametrize(("better", "worse"), list(pairwise(cards for _, cards in LADDER)))
def test_category_counts_first_then_its_ranks_then_the_other_cards(better, worse):
    assert five(hand(better)) > five(hand(worse))


@pytest.mark.cites("58 Pa. Code §§ 647a.6(c), 677a.6(c)")
def test_suits_do_not_break_a_tie():
    assert five(hand("Ac Kd 9h 5s 3c")) == five(hand("As Kc 9d 5h 3d"))
    assert five(hand("Ac Kc 9c 5c 3c")) == five(hand("Ad Kd 9d 5d 3d"))


@pytest.mark.cites("58 Pa. Code § 647a.6(a)")
@pytest.mark.parametrize("cards", ["Qc Kd Ah 2s 3c", "Kc Ad 2h 3s 4c", "Jc Qd Kh As 2c"])
def test_an_ace_does_not_go_round_the_corner(cards):
    assert category(five(hand(cards))) == "high_card"


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("Ac Ad Ah Kc Kd Kh 2s", "Ac Ad Ah Kc Kd"),  # two sets of three: the lower one is the pair
        ("Ac Ad Kc Kd Qc Qd Jh", "Ac Ad Kc Kd Qh"),  # the third pair lends its rank as the fifth card
        ("2c 2d 2h 2s 3c 3d 3h", "2c 2d 2h 2s 3c"),  # four and three: the fifth card comes from the three
        ("9c 8d 7h 6s 5c 4d 3h", "9c 8d 7h 6s 5c"),
        ("Ah Kh 9h 5h 3h 2h 4s", "Ah Kh 9h 5h 3h"),  # a flush beats the wheel that is there as well
        ("5h 4h 3h 2h Ah Ks Qs", "5h 4h 3h 2h Ah"),
        ("Ah 6h 5h 4h 3h 2h 2s", "6h 5h 4h 3h 2h"),  # the six-high straight flush, not the wheel
        ("9h 8h 7h 6h 5h Tc Jc", "9h 8h 7h 6h 5h"),
    ],
)
def test_best_five_of_seven(cards, best):
    assert best_of_seven(hand(cards)) == five(hand(best))


@pytest.mark.parametrize(
    ("cards", "best"),
    [
        ("Ac Ad Ah Kc Kd Kh", "Ac Ad Ah Kc Kd"),
        ("Ac Ad Kc Kd Qc Qd", "Ac Ad Kc Kd Qh"),
        ("2c 2d 2h 2s 3c 3d", "2c 2d 2h 2s 3c"),
        ("As Ks Qs Js Ts 9s", "As Ks Qs Js Ts"),
        ("9c 8d 7h 6s 5c Ad", "9c 8d 7h 6s 5c"),
    ],
)
def test_best_five_of_six(cards, best):
    assert best_of_six(hand(cards)) == five(hand(best))


@pytest.mark.parametrize(
    ("best_of", "low", "high"),
    [
        (best_of_seven, ("four_of_a_kind", "2c 2d 2h 2s 3c 3d 5d"), ("pair", "5c 5d 7h 8s Tc Jd Ah")),
        (best_of_six, ("full_house", "2c 2d 2h 3c 3d 5h"), ("high_card", "4c 5d 7h Ts Jc Ad")),
    ],
)
def test_hand_is_not_taken_for_one_that_was_ranked_before(best_of, low, high):
    """The key of the low ranks, shifted the wrong way by the bits of the suits, is that of the high ones."""
    for name, cards in (low, high, low):
        assert category(best_of(hand(cards))) == name


def test_best_of_six_and_seven_are_the_best_five_there_are():
    draw = random.Random(647)
    for _ in range(2_000):
        cards = draw.sample(range(52), 7)
        assert best_of_seven(cards) == max(five(some) for some in combinations(cards, 5))
        assert best_of_six(cards[:6]) == max(five(some) for some in combinations(cards[:6], 5))


@pytest.mark.cites("58 Pa. Code § 663a.6(b)(9)")
@pytest.mark.parametrize(
    ("cards", "rank"),
    [("6c 6d Ah Ks Qc", 4), ("7c 7d Ah Ks Qc", 5), ("Ac Ad 4h 3s 2c", 12), ("2c 2d Ah Ks Qc", 0)],
)
def test_leading_rank_of_a_pair_is_the_pairs_not_the_highest_cards(cards, rank):
    assert leading_rank(five(hand(cards))) == rank


@pytest.mark.cites("58 Pa. Code § 647a.11(h)(2)(ii)")
@pytest.mark.parametrize(
    ("cards", "bound", "reaches"),
    [
        ("5h 4s 3s 2s As", PokerHand.STRAIGHT, True),
        ("Ac Ad Ah Kc Qd", PokerHand.STRAIGHT, False),
        ("7s 5s 4s 3s 2s", PokerHand.FLUSH, True),
        ("Ah Ks Qs Js Ts", PokerHand.FLUSH, False),
    ],
)
def test_lowest_is_the_bound_of_a_category_or_better(cards, bound, reaches):
    assert (five(hand(cards)) >= bound.lowest) is reaches


@pytest.mark.parametrize(("function", "count"), [(five, 4), (five, 6), (best_of_six, 7), (best_of_seven, 6)])
def test_a_wrong_number_of_cards_is_refused(function, count):
    with pytest.raises(ValueError, match="values to unpack"):
        function(tuple(range(count)))


def in_the_same_order(theirs_by_ours):
    """Whether the other side's ranks, smaller is better, fall strictly as our strengths rise."""
    return all(theirs_by_ours[low] > theirs_by_ours[high] for low, high in pairwise(sorted(theirs_by_ours)))


def test_all_five_card_hands_are_ordered_and_tied_as_phevaluator_has_them():
    theirs_by_ours = {}
    counts = Counter()
    for cards in combinations(range(52), 5):
        ours, theirs = five(cards), phevaluator.evaluate_5cards(*cards)
        assert theirs_by_ours.setdefault(ours, theirs) == theirs, cards
        counts[ours >> 20] += 1
    assert len(theirs_by_ours) == len(set(theirs_by_ours.values())) == 7462
    assert in_the_same_order(theirs_by_ours)
    # By hand: e.g. a pair is 13 ranks x 6 x C(12, 3) other ranks x 4^3 suits = 1,098,240.
    assert [counts[hand_] for hand_ in PokerHand] == [
        1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4,
    ]  # fmt: skip


def test_random_seven_card_hands_are_ordered_and_tied_as_phevaluator_has_them():
    draw = random.Random(677)
    theirs_by_ours = {}
    for _ in range(100_000):
        cards = draw.sample(range(52), 7)
        ours, theirs = best_of_seven(cards), phevaluator.evaluate_7cards(*cards)
        assert theirs_by_ours.setdefault(ours, theirs) == theirs, cards
    assert len(set(theirs_by_ours.values())) == len(theirs_by_ours) > 4_000
    assert in_the_same_order(theirs_by_ours)


def test_random_six_card_hands_are_ordered_and_tied_as_phevaluator_has_them():
    draw = random.Random(679)
    theirs_by_ours = {}
    for _ in range(20_000):
        cards = draw.sample(range(52), 6)
        ours, theirs = best_of_six(cards), phevaluator.evaluate_6cards(*cards)
        assert theirs_by_ours.setdefault(ours, theirs) == theirs, cards
    assert in_the_same_order(theirs_by_ours)
