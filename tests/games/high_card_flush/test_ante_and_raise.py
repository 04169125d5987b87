"""678a.11(c), (d) and 678a.12(a): folding, qualifying, comparing; worked out by hand from the text."""

import pytest

from games.describing.describe import parse
from games.high_card_flush.wagers import fold_duties
from games.procedure.duties import Duty
from games.settlement import Decision, Seat

# Three hearts, eight high: one rank short of qualifying.
EIGHT_HIGH = "8h 7h 6h Kc Qc As 7d"
# Three hearts, nine high, and the rest as low as can be: just qualifies.
NINE_HIGH = "9h 3h 2h Kc Qc As 7d"
ANTE = {"ante": 1000}


@pytest.mark.reg("58 Pa. Code § 678a.11(c)(2)")
def test_fold_loses_the_ante_whatever_the_dealer_has(settle, place):
    verdict = settle([place(1, "As Ks Qs Js Ts 9s 8s", ANTE, "fold")], "8h 7h 6h Kc Qc Ad 7d")
    assert verdict("ante") == ("lose", 0, 0, "-", "678a.11(c)(2)")
    assert "raise" not in verdict.seats[1]["wagers"]
    assert verdict.total() == 0


@pytest.mark.reg("58 Pa. Code § 678a.11(c)(2)(ii)")
def test_cards_of_a_folded_hand_without_bonus_wagers_may_be_gone(settle, place):
    verdict = settle([place(1, "", ANTE, "fold"), place(2, "", ANTE, "fold")])
    assert verdict.total(1) == verdict.total(2) == 0


@pytest.mark.cites("58 Pa. Code §§ 678a.11(c)(2)(i), 678a.11(c)(2)(ii)")
@pytest.mark.parametrize(
    ("bonus", "step", "part"),
    [
        ({}, "cards_to_discard_rack", "(ii)"),
        ({"flush_bonus": 500}, "cards_under_wager", "(i)"),
        ({"straight_flush_bonus": 500}, "cards_under_wager", "(i)"),
        ({"progressive": 500}, "cards_under_wager", "(i)"),
    ],
)
def test_cards_of_a_folded_hand_wait_under_an_optional_wager(bonus, step, part):
    seat = Seat(1, "Ann", (), ANTE | bonus, Decision("fold"))
    assert fold_duties(seat, [seat]) == [
        Duty("collect_ante", "dealer", "678a.11(c)(2)"),
        Duty(step, "dealer", f"678a.11(c)(2){part}"),
    ]


@pytest.mark.reg("58 Pa. Code § 678a.11(d)(1)")
def test_dealer_with_three_card_eight_high_does_not_qualify(settle, place):
    verdict = settle([place(1, "2c 3c 4d 5d 6s 8s Th", ANTE, 1000)], EIGHT_HIGH)
    assert verdict("ante") == ("win", 1000, 1000, "1 to 1", "678a.11(d)(1)")
    assert verdict("raise") == ("push", 0, 1000, "-", "678a.11(d)(1)")
    assert verdict.total() == 3000


@pytest.mark.reg("58 Pa. Code § 678a.11(d)(2)")
def test_dealer_with_three_card_nine_high_qualifies(settle, place):
    verdict = settle([place(1, "2c 3c 4d 5d 6s 8s Th", ANTE, 1000)], NINE_HIGH)
    assert verdict("ante") == ("lose", 0, 0, "-", "678a.11(d)(2)(ii)(C)")
    assert verdict("raise") == ("lose", 0, 0, "-", "678a.11(d)(2)(ii)(C)")
    assert verdict.total() == 0


@pytest.mark.cites("58 Pa. Code § 678a.11(d)(1)")
def test_dealer_with_two_card_flushes_only_does_not_qualify(settle, place):
    verdict = settle([place(1, "2c 3c 4d 5d 6s 8s Tc", ANTE, 1000)], "Ah Kh Ac Kc As Ks Ad")
    assert verdict.outcome("ante") == "win"
    assert verdict.outcome("raise") == "push"


@pytest.mark.cites("58 Pa. Code § 678a.11(d)(2)")
def test_dealer_with_a_low_four_card_flush_qualifies(settle, place):
    verdict = settle([place(1, "Ac Kc Qc 5d 6s 8s Td", ANTE, 1000)], "5h 4h 3h 2h 7c 8c 9d")
    assert verdict.outcome("ante") == "lose"


@pytest.mark.cites("58 Pa. Code § 678a.11(d)")
def test_dealer_forms_the_higher_of_two_three_card_flushes(settle, place):
    """Hearts 8-7-6 would not qualify; clubs T-3-2 do, and beat the player's nine high."""
    verdict = settle([place(1, "9s 8s 7s 5d 6d Ah Kh", ANTE, 1000)], "8h 7h 6h Tc 3c 2c 2d")
    assert verdict.outcome("ante") == "lose"


