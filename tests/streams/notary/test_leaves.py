"""What becomes a leaf: events once, in order; the rest wrapped, so that it does not pass for an event."""

from hashlib import sha256

import msgpack
import pytest

from events.envelope import NO_PREV
from events.topics import EVENTS, FINDINGS, METERS, QUARANTINE
from projections.records import Chunk
from streams.notary.leaves import LeafMaker, Wrapped, series_of_entry, wrapped
from tests.streams.sealed_events import Chains, sealed


class Taken:
    """A maker with everything that it made, which is what is logged."""

    def __init__(self):
        self.leaves = []
        self.maker = LeafMaker({}, self.is_logged)

    def is_logged(self, series, seq, value):
        return any((leaf.series, leaf.seq, leaf.entry) == (series, seq, value) for leaf in self.leaves)

    def take(self, topic, values, keys=None, start=0):
        before = len(self.leaves)
        encoded = None if keys is None else [key if key is None else key.encode() for key in keys]
        for leaf in self.maker.take(topic, 3, Chunk(start, encoded, values)):
            self.leaves.append(leaf)
        return self.leaves[before:]


def unwrapped(leaf):
    """The map of a leaf that is not an event."""
    assert series_of_entry(leaf.entry) is None
    found = msgpack.unpackb(leaf.entry)
    assert type(found) is dict
    return found


def test_events_are_leaves_as_they_are_and_only_once():
    chains, taken = Chains(), Taken()
    first = chains.take(["table:A", "table:B", "table:A"])
    values = [event.value for event in first]

    assert [leaf.entry for leaf in taken.take(EVENTS, values)] == values
    assert [(leaf.series, leaf.seq) for leaf in taken.leaves] == [
        ("table:A", 1),
        ("table:B", 1),
        ("table:A", 2),
    ]
    assert taken.take(EVENTS, values) == []
    assert taken.take(EVENTS, [values[2], chains.next("table:A").value, values[0]])[0].seq == 3
    assert len(taken.leaves) == 4


def test_another_event_at_a_number_that_is_taken_is_a_fork_and_so_is_what_follows_it():
    chains, taken = Chains(), Taken()
    a1, a2 = chains.take(["table:A"] * 2)
    taken.take(EVENTS, [a1.value, a2.value])
    loser = sealed("table:A", 2, a1.hash, body=b"\x90")
    follower = sealed("table:A", 3, loser.hash)
    later = sealed("table:A", 4, follower.hash)

    leaves = taken.take(EVENTS, [loser.value, follower.value, later.value], ["table:A"] * 3, start=17)

    assert [unwrapped(leaf) for leaf in leaves] == [
        {
            "kind": "fork",
            "topic": "events",
            "partition": 3,
            "offset": 17 + at,
            "key": "table:A",
            "value": each.value,
        }
        for at, each in enumerate([loser, follower, later])
    ]
    a3 = chains.next("table:A")
    assert taken.take(EVENTS, [a3.value])[0] == (a3.value, "table:A", 3)


def test_the_next_number_behind_another_event_is_a_fork():
    chains, taken = Chains(), Taken()
    taken.take(EVENTS, [chains.next("table:A").value])
    (leaf,) = taken.take(EVENTS, [sealed("table:A", 2, b"x" * 32).value])
    assert unwrapped(leaf)["kind"] == "fork"


def test_an_event_behind_a_gap_is_a_leaf_and_the_missing_one_comes_too_late():
    chains, taken = Chains(), Taken()
    events = chains.take(["table:A"] * 4)
    assert len(taken.take(EVENTS, [events[0].value, events[2].value, events[3].value])) == 3
    (late,) = taken.take(EVENTS, [events[1].value])
    assert unwrapped(late)["kind"] == "fork"


@pytest.mark.parametrize(
    ("topic", "stream", "key"),
    [
        (EVENTS, "table:A", "table:B"),
        (EVENTS, "table:A", "misplaced:table:A"),
        (EVENTS, "table:A", None),
        (EVENTS, "meter:A", "meter:A"),
        (EVENTS, "finding:table:A", "finding:table:A"),
        (METERS, "meter:A", "meter:A"),
        (METERS, "table:A", "A"),
        (FINDINGS, "table:A", "table:A"),
    ],
)
def test_an_event_under_another_key_or_topic_is_wrapped(topic, stream, key):
    value = sealed(stream, 1, NO_PREV).value
    (leaf,) = Taken().take(topic, [value], [key])
    assert unwrapped(leaf) == {
        "kind": "unreadable", "topic": topic, "partition": 3, "offset": 0, "key": key or "", "value": value,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("topic", "stream", "key"), [(METERS, "meter:A", "A"), (FINDINGS, "finding:table:A", "finding:table:A")]
)
def test_what_was_decided_and_found_are_events(topic, stream, key):
    value = sealed(stream, 1, NO_PREV).value
    (leaf,) = Taken().take(topic, [value], [key])
    assert leaf.entry == value


def test_each_list_of_checks_numbers_its_findings_by_itself():
    old = sealed("finding:table:A", 1, NO_PREV).value
    new = old.replace(b"D-17", b"D-18")
    taken = Taken()
    leaves = taken.take(FINDINGS, [old, new, old], ["finding:table:A"] * 3)
    assert [(leaf.series, leaf.seq) for leaf in leaves] == [
        ("finding:table:A D-17", 1),
        ("finding:table:A D-18", 1),
    ]


@pytest.mark.parametrize("value", [b"", b"\xc1", b"\x80", b"x" * 70_000, msgpack.packb(["PA-01", "table:A"])])
def test_bytes_that_are_no_event_do_not_stop_those_around_them(value):
    chains, taken = Chains(), Taken()
    before, after = chains.take(["table:A"] * 2)
    leaves = taken.take(EVENTS, [before.value, value, after.value], ["table:A"] * 3)

    assert [leaves[0].entry, leaves[2].entry] == [before.value, after.value]
    found = unwrapped(leaves[1])
    assert found["kind"] == "unreadable"
    assert found.get("value", sha256(value).digest()) == (value if len(value) < 65_000 else found["sha256"])


def test_quarantined_bytes_are_wrapped_whatever_they_are():
    event = sealed("table:A", 1, NO_PREV).value
    leaves = Taken().take(QUARANTINE, [event, b"anything"], ["table:A", "x"])
    assert [unwrapped(leaf)["value"] for leaf in leaves] == [event, b"anything"]
    assert {unwrapped(leaf)["kind"] for leaf in leaves} == {"quarantined"}


def test_what_does_not_fit_an_entry_is_there_by_its_hash():
    room = 65_535 - len(wrapped(Wrapped.FORK, b"x" * 300, topic=EVENTS)) + 300
    assert len(wrapped(Wrapped.FORK, b"x" * room, topic=EVENTS)) == 65_535
    long = b"x" * (room + 1)
    assert msgpack.unpackb(wrapped(Wrapped.FORK, long, topic=EVENTS)) == {
        "kind": "fork", "topic": EVENTS, "sha256": sha256(long).digest(), "length": room + 1,
    }  # fmt: skip
