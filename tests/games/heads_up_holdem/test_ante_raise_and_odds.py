"""677a.11(f)–(h) and 677a.12(a)–(c): fold, qualifying, comparison, Odds and Bad Beat; worked out by hand."""

import pytest

WAGERS = {"ante": 1000, "odds": 1000}
# No pair and no three of a suit: a hand that pairs nothing plays the board's ace, king and nine.
DRY = "Ah Kd 9s 7c 5d"
# A pair of 2s for a dealer with a 2, and kings, nines, sixes and fives to pair.
WET = "9h 6h 5s 2d Kc"


@pytest.mark.reg("58 Pa. Code § 677a.11(f)")
def test_fold_loses_ante_and_odds_whatever_the_dealer_has(settle, place):
    verdict = settle([place(1, "As Ks", WAGERS, "fold")], "2c 3d", "Qs Js Ts 2d 3c")
    assert verdict("ante") == ("lose", 0, 0, "-", "677a.11(f)")
    assert verdict("odds") == ("lose", 0, 0, "-", "677a.11(f)")
    assert "raise" not in verdict.seats[1]["wagers"]
    assert verdict.total() == 0


@pytest.mark.reg("58 Pa. Code § 677a.11(f)")
def test_cards_of_a_folded_hand_without_bonus_wagers_may_be_gone(settle, place):
    verdict = settle([place(1, "", WAGERS, "fold"), place(2, "", WAGERS, "fold")])
    assert verdict.total(1) == verdict.total(2) == 0
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 677a.11(h)(1)(i)")
def test_higher_hand_against_an_unqualified_dealer_wins_the_raise_and_the_ante_pushes(settle, place):
    """A-K-J-9-7 for the player's jack, A-K-T-9-7 for the dealer's ten: high card, so Odds push too."""
    verdict = settle([place(1, "Jc 2d", WAGERS, 1000)], "Td 3h", DRY)
    assert verdict("ante") == ("push", 0, 1000, "-", "677a.11(h)(1)")
    assert verdict("odds") == ("push", 0, 1000, "-", "677a.11(h)(1)(i)")
    assert verdict("raise") == ("win", 1000, 1000, "1 to 1", "677a.11(h)(1)(i)")
    assert verdict.total() == 4000


@pytest.mark.reg("58 Pa. Code §§ 677a.11(h)(1)(i), 677a.12(b)")
def test_odds_are_paid_against_an_unqualified_dealer(settle, place):
    """9-8-7-6-5 against ace high: Odds 1 to 1, Raise 1 to 1, Ante back."""
    verdict = settle([place(1, "8d 6c", WAGERS, ("flop", 2000))], "Qd 3h", DRY)
    assert verdict("ante") == ("push", 0, 1000, "-", "677a.11(h)(1)")
    assert verdict("odds") == ("win", 1000, 1000, "1 to 1", "677a.11(h)(1)(i)")
    assert verdict("raise") == ("win", 2000, 2000, "1 to 1", "677a.11(h)(1)(i)")
    assert verdict.total() == 1000 + 2000 + 4000


@pytest.mark.reg("58 Pa. Code § 677a.11(h)(1)(ii)")
def test_equal_hands_against_an_unqualified_dealer_push(settle, place):
    """Both play A-K-Q-9-7: the deuce and the three do not count."""
    verdict = settle([place(1, "Qc 2d", WAGERS, 1000)], "Qd 3h", DRY)
    assert verdict("ante") == ("push", 0, 1000, "-", "677a.11(h)(1)")
    assert verdict("odds") == ("push", 0, 1000, "-", "677a.11(h)(1)(ii)")
    assert verdict("raise") == ("push", 0, 1000, "-", "677a.11(h)(1)(ii)")
    assert verdict.total() == 3000


