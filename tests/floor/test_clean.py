"""The judge of clean rounds judges: it finds nothing wrong with real ones, and what is wrong with others.

`make faults NAME=floor-clean` puts 20,000 rounds of each game to it.
"""

import pytest

from events.body import body_fields, decode_body, parse_body
from floor.life import Stop
from floor.play.registry import all_plays
from tests.floor.clean import wrong_in
from tests.floor.watched import folded

TABLES, ROUNDS = 10, 12


@pytest.fixture(scope="module")
def events():
    return folded(tables=TABLES, stop=Stop(rounds=ROUNDS))


def wrong(events):
    return list(wrong_in(events, TABLES * ROUNDS))


def first(events, kind, **having):
    """Where the first event of a kind stands that has these fields."""
    for at, event in enumerate(events):
        if event.type == kind and having.items() <= body_fields(decode_body(event)).items():
            return at
    raise AssertionError(f"no {kind} with {having}")


def changed(events, at, **fields):
    """The same events, one of them with other fields."""
    event = events[at]
    instead = body_fields(decode_body(event)) | fields
    return [*events[:at], event._replace(body=parse_body(event.type, instead).to_bytes()), *events[at + 1 :]]


def test_clean_rounds_of_every_game_are_right(events):
    opened = {decode_body(event).game for event in events if event.type == "table_opened"}
    assert opened == all_plays().keys()
    assert wrong(events) == []


def test_a_wager_paid_a_cent_more_is_found(events):
    at = first(events, "wager_settled", outcome="win", wager="ante")
    paid_mc = decode_body(events[at]).paid_mc

    (found,) = wrong(changed(events, at, paid_mc=paid_mc + 1_000))

    assert found.startswith(f"{events[at].round}: ")
    assert "was settled" in found


def test_a_wager_that_was_not_settled_is_found(events):
    at = first(events, "wager_settled", outcome="lose")

    (found,) = wrong([*events[:at], *events[at + 1 :]])

    assert "is settled or due, not both" in found


def test_a_card_too_few_in_a_collected_hand_is_found(events):
    at = first(events, "hand_collected", hand="dealer")
    cards = decode_body(events[at]).cards

    assert f"{events[at].round}, hand_collected: {cards - 1} cards, and not {cards}" in wrong(
        changed(events, at, cards=cards - 1)
    )


def test_a_card_that_was_left_out_of_the_deal_is_found(events):
    at = first(events, "card_dealt", to="dealer", position=1)

    found = wrong([*events[:at], *events[at + 1 :]])

    assert any(text.startswith(f"{events[at].round}, ") for text in found)


def test_a_round_that_is_not_told_of_is_found(events):
    name = events[first(events, "round_opened")].round

    assert f"{TABLES * ROUNDS - 1} rounds, and not {TABLES * ROUNDS}" in wrong(
        [event for event in events if event.round != name]
    )
