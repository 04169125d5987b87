"""Patterns by the read model of rounds that the examiner read: a dealer who does not shuffle, and others."""

from contextlib import contextmanager

import pytest

from events.topics import EVENTS, FINDINGS
from projections.patterns.tally import SORTS
from projections.read_model.events_model import EventsModel
from projections.read_model.findings_model import FindingsModel
from projections.records import Record
from streams.clock import GamingDays
from streams.read_model.findings import Wanted, find
from streams.read_model.queries.patterns import find_patterns, rounds_played
from streams.read_model.store import ReadStore
from tests.projections.examining.chained import chained, examined, in_turn
from tests.projections.examining.clean_rounds import DEALER, FLOORPERSON
from tests.projections.examining.told import Told
from tests.projections.folding import sources

DAYS = GamingDays()
ROUNDS = 12
SLOVEN = "D-99"


def table(*dealers):
    """A table at which each deals some rounds in turn; one of them never shuffles before the next."""
    told = Told(shuffling="device").ready()
    for dealer in dealers:
        told.says("dealer_changed", dealer=dealer, floorperson=FLOORPERSON)
        for _ in range(ROUNDS):
            told.plays()
            if dealer != SLOVEN:
                told.shuffles()
        told.shuffles()
    return told.events


@contextmanager
def examined_store(path, *tables):
    """A read model of these tables and of what the examiner finds at them."""
    log = sources(in_turn(*(chained(events, f"table:T-{n}") for n, events in enumerate(tables, 1))))
    outputs = examined(log)
    found = [Record(FINDINGS, 0, offset, each.key, each.value) for offset, each in enumerate(outputs)]
    store = ReadStore(path)
    for topic, model, records in ((EVENTS, EventsModel(None), log), (FINDINGS, FindingsModel(None), found)):
        for record in records:
            model.step(record)
        store.commit(topic, 0, 0, model.changes(len(records)))
    try:
        yield store
    finally:
        store.close()


def leads(found):
    return [(line.group.by, line.group.name, line.kind) for line in found.lines if line.lead]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Two tables of two dealers each; at the first one the second does not shuffle."""
    path = tmp_path_factory.mktemp("patterns") / "read.sqlite"
    with examined_store(path, table("D-1", SLOVEN), table("D-2", "D-3")) as store:
        yield store


def test_rounds_have_their_dealer_seats_and_shift(store):
    rounds = [*rounds_played(store, DAYS)]
    assert [each.dealer for each in rounds if each.table == "T-1"] == ["D-1"] * ROUNDS + [SLOVEN] * ROUNDS
    assert [each.dealer for each in rounds if each.table == "T-2"] == ["D-2"] * ROUNDS + ["D-3"] * ROUNDS
    assert {each.seats for each in rounds} == {(1,)}
    assert {each.shift for each in rounds} == {"06:00–14:00"}  # told from nine in the morning on
    assert [each.table for each in rounds_played(store, DAYS, table="T-2")] == ["T-2"] * 2 * ROUNDS
    assert [*rounds_played(store, DAYS, day="2026-03-03")] == []
    assert len([*rounds_played(store, DAYS, day="2026-03-02")]) == len(rounds)


def test_dealer_who_does_not_shuffle_is_at_the_top(store):
    """The first round is dealt from shuffled cards, the others are not: all but one are found."""
    found = find_patterns(store, Wanted(), ("dealer",), DAYS)
    first = found.lines[0]
    assert (first.group.name, first.hits, first.group.rounds) == (SLOVEN, ROUNDS - 1, ROUNDS)
    assert (first.others, first.lead) == (0, True)
    assert leads(found) == [("dealer", SLOVEN, "found")]
    assert {each.name for each in found.counted.groups} == {"D-1", "D-2", "D-3", SLOVEN}


def test_sums_agree_with_the_findings(store):
    found = find_patterns(store, Wanted(), SORTS, DAYS)
    listed = find(store, Wanted())
    assert found.counted.findings == len(listed) == ROUNDS - 1
    for sort in ("dealer", "table", "shift"):
        assert sum(each.findings for each in found.counted.groups if each.by == sort) == len(listed)
    assert found.counted.left_out == {"dealer": 0, "table": 0, "seat": len(listed), "shift": 0}


def test_filters_choose_rounds_and_findings(store):
    assert find_patterns(store, Wanted(table="T-2"), SORTS, DAYS).counted.findings == 0
    assert find_patterns(store, Wanted(section="678a.5"), SORTS, DAYS).counted.findings == ROUNDS - 1
    assert find_patterns(store, Wanted(severity="money"), SORTS, DAYS).counted.findings == 0
    assert find_patterns(store, Wanted(day="2026-03-03"), SORTS, DAYS).lines == []


def test_clean_floor_gives_no_lead(tmp_path):
    with examined_store(tmp_path / "read.sqlite", table("D-1", "D-2"), table(DEALER, "D-3")) as store:
        found = find_patterns(store, Wanted(), SORTS, DAYS)
    assert found.counted.findings == 0
    assert found.counted.rounds == 4 * ROUNDS
    assert leads(found) == []