@pytest.mark.reg("58 Pa. Code § 677a.11(h)(1)(iii)")
def test_lower_hand_against_an_unqualified_dealer_keeps_only_the_ante(settle, place):
    verdict = settle([place(1, "Jc 2d", WAGERS, ("preflop", 3000))], "Qd 3h", DRY)
    assert verdict("ante") == ("push", 0, 1000, "-", "677a.11(h)(1)")
    assert verdict("odds") == ("lose", 0, 0, "-", "677a.11(h)(1)(iii)")
    assert verdict("raise") == ("lose", 0, 0, "-", "677a.11(h)(1)(iii)")
    assert verdict.total() == 1000


@pytest.mark.reg("58 Pa. Code § 677a.11(h)(1)")
def test_highest_hand_without_a_pair_does_not_qualify(settle, place):
    """Dealer A-K-Q-J-9, player a pair of 2s: Raise wins, Ante pushes, a pair's Odds push."""
    verdict = settle([place(1, "2c 2d", WAGERS, 1000)], "Ad Kc", "Qh Js 9d 5c 3h")
    assert verdict.outcomes() == "push push win"
    assert verdict.total() == 4000


@pytest.mark.reg("58 Pa. Code § 677a.11(h)(2)")
def test_pair_of_deuces_qualifies(settle, place):
    """Dealer a pair of 2s, player a pair of 3s: now the Ante wins too."""
    verdict = settle([place(1, "3c 3d", WAGERS, 1000)], "2c 7h", "Qh Js 9d 5c 2h")
    assert verdict.outcomes() == "win push win"
    assert verdict.total() == 2000 + 1000 + 2000


@pytest.mark.cites("58 Pa. Code §§ 677a.11(h)(2), 677a.11(g)")
def test_dealer_qualifies_with_a_pair_on_the_board(settle, place):
    """Both have the board's nines: the player's ace beats the dealer's king beside them."""
    verdict = settle([place(1, "Ac 3d", WAGERS, 1000)], "Kc 4d", "9h 9s 7d 6c 2h")
    assert verdict.outcomes() == "win push win"


@pytest.mark.reg("58 Pa. Code § 677a.11(h)(2)(i)")
def test_higher_hand_against_a_qualified_dealer_wins_ante_and_raise(settle, place):
    verdict = settle([place(1, "9c 8d", WAGERS, ("preflop", 3000))], "2c Ah", "7s 6h 5d 2s Kc")
    assert verdict("ante") == ("win", 1000, 1000, "1 to 1", "677a.11(h)(2)(i)")
    assert verdict("odds") == ("win", 1000, 1000, "1 to 1", "677a.11(h)(2)(i)")
    assert verdict("raise") == ("win", 3000, 3000, "1 to 1", "677a.11(h)(2)(i)")
    assert verdict.total() == 2000 + 2000 + 6000


@pytest.mark.reg("58 Pa. Code § 677a.11(h)(2)(ii)")
def test_royal_flush_on_the_board_is_everybody_s(settle, place):
    verdict = settle([place(1, "2c 3d", WAGERS, 1000)], "4c 5d", "Ts Js Qs Ks As")
    for wager in ("ante", "odds", "raise"):
        assert verdict(wager) == ("push", 0, 1000, "-", "677a.11(h)(2)(ii)")
    assert verdict.total() == 3000


@pytest.mark.cites("58 Pa. Code § 677a.11(h)(2)(ii)")
def test_same_pair_and_kickers_push(settle, place):
    verdict = settle([place(1, "Kh 3d", WAGERS, 1000)], "Ks 4c", WET)
    assert verdict.outcomes() == "push push push"


@pytest.mark.reg("58 Pa. Code § 677a.11(h)(2)(iii)(A)")
def test_lower_hand_against_a_qualified_dealer_loses_everything(settle, place):
    verdict = settle([place(1, "9c 3d", WAGERS, ("flop", 1000))], "Kh 3c", WET)
    assert verdict("ante") == ("lose", 0, 0, "-", "677a.11(h)(2)(iii)")
    assert verdict("odds") == ("lose", 0, 0, "-", "677a.11(h)(2)(iii)(A)")
    assert verdict("raise") == ("lose", 0, 0, "-", "677a.11(h)(2)(iii)(A)")
    assert verdict.total() == 0


