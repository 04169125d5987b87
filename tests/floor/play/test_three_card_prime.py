"""Three Card Prime on the floor: fourth cards, one card for all, stacks of four (679a.8–679a.11)."""

from collections import Counter
from itertools import combinations

import pytest

from events.body import decode_body
from floor.play.three_card_prime import SENSIBLE
from games.cards import DECK, parse
from games.ranking.three_card import ThreeCardHand, three
from games.three_card_prime.wagers import asked
from tests.floor.rebuilt import rounds_of
from tests.floor.watched import folded

PAIR = ThreeCardHand.PAIR.lowest


@pytest.fixture(scope="module")
def rounds():
    """Tables of every way to deal the card of the Pair Bonus."""
    return rounds_of(folded(tables=16, games=("three_card_prime",))).values()


def option(round_):
    """How the table deals the card of the Pair Bonus."""
    return next((chosen.option for chosen in round_.opening.options if chosen.value), "fourth_card")


def bodies(round_, *types):
    return [decode_body(event) for event in round_.events if event.type in types]


def test_every_way_to_deal_the_card_of_the_pair_bonus_is_there(rounds):
    ways = Counter(
        option(round_) for round_ in rounds if any("pair_bonus" in s.wagers for s in seats(round_))
    )

    assert ways.keys() == {"fourth_card", "pair_bonus_community", "four_card_stacks"}
    assert min(ways.values()) >= 20


def seats(round_):
    return round_.described().seats


def test_stacks_of_four_come_only_from_an_automated_shoe_that_reshuffles(rounds):
    """679a.10(g); the top card of a stack without a Pair Bonus, and of the dealer's, goes to the rack."""
    for round_ in rounds:
        burns = round_.types.count("card_burned")
        if option(round_) == "four_card_stacks":
            assert (round_.opening.dealing, round_.opening.shuffling) == (
                "automated_shoe",
                "reshuffling_device",
            )
            assert burns == 1 + sum("pair_bonus" not in seat.wagers for seat in seats(round_))
            with_bonus = [deal for deal in round_.dealt if deal.cards == 4]
            assert len(with_bonus) == len(seats(round_)) + 1 - burns
        else:
            assert burns == 0


def test_a_fourth_card_is_turned_up_only_for_a_pair_bonus_with_a_pair_or_better(rounds):
    """679a.11(d)(2): a hand below a pair loses, and its fourth card stays down."""
    turned = 0
    for round_ in rounds:
        bonus = {seat.seat for seat in seats(round_) if "pair_bonus" in seat.wagers} - round_.left
        best, shown = set(), set()
        for body in bodies(round_, "hand_revealed"):
            if body.seat is not None and three([parse(card) for card in body.cards[:3]]) >= PAIR:
                best.add(body.seat)
            if len(body.cards) == 4:
                shown.add(body.seat)
        shared = [body.street for body in bodies(round_, "community_cards_revealed")]
        if option(round_) == "pair_bonus_community":
            assert shown == set()
            assert shared == (["pair_bonus"] if bonus & best else [])
        else:
            assert shared == []
            assert shown == bonus & best
        turned += len(shown) + len(shared)
    assert turned > 30


def test_a_hand_is_shown_with_three_cards_first(rounds):
    for round_ in rounds:
        first = {}
        for body in bodies(round_, "hand_revealed"):
            first.setdefault(body.seat, len(body.cards))
        assert set(first.values()) == {3}


def test_players_are_asked_clockwise_and_forfeited_antes_collected_when_all_have_decided(rounds):
    """679a.11(b), (c)."""
    forfeits = 0
    for round_ in rounds:
        staying = [seat for seat in seats(round_) if seat.seat not in round_.left]
        assert [body.seat for body in bodies(round_, "decision_made")] == asked(staying)
        given_up = {seat.seat for seat in staying if seat.decision.action == "forfeit"}
        early = {seat for seat, _ in round_.settled_early} - round_.left
        assert early == given_up
        if given_up:
            forfeits += 1
            decided = len(round_.types) - 1 - round_.types[::-1].index("decision_made")
            kept = [event.type for event in round_.events[:decided] if event.type == "wager_settled"]
            assert len(kept) == sum(
                seat.decision.action == "abandon" and len(seat.wagers) for seat in seats(round_)
            )
    assert forfeits > 50


def test_players_play_queen_six_four_or_better_give_or_take_their_caution(rounds):
    """Two hands of three are so good: 14,900 of 22,100."""
    good = sum(three(cards) >= SENSIBLE for cards in combinations(DECK, 3))
    assert (good, SENSIBLE) == (14_900, three([parse(card) for card in ("Qs", "6h", "4d")]))
    decided = Counter(seat.decision.action for round_ in rounds for seat in seats(round_))
    assert 0.6 < decided["play"] / (decided["play"] + decided["forfeit"]) < 0.75
