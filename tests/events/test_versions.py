"""Old versions are upcast on reading and never rewritten: bytes that were stored by version 1 of a body."""

from __future__ import annotations

import runpy
from pathlib import Path

import msgpack
import pytest

from events.body import body_fields, decode_body, parse_body, read_body
from events.envelope import NO_PREV, decode, encode, event_hash
from events.errors import MalformedEvent, UnknownEventType
from events.jsonform import draft_from_json, to_json
from tests.events.bodies import ROOT, an_event
from tests.events.two_versions import FIRST, SECOND, DeckWeighed, two_versions
from tests.events.whole_events import event_from_json

STORED = [
    bytes.fromhex(line) for line in (Path(__file__).parent / "data/deck_weighed_v1.hex").read_text().split()
]


@pytest.fixture(autouse=True)
def newer_release():
    with two_versions():
        yield


def test_stored_bodies_read_in_the_newest_version():
    bodies = [decode_body(decode(encoded)) for encoded in STORED]

    assert bodies == [
        DeckWeighed(deck="red-1", method="hand", grams=None),
        DeckWeighed(deck="blue-1", method="scale", grams=None),
        DeckWeighed(deck="red-1", method="scale", grams=97),
        DeckWeighed(deck="blue-1", method="hand", grams=96),
    ]


def test_folds_read_them_in_the_newest_version_too():
    assert body_fields(read_body(decode(STORED[2]))) == SECOND


def test_stored_bytes_stay_as_they_are():
    prev = NO_PREV
    for encoded in STORED:
        event = decode(encoded)
        assert event.schema == 1
        assert event.prev == prev
        assert encode(event) == encoded
        prev = event_hash(encoded)


def test_an_export_of_old_events_reads_back_to_the_same_bytes():
    for encoded in STORED:
        exported = to_json(decode(encoded))
        assert exported["schema"] == 1
        assert "by_device" in exported["body"]
        assert encode(event_from_json(exported)) == encoded


def test_an_old_body_that_is_recorded_now_takes_the_newest_version():
    exported = to_json(decode(STORED[2]))
    del exported["seq"], exported["prev"]

    draft = draft_from_json(exported)

    assert draft.schema == 2
    assert msgpack.unpackb(draft.body) == SECOND


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({**FIRST, "by_device": 1}, "body.by_device"),
        ({"deck": "red-1", "by_device": True}, "body.grams"),
        ({**FIRST, "grams": 97.0}, "body.grams"),
        ({**FIRST, "method": "hand"}, "body.method"),
    ],
)
def test_a_malformed_old_body_is_refused_and_the_field_named(fields, field):
    with pytest.raises(MalformedEvent) as refusal:
        parse_body("deck_weighed", fields, 1)

    assert refusal.value.field == field


def test_an_old_body_stored_in_long_forms_is_refused():
    short = msgpack.packb(FIRST)
    body = short[:-1] + b"\xcc" + short[-1:]

    with pytest.raises(MalformedEvent, match="canonical"):
        decode_body(an_event(type="deck_weighed", schema=1, body=body))


def test_the_new_fields_are_not_taken_as_version_1_nor_the_old_as_version_2():
    for fields, schema in ((SECOND, 1), (FIRST, 2)):
        with pytest.raises(MalformedEvent):
            parse_body("deck_weighed", fields, schema)
        with pytest.raises(MalformedEvent):
            decode_body(an_event(type="deck_weighed", schema=schema, body=msgpack.packb(fields)))


def test_a_version_that_is_still_to_come_asks_for_an_update():
    with pytest.raises(UnknownEventType, match="versions 1 to 2, not 3: update Pitledger"):
        parse_body("deck_weighed", SECOND, 3)


def test_the_page_of_a_type_describes_its_old_versions():
    generator = runpy.run_path(str(ROOT / "docs/generate_events.py"))
    generator["EXAMPLES"]["deck_weighed"] = SECOND
    page = generator["page"]("deck_weighed", DeckWeighed)

    assert "Version 2. Defined in" in page
    assert "## Version 1\n\nVersion 1 of `deck_weighed`: it knew one kind of device. It is upcast" in page
    assert "| `by_device` | False for a guess by hand. | true or false | an error |" in page
