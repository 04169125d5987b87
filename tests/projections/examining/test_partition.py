"""A partition examined: every table by itself, by the chain rule, from any state that was stored."""

from __future__ import annotations

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.body import parse_body
from events.columns import decode_rows
from events.envelope import NO_PREV, decode, encode, event_hash
from events.errors import MalformedEvent
from events.topics import FINDINGS
from projections.examining import partition
from projections.examining.examiner import examine
from projections.examining.finding import VERSION
from projections.examining.issuing import Series, finding_stream, read_issued
from projections.examining.partition import Examiner, examined_to
from projections.records import Chunk, Output, Record
from tests.projections.examining.chained import chained, examined, in_turn, one_by_one
from tests.projections.examining.every_scenario import EVERY, told
from tests.projections.examining.told import Told
from tests.projections.folding import sources
from tests.scenario import LinkDesk


def issued(outputs: list[Output]):
    """What the outputs say, each as the topic would hold it."""
    return [
        read_issued(Record(output.topic, 0, offset, output.key, output.value))
        for offset, output in enumerate(outputs)
    ]


def broken_table(rounds: int = 2) -> Told:
    """A table that has no sign, and that deals the next rounds unshuffled."""
    table = Told().ready(signs=()).plays()
    for _ in range(rounds - 1):
        table.plays()
    return table


def test_findings_are_events_numbered_and_chained_and_timed_by_their_source():
    table = broken_table()
    values = chained(table.events)
    outputs = examined(sources(values))

    events = [decode(output.value) for output in outputs]
    assert {output.topic for output in outputs} == {FINDINGS}
    assert {output.key for output in outputs} == {event.stream for event in events} == {"finding:table:T-1"}
    assert [event.seq for event in events] == [*range(1, len(events) + 1)]
    assert [event.prev for event in events] == [
        NO_PREV,
        *(event_hash(output.value) for output in outputs[:-1]),
    ]
    assert {event.actor for event in events} == {f"examiner@{VERSION}"}
    recorded = {event.seq: event for event in table.events}
    for event, each in zip(events, issued(outputs), strict=True):
        seq = int(event.source_id.rpartition("#")[2])
        assert event.source_id == f"table:T-1#{seq}"
        assert event.recorded_at_us == recorded[seq].recorded_at_us
        assert seq >= max(each.finding.events)
    assert [each.finding for each in issued(outputs)] == list(examine(table.events))
    assert len(events) > 3


@given(st.sampled_from(EVERY), st.sampled_from(EVERY), st.booleans(), st.sets(st.integers(0, 80)))
@settings(deadline=None, max_examples=200)
def test_a_state_that_was_stored_at_any_event_finds_the_same_afterwards(one, other, broken, cuts):
    values = [
        chained(told(one, broken=True).events, "table:T-1"),
        chained(told(other, broken=broken).events, "table:T-2"),
    ]
    log = sources(in_turn(*values))
    whole = examined(log)

    assert examined(log, cuts) == whole == one_by_one(log)
    found = [each.finding for each in issued(whole) if each.finding.stream == "table:T-1"]
    assert found == list(examine(told(one, broken=True).events))


@pytest.mark.parametrize("scenario", EVERY, ids=lambda each: each.id)
def test_a_state_that_is_stored_at_every_event_finds_the_same(scenario):
    log = sources(chained(told(scenario, broken=True).events))
    assert examined(log, range(len(log))) == examined(log)


def test_every_table_has_a_series_of_its_own_and_other_streams_pass():
    link = LinkDesk("A")
    link.opens()
    tables = [chained(broken_table().events, f"table:T-{number}") for number in (1, 2)]
    alone = [examined(sources(each)) for each in tables]
    together = examined(sources(in_turn(link.recorded, *tables)))

    assert sorted(together) == sorted([*alone[0], *alone[1]])


def test_events_that_somebody_else_has_decoded_are_examined_alike():
    log = sources(chained(broken_table().events))
    values = [record.value for record in log]
    chunk = Chunk(0, None, values)
    examiner = Examiner()
    outputs = [
        output
        for step in examiner.steps_of(chunk, decode_rows(values), [*map(event_hash, values)])
        for output in step.outputs
    ]

    assert outputs == examined(log)
    assert examiner.dump() == _after(log).dump()


def _after(log: list[Record]) -> Examiner:
    examiner = Examiner()
    for _ in examiner.steps(log):
        pass
    return examiner