@pytest.mark.reg("58 Pa. Code § 678a.11(d)(2)(ii)(A)")
def test_higher_player_hand_wins_even_money_on_both(settle, place):
    verdict = settle([place(1, "Tc 3c 2c 5d 6d 8s Jd", ANTE, 1000)], NINE_HIGH)
    assert verdict("ante") == ("win", 1000, 1000, "1 to 1", "678a.11(d)(2)(ii)(A)")
    assert verdict("raise") == ("win", 1000, 1000, "1 to 1", "678a.11(d)(2)(ii)(A)")
    assert verdict.total() == 4000


@pytest.mark.reg("58 Pa. Code § 678a.11(d)(2)(ii)(B)")
def test_equal_flush_cards_push_in_another_suit(settle, place):
    verdict = settle([place(1, "9s 3s 2s Kd Qd Ac 7c", ANTE, 1000)], NINE_HIGH)
    assert verdict("ante") == ("push", 0, 1000, "-", "678a.11(d)(2)(ii)(B)")
    assert verdict("raise") == ("push", 0, 1000, "-", "678a.11(d)(2)(ii)(B)")
    assert verdict.total() == 2000
    assert verdict.notes == []


@pytest.mark.cites("58 Pa. Code § 678a.6(b)")
def test_longer_flush_beats_higher_cards(settle, place):
    verdict = settle([place(1, "5d 4d 3d 2d 6s 8s Tc", ANTE, 1000)], "Ah Kh Qh Jc 9c 9s 7d")
    assert verdict.outcome("ante") == "win"


@pytest.mark.cites("58 Pa. Code § 678a.6(c)")
@pytest.mark.parametrize(
    ("cards", "outcome"),
    [
        ("Td 9d 3d 5s 6s 8c 4c", "lose"),  # T-9-3 below T-9-4
        ("Td 9d 4d 5s 6s 8c 3c", "push"),  # T-9-4 equal
        ("Td 9d 5d 4s 6s 8c 3c", "win"),  # T-9-5 above T-9-4
    ],
)
def test_third_card_decides_when_the_first_two_are_equal(settle, place, cards, outcome):
    verdict = settle([place(1, cards, ANTE, 1000)], "Th 9h 4h Kc Qc As 7s")
    assert verdict.outcome("ante") == outcome


@pytest.mark.reg("58 Pa. Code §§ 678a.6(c), 678a.11(d)(2)(ii)(A)")
def test_three_at_the_end_of_a_flush_beats_a_deuce(settle, place):
    """K-9-3 against K-9-2, and A-K-Q-9-7-5 beside it in both hands: no two hands are closer."""
    verdict = settle([place(1, "Kc 9c 3c Ad Qd 7s 5s", ANTE, 1000)], "Kh 9h 2h As Qs 7d 5d")
    assert verdict("ante") == verdict("raise") == ("win", 1000, 1000, "1 to 1", "678a.11(d)(2)(ii)(A)")
    assert verdict.notes == []  # both readings agree


@pytest.mark.cites("58 Pa. Code § 678a.6(c)")
def test_equal_flushes_with_other_side_cards_depend_on_the_reading(settle, place):
    """The player holds no king, queen or ace beside the flush: all seven cards would lose."""
    seats = [place(1, "9s 3s 2s Jd 8d 6c 4c", ANTE, 1000)]
    default = settle(seats, NINE_HIGH)
    assert default.outcome("ante") == "push"
    assert [note.split(" (")[0] for note in default.notes] == ["678a.6(c): flush_comparison = flush_cards"]
    literal = settle(seats, NINE_HIGH, options={"flush_comparison": "all_seven"})
    assert literal.outcome("ante") == "lose"
    assert [note.split(" (")[0] for note in literal.notes] == ["678a.6(c): flush_comparison = all_seven"]


@pytest.mark.cites("58 Pa. Code § 678a.6(c)")
def test_all_seven_reading_looks_at_the_highest_card_first(settle, place):
    """Flush T-3-2 beats 9-3-2; but of all seven the dealer's ace outranks the player's king."""
    seats = [place(1, "Ts 3s 2s Kd 8d 6c 4c", ANTE, 1000)]
    assert settle(seats, NINE_HIGH).outcome("ante") == "win"
    assert settle(seats, NINE_HIGH, options={"flush_comparison": "all_seven"}).outcome("ante") == "lose"


@pytest.mark.cites("58 Pa. Code § 678a.6(c)")
def test_hands_of_different_length_do_not_depend_on_the_reading(settle, place):
    verdict = settle([place(1, "Ts 3s 2s 4s 8d 6c 4c", ANTE, 1000)], NINE_HIGH)
    assert verdict.outcome("ante") == "win"
    assert verdict.notes == []


