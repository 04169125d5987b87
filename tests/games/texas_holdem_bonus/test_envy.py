"""647a.11(i)(5) and 647a.12(d)(5): the Envy Bonus for another player's hand."""

import pytest

from games.describing.describe import parse
from games.settlement import EnvyBonus

DEALER = "Th 3h"
STRAIGHT_FLUSHES = "7s 6s 5s 2d Kc"
ROYALS = "Qs Js Ts 2d 3c"
ANTE = {"ante": 1000}
ONE, FIVE = {"ante": 1000, "progressive": 100}, {"ante": 1000, "progressive": 500}
SECTION = "647a.11(i)(5)"
METER = {"progressive": 1_000_000}
FOLDED = "647a.11(b)(2)(i)(B): folded_progressive = progressive lost, envy kept both ways"


@pytest.mark.reg("58 Pa. Code §§ 647a.12(d)(5), 647a.11(i)(5)")
@pytest.mark.parametrize(
    ("board", "cards", "one", "five"),
    [(STRAIGHT_FLUSHES, "9s 8s", 30_000, 150_000), (ROYALS, "As Ks", 100_000, 500_000)],
)
def test_amount_goes_by_the_hand_and_the_wager_of_the_one_who_is_paid(
    settle, place, *, board, cards, one, five
):
    seats = [place(1, "Ah 4c", ONE), place(2, "Ad 4h", FIVE), place(3, cards, ANTE)]
    verdict = settle(seats, board, DEALER)
    assert verdict("envy_bonus", 1) == ("win", one, 0, f"${one // 100:,}", SECTION)
    assert verdict("envy_bonus", 2) == ("win", five, 0, f"${five // 100:,}", SECTION)
    assert verdict.notes == []


@pytest.mark.cites("58 Pa. Code § 647a.11(i)(5)")
def test_nobody_is_paid_for_his_own_hand_or_without_a_progressive_wager(settle, place):
    seats = [place(1, "9s 8s", ONE), place(2, "Ad 4h", ANTE)]
    verdict = settle(seats, STRAIGHT_FLUSHES, DEALER, meters=METER)
    assert "envy_bonus" not in verdict.wagers(1)
    assert "envy_bonus" not in verdict.wagers(2)


@pytest.mark.cites("58 Pa. Code § 647a.11(i)(5)")
def test_nobody_is_paid_for_the_dealers_hand(settle, place):
    verdict = settle([place(1, "Ah 4c", ONE), place(2, "Ad 4h", ONE)], STRAIGHT_FLUSHES, "9s 8s")
    assert "envy_bonus" not in verdict.wagers(1) + verdict.wagers(2)


@pytest.mark.reg("58 Pa. Code § 647a.11(i)(5)")
def test_several_other_hands_pay_several_times(settle, place):
    """Seats 3 and 5 hold straight flushes: seat 1 is paid for both, they for each other."""
    seats = [place(1, "Ah 4c", ONE), place(3, "9s 8s", ONE), place(5, "4s 3s", FIVE)]
    verdict = settle(seats, STRAIGHT_FLUSHES, DEALER, meters=METER)
    assert verdict("envy_bonus", 1) == ("win", 60_000, 0, "$300 + $300", SECTION)
    assert verdict.paid("envy_bonus", 3) == 30_000
    assert verdict.paid("envy_bonus", 5) == 150_000
    assert verdict.meters == {"progressive": 810_000}  # the Envy Bonus is house money


@pytest.mark.reg("58 Pa. Code § 647a.12(d)(5)")
def test_royal_and_straight_flush_at_one_table(settle, place):
    seats = [place(1, "Ah 4c", ONE), place(3, "As Ks", ANTE), place(5, "9s 8s", ANTE)]
    verdict = settle(seats, ROYALS, DEALER)
    assert verdict("envy_bonus", 1) == ("win", 130_000, 0, "$300 + $1,000", SECTION)


@pytest.mark.cites("58 Pa. Code § 647a.1")
def test_four_of_a_kind_is_no_qualifying_hand(settle, place):
    seats = [place(1, "Ah 3c", ONE), place(3, "9s 9h", ANTE)]
    assert "envy_bonus" not in settle(seats, "9d 9c 4h 2d Kc", DEALER).wagers(1)


