"""How far a link has followed its tables: in leg order, by gaming day, and what holds it back."""

from collections import defaultdict
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.envelope import read_header
from events.topics import LINKS
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.legs import PlainLeg
from projections.keeping.leg_sequence import HELD_BYTES_A_LINK, LegSequence, room_left
from projections.keeping.legs import leg_of
from projections.read_model.links_model import LinksModel
from projections.read_model.table_progress import (
    Completeness,
    LegDay,
    TableProgress,
    TableProgressRow,
    completeness,
)
from projections.records import Record
from tests.projections.folding import KeeperAtHand, route
from tests.scenario import GAMING_DAY, Clock, LinkDesk
from tests.scenario_table import TableDesk
from tests.simulation.memory import MemoryReadModel

NEXT_DAY = "2026-03-15"


def ends_day(table, day=GAMING_DAY):
    """The table's end-of-day marker, as a leg to its link."""
    table.round = None
    return table.records(
        TableDayEnded(day=day, rounds=table.rounds, legs=(PlainLeg(link="HCF", leg=table.leg("HCF")),))
    )


def progress_rows(values, cuts=(), rows="table_progress"):
    """The rows of what came to a link, by workers that start again at the cuts."""
    store = MemoryReadModel()
    log = [Record(LINKS, 0, offset, "HCF", value) for offset, value in enumerate(values)]
    for start, stop in pairwise(sorted({0, *(cut for cut in cuts if cut <= len(log)), len(log)})):
        model = LinksModel(store.position(LINKS, 0)[1])
        for source in log[start:stop]:
            model.step(source)
        store.commit(LINKS, 0, start, model.changes(stop))
    return store.tables[rows]


def leg_at_hcf(value):
    return leg_of(value, "HCF")


def of(rows, table="T1"):
    row = rows["HCF", table]
    return (row.leg, row.recorded_at_us, row.open_day, row.latest_day, row.ended_day)


def test_a_leg_opens_its_gaming_day_and_the_marker_ends_it():
    table = TableDesk("T1")
    played = [table.opens(), table.plays({"HCF": []})]
    at_us = table.clock.now_us
    assert of(progress_rows(played)) == (2, at_us, GAMING_DAY, GAMING_DAY, "")
    marker = ends_day(table)
    assert of(progress_rows([*played, marker])) == (3, table.clock.now_us, "", "", GAMING_DAY)
    table.opens_round()
    late = table.closes_bets({"HCF": []})
    assert of(progress_rows([*played, marker, late]))[2:] == (GAMING_DAY, GAMING_DAY, GAMING_DAY)


def test_a_marker_ends_its_own_day_and_earlier_ones():
    progress = TableProgress(joined=True)
    for number, day in enumerate(["2026-03-16", "2026-03-14", "2026-03-15"], 1):
        progress.follow(LegDay(number, plays_day=day))
    assert progress.row("L", "T").open_day == "2026-03-14"
    progress.follow(LegDay(4, ends_day="2026-03-15"))
    row = progress.row("L", "T")
    assert (row.open_day, row.latest_day, row.ended_day) == ("2026-03-16", "2026-03-16", "2026-03-15")


@pytest.mark.parametrize("mode", ["test", "training"])
def test_practice_sends_no_leg_and_opens_no_day(mode):
    table = TableDesk("T1", mode=mode)
    practice = table.plays({"HCF": [1]})
    assert of(progress_rows([practice])) == (0, 0, "", "", "")
    table.mode = "live"
    live = [table.opens(), table.plays({"HCF": []})]
    table.mode = mode
    rows = progress_rows([practice, *live, ends_day(table)])
    assert of(rows)[2:] == (GAMING_DAY, GAMING_DAY, "")


def test_what_a_table_that_leaves_sends_is_not_play_and_neither_is_what_a_stranger_sends():
    table, stranger = TableDesk("T1"), TableDesk("T2")
    played = [table.opens(), table.plays({"HCF": []}), ends_day(table)]
    table.day = NEXT_DAY
    left = table.opens(["OTHER"], sent_to=["HCF"])
    rows = progress_rows([*played, left, stranger.plays({"HCF": []}), stranger.claims(1)])
    assert of(rows) == (4, table.clock.now_us, "", "", GAMING_DAY)
    assert of(rows, "T2") == (2, stranger.clock.now_us, "", "", "")


