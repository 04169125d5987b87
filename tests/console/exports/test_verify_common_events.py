"""The verifier's quick way past events of which only the stream is to be checked: as the slow one."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.exports import verify_bag
from tests.console.exports.verified_histories import Listed, changed_fields
from tests.streams.sealed_events import Chains, spread

KNOWN = [each.value for each in spread(12, 2)]


def taken(entries, *, quickly):
    """What the verifier makes of these, and how many it had to take apart."""
    streams = verify_bag.Streams(Listed(entries), None)
    slow = []
    with pytest.MonkeyPatch.context() as patch:
        read = verify_bag.unpack_event
        patch.setattr(verify_bag, "unpack_event", lambda entry: slow.append(entry) or read(entry))
        if not quickly:
            patch.setattr(verify_bag, "COMMON", re.compile(b"(?!)"))
        try:
            streams.take(range(len(entries)), entries)
            streams.finish()
        except verify_bag.Bad as bad:
            return str(bad), len(slow)
    return (streams.heads, streams.said(), streams.links.newest), len(slow)


def test_events_that_only_continue_their_stream_are_not_taken_apart():
    quick, slow = taken(KNOWN, quickly=True), taken(KNOWN, quickly=False)
    assert quick[0] == slow[0]
    assert (quick[1], slow[1]) == (2, 12)


@given(st.data())
def test_whatever_is_changed_both_ways_say_the_same(data):
    """Bytes changed, put in or left out, in the last event or in one of which others follow."""
    at = data.draw(st.sampled_from([len(KNOWN) - 1, 6]))
    value = bytearray(KNOWN[at])
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(value) - 1))
        value[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
    entries = [*KNOWN[:at], bytes(value), *KNOWN[at + 1 :]]
    assert taken(entries, quickly=True)[0] == taken(entries, quickly=False)[0]


def test_whatever_a_field_says_or_how_long_it_says_that_it_is_both_ways_say_the_same():
    for entries in changed_fields():
        quick, slow = taken(entries, quickly=True), taken(entries, quickly=False)
        assert quick[0] == slow[0]
        assert quick[1] < slow[1]


def test_a_number_that_is_a_letter_too_is_read_as_a_number():
    chains = Chains()
    entries = [each.value for each in chains.take(["table:T"] * 140)]
    quick, slow = taken(entries, quickly=True), taken(entries, quickly=False)
    assert quick[0] == slow[0]
    assert quick[1] == 1
