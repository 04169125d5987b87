"""What was played: tallies by selections, gaming day, wager and stake, however the log is cut."""

import pickle
from collections import Counter
from itertools import pairwise

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.body import may_be_on, parse_body
from events.envelope import decode
from events.topics import EVENTS
from projections.ledger.accounts import MOST_MC
from projections.ledger.payments import STANDING
from projections.ledger.play import WATCHED, RangePlay, read_settled
from projections.read_model.bulk import fold_range
from projections.read_model.events_model import EventsModel
from projections.records import Chunk
from tests.events.bodies import EXAMPLES
from tests.projections.folding import sources
from tests.projections.ledger.playing import PlayDesk
from tests.scenario import GAMING_DAY, UNIT_MC, Clock, Desk
from tests.simulation.memory import MemoryReadModel

STREAM = "table:T1"


def model_of(values, cuts=()):
    """The read model of these events, one record at a time, by workers that start again at the cuts."""
    store = MemoryReadModel()
    log = sources(values)
    for start, stop in pairwise(sorted({0, *(cut for cut in cuts if cut <= len(log)), len(log)})):
        model = EventsModel(store.position(EVENTS, 0)[1])
        for source in log[start:stop]:
            model.step(source)
        store.commit(EVENTS, 0, start, model.changes(stop))
    return store


def model_in_bulk(values, cuts):
    """The same from ranges that were folded side by side, and came from other processes."""
    store = MemoryReadModel()
    log = sources(values)
    for start, stop in pairwise(sorted({0, *(cut for cut in cuts if cut <= len(log)), len(log)})):
        part = log[start:stop]
        chunk = Chunk(start, [source.key.encode() for source in part], [source.value for source in part])
        fold = pickle.loads(pickle.dumps(fold_range(0, [chunk])))
        changes = EventsModel(store.position(EVENTS, 0)[1]).take(fold, stop)
        store.commit(EVENTS, 0, start, changes)
    return store


def play_of(table):
    """Per wager and stake: selections, wagers, voided, returned, paid, house."""
    rows = model_of(table.recorded).tables["play"].values()
    return {
        (row.selections_seq, row.wager, row.stake_mc): (
            row.wagers,
            row.voided,
            row.returned_mc,
            row.paid_mc,
            row.house_mc,
        )
        for row in rows
    }


def test_wagers_of_one_stake_add_up_and_others_stand_apart():
    table = PlayDesk("T1")
    table.opens_round()
    table.settles(1, "ante", 1_000_000, returned_mc=1_000_000, paid_mc=1_000_000)
    table.settles(2, "ante", 1_000_000)
    table.settles(3, "ante", 2_500_000)
    assert play_of(table) == {
        (0, "ante", 1_000_000): (2, 0, 1_000_000, 1_000_000, 0),
        (0, "ante", 2_500_000): (1, 0, 0, 0, 0),
    }
    (row, _) = model_of(table.recorded).tables["play"].values()
    assert (row.stream, row.gaming_day) == (STREAM, GAMING_DAY)


def test_a_void_wager_is_counted_and_moves_nothing():
    table = PlayDesk("T1")
    table.opens_round()
    table.settles(1, "ante", UNIT_MC, returned_mc=UNIT_MC, outcome="void")
    assert play_of(table) == {(0, "ante", UNIT_MC): (0, 1, 0, 0, 0)}


@pytest.mark.parametrize("mode", ["test", "training"])
def test_only_live_play_is_counted(mode):
    table = PlayDesk("T1", mode=mode)
    table.opens_round()
    table.settles(1, paid_mc=UNIT_MC)
    table.settles(1, "progressive", paid_mc=UNIT_MC)
    table.pays_envy(2, 1, 7_000)
    tables = model_of(table.recorded).tables
    assert tables["play"] == tables["entries"] == {}


@pytest.mark.parametrize("mode", ["test", "training"])
def test_a_test_inside_a_live_round_changes_nothing_that_is_counted(mode):
    """Other selections, another round, other offers: they are the test's own."""

    def played(*, tested):
        table = PlayDesk("T1")
        table.selects()
        table.opens_round()
        live_round = table.round
        if tested:
            table.mode = mode
            table.selects({"progressive": "B"})
            table.opens_round()
            table.settles(1, "progressive", paid_mc=UNIT_MC)
            table.closes_round()
            table.mode, table.round = "live", live_round
        table.settles(1)
        table.settles(2, "progressive", paid_mc=UNIT_MC)
        return table

    tested, alone = played(tested=True), played(tested=False)
    assert play_of(tested) == play_of(alone)
    rows = model_of(tested.recorded).tables
    assert list(rows["selections"]) == list(model_of(alone.recorded).tables["selections"])
    assert len(rows["entries"]) == len(model_of(alone.recorded).tables["entries"])
    for cut in range(len(tested.recorded)):
        assert model_in_bulk(tested.recorded, [cut]).rows() == model_of(tested.recorded).rows()


