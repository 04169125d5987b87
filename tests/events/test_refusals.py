"""What is malformed is refused, and the refusal names the field."""

from __future__ import annotations

import math

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.body import decode_body, parse_body
from events.envelope import MAX_EVENT_BYTES, NO_PREV, Event, decode, encode, stream_name
from events.errors import MalformedEvent, PitledgerError, UnknownEventType
from tests.events.bodies import EXAMPLES, PREV, an_event, failing

HEADER = [
    ("facility", ""),
    ("facility", "two words"),
    ("facility", 7),
    ("stream", "HCF-01"),
    ("stream", "shoe:HCF-01"),
    ("stream", "table:"),
    ("stream", "table:a:b"),
    ("stream", None),
    ("seq", 0),
    ("seq", -1),
    ("seq", 2**63),
    ("seq", True),
    ("seq", 7.0),
    ("seq", "7"),
    ("prev", b"\x01" * 31),
    ("prev", b"\x01" * 33),
    ("prev", NO_PREV),
    ("prev", "ab" * 32),
    ("type", "Wager Placed"),
    ("type", ""),
    ("type", "wager-placed"),
    ("schema", 0),
    ("schema", True),
    ("schema", 1.0),
    ("schema", 2**63),
    ("occurred_at_us", -1),
    ("occurred_at_us", 1.5),
    ("occurred_at_us", math.nan),
    ("occurred_at_us", "2026-03-01T21:00:00"),
    ("occurred_at_us", 253_402_300_800_000_000),
    ("recorded_at_us", -1),
    ("recorded_at_us", False),
    ("recorded_at_us", None),
    ("recorded_at_us", 2**63),
    ("gaming_day", "2026-3-1"),
    ("gaming_day", "2026-02-29"),
    ("gaming_day", "2026-13-01"),
    ("gaming_day", "٢٠٢٦-03-01"),
    ("gaming_day", None),
    ("round", ""),
    ("round", "R 1187"),
    ("round", 1187),
    ("actor", ""),
    ("actor", "D" * 65),
    ("actor", None),
    ("actor", "D-\ud800"),
    ("source_id", ""),
    ("source_id", "x" * 129),
    ("source_id", 99120),
    ("source_id", "\udfff"),
    ("mode", "demo"),
    ("mode", "LIVE"),
    ("body", "{}"),
    ("body", None),
    ("body", {}),
]


@pytest.mark.parametrize(("field", "value"), HEADER)
def test_a_malformed_header_is_refused_and_the_field_named(field, value):
    with pytest.raises(MalformedEvent) as refusal:
        encode(an_event(**{field: value}))

    assert refusal.value.field == field
    assert str(refusal.value).startswith(f"{field}: ")


@pytest.mark.parametrize(
    ("field", "value"),
    [case for case in HEADER if "\ud800" not in str(case[1]) and "\udfff" not in str(case[1])],
)
def test_the_same_is_refused_in_bytes_from_outside(field, value):
    encoded = msgpack.packb(tuple(an_event(**{field: value})))

    with pytest.raises(MalformedEvent) as refusal:
        decode(encoded)

    assert refusal.value.field == field


def test_only_the_first_event_has_no_event_before_it():
    assert decode(encode(an_event(seq=1, prev=NO_PREV))).seq == 1
    with pytest.raises(MalformedEvent, match=r"^prev: "):
        encode(an_event(seq=1, prev=PREV))


@pytest.mark.parametrize(
    ("kind", "owner"),
    [
        *(("shoe", "HCF-01"), ("table", "HCF 01"), ("table", ""), ("desk", "x" * 65), ("", "HCF-01")),
        *(("finding", "HCF-01"), ("finding", "router:L1"), ("finding", "table:H 1"), ("finding", "table:")),
    ],
)
def test_no_stream_is_named_wrongly(kind, owner):
    with pytest.raises(MalformedEvent, match=r"^stream: "):
        stream_name(kind, owner)


GOOD = encode(an_event())


