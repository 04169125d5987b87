"""678a.6: flushes and straight-flush runs, against independent counts and an independent comparison."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import bits, hand, rank, suit
from games.ranking.flushes import (
    RUN_ACE_HIGH,
    RUN_ACE_LOW,
    THREE_CARD_NINE_HIGH,
    all_seven,
    best_flush,
    longest_run,
)

SEVEN = st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True)


def flush_by_sorting(cards):
    """The same ranking by lists: longest suit, then its ranks from the top."""
    suits = [sorted((rank(c) for c in cards if suit(c) == s), reverse=True) for s in range(4)]
    return max((len(ranks), ranks) for ranks in suits)


def run_by_search(cards, *, ace_low):
    """The longest run by trying every start in every suit."""
    longest = 0
    for s in range(4):
        held = {rank(c) for c in cards if suit(c) == s}
        if ace_low and 12 in held:
            held.add(-1)
        for start in held:
            length = 0
            while start + length in held:
                length += 1
            longest = max(longest, length)
    return longest


@pytest.mark.cites("58 Pa. Code §§ 678a.6(b), 678a.6(c)")
@given(SEVEN, SEVEN)
def test_flushes_compare_by_length_then_ranks(one, other):
    ours = best_flush(bits(one)), best_flush(bits(other))
    theirs = flush_by_sorting(one), flush_by_sorting(other)
    assert (ours[0] > ours[1]) == (theirs[0] > theirs[1])
    assert (ours[0] == ours[1]) == (theirs[0] == theirs[1])


@pytest.mark.cites("58 Pa. Code § 678a.6(c)")
@given(SEVEN, SEVEN)
def test_all_seven_cards_compare_from_the_highest_down(one, other):
    sort = lambda cards: sorted(map(rank, cards), reverse=True)  # noqa: E731 (said twice below)
    assert (all_seven(one) > all_seven(other)) == (sort(one) > sort(other))
    assert (all_seven(one) == all_seven(other)) == (sort(one) == sort(other))


@pytest.mark.cites("58 Pa. Code § 678a.6(d)")
@given(SEVEN)
def test_runs_are_found_with_and_without_the_low_ace(cards):
    assert longest_run(bits(cards), RUN_ACE_LOW) == run_by_search(cards, ace_low=True)
    assert longest_run(bits(cards), RUN_ACE_HIGH) == run_by_search(cards, ace_low=False)


@pytest.mark.cites("58 Pa. Code § 678a.6(b)")
def test_flush_lengths_are_as_many_as_combinatorics_says():
    """By suit counts of seven cards: C(13,a) C(13,b) C(13,c) C(13,d) over all splits with that maximum."""
    expected = Counter()
    splits = [(a, b, c, 7 - a - b - c) for a in range(8) for b in range(8 - a) for c in range(8 - a - b)]
    for split in splits:
        ways = 1
        for cards in split:
            ways *= comb(13, cards)
        expected[max(split)] += ways
    assert sum(expected.values()) == comb(52, 7)
    by_length = Counter()
    for split in splits:
        masks = [(1 << cards) - 1 for cards in split]
        joined = sum(mask << 13 * s for s, mask in enumerate(masks))
        ways = 1
        for cards in split:
            ways *= comb(13, cards)
        by_length[best_flush(joined) >> 13] += ways
    assert by_length == expected
    assert by_length[7] == 4 * comb(13, 7)  # 6,864 seven-card flushes


@pytest.mark.cites("58 Pa. Code § 678a.6(d)")
@pytest.mark.parametrize(("table", "three"), [(RUN_ACE_LOW, 12), (RUN_ACE_HIGH, 11)])
def test_three_cards_of_a_suit_are_in_a_row_eleven_or_twelve_times(table, three):
    masks = [sum(1 << r for r in ranks) for ranks in combinations(range(13), 3)]
    assert sum(table[mask] == 3 for mask in masks) == three


@pytest.mark.cites("58 Pa. Code § 678a.11(d)")
@pytest.mark.parametrize(
    ("cards", "qualifies"),
    [
        ("8h 7h 6h Ac Kc Qd Js", False),
        ("9h 3h 2h Ac Kc Qd Js", True),
        ("5h 4h 3h 2h Kc Qd Js", True),
        ("Ah Kh Ac Kc Ad Kd As", False),
    ],
)
def test_threshold_of_the_dealer(cards, qualifies):
    assert (best_flush(bits(hand(cards))) >= THREE_CARD_NINE_HIGH) is qualifies
