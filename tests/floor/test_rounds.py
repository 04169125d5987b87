"""Rounds of a clean floor: every card is somewhere, every wager settled as `games` says, `check` content."""

from collections import Counter

import pytest

from events.body import decode_body, parse_body
from floor.forms import FAST, pack
from games import registry, rulebook
from tests.floor.rebuilt import rounds_of
from tests.floor.watched import WatchedDeck, played


@pytest.fixture(scope="module")
def floor(tmp_path_factory):
    """Twelve tables of High Card Flush, 25 rounds each."""
    with played(tmp_path_factory.mktemp("floor"), tables=12, rounds=25) as done:
        yield done


def test_every_deck_has_52_cards_after_every_move(floor):
    assert WatchedDeck.moves > 5_000
    racks = [decode_body(event).rack_cards for event in floor.events if event.type == "round_closed"]
    assert len(racks) == 12 * 25
    assert set(racks) == {None, 52}


def test_every_wager_is_settled_once_as_the_rules_say(floor):
    rounds = rounds_of(floor.events)

    assert len(rounds) == 12 * 25
    for name, played_round in rounds.items():
        due = {
            (result.seat, wager): verdict
            for result in played_round.verdict().seats
            for wager, verdict in result.wagers.items()
        }
        assert due.keys() == played_round.settled.keys(), name
        for place, verdict in due.items():
            done = played_round.settled[place]
            assert done.outcome == verdict.outcome, (name, place)
            assert done.returned_mc == verdict.returned * 1_000, (name, place)
            if place not in played_round.claims:
                assert done.paid_mc == verdict.payout * 1_000, (name, place)


def test_wagers_are_settled_in_the_order_of_the_rules(floor):
    for name, played_round in rounds_of(floor.events).items():
        described = played_round.described()
        book = rulebook.by_name(described.rulebook)
        order = registry.by_name(described.game).settlement_order(described, book)
        due = [(seat, wager) for seat, wagers in order for wager in wagers]
        folded = {(seat.seat, "ante") for seat in described.seats if seat.decision.action == "fold"}
        assert [place for place in played_round.settled_order if place not in folded] == due, name


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
        fields = decode_body(event).model_dump(mode="json", exclude_defaults=True)
        assert pack(event.type, fields) == (event.schema, parse_body(event.type, fields).to_bytes())
        made[event.type] += 1
    assert len(made.keys() & FAST) > 15