def test_an_early_leg_waits_for_the_missing_one():
    table = TableDesk("T1")
    table.opens_round()
    first, second, third = table.opens(), table.closes_bets({"HCF": []}), table.closes_bets({"HCF": []})
    assert of(progress_rows([third, second])) == (0, 0, "", "", "")
    assert of(progress_rows([third, second, first])) == (3, table.clock.now_us, GAMING_DAY, GAMING_DAY, "")


def test_early_legs_are_remembered_up_to_a_bound():
    legs = LegSequence()
    for number in range(2, 100):
        legs.hold(number, 0, LegDay(number), 1_000, room_left([legs]))
    assert len(legs.held) == HELD_BYTES_A_LINK // 1_000


def test_a_table_whose_clock_went_back_stays_at_the_later_moment():
    progress = TableProgress()
    progress.follow(LegDay(50))
    progress.follow(LegDay(40))
    assert progress.recorded_at_us == 50


def test_a_resumption_lets_one_gap_pass_however_often_it_comes():
    legs = LegSequence()
    legs.take(1)
    assert legs.resume(from_seq=9)
    assert not legs.is_early(3)
    legs.take(3)
    assert not legs.resume(from_seq=9)
    assert legs.is_early(5)
    legs.hold(5, 0, "fifth", 10, 100)
    assert list(legs.due(0)) == []
    assert legs.resume(from_seq=20)
    assert list(legs.due(0)) == ["fifth"]
    assert legs.next_leg == 6


@given(st.lists(st.integers(0, 5), max_size=15), st.lists(st.integers(0, 20), max_size=4))
def test_repeats_disorder_and_cuts_change_nothing_in_the_end(disorder, cuts):
    table = TableDesk("T1")
    table.opens_round()
    legs = [table.opens(), *(table.closes_bets({"HCF": []}) for _ in range(4)), ends_day(table)]
    messy = [*(legs[index] for index in disorder), *legs]
    assert progress_rows(messy, cuts) == progress_rows(legs)


