"""Rounds of a clean floor, game by game: every card is somewhere, every wager settled as `games` says."""

from collections import Counter

import pytest
from msgspec import structs

from events.body import body_fields, decode_body, parse_body
from floor.forms import FAST, pack
from floor.play.registry import all_plays
from tests.floor.clean import otherwise
from tests.floor.rebuilt import rounds_of
from tests.floor.watched import WatchedDeck, played

TABLES, ROUNDS = 40, 7
"""So many tables that every way to deal and to shuffle is among them, also those of a game to come."""
GIVEN_UP = frozenset({"fold", "forfeit", "abandon"})


@pytest.fixture(scope="module", params=all_plays())
def floor(request, tmp_path_factory):
    """Tables of one game, of different rules submissions."""
    data = tmp_path_factory.mktemp(request.param)
    WatchedDeck.moves = 0
    with played(data, tables=TABLES, rounds=ROUNDS, games=(request.param,)) as done:
        yield done


@pytest.fixture(scope="module")
def rounds(floor):
    return rounds_of(floor.events)


def test_every_deck_has_52_cards_after_every_move(floor):
    assert WatchedDeck.moves > 10 * TABLES * ROUNDS
    racks = [decode_body(event).rack_cards for event in floor.events if event.type == "round_closed"]
    assert len(racks) == TABLES * ROUNDS
    assert set(racks) == {None, 52}


def test_every_wager_is_settled_once_as_the_rules_say(rounds):
    assert len(rounds) == TABLES * ROUNDS
    for name, played_round in rounds.items():
        assert list(otherwise(played_round)) == [], name


def test_wagers_are_settled_in_the_order_of_the_rules(rounds):
    for name, played_round in rounds.items():
        described = played_round.described()
        given_up = {seat.seat for seat in described.seats if seat.decision.action in GIVEN_UP}
        assert {seat for seat, _ in played_round.settled_early} <= given_up, name
        order = played_round.game.settlement_order(described, played_round.book)
        due = [(seat, wager) for seat, wagers in order for wager in wagers if seat not in played_round.left]
        early = played_round.settled_early
        assert [place for place in played_round.settled_order if place not in early] == due, name
        for (seat, beside), (at, wager) in played_round.beside:
            assert (seat, beside.rpartition("_")[0]) == (at, wager), name


def test_cards_are_dealt_in_the_order_of_the_rules(rounds):
    for name, played_round in rounds.items():
        assert played_round.dealt == played_round.deal_due(), name


def test_cards_leave_the_table_when_every_wager_on_them_is_settled(rounds):
    for name, played_round in rounds.items():
        settled = {}
        for seat, wager in played_round.settled:
            settled.setdefault(seat, set()).add(wager)
        assert played_round.collected_with == settled, name


def test_every_optional_wager_is_made_and_every_decision_taken(rounds):
    described = [seat for one in rounds.values() for seat in one.described().seats]
    game = next(iter(rounds.values())).game
    made = Counter(wager for seat in described for wager in game.stakes(seat))
    decided = Counter(seat.decision.action for seat in described)

    assert all(made[wager.name] > 10 for wager in game.wagers if wager.timing != "result"), made
    assert all(decided[action] > 10 for action in game.shape.actions), decided


def test_all_three_dealing_procedures_and_all_ways_to_shuffle_are_there(floor):
    opened = [decode_body(event) for event in floor.events if event.type == "table_opened"]

    assert {body.dealing for body in opened} == {"manual_shoe", "hand", "automated_shoe"}
    assert {body.shuffling for body in opened} == {
        "manual",
        "device",
        "counting_device",
        "reshuffling_device",
    }


def test_check_finds_nothing(floor):
    assert floor.problems() == []


def test_the_fast_forms_make_the_bytes_that_the_models_make(floor):
    made = Counter()
    for event in floor.events:
        body = decode_body(event)
        given = {of.name for of in structs.fields(body) if getattr(body, of.name) != of.default}
        fields = {name: value for name, value in body_fields(body).items() if name in given}
        assert pack(event.type, fields) == (event.schema, parse_body(event.type, fields).to_bytes())
        made[event.type] += 1
    assert len(made.keys() & FAST) > 12
