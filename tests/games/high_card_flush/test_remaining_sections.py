"""What the other modules cite as a whole, part by part: 678a.1, .2(b)(7), .4(d), .6, .11(c)–(d), .12(a)."""

from itertools import pairwise

import pytest

from games.cards import bits, hand
from games.describing.describe import parse
from games.procedure import dealing
from games.procedure.equipment import Opening, breaches_at_opening
from games.ranking.flushes import RUN_ACE_LOW, best_flush, longest_run
from games.rulebook import by_name

BOOKS = ["678a@2019-11-02", "678a@2015-proposed"]
SIGNS = {"payout_odds", "dealer_qualifies", "raise_limits", "payout_limit"}
UNQUALIFIED = "8h 7h 6h Kc Qc As 7d"
NINE_HIGH = "9h 3h 2h Kc Qc As 7d"
ANTE = {"ante": 1000}


@pytest.mark.reg("58 Pa. Code §§ 678a.1, 678a.11(c)(1)")
@pytest.mark.parametrize("book", BOOKS)
def test_player_either_raises_or_withdraws(settle, refused, place, book):
    """A fold is the absence of a Raise: a decision has the one or is the other, and both are refused."""
    raised = settle([place(1, "Ts 4s 2s Kd Qd Jh 5c", ANTE, 1000)], NINE_HIGH, rulebook=book)
    assert list(raised.seats[1]["wagers"]) == ["ante", "raise"]
    folded = settle([place(1, "", ANTE, "fold")], NINE_HIGH, rulebook=book)
    assert list(folded.seats[1]["wagers"]) == ["ante"]
    both = place(1, "", ANTE, "fold") | {"decision": {"action": "fold", "raise": 1000}}
    assert refused([both], NINE_HIGH, book)[0] == "seats[0].decision.raise"


@pytest.mark.cites("58 Pa. Code §§ 678a.2(b)(7)(i), 678a.2(b)(7)(ii)")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("sign", "section"), [("payout_odds", "678a.2(b)(7)(i)"), ("dealer_qualifies", "678a.2(b)(7)(ii)")]
)
def test_each_inscription_is_missed_by_itself(book, sign, section):
    facts = ({"ante"}, SIGNS - {sign}, {"layout", "shoe_location"}, 6, "manual_shoe", "manual")
    assert [b.section for b in breaches_at_opening(by_name(book), Opening(*facts))] == [section]


@pytest.mark.cites("58 Pa. Code § 678a.4(d)")
@pytest.mark.parametrize("book", BOOKS)
def test_each_deck_of_two_goes_through_the_whole_opening(book):
    """The duties are those of one deck; of two that a device shuffles, each goes through them."""
    duties = dealing.opening_duties(by_name(book), "device")
    assert [duty.step for duty in duties] == [
        "inspect",
        "verify_inspection",
        "spread_face_up",
        "wash",
        "shuffle",
    ]


FLUSHES = [
    (7, "2s 3s 4s 5s 6s 7s 9s"),
    (6, "As Ks Qs Js Ts 8s 2d"),
    (5, "As Ks Qs Js 9s 2d 2h"),
    (4, "As Ks Qs Js 2d 2h 2c"),
    (3, "As Ks Qs Ad Kd Ah Kh"),
    (2, "As Ks Qd Jd Th 9h 8c"),
]


@pytest.mark.cites(
    "58 Pa. Code §§ 678a.6(b)(1), 678a.6(b)(2), 678a.6(b)(3), 678a.6(b)(4), 678a.6(b)(5), 678a.6(b)(6)"
)
def test_longer_flush_is_higher_whatever_its_cards():
    """Seven cards of four suits have at least two of one."""
    strengths = [best_flush(bits(hand(cards))) for _, cards in FLUSHES]
    assert [strength >> 13 for strength in strengths] == [length for length, _ in FLUSHES]
    assert all(longer > shorter for longer, shorter in pairwise(strengths))


@pytest.mark.cites("58 Pa. Code §§ 678a.6(d)(1), 678a.6(d)(2), 678a.6(d)(3), 678a.6(d)(4), 678a.6(d)(5)")
@pytest.mark.parametrize(
    ("cards", "length"),
    [
        ("8s 9s Ts Js Qs Ks As", 7),
        ("8s 9s Ts Js Qs Ks 2s", 6),
        ("8s 9s Ts Js Qs As 2d", 5),
        ("8s 9s Ts Js Ks As 2d", 4),
        ("8s 9s Ts Qs Ks 3d 4d", 3),
        ("8s 9s Js Qs Ad 3d 5d", 2),
    ],
)
def test_straight_flush_is_the_longest_row_in_one_suit(cards, length):
    assert longest_run(bits(hand(cards)), RUN_ACE_LOW) == length


@pytest.mark.cites("58 Pa. Code §§ 678a.11(d)(1)(i), 678a.11(d)(1)(ii)")
def test_unqualified_dealer_comes_back_only_to_seats_with_a_bonus_wager(place):
    """The cards of the others are collected in the first pass, so no wager of theirs follows."""
    bonus = {"ante": 1000, "flush_bonus": 500}
    described = {
        "game": "high_card_flush",
        "rulebook": BOOKS[0],
        "paytables": {"flush_bonus": "A"},
        "seats": [place(1, "", bonus, 1000), place(2, "", ANTE, 1000)],
        "dealer": UNQUALIFIED.split(),
    }
    round_, game, book = parse(described)
    assert game.settlement_order(round_, book) == [
        (2, ("ante", "raise")),
        (1, ("ante", "raise")),
        (1, ("flush_bonus",)),
    ]


@pytest.mark.reg("58 Pa. Code § 678a.11(d)(2)(ii)(C)")
@pytest.mark.parametrize("book", BOOKS)
def test_lower_hand_loses_ante_and_raise(settle, place, book):
    verdict = settle([place(1, "8s 7s 6s Kd Qd Jh 5c", ANTE, 1000)], NINE_HIGH, rulebook=book)
    assert verdict("ante") == ("lose", 0, 0, "-", "678a.11(d)(2)(ii)(C)")
    assert verdict("raise") == ("lose", 0, 0, "-", "678a.11(d)(2)(ii)(C)")


@pytest.mark.reg("58 Pa. Code § 678a.12(a)")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("cards", "raised"), [("Ts 4s 2s Kd Qd Jh 5c", 1000), ("Ts 8s 6s 4s 2s Kd 5c", 2000)]
)
def test_winning_ante_and_raise_are_paid_even_money(settle, place, book, cards, raised):
    verdict = settle([place(1, cards, ANTE, raised)], NINE_HIGH, rulebook=book)
    assert verdict("ante")[1:4] == (1000, 1000, "1 to 1")
    assert verdict("raise")[1:4] == (raised, raised, "1 to 1")
