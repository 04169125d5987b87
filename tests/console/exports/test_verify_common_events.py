"""The verifier's quick way past events of which only the stream is to be checked: as the slow one."""

import re

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.exports import verify_bag
from events.envelope import decode, encode
from tests.console.exports.verified_histories import Listed
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
            for index, entry in enumerate(entries):
                streams.take(index, entry)
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


FIELDS = {
    "facility": "X", "stream": "table:T-09", "seq": 40, "prev": b"y" * 32, "type": "bets_closed", "schema": 2,
    "occurred_at_us": 1, "recorded_at_us": 2**50, "gaming_day": "2026-03-09", "round": None, "actor": "ö",
    "source_id": "x" * 40, "mode": "test", "body": b"x" * 300,
}  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
def test_whatever_a_field_says_both_ways_say_the_same(field):
    other = encode(decode(KNOWN[-1])._replace(**{field: FIELDS[field]}))
    entries = [*KNOWN[:-1], other]
    quick, slow = taken(entries, quickly=True), taken(entries, quickly=False)
    assert quick[0] == slow[0]
    assert quick[1] < slow[1]


@pytest.mark.parametrize("field", range(14))
def test_a_text_that_is_not_as_long_as_it_says_is_no_event(field):
    """A length that takes the next field in, or lets the end of a text pass for one."""
    for by in (-1, 1):
        parts = [bytearray(msgpack.packb(each)) for each in msgpack.unpackb(KNOWN[-1])]
        length = parts[field][0] == 0xC4  # of bytes, it stands behind their kind
        parts[field][length] = (parts[field][length] + by) % 256
        entries = [*KNOWN[:-1], b"\x9e" + b"".join(parts)]
        assert taken(entries, quickly=True)[0] == taken(entries, quickly=False)[0]


def test_a_number_that_is_a_letter_too_is_read_as_a_number():
    chains = Chains()
    entries = [each.value for each in chains.take(["table:T"] * 140)]
    quick, slow = taken(entries, quickly=True), taken(entries, quickly=False)
    assert quick[0] == slow[0]
    assert quick[1] == 1
