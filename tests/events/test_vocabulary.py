"""Every event type: its bytes, its documentation, its names."""

from __future__ import annotations

import re

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.body import TYPES, Body, decode_body, event_types_on, parse_body, unpack_body
from events.envelope import decode, encode, event_hash, read_header
from events.errors import MalformedEvent
from events.facts import Part
from events.validation import json_schema
from events.vocabulary import THEMES
from tests.events.bodies import EXAMPLES, an_event, failing, fields_of

NAMES_THE_FACTS = {
    "table_opened", "table_closed", "selections_changed", "player_seated", "player_left", "boxes_changed",
    "game_account_credited", "decks_received", "deck_inspected", "inspection_verified", "deck_spread",
    "deck_washed", "deck_changed", "deck_removed", "cards_shuffled", "cards_cut", "recut_ordered",
    "round_opened", "wager_placed", "wager_refused", "wager_abandoned", "bets_closed", "lock_out_engaged",
    "progressive_chips_counted", "progressive_lights_lit", "card_dealt", "stack_delivered", "card_burned",
    "card_exposed", "card_found_face_up", "community_cards_revealed", "stub_counted", "decision_made",
    "hand_set", "hand_revealed", "hand_collected", "wager_settled", "progressive_claimed",
    "progressive_light_verified", "progressive_validated", "award_documented", "progressive_paid",
    "envy_paid", "magic_card_drawn", "lucky_seat_drawn", "irregularity_called", "irregularity_ruled",
    "device_jammed", "device_failed", "device_marked_out_of_order", "round_voided", "round_closed",
    "stream_resumed", "table_day_ended", "reading_entered", "record_refused", "table_refused",
}  # fmt: skip
"""What DESIGN asks the vocabulary to cover."""


def test_the_vocabulary_covers_what_the_design_names():
    assert TYPES.keys() >= NAMES_THE_FACTS


def test_bytes_come_back_as_they_went():
    def check(name):
        @given(fields_of(TYPES[name]))
        @settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
        def holds(fields):
            body = parse_body(name, fields)
            event = an_event(type=name, schema=body.SCHEMA, body=body.to_bytes())
            encoded = encode(event)

            assert encode(decode(encoded)) == encoded
            assert read_header(encoded) == decode(encoded) == event
            assert decode_body(event) == body
            assert decode_body(event).to_bytes() == event.body
            assert parse_body(name, unpack_body(event)) == body

        holds()

    assert failing(check) == {}


def test_the_order_in_which_fields_are_given_makes_no_difference():
    def check(name):
        @given(fields_of(TYPES[name]), st.data())
        @settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
        def holds(fields, data):
            shuffled = dict(data.draw(st.permutations(list(fields.items()))))
            assert parse_body(name, shuffled).to_bytes() == parse_body(name, fields).to_bytes()

        holds()

    assert failing(check) == {}


def test_every_type_has_one_good_example_in_full():
    def check(name):
        body = parse_body(name, EXAMPLES[name])
        assert list(EXAMPLES[name]) == list(type(body).__struct_fields__), "it shows every field, in order"
        assert msgpack.unpackb(body.to_bytes()) == EXAMPLES[name]

    assert failing(check) == {}
    assert EXAMPLES.keys() == TYPES.keys(), "no example is of a type that is gone"


def test_every_type_part_and_field_is_documented():
    def check(name):
        schema = json_schema(TYPES[name])
        for part in (schema, *schema.get("$defs", {}).values()):
            assert len(part.get("description", "")) > 10, f"{part['title']} has no docstring"
            for field, details in part["properties"].items():
                assert details.get("description"), f"{part['title']}.{field} has no description"

    assert failing(check) == {}


def test_numbers_are_bounded_integers_and_amounts_say_their_unit():
    def check(name):
        schema = json_schema(TYPES[name])
        for part in (schema, *schema.get("$defs", {}).values()):
            for field, details in part["properties"].items():
                for choice in details.get("anyOf", [details]):
                    assert choice.get("type") != "number", f"{field} would take a float"
                    if choice.get("type") == "integer":
                        assert {"minimum", "maximum"} <= choice.keys(), f"{field} has no bounds"
                        assert -(2**63) <= choice["minimum"] <= choice["maximum"] < 2**63, field
                        is_money = choice["maximum"] == 2**63 - 1 and field not in {"value", "seq"}
                        assert not is_money or field.endswith(("_mc", "_seq")), f"{field} names no unit"

    assert failing(check) == {}


def test_a_type_is_one_theme_s_and_named_as_a_past_fact():
    def check(name):
        assert TYPES[name].__module__ in {theme.__name__ for theme in THEMES}
        assert re.fullmatch(r"[a-z]+(_[a-z]+)+", name)
        assert name == TYPES[name].TYPE

    assert failing(check) == {}


def test_facts_are_frozen():
    """No field of a body, or of a part in it, can be set to another value, nor taken away."""

    def check(name):
        for part in parts_of(parse_body(name, EXAMPLES[name])):
            for field in part.__struct_fields__:
                before = getattr(part, field)
                with pytest.raises(AttributeError, match="immutable"):
                    setattr(part, field, None)
                with pytest.raises(AttributeError, match="immutable"):
                    delattr(part, field)
                assert getattr(part, field) is before
                assert not isinstance(before, list), f"{field} can be added to"
            with pytest.raises(AttributeError):
                part.unheard_of = 1

    assert failing(check) == {}


def parts_of(part):
    """A body and all parts in it."""
    yield part
    for field in part.__struct_fields__:
        value = getattr(part, field)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Part):
                yield from parts_of(each)


def test_one_test_over_all_types_names_each_that_fails():
    def check(name):
        assert name != "card_dealt"
        if name == "wager_placed":
            with pytest.raises(MalformedEvent):
                parse_body(name, EXAMPLES[name])

    assert failing(check).keys() == {"card_dealt", "wager_placed"}


def test_a_type_cannot_be_defined_twice_nor_skip_an_upcaster():
    class Again(Body):
        """A second meaning for a name that has one."""

    class Skipping(Body):
        """A third version that cannot read the first."""

        SCHEMA = 3
        UPCASTERS = {2: dict}  # noqa: RUF012 - a class variable, as in every body

    with pytest.raises(ValueError, match="card_dealt is defined twice"):
        event_types_on("table")("card_dealt")(Again)
    with pytest.raises(ValueError, match="needs every version before it, and an upcaster from each"):
        event_types_on("table")("never_registered")(Skipping)
    assert "never_registered" not in TYPES


def test_equal_events_have_equal_bytes_and_hashes():
    one, other = encode(an_event()), encode(an_event())

    assert one == other
    assert event_hash(one) == event_hash(other)
    assert encode(an_event(seq=8)) != one
