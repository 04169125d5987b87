"""The formulas behind the theoretical hold, against the rankings applied to every hand there is.

Hands that no ranking can tell apart are looked at once and weighted, so that 133,784,560 take seconds.
"""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

import pytest

from games.counting.poker import pairs_from, poker_counts, six_card_counts
from games.counting.runs import sets_with_broadway, sets_with_runs_at_most, sets_with_straight
from games.counting.suits import HANDS, flush_counts, straight_flush_counts
from games.counting.three_card import chances_by_fourth_card, color_chances, counts_by_twos
from games.ranking import flushes
from games.ranking.poker import best_of_seven, best_of_six, category, five
from games.ranking.six_card import six_card_category
from games.ranking.three_card import category as three_card_category
from games.ranking.three_card import one_color, three


@cache
def suits_without_flush(pattern):
    """Choices of suits for ranks held so many times that leave every suit below five cards, one by one."""
    choices = product(*(combinations(range(4), count) for count in pattern))
    return sum(max(Counter(suit for rank in chosen for suit in rank).values()) < 5 for chosen in choices)


def hands_without_flush(cards):
    """A hand for each set of ranks, and how many hands without a flush have these ranks."""
    for ranks in combinations_with_replacement(range(13), cards):
        counts = Counter(ranks)
        if max(counts.values()) <= 4:
            spread = [
                rank * 4 + (place + copy) % 4
                for place, (rank, count) in enumerate(counts.items())
                for copy in range(count)
            ]
            yield tuple(spread), suits_without_flush(tuple(sorted(counts.values())))


def hands_with_flush(cards):
    """A hand for each set of five cards or more of a suit, and how many hands have just these of the suit."""
    for suit, suited in product(range(4), range(5, cards + 1)):
        rest = [rank * 4 + (suit + 1) % 4 for rank in range(cards - suited)]
        for ranks in combinations(range(13), suited):
            yield (*(rank * 4 + suit for rank in ranks), *rest), comb(39, cards - suited)


def ranked(cards, name_of):
    counts = Counter()
    for hands in (hands_without_flush(cards), hands_with_flush(cards)):
        for hand, weight in hands:
            counts[name_of(hand)] += weight
    assert sum(counts.values()) == comb(52, cards)
    return counts


@pytest.mark.parametrize(("cards", "best"), [(5, five), (6, best_of_six), (7, best_of_seven)])
def test_poker_hands_are_counted_as_the_ranking_finds_them(cards, best):
    assert poker_counts(cards) == ranked(cards, lambda hand: category(best(hand)))


@pytest.mark.parametrize("wheel", [True, False])
def test_six_card_hands_are_counted_as_the_ranking_finds_them(wheel):
    assert six_card_counts(wheel=wheel) == ranked(6, lambda hand: six_card_category(hand, wheel=wheel))


def test_seven_card_hands_are_counted_as_the_books_have_them():
    # The frequencies that every book on hold'em prints; 133,784,560 in all.
    assert poker_counts(7) == {
        "royal_flush": 4_324,
        "straight_flush": 37_260,
        "four_of_a_kind": 224_848,
        "full_house": 3_473_184,
        "flush": 4_047_644,
        "straight": 6_180_020,
        "three_of_a_kind": 6_461_620,
        "two_pair": 31_433_400,
        "pair": 58_627_800,
        "high_card": 23_294_460,
    }


@pytest.mark.parametrize("cards", [4, 8])
def test_other_numbers_of_cards_are_refused(cards):
    with pytest.raises(ValueError, match="five to seven"):
        poker_counts(cards)


@pytest.mark.parametrize(("rank", "hands"), [(0, 1_098_240), (4, 9 * 84_480), (5, 8 * 84_480), (12, 84_480)])
def test_pairs_from_a_rank_up(rank, hands):
    # By hand: one rank makes 6 x C(12, 3) x 4^3 = 84,480 hands of one pair.
    assert pairs_from(rank) == hands


