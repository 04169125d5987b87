"""678a.6(a), (b) by what is paid: an Ante and a Raise of $10, each length of flush against the next."""

import pytest

ANTE = {"ante": 1000}
BOTH_WON, BOTH_BACK = 4000, 2000


@pytest.mark.reg(
    "58 Pa. Code §§ 678a.6(a), 678a.6(b)(1), 678a.6(b)(2), 678a.6(b)(3), 678a.6(b)(4), 678a.6(b)(5), "
    "678a.6(b)(6)"
)
@pytest.mark.parametrize(
    ("cards", "dealer", "total"),
    [
        ("2s 3s 4s 5s 6s 7s 9s", "Ah Kh Qh Jh Th 8h 2d", BOTH_WON),  # seven, six
        ("2s 3s 4s 5s 6s 8s 2d", "Ah Kh Qh Jh 9h 3d 3c", BOTH_WON),  # six, five
        ("2s 3s 4s 5s 7s 2d 3d", "Ah Kh Qh Jh Ad Kc 2c", BOTH_WON),  # five, four
        ("2s 3s 4s 5s 2d 3d 2c", "Ah Kh Qh Ad Kd Ac 9c", BOTH_WON),  # four, three
        ("Ks Qs Kd Qd Jc Tc Ah", "9h 3h 2h Kc Qc As 7d", 0),  # two, three
        ("As 4s 2s 3d 5d 6c 8c", "Kh Qh Jh 9d 7d 9c 7c", BOTH_WON),  # three each: the ace is highest
        ("Ks Qs Js 2d 3d 4c 6c", "Kh Qh Jh 9d 7d 9c 7c", BOTH_BACK),  # suits are equal in rank
    ],
)
def test_longer_flush_then_its_highest_card_is_paid(settle, place, cards, dealer, total):
    assert settle([place(1, cards, ANTE, 1000)], dealer).total() == total