def said(outputs: list[Output]) -> list[tuple[str, str, str]]:
    """Check, message and section of what was issued, without its numbers."""
    return [(each.finding.id, each.finding.message, each.finding.section) for each in issued(outputs)]


def opening_of_a_round(values: list[bytes], nth: int = 0) -> int:
    """The place of an event in its stream."""
    return [place for place, value in enumerate(values) if decode(value).type == "round_opened"][nth]


def test_a_fork_is_told_once_and_a_repeat_is_not():
    """A stale recorder goes on behind what it wrote, and all of it comes twice: one thing went wrong."""
    values = chained(broken_table().events)
    first = opening_of_a_round(values)
    fork = decode(values[first])._replace(
        source_id="another#1", facility="ELSEWHERE", gaming_day="2030-01-01"
    )
    lost = [encode(fork)]
    for seq in (fork.seq + 1, fork.seq + 2):
        lost.append(encode(fork._replace(seq=seq, prev=event_hash(lost[-1]))))
    log = sources([*values[: first + 1], *lost, values[first], *lost, *values[first + 1 :]])

    clean, outputs = said(examined(sources(values))), examined(log)
    assert outputs == one_by_one(log) == examined(log, range(len(log)))
    (told,) = [each for each in issued(outputs) if each.finding.id == "R03"]
    assert [each for each in said(outputs) if each[0] != "R03"] == clean
    assert told.finding.events == (fork.seq,)
    assert (told.finding.severity, told.finding.section) == ("record", None)
    assert event_hash(lost[0]).hex()[:16] in told.finding.message
    event = next(decode(each.value) for each in outputs if b"R03" in each.value)
    counted = decode(values[first])
    assert (event.facility, event.gaming_day) == (counted.facility, counted.gaming_day)
    assert event.recorded_at_us == counted.recorded_at_us


def test_bytes_that_are_no_event_are_told_once_behind_an_event_of_their_stream():
    values = chained(broken_table().events)
    first = opening_of_a_round(values)
    poison = Record("events", 0, 0, "table:T-1", b"\xc1 no event")
    nobodys = Record("events", 0, 0, "table:T-9", b"\xc1 no event")
    records = [*sources(values)]
    records[first + 1 : first + 1] = [poison, nobodys, poison]
    records.append(poison)
    log = [Record(each.topic, 0, offset, each.key, each.value) for offset, each in enumerate(records)]

    outputs = examined(log)
    assert outputs == one_by_one(log) == examined(log, range(len(log)))
    told = [each.finding for each in issued(outputs) if each.finding.id == "R04"]
    assert [each.events for each in told] == [(first + 1,), (len(values),)]
    assert {(each.stream, each.severity) for each in told} == {("table:T-1", "record")}
    assert [each for each in said(outputs) if each[0] != "R04"] == said(examined(sources(values)))


def test_desks_and_links_are_read_by_the_chain_rule_too():
    """The desk of the register: two entries of it, and one that another recorder wrote in between."""
    entry = {"department": "slots", "rank": "staff", "signed_by": [], "reason": "", "stamps": []}
    bodies = [parse_body("badge_issued", {"badge": badge, **entry}) for badge in ("A-1", "B-1")]
    first = Told().opens().events[0]._replace(type="badge_issued", round=None)
    values = chained([first._replace(body=body.to_bytes()) for body in bodies], "desk:badges")
    fork = encode(decode(values[0])._replace(source_id="another#1"))

    (told,) = issued(examined(sources([values[0], fork, values[1]])))
    assert (told.finding.id, told.finding.stream, told.finding.table) == ("R03", "desk:badges", None)
    assert told.stream == "finding:desk:badges"


def test_nothing_is_found_behind_a_gap_until_two_people_resume_the_stream():
    values = chained(broken_table(rounds=3).events)
    second = [place for place, value in enumerate(values) if decode(value).type == "round_opened"][1]
    lost = [*values[:second], *values[second + 1 :]]
    last = decode(values[-1])
    body = parse_body(
        "stream_resumed",
        {
            "stream": "table:T-1",
            "from_seq": second + 2,
            "from_hash": event_hash(values[second + 1]).hex(),
            "authorised_by": ["A-1", "B-1"],
            "reason": "the event is lost",
        },
    )
    resumption = encode(
        last._replace(
            seq=last.seq + 1,
            prev=event_hash(values[-1]),
            type="stream_resumed",
            schema=body.SCHEMA,
            round=None,
            body=body.to_bytes(),
        )
    )
    halted = examined(sources(lost))
    resumed = sources([*lost, resumption])

    *before, gap = halted
    assert before == examined(sources(values[:second]))
    (told,) = issued([gap])
    assert (told.finding.id, told.finding.events) == ("R03", (second + 2,))
    assert told.finding.message.startswith(f"Seq {second + 1} is missing: seq {second + 2} came.")
    assert examined(resumed)[: len(halted)] == halted
    assert len(examined(resumed)) > len(halted)
    assert examined(resumed, range(len(resumed))) == examined(resumed) == one_by_one(resumed)