def suits_combined(of_one_suit):
    """Seven-card hands by the greatest of their suits' figures; `of_one_suit` maps ranks held to a figure."""
    one = Counter(
        (ranks.bit_count(), of_one_suit(ranks)) for ranks in range(1 << 13) if ranks.bit_count() <= 7
    )
    hands = Counter({(0, 0): 1})
    for _ in range(4):
        longer = Counter()
        for (size, figure), ways in hands.items():
            for (more, other), others in one.items():
                if size + more <= 7:
                    longer[size + more, max(figure, other)] += ways * others
        hands = longer
    result = Counter()
    for (size, figure), ways in hands.items():
        if size == 7:
            result[figure] += ways
    assert sum(result.values()) == HANDS
    return result


NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


@pytest.mark.cites("58 Pa. Code § 678a.6(b)")
def test_flushes_are_counted_as_the_ranking_finds_them():
    found = suits_combined(lambda ranks: flushes.best_flush(ranks) >> 13)
    assert flush_counts() == {f"{NUMBERS[length]}_card_flush": found[length] for length in range(4, 8)}
    # No suit with more than two cards: two from three of the suits and one from the fourth.
    assert found[2] == 4 * comb(13, 2) ** 3 * 13


@pytest.mark.cites("58 Pa. Code § 678a.6(d)")
@pytest.mark.parametrize("ace_low", [True, False])
def test_straight_flushes_are_counted_as_the_ranking_finds_them(ace_low):
    table = flushes.RUN_ACE_LOW if ace_low else flushes.RUN_ACE_HIGH
    found = suits_combined(lambda ranks: table[ranks])
    expected = {f"{NUMBERS[length]}_card_straight_flush": found[length] for length in range(3, 8)}
    assert straight_flush_counts(ace_low=ace_low) == expected
    # By hand: headed by the ace down to the 8, or to the 7 with the ace below the 2; four suits.
    assert expected["seven_card_straight_flush"] == (8 if ace_low else 7) * 4


@pytest.mark.parametrize("ace_low", [True, False])
@pytest.mark.parametrize("longest", [1, 2, 3, 4, 6])
def test_sets_of_ranks_by_their_longest_run(longest, ace_low):
    table = flushes.RUN_ACE_LOW if ace_low else flushes.RUN_ACE_HIGH
    found = Counter(ranks.bit_count() for ranks in range(1 << 13) if table[ranks] <= longest)
    assert sets_with_runs_at_most(longest, ace_low=ace_low) == tuple(found[size] for size in range(14))


def test_sets_of_five_ranks_with_a_straight():
    assert sets_with_straight(5, wheel=True) == 10
    assert sets_with_straight(5, wheel=False) == 9
    assert sets_with_straight(4, wheel=True) == 0
    assert [sets_with_broadway(size) for size in (4, 5, 6, 7)] == [0, 1, 8, 28]


@pytest.mark.cites("58 Pa. Code § 679a.6(b)")
def test_three_card_hands_are_counted_as_the_ranking_finds_them():
    found = Counter(
        (three_card_category(three(cards)), sum(card < 4 for card in cards))
        for cards in combinations(range(52), 3)
    )
    assert counts_by_twos() == found


@pytest.mark.cites("58 Pa. Code § 679a.11(d)(2)")
def test_three_cards_and_a_fourth_dealt_in_every_way():
    found = {False: Counter(), True: Counter()}
    for cards in combinations(range(52), 3):
        name = three_card_category(three(cards))
        for fourth in range(52):
            if fourth not in cards:
                found[fourth < 4][name] += 1
    deals = 22_100 * 49
    for chances, ways in zip(chances_by_fourth_card(), (found[False], found[True]), strict=True):
        assert {name: chance * deals for name, chance in chances.items()} == ways


@pytest.mark.cites("58 Pa. Code § 679a.11(d)(1)")
def test_colors_of_both_hands():
    player_only = both = 0
    # Only colors matter: deal red (a heart) and black (a spade) in all ways, weighted by the cards there are.
    for player, dealer in product(product((2, 3), repeat=3), repeat=2):
        red = Counter(player)[2], Counter(dealer)[2]
        ways = prod(26 - place for place in range(sum(red))) * prod(
            26 - place for place in range(6 - sum(red))
        )
        if one_color(player):
            if one_color(dealer) == one_color(player):
                both += ways
            else:
                player_only += ways
    deals = prod(52 - place for place in range(6))
    assert [chance * deals for chance in color_chances()] == [player_only, both]