@pytest.mark.reg("58 Pa. Code §§ 677a.11(h)(2)(iii)(A), 677a.1")
def test_three_of_a_kind_that_loses_is_no_bad_beat(settle, place):
    """Three 7s against 9-8-7-6-5: one rank short of a straight."""
    verdict = settle([place(1, "7c 7d", WAGERS, 1000)], "9c 8d", "7s 6h 5d 2s Kc")
    assert verdict.outcomes() == "lose lose lose"
    assert verdict("odds")[4] == "677a.11(h)(2)(iii)(A)"


@pytest.mark.reg("58 Pa. Code §§ 677a.11(h)(2)(iii)(B), 677a.1")
def test_straight_that_loses_is_a_bad_beat(settle, place):
    """7-6-5-4-3 against 9-8-7-6-5: Ante and Raise lose, Odds are paid 4 to 1 and come back."""
    verdict = settle([place(1, "4c 3d", WAGERS, ("flop", 2000))], "9c 8d", "7s 6h 5d 2s Kc")
    assert verdict("ante") == ("lose", 0, 0, "-", "677a.11(h)(2)(iii)")
    assert verdict("odds") == ("win", 4000, 1000, "4 to 1", "677a.11(h)(2)(iii)(B)")
    assert verdict("raise") == ("lose", 0, 0, "-", "677a.11(h)(2)(iii)(B)")
    assert verdict.total() == 5000


@pytest.mark.reg("58 Pa. Code § 677a.12(c)")
@pytest.mark.parametrize(
    "row",
    [
        ("4s 3s", "9s 8s", "7s 6s 5s 2d Kc", 500_000, "500 to 1"),  # straight flush, 7 high below 9 high
        ("5s 5h", "9c 9d", "9h 9s 5d 5c Kd", 25_000, "25 to 1"),  # four 5s below four 9s
        ("5c 5s", "9c Kc", "9h 9s 5d 2c Kd", 6000, "6 to 1"),  # 5s full below 9s full
        ("5s 3s", "As 2s", "Ks 9s 4s 2d 7c", 5000, "5 to 1"),  # K-9-5-4-3 flush below ace high
        ("4c 3d", "9c 8d", "7s 6h 5d 2s Kc", 4000, "4 to 1"),  # 7 high below 9 high
        ("5c 5s", "9c 9d", "9h 9s 5d 2c Kd", 6000, "6 to 1"),  # full house below four of a kind
        ("5s 3s", "9c 9d", "9s 4s 2s 2d 2h", 5000, "5 to 1"),  # flush below a full house
    ],
)
def test_bad_beat_pays_the_row_of_the_losing_hand(settle, place, row):
    cards, dealer, board, payout, rate = row
    verdict = settle([place(1, cards, WAGERS, 1000)], dealer, board)
    assert verdict("odds") == ("win", payout, 1000, rate, "677a.11(h)(2)(iii)(B)")
    assert verdict.outcomes() == "lose win lose"
    assert verdict.total() == payout + 1000


@pytest.mark.cites("58 Pa. Code § 677a.12(c)")
def test_royal_flush_has_no_bad_beat_because_nothing_beats_it(settle, place):
    verdict = settle([place(1, "As Ks", WAGERS, 1000)], "9s 8s", "Qs Js Ts 2d 2c")
    assert verdict.outcomes() == "win win win"


