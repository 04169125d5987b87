"""The hands of Five Card Hi-Lo in words, worked out by hand."""

import pytest

STAKES = {"ante": 1000, "tie": 500, "poker_bonus": 500}
DEALER = "Kc Qc 9c 5d 3d"
"""Ten, ten and nine high: 29; five and three low: 8."""


@pytest.mark.cites("58 Pa. Code § 663a.11(g)")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ks Qs Js / 4s 2s", "high 30 against 29, low 6 against 8"),
        ("Th 9s 8s / 7s 6s", "high 27 against 29, low 13 against 8"),
        ("Th Jh 9h / 5h 3h", "high 29 against 29, low 8 against 8"),
        ("Ah Kh Qh / As 2h", "high 31 against 29, low 3 against 8"),
    ],
)
def test_contest_gives_the_points_of_high_and_low(place, hands, cards, words):
    named = hands([place(1, cards, STAKES)], DEALER)

    assert named("ante") == named("play") == named("tie") == words


@pytest.mark.cites("58 Pa. Code § 663a.12(b)")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ah As Ac / 4s 2s", "three aces"),
        ("Ah As Ac / Ad 3s", "four aces"),
        ("Ah As Ac / Ad 2s", "four aces and a two"),
        ("Ah As Kd / 4s 2s", "two aces"),
        ("Ah Ks Kd / 4s 2s", "one ace"),
        ("Kh Ks Kd / 4s 2s", "no aces"),
    ],
)
def test_ante_bonus_counts_the_aces(place, hands, cards, words):
    assert hands([place(1, cards, STAKES)], DEALER)("ante_bonus") == words


@pytest.mark.cites("58 Pa. Code § 663a.6(b)")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ks Qs / Js Ts", "royal flush"),
        ("9s 8s 7s / 6s 5s", "nine-high straight flush"),
        ("9s 9h 9d / 9c 5s", "four of a kind, nines"),
        ("9s 9h 9d / 5c 5s", "full house, nines over fives"),
        ("Ks Js 9s / 5s 2s", "king-high flush"),
        ("9s 8h 7d / 6c 5s", "nine-high straight"),
        ("9s 9h 9d / 6c 5s", "three of a kind, nines"),
        ("9s 9h 7d / 7c 5s", "two pair, nines and sevens"),
        ("Ts 9h 9d / 7c 5s", "pair of nines"),
        ("Ks Th 9d / 7c 5s", "king-ten high"),
    ],
)
def test_poker_bonus_is_called_by_category_and_ranks(place, hands, cards, words):
    forfeited = hands([place(1, cards.replace("/", ""), STAKES, "forfeit")])

    assert forfeited("poker_bonus") == words
    assert forfeited("ante") == forfeited("tie") == "forfeited"