@pytest.mark.reg("58 Pa. Code § 647a.1")
def test_straight_flush_completed_by_the_turn_is_the_other_reading(settle, place):
    seats, board = [place(1, "Ah 4c", ONE), place(3, "9s 8s", ANTE)], "7s 6s 2d 5s Kc"
    verdict = settle(seats, board, DEALER)
    assert "envy_bonus" not in verdict.wagers(1)
    assert verdict.switches() == ["647a.11(i): progressive_hand = two_and_flop"]
    verdict = settle(seats, board, DEALER, options={"progressive_hand": "seven"})
    assert verdict.paid("envy_bonus") == 30_000


@pytest.mark.reg("58 Pa. Code §§ 647a.1, 647a.12(d)(5)")
def test_straight_flush_that_the_river_makes_royal_is_the_other_reading(settle, place):
    """King to 9 with the Flop is worth $300, and $1,000 once the ace on the River counts."""
    seats, board = [place(1, "Ah 4c", ONE), place(3, "Js 9s", ANTE)], "Ks Qs Ts 2d As"
    for reading, paid in (("two_and_flop", 30_000), ("seven", 100_000)):
        verdict = settle(seats, board, DEALER, options={"progressive_hand": reading})
        assert verdict.paid("envy_bonus") == paid
        assert verdict.switches() == [f"647a.11(i): progressive_hand = {reading}"]


@pytest.mark.reg("58 Pa. Code § 647a.11(b)(2)(i)(B)")
def test_folded_player_keeps_the_envy_bonus(settle, place):
    seats = [place(1, "Ah 4c", ONE, "fold"), place(3, "9s 8s", ANTE)]
    verdict = settle(seats, STRAIGHT_FLUSHES, DEALER)
    assert verdict.outcome("progressive") == "lose"
    assert verdict.paid("envy_bonus") == 30_000
    assert verdict.switches() == [FOLDED]


@pytest.mark.reg("58 Pa. Code § 647a.11(b)(2)(ii)")
def test_folded_hand_counts_for_the_others(settle, place):
    seats = [place(1, "Ah 4c", ONE), place(3, "9s 8s", ANTE, "fold")]
    verdict = settle(seats, STRAIGHT_FLUSHES, DEALER)
    assert verdict.paid("envy_bonus") == 30_000
    assert verdict.switches() == [FOLDED]


@pytest.mark.reg("58 Pa. Code § 647a.11(b)(2)(ii)")
def test_folded_cards_must_be_known_while_another_player_has_a_progressive_wager(settle, refused, place):
    seats = [place(1, "Ah 4c", ONE), place(3, "", ANTE, "fold")]
    assert refused(seats, STRAIGHT_FLUSHES, DEALER)[0] == "seats[1].cards"
    seats = [place(1, "Ah 4c", ANTE), place(3, "", ANTE, "fold")]
    assert settle(seats, STRAIGHT_FLUSHES, DEALER).outcome("ante", 3) == "lose"


@pytest.mark.reg("58 Pa. Code § 647a.11(b)(2)(ii)")
def test_folded_cards_do_not_matter_where_the_board_allows_no_straight_flush(settle, refused, place):
    """Two spades on the Flop are not enough; a third on the River is, by the other reading."""
    seats = [place(1, "Ah 4c", ONE), place(3, "", ANTE, "fold")]
    assert "envy_bonus" not in settle(seats, "7s 6s 5d 2d Kc", DEALER).wagers()
    assert refused(seats, "7s 6s 5d 2d Ks", DEALER)[0] == "seats[1].cards"


@pytest.mark.reg("58 Pa. Code § 647a.11(b)(2)(i)(B)")
def test_envy_bonus_of_folded_players_needs_the_flop(settle, refused, place):
    seats = [place(1, "Ah 4c", ONE, "fold"), place(3, "9s 8s", ANTE, "fold")]
    assert refused(seats, "7s 6s")[0] == "community"
    assert settle(seats, "7s 6s 5s").paid("envy_bonus") == 30_000
    assert settle(seats[:1]).outcome("progressive") == "lose"


@pytest.mark.reg("58 Pa. Code § 647a.7(b)")
def test_player_who_left_neither_gets_nor_gives_an_envy_bonus(settle, place):
    seats = [place(1, "4s 3s", ONE, "abandon"), place(3, "9s 8s", ANTE), place(5, "Ah 4c", ONE)]
    verdict = settle(seats, STRAIGHT_FLUSHES, DEALER)
    assert verdict.wagers(1) == ["ante", "progressive"]
    assert verdict.paid("envy_bonus", 5) == 30_000  # for seat 3 alone


