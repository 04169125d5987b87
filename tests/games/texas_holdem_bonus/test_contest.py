"""647a.11(b)–(h) and 647a.12(a): Ante, Flop, Turn and River against the dealer's hand."""

import pytest

from games.cards import hand
from games.ranking.literal_order import readings_part
from games.ranking.poker import five

ANTE = {"ante": 1000}
DRY = "Kc 9d 7h 4s 2c"
KING_QUEEN_HIGH = "Qd Jh"
RUN = "9c 8d 7h 2s 2c"
CLUBS = "Kc 9c 7c 4s 2d"
LOWER, HIGHER, EQUAL = "647a.11(h)(2)(i)", "647a.11(h)(2)(ii)", "647a.11(h)(2)(iii)"


@pytest.mark.reg("58 Pa. Code § 647a.11(b)(2)")
def test_fold_loses_the_ante_and_nothing_else_was_wagered(settle, place):
    verdict = settle([place(1, "", ANTE, "fold")])
    assert verdict("ante") == ("lose", 0, 0, "-", "647a.11(b)(2)")
    assert verdict.wagers() == ["ante"]
    assert verdict.total() == 0
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 647a.11(h)(2)(i)")
def test_lower_hand_loses_everything(settle, place):
    """K-10-9-8-7 against K-Q-J-9-7."""
    verdict = settle([place(1, "Td 8h", ANTE, turn=True, river=True)], DRY, KING_QUEEN_HIGH)
    for wager in ("ante", "flop", "turn", "river"):
        assert verdict(wager) == ("lose", 0, 0, "-", LOWER)
    assert verdict.total() == 0


@pytest.mark.reg("58 Pa. Code § 647a.11(h)(2)(iii)")
def test_equal_hands_return_everything(settle, place):
    verdict = settle([place(1, "Qh Js", ANTE, turn=True, river=True)], DRY, KING_QUEEN_HIGH)
    assert verdict("ante") == ("push", 0, 1000, "-", EQUAL)
    assert verdict("flop") == ("push", 0, 2000, "-", EQUAL)
    assert verdict("turn") == ("push", 0, 1000, "-", EQUAL)
    assert verdict("river") == ("push", 0, 1000, "-", EQUAL)
    assert verdict.total() == 5000


@pytest.mark.cites("58 Pa. Code §§ 647a.6(a), 647a.11(h)(2)(iii)")
def test_when_the_board_is_the_best_hand_of_both_they_tie_whatever_the_suits(settle, place):
    verdict = settle([place(1, "As Ad", ANTE)], "Kc Qc Jc Tc 9c", "Kd Ks")
    assert verdict.outcome("flop") == "push"


@pytest.mark.reg("58 Pa. Code §§ 647a.12(a), 647a.11(h)(2)(ii)")
def test_higher_hand_is_paid_even_money(settle, place):
    """A straight, where straights pay on the Ante: 10 + 20 + 10 + 10 dollars beside as much returned."""
    seats = [place(1, "Td 6h", ANTE, turn=True, river=True)]
    verdict = settle(seats, RUN, "Kd Qh", options={"ante_pays_on": "straight"})
    assert verdict("ante") == ("win", 1000, 1000, "1 to 1", HIGHER)
    assert verdict("flop") == ("win", 2000, 2000, "1 to 1", HIGHER)
    assert verdict("turn") == ("win", 1000, 1000, "1 to 1", HIGHER)
    assert verdict("river") == ("win", 1000, 1000, "1 to 1", HIGHER)
    assert verdict.total() == 10_000
    assert verdict.notes == []


@pytest.mark.reg("58 Pa. Code § 647a.11(h)(2)(ii)")
def test_ante_is_only_returned_below_a_straight(settle, place):
    """Three 9s win against K-Q high on either choice: Flop, Turn and River are paid, the Ante is not."""
    for pays_on in ("straight", "flush"):
        verdict = settle(
            [place(1, "9h 9s", ANTE, turn=True, river=True)],
            DRY,
            KING_QUEEN_HIGH,
            options={"ante_pays_on": pays_on},
        )
        assert verdict("ante") == ("push", 0, 1000, "-", HIGHER)
        assert [verdict.paid(wager) for wager in ("flop", "turn", "river")] == [2000, 1000, 1000]
        assert verdict.total() == 9000


@pytest.mark.cites("58 Pa. Code § 647a.11(h)(2)(ii)")
@pytest.mark.parametrize(("pays_on", "outcome"), [("straight", "win"), ("flush", "push")])
def test_straight_is_where_the_two_choices_part(settle, place, pays_on, outcome):
    verdict = settle([place(1, "Td 6h", ANTE)], RUN, "Kd Qh", options={"ante_pays_on": pays_on})
    assert verdict.outcome("ante") == outcome
    assert verdict.outcome("flop") == "win"