@pytest.mark.reg("58 Pa. Code § 677a.12(b)")
@pytest.mark.parametrize(
    "row",
    [
        ("As Ks", "2c 9h", "Qs Js Ts 2d 3c", 500_000, "500 to 1"),  # royal flush
        ("9s 8s", "2c Ah", "7s 6s 5s 2d Kc", 50_000, "50 to 1"),  # straight flush
        ("9c 9d", "2c Ah", "9h 9s 5s 2d Kc", 10_000, "10 to 1"),  # four of a kind
        ("9c 9d", "2c Ah", "9h 5s 5d 2d Kc", 3000, "3 to 1"),  # full house
        ("As 9s", "2c Qh", "7s 4s 2s Kd Tc", 1500, "3 to 2"),  # flush
        ("9c 8d", "2c Ah", "7s 6h 5d 2s Kc", 1000, "1 to 1"),  # straight
    ],
)
def test_odds_pay_from_a_straight_up(settle, place, row):
    cards, dealer, board, payout, rate = row
    verdict = settle([place(1, cards, WAGERS, 1000)], dealer, board)
    assert verdict("odds") == ("win", payout, 1000, rate, "677a.11(h)(2)(i)")
    assert verdict.total() == 2000 + 2000 + 1000 + payout
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 677a.12(b)")
@pytest.mark.parametrize("cards", ["9c 9d", "9c 6d", "9c 3d"], ids=["three of a kind", "two pair", "pair"])
def test_odds_push_below_a_straight_though_the_hand_wins(settle, place, cards):
    """The dealer has a pair of 2s."""
    verdict = settle([place(1, cards, WAGERS, 1000)], "2c Ah", WET)
    assert verdict("odds") == ("push", 0, 1000, "-", "677a.11(h)(2)(i)")
    assert verdict.outcomes() == "win push win"
    assert verdict.total() == 5000


@pytest.mark.reg("58 Pa. Code § 677a.12(a)")
@pytest.mark.parametrize("decision", [("preflop", 3000), ("flop", 2000), ("river", 1000), ("preflop", 1000)])
def test_ante_and_raise_pay_even_money_whenever_the_raise_was_placed(settle, place, decision):
    verdict = settle([place(1, "9c 9d", WAGERS, decision)], "2c Ah", WET)
    assert verdict.paid("ante") == 1000
    assert verdict.paid("raise") == decision[1]


@pytest.mark.reg("58 Pa. Code § 677a.12(b)")
@pytest.mark.parametrize(
    ("odds", "payout", "notes"), [(1001, 1501, ["677a.12(b): odd_cents = floored"]), (1002, 1503, [])]
)
def test_three_to_two_on_odd_cents_is_floored(settle, place, odds, payout, notes):
    """3/2 of 1,001 is 1,501.5."""
    wagers = {"ante": odds, "odds": odds}
    verdict = settle([place(1, "As 9s", wagers, odds)], "2c Qh", "7s 4s 2s Kd Tc")
    assert verdict.paid("odds") == payout
    assert verdict.switches() == notes


@pytest.mark.reg("58 Pa. Code § 677a.11(g)(2)")
def test_seats_are_settled_one_by_one_against_the_same_dealer(settle, place):
    """Dealer a pair of 2s. Seat 1 wins with a pair, seat 4 folded, seat 6 loses with ace high."""
    seats = [
        place(4, "", WAGERS, "fold"),
        place(1, "9c 3d", WAGERS, ("flop", 2000)),
        place(6, "Ac 4d", WAGERS, 1000),
    ]
    verdict = settle(seats, "2c Qh", WET)
    assert list(verdict.seats) == [4, 1, 6]  # as described
    assert (verdict.total(1), verdict.total(4), verdict.total(6)) == (7000, 0, 0)


@pytest.mark.reg("58 Pa. Code § 677a.11(g)")
def test_best_five_may_leave_out_both_own_cards(settle, place):
    """The board's 6-5-4-3-2 stands; the dealer's seven makes 7-6-5-4-3."""
    verdict = settle([place(1, "Kc Kd", WAGERS, 1000)], "7c Qd", "6h 5s 4d 3c 2h")
    assert verdict.outcomes() == "lose win lose"
    assert verdict.paid("odds") == 4000


@pytest.mark.reg("58 Pa. Code § 677a.7(b)")
def test_player_who_left_loses_everything(settle, place):
    wagers = WAGERS | {"pocket_bonus": 500, "trips_plus": 500}
    verdict = settle([place(1, "As Ad", wagers, "abandon")], "2c Ah", "Ac 6h 5s 2d Kc")
    assert set(verdict.seats[1]["wagers"]) == set(wagers)
    for wager in wagers:
        assert verdict(wager) == ("lose", 0, 0, "-", "677a.7(b)")
    assert verdict.total() == 0
