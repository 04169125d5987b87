"""Five Card Hi-Lo: points, how hands may be set, and how often."""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb, prod

import pytest

from games.cards import hand
from games.ranking.hi_lo import ace_bonus, dealer_setting, high_points, is_legal, legal_settings, low_points


@pytest.mark.cites("58 Pa. Code § 663a.6(a)")
@pytest.mark.parametrize(
    ("card", "high", "low"),
    [
        ("2c", 2, 2),
        ("9d", 9, 9),
        ("Th", 10, 10),
        ("Js", 10, 10),
        ("Qc", 10, 10),
        ("Kd", 10, 10),
        ("Ah", 11, 1),
    ],
)
def test_point_value(card, high, low):
    assert high_points(hand(card)) == high
    assert low_points(hand(card)) == low


@pytest.mark.cites("58 Pa. Code § 663a.6(a)")
def test_points_add_up():
    assert high_points(hand("Jc Td 9h")) == 29
    assert low_points(hand("Ac 2d")) == 3
    assert high_points(hand("Ac Ad Ah")) == 33


@pytest.mark.cites("58 Pa. Code § 663a.11(d)")
@pytest.mark.parametrize(
    ("high", "low", "legal"),
    [
        ("Jc Td 9h", "As 2c", True),  # the example of the text
        ("As Jc Td", "9h 2c", True),
        ("As Jc 9h", "Td 2c", False),  # the 10 is above the 9
        ("Jc Td 2c", "As 9h", False),  # the low ace is allowed, the 9 with it is not
        ("Jc Td 9h", "2c As", True),
        ("Kc Td 9h", "9d 8c", True),  # equal values may change places
        ("Tc 9d 8h", "Jd 2c", False),
        ("Tc Jd Qh", "Kd 2c", True),  # all four are worth 10
        ("Ac Kd 5h", "Ad 4c", True),
        ("Kc Kd 5h", "Ad Ac", False),  # one ace at most
        ("Ac Ad Ah", "As 2c", True),  # four aces leave no choice
        ("Ac Ad 2h", "As Ah", False),
        ("Ac Ad", "As Ah 2c", False),
        ("Ac Ad Kh Qs", "2c", False),
        ("Ac Ad Kh", "2c", False),
        ("Ac Ad", "3c 2c", False),
    ],
)
def test_what_a_player_may_set(high, low, legal):
    assert is_legal(hand(high), hand(low)) is legal


@pytest.mark.cites("58 Pa. Code § 663a.11(d)")
@pytest.mark.parametrize(
    ("cards", "totals"),
    [
        ("Ac Jd Th 9s 2c", [(31, 11), (29, 3)]),
        ("Kc Jd Th 9s 2c", [(30, 11)]),
        ("Ac Ad Th 9s 2c", [(32, 11), (30, 3)]),
        ("Ac Ad Ah 9s 2c", [(33, 11), (31, 3)]),
        ("Ac Ad Ah As 9c", [(33, 10)]),
        ("5c 4d 3h 2s 2c", [(12, 4)]),
        ("Tc Jd Qh Ks 9c", [(30, 19)]),
    ],
)
def test_legal_settings(cards, totals):
    settings = legal_settings(hand(cards))
    assert [setting.points for setting in settings] == totals
    for setting in settings:
        assert sorted(setting.high + setting.low) == sorted(hand(cards))


@pytest.mark.cites("58 Pa. Code § 663a.11(e)")
@pytest.mark.parametrize(
    ("cards", "high", "low"),
    [
        ("2c Jd Th 9s Ac", "Ac Jd Th", "9s 2c"),
        ("2c Ad Th 9s Ac", "Ad Ac Th", "9s 2c"),
        ("2c Ad Ah 9s Ac", "Ah Ad Ac", "9s 2c"),
        ("2c Ad Ah As Ac", "As Ah Ad", "Ac 2c"),  # four aces: three high and one low
        ("Ts Kd Qh Jc 9c", "Kd Qh Jc", "Ts 9c"),
        ("6c 5d 4h 3s 2c", "6c 5d 4h", "3s 2c"),
    ],
)
def test_dealer_keeps_aces_high_unless_there_are_four(cards, high, low):
    assert dealer_setting(hand(cards)) == (hand(high), hand(low))


@pytest.mark.cites("58 Pa. Code § 663a.11(h)")
@pytest.mark.parametrize(
    ("cards", "row"),
    [
        ("Ac Ad Ah As 2c", "four_aces_and_two"),
        ("2s Ac Ad Ah As", "four_aces_and_two"),
        ("Ac Ad Ah As 3c", "four_aces"),
        ("Ac Ad Ah 2s 2c", "three_aces"),
        ("Ac Ad Kh 2s 2c", None),
    ],
)
def test_ace_bonus(cards, row):
    assert ace_bonus(hand(cards)) == row


def every_hand():
    """Each set of five ranks once as cards, with the number of hands that have these ranks."""
    for ranks in combinations_with_replacement(range(13), 5):
        counts = Counter(ranks)
        if max(counts.values()) <= 4:
            cards = tuple(rank * 4 + place for rank, count in counts.items() for place in range(count))
            yield cards, prod(comb(4, count) for count in counts.values())


def test_every_kind_of_hand_as_often_as_the_formulas_say():
    bonus, choices, dealer_low, dealer_high = Counter(), Counter(), Counter(), Counter()
    for cards, hands in every_hand():
        bonus[ace_bonus(cards)] += hands
        choices[len(legal_settings(cards))] += hands
        high, low = dealer_setting(cards).points
        dealer_high[high] += hands
        dealer_low[low] += hands
    all_hands = comb(52, 5)
    assert bonus["four_aces_and_two"] == 4
    assert bonus["four_aces"] == 44
    assert bonus["three_aces"] == 4 * comb(48, 2)
    assert sum(bonus.values()) == all_hands
    # One to three aces leave a choice; none and four do not.
    assert choices == {1: comb(48, 5) + 48, 2: all_hands - comb(48, 5) - 48}
    assert dealer_high[33] == 4 * comb(48, 2) + 48
    assert dealer_low[3] == 4  # four aces and a 2
    assert dealer_low[4] == comb(4, 2) * comb(48, 3) + 4 * comb(48, 2) + 48 + 4  # two 2s; four aces and a 3
    assert dealer_low[20] == comb(16, 5) + comb(16, 4) * 4 + comb(16, 3) * comb(4, 2) + comb(16, 2) * comb(
        4, 3
    )


def test_dealer_setting_is_one_that_a_player_may_choose_with_aces_high():
    for cards, _ in every_hand():
        setting = dealer_setting(cards)
        assert is_legal(*setting)
        aces = sum(card >> 2 == 12 for card in cards)
        assert sum(card >> 2 == 12 for card in setting.high) == min(aces, 3)