def test_a_round_counts_under_the_selections_that_it_was_opened_under():
    table = PlayDesk("T1")
    table.selects()
    table.opens_round()
    table.settles(1)
    table.selects({"progressive": "B"})
    table.settles(2)
    table.opens_round()
    table.settles(1)
    assert {key[0]: tally[0] for key, tally in play_of(table).items()} == {1: 2, 4: 1}
    for cut in range(len(table.recorded)):
        assert model_in_bulk(table.recorded, [cut]).rows() == model_of(table.recorded).rows()


def test_selections_are_shown_as_they_were_filed():
    table = PlayDesk("T1")
    table.selects({"progressive": "A", "flush_bonus": "C"}, straight_flush_ace_low=False)
    (row,) = model_of(table.recorded).tables["selections"].values()
    assert (row.stream, row.seq, row.rulebook) == (STREAM, 1, "678a@2019-11-02")
    assert row.paytables == '{"flush_bonus": "C", "progressive": "A"}'
    assert row.options == '{"straight_flush_ace_low": false}'
    assert row.units == f'{{"progressive": {UNIT_MC}}}'


GOOD = {
    "seat": 1,
    "wager": "ante",
    "outcome": "win",
    "stake_mc": 5,
    "returned_mc": 5,
    "paid_mc": 5,
    "paid_from": None,
}


@pytest.mark.parametrize(
    "bad",
    [
        {**GOOD, "stake_mc": "5"},
        {**GOOD, "stake_mc": -1},
        {**GOOD, "stake_mc": True},
        {**GOOD, "paid_mc": 1.5},
        {**GOOD, "paid_mc": MOST_MC + 1},
        {**GOOD, "wager": 7},
        {name: value for name, value in GOOD.items() if name != "outcome"},
        [1, 2, 3],
        None,
    ],
)
def test_a_body_that_cannot_be_read_counts_for_nothing(bad):
    assert read_settled(1, msgpack.packb(GOOD)) is not None
    assert read_settled(1, msgpack.packb(bad)) is None


@given(
    st.sampled_from(sorted(WATCHED)),
    st.one_of(
        st.binary(max_size=40),
        st.builds(
            msgpack.packb,
            st.recursive(
                st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(max_size=5),
                lambda inner: (
                    st.lists(inner, max_size=3)
                    | st.dictionaries(
                        st.sampled_from(
                            [
                                "seat",
                                "wager",
                                "legs",
                                "progressives",
                                "paytables",
                                "options",
                                "hand",
                                "link",
                                "claim_seq",
                                "stake_mc",
                                "sharing_seats",
                                "day",
                                "amount_mc",
                                "missing_tables",
                                "authorised_by",
                            ]
                        ),
                        inner,
                        max_size=6,
                    )
                ),
                max_leaves=12,
            ),
        ),
    ),
)
def test_no_body_stops_the_fold(type_, body):
    table, desk = PlayDesk("T1"), Desk("desk", "pit")
    table.opens_round()
    (table if may_be_on(type_, table.stream) else desk).records_raw(type_, 1, body)
    values = [*table.recorded, *desk.recorded]
    assert model_of(values).rows() == model_in_bulk(values, []).rows()


@pytest.mark.parametrize("type_", sorted(WATCHED))
def test_what_cannot_be_on_its_stream_counts_for_nothing_and_no_range_with_it_is_clean(type_):
    own_kind, wrong_kind = ("table", "desk") if may_be_on(type_, "table:T1") else ("desk", "table")
    body = parse_body(type_, EXAMPLES[type_])
    own, wrong = Desk(own_kind, "case-1").records(body), Desk(wrong_kind, "case-1").records(body)
    assert model_of([wrong]).rows() == model_of([]).rows()
    has_no_row = type_ in {"round_opened", "round_voided"}
    assert model_of([own]).rows() != model_of([]).rows() or has_no_row
    assert fold_range(0, [Chunk(0, None, [own])]) is not None
    assert fold_range(0, [Chunk(0, None, [wrong])]) is None


def test_play_is_handed_out_once():
    table, model = PlayDesk("T1"), EventsModel(None)
    table.selects()
    table.opens_round()
    table.settles(1, "progressive", paid_mc=7_000)
    for source in sources(table.recorded):
        model.step(source)
    assert {row.__name__ for row, rows in model.changes(3).rows.items() if rows} >= {
        "PlayRow",
        "SelectionsRow",
    }
    assert not any(model.changes(3).rows.values())


def test_what_is_remembered_of_bodies_stays_small_and_changes_nothing():
    play, table = RangePlay(), PlayDesk("T1")
    for stake in range(5_000):
        play.take(decode(table.settles(1, "ante", stake)))
    assert len(play.tallies) == 5_000
    assert len(play._read) <= 4_096


def claim(table, seat, claims):
    """A claim that may be rejected later."""
    claims.append(table.claims(seat))
    return claims[-1]