@pytest.mark.reg("58 Pa. Code § 647a.11(h)(2)(ii)")
@pytest.mark.parametrize("pays_on", ["straight", "flush"])
def test_flush_pays_the_ante_on_either_choice(settle, place, pays_on):
    seats = [place(1, "Ac 3c", ANTE)]
    verdict = settle(seats, CLUBS, KING_QUEEN_HIGH, options={"ante_pays_on": pays_on})
    assert verdict.paid("ante") == 1000


@pytest.mark.reg("58 Pa. Code § 647a.11(h)(2)(ii)")
def test_choice_must_be_known_when_a_straight_wins_and_only_then(settle, refused, place):
    field, message = refused([place(1, "Td 6h", ANTE)], RUN, "Kd Qh")
    assert field == "options.ante_pays_on"
    assert "a straight has won" in message
    assert settle([place(1, "9h 9s", ANTE)], DRY, KING_QUEEN_HIGH).outcome("ante") == "push"
    assert settle([place(1, "Ac 3c", ANTE)], CLUBS, KING_QUEEN_HIGH).outcome("ante") == "win"
    assert settle([place(1, "Td 6h", ANTE)], RUN, "2d 2h").outcome("ante") == "lose"  # four 2s


@pytest.mark.reg("58 Pa. Code § 647a.11(h)(2)(ii)")
def test_straight_on_the_board_below_the_winning_flush_counts_as_the_flush(settle, place):
    """The Ante goes by the player's five-card hand, the flush, not by the straight that lies there too."""
    verdict = settle([place(1, "Ac 2c", ANTE)], "9c 8c 7c 6d 5h", "Kd Kh", options={"ante_pays_on": "flush"})
    assert verdict.paid("ante") == 1000


@pytest.mark.reg("58 Pa. Code §§ 647a.11(b)(1), 647a.11(d), 647a.11(f)")
@pytest.mark.parametrize(
    ("turn", "river", "staked"),
    [
        (False, False, {"ante": 700, "flop": 1400}),
        (True, False, {"ante": 700, "flop": 1400, "turn": 700}),
        (False, True, {"ante": 700, "flop": 1400, "river": 700}),
        (True, True, {"ante": 700, "flop": 1400, "turn": 700, "river": 700}),
    ],
)
def test_flop_is_twice_the_ante_and_turn_and_river_are_the_ante_or_checked(
    settle, place, turn, river, staked
):
    seats = [place(1, "Qh Js", {"ante": 700}, turn=turn, river=river)]
    verdict = settle(seats, DRY, KING_QUEEN_HIGH)
    returned = {name: w["returned_stake_cents"] for name, w in verdict.seats[1]["wagers"].items()}
    assert returned == staked


@pytest.mark.cites("58 Pa. Code § 647a.6(a)")
def test_ace_goes_below_the_two_and_makes_the_lowest_straight(settle, place):
    """The wheel loses to 2-3-4-5-6."""
    verdict = settle([place(1, "Ah Qc", ANTE)], "2d 3h 4s 5c Kd", "6h 9c")
    assert verdict.outcome("flop") == "lose"
    assert verdict.switches() == ["647a.6(c): comparison_within_rank = category_first"]
    verdict = settle([place(1, "Ah Qc", ANTE)], "2d 3h 4s 5c Kd", "Kh Kc", options={"ante_pays_on": "flush"})
    assert verdict.outcome("flop") == "win"


@pytest.mark.cites("58 Pa. Code § 647a.6(a)")
def test_no_straight_goes_round_the_ace(settle, place):
    """Q-K-A-2-3 is ace high and loses to a pair of 7s."""
    assert settle([place(1, "Qh 3d", ANTE)], "Kd Ac 2h 7s 9c", "7d 8h").outcome("flop") == "lose"


@pytest.mark.cites("58 Pa. Code § 647a.6(c)")
def test_pair_of_kings_beats_a_pair_of_twos_with_an_ace_and_the_reading_is_named(settle, place):
    verdict = settle([place(1, "Kd 3h", ANTE)], DRY, "2d Ah")
    assert verdict.outcome("flop") == "win"
    assert verdict.switches() == ["647a.6(c): comparison_within_rank = category_first"]


@pytest.mark.cites("58 Pa. Code § 647a.6(c)")
def test_reading_is_named_for_the_losing_side_too(settle, place):
    verdict = settle([place(1, "2d Ah", ANTE)], DRY, "Kd 3h")
    assert verdict.outcome("flop") == "lose"
    assert verdict.switches() == ["647a.6(c): comparison_within_rank = category_first"]


@pytest.mark.cites("58 Pa. Code § 647a.6(c)")
def test_nothing_is_named_where_both_readings_agree(settle, place):
    """Kings with an ace against 9s; one kicker against another."""
    assert settle([place(1, "Kd Ah", ANTE)], DRY, "9h Qs").notes == []
    verdict = settle([place(1, "Kd Ah", ANTE)], DRY, "Kh Qs")
    assert verdict.outcome("flop") == "win"
    assert verdict.notes == []