@pytest.mark.parametrize(
    "encoded",
    [
        b"",
        GOOD[:-1],
        GOOD + b"\xc0",
        GOOD + GOOD,
        b"\xc1",
        msgpack.packb(dict(zip(Event._fields, an_event(), strict=True))),
        msgpack.packb(tuple(an_event())[:-1]),
        msgpack.packb((*an_event(), None)),
        msgpack.packb(7),
        b"\x91" * 60_000,
        b"\xd9\x01\xff",
    ],
    ids=[
        "empty",
        "cut",
        "trailing",
        "twice",
        "reserved",
        "map",
        "short",
        "long",
        "number",
        "deep",
        "not UTF-8",
    ],
)
def test_bytes_that_are_no_event_are_refused(encoded):
    with pytest.raises(MalformedEvent, match=r"^event: "):
        decode(encoded)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        (b"\x9e", b"\xdc\x00\x0e"),
        (b"\xa4live", b"\xd9\x04live"),
        (b"\x07\xc4\x20", b"\xcc\x07\xc4\x20"),
        (b"\xc4\x20" + PREV, b"\xc5\x00\x20" + PREV),
    ],
    ids=["array", "text", "integer", "bytes"],
)
def test_an_encoding_longer_than_needed_is_refused(short, long):
    assert short in GOOD
    with pytest.raises(MalformedEvent, match=r"not the canonical"):
        decode(GOOD.replace(short, long, 1))


@given(st.binary(max_size=200))
def test_whatever_is_decoded_encodes_to_the_same_bytes(noise):
    try:
        event = decode(noise)
    except MalformedEvent:
        return
    assert encode(event) == noise


@given(st.integers(0, len(GOOD) - 1), st.integers(0, 255))
def test_one_byte_changed_is_refused_or_another_event(place, byte):
    changed = GOOD[:place] + bytes([byte]) + GOOD[place + 1 :]
    try:
        event = decode(changed)
    except MalformedEvent:
        return
    assert encode(event) == changed
    assert (event == an_event()) == (changed == GOOD)


def test_an_event_may_have_65_535_bytes_and_no_more():
    room = MAX_EVENT_BYTES - len(encode(an_event(body=bytes(60_000)))) + 60_000
    largest = encode(an_event(body=bytes(room)))

    assert len(largest) == MAX_EVENT_BYTES
    assert encode(decode(largest)) == largest
    with pytest.raises(MalformedEvent, match=r"^body: the event has 65536 bytes, at most 65535"):
        encode(an_event(body=bytes(room + 1)))
    with pytest.raises(MalformedEvent, match=r"^event: it has 65536 bytes"):
        decode(msgpack.packb(tuple(an_event(body=bytes(room + 1)))))


BODIES = [
    ("wager_placed", {"amount_mc": 2_500_000.0}, "amount_mc"),
    ("wager_placed", {"amount_mc": math.nan}, "amount_mc"),
    ("wager_placed", {"amount_mc": "2500000"}, "amount_mc"),
    ("wager_placed", {"amount_mc": True}, "amount_mc"),
    ("wager_placed", {"amount_mc": -1}, "amount_mc"),
    ("wager_placed", {"amount_mc": 2**63}, "amount_mc"),
    ("wager_placed", {"amount_mc": None}, "amount_mc"),
    ("wager_placed", {"seat": 0}, "seat"),
    ("wager_placed", {"seat": 256}, "seat"),
    ("wager_placed", {"seat": False}, "seat"),
    ("wager_placed", {"seat": 3.0}, "seat"),
    ("wager_placed", {"wager": ""}, "wager"),
    ("wager_placed", {"wager": "the ante"}, "wager"),
    ("wager_placed", {"wager": "ante\n"}, "wager"),
    ("wager_placed", {"wager": b"ante"}, "wager"),
    ("wager_placed", {"instrument": "cheque"}, "instrument"),
    ("wager_placed", {"colour": "red"}, "colour"),
    ("card_dealt", {"card": "1s"}, "card"),
    ("card_dealt", {"card": "10s"}, "card"),
    ("card_dealt", {"card": "AS"}, "card"),
    ("card_dealt", {"card": "as"}, "card"),
    ("card_dealt", {"card": ""}, "card"),
    ("card_dealt", {"card": 12}, "card"),
    ("card_dealt", {"to": "shoe"}, "to"),
    ("card_dealt", {"to": "dealer"}, "seat"),
    ("card_dealt", {"seat": None}, "seat"),
    ("hand_revealed", {"seat": 3}, "seat"),
    ("hand_revealed", {"cards": ["9h", "4x"]}, "cards.1"),
    ("hand_revealed", {"cards": "9h4h"}, "cards"),
    ("stack_delivered", {"cards": None}, "cards"),
    ("table_opened", {"rulebook_sha256": "ab"}, "rulebook_sha256"),
    ("table_opened", {"progressives": [{"wager": "p", "link": "L"}]}, "progressives.0.unit_wager_mc"),
    ("table_opened", {"options": [{"option": "x", "value": 1.5}]}, "options.0.value"),
    ("table_opened", {"dealer": ""}, "dealer"),
    ("table_opened", {"submission": "\ud800"}, "submission"),
    ("table_day_ended", {"day": "2026-02-30"}, "day"),
    ("table_day_ended", {"day": "yesterday"}, "day"),
    ("stream_resumed", {"stream": "HCF-01"}, "stream"),
    ("stream_resumed", {"from_seq": 0}, "from_seq"),
    ("bets_closed", {"legs": [{"link": "L", "leg": 1, "wagers": [{"seat": 1}]}]}, "legs.0.wagers.0.wager"),
    ("award_locked", {"percent_bp": 10_001}, "percent_bp"),
    ("note_recorded", {"text": "x" * 2001}, "text"),
    ("player_seated", {"player": ""}, "player"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "changes", "field"), BODIES)
