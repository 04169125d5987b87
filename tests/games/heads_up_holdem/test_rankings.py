"""677a.6: the order of hands, and where the literal reading of 677a.6(c) would part from it."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise

import pytest

from games.cards import hand
from games.ranking.literal_order import readings_part
from games.ranking.poker import CATEGORY_SHIFT, five

WAGERS = {"ante": 1000, "odds": 1000}
# The highest and the lowest hand of each kind that 677a.6(b) names, in its order.
ORDER = [
    ("677a.6(b)(1)", "royal_flush", "As Ks Qs Js Ts", "Ah Kh Qh Jh Th"),
    ("677a.6(b)(2)", "straight_flush", "Ks Qs Js Ts 9s", "As 2s 3s 4s 5s"),
    ("677a.6(b)(3)", "four_of_a_kind", "Ac Ad Ah As Kc", "2c 2d 2h 2s 3c"),
    ("677a.6(b)(4)", "full_house", "Ac Ad Ah Kc Kd", "2c 2d 2h 3c 3d"),
    ("677a.6(b)(5)", "flush", "As Ks Qs Js 9s", "2s 3s 4s 5s 7s"),
    ("677a.6(b)(6)", "straight", "Ac Kd Qh Js Tc", "Ac 2d 3h 4s 5c"),
    ("677a.6(b)(7)", "three_of_a_kind", "Ac Ad Ah Ks Qc", "2c 2d 2h 3s 4c"),
    ("677a.6(b)(8)", "two_pair", "Ac Ad Kh Ks Qc", "3c 3d 2h 2s 4c"),
    ("677a.6(b)(9)", "pair", "Ac Ad Kh Qs Jc", "2c 2d 3h 4s 5c"),
    ("677a.6(c)", "high_card", "Ac Kd Qh Js 9c", "2c 3d 4h 5s 7c"),
]


@pytest.mark.cites(
    "58 Pa. Code §§ 677a.6(b)(1), 677a.6(b)(2), 677a.6(b)(3), 677a.6(b)(4), 677a.6(b)(5), 677a.6(b)(6), "
    "677a.6(b)(7), 677a.6(b)(8), 677a.6(b)(9)"
)
def test_lowest_of_each_kind_beats_the_highest_of_the_next():
    for (section, _, highest, lowest), (_, _, below, _) in pairwise(ORDER):
        assert five(hand(highest)) >= five(hand(lowest)) > five(hand(below)), section


@pytest.mark.cites("58 Pa. Code §§ 677a.6(b)(2), 677a.6(b)(6)")
@pytest.mark.parametrize(
    ("higher", "lower"), [("6s 5s 4s 3s 2s", "As 2s 3s 4s 5s"), ("6s 5d 4s 3h 2s", "As 2d 3s 4h 5s")]
)
def test_straight_from_the_ace_is_the_lowest(higher, lower):
    assert five(hand(higher)) > five(hand(lower))


@pytest.mark.cites("58 Pa. Code § 677a.6(a)")
def test_ace_does_not_go_round_the_corner(settle, place):
    """Q-K-A-2-3 is ace high: the dealer's pair of 2s beats it, and it is no bad beat."""
    verdict = settle([place(1, "Qc Kd", WAGERS, 1000)], "2c 7h", "Ah 2s 3d 9c Td")
    assert verdict.outcomes() == "lose lose lose"


@pytest.mark.cites("58 Pa. Code § 677a.6(a)")
def test_suits_are_equal_in_rank(settle, place):
    verdict = settle([place(1, "Ac 3c", WAGERS, 1000)], "As 3s", "Kd Kh 9d 6h 2d")
    assert verdict.outcomes() == "push push push"


@pytest.mark.cites("58 Pa. Code § 677a.6(c)")
@pytest.mark.parametrize(
    ("cards", "outcomes"),
    [
        ("Qc 4h", "win push win"),  # K-K-Q-9-6 above K-K-J-9-6
        ("Jd 4h", "push push push"),
        ("Th 4h", "lose lose lose"),
    ],
)
def test_highest_card_that_the_other_hand_lacks_decides(settle, place, cards, outcomes):
    verdict = settle([place(1, cards, WAGERS, 1000)], "Jc 3d", "Kd Kh 9d 6h 2c")
    assert verdict.outcomes() == outcomes
    assert verdict.notes == []