def test_an_event_that_cannot_be_read_is_said_to_be_so_and_its_table_goes_on():
    events = broken_table(rounds=3).events
    place = next(at for at, event in enumerate(events) if event.type == "round_closed")
    events[place] = events[place]._replace(body=msgpack.packb({"nothing": 1}))
    found = issued(examined(sources(chained(events))))

    (said,) = [each.finding for each in found if each.finding.id == "R00"]
    assert (said.events, said.severity, said.section) == ((place + 1,), "record", None)
    assert found[-1].finding.events[-1] > place + 1


def test_a_defect_of_a_check_is_said_and_other_tables_go_on(monkeypatch):
    def burst(self, event):
        raise KeyError(object())

    log = sources(chained(broken_table().events))
    monkeypatch.setattr(partition.TableExaminer, "take", burst)
    found = issued(examined(log))

    assert {each.finding.message.partition(": ")[2] for each in found} == {"KeyError."}
    assert [each.seq for each in found] == [*range(1, len(found) + 1)]


def test_what_cannot_be_stored_as_it_is_is_stored_without_it():
    table = Told().ready(signs=()).begins()
    finding = next(examine(table.events))
    series, source = Series(), table.events[-1]
    for odd in (
        {"done_mc": 2**70, "due_mc": 0},
        {"message": "x" * 5_000},
        {"seat": 900},
        {"wager": "w" * 5_000},
        {"events": tuple(range(1, 50_000))},
    ):
        changed = type(finding)(**{**_fields(finding), **odd})
        (kept,) = issued([series.issue(source, changed)])
        assert (kept.finding.id, kept.finding.section) == (finding.id, finding.section)
        assert kept.finding.message
    assert series.seq == 5


def _fields(finding):
    return {name: getattr(finding, name) for name in finding.__slots__}


def test_a_state_of_another_list_or_damaged_is_refused_and_folded_again():
    log = sources(chained(broken_table().events))
    dumped = _after(log).dump()
    assert examined_to(dumped) == len(log)
    assert examined_to(None) == examined_to(b"no state") == 0

    stored = msgpack.unpackb(dumped)
    for place, other in ((0, 99), (1, VERSION + 1), (2, "another shape"), (5, stored[5][:-1] + b"x")):
        changed = [*stored[:place], other, *stored[place + 1 :]]
        with pytest.raises(MalformedEvent, match="fold the log again"):
            Examiner.load(msgpack.packb(changed))
    with pytest.raises(MalformedEvent, match="fold the log again"):
        Examiner.load(b"no state")


@pytest.mark.parametrize(
    "change",
    [
        {"actor": "somebody"},
        {"stream": "finding:table:T-2"},
        {"stream": "finding:meter:T-1"},
        {"type": "stream_halted"},
    ],
)
def test_what_no_examiner_wrote_is_no_finding(change):
    (output, *_) = examined(sources(chained(broken_table().events)))
    value = encode(decode(output.value)._replace(**change))
    with pytest.raises(MalformedEvent):
        read_issued(Record(FINDINGS, 0, 0, decode(value).stream, value))
    with pytest.raises(MalformedEvent, match="key"):
        read_issued(Record(FINDINGS, 0, 0, "finding:table:T-9", output.value))
    assert finding_stream("meter:L1") == "finding:meter:L1"


def test_the_state_of_many_tables_is_below_what_kafka_takes():
    """So many tables as one partition has in a large house, each in the middle of a long round."""
    values = []
    for number in range(60):
        table = Told().ready("red-1", "blue-1").plays().begins("blue-1")
        for step in range(150):
            table.says(
                "wager_placed",
                seat=1 + step % 6,
                wager="ante",
                amount_mc=500_000 + step,
                instrument="value_chip",
            )
        values.append(chained(table.events, f"table:T-{number}"))
    examiner = _after(sources(in_turn(*values)))

    assert len(examiner.dump()) < 300_000