@pytest.mark.cites("58 Pa. Code § 678a.6(a)")
def test_ace_is_the_highest_card_of_a_flush(settle, place):
    verdict = settle([place(1, "As 3s 2s Jd 8d 6c 4c", ANTE, 1000)], "Kh Qh Jh 9c 5c 7d 8s")
    assert verdict.outcome("ante") == "win"


@pytest.mark.reg("58 Pa. Code § 678a.11(d)(2)")
def test_every_seat_is_settled_by_its_own_hand(settle, place):
    seats = [
        place(2, "Tc 3c 2c 5d 6d 8s Jd", ANTE, 1000),
        place(5, "8c 6c 4c 5s 6s Ad Kd", {"ante": 2500}, 2500),
        place(6, "9s 3s 2s Js Td Qd 9d", ANTE, "fold"),
    ]
    verdict = settle(seats, NINE_HIGH)
    assert [seat["seat"] for seat in verdict.seats.values()] == [2, 5, 6]
    assert verdict.total(2) == 4000
    assert verdict.total(5) == 0
    assert verdict.total(6) == 0


@pytest.mark.reg("58 Pa. Code § 678a.7(b)")
def test_abandoned_wagers_lose_even_with_the_best_hand(settle, place):
    wagers = {"ante": 1000, "flush_bonus": 500, "progressive": 100}
    verdict = settle([place(1, "As Ks Qs Js Ts 9s 8s", wagers, "abandon")], "9h 3h 2h Kc Qc Ad 7d")
    for wager in wagers:
        assert verdict(wager) == ("lose", 0, 0, "-", "678a.7(b)")


@pytest.mark.reg("58 Pa. Code § 678a.11(d)(1)")
def test_player_cards_may_be_absent_where_an_unqualified_dealer_decides(settle, place):
    verdict = settle([place(1, "", ANTE, 1000)], EIGHT_HIGH)
    assert verdict.total() == 3000


@pytest.mark.reg("58 Pa. Code § 678a.11(d)(2)(i)")
def test_player_cards_may_not_be_absent_where_they_are_compared(refused, place):
    assert refused([place(1, "", ANTE, 1000)], NINE_HIGH)[0] == "seats[0].cards"
    assert refused([place(1, "Tc 3c 2c 5d 6d 8s", ANTE, 1000)], NINE_HIGH)[0] == "seats[0].cards"


@pytest.mark.reg("58 Pa. Code § 678a.11(d)")
def test_dealer_cards_may_not_be_absent_once_somebody_raised(refused, place):
    assert refused([place(1, "Tc 3c 2c 5d 6d 8s Jd", ANTE, 1000)], "9h 3h 2h")[0] == "dealer"


@pytest.mark.reg("58 Pa. Code § 678a.11(b)")
def test_a_finished_round_needs_a_decision_of_everybody(refused, place):
    field, _ = refused([place(1, "Tc 3c 2c 5d 6d 8s Jd", ANTE, "none")], NINE_HIGH)
    assert field == "seats[0].decision.action"


@pytest.mark.cites("58 Pa. Code §§ 678a.11(d)(1), 678a.11(d)(1)(i)")
def test_unqualified_dealer_settles_in_two_passes(place):
    round_, game, book = parsed(place, EIGHT_HIGH)
    assert game.settlement_order(round_, book) == [
        (5, ("ante", "raise")),
        (2, ("ante", "raise")),
        (5, ("flush_bonus", "progressive")),
        (3, ("straight_flush_bonus",)),
    ]


@pytest.mark.cites("58 Pa. Code §§ 678a.11(d)(2), 678a.11(e)")
def test_qualified_dealer_settles_in_one_pass_counterclockwise(place):
    round_, game, book = parsed(place, NINE_HIGH)
    assert game.settlement_order(round_, book) == [
        (5, ("ante", "raise", "flush_bonus", "progressive")),
        (3, ("straight_flush_bonus",)),
        (2, ("ante", "raise")),
    ]


def parsed(place, dealer):
    seats = [
        place(2, "Tc 3c 2c 5d 6d 8s Jd", ANTE, 1000),
        place(5, "8c 6c 4c 5s 6s Ad Kd", {"ante": 1000, "progressive": 100, "flush_bonus": 500}, 1000),
        place(3, "9s 3s 2s Js Td Qd 9d", {"ante": 1000, "straight_flush_bonus": 500}, "fold"),
    ]
    return parse(
        {
            "game": "high_card_flush",
            "rulebook": "678a@2019-11-02",
            "paytables": {"flush_bonus": "A", "straight_flush_bonus": "A", "progressive": "A"},
            "seats": seats,
            "dealer": dealer.split(),
        }
    )
