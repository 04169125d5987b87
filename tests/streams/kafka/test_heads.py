"""The heads that a writer learns from the end of a partition are those that the whole partition gives."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.envelope import NO_PREV, event_hash
from streams.kafka.heads import (
    MAX_STREAM_EVENTS_IN_A_WAVE,
    TRUSTED_RUN,
    Chain,
    ChainLink,
    PartitionHeads,
    chain_link_of,
)
from streams.log import Head
from tests.streams.sealed_events import sealed

A, B = "table:A", "table:B"
WAVE = 2


def link(stream, seq, prev, salt=""):
    return ChainLink(
        stream, seq, prev, event_hash(f"{stream}/{seq}/{prev.hex()}/{salt}".encode()), "card_dealt"
    )


def run_of(stream, count, start=None, salt=""):
    """That many linked events after `start`, or from the first on."""
    links = []
    seq, prev = (0, NO_PREV) if start is None else (start.seq, start.hash)
    for _ in range(count):
        links.append(link(stream, seq + 1, prev, salt))
        seq, prev = links[-1].seq, links[-1].hash
    return links


def exact(links, stream):
    """The head by the chain rule from the first record on."""
    heads = PartitionHeads(0)
    heads.extend_forward(links, len(links))
    return heads.head(stream)


def from_the_end(links, stream, chunk, trusted_run=TRUSTED_RUN):
    heads = PartitionHeads(len(links), trusted_run)
    while not heads.knows(stream):
        floor = max(0, heads.floor - chunk)
        heads.extend_back(links[floor : heads.floor], floor)
    return heads


class Writer:
    """Sends waves as the appender does and then knows whether it lost; it may send the last one twice."""

    def __init__(self, name):
        self.name, self.believes, self.last = name, {A: None, B: None}, []

    def wave(self, log, stream, count):
        self.last = run_of(stream, count, self.believes[stream], salt=f"{self.name}{len(log)}")
        log.extend(self.last)
        self.believes[stream] = exact(log, stream)

    def again(self, log):
        log.extend(self.last)


STEPS = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from([A, A, B]), st.integers(1, WAVE), st.booleans()), max_size=40
)


@given(STEPS, st.integers(1, 7))
def test_heads_from_the_end_are_those_from_the_start(steps, chunk):
    log, writers = [], [Writer("v"), Writer("w")]
    for which, stream, count, twice in steps:
        writers[which].wave(log, stream, count)
        if twice:
            writers[which].again(log)
    for stream in (A, B):
        assert from_the_end(log, stream, chunk, 2 * WAVE + 1).head(stream) == exact(log, stream)


@given(STEPS, st.integers(1, 7), st.data())
def test_going_on_from_what_was_learned_is_the_same_as_learning_it_all(steps, chunk, data):
    log, writers = [], [Writer("v"), Writer("w")]
    for which, stream, count, _ in steps:
        writers[which].wave(log, stream, count)
    cut = data.draw(st.integers(0, len(log)))
    heads = from_the_end(log[:cut], A, chunk, 2 * WAVE + 1)
    heads.extend_forward(log[cut:], len(log))
    while not heads.knows(B):
        floor = max(0, heads.floor - chunk)
        heads.extend_back(log[floor : heads.floor], floor)
    assert (heads.head(A), heads.head(B)) == (exact(log, A), exact(log, B))


def test_a_run_that_could_be_a_fork_is_not_trusted():
    own = run_of(A, 600)
    fork = run_of(A, MAX_STREAM_EVENTS_IN_A_WAVE, own[-10], salt="stale")
    log = own + fork
    heads = from_the_end(log, A, chunk=MAX_STREAM_EVENTS_IN_A_WAVE)
    assert heads.head(A) == Head(600, own[-1].hash)
    assert 0 < heads.floor < len(own)


def test_a_wave_of_repeats_before_a_lost_wave_is_not_trusted_either():
    own = run_of(A, 600)
    repeats = own[-1 - MAX_STREAM_EVENTS_IN_A_WAVE : -1]
    fork = run_of(A, MAX_STREAM_EVENTS_IN_A_WAVE, repeats[-1], salt="stale")
    heads = from_the_end(own + repeats + fork, A, chunk=2 * MAX_STREAM_EVENTS_IN_A_WAVE)
    assert heads.head(A) == Head(600, own[-1].hash)


def test_what_follows_a_fork_shows_no_gap():
    own = run_of(A, 6)
    fork = run_of(A, 5, own[3], salt="stale")
    chain = Chain()
    assert [chain.take(each) for each in own + fork] == [True] * 6 + [False] * 5
    assert chain.head == Head(6, own[5].hash)


def test_a_gap_is_gone_over_and_a_fork_from_before_it_is_left():
    own = run_of(A, 9)
    chain = Chain()
    taken = [chain.take(each) for each in [*own[:3], *own[5:], own[3], own[8]]]
    assert taken == [True] * 7 + [False] * 2
    assert chain.head == Head(9, own[8].hash)


def test_streams_on_the_way_are_known_and_others_are_not():
    log = [each for pair in zip(run_of(A, 300), run_of(B, 300), strict=True) for each in pair]
    heads = from_the_end(run_of("table:OLD", 5) + log, A, chunk=550)
    assert heads.knows(B)
    assert not heads.knows("table:OLD")
    assert not heads.knows("table:NEW")
    heads.extend_back(run_of("table:OLD", 5) + log[: heads.floor - 5], 0)
    assert heads.head("table:OLD").seq == 5
    assert heads.head("table:NEW") is None


@pytest.mark.parametrize(
    ("key", "value"),
    [
        (None, b"v"),
        (b"k", None),
        (b"table:A", b"\xc1"),
        (b"table:B", sealed(A, 1, NO_PREV).value),
        (b"\xff", b""),
    ],
)
def test_what_is_no_event_of_its_key_has_no_link(key, value):
    assert chain_link_of(key, value) is None


def test_an_event_of_its_key_has_a_link():
    event = sealed(A, 2, b"p" * 32)
    assert chain_link_of(A.encode(), event.value) == ChainLink(A, 2, b"p" * 32, event.hash, "card_dealt")
