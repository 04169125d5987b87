"""Old versions are upcast on reading and never rewritten: bytes that were stored by version 1 of a body."""

from __future__ import annotations

from pathlib import Path

import msgpack
import pytest

from events.body import decode_body, parse_body
from events.envelope import NO_PREV, decode, encode, event_hash
from events.errors import MalformedEvent
from events.jsonform import draft_from_json, event_from_json, to_json
from events.vocabulary.cards import CardsShuffled
from tests.events.bodies import an_event

STORED = [
    bytes.fromhex(line) for line in (Path(__file__).parent / "data/cards_shuffled_v1.hex").read_text().split()
]


def test_stored_shuffles_read_in_the_newest_version():
    bodies = [decode_body(decode(encoded)) for encoded in STORED]

    assert bodies == [
        CardsShuffled(deck="red-1", method="manual", counted=None),
        CardsShuffled(deck="blue-1", method="device", counted=None),
        CardsShuffled(deck="red-1", method="counting_device", counted=51),
        CardsShuffled(deck="blue-1", method="manual", counted=52),
    ]


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
    assert msgpack.unpackb(draft.body) == {
        "deck": "red-1", "method": "counting_device", "device": None, "counted": 51, "ordered_by": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"deck": "red-1", "by_device": 1, "counted": None}, "body.by_device"),
        ({"deck": "red-1", "by_device": True}, "body.counted"),
        ({"deck": "red-1", "by_device": True, "counted": 51.0}, "body.counted"),
        ({"deck": "red-1", "by_device": True, "counted": 51, "method": "manual"}, "body.method"),
    ],
)
def test_a_malformed_old_body_is_refused_and_the_field_named(fields, field):
    with pytest.raises(MalformedEvent) as refusal:
        parse_body("cards_shuffled", fields, 1)

    assert refusal.value.field == field


def test_an_old_body_stored_in_long_forms_is_refused():
    body = msgpack.packb({"deck": "red-1", "by_device": True, "counted": 51}).replace(b"\x33", b"\xcc\x33")

    with pytest.raises(MalformedEvent, match="canonical"):
        decode_body(an_event(type="cards_shuffled", schema=1, body=body))


def test_the_new_fields_are_not_taken_as_version_1_nor_the_old_as_version_2():
    with pytest.raises(MalformedEvent):
        parse_body("cards_shuffled", {"deck": "red-1", "method": "manual"}, 1)
    with pytest.raises(MalformedEvent):
        parse_body("cards_shuffled", {"deck": "red-1", "by_device": True, "counted": None}, 2)
