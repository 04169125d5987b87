"""The fast reader of a line: what it takes the other one takes too, and makes the same draft of."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import events.vocabulary  # noqa: F401 - fills the event types
from events.errors import MalformedEvent
from events.jsonform import ASSIGNED, JSON_FIELDS, draft_from_json, draft_from_line

EXAMPLES = json.loads((Path(__file__).parents[2] / "docs/event_examples.json").read_text())


def whole(type_: str, body: object) -> dict:
    return {
        "facility": "PA-01",
        "stream": "table:HCF-01",
        "seq": 3,
        "prev": "ab" * 32,
        "type": type_,
        "schema": 1,
        "occurred_at": "2026-01-01T20:40:01.000000Z",
        "recorded_at": "2026-01-01T20:40:02.5+01:00",
        "gaming_day": "2026-01-01",
        "round": "R-1",
        "actor": "D-17",
        "source_id": "d-7#3",
        "mode": "live",
        "body": body,
    }


def slowly(line: bytes):
    value = json.loads(line.decode())
    if isinstance(value, dict) and value.get("source_id") is None:
        value["source_id"] = "file#7"
    return draft_from_json(value)


def agree(line: bytes) -> bool:
    """Whether the fast reader took the line; what it took the other one must take as well."""
    fast = draft_from_line(line, "file#7")
    if fast is not None:
        assert fast == slowly(line)
    return fast is not None


@pytest.mark.parametrize("type_", EXAMPLES)
def test_every_type_is_read_fast(type_):
    value = whole(type_, EXAMPLES[type_])
    assert agree(json.dumps(value).encode())
    client = {name: field for name, field in value.items() if name not in ASSIGNED}
    assert agree(json.dumps(client).encode())
    assert agree(json.dumps({**value, "round": None, "source_id": None}, ensure_ascii=False).encode())


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, 1, 2, -1, 10**14 + 1, 2**63, 2**64, 1.0, 1e3, float("nan"), float("inf")]),
    st.sampled_from(
        ["", " ", "live", "1", "é", "\ud800", "\x00", "x" * 200, "2026-01-01", "Ah", "2026-02-30"]
    ),
    st.sampled_from(
        ["2026-01-01T20:40:01.000000Z", "2026-01-01T20:40:61.000000Z", "2026-01-01T20:40:01.00000٧Z"]
    ),
    st.sampled_from(
        ["table:T", "desk:D", "meter:M", "chair:1", "ab" * 32, "AB" * 32, "card_dealt", "recorder#1"]
    ),
    st.lists(st.integers(0, 2), max_size=2),
    st.dictionaries(st.sampled_from(["a", "seat"]), st.integers(0, 2), max_size=2),
)


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(sorted(EXAMPLES)), st.data())
def test_whatever_is_changed_both_readers_agree(type_, data):
    value = whole(type_, json.loads(json.dumps(EXAMPLES[type_])))
    for _ in range(data.draw(st.integers(1, 2))):
        place = value if data.draw(st.booleans()) else value.get("body")
        if not isinstance(place, dict):
            break
        names = sorted(place) or ["x"]
        name = data.draw(st.sampled_from([*names, "colour", *JSON_FIELDS[:2]]))
        if data.draw(st.booleans()):
            place.pop(name, None)
        else:
            place[name] = data.draw(VALUES)
    line = json.dumps(value).encode()
    try:
        slow = slowly(line)
    except (MalformedEvent, ValueError):
        assert draft_from_line(line, "file#7") is None
    else:
        assert draft_from_line(line, "file#7") in (None, slow)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"[1]",
        b"{",
        b'{"stream": "table:T"} x',
        b'\xef\xbb\xbf{"stream": "table:T"}',
        b'{"actor": "D\xfcrer"}',
        b"[" * 100_000,
        b'{"seq": ' + b"9" * 5_000 + b"}",
    ],
)
def test_what_is_not_a_line_is_left_to_the_other_reader(line):
    assert draft_from_line(line, "file#7") is None


@pytest.mark.parametrize("name", ["facility", "gaming_day", "round", "source_id", "actor", "mode"])
def test_an_empty_text_is_not_an_absent_one(name):
    value = whole("note_recorded", EXAMPLES["note_recorded"])
    assert not agree(json.dumps({**value, name: ""}).encode())


def test_of_a_key_twice_the_last_counts():
    line = json.dumps(whole("note_recorded", EXAMPLES["note_recorded"])).encode()
    assert agree(line.replace(b'"actor": "D-17"', b'"actor": "D-1", "actor": "D-2"'))
    assert agree(line.replace(b'"body": {', b'"body": 1, "body": {', 1))
