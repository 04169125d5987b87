"""One definition of a fact: pydantic at the edge and msgspec inside take the same and make the same bytes."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from events import body as reading
from events.body import TYPES, body_fields, checked, decode_body, parse_body, read_body
from events.errors import MalformedEvent
from events.vocabulary.play import WagerPlaced
from tests.events.bodies import EXAMPLES, an_event, fields_of

ODD: list[Any] = [
    None, True, False, 0, 1, -1, 255, 256, 10_000, 10_001, 2**31 - 1, 2**31, 2**63 - 1, 2**63, -(2**63), 1.0,
    "", "x", "a b", "x\n", "é", "x" * 64, "x" * 65, "𝄞" * 64, "𝄞" * 65, "x" * 2000, "x" * 2001, "𝄞" * 2001,
    "As", "As\n", "1s", "aS", "2026-03-01", "2026-02-29", "2026-03-01\n", "0" * 64, "0" * 63 + "\n", "A" * 64,
    "table:T1", "table:T1\n", "chair:T1", "seat", "dealer", "community", "other", b"As",
    [], [None], [1], ["x"], ["As", None], {}, {"seat": 1}, [{}], [{"seat": 1, "amount_mc": 1}],
]  # fmt: skip
"""Values at and beyond the edges of every kind of field."""


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in plain fields, by the keys and indexes that lead there."""
    if at:
        yield at
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield from places(each, (*at, key))


def changed(fields: dict[str, Any], at: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The fields with another value at a place."""
    other = copy.deepcopy(fields)
    inside: Any = other
    for key in at[:-1]:
        inside = inside[key]
    inside[at[-1]] = value
    return other


def stored(name: str, fields: object) -> Any:
    return an_event(type=name, schema=TYPES[name].SCHEMA, body=msgpack.packb(fields))


def taken_at_the_edge(name: str, fields: object) -> bool:
    try:
        parse_body(name, fields)
    except MalformedEvent:
        return False
    return True


def test_inside_and_edge_give_the_same_verdict_on_every_field_of_every_type():
    """The fast reader is asked itself: `decode_body` would ask the edge where that refuses."""
    differ = []
    for name, example in EXAMPLES.items():
        for at in places(example):
            for odd in ODD:
                fields = changed(example, at, odd)
                inside = reading._decode_fast(stored(name, fields)) is not None
                if inside != taken_at_the_edge(name, fields):
                    differ.append((name, at, odd, inside))
    assert differ == []


def test_both_miss_every_field_that_is_left_out_and_refuse_one_too_many():
    """Stored bytes hold every field; from outside, one that has a default may be absent."""
    wrong = []
    for name, example in EXAMPLES.items():
        for at in places(example):
            if isinstance(at[-1], str):
                fields = copy.deepcopy(example)
                inside: Any = fields
                for key in at[:-1]:
                    inside = inside[key]
                del inside[at[-1]]
                if reading._decode_fast(stored(name, fields)) is not None:
                    wrong.append((name, at))
            fields = copy.deepcopy(example)
            inside = fields
            for key in at[:-1]:
                inside = inside[key]
            if isinstance(inside, dict):
                inside["unheard_of"] = 1
                if reading._decode_fast(stored(name, fields)) or taken_at_the_edge(name, fields):
                    wrong.append((name, at))
    assert wrong == []


@given(st.data())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_whatever_the_edge_takes_is_read_inside_and_has_msgpack_s_own_bytes(data):
    name = data.draw(st.sampled_from(sorted(TYPES)))
    body = parse_body(name, data.draw(fields_of(TYPES[name])))
    event = an_event(type=name, schema=body.SCHEMA, body=body.to_bytes())

    assert msgpack.packb(body_fields(body), use_bin_type=True) == body.to_bytes()
    assert reading._decode_fast(event) == body
    assert decode_body(event) == read_body(event) == checked(body) == body


@given(st.data())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_changed_bodies_are_judged_alike(data):
    name = data.draw(st.sampled_from(sorted(TYPES)))
    fields = body_fields(parse_body(name, data.draw(fields_of(TYPES[name]))))
    spots = list(places(fields))
    if not spots:
        return
    anything = st.one_of(st.sampled_from(ODD), st.integers(-(2**63), 2**64 - 1), st.text(max_size=70))
    odd = changed(fields, data.draw(st.sampled_from(spots)), data.draw(anything))

    assert (reading._decode_fast(stored(name, odd)) is not None) == taken_at_the_edge(name, odd)


def test_msgspec_makes_the_bytes_of_msgpack_for_every_example():
    differ = [
        name
        for name, example in EXAMPLES.items()
        if parse_body(name, example).to_bytes() != msgpack.packb(example, use_bin_type=True)
    ]
    assert differ == []


def test_stored_bytes_name_the_bad_field_as_the_edge_does():
    example = EXAMPLES["bets_closed"]
    for at, odd in ((("legs", 0, "leg"), -1), (("legs", 0, "link"), "a b"), (("legs", 0, "leg"), "1")):
        with pytest.raises(MalformedEvent) as edge:
            parse_body("bets_closed", changed(example, at, odd))
        with pytest.raises(MalformedEvent) as inside:
            decode_body(stored("bets_closed", changed(example, at, odd)))
        assert inside.value.field == edge.value.field == "body." + ".".join(map(str, at))
        assert str(inside.value) == str(edge.value)


def test_what_code_makes_of_what_came_from_outside_can_be_checked():
    good = WagerPlaced(seat=1, wager="ante", amount_mc=5, instrument="value_chip")
    assert checked(good) == good
    for seat, wager, field in (
        (0, "ante", "body.seat"),
        (1, "an te", "body.wager"),
        (1, "\ud800", "body.wager"),
    ):
        with pytest.raises(MalformedEvent) as refusal:
            checked(WagerPlaced(seat=seat, wager=wager, amount_mc=5, instrument="value_chip"))
        assert refusal.value.field == field


def test_a_body_that_cannot_be_read_says_so_to_folds_too():
    with pytest.raises(MalformedEvent, match=r"^body\.seat"):
        read_body(stored("wager_placed", {**EXAMPLES["wager_placed"], "seat": 0}))
