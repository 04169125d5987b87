"""677a.6(a)–(c) by what is paid on a Raise of $10, each kind of hand against the next."""

import pytest

from tests.games.ranked_hands import KINDS_ON_A_BOARD

WAGERS = {"ante": 1000, "odds": 1000}


@pytest.mark.reg(
    "58 Pa. Code §§ 677a.6(a), 677a.6(b)(1), 677a.6(b)(2), 677a.6(b)(3), 677a.6(b)(4), 677a.6(b)(5), "
    "677a.6(b)(6), 677a.6(b)(7), 677a.6(b)(8), 677a.6(b)(9), 677a.6(c)"
)
@pytest.mark.parametrize(("part", "higher", "lower", "board"), KINDS_ON_A_BOARD)
def test_higher_kind_is_paid_and_the_lower_loses(settle, place, *, part, higher, lower, board):
    won = settle([place(1, higher, WAGERS, 1000)], lower, board)
    assert won("raise")[1:3] == (1000, 1000), part
    lost = settle([place(1, lower, WAGERS, 1000)], higher, board)
    assert lost("raise")[1:3] == (0, 0), part


@pytest.mark.reg("58 Pa. Code §§ 677a.6(a), 677a.6(c)")
@pytest.mark.parametrize(
    ("cards", "dealer", "board"),
    [("As Ad", "Kd Ks", "Kc Qc Jc Tc 9c"), ("Kc 2d", "Kd 2h", "8c 7d 5h 3s Ad")],
)
def test_equal_hands_of_other_suits_return_every_wager(settle, place, cards, dealer, board):
    assert settle([place(1, cards, WAGERS, 1000)], dealer, board).total() == 3000