@pytest.mark.reg("58 Pa. Code § 647a.11(i)(5)")
@pytest.mark.parametrize(("by", "on_seat_1"), [("player", None), ("box", 30_000)])
def test_player_with_two_boxes_is_paid_once(settle, place, by, on_seat_1):
    seats = [
        place(1, "Ah 4c", ONE, player="Ann"),
        place(2, "Ad 4h", ONE, player="Ann"),
        place(3, "9s 8s", ANTE, player="Bob"),
    ]
    verdict = settle(seats, STRAIGHT_FLUSHES, DEALER, options={"envy_goes_by": by})
    assert verdict.paid("envy_bonus", 2) == 30_000
    paid = verdict.seats[1]["wagers"].get("envy_bonus")
    assert (paid and paid["payout_cents"]) == on_seat_1
    assert verdict.switches() == [f"647a.11(i)(5): envy_goes_by = {by}"]


@pytest.mark.reg("58 Pa. Code § 647a.11(i)(5)")
def test_players_largest_wager_counts(settle, place):
    seats = [
        place(1, "Ah 4c", FIVE, player="Ann"),
        place(2, "Ad 4h", ONE, player="Ann"),
        place(3, "9s 8s", ANTE, player="Bob"),
    ]
    verdict = settle(seats, STRAIGHT_FLUSHES, DEALER)
    assert verdict.paid("envy_bonus", 2) == 150_000
    assert "envy_bonus" not in verdict.wagers(1)


@pytest.mark.reg("58 Pa. Code § 647a.11(i)(5)")
@pytest.mark.parametrize(("by", "paid"), [("player", 100_000), ("box", 130_000)])
def test_another_players_two_hands_pay_once_and_the_higher(settle, place, by, paid):
    """Royal on seat 3, straight flush on seat 4, both Bob's."""
    seats = [
        place(1, "Ah 4c", ONE),
        place(3, "As Ks", ANTE, player="Bob"),
        place(4, "9s 8s", ANTE, player="Bob"),
    ]
    verdict = settle(seats, ROYALS, DEALER, options={"envy_goes_by": by})
    assert verdict.paid("envy_bonus") == paid


@pytest.mark.cites("58 Pa. Code § 647a.11(i)(5)")
def test_hand_in_the_players_other_box_is_his_own(settle, place):
    seats = [place(1, "Ah 4c", ONE, player="Ann"), place(2, "9s 8s", ONE, player="Ann")]
    verdict = settle(seats, STRAIGHT_FLUSHES, DEALER, meters=METER)
    assert "envy_bonus" not in verdict.wagers(1) + verdict.wagers(2)
    assert verdict.notes == []


@pytest.mark.cites("58 Pa. Code § 647a.12(d)(5)")
@pytest.mark.parametrize(
    ("by", "holders"),
    [("player", [(3, "royal_flush")]), ("box", [(4, "straight_flush"), (3, "royal_flush")])],
)
def test_verdict_says_for_whose_hand_each_envy_bonus_is(describe, place, by, holders):
    """Seat 1 is paid $300 for a straight flush and $1,000 for a royal flush, both Bob's."""
    seats = [
        place(1, "Ah 4c", ONE),
        place(3, "As Ks", ANTE, player="Bob"),
        place(4, "9s 8s", ANTE, player="Bob"),
    ]
    round_, game, book = parse(describe(seats, ROYALS, DEALER, options={"envy_goes_by": by}))
    amounts = {"straight_flush": 30_000, "royal_flush": 100_000}
    assert game.settle(round_, book).envies == [EnvyBonus(1, at, hand, amounts[hand]) for at, hand in holders]


@pytest.mark.cites("58 Pa. Code §§ 647a.11(i)(5), 647a.12(d)(5)")
def test_everybody_who_is_paid_for_the_first_settled_of_two_equal_hands_is_named(describe, place):
    """Bob has a 7-high straight flush on seat 3 and a 9-high one on seat 4, which is settled first."""
    seats = [
        place(1, "Ah 4c", ONE),
        place(2, "Ad 4h", FIVE),
        place(3, "4s 3s", ANTE, player="Bob"),
        place(4, "9s 8s", ANTE, player="Bob"),
    ]
    round_, game, book = parse(describe(seats, STRAIGHT_FLUSHES, DEALER))
    assert game.settle(round_, book).envies == [
        EnvyBonus(2, 4, "straight_flush", 150_000),
        EnvyBonus(1, 4, "straight_flush", 30_000),
    ]
