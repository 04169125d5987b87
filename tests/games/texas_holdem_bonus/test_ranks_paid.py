"""647a.6(a)–(c) by what is paid: $10 on the Ante, $20 on the Flop, each kind of hand against the next."""

import pytest

from tests.games.ranked_hands import KINDS_ON_A_BOARD

ANTE = {"ante": 1000}
ON_A_STRAIGHT = {"ante_pays_on": "straight"}
PAID_ANTE = {"Ac 2d", "As Ks", "Js Ts", "9h 9c", "9c Kd", "4h 3h", "Tc 9c"}
"""Hands that are a straight or better: the Ante is paid too."""


@pytest.mark.reg(
    "58 Pa. Code §§ 647a.6(a), 647a.6(b)(1), 647a.6(b)(2), 647a.6(b)(3), 647a.6(b)(4), 647a.6(b)(5), "
    "647a.6(b)(6), 647a.6(b)(7), 647a.6(b)(8), 647a.6(b)(9), 647a.6(c)"
)
@pytest.mark.parametrize(("part", "higher", "lower", "board"), KINDS_ON_A_BOARD)
def test_higher_kind_is_paid_and_the_lower_loses(settle, place, *, part, higher, lower, board):
    won = settle([place(1, higher, ANTE)], board, lower, options=ON_A_STRAIGHT)
    assert won("flop")[1:3] == (2000, 2000), part
    assert won("ante")[1:3] == (1000 if higher in PAID_ANTE else 0, 1000), part
    assert settle([place(1, lower, ANTE)], board, higher, options=ON_A_STRAIGHT).total() == 0, part


@pytest.mark.reg("58 Pa. Code §§ 647a.6(a), 647a.6(c)")
@pytest.mark.parametrize(
    ("cards", "dealer", "board"),
    [("As Ad", "Kd Ks", "Kc Qc Jc Tc 9c"), ("Kc 2d", "Kd 2h", "8c 7d 5h 3s Ad")],
)
def test_equal_hands_of_other_suits_return_both_wagers(settle, place, cards, dealer, board):
    assert settle([place(1, cards, ANTE)], board, dealer, options=ON_A_STRAIGHT).total() == 3000
