"""Heads-Up Hold 'Em on the floor: the board, one Raise at most, folds at the River (677a.8–677a.11)."""

from collections import Counter

import pytest

from events.body import decode_body
from floor.play.heads_up_holdem import RAISES
from games.cards import hand
from games.heads_up_holdem.streets import COMMUNITY_CARDS_OPEN, check_collected
from tests.floor.rebuilt import rounds_of
from tests.floor.watched import folded

MOST = {"preflop": 3, "flop": 2, "river": 1}
"""How many Antes a Raise may be (677a.11(b), (d), (f))."""


@pytest.fixture(scope="module")
def rounds():
    return rounds_of(folded(tables=12, games=("heads_up_holdem",))).values()


def bodies(round_, *types):
    return [decode_body(event) for event in round_.events if event.type in types]


def test_the_board_is_dealt_face_down_and_turned_up_three_cards_then_two(rounds):
    """677a.8(d), 677a.11(c), (e): no card of it lies open before its street, and none is burned."""
    for round_ in rounds:
        dealt = [body for body in bodies(round_, "card_dealt", "stack_delivered") if body.to == "community"]
        assert {body.face for body in dealt} == {"down"}
        streets = [(body.street, len(body.cards)) for body in bodies(round_, "community_cards_revealed")]
        assert streets == [("flop", 3), ("turn_and_river", 2)]
        assert "card_burned" not in round_.types


@pytest.mark.cites("58 Pa. Code §§ 677a.10(c), 677a.10(g)")
def test_only_a_shoe_that_reshuffles_dispenses_the_board_and_then_first(rounds):
    """Out of any other the cards are taken, and five single ones come from the hand, after the stacks."""
    seen = set()
    for round_ in rounds:
        if round_.opening.dealing != "automated_shoe":
            continue
        movements = bodies(round_, "card_dealt", "stack_delivered")
        board = [(place, body) for place, body in enumerate(movements) if body.to == "community"]
        if round_.opening.shuffling == "reshuffling_device":
            ((place, stack),) = board
            assert (place, stack.TYPE, len(stack.cards)) == (0, "stack_delivered", 5)
        else:
            assert [place for place, _ in board] == list(range(len(movements) - 5, len(movements)))
            assert {body.TYPE for _, body in board} == {"card_dealt"}
            assert {body.card for _, body in board} == {None}, "no shoe reads what is dealt from the hand"
        seen.add(round_.opening.shuffling)
    assert {"reshuffling_device"} < seen


def test_who_has_not_raised_is_asked_on_every_street_clockwise_and_nobody_else(rounds):
    """677a.11(b), (d), (f)."""
    raised = Counter()
    for round_ in rounds:
        waiting = [seat.seat for seat in round_.described().seats if seat.seat not in round_.left]
        for street, answer in (("preflop", "check"), ("flop", "check"), ("river", "fold")):
            found = [body for body in bodies(round_, "decision_made") if body.at == street]
            assert [body.seat for body in found] == waiting
            assert {body.action for body in found} <= {answer, "raise"}
            raised.update(body.at for body in found if body.action == "raise")
            waiting = [body.seat for body in found if body.action != "raise"]
    assert min(raised[street] for street in MOST) > 20


def test_players_are_asked_when_so_much_of_the_board_lies_open(rounds):
    for round_ in rounds:
        lying_open = 0
        for body in bodies(round_, "community_cards_revealed", "decision_made"):
            if hasattr(body, "street"):
                lying_open += len(body.cards)
            else:
                assert lying_open == COMMUNITY_CARDS_OPEN[body.at]


def test_a_raise_is_as_large_as_its_street_allows(rounds):
    amounts = set()
    for round_ in rounds:
        antes = {seat.seat: seat.wagers["ante"] for seat in round_.described().seats}
        for body in bodies(round_, "decision_made"):
            if body.wager == "raise":
                times, odd = divmod(body.amount_mc, 1_000 * antes[body.seat])
                assert odd == 0
                assert 1 <= times <= MOST[body.at]
                amounts.add((body.at, times))
    assert amounts == {("preflop", 1), ("preflop", 3), ("flop", 1), ("flop", 2), ("river", 1)}


def test_a_fold_costs_ante_and_odds_and_tucks_the_cards_under_a_bonus(rounds):
    """677a.11(f)."""
    tucked_hands = 0
    for round_ in rounds:
        tucked = {body.seat for body in bodies(round_, "hand_tucked")}
        tucked_hands += len(tucked)
        for seat in round_.described().seats:
            if seat.decision.action != "fold":
                assert seat.seat not in tucked
                continue
            early = {wager for number, wager in round_.settled_early if number == seat.seat}
            assert early == {"ante", "odds"}
            assert (seat.seat in tucked) == bool({"pocket_bonus", "trips_plus"} & seat.wagers.keys())
    assert tucked_hands > 20


def test_cards_go_when_every_wager_of_the_player_is_settled(rounds):
    """677a.11(j)."""
    for round_ in rounds:
        for seat in round_.described().seats:
            assert check_collected(seat, round_.collected_with[seat.seat]) is None


def test_a_shoe_that_reshuffles_dispenses_the_board_first(rounds):
    """677a.10(g); everywhere else the board comes last."""
    first = Counter()
    for round_ in rounds:
        board_first = round_.opening.shuffling == "reshuffling_device"
        assert (round_.dealt[0].to == "community") == board_first
        assert (round_.dealt[-1].to == "community") == (not board_first)
        first[board_first] += 1
    assert min(first[True], first[False]) > 20


@pytest.mark.parametrize(
    ("street", "two", "board", "raises"),
    [
        ("preflop", "2s 2d", "", True),
        ("preflop", "As 2d", "", True),
        ("preflop", "Ks 5d", "", True),
        ("preflop", "Ks 4d", "", False),
        ("preflop", "Ks 3s", "", True),
        ("preflop", "9s 8s", "", False),
        ("flop", "9s 8d", "9c 4h 2d", True),  # a pair of one's own
        ("flop", "9s 8d", "4c 4h 2d", False),  # everybody's pair
        ("flop", "Ts 3s", "9s 4s 2d", True),  # four of a suit behind the ten
        ("flop", "8s 3s", "9s 4s 2d", False),
        ("river", "3s 2d", "3c 9h Jd Kd 7s", True),
        ("river", "As 4d", "3c 9h Jd Kd 7s", True),  # 15 cards pair the board and beat it
        ("river", "8s 4d", "3c 9h Jd Kd 7s", False),  # and 16 more are higher than the eight
    ],
)
def test_a_player_raises_what_is_worth_it(street, two, board, raises):
    assert RAISES[street](hand(two), hand(board), 4) == raises
