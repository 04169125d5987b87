"""Stored states: equal states have equal bytes, come back as they were, and a newer one is refused."""

import doctest
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.errors import MalformedEvent
from projections import state_versions
from projections.state_versions import StateFormat, StateTooNew

T = TypeVar("T")


class Pair(NamedTuple):
    primary: int
    reserve: int


@dataclass(slots=True)
class Row:
    table: str
    seats: tuple[int, ...]


class Held(msgspec.Struct, Generic[T]):
    by_number: dict[int, T]


class State(msgspec.Struct, array_like=True):
    pairs: dict[tuple[str, int], Pair]
    held: Held[bytes]
    claimed: frozenset[tuple[int, str]]
    rows: tuple[Row, ...]
    day: str | None
    live: bool = False


FORMAT = StateFormat(3, State)
NAMES = st.text("abc", max_size=3)
NUMBERS = st.integers(0, 2**40)
STATES = st.builds(
    State,
    st.dictionaries(st.tuples(NAMES, NUMBERS), st.builds(Pair, NUMBERS, NUMBERS)),
    st.builds(Held, st.dictionaries(NUMBERS, st.binary(max_size=3))),
    st.frozensets(st.tuples(NUMBERS, NAMES)),
    st.lists(st.builds(Row, NAMES, st.lists(NUMBERS).map(tuple)), max_size=3).map(tuple),
    st.none() | NAMES,
    st.booleans(),
)


@given(STATES)
def test_a_state_comes_back_as_it_was_stored(state):
    assert FORMAT.load(FORMAT.dump(state)) == state


@given(STATES, st.randoms())
def test_equal_states_give_equal_bytes_in_whatever_order_they_were_filled(state, random):
    def shuffled(filled):
        items = list(filled.items())
        random.shuffle(items)
        return dict(items)

    held = Held(shuffled(state.held.by_number))
    other = State(shuffled(state.pairs), held, *list(msgspec.structs.astuple(state))[2:])
    assert FORMAT.dump(other) == FORMAT.dump(state)


@given(STATES)
def test_a_state_of_a_newer_release_is_refused_whatever_its_shape(state):
    newer = [StateFormat(4, State).dump(state), msgspec.msgpack.encode([4, "another", "shape"])]
    for dumped in newer:
        with pytest.raises(StateTooNew, match="format is 4, this release knows 3: update this worker"):
            FORMAT.load(dumped)


@pytest.mark.parametrize("dumped", [b"", b"\x00", b"\x90", b"\xc1", msgspec.msgpack.encode((3, "no state"))])
def test_bytes_that_are_not_a_state_are_named_as_such(dumped):
    with pytest.raises(MalformedEvent, match="not a state of format 3"):
        FORMAT.load(dumped)


def test_what_no_state_can_hold_is_refused():
    for state in (dict[str, float], dict[str, Any]):
        with pytest.raises(TypeError, match="a stored state cannot hold"):
            StateFormat(1, state)


def test_the_example_of_the_docstring_runs():
    results = doctest.testmod(state_versions)
    assert results.attempted > 3
    assert results.failed == 0


class Links(msgspec.Struct, array_like=True):
    feeds: dict[str, set[str]]
    rows: dict[str, Row]
    pair: Pair


class LinksBesideNumbers(msgspec.Struct, array_like=True):
    """A state that has a dict with other keys, too: not encoded at once."""

    links: Links
    numbers: dict[int, int]


@given(
    st.builds(
        Links,
        st.dictionaries(NAMES, st.sets(NAMES)),
        st.dictionaries(NAMES, st.builds(Row, NAMES, st.lists(NUMBERS).map(tuple))),
        st.builds(Pair, NUMBERS, NUMBERS),
    )
)
def test_a_state_whose_dicts_have_texts_as_keys_is_encoded_at_once_to_the_same_bytes(state):
    links, beside = StateFormat(1, Links), StateFormat(1, LinksBesideNumbers)
    assert links.dump(state) == beside.dump(LinksBesideNumbers(state, {}))[: -len(b"\x80")].replace(
        b"\x92\x01\x92", b"\x92\x01", 1
    )
    assert links.load(links.dump(state)) == state
