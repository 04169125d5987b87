"""The hands of High Card Flush in words, worked out by hand."""

import pytest

ALL = {"ante": 1000, "flush_bonus": 500, "straight_flush_bonus": 500, "progressive": 100}
UNQUALIFIED = "2s 4c 3d Jc 4h Jh 6d"
THREE_HEARTS = "Qh Jh Th 2c 3s 4d 6s"
METERS = {"progressive": 3_000_000}


@pytest.mark.cites("58 Pa. Code § 678a.6(b)")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("2s 4c 3d Jc 4h Jh 6d", "two-card flush J-4"),
        ("Kh 9h 2h 3c 4c 5s 6s", "three-card flush K-9-2"),
        ("Ad Kd 9d 2d 3c 5s 7h", "four-card flush A-K-9-2"),
        ("Ad Kd 9d 2d 5d 3c 7h", "five-card flush A-K-9-5-2"),
        ("Ad Kd 9d 2d 5d 3d 7h", "six-card flush A-K-9-5-3-2"),
        ("Ad Kd 9d 2d 5d 3d 7d", "seven-card flush A-K-9-7-5-3-2"),
    ],
)
def test_flush_is_called_by_its_length_and_its_cards(place, hands, cards, words):
    named = hands([place(1, cards, ALL, "fold")], meters=METERS)

    assert named("flush_bonus") == words


@pytest.mark.cites("58 Pa. Code § 678a.6(d)")
@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ad Kd 9d 2d 5d 3c 7h", "no three suited in a row"),
        ("9s 8s 7s 2h 3h 4c Kd", "three-card straight flush 9-8-7"),
        ("9s 8s 7s 6h 5h 4h Kd", "three-card straight flush 9-8-7"),
        ("As Ks Qs Js 2h 3h 9d", "four-card straight flush A-K-Q-J"),
        ("9s 8s 7s 6s 5s 2h 3d", "five-card straight flush 9-8-7-6-5"),
        ("As 2s 3s 4s 5s 6s Kd", "six-card straight flush 6-5-4-3-2-A"),
        ("As Ks Qs Js Ts 9s 8s", "seven-card straight flush A-K-Q-J-T-9-8"),
    ],
)
def test_straight_flush_is_called_by_its_length_and_its_cards(place, hands, cards, words):
    named = hands([place(1, cards, ALL, "fold")], meters=METERS)

    assert named("straight_flush_bonus") == named("progressive") == words


@pytest.mark.cites("58 Pa. Code § 678a.6(d)")
def test_ace_below_the_two_is_called_as_the_switch_has_it(place, hands):
    seat = place(1, "As 2s 3s 4s 7h 9d Kc", ALL, "fold")

    assert hands([seat], meters=METERS)("progressive") == "four-card straight flush 4-3-2-A"
    high = hands([seat], meters=METERS, options={"straight_flush_ace_low": False})
    assert high("progressive") == "three-card straight flush 4-3-2"


@pytest.mark.cites("58 Pa. Code § 678a.11(d)(2)(ii)")
def test_contest_names_both_hands(place, hands):
    named = hands([place(1, "Ad Kd 9d 2d 3c 5s 7h", {"ante": 1000}, 1000)], THREE_HEARTS)

    assert named("ante") == named("raise") == "four-card flush A-K-9-2 against three-card flush Q-J-T"


@pytest.mark.cites("58 Pa. Code § 678a.11(d)(2)(ii)(B)")
def test_equal_hands_are_said_to_be_the_same(place, hands):
    named = hands([place(1, "Qd Jd Td 2h 3c 4s 6c", {"ante": 1000}, 1000)], THREE_HEARTS)

    assert named("ante") == "three-card flush Q-J-T against the same"


@pytest.mark.cites("58 Pa. Code § 678a.11(d)(1)")
def test_dealer_who_does_not_qualify_is_said_so(place, hands):
    named = hands([place(1, "Ad Kd 9d 2d 3c 5s 7h", {"ante": 1000}, 1000)], UNQUALIFIED)
    assert named("raise") == "four-card flush A-K-9-2 against two-card flush J-4 (not qualified)"

    unseen = hands([place(1, "", {"ante": 1000}, 1000)], UNQUALIFIED)
    assert unseen("ante") == "cards not shown against two-card flush J-4 (not qualified)"


@pytest.mark.cites("58 Pa. Code § 678a.6(c)")
def test_reading_by_all_seven_cards_names_them(place, hands):
    seat = place(1, "Qd Jd Td 2h 3c 4s 7c", {"ante": 1000}, 1000)
    named = hands([seat], THREE_HEARTS, options={"flush_comparison": "all_seven"})

    assert named("ante") == (
        "three-card flush, all seven Q-J-T-7-4-3-2 against three-card flush, all seven Q-J-T-6-4-3-2"
    )


@pytest.mark.cites("58 Pa. Code § 678a.11(c)(2)")
def test_what_no_hand_decided_says_what_did(place, hands):
    seats = [
        place(1, "Ad Kd 9d 2d 3c 5s 7h", {"ante": 1000, "flush_bonus": 500}, "fold"),
        place(2, "", {"ante": 1000, "flush_bonus": 500}, "abandon"),
    ]
    named = hands(seats, THREE_HEARTS)
    assert named("ante") == "folded"
    assert named("flush_bonus") == "four-card flush A-K-9-2"
    assert named("ante", 2) == named("flush_bonus", 2) == "left behind"

    void = hands([place(1, "", {"ante": 1000}, "none")], event={"type": "shoe_jam"})
    assert void("ante") == "void"


def test_a_wager_or_seat_that_is_not_there_has_no_hand(place, hands):
    named = hands([place(1, "Ad Kd 9d 2d 3c 5s 7h", {"ante": 1000}, 1000)], THREE_HEARTS)

    assert named("payment") is None
    assert named("ante", 6) is None
