"""What the sinks keep: the round index from `events`, meters and awards from `meters`, quarantine."""

from itertools import pairwise

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.envelope import encode
from events.topics import EVENTS, METERS, QUARANTINE
from projections.read_model import events_model, meters_model
from projections.read_model.events_model import EventsModel
from projections.read_model.log_troubles import QuarantinedRow
from projections.read_model.meters_model import MetersModel
from projections.read_model.models import MODELS
from projections.read_model.quarantine_model import QuarantineModel
from projections.records import Record, quarantine
from projections.rounds.index import RoundChange
from projections.state_versions import StateTooNew
from tests.projections.folding import KeeperAtHand, sources
from tests.scenario import Clock, Desk, LinkDesk
from tests.scenario_table import TableDesk
from tests.simulation.memory import MemoryReadModel


def fold(topic: str, log: list[Record], cuts: list[int]) -> MemoryReadModel:
    """The read model of a partition that was taken in batches, each by a worker that starts again."""
    store = MemoryReadModel()
    bounds = sorted({0, *cuts, len(log)})
    for start, stop in pairwise(bounds):
        model = MODELS[topic](store.position(topic, 0)[1])
        for source in log[start:stop]:
            replay_from = model.step(source)
            if replay_from is not None:
                for earlier in log[replay_from : source.offset + 1]:
                    if earlier.key == source.key:
                        model.replay(earlier)
        store.commit(topic, 0, start, model.changes(stop))
    return store


def play() -> list[Record]:
    """Two rounds at one table and one at another, with a fork, a repeat, a gap and a resumption."""
    clock = Clock()
    one, two = TableDesk("T1", clock), TableDesk("T2", clock)
    values = [one.opens_round(), two.opens_round(), one.closes_bets({"HCF": [1]})]
    stale = one.twin()
    values += [one.closes_round(), stale.notes(), values[0], two.voids({"HCF": []}), b"poison"]
    one.opens_round()
    late = one.closes_bets({"HCF": [1]})
    values += [late, one.resumes(late), one.closes_round(), two.closes_round()]
    return sources(values)


def record_sources(keeper: KeeperAtHand) -> list[Record]:
    """What the keeper wrote, as a partition of `meters`."""
    return [Record(METERS, 0, n, keeper.link, encode(record)) for n, record in enumerate(keeper.records)]


def jackpot() -> KeeperAtHand:
    """An award that is paid, one that is returned, and one that is only locked."""
    keeper, link, table = KeeperAtHand(), LinkDesk("HCF"), TableDesk("T1")
    keeper.takes(link.opens(), table.opens(), table.plays({"HCF": [1, 2, 3]}))
    claims = [table.claims(seat) for seat in (3, 2, 1)]
    (paid, *_), _, _ = (keeper.takes(claim) for claim in claims)
    keeper.takes(table.validates(claims[0]), table.pays(claims[0], paid[1].amount_mc))
    keeper.takes(table.rejects(claims[1]), table.claims(4))
    return keeper


def test_a_round_knows_where_its_events_stand_and_how_it_ended():
    rounds = fold(EVENTS, play(), []).tables["rounds"]
    first, second, other = (rounds[key] for key in sorted(rounds))
    assert (first.round, first.events, first.opened, first.closed, first.voided) == ("T1-R1", 3, 1, 1, 0)
    assert (first.first_seq, first.last_seq, first.first_offset, first.last_offset) == (1, 3, 0, 3)
    assert (second.round, second.events, second.opened, second.closed) == ("T1-R2", 3, 0, 1)
    assert (other.round, other.events, other.closed, other.voided) == ("T2-R1", 3, 1, 1)


def test_a_halt_is_shown_and_cleared_by_the_resumption():
    log = play()
    at_gap = fold(EVENTS, log[:9], []).tables["halts"]["table:T1"]
    assert at_gap.missing_seq == 4
    assert fold(EVENTS, log, []).tables["halts"]["table:T1"].missing_seq == 0


@given(st.lists(st.integers(0, 12), max_size=6))
def test_however_the_log_is_cut_into_batches_the_rows_are_the_same(cuts):
    log = play()
    cuts = [cut for cut in cuts if cut <= len(log)]
    assert fold(EVENTS, log, cuts).rows() == fold(EVENTS, log, []).rows()


@given(st.lists(st.integers(0, 20), max_size=6))
def test_however_the_records_are_cut_into_batches_the_rows_are_the_same(cuts):
    log = record_sources(jackpot())
    cuts = [cut for cut in cuts if cut <= len(log)]
    assert fold(METERS, log, cuts).rows() == fold(METERS, log, []).rows()