@pytest.mark.cites("58 Pa. Code § 647a.6(c)")
@pytest.mark.parametrize(
    ("better", "worse", "part"),
    [
        ("Ks Kd 3h 4c 5s", "2s 2d Ah Qc Js", True),
        ("Ks Kd 3h 3c 4s", "Qs Qd Jh Jc As", True),
        ("Ks Kd Kh 3c 4s", "Qs Qd Qh Jc As", True),
        ("Ks Kd Kh 3c 3s", "Qs Qd Qh Ac As", True),
        ("Ks Kd Kh Kc 3s", "Qs Qd Qh Qc As", True),
        ("As Ad 3h 4c 5s", "2s 2d Kh Qc Js", False),
        # the rank of our pair stands as a kicker beside theirs, in each of the three places
        ("Ks Kd 5h 4c 3s", "Qs Qd Kh Jc Ts", False),
        ("Ks Kd Ah 5c 4s", "Qs Qd Ac Kh Js", False),
        ("Js Jd Ah Kc 5s", "Ts Td Ac Kh Jc", False),
        ("Ks Kd 3h 3c 4s", "Qs Qd Jh Jc Kh", False),
        ("Ks Kd Kh 3c 3s", "Qs Qd Qh Kc Ks", False),
        ("As Ad Kh 3c 3s", "Ks Kd Qh Qc Js", False),
        ("Ks Qs 9s 8s 7s", "Kd Jd 9d 8d 7d", False),
        ("6s 5d 4h 3c 2s", "As 5h 4d 3h 2c", True),  # the ace, though it stands below the 2
        ("As 9d 7h 5c 3s", "Kd 9c 7s 5h 3d", False),
        ("2s 2d 2h Ac Ks", "Ah Ad Ks Kd Qc", False),  # different ranks: 647a.6(b) decides
    ],
)
def test_where_the_literal_reading_parts_from_ours(better, worse, part):
    ours, theirs = five(hand(better)), five(hand(worse))
    assert ours > theirs
    assert readings_part(ours, theirs) is part
    assert readings_part(theirs, ours) is part


@pytest.mark.cites("58 Pa. Code § 647a.11(h)")
def test_seats_are_judged_one_by_one_and_come_back_in_the_order_of_the_description(settle, place):
    seats = [place(2, "9h 9s", ANTE), place(5, "Td 8h", ANTE), place(1, "", ANTE, "fold")]
    verdict = settle(seats, DRY, KING_QUEEN_HIGH)
    assert list(verdict.seats) == [2, 5, 1]
    assert [verdict.outcome("ante", seat) for seat in (2, 5, 1)] == ["push", "lose", "lose"]


@pytest.mark.reg("58 Pa. Code § 647a.7(b)")
def test_abandoned_wagers_lose(settle, place):
    wagers = {"ante": 1000, "bonus": 500, "progressive": 100, "fchb_player": 100, "six_card_bonus": 500}
    verdict = settle([place(1, "As Ad", wagers, "abandon")])
    for wager in wagers:
        assert verdict(wager) == ("lose", 0, 0, "-", "647a.7(b)")
    assert verdict.total() == 0


@pytest.mark.reg("58 Pa. Code § 647a.11(h)(2)")
@pytest.mark.parametrize(
    ("cards", "board", "dealer", "field"),
    [
        ("9h 9s", "Kc 9d 7h 4s", "Qd Jh", "community"),
        ("9h 9s", "Kc 9d 7h 4s 2c 3c", "Qd Jh", "community"),
        ("9h 9s", "", "Qd Jh", "community"),
        ("9h", DRY, "Qd Jh", "seats[0].cards"),
        ("9h 9s 9c", DRY, "Qd Jh", "seats[0].cards"),
        ("", DRY, "Qd Jh", "seats[0].cards"),
        ("9h 9s", DRY, "Qd", "dealer"),
        ("9h 9s", DRY, "Qd Jh Js", "dealer"),
    ],
)
def test_contest_needs_two_cards_each_and_five_on_the_board(refused, place, *, cards, board, dealer, field):
    assert refused([place(1, cards, ANTE)], board, dealer)[0] == field


@pytest.mark.reg("58 Pa. Code § 647a.11(b)")
def test_finished_round_needs_a_decision(refused, place):
    field, message = refused([place(1, "9h 9s", ANTE, "none")], DRY, KING_QUEEN_HIGH)
    assert field == "seats[0].decision.action"
    assert "play or fold" in message


@pytest.mark.reg("58 Pa. Code § 647a.11(b)")
@pytest.mark.parametrize(
    ("decision", "field"),
    [
        ({"action": "play", "flop": False, "turn": True, "river": True}, "flop"),
        ({"action": "play", "flop": True, "turn": True}, "river"),
        ({"action": "play", "flop": True, "turn": 1000, "river": True}, "turn"),
        ({"action": "fold", "turn": True}, "turn"),
        ({"action": "raise", "raise": 1000}, "action"),
    ],
)
def test_decisions_that_cannot_be(refused, place, decision, field):
    seat = place(1, "9h 9s", ANTE) | {"decision": decision}
    assert refused([seat], DRY, KING_QUEEN_HIGH)[0] == f"seats[0].decision.{field}"
