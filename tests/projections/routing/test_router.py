"""The router's fold: legs to their links, bad records to quarantine, marks where a stream is halted."""

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from events.body import decode_body, parse_body
from events.topics import EVENTS
from events.vocabulary.legs import WagerLeg
from events.vocabulary.progressive import BetsClosed
from projections.records import CHUNK, Output, Record, what_is_quarantined
from projections.routing.router import STATE, Router, RouterState
from projections.state_versions import StateFormat, StateTooNew
from tests.events.bodies import EXAMPLES
from tests.projections.folding import quarantined, route, routed, sources, to_links
from tests.scenario import Desk, LinkDesk
from tests.scenario_table import TableDesk


def sent(values: list[bytes]) -> list[tuple[str, str, int]]:
    """Link, type and number of what the router sends to `links`."""
    return [(link, event.type, event.seq) for link, event in to_links(route(values))]


def test_a_leg_goes_to_every_link_it_is_for_and_other_events_to_none():
    table = TableDesk("T1")
    values = [table.opens_round(), table.closes_bets({"A": [1], "B": []}), table.takes_wager(1)]
    assert sent(values) == [("A", "bets_closed", 2), ("B", "bets_closed", 2)]


def test_every_kind_of_leg_is_routed_with_its_bytes_unchanged():
    table = TableDesk("T1")
    table.opens_round()
    table.closes_bets({"A": [1]})
    claim = table.claims(1, link="A")
    legs = [table.validates(claim), table.pays(claim, 5), table.rejects(claim), table.voids({"A": [1]})]
    outputs = route(table.recorded)
    assert [output.value for output in outputs[2:]] == legs
    assert {output.key for output in outputs} == {"A"}


@pytest.mark.parametrize("name", ["table_opened", "selections_changed", "table_day_ended"])
def test_openings_and_days_ends_are_legs_of_all_links_that_they_name(name):
    table = TableDesk("T1")
    legs = [{"link": "B", "leg": 1}, {"link": "A", "leg": 1}]
    body = parse_body(name, {**EXAMPLES[name], "legs": legs})
    value = table.records(body)
    assert [(output.key, output.value) for output in route([value])] == [("B", value), ("A", value)]


@pytest.mark.parametrize(
    ("legs", "reason"),
    [
        ([{"link": "A", "leg": 0}], "only the recorder"),
        ([{"link": "A", "leg": 1}, {"link": "A", "leg": 2}], "named twice"),
    ],
)
def test_legs_of_an_opening_that_no_keeper_could_put_in_order_are_quarantined(legs, reason):
    table = TableDesk("T1")
    fields = {**EXAMPLES["table_opened"], "legs": legs}
    (quarantined,) = route([table.records(parse_body("table_opened", fields))])
    assert reason in what_is_quarantined(quarantined).detail


def test_a_record_of_a_keeper_is_not_a_leg_when_somebody_else_writes_it_into_events():
    stranger = Desk("meter", "B")
    for name in ("transfer_sent", "transfer_refused", "transfer_received"):
        stranger.records(parse_body(name, EXAMPLES[name]))
    assert to_links(route(stranger.recorded)) == []


def test_control_of_a_link_goes_to_that_link():
    link = LinkDesk("A")
    assert sent([link.opens(), link.notes(), link.closes()]) == [
        ("A", "link_opened", 1),
        ("A", "note_recorded", 2),
        ("A", "link_closed", 3),
    ]


def test_a_repeat_sends_nothing_and_a_fork_is_quarantined():
    table = TableDesk("T1")
    first = table.closes_bets({"A": [1]})
    stale = table.twin()
    second, fork = table.closes_bets({"A": [2]}), stale.closes_bets({"A": [3]})
    outputs = route([first, first, second, fork, second])
    assert [event.seq for _, event in to_links(outputs)] == [1, 2]
    assert quarantined(outputs) == [(3, "fork")]


def test_poison_is_quarantined_and_the_streams_around_it_go_on():
    table = TableDesk("T1")
    outputs = route([table.closes_bets({"A": [1]}), b"poison", table.closes_bets({"A": [1]})])
    assert [event.seq for _, event in to_links(outputs)] == [1, 2]
    assert quarantined(outputs) == [(1, "malformed")]