def test_a_malformed_body_is_refused_and_the_field_named(name, changes, field):
    with pytest.raises(MalformedEvent) as refusal:
        parse_body(name, {**EXAMPLES[name], **changes})

    assert refusal.value.field == f"body.{field}" or refusal.value.field.startswith(f"body.{field}.")


def test_a_field_too_many_is_refused_in_every_type():
    def check(name):
        with pytest.raises(MalformedEvent, match=r"^body\.unheard_of: "):
            parse_body(name, {**EXAMPLES[name], "unheard_of": 1})

    assert failing(check) == {}


@pytest.mark.parametrize("wrong", [1.0, True, "1", math.inf, -(2**70)])
def test_no_number_of_any_type_is_anything_but_an_integer(wrong):
    looked_at = 0

    def check(name):
        nonlocal looked_at
        for field in (field for field, value in EXAMPLES[name].items() if type(value) is int):
            with pytest.raises(MalformedEvent) as refusal:
                parse_body(name, {**EXAMPLES[name], field: wrong})
            assert refusal.value.field == f"body.{field}"
            looked_at += 1

    assert failing(check) == {}
    assert looked_at > 170


def test_a_seat_left_out_is_missed():
    with pytest.raises(MalformedEvent, match=r"^body\.seat: .*a betting position needs its seat"):
        parse_body("card_dealt", {"to": "seat", "position": 1})


@pytest.mark.parametrize("fields", [None, [], "x", 3, [["seat", 3]]])
def test_a_body_is_an_object(fields):
    with pytest.raises(MalformedEvent, match=r"^body: must be an object"):
        parse_body("wager_placed", fields)


def test_an_unknown_type_or_version_says_what_to_do():
    with pytest.raises(UnknownEventType, match=r"'wager_plcaed' is not an event type.*pitledger schema"):
        parse_body("wager_plcaed", {})
    with pytest.raises(UnknownEventType, match=r"has versions 1 to 1, not 2: update Pitledger"):
        parse_body("wager_placed", EXAMPLES["wager_placed"], 2)
    with pytest.raises(UnknownEventType, match=r"not 0"):
        parse_body("wager_placed", EXAMPLES["wager_placed"], 0)
    assert issubclass(UnknownEventType, PitledgerError)


STORED = EXAMPLES["wager_placed"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xc1",
        msgpack.packb(STORED) + b"\x00",
        msgpack.packb(STORED)[:-1],
        msgpack.packb(dict(reversed(STORED.items()))),
        msgpack.packb({**STORED, "seat": 3}).replace(b"\x03", b"\xcc\x03", 1),
        b"\x85\xa4seat\x03" + msgpack.packb(STORED)[1:],
        msgpack.packb({3: 4}),
        msgpack.packb({b"seat": 3}),
        msgpack.packb({**STORED, "amount_mc": 1.0}),
        msgpack.packb({**STORED, "seat": msgpack.ExtType(5, b"3")}),
        msgpack.packb({**STORED, "seat": msgpack.Timestamp(3)}),
        msgpack.packb([1, 2]),
    ],
    ids=[
        "empty", "reserved", "trailing", "cut", "other order", "long integer", "a key twice",
        "number as key", "bytes as key", "float", "extension", "timestamp", "array",
    ],
)  # fmt: skip
def test_a_stored_body_that_is_not_canonical_is_refused(body):
    with pytest.raises(MalformedEvent, match=r"^body"):
        decode_body(an_event(body=body))


def test_a_stored_body_must_hold_every_field():
    body = {"to": "seat", "seat": 3, "position": 1, "card": "As", "face": "down"}
    assert decode_body(an_event(type="card_dealt", body=msgpack.packb(body)))
    del body["face"]
    with pytest.raises(MalformedEvent, match=r"every field, in the model's order"):
        decode_body(an_event(type="card_dealt", body=msgpack.packb(body)))
