"""Rounds found by index, and whose their boxes were, against a plain reading of the same events."""

from contextlib import contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.body import parse_body, read_body
from events.envelope import decode
from events.topics import EVENTS
from projections.read_model.events_model import EventsModel
from projections.rounds.index import seat_bit, seats_in
from projections.rounds.terms import terms_of
from streams.read_model.queries.found_rounds import RoundsAsked, last_played_us
from streams.read_model.queries.round_context import TableCrew, crew_at, dealing_at
from streams.read_model.queries.rounds import boxes_at, rounds_named, selected_terms
from streams.read_model.store import ReadStore
from tests.projections.folding import sources
from tests.scenario import Clock
from tests.scenario_table import TableDesk


@contextmanager
def kept(path, values):
    """A read model of these events, taken in batches of three, so that most rounds are in two of them."""
    store = ReadStore(path)
    log = sources(values)
    for start in range(0, len(log), 3):
        stop = min(start + 3, len(log))
        model = EventsModel(store.position(EVENTS, 0)[1])
        for record in log[start:stop]:
            model.step(record)
        store.commit(EVENTS, 0, start, model.changes(stop))
    try:
        yield store
    finally:
        store.close()


def plays(table, *seats):
    values = [table.opens_round()]
    values += [table.takes_wager(seat) for seat in seats]
    return [*values, table.closes_round()]


@pytest.fixture
def store(tmp_path):
    """Two tables that play in turn: T1 three rounds, T2 one between its second and third."""
    clock = Clock()
    one, two = TableDesk("T1", clock), TableDesk("T2", clock)
    values = [*plays(one, 1, 4), *plays(one, 2), *plays(two, 4, 70), *plays(one, 4)]
    with kept(tmp_path / "read.sqlite", values) as store:
        yield store


def found(store, **asked):
    return [(each.table, seats_in(each.seats)) for each in RoundsAsked(**asked).found(store)]


def test_rounds_come_with_their_seats_the_latest_first(store):
    assert found(store) == [("T1", [4]), ("T2", [4]), ("T1", [2]), ("T1", [1, 4])]


def test_table_and_seat_pick_rounds(store):
    assert found(store, table="T1") == [("T1", [4]), ("T1", [2]), ("T1", [1, 4])]
    assert found(store, table="T1", seat=4) == [("T1", [4]), ("T1", [1, 4])]
    assert found(store, seat=2) == [("T1", [2])]
    assert found(store, seat=3) == []
    assert found(store, table="T9") == []


def test_a_seat_that_no_layout_has_is_found_all_the_same(store):
    assert found(store, seat=70) == [("T2", [4])]


def test_times_pick_rounds_and_the_nearest_comes_first(store):
    latest, _, second, first = RoundsAsked().found(store)

    assert last_played_us(store) == latest.first_at_us
    assert last_played_us(store, "T9") is None
    between = RoundsAsked(from_us=first.first_at_us, to_us=second.first_at_us).found(store)
    assert between == [first]
    nearest = RoundsAsked(table="T1", nearest_us=second.first_at_us + 1).found(store)
    assert nearest[0] == second


@pytest.mark.parametrize(
    ("asked", "index"),
    [
        (RoundsAsked(), "rounds_few ("),
        (RoundsAsked(seat=4, from_us=1, to_us=2), "rounds_few ("),
        (RoundsAsked(table="T1"), "rounds_index (stream=? AND "),
        (RoundsAsked(table="T1", seat=4, from_us=1, to_us=2), "rounds_index (stream=? AND "),
    ],
)
def test_an_index_finds_them(store, asked, index):
    query, values = asked.query()
    plan = " ".join(row["detail"] for row in store.rows(f"EXPLAIN QUERY PLAN {query}", values))

    assert f"SEARCH rounds USING INDEX {index}first_at_us>? AND first_at_us<?)" in plan


def test_seat_bits_never_leave_what_a_database_can_hold():
    assert seat_bit(255) == seat_bit(62) < 2**63
    assert seats_in(seat_bit(1) | seat_bit(61)) == [1, 61]


def test_terms_by_index_are_those_of_the_opening_event(tmp_path):
    table = TableDesk("T1")
    opened = decode(table.opens())
    plays(table, 1)
    with kept(tmp_path / "read.sqlite", table.recorded) as store:
        assert selected_terms(store, "table:T1", opened.seq) == terms_of(read_body(opened))
        assert selected_terms(store, "table:T1", 99) is None


PLAYERS = st.sampled_from(["A", "B", "C"])
SEATS = st.integers(1, 4)
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("player_seated"), PLAYERS, SEATS, st.sets(SEATS, min_size=1, max_size=3)),
        st.tuples(st.just("boxes_changed"), PLAYERS, SEATS, st.sets(SEATS, min_size=1, max_size=3)),
        st.tuples(st.just("player_left"), PLAYERS, SEATS, st.just(set())),
    ),
    max_size=12,
)


def plainly(changes):
    """Whose the boxes are, followed from the first event."""
    boxes = {}
    for type_, player, _, taken in changes:
        boxes = {seat: owner for seat, owner in boxes.items() if owner != player}
        if type_ != "player_left":
            boxes |= dict.fromkeys(taken, player)
    return boxes


@settings(max_examples=60, deadline=None)
@given(CHANGES, CHANGES)
def test_boxes_by_index_are_those_that_the_stream_comes_to(tmp_path_factory, before, after):
    table = TableDesk("T1")

    def told(changes):
        for type_, player, seat, taken in changes:
            fields = {"player": player, "seat": seat, "boxes": sorted(taken)}
            left_out = {"player_seated": (), "boxes_changed": ("seat",), "player_left": ("boxes",)}[type_]
            table.records(parse_body(type_, {n: v for n, v in fields.items() if n not in left_out}))

    told(before)
    plays(table, 1, 2, 3, 4)
    told(after)
    with kept(tmp_path_factory.mktemp("boxes") / "read.sqlite", table.recorded) as store:
        (of,) = rounds_named(store, "T1-R1")

        assert boxes_at(store, of, of.first_seq) == plainly(before)


def test_the_crew_of_a_round_is_who_worked_there_when_it_began(tmp_path):
    """What an event says nothing about is as the one before has it; what comes later is of later rounds."""
    table = TableDesk("T1")
    table.opens(())
    methods = {"dealing": "manual_shoe", "shuffling": "device", "reason": "the shoe is back"}

    def told(type_, fields):
        table.round = None
        table.records(parse_body(type_, fields))

    plays(table, 1)
    told("dealer_changed", {"dealer": "D-2", "floorperson": "F-2"})
    told("dealing_changed", methods)
    plays(table, 1)
    told("dealer_changed", {"dealer": "D-3", "floorperson": "F-3"})
    with kept(tmp_path / "read.sqlite", table.recorded) as store:
        (first,), (second,) = rounds_named(store, "T1-R1"), rounds_named(store, "T1-R2")

        assert crew_at(store, first) == TableCrew("dealer-17", "floor-3", "hand", "manual")
        assert crew_at(store, second) == TableCrew("D-2", "F-2", "manual_shoe", "device")
        assert dealing_at(store, second) == "manual_shoe"