@pytest.mark.parametrize(
    "body",
    [
        msgpack.packb({"legs": 3}),
        BetsClosed(legs=(WagerLeg(link="A", leg=0, wagers=()),)).to_bytes(),
        BetsClosed(
            legs=(WagerLeg(link="A", leg=1, wagers=()), WagerLeg(link="A", leg=2, wagers=()))
        ).to_bytes(),
    ],
    ids=["unreadable", "unnumbered", "a link twice"],
)
def test_a_leg_that_no_keeper_could_order_is_quarantined_and_its_stream_goes_on(body):
    table = TableDesk("T1")
    outputs = route([table.records_raw("bets_closed", 1, body), table.closes_bets({"A": [1]})])
    assert quarantined(outputs) == [(0, "malformed")]
    assert [event.seq for _, event in to_links(outputs)] == [2]


def test_legs_come_from_tables_only():
    desk = Desk("desk", "pit")
    leg = desk.records(BetsClosed(legs=(WagerLeg(link="A", leg=1, wagers=()),)))
    assert quarantined(route([leg])) == [(0, "malformed")]


@pytest.mark.parametrize("mode", ["live", "test"])
def test_what_cannot_be_on_its_stream_is_quarantined_and_the_stream_goes_on(mode):
    table = TableDesk("T1", mode=mode)
    close = parse_body("gaming_day_closed", EXAMPLES["gaming_day_closed"])
    outputs = route([table.records(close), table.notes(), table.records(close)])
    assert quarantined(outputs) == [(0, "malformed"), (2, "malformed")]
    assert "cannot be on table:T1" in what_is_quarantined(outputs[0]).detail


def test_of_a_link_s_own_stream_it_goes_to_the_keeper_too_since_its_number_counts():
    link = LinkDesk("A")
    values = [link.opens(), link.records(parse_body("table_opened", EXAMPLES["table_opened"])), link.closes()]
    outputs = route(values)
    assert [event.seq for _, event in to_links(outputs)] == [1, 2, 3]
    assert quarantined(outputs) == [(1, "malformed")]


def test_a_gap_is_marked_for_the_links_that_the_table_has_fed_and_refuses_its_claims_at_once():
    table = TableDesk("T1")
    values = [table.closes_bets({"A": [1], "B": []}), table.notes(), table.notes(), table.claims(1, link="A")]
    outputs = route([values[0], *values[2:]])
    assert quarantined(outputs) == [(1, "gap")]
    marks = [(link, e.type, decode_body(e)) for link, e in to_links(outputs) if e.kind == "router"]
    assert [(link, type_) for link, type_, _ in marks] == [
        ("A", "stream_halted"),
        ("B", "stream_halted"),
        ("A", "claim_while_halted"),
    ]
    assert marks[0][2].from_seq == 2
    assert (marks[2][2].table, marks[2][2].claim_seq) == ("T1", 4)
    assert all(output.barrier for output in outputs if output.key in "AB" and b"router" in output.value)


def test_a_resumption_sends_the_records_since_the_halt_after_a_mark():
    table = TableDesk("T1")
    first = table.closes_bets({"A": [1]})
    table.closes_bets({"A": [2]})
    third = table.closes_bets({"A": [3]})
    resume = table.resumes(third)
    later = table.closes_bets({"A": [4], "B": [4]})
    outputs = route([first, third, resume, later])
    assert [(link, event.type, event.seq) for link, event in to_links(outputs)] == [
        ("A", "bets_closed", 1),
        ("A", "stream_halted", 3),
        ("A", "stream_continued", 3),
        ("A", "bets_closed", 3),
        ("A", "bets_closed", 5),
        ("B", "stream_continued", 5),  # B has no leg of the table yet, and lost some too
        ("B", "bets_closed", 5),
    ]
    to_a = [output.barrier for output in outputs if output.key == "A"]
    assert to_a == [False, True, True, True, False]


