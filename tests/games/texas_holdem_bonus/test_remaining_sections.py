"""What the other modules cite as a whole, part by part: 647a.2(b), 647a.6(b) and (d), 647a.11(h)(1)."""

from itertools import pairwise

import pytest

from games.cards import hand
from games.procedure.equipment import Opening, breaches_at_opening, required
from games.ranking.poker import category, five
from games.ranking.six_card import six_card_category
from games.rulebook import by_name

BOOK = by_name("647a@2019-08-31")
SIGNS = {"payout_odds", "ante_returned", "payout_limit"}


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.2(b)(1), 647a.2(b)(2), 647a.2(b)(3), 647a.2(b)(4), 647a.2(e), 647a.2(f)"
)
@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("647a.2(b)(1)", {"name", "logo"}),
        ("647a.2(b)(2)", {"Ante", "Flop", "Turn", "River"}),
        ("647a.2(b)(3)", {"five", "community"}),
        ("647a.2(b)(4)", {"dealer's", "two"}),
        ("647a.2(e)", {"drop", "tip"}),
        ("647a.2(f)", {"discard", "rack"}),
    ],
)
def test_every_table_is_asked_for_what_the_layout_needs(section, words):
    (found,) = [need for need in required(BOOK, set()) if need.section == section]
    assert words <= set(found.item.replace(",", " ").split())


@pytest.mark.cites("58 Pa. Code §§ 647a.2(b)(8)(i), 647a.2(b)(8)(ii)")
def test_six_card_bonus_needs_an_area_for_the_wager_and_one_for_its_cards():
    added = set(required(BOOK, {"six_card_bonus"})) - set(required(BOOK, set()))
    assert {need.section for need in added} == {"647a.2(b)(8)(i)", "647a.2(b)(8)(ii)"}


@pytest.mark.cites("58 Pa. Code §§ 647a.2(b)(10)(i), 647a.2(b)(10)(ii)")
@pytest.mark.parametrize(
    ("sign", "section"), [("ante_returned", "647a.2(b)(10)(i)"), ("payout_limit", "647a.2(b)(10)(ii)")]
)
def test_each_inscription_is_missed_by_itself(sign, section):
    facts = ({"ante"}, SIGNS - {sign}, {"layout", "shoe_location"}, 6, "manual_shoe", "manual")
    assert [breach.section for breach in breaches_at_opening(BOOK, Opening(*facts))] == [section]


# The highest and the lowest hand of each rank, as the text gives them, best first.
DESCENDING = [
    ("royal_flush", "As Ks Qs Js Ts"),
    ("straight_flush", "Kd Qd Jd Td 9d"),
    ("straight_flush", "5h 4h 3h 2h Ah"),
    ("four_of_a_kind", "As Ad Ah Ac 2s"),
    ("four_of_a_kind", "2s 2d 2h 2c As"),
    ("full_house", "As Ad Ah Ks Kd"),
    ("full_house", "2s 2d 2h 3s 3d"),
    ("flush", "As Ks Qs Js 9s"),
    ("flush", "7h 5h 4h 3h 2h"),
    ("straight", "As Kd Qh Jc Ts"),
    ("straight", "5s 4d 3h 2c As"),
    ("three_of_a_kind", "As Ad Ah Ks Qd"),
    ("three_of_a_kind", "2s 2d 2h 4s 3d"),
    ("two_pair", "As Ad Ks Kd Qh"),
    ("two_pair", "3s 3d 2s 2d 4h"),
    ("pair", "As Ad Ks Qd Jh"),
    ("pair", "2s 2d 5s 4d 3h"),
    ("high_card", "As Kd Qs Js 9h"),
]


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.6(b)(1), 647a.6(b)(2), 647a.6(b)(3), 647a.6(b)(4), 647a.6(b)(5), 647a.6(b)(6), "
    "647a.6(b)(7), 647a.6(b)(8), 647a.6(b)(9)"
)
def test_ranks_of_hands_from_the_highest_to_the_lowest_of_each():
    strengths = [five(hand(cards)) for _, cards in DESCENDING]
    assert [category(strength) for strength in strengths] == [name for name, _ in DESCENDING]
    assert all(better > worse for better, worse in pairwise(strengths))


@pytest.mark.cites(
    "58 Pa. Code §§ 647a.6(d)(1), 647a.6(d)(2), 647a.6(d)(3), 647a.6(d)(4), 647a.6(d)(5), 647a.6(d)(6), "
    "647a.6(d)(7), 647a.6(d)(8)"
)
@pytest.mark.parametrize(
    ("cards", "rank"),
    [
        ("Ad Kd Qd Jd Td 9d", "six_card_royal_diamonds"),
        ("As Ks Qs Js Ts 9s", "six_card_royal_other"),
        ("As Ks Qs Js Ts 9d", "royal_flush"),
        ("Ks Qs Js Ts 9s 8s", "straight_flush"),
        ("Ks Kd Kh Kc 9s 9d", "four_of_a_kind"),
        ("Ks Kd Kh 9c 9s 9d", "full_house"),
        ("Ks 9s 7s 5s 3s Kd", "flush"),
        ("Ks Qd Jh Tc 9s 9d", "straight"),
        ("Ks Kd Kh Tc 9s 2d", "three_of_a_kind"),
        ("Ks Kd Th Tc 9s 9d", "two_pair"),  # three pairs are no hand of 647a.6(d)
    ],
)
def test_six_cards_make_the_highest_hand_in_them(cards, rank):
    assert six_card_category(hand(cards)) == rank


@pytest.mark.reg("58 Pa. Code § 647a.11(h)(1)")
def test_cards_are_turned_up_for_a_flop_wager_and_not_for_a_fold(settle, refused, place):
    board, dealer = "Kc 9d 7h 4s 2c", "Qd Jh"
    folded = place(1, "", {"ante": 1000}, "fold")
    assert settle([folded, place(2, "As Ad", {"ante": 1000})], board, dealer).total(1) == 0
    assert refused([folded, place(2, "", {"ante": 1000})], board, dealer)[0] == "seats[1].cards"
