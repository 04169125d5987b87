"""What a version of the decider decided stays: an upgrade half-way is decided again byte for byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.body import decode_body
from events.envelope import NO_PREV, decode, encode, event_hash
from projections.keeping.deciders import DECIDER, Deciders, decider_of
from projections.keeping.keeper import Keeper
from projections.keeping.meter import DECIDERS
from tests.projections.keeping.two_deciders import FIRST, SECOND, legs, records, two_deciders, upgraded_at


def decided_again(written):
    """What a check decides, knowing what is in `meters`."""
    deciders = Deciders()
    for key, value in written:
        deciders.learn(key, decode(value))
    return records(Keeper(deciders), legs())


def by_link(written):
    return sorted(written, key=lambda record: (record[0], decode(record[1]).seq))


def test_the_newest_decider_is_the_last_that_the_release_knows():
    assert max(DECIDERS) == DECIDER
    assert {decider_of(decode(value)) for _, value in records(Keeper(), legs())} == {DECIDER}


def test_two_versions_write_other_records():
    with two_deciders():
        first, second = upgraded_at(len(legs())), upgraded_at(0)
    assert [decode(value).type for _, value in first] != [decode(value).type for _, value in second]
    assert {decider_of(decode(value)) for _, value in first} == {FIRST}
    assert {decider_of(decode(value)) for _, value in second} == {SECOND}


@given(st.integers(0, len(legs())))
def test_a_keeper_that_was_upgraded_half_way_is_decided_again_byte_for_byte(at):
    with two_deciders():
        written = upgraded_at(at)
        assert {decider_of(decode(value)) for _, value in written} <= {FIRST, SECOND}
        assert by_link(decided_again(written)) == by_link(written)


def test_records_of_an_upgraded_keeper_stay_dense_chained_and_readable():
    with two_deciders():
        written = [record for record in upgraded_at(9) if record[0] == "L1"]
    prev = NO_PREV
    for number, (_, value) in enumerate(written, 1):
        record = decode(value)
        body = decode_body(record)
        assert (record.seq, record.prev, body.decider) == (number, prev, decider_of(record))
        assert encode(record) == value
        prev = event_hash(value)
    assert {decider_of(decode(value)) for _, value in written} == {FIRST, SECOND}


@pytest.mark.parametrize(
    ("number", "source_id", "decider"),
    [(1, "link:L#1", 1), (2, "table:T#9", 1), (2, "table:T#5", 2), (3, "table:T#9", 2), (99, "", 2)],
)
def test_a_version_takes_over_with_the_first_record_that_it_wrote(number, source_id, decider):
    """Record 2 is the first of decider 2 and answers event 5; event 9 led to no record."""
    (key, value), *_ = records(Keeper(), legs())
    first = decode(value)._replace(seq=1, actor="keeper/1", source_id="link:L#1")
    second = first._replace(seq=2, actor="keeper/2", source_id="table:T#5")
    deciders = Deciders()
    for record in (first, second, second._replace(seq=3)):
        deciders.learn(key, record)
    assert deciders.deciding(key, number, source_id) == decider
    assert deciders.deciding("another", number, source_id) == DECIDER