@given(
    st.lists(st.tuples(st.sampled_from(["T1", "T2"]), st.integers(1, 400)), min_size=1, max_size=20),
    st.lists(st.integers(0, 25), max_size=6),
)
def test_the_past_has_the_first_and_the_last_leg_of_five_minutes_however_the_log_is_cut(played, cuts):
    clock = Clock()
    tables = {name: TableDesk(name, clock) for name in ("T1", "T2")}
    values = [table.opens() for table in tables.values()]
    legs = {event.owner: [event.recorded_at_us] for event in map(read_header, values)}
    for name, seconds in played:
        clock.now_us += seconds * 1_000_000
        values.append(tables[name].plays({"HCF": []}))
        legs[name].append(clock.now_us)
    past = progress_rows(values, cuts, "table_progress_past")
    assert past == progress_rows(values, (), "table_progress_past")
    for name, times in legs.items():
        slots = defaultdict(list)
        for at_us in times:
            slots[at_us // 300_000_000].append(at_us)
        wanted = {at_us for of_slot in slots.values() for at_us in (of_slot[0], of_slot[-1])}
        assert {row.at_us for (_, table, _), row in past.items() if table == name} == wanted


def test_after_a_resumption_what_was_lost_is_not_waited_for():
    clock = Clock()
    link, table = LinkDesk("HCF", clock), TableDesk("T1", clock)
    values = [link.opens(), table.opens_round(), table.closes_bets({"HCF": []})]
    table.closes_bets({"HCF": []})  # lost
    late = table.closes_bets({"HCF": []})
    values += [late, table.resumes(late), table.closes_bets({"HCF": []})]
    legs = [output.value for output in route(values) if output.topic == LINKS]
    assert of(progress_rows(legs))[:2] == (4, clock.now_us)
    assert progress_rows(legs) == progress_rows([*legs, *legs], [3, 5])


@given(st.data())
def test_it_follows_the_legs_as_the_keeper_does(data):
    """Two tables that play, practise, lose events, are resumed and end days; records that come again."""
    clock = Clock()
    values = [LinkDesk("HCF", clock).opens()]
    tables = [TableDesk("T1", clock), TableDesk("T2", clock)]
    for _ in range(data.draw(st.integers(1, 15))):
        table = data.draw(st.sampled_from(tables))
        table.mode = data.draw(st.sampled_from(["live", "live", "training"]))
        match data.draw(st.sampled_from(["bets", "bets", "end", "lose", "join", "leave"])):
            case "bets":
                values.append(table.closes_bets({"HCF": data.draw(st.sampled_from([[], [1]]))}))
            case "join":
                values.append(table.opens())
            case "leave":
                values.append(table.opens(["OTHER"], sent_to=["HCF"]))
            case "end":
                values.append(
                    ends_day(table, data.draw(st.sampled_from([GAMING_DAY, "2026-03-13", NEXT_DAY])))
                )
            case "lose":
                table.closes_bets({"HCF": []})
                values.append(after := table.closes_bets({"HCF": []}))
                values.append(table.resumes(after))
    legs = [output.value for output in route(values) if output.topic == LINKS]
    again = data.draw(st.lists(st.sampled_from(legs), max_size=5))
    keeper, model = KeeperAtHand(), LinksModel(None)
    for offset, value in enumerate([*legs, *again]):
        keeper.takes(value)
        model.step(Record(LINKS, 0, offset, "HCF", value))
    book = keeper.keeper.books["HCF"]
    for stream in ("table:T1", "table:T2"):
        if stream in model.progress["HCF"]:
            ours, theirs = model.progress["HCF"][stream], book.sources[stream]
            assert ours.legs.next_leg == theirs.legs.next_leg
            taken = [leg for leg in map(leg_at_hcf, legs) if leg.event.stream == stream]
            assert ours.recorded_at_us == max(
                (leg.event.recorded_at_us for leg in taken if 0 < leg.number < theirs.legs.next_leg),
                default=0,
            )
            assert ours.open_days == book.state.days.get(stream.removeprefix("table:"), ())


@given(st.sampled_from(["bets_closed", "table_day_ended", "progressive_paid"]), st.binary(max_size=30))
def test_no_body_stops_it(type_, body):
    table = TableDesk("T1")
    assert progress_rows([table.records_raw(type_, 1, body)]) == {}


def test_what_the_keeper_would_quarantine_does_not_count():
    table, other = TableDesk("T1"), TableDesk("T2")
    table.opens_round()
    bad = table.records_raw("bets_closed", 1, b"\x80")
    stray = other.closes_bets({"ELSEWHERE": []})
    assert progress_rows([b"poison", bad, stray, LinkDesk("HCF").opens()]) == {}


def row(table, at_us, *, playing="", ended=""):
    return TableProgressRow("HCF", table, 7, at_us, playing, playing, ended)


def test_a_link_is_complete_to_the_moment_of_its_slowest_open_table():
    rows = [
        row("T1", 50, playing=GAMING_DAY),
        row("T2", 30, playing=GAMING_DAY),
        row("T3", 10, ended=GAMING_DAY),
    ]
    assert completeness(rows, {}) == Completeness(30, ("T2", "T1"), {})


def test_a_table_that_ended_its_day_holds_back_only_if_something_of_it_is_missing():
    rows = [row("T1", 50, playing=GAMING_DAY), row("T3", 10, ended=GAMING_DAY)]
    missing = {"T3": "legs from 8"}
    assert completeness(rows, missing) == Completeness(10, ("T3", "T1"), missing)


def test_nobody_waits_for_a_day_that_two_people_closed():
    rows = [row("T1", 50, playing=NEXT_DAY), row("T2", 30, playing=GAMING_DAY)]
    assert completeness(rows, {}, GAMING_DAY) == Completeness(50, ("T1",), {})
    rows[1] = TableProgressRow("HCF", "T2", 7, 30, GAMING_DAY, NEXT_DAY, "")
    assert completeness(rows, {}, GAMING_DAY) == Completeness(30, ("T2", "T1"), {})


def test_when_every_table_has_ended_its_day_the_link_is_complete_to_the_last_word():
    assert completeness([row("T1", 50, ended=NEXT_DAY), row("T2", 30)], {}) == Completeness(50, (), {})
    assert completeness([], {}) == Completeness(None, (), {})


def test_a_table_that_never_came_in_order_leaves_no_moment():
    rows = [row("T1", 50, playing=GAMING_DAY), TableProgressRow("HCF", "T2", 0, 0, "", "", "")]
    missing = {"T2": "legs from 1"}
    assert completeness(rows, missing) == Completeness(None, ("T2", "T1"), missing)


def test_a_missing_record_of_the_keeper_is_shown():
    missing = {"keeper": "records from 9"}
    assert completeness([row("T1", 50, playing=NEXT_DAY)], missing) == Completeness(50, ("T1",), missing)