def test_meters_show_the_last_balances_and_awards_how_far_they_have_come():
    keeper = jackpot()
    tables = fold(METERS, record_sources(keeper), []).tables
    meter = tables["meters"]["HCF", "progressive"]
    assert (meter.primary_mc, meter.reserve_mc) == (keeper.meter.primary_mc, keeper.meter.reserve_mc)
    assert keeper.records[meter.seq - 1].type == "award_returned", "the last that moved money"
    statuses = {row.seat: row.status for row in tables["awards"].values()}
    assert statuses == {3: "paid", 2: "returned", 1: "locked"}
    (refusal,) = tables["refusals"].values()
    assert (refusal.table, refusal.attempted) == ("T1", "claim")


@given(st.lists(st.integers(0, 30), max_size=20))
def test_records_that_come_again_or_early_change_nothing_in_the_end(disorder):
    """The keeper sends again from the first record that is missing: any mess, then all in order."""
    records = [source.value for source in record_sources(jackpot())]
    messy = [records[index % len(records)] for index in disorder] + records
    log = [Record(METERS, 0, offset, "HCF", value) for offset, value in enumerate(messy)]
    got, wanted = fold(METERS, log, []).rows(), fold(METERS, record_sources(jackpot()), []).rows()
    assert {**got, "gaps": {}} == {**wanted, "gaps": {}}
    assert all(row[3] == 0 for row in got["gaps"].values())


def test_a_missing_record_is_shown_while_it_is_missing():
    records = [source.value for source in record_sources(jackpot())]
    log = [
        Record(METERS, 0, n, "HCF", value) for n, value in enumerate([records[0], records[2], *records[1:]])
    ]
    waiting = fold(METERS, log[:2], []).tables["gaps"]["HCF", "keeper"]
    assert (waiting.what, waiting.from_number) == ("records", 2)
    assert fold(METERS, log, [2]).tables["gaps"]["HCF", "keeper"].from_number == 0


def test_a_table_that_is_incomplete_is_shown_until_it_is():
    keeper, table = KeeperAtHand(), TableDesk("T1")
    table.opens_round()
    legs = [table.closes_bets({"HCF": []}) for _ in range(2)]
    keeper.takes(legs[1])
    row = fold(METERS, record_sources(keeper), []).tables["gaps"]["HCF", "T1"]
    assert (row.what, row.from_number) == ("legs", 1)
    keeper.takes(legs[0])
    assert fold(METERS, record_sources(keeper), []).tables["gaps"]["HCF", "T1"].from_number == 0


def test_bytes_on_meters_that_are_no_record_of_the_keeper_are_quarantined():
    keeper = jackpot()
    log = record_sources(keeper)
    stray = Desk("desk", "pit").notes()
    bad = [Record(METERS, 0, len(log) + n, "HCF", value) for n, value in enumerate([b"poison", stray])]
    tables = fold(METERS, [*log, *bad], []).tables
    assert [(row.topic, row.offset, row.reason) for row in tables["quarantined"].values()] == [
        (METERS, len(log), "malformed"),
        (METERS, len(log) + 1, "malformed"),
    ]
    assert tables["meters"] == fold(METERS, log, []).tables["meters"]


def test_a_quarantined_record_that_comes_twice_is_one_row():
    source = Record(EVENTS, 2, 7, "table:T1", b"poison")
    value = quarantine(source, "malformed", "no event", found=b"\x01" * 32).value
    log = [Record(QUARANTINE, 0, offset, "table:T1", value) for offset in range(2)]
    (row,) = fold(QUARANTINE, log, []).tables["quarantined"].values()
    assert (row.topic, row.partition, row.offset, row.reason, row.found) == (
        EVENTS,
        2,
        7,
        "malformed",
        "01" * 32,
    )


@pytest.mark.parametrize("module", [events_model, meters_model])
def test_a_state_of_a_newer_release_is_refused(module):
    model = {events_model: EventsModel, meters_model: MetersModel}[module]
    with pytest.raises(StateTooNew, match="update this worker"):
        model(msgpack.packb([module.STATE.version + 1, []]))


def test_events_without_a_round_are_nobody_s():
    desk = Desk("desk", "pit")
    model = EventsModel(None)
    for source in sources([desk.notes(), desk.notes()]):
        model.step(source)
    assert model.changes(2).of(RoundChange) == []


def test_changes_are_handed_out_once():
    model = QuarantineModel(None)
    source = Record(
        QUARANTINE, 0, 0, "k", quarantine(Record(EVENTS, 0, 0, "k", b""), "gap", "", found=b"").value
    )
    model.step(source)
    assert len(model.changes(1).of(QuarantinedRow)) == 1
    assert model.changes(1).of(QuarantinedRow) == []
