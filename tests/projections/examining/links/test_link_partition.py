"""A partition of `meters` examined: every link by itself, by its numbers, from any state that was stored."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.envelope import NO_PREV, Event, decode, encode, event_hash
from events.errors import MalformedEvent
from events.topics import FINDINGS, METERS
from projections.examining.finding import VERSION
from projections.examining.issuing import read_issued
from projections.examining.links import link_partition
from projections.examining.links.link_examiner import examine_link
from projections.examining.links.link_partition import LinksExaminer, links_examined_to
from projections.examining.links.link_state import MOST_FINISHED, MOST_REFUSED
from projections.records import Output, Record
from tests.projections.examining.links.link_scenarios import SCENARIOS
from tests.projections.examining.links.told_link import ToldLink

BROKEN = [scenario.tell(scenario.kind, True).events for scenario in SCENARIOS]


def log_of(*links: list[Event]) -> list[Record]:
    """Records of several links in turn, each under its own name."""
    named = [[event._replace(stream=f"meter:L{n}") for event in link] for n, link in enumerate(links, 1)]
    longest = max(map(len, named))
    in_turn = [link[place] for place in range(longest) for link in named if place < len(link)]
    return [Record(METERS, 0, at, event.owner, encode(event)) for at, event in enumerate(in_turn)]


def examined(log: list[Record], cuts: set[int] | range = range(0)) -> list[Output]:
    """What is issued; before each of the `cuts` the state is stored, and another goes on from there."""
    examiner, outputs = LinksExaminer(), list[Output]()
    for record in log:
        if record.offset in cuts:
            examiner = LinksExaminer.load(examiner.dump())
        outputs += examiner.step(record)
    return outputs


def issued(outputs: list[Output]):
    return [read_issued(Record(each.topic, 0, at, each.key, each.value)) for at, each in enumerate(outputs)]


def test_findings_are_events_numbered_and_chained_and_timed_by_their_source():
    told = ToldLink()
    for _ in range(3):
        told.pays(told.wins(), 1_000)
    outputs = examined(log_of(told.events))
    events = [decode(output.value) for output in outputs]

    assert {output.topic for output in outputs} == {FINDINGS}
    assert {output.key for output in outputs} == {event.stream for event in events} == {"finding:meter:L1"}
    assert [event.seq for event in events] == [1, 2, 3]
    assert [event.prev for event in events] == [NO_PREV, *(event_hash(each.value) for each in outputs[:-1])]
    assert {event.actor for event in events} == {f"examiner@{VERSION}"}
    sources = {f"meter:L1#{event.seq}": event.recorded_at_us for event in told.events}
    assert all(sources[event.source_id] == event.recorded_at_us for event in events)
    found = [each.finding for each in issued(outputs)]
    assert [(each.id, each.events, each.table, each.due_mc) for each in found] == [
        (each.id, each.events, each.table, each.due_mc) for each in examine_link(told.events)
    ]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_state_that_is_stored_at_every_record_finds_the_same(broken):
    log = log_of(broken)
    assert examined(log, range(len(log))) == examined(log) != []


@given(st.sampled_from(BROKEN), st.sampled_from(BROKEN), st.sets(st.integers(0, 20)))
@settings(deadline=None, max_examples=100)
def test_links_are_examined_each_by_itself_from_any_state(one, other, cuts):
    together = examined(log_of(one, other), cuts)
    apart = [*examined(log_of(one, [])), *(out for out in examined(log_of([], other)))]
    assert sorted(together) == sorted(apart)


@given(st.sampled_from(BROKEN), st.lists(st.integers(0, 20), max_size=8))
@settings(deadline=None, max_examples=100)
def test_records_that_come_again_or_early_find_nothing_more(broken, again):
    """The keeper sends again from the one that is missing, so that all come in order in the end."""
    values = [encode(event) for event in broken]
    order = [place % len(values) for place in again] + [*range(len(values))]
    log = [Record(METERS, 0, at, "L", values[place]) for at, place in enumerate(order)]
    once = [Record(METERS, 0, at, "L", value) for at, value in enumerate(values)]
    assert examined(log) == examined(once)


def test_what_no_keeper_wrote_is_passed_over():
    (event, *_) = BROKEN[0]
    examiner = LinksExaminer()
    for offset, (key, value) in enumerate(
        [("L", b"poison"), ("M", encode(event)), ("L", encode(event._replace(stream="table:L")))]
    ):
        assert examiner.step(Record(METERS, 0, offset, key, value)) == []
    assert examiner.next_offset == 3
    assert LinksExaminer.load(examiner.dump()).next_offset == 3


def test_a_record_that_cannot_be_read_is_said_to_be_so_and_its_link_goes_on():
    told = ToldLink()
    told.pays(told.wins(), 1_000)
    events = told.events
    place = next(at for at, event in enumerate(events) if event.type == "meter_contributed")
    events[place] = events[place]._replace(body=msgpack.packb({"nothing": 1}))
    found = [each.finding for each in issued(examined(log_of(events)))]

    assert [each.id for each in found] == ["R00", "A15"]
    assert (found[0].events, found[0].table, found[0].severity) == ((place + 1,), None, "record")


def test_a_defect_of_a_check_is_said(monkeypatch):
    def burst(link, event):
        raise KeyError(object())

    monkeypatch.setattr(link_partition, "take", burst)
    found = issued(examined(log_of(BROKEN[0])))
    assert {each.finding.message.partition(": ")[2] for each in found} == {"KeyError."}


def test_only_live_play_is_judged():
    told = ToldLink()
    told.pays(told.wins(), 1_000)
    assert list(examine_link(event._replace(mode="test") for event in told.events)) == []


def test_a_state_of_another_list_or_damaged_is_refused_and_folded_again():
    log = log_of(BROKEN[0])
    examiner = LinksExaminer()
    for record in log:
        examiner.step(record)
    dumped = examiner.dump()
    assert links_examined_to(dumped) == len(log)
    assert links_examined_to(None) == links_examined_to(b"no state") == 0

    format_, (version, *rest) = msgpack.unpackb(dumped, strict_map_key=False, use_list=False)
    for other in ((format_, (version + 1, *rest)), (format_ + 1, (version, *rest))):
        with pytest.raises(MalformedEvent):
            LinksExaminer.load(msgpack.packb(other))


def test_however_much_is_won_and_refused_the_state_stays_small():
    told = ToldLink()
    for _ in range(MOST_FINISHED + MOST_REFUSED + 40):
        told.pays(told.wins())
        told.claims(5)
    examiner = LinksExaminer()
    sizes = []
    for record in log_of(told.events):
        assert examiner.step(record) == []
        sizes.append(len(examiner.dump()))
    link = examiner._links["L1"]
    assert (len(link.awards), len(link.refused)) == (MOST_FINISHED + 1, MOST_REFUSED)  # one was paid since
    assert max(sizes) < 10_000
    forgotten = told.table.twin()
    forgotten.seq = 3
    told.pays(forgotten.claims(1, told.kind.tenth, "L"), 1_000)
    assert [found.id for found in told.findings] == ["R06"]


def test_awards_that_are_owed_are_not_forgotten():
    told = ToldLink()
    claims = [told.wins() for _ in range(MOST_FINISHED + 20)]
    for claim in claims:
        told.pays(claim, 1_000)
    assert len(told.findings) == len(claims)
    assert {found.id for found in told.findings} == {"A15"}
