"""The hand that shown cards make for a progressive wager, under every reading of the rule texts."""

import pytest

from games.progressive_hands import NO_HANDS, Reading, Shown, lost_by_folding, progressive_hands, seen_cards

BOTH_678A = ["678a@2019-11-02", "678a@2015-proposed"]
HOLDEM = "647a@2019-08-31"


def flush_hands(cards, book=BOTH_678A[0], **options):
    return progressive_hands(book, options, "progressive", Shown(seat=cards.split()))


def holdem_hands(wager, *, seat="", dealer="", board="", **options):
    return progressive_hands(HOLDEM, options, wager, Shown(_cards(seat), _cards(dealer), _cards(board)))


def _cards(text):
    return [None if card == "??" else card for card in text.split()]


def by_reading(hands):
    return [reading.hand for reading in hands.readings]


@pytest.mark.cites("58 Pa. Code § 678a.6(d)")
@pytest.mark.parametrize("book", BOTH_678A)
@pytest.mark.parametrize(
    ("cards", "ace_low", "ace_high"),
    [
        ("As Ks Qs Js Ts 9s 8s", "seven", "seven"),
        ("9h 8h 7h 6h 5h 4h As", "six", "six"),
        ("Ac 2c 3c 4c 5c 6c 7c", "seven", "six"),
        ("Ac 2c 3c 9d 8d 7h 6h", "three", "two"),
        ("2c 4d 6h 8s Tc Qd Ah", "one", "one"),
    ],
)
def test_the_longest_straight_flush_under_both_readings_of_the_ace(book, cards, ace_low, ace_high):
    """No clause of 678a.6 puts the ace below the 2: that it may go there is a switch."""
    hands = flush_hands(cards, book)
    assert hands.selected == f"{ace_low}_card_straight_flush"
    assert hands.readings == (
        Reading("straight_flush_ace_low = true", f"{ace_low}_card_straight_flush"),
        Reading("straight_flush_ace_low = false", f"{ace_high}_card_straight_flush"),
    )
    assert (
        flush_hands(cards, book, straight_flush_ace_low=False).selected == f"{ace_high}_card_straight_flush"
    )


@pytest.mark.cites("58 Pa. Code §§ 647a.6(b), 647a.11(i)")
@pytest.mark.parametrize(
    ("seat", "board", "of_five", "of_seven"),
    [
        ("As Ks", "Qs Js Ts 2d 3d", "royal_flush", "royal_flush"),
        ("5h 4h", "Ah 2h 3h 6h 9c", "straight_flush", "straight_flush"),
        ("9s 9h", "9d 4c 7h 9c 2s", "three_of_a_kind", "four_of_a_kind"),
        ("9s 9h", "9d 4c 4h 2c 2s", "full_house", "full_house"),
        ("As 9s", "4s 2s Kd 3s 7h", "high_card", "flush"),
        ("Td 9c", "8h 7s 2d 6d Ah", "high_card", "straight"),
        ("Kd Kh", "Ks Kc 2d 3d 4d", "four_of_a_kind", "four_of_a_kind"),
    ],
)
def test_two_cards_and_the_flop_or_the_best_of_seven(seat, board, of_five, of_seven):
    """647a.11(i) has two cards and the Flop, 647a.1 seven cards."""
    hands = holdem_hands("progressive", seat=seat, board=board)
    assert hands.selected == of_five
    assert hands.readings == (
        Reading("progressive_hand = two_and_flop", of_five),
        Reading("progressive_hand = seven", of_seven),
    )
    assert holdem_hands("progressive", seat=seat, board=board, progressive_hand="seven").selected == of_seven


@pytest.mark.cites("58 Pa. Code § 647a.11(j)")
def test_five_card_hand_bonus_is_of_the_player_s_or_the_dealer_s_two_cards_and_the_flop():
    hands = {"seat": "As Ks", "dealer": "Jd Jh", "board": "Qs Js Ts Jc 2c"}
    assert holdem_hands("fchb_player", **hands).selected == "royal_flush"
    assert holdem_hands("fchb_dealer", **hands).selected == "three_of_a_kind"
    assert holdem_hands("fchb_dealer", **hands).readings == (Reading("", "three_of_a_kind"),)


def test_cards_that_are_not_known_make_no_hand():
    assert by_reading(flush_hands("As Ks Qs Js Ts 9s")) == [None, None]
    shown = Shown(seat=["As", "Ks", "Qs", "Js", "Ts", "9s", None])
    assert progressive_hands(BOTH_678A[0], {}, "progressive", shown).selected is None
    assert by_reading(holdem_hands("progressive", seat="9s 9h", board="9d 4c")) == [None, None]
    assert by_reading(holdem_hands("progressive", seat="9s 9h", board="9d 4c 7h ?? 2s")) == [
        "three_of_a_kind",
        None,
    ]
    assert holdem_hands("fchb_dealer", seat="As Ks", dealer="Jd ??", board="Qs Js Ts").selected is None
    assert holdem_hands("progressive", seat="9s ??", board="9d 4c 7h").selected is None


def test_cards_that_cannot_be_a_hand_make_none():
    assert flush_hands("As Ks Qs Js Ts 9s 8s 7s").selected is None
    assert flush_hands("As As Qs Js Ts 9s 8s").selected is None
    assert holdem_hands("progressive", seat="9s 9h", board="9s 4c 7h 2d 3d").selected is None


@pytest.mark.parametrize(
    ("book", "wager"),
    [("678a@1999", "progressive"), (HOLDEM, "ante"), ("663a@2014-02-01", "progressive"), ("", "progressive")],
)
def test_what_no_rulebook_names_is_no_hand(book, wager):
    assert progressive_hands(book, {}, wager, Shown(seat=["As"] * 7)) == NO_HANDS


def test_a_person_names_the_cards_of_the_hand_first():
    shown = Shown(seat=(), dealer=(), community=["2d", "3d", "4d"])
    assert seen_cards(HOLDEM, "progressive", ["As", "Ks"], shown) == Shown(
        ["As", "Ks"], (), ["2d", "3d", "4d"]
    )
    five = ["As", "Ks", "Qs", "Js", "Ts"]
    assert seen_cards(HOLDEM, "progressive", five, shown) == Shown(five[:2], (), five[2:])
    assert seen_cards(HOLDEM, "fchb_dealer", five, shown) == Shown((), five[:2], five[2:])
    assert seen_cards("nothing", "progressive", five, shown) == Shown()


@pytest.mark.cites("58 Pa. Code §§ 647a.11(b)(2)(i)(B), 647a.11(b)(2)(i)(C), 678a.11(c)(2)(i)")
def test_a_fold_takes_the_progressive_payout_wager_of_647a_and_no_other():
    assert lost_by_folding(HOLDEM, "progressive") == "647a.11(b)(2)(i)(B)"
    assert [lost_by_folding(HOLDEM, wager) for wager in ("fchb_player", "fchb_dealer")] == ["", ""]
    assert [lost_by_folding(book, "progressive") for book in BOTH_678A] == ["", ""]


@pytest.mark.parametrize(
    ("book", "wager"), [(HOLDEM, "ante"), (HOLDEM, "trips_plus"), ("999a@2020-01-01", "progressive")]
)
def test_what_is_no_progressive_wager_or_of_no_known_chapter_is_not_lost_here(book, wager):
    assert lost_by_folding(book, wager) == ""
