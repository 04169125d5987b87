"""Five Card Hi-Lo on the floor: who sets which hand when, and what lies open then (663a.7, 663a.11)."""

import pytest

from events.body import decode_body
from floor.play.five_card_hi_lo import HANDS, _best_setting, _dealer_points, _worth_of
from games.cards import hand
from games.five_card_hi_lo.setting import asked, check_setting_order, reveal_order
from games.ranking.hi_lo import dealer_setting, is_legal, legal_settings
from tests.floor.rebuilt import rounds_of
from tests.floor.watched import folded, lucky


@pytest.fixture(scope="module")
def rounds():
    return rounds_of(folded(tables=12, games=("five_card_hi_lo",))).values()


def bodies(round_, *types):
    return [(place, decode_body(e)) for place, e in enumerate(round_.events) if e.type in types]


def staying(round_):
    return [seat for seat in round_.described().seats if seat.seat not in round_.left]


def settings(round_):
    """Settings face down, and settings that lie open, in their order."""
    found = bodies(round_, "hand_set")
    return [(p, b) for p, b in found if None in b.high], [(p, b) for p, b in found if None not in b.high]


def test_players_are_asked_clockwise(rounds):
    """663a.11(b)."""
    for round_ in rounds:
        assert [body.seat for _, body in bodies(round_, "decision_made")] == asked(staying(round_))


def test_hands_are_set_face_down_after_all_have_decided_and_of_two_boxes_in_the_order_of_the_rule(rounds):
    """663a.7(f), 663a.11(d)."""
    two_boxes = 0
    for round_ in rounds:
        down, _ = settings(round_)
        decided = max(place for place, _ in bodies(round_, "decision_made")) if staying(round_) else 0
        assert all(place > decided for place, _ in down)
        by_player = {}
        for seat in staying(round_):
            by_player.setdefault(seat.player, []).append(seat)
        for boxes in by_player.values():
            numbers = {box.seat for box in boxes}
            done = [body.seat for _, body in down if body.seat in numbers]
            assert check_setting_order(boxes, done) is None
            two_boxes += len(done) == 2
    assert two_boxes > 20


def test_the_dealer_sets_five_open_cards_when_the_players_have_set_theirs(rounds):
    """663a.11(e)."""
    for round_ in rounds:
        down, up = settings(round_)
        place, dealers = up[0]
        assert dealers.hand == "dealer"
        assert all(earlier < place for earlier, _ in down)
        cards = round_.described().dealer
        assert dealer_setting(cards) == (hand(" ".join(dealers.high)), hand(" ".join(dealers.low)))


def test_hands_are_turned_up_counterclockwise_as_they_may_be_set(rounds):
    """663a.11(d), (f); a forfeited hand is turned up for its Poker Bonus alone, and was never set."""
    aces_low = 0
    for round_ in rounds:
        _, up = settings(round_)
        assert [body.seat for _, body in up[1:]] == reveal_order(staying(round_))
        for _, body in up[1:]:
            high, low = hand(" ".join(body.high)), hand(" ".join(body.low))
            assert is_legal(high, low)
            aces_low += sum(card.startswith("A") for card in body.low)
        shown = {body.seat for _, body in bodies(round_, "hand_revealed")} - {None}
        for seat in staying(round_):
            kept = seat.decision.action == "play" or "poker_bonus" in seat.wagers
            assert (seat.seat in shown) == kept
    assert aces_low > 20


def test_a_forfeit_costs_ante_and_tie_and_leaves_the_poker_bonus(rounds):
    """663a.11(b), (c)."""
    early = set()
    for round_ in rounds:
        early |= {wager for seat, wager in round_.settled_early if seat not in round_.left}
    assert early == {"ante", "tie"}


ANTE_BONUS = {
    "four aces and a 2": {"A": 1_000, "B": 500, "C": 200, "D": 100},
    "four aces": {"A": 100, "B": 50, "C": 50, "D": 50},
    "three aces": {"A": 10, "B": 5, "C": 5, "D": 5},
}
"""663a.12(b), times the Ante."""


def ace_hand(cards):
    """The row that a hand is paid by, if any; somebody else may have been dealt an ace before."""
    ranks = [card >> 2 for card in cards]
    if ranks.count(12) == 4:
        return "four aces and a 2" if 0 in ranks else "four aces"
    return "three aces" if ranks.count(12) == 3 else None


def test_aces_are_paid_beside_the_ante_without_a_stake_of_their_own():
    """663a.11(h)."""
    paid = []
    deck = lucky({2: "As Ah Ad Ac 2c", 3: "As Ah Ad Ac 9c", 5: "As Ah Ad 8d 8c"})
    for round_ in rounds_of(folded(tables=6, games=("five_card_hi_lo",), deck=deck)).values():
        (letter,) = (one.paytable for one in round_.opening.paytables if one.wager == "ante_bonus")
        for seat in staying(round_):
            row = ace_hand(seat.cards) if seat.decision.action == "play" else None
            assert ((seat.seat, "ante_bonus") in round_.settled) == (row is not None)
            if row is not None:
                done = round_.settled[seat.seat, "ante_bonus"]
                assert done.paid_mc == ANTE_BONUS[row][letter] * seat.wagers["ante"] * 1_000
                assert (done.stake_mc, done.returned_mc) == (0, 0)
                paid.append(row)
    assert {row: paid.count(row) > 2 for row in ANTE_BONUS} == dict.fromkeys(ANTE_BONUS, True)


def test_the_strategy_knows_every_hand_of_the_dealer():
    """What no dealer can have (more than 33 high, less than 3 low) always wins; its opposite always loses."""
    assert sum(_dealer_points().values()) == HANDS == 2_598_960
    assert _worth_of(34, 2) == 2 * HANDS
    assert _worth_of(5, 21) == -2 * HANDS
    assert _worth_of(32, 3) > HANDS
    assert _worth_of(29, 3) > 0 > _worth_of(20, 12)


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("2c 9d Ts Jh As", "2c As"),  # 29 and 3, not 31 and 11: the example of 663a.11(d)
        ("Kc Ac Ad Ah As", "Kc As"),  # no second ace may go low
        ("Kc Kd Kh As Ah", "Kc As"),  # of two aces one goes low
    ],
)
def test_a_player_sets_an_ace_where_it_brings_more(cards, low):
    held = hand(cards)
    high_places, low_places, worth = _best_setting(tuple(card >> 2 for card in held))

    assert {held[place] >> 2 for place in low_places} == {card >> 2 for card in hand(low)}
    assert sorted(high_places + low_places) == [0, 1, 2, 3, 4]
    assert worth == max(_worth_of(*setting.points) for setting in legal_settings(held))
