"""What decider 1 decided stays: its records byte for byte, its stored state, an upgrade half-way."""

import base64
import json
from functools import cache
from pathlib import Path

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.body import decode_body
from events.envelope import NO_PREV, decode, encode, event_hash
from events.topics import METERS
from projections.keeping.deciders import DECIDER, Deciders, decider_of
from projections.keeping.keeper import Keeper
from projections.outputs import Source
from tests.scenario_table import TableDesk

STORED = Path(__file__).parents[1] / "data" / "decider_1.jsonl"
LINK = "ODD"
"""The link with claims, rejections and residuals among those that decider 1 kept."""


@cache
def stored(topic):
    """What decider 1 heard or wrote: key and bytes, in order."""
    lines = [json.loads(line) for line in STORED.read_text().splitlines()]
    return [(line["key"], base64.b64decode(line["value"])) for line in lines if line["topic"] == topic]


class ByFirst(Deciders):
    """All is decided by decider 1, until it is replaced."""

    def __init__(self):
        super().__init__()
        self.now = 1

    def deciding(self, link, number, source_id):
        return self.now


def records(keeper, legs, start=0):
    """What a keeper records on legs, as key and bytes."""
    outputs = []
    for offset, (key, value) in enumerate(legs, start):
        outputs += keeper.step(Source(0, offset, key, value))
    return [(output.key, output.value) for output in outputs if output.topic == METERS]


def decided_again(legs, written):
    """What a check decides, knowing what stands in `meters`."""
    deciders = Deciders()
    for key, value in written:
        deciders.learn(key, decode(value))
    return records(Keeper(deciders), legs)


def by_link(written):
    return sorted(written, key=lambda record: (record[0], decode(record[1]).seq))


def test_records_of_decider_1_are_decided_again_byte_for_byte():
    assert by_link(decided_again(stored("links"), stored("meters"))) == by_link(stored("meters"))


def test_the_newest_decider_would_have_written_other_records():
    newest = [decode(value) for _, value in records(Keeper(), stored("links"))]
    assert {decider_of(record) for record in newest} == {DECIDER}
    assert by_link(records(Keeper(), stored("links"))) != by_link(stored("meters"))


@given(st.integers(0, len(stored("links"))))
def test_a_keeper_that_was_upgraded_half_way_checks_clean(at):
    legs = stored("links")
    deciders = ByFirst()
    keeper = Keeper(deciders)
    written = records(keeper, legs[:at])
    deciders.now = DECIDER
    written += records(keeper, legs[at:], at)
    assert {decider_of(decode(value)) for _, value in written} <= {1, DECIDER}
    assert by_link(decided_again(legs, written)) == by_link(written)


@given(st.integers(0, len(stored("links"))))
def test_a_state_that_decider_1_stored_goes_on_as_one_that_was_never_stored(at):
    legs = stored("links")
    deciders = ByFirst()
    keeper = Keeper(deciders)
    records(keeper, legs[:at])
    loaded = Keeper.load(in_format_1(keeper))
    deciders.now = DECIDER
    assert records(loaded, legs[at:], at) == records(keeper, legs[at:], at)
    assert loaded.dump() == keeper.dump()


def in_format_1(keeper):
    """The state as decider 1 stored it: written out by hand from its release."""
    books = []
    for link, book in sorted(keeper.books.items()):
        state = book.state
        meters = [
            [k, m.primary_mc, m.reserve_mc, m.primary_residual, m.reserve_residual, m.base_mc, m.hits]
            for k, m in sorted(state.meters.items())
        ]
        terms = [
            [k, t.seed_mc, t.reseed_mc, t.primary_bp, t.reserve_bp]
            for k, t in sorted(state.terms.meters.items())
        ]
        awards = [[*k, a.seat, a.meter, a.amount_mc, a.validated] for k, a in sorted(state.awards.items())]
        rounds = [
            [
                k,
                r.round,
                [[*of, mc] for of, mc in sorted(r.wagers.items())],
                sorted(r.claimed),
                sorted(r.hits.items()),
            ]
            for k, r in sorted(state.rounds.items())
        ]
        award_terms = [[k, t.meter, t.percent_bp] for k, t in sorted(state.terms.awards.items())]
        link_state = [state.live, state.terms.unit_wager_mc, terms, award_terms, meters, awards, rounds]
        sources = [
            [
                name,
                h.next_leg,
                h.heard_at_us,
                h.incomplete_from,
                h.resumed_seq,
                h.skip,
                sorted(h.held.items()),
                sorted(h.unheard),
            ]
            for name, h in sorted(book.sources.items())
        ]
        books.append([link, link_state, sources, book.seq, book.prev])
    return msgpack.packb([1, keeper.next_offset, books])


def test_a_table_that_joins_a_link_of_decider_1_is_taken_by_its_unit_alone():
    """Decider 1 did not keep the link's rulebook and paytable: what is not known is not compared."""
    legs = [leg for leg in stored("links") if leg[0] == "L1"]
    deciders = ByFirst()
    keeper = Keeper(deciders)
    records(keeper, legs)
    deciders.now = DECIDER
    table = TableDesk("T9")
    joins = [("L1", table.opens(["L1"], paytable="B")), ("L1", table.opens(["L1"], unit_mc=1))]
    types = [decode(value).type for _, value in records(keeper, joins, len(legs))]
    assert types == ["table_joined", "table_joined", "leg_refused"]


def test_records_of_an_upgraded_keeper_stay_dense_chained_and_readable():
    legs = [leg for leg in stored("links") if leg[0] == LINK]
    deciders = ByFirst()
    keeper = Keeper(deciders)
    written = records(keeper, legs[:8])
    deciders.now = DECIDER
    written += records(keeper, legs[8:], 8)
    prev = NO_PREV
    for number, (_, value) in enumerate(written, 1):
        record = decode(value)
        body = decode_body(record)
        assert (record.seq, record.prev, body.decider) == (number, prev, decider_of(record))
        assert encode(record) == value
        prev = event_hash(value)
    assert {decider_of(decode(value)) for _, value in written} == {1, DECIDER}


@pytest.mark.parametrize(
    ("number", "source_id", "decider"),
    [(1, "link:L#1", 1), (2, "table:T#9", 1), (2, "table:T#5", 2), (3, "table:T#9", 2), (99, "", 2)],
)
def test_a_version_takes_over_with_the_first_record_that_it_wrote(number, source_id, decider):
    """Record 2 is the first of decider 2 and answers event 5; event 9 led to no record."""
    (key, value), *_ = stored("meters")
    first = decode(value)._replace(seq=1, actor="keeper/1", source_id="link:L#1")
    second = first._replace(seq=2, actor="keeper/2", source_id="table:T#5")
    deciders = Deciders()
    for record in (first, second, second._replace(seq=3)):
        deciders.learn(key, record)
    assert deciders.deciding(key, number, source_id) == decider
    assert deciders.deciding("another", number, source_id) == DECIDER