def test_a_link_s_own_stream_can_be_resumed():
    link = LinkDesk("A")
    first = link.opens()
    link.notes()
    third = link.closes()
    assert sent([first, third, link.resumes(third)]) == [
        ("A", "link_opened", 1),
        ("A", "stream_halted", 3),
        ("A", "stream_continued", 3),
        ("A", "link_closed", 3),
        ("A", "stream_resumed", 4),
    ]


def test_a_state_that_was_stored_and_loaded_goes_on_as_if_it_had_not():
    table = TableDesk("T1")
    first = table.closes_bets({"A": [1]})
    table.notes()
    third = table.closes_bets({"A": [3]})
    values = [first, third, table.claims(3, link="A"), table.resumes(third), table.closes_bets({"B": [4]})]
    log = sources(values)
    whole, parts = Router(), Router()
    for source in log:
        parts = Router.load(parts.dump())
        steps = [router.step(source) for router in (whole, parts)]
        assert steps[0] == steps[1]
        if steps[0].replay_from is not None:
            for earlier in log[steps[0].replay_from : source.offset + 1]:
                assert whole.replay(earlier) == parts.replay(earlier)
        assert whole.dump() == parts.dump()
    assert parts.next_offset == len(values)


def test_no_state_is_the_beginning_and_a_newer_one_is_refused():
    assert Router.load(None).dump() == Router().dump()
    with pytest.raises(StateTooNew, match="update this worker"):
        Router.load(StateFormat(STATE.version + 1, RouterState).dump(RouterState()))


def test_equal_input_gives_equal_bytes():
    table = TableDesk("T1")
    values = [table.closes_bets({"A": [1]}), b"poison", table.claims(1, link="A")]
    assert route(values) == route(list(values))
    assert Record(EVENTS, 0, 1, "table:poison", b"poison") in sources(values)


def a_halted_log() -> list[bytes]:
    """Two tables and a link: a gap, a claim behind it, a resumption, and what comes after."""
    first, second, link = TableDesk("T1"), TableDesk("T2"), LinkDesk("A")
    values = [link.opens(), first.opens_round(), second.opens_round(), first.closes_bets({"A": [1]})]
    values += [second.closes_bets({"A": [2], "B": []}), link.notes()]
    first.notes()
    third = first.closes_bets({"A": [3]})
    values += [third, first.claims(3, link="A"), second.notes(), first.resumes(third)]
    return [*values, first.closes_bets({"B": [4]}), second.claims(2, link="A"), link.closes()]


HALTED_LOG = a_halted_log()


def routed_together(log: list[Record], router: Router) -> list[Output]:
    """What the router sends for records that it gets together."""
    return routed(log, router.steps(log), router)


@given(
    st.lists(st.integers(0, len(HALTED_LOG) - 1), max_size=30),
    st.sets(st.integers(0, 40)),
    st.sampled_from([b"", b"poison", msgpack.packb(["F"])]),
    st.integers(0, 30),
)
def test_records_together_are_routed_as_one_by_one(repeats, dropped, poison, place):
    values = [value for number, value in enumerate(HALTED_LOG) if number not in dropped]
    for number in repeats:
        values.insert(number, HALTED_LOG[number])
    values[place:place] = [poison] if place < 20 else []
    alone, together = Router(), Router()
    assert routed_together(sources(values), together) == route(values, alone)
    assert together.dump() == alone.dump()


def test_an_event_under_another_key_is_quarantined_among_others_too():
    table = TableDesk("T1")
    log = sources([table.notes() for _ in range(2 * CHUNK)])
    log[CHUNK + 3] = replace(log[CHUNK + 3], key="table:T2")
    together = Router()
    (malformed, gap, *_) = quarantined(routed_together(log, together))
    assert [malformed, gap] == [(CHUNK + 3, "malformed"), (CHUNK + 4, "gap")]
    assert together.next_offset == 2 * CHUNK


def test_an_event_where_its_type_cannot_be_is_quarantined_among_others_too():
    table, misplaced = TableDesk("T1"), Desk("table", "T2")
    closed = parse_body("gaming_day_closed", EXAMPLES["gaming_day_closed"])
    values = [table.notes(), misplaced.records(closed), table.notes()]
    together = Router()
    outputs = routed_together(sources(values), together)
    assert quarantined(outputs) == [(1, "malformed")]
    assert outputs == route(values)