def reject(table, _seat, claims):
    """The last claim is rejected, if there is one."""
    return table.rejects(claims[-1]) if claims else table.notes()


HAPPENINGS = {
    "round": lambda table, _seat, _claims: table.opens_round(),
    "selections": lambda table, _seat, _claims: table.selects(),
    "ante": lambda table, seat, _claims: table.settles(seat, paid_mc=7_000),
    "progressive lost": lambda table, seat, _claims: table.settles(seat, "progressive"),
    "progressive won": lambda table, seat, _claims: table.settles(seat, "progressive", paid_mc=15_000),
    "claim": claim,
    "shared claim": lambda table, seat, _claims: table.claims(seat, sharing=[seat, 3]),
    "rejection": reject,
    "envy": lambda table, seat, _claims: table.pays_envy(seat, 3, 2_000),
    "payment for nothing": lambda table, seat, _claims: table.pays_for_nothing(9_000, f"slip {seat}"),
    "envy mended": lambda table, seat, _claims: table.mends(seat, "recovered", 2_000, kind="envy"),
    "fixed award mended": lambda table, seat, _claims: table.mends(
        table.seq - seat, "written_off", 15_000, kind="fixed_award", wager="progressive", amount_mc=1_000
    ),
    "slip free again": lambda table, seat, _claims: table.mends(seat, "never_happened", 9_000),
    "day ended": lambda table, _seat, _claims: table.ends_day(),
    "day long over": lambda table, _seat, _claims: table.ends_day(day="2026-03-12"),
    "day to come": lambda table, _seat, _claims: table.ends_day(day="2026-03-15"),
    "poison": lambda table, _seat, _claims: table.records_raw("wager_settled", 1, b"\xc1"),
}


@st.composite
def rounds(draw):
    """Everything that carries money at two tables, in any order, on one log."""
    clock = Clock()
    tables = [(PlayDesk("T1", clock), []), (PlayDesk("T2", clock), [])]
    values = []
    for _ in range(draw(st.integers(1, 25))):
        table, claims = draw(st.sampled_from(tables))
        if draw(st.integers(1, 5)) == 1:
            table.offered = draw(st.sampled_from([(), ("progressive",), ("ante", "progressive")]))
        happening = HAPPENINGS[draw(st.sampled_from(sorted(HAPPENINGS)))]
        values.append(happening(table, draw(st.integers(1, 3)), claims))
    return values


@given(rounds(), st.lists(st.integers(0, 25), max_size=5))
def test_however_play_is_cut_the_rows_are_the_same(values, cuts):
    whole = model_of(values)
    cut, in_bulk = model_of(values, cuts), model_in_bulk(values, cuts)
    assert cut.rows() == in_bulk.rows() == whole.rows()
    assert cut.positions == in_bulk.positions == whole.positions


@given(rounds())
def test_house_money_balances_and_agrees_with_the_tallies(values):
    tables = model_of(values).tables
    totals = {}
    for row in tables["day_totals"].values():
        totals[row.account] = totals.get(row.account, 0) + row.mc
    assert sum(totals.values()) == 0
    assert all(0 <= row.house_mc <= row.paid_mc for row in tables["play"].values())
    tallied_mc = sum(row.house_mc for row in tables["play"].values())
    posted_mc = [
        row.mc
        for row in tables["day_totals"].values()
        if (row.account, row.cause) == ("fixed_awards", "fixed_award")
    ]
    assert sum(posted_mc) == tallied_mc


@given(rounds())
def test_every_payment_of_a_table_s_book_stands_on_an_account_of_it(values):
    """By the rows: what was paid less what a claim took over is what the accounts have, but for mending."""
    tables = model_of(values).tables
    posted = Counter()
    for row in tables["day_totals"].values():
        if row.cause != "payment_correction":
            posted[row.account] += row.mc
    paid = Counter()
    for row in tables["house_payments"].values():
        paid["fixed_awards" if row.kind == "fixed_award" else row.kind] += row.amount_mc
    for row in tables["house_payment_changes"].values():
        paid["fixed_awards"] -= row.amount_mc if row.change == "claimed" else 0
    for row in tables["payments"].values():
        paid["beyond_entitlement"] += sum(getattr(row, name) for name in STANDING)
    assert {account: mc for account, mc in posted.items() if mc and account != "paid"} == +paid


@given(rounds())
def test_the_moves_of_a_payment_come_to_where_it_stands(values):
    tables = model_of(values).tables
    stands, moved = {}, {}
    for rows, sums in ((tables["payments"], stands), (tables["payment_moves"], moved)):
        for row in rows.values():
            key = (row.book, row.table, row.payment_seq)
            amounts = [getattr(row, name) for name in STANDING]
            sums[key] = [sum(each) for each in zip(sums.get(key, [0] * len(amounts)), amounts, strict=True)]
    assert stands == moved
