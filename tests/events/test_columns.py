"""Many events at once are judged as one by one: `decode_rows` takes exactly what `decode` takes."""

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.columns import decode_rows
from events.envelope import FIELDS, NO_PREV, decode
from events.errors import MalformedEvent
from tests.traffic import traffic

GOOD = [sealed.value for sealed in traffic(300, tables=3)]
MIDDLE = msgpack.unpackb(GOOD[150])

BAD = {
    "facility": ["", "a b", 7, None, b"PA01", ["PA01"]],
    "stream": ["table", "chair:T1", "table:", 7, None],
    "seq": [0, -1, True, 1.0, 2**63, "2", None, 1],
    "prev": [b"", bytes(31), NO_PREV, "x" * 32, None],
    "type": ["", "Wager", 7, None],
    "schema": [0, True, 1.0, 2**63, "1"],
    "occurred_at_us": [-1, 2**62, True, 1.5, None],
    "recorded_at_us": [-1, 2**62, False, "now"],
    "gaming_day": ["2023-02-30", "today", 7, None],
    "round": ["", "a b", 7, b"R-1", {}],
    "actor": ["", "x" * 65, "\x00", "D\n", 7, None],
    "source_id": ["", "x" * 129, 7, None],
    "mode": ["Live", "", 7, None],
    "body": ["text", None, 7],
}


def refused(values):
    """Whether one by one some event is refused."""
    for value in values:
        try:
            decode(value)
        except MalformedEvent:
            return True
    return False


def test_good_events_come_out_as_tuples():
    assert decode_rows(GOOD) == [tuple(decode(value)) for value in GOOD]


@pytest.mark.parametrize("field", FIELDS)
def test_one_bad_field_among_many_events_is_refused(field):
    for bad in BAD[field]:
        fields = list(MIDDLE)
        fields[FIELDS.index(field)] = bad
        values = [*GOOD[:150], msgpack.packb(fields), *GOOD[151:]]
        assert refused(values), bad
        with pytest.raises(MalformedEvent):
            decode_rows(values)


def test_the_first_event_of_a_stream_has_no_prev_and_no_other_has():
    first = next(n for n, value in enumerate(GOOD) if decode(value).seq == 1)
    fields = msgpack.unpackb(GOOD[first])
    fields[FIELDS.index("prev")] = b"x" * 32
    with pytest.raises(MalformedEvent):
        decode_rows([*GOOD[:first], msgpack.packb(fields), *GOOD[first + 1 :]])


@pytest.mark.parametrize(
    "value",
    [
        b"",
        b"\x90",
        b"\xc1",
        msgpack.packb(7),
        msgpack.packb(dict.fromkeys(range(14))),
        msgpack.packb(MIDDLE[:13]),
        GOOD[150] + b"\x00",
        GOOD[150][:-1],
        b"\xdc\x00\x0e" + GOOD[150][1:],
        b"\x91" * 2_000,
        msgpack.packb([*MIDDLE[:13], bytes(65_535)]),
    ],
    ids=range(11),
)
def test_bytes_that_are_no_canonical_event_are_refused(value):
    assert refused([value])
    with pytest.raises(MalformedEvent):
        decode_rows([*GOOD[:150], value, *GOOD[151:]])


def test_two_halves_of_an_event_are_not_one():
    with pytest.raises(MalformedEvent):
        decode_rows([GOOD[0], GOOD[1][:50], GOOD[1][50:]])


def test_no_events_are_refused():
    with pytest.raises(MalformedEvent):
        decode_rows([])


@given(st.integers(0, 299), st.integers(0, 400), st.integers(0, 255))
def test_any_changed_byte_is_judged_as_one_by_one(which, place, byte):
    changed = bytearray(GOOD[which])
    changed[place % len(changed)] = byte
    values = [*GOOD[:which], bytes(changed), *GOOD[which + 1 :]]
    if refused(values):
        with pytest.raises(MalformedEvent):
            decode_rows(values)
    else:
        assert decode_rows(values) == [tuple(decode(value)) for value in values]


@pytest.mark.parametrize("values", [[], [b"\xc1"], [GOOD[0] + b"\0"]], ids=["none", "no event", "too long"])
def test_a_refusal_keeps_nothing_of_the_one_before(values):
    refusals = []
    for _ in range(2):
        with pytest.raises(MalformedEvent) as refusal:
            decode_rows(values)
        refusals.append(refusal.value)

    assert refusals[0] is not refusals[1]
