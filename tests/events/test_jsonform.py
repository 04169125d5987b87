"""Events as JSON lines, in and out."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events.body import TYPES, parse_body
from events.envelope import NO_PREV, Event, decode, encode
from events.errors import MalformedEvent
from events.jsonform import ASSIGNED, JSON_FIELDS, Draft, draft_from_json, to_json
from events.naming import is_name
from events.times import MAX_TIME_US
from tests.events.bodies import EXAMPLES, PREV, an_event, fields_of
from tests.events.whole_events import event_from_json

NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", fullmatch=True)
TIMES = st.integers(0, MAX_TIME_US)


@st.composite
def whole_events(draw):
    name = draw(st.sampled_from(sorted(TYPES)))
    seq = draw(st.integers(1, 2**63 - 1))
    return Event(
        facility=draw(NAMES),
        stream=f"table:{draw(NAMES)}",
        seq=seq,
        prev=NO_PREV
        if seq == 1
        else draw(st.binary(min_size=32, max_size=32).filter(lambda prev: prev != NO_PREV)),
        type=name,
        schema=TYPES[name].SCHEMA,
        occurred_at_us=draw(TIMES),
        recorded_at_us=draw(TIMES),
        gaming_day=str(draw(st.dates())),
        round=draw(st.none() | NAMES),
        actor=draw(st.text(min_size=1, max_size=64).filter(is_name)),
        source_id=draw(st.text(min_size=1, max_size=128)),
        mode=draw(st.sampled_from(["live", "test", "training"])),
        body=parse_body(name, draw(fields_of(TYPES[name]))).to_bytes(),
    )


@given(whole_events())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_an_event_goes_through_json_unchanged(event):
    line = json.dumps(to_json(event))

    assert encode(event_from_json(json.loads(line))) == encode(event)
    assert decode(encode(event)) == event


def test_the_form():
    value = to_json(an_event())

    assert tuple(value) == JSON_FIELDS
    assert value["occurred_at"] == "2026-03-01T21:00:00.000123Z"
    assert value["recorded_at"] == "2026-03-01T21:00:00.000456Z"
    assert value["prev"] == PREV.hex()
    assert value["body"] == EXAMPLES["wager_placed"]


def test_the_order_of_keys_makes_no_difference():
    value = to_json(an_event())
    turned = {**dict(reversed(value.items())), "body": dict(reversed(value["body"].items()))}

    assert encode(event_from_json(turned)) == encode(an_event())


@pytest.mark.parametrize("absent", [*ASSIGNED, "round"])
@pytest.mark.parametrize("how", ["absent", "null"])
def test_what_the_recorder_assigns_may_be_absent(absent, how):
    value = to_json(an_event())
    if how == "absent":
        del value[absent]
    else:
        value[absent] = None

    draft = draft_from_json(value)

    field = {"recorded_at": "recorded_at_us"}.get(absent, absent)
    assert draft == Draft._make(an_event())._replace(**{field: None})
    if absent != "round":
        with pytest.raises(MalformedEvent, match=f"^{absent}: is missing"):
            event_from_json(value)


def test_a_draft_becomes_an_event():
    value = {key: field for key, field in to_json(an_event()).items() if key not in ASSIGNED}
    event = an_event()

    completed = draft_from_json(value)._replace(
        facility=event.facility, seq=event.seq, prev=event.prev, recorded_at_us=event.recorded_at_us,
        gaming_day=event.gaming_day, source_id=event.source_id,
    )  # fmt: skip

    assert encode(Event._make(completed)) == encode(event)


def test_the_first_event_s_draft_may_lack_either_of_number_and_hash():
    first = to_json(an_event(seq=1, prev=NO_PREV))

    assert draft_from_json({**first, "seq": None}).prev == NO_PREV
    assert draft_from_json({**first, "prev": None}).seq == 1


@pytest.mark.parametrize("absent", ["stream", "type", "schema", "occurred_at", "actor", "mode", "body"])
def test_the_rest_may_not_be_absent(absent):
    value = to_json(an_event())
    del value[absent]

    with pytest.raises(MalformedEvent, match=f"^{absent}: is missing"):
        draft_from_json(value)


@pytest.mark.parametrize(
    ("key", "wrong", "field"),
    [
        ("occurred_at", "2026-03-01T21:00:00.000123", "occurred_at"),
        ("occurred_at", 1_772_398_800_000_123, "occurred_at"),
        ("occurred_at", 1.5, "occurred_at"),
        ("recorded_at", "yesterday", "recorded_at"),
        ("recorded_at", False, "recorded_at"),
        ("prev", "ab", "prev"),
        ("prev", PREV.hex().upper(), "prev"),
        ("prev", " " * 64, "prev"),
        ("prev", 0, "prev"),
        ("prev", "00" * 32, "prev"),
        ("seq", 0, "seq"),
        ("seq", True, "seq"),
        ("seq", "7", "seq"),
        ("seq", 7.0, "seq"),
        ("facility", "", "facility"),
        ("facility", [], "facility"),
        ("stream", {}, "stream"),
        ("type", "no_such_type", "type"),
        ("type", ["wager_placed"], "type"),
        ("schema", 2, "schema"),
        ("schema", True, "schema"),
        ("gaming_day", "2026-02-30", "gaming_day"),
        ("round", 7, "round"),
        ("actor", "", "actor"),
        ("actor", "\ud800", "actor"),
        ("source_id", "", "source_id"),
        ("mode", "demo", "mode"),
        ("body", [], "body"),
        ("body", {**EXAMPLES["wager_placed"], "amount_mc": 1.0}, "body.amount_mc"),
        ("colour", "red", "colour"),
    ],
)
def test_what_is_malformed_is_refused_and_the_key_named(key, wrong, field):
    with pytest.raises(MalformedEvent) as refusal:
        draft_from_json({**to_json(an_event()), key: wrong})

    assert refusal.value.field == field


@pytest.mark.parametrize("value", [None, [], "{}", 7])
def test_an_event_is_an_object(value):
    with pytest.raises(MalformedEvent, match=r"^event: must be a JSON object"):
        draft_from_json(value)


def test_an_offset_is_taken_and_the_time_kept_in_utc():
    value = {**to_json(an_event()), "occurred_at": "2026-03-01T16:00:00.000123-05:00"}

    assert event_from_json(value) == an_event()