@pytest.mark.cites("58 Pa. Code § 677a.6(c)")
def test_pair_comes_before_kickers_and_the_verdict_says_so(settle, place):
    """Nines with an ace lose to kings without one; by the highest card alone the ace would win."""
    verdict = settle([place(1, "9c Ad", WAGERS, 1000)], "Kh 3c", "9h 6h 5s 2d Kc")
    assert verdict.outcomes() == "lose lose lose"
    assert verdict.switches() == ["677a.6(c): comparison_within_rank = category_first"]


@pytest.mark.reg("58 Pa. Code § 677a.6(c)")
def test_straight_from_the_ace_loses_to_the_next_and_the_verdict_says_so(settle, place):
    """5-4-3-2-A against 6-5-4-3-2: a bad beat at 4 to 1, though the ace is the highest card."""
    verdict = settle([place(1, "Ac 9d", WAGERS, 1000)], "6c Td", "2s 3h 4d 5c Kc")
    assert verdict.outcomes() == "lose win lose"
    assert verdict.paid("odds") == 4000
    assert verdict.switches() == ["677a.6(c): comparison_within_rank = category_first"]


@pytest.mark.cites("58 Pa. Code § 677a.6(c)")
@pytest.mark.parametrize(
    ("ours", "theirs", "parts"),
    [
        ("2c 2d Ah 9s 5c", "Kc Kd Qh Js 9c", True),  # pairs: the ace against the kings
        ("Ac Ad Kh Qs Jc", "Kc Kd Ah Qs Jc", False),  # the second ace is the higher card
        ("2c 2d Kh Qs Jc", "3c 3d 4h 5s 7c", True),
        ("3c 3d 2h 2s Ac", "Kc Kd Qh Qs 4c", True),  # two pair
        ("Kc Kd 2h 2s Ac", "Kh Ks 3h 3s 4c", True),
        ("2c 2d 2h As Kc", "3c 3d 3h 4s 5c", True),  # three of a kind
        ("2c 2d 2h Ac Ad", "3c 3d 3h Kc Kd", True),  # full house
        ("2c 2d 2h 2s Ac", "3c 3d 3h 3s Kc", True),  # four of a kind
        ("Ac 2d 3h 4s 5c", "6c 2d 3h 4s 5c", True),  # straights
        ("Ac 2d 3h 4s 5c", "Ac Kd Qh Js Tc", False),  # both have the ace
        ("6c 2d 3h 4s 5c", "7c 6d 3h 4s 5c", False),
        ("As 2s 3s 4s 5s", "6h 2h 3h 4h 5h", True),  # straight flushes
        ("As Ks Qs Js 9s", "Ah Kh Qh Jh 8h", False),  # flushes go card by card anyway
        ("Ac Kd Qh Js 9c", "Ac Kd Qh Js 8c", False),
        ("2c 2d Ah 9s 5c", "2h 2s Ad 9c 5d", False),  # equal
        ("2c 2d Ah 9s 5c", "3c 3d 2h 2s 4c", False),  # of different rank: 677a.6(b) decides
    ],
)
def test_where_the_two_readings_part(ours, theirs, parts):
    first, second = five(hand(ours)), five(hand(theirs))
    assert readings_part(first, second) is readings_part(second, first) is parts


@pytest.mark.cites("58 Pa. Code § 677a.6(c)")
def test_readings_part_wherever_the_cards_one_by_one_say_otherwise():
    """Every two hands of 2s, 3s, 4s, 5s, 6s, kings and aces without a flush: literally, the higher card left
    over once equal cards are struck out decides, an ace being the highest wherever it stands."""
    hands = {}
    for ranks in combinations_with_replacement((0, 1, 2, 3, 4, 11, 12), 5):
        if max(Counter(ranks).values()) <= 4:
            # A suit a card, going round: cards of one rank differ, and the fifth is of the first one's suit.
            hands[ranks] = five([rank * 4 + place % 4 for place, rank in enumerate(ranks)])
    parted = set()
    for (ours, first), (theirs, second) in combinations(hands.items(), 2):
        category = first >> CATEGORY_SHIFT
        if first == second or category != second >> CATEGORY_SHIFT:
            assert not readings_part(first, second)
            continue
        left = [max((Counter(a) - Counter(b)).elements()) for a, b in ((ours, theirs), (theirs, ours))]
        parts = (left[0] > left[1]) != (first > second)
        assert readings_part(first, second) is parts, (ours, theirs)
        if parts:
            parted.add(category)
    assert parted == {1, 2, 3, 4, 6, 7}  # pairs to four of a kind, straights among them; no high card
