"""What the recorder assigns, fills in and answers; what it refuses is in `test_recorder_refusals`."""

import pytest
from msgpack import unpackb

from events import MalformedEvent, encode, event_hash
from events.envelope import NO_PREV
from events.jsonform import Draft
from events.times import parse_time
from streams.clock import GamingDays, UnknownZone
from streams.log import EVENTS
from streams.recorder.admission import Taking
from streams.recorder.recorder import NotNext, Recorder
from streams.sqlite.log import SqliteLog
from tests.streams.recorder.at_hand import NOW, body, fresh
from tests.streams.recorder.table_drafts import AT, TableDrafts

# --- what is assigned ---


def test_numbers_chains_and_times_are_assigned(recorder, log):
    table = TableDrafts()
    first, second = recorder.record(table.open()), recorder.record(table.open_round())
    assert (first.seq, first.event.prev, first.existed, first.refused) == (1, NO_PREV, False, False)
    values = [record.value for record in log.read_stream("table:HCF-01", 1)]
    assert (second.seq, second.event.prev) == (2, event_hash(values[0]))
    assert second.event.facility == "PA-01"
    assert second.event.recorded_at_us == NOW
    assert second.event.gaming_day == "2026-01-01"


def test_a_draft_without_a_source_id_gets_its_number_as_one_that_is_no_client_s(recorder):
    draft = TableDrafts().open()._replace(source_id=None)
    assert recorder.record(draft).event.source_id == "recorder#1"


def test_a_time_or_a_gaming_day_that_a_draft_brings_is_not_believed(recorder):
    table = TableDrafts()
    draft = table.open()._replace(recorded_at_us=AT + 5, gaming_day="2025-12-31", facility="PA-01")
    event = recorder.record(draft).event
    assert (event.recorded_at_us, event.gaming_day) == (NOW, "2026-01-01")
    ahead = table.open_round()._replace(recorded_at_us=parse_time("2099-01-01T00:00:00Z"))
    assert recorder.record(ahead).event.recorded_at_us == NOW


def test_recording_time_and_day_never_go_back_within_a_stream(log):
    """Neither when the clock does, nor when the recorder that knew the last time is gone."""
    table, hour, day = TableDrafts(), 3_600_000_000, 86_400_000_000
    times = iter([AT, AT + day, AT + hour, AT + 2 * day])
    events = []
    for draft in (table.open(), table.open_round(), table.close_round(), table.open_round()):
        recorder = Recorder(log, "PA-01", clock=lambda: next(times))
        events.append(recorder.record(draft._replace(occurred_at_us=AT + 3 * day)).event)
    assert [event.recorded_at_us for event in events] == [AT, AT + day, AT + day, AT + 2 * day]
    assert [event.gaming_day for event in events] == ["2026-01-01", "2026-01-02", "2026-01-02", "2026-01-03"]


def test_virtual_moments_take_the_place_of_the_clock(recorder):
    table = TableDrafts()
    results = recorder.record_many([table.open(), table.open_round()], [AT + 7, AT + 9])
    assert [result.event.recorded_at_us for result in results] == [AT + 7, AT + 9]


def test_a_draft_of_another_facility_is_not_taken(recorder, log):
    with pytest.raises(MalformedEvent, match="facility: 'NJ-09' is not 'PA-01'"):
        recorder.record(TableDrafts().open()._replace(facility="NJ-09"))
    assert log.end(EVENTS, 0) == 0


@pytest.mark.parametrize("stream", ["meter:L-1", "router:HCF-01"])
def test_streams_of_processors_cannot_be_recorded_on(recorder, stream):
    with pytest.raises(MalformedEvent, match="is written by a processor"):
        recorder.record(TableDrafts().open()._replace(stream=stream))


def test_one_bad_draft_does_not_hinder_the_others(recorder, log):
    table = TableDrafts()
    good, bad, last = table.open(), table.open_round()._replace(actor=""), table.close_round()
    results = recorder.record_many([good, bad, last])
    assert isinstance(results[1], MalformedEvent)
    assert [results[0].seq, results[2].seq] == [1, 2]
    assert log.head("table:HCF-01").seq == 2


@pytest.mark.parametrize(
    ("time", "day"),
    [
        ("2026-01-01T10:59:59.999999Z", "2025-12-31"),
        ("2026-01-01T11:00:00Z", "2026-01-01"),
        ("2026-07-01T09:59:59.999999Z", "2026-06-30"),
        ("2026-07-01T10:00:00Z", "2026-07-01"),
        ("2026-03-08T09:59:59Z", "2026-03-07"),  # clocks went forward at 2 that night
        ("2026-03-08T10:00:00Z", "2026-03-08"),
        ("2026-11-01T10:59:59Z", "2026-10-31"),  # and back
        ("2026-11-01T11:00:00Z", "2026-11-01"),
        ("9999-12-31T23:59:59Z", "9999-12-31"),
        ("1970-01-01T00:00:00Z", "1969-12-31"),
    ],
)
def test_the_gaming_day_turns_at_six_local_time(time, day):
    days = GamingDays()
    assert days(parse_time(time)) == day
    assert days(parse_time("2026-05-05T20:00:00Z")) == "2026-05-05"
    assert days(parse_time(time)) == day


def test_an_unknown_time_zone_is_named():
    with pytest.raises(UnknownZone, match="Mars/Olympus"):
        GamingDays("Mars/Olympus")


# --- repeats ---


@pytest.mark.parametrize("fact", ["open", "select", "end_day"])
def test_what_got_legs_is_known_again_without_them(recorder, log, fact):
    table = TableDrafts()
    recorder.record(table.open())
    draft = getattr(table, fact)()
    first = recorder.record(draft)
    assert body(first).legs
    for again in (recorder, fresh(log)):
        repeat = again.record(draft)
        assert (repeat.seq, repeat.event, repeat.existed) == (first.seq, first.event, True)


def test_the_same_again_is_answered_with_the_event_that_exists(recorder, log):
    table = TableDrafts()
    drafts = [table.open(), table.open_round(), table.wager(1), table.no_more_bets(), table.claim(1)]
    first = [recorder.record(draft) for draft in drafts]
    for again in (recorder, fresh(log)):
        repeats = [again.record(draft) for draft in drafts[1:]]
        assert [(r.seq, r.existed) for r in repeats] == [(r.seq, True) for r in first[1:]]
        assert [r.event for r in repeats] == [r.event for r in first[1:]]
    assert log.end(EVENTS, 0) == len(drafts)


def test_a_repeat_within_one_batch_is_recorded_once(recorder, log):
    draft = TableDrafts().open()
    first, again = recorder.record_many([draft, draft])
    assert (first.existed, again.existed, again.seq) == (False, True, 1)
    assert log.end(EVENTS, 0) == 1


def test_this_process_remembers_beyond_the_round(recorder):
    table = TableDrafts()
    closed = table.close_round()
    for draft in (table.open(), closed, table.open_round()):
        recorder.record(draft)
    assert recorder.record(closed).existed


def test_source_ids_are_each_streams_own(recorder):
    one, other = TableDrafts("HCF-01"), TableDrafts("HCF-02")
    first = recorder.record(one.open()._replace(source_id="client-1"))
    second = recorder.record(other.open()._replace(source_id="client-1"))
    assert (first.existed, second.existed) == (False, False)


# --- events that were recorded elsewhere ---


@pytest.mark.usefixtures("open_link")
def test_an_event_with_its_number_and_chain_is_copied_as_it_is(recorder, tmp_path):
    table = TableDrafts()
    events = [recorder.record(draft).event for draft in (table.open(), table.open_round(), table.wager(1))]
    with SqliteLog(tmp_path / "copy.sqlite", writable=True) as log:
        copier = fresh(log)
        drafts = [draft_of(event) for event in events]
        assert [r.existed for r in copier.record_many(drafts)] == [False] * 3
        assert [r.existed for r in copier.record_many(drafts)] == [True] * 3
        legs = body(copier.record(table.no_more_bets())).legs
    assert [wager.seat for wager in legs[0].wagers] == [1]


def draft_of(event):
    return Draft._make(event)


def test_a_copy_twice_in_one_batch_is_taken_once(recorder, tmp_path):
    table = TableDrafts()
    events = [recorder.record(draft).event for draft in (table.open(), table.open_round(), table.wager(1))]
    drafts = [draft_of(event) for event in events]
    with SqliteLog(tmp_path / "copy.sqlite", writable=True) as log:
        results = fresh(log).record_many([*drafts, drafts[0], drafts[1]._replace(actor="D-99"), drafts[2]])
    assert [r.existed for r in (*results[:4], results[5])] == [False, False, False, True, True]
    assert isinstance(results[4], NotNext)


def test_a_copy_cannot_turn_back_the_numbers_of_legs(log):
    table, recorder = TableDrafts(), Recorder(log, "PA-01", clock=lambda: NOW, taking=Taking.RESTORED)
    first = [table.open(), table.open_round(), table.no_more_bets()]
    events = [recorder.record(draft).event for draft in first]
    copied = draft_of(events[1])._replace(seq=4, prev=event_hash(encode(events[-1])), source_id="elsewhere#1")
    assert unpackb(copied.body)["progressives"][0]["legs_sent"] == 1
    recorder.record(copied)
    assert body(recorder.record(table.no_more_bets())).legs[0].leg == 3


def test_a_copy_must_continue_its_stream(recorder):
    table = TableDrafts()
    first, second = (recorder.record(draft).event for draft in (table.open(), table.open_round()))
    cases = {
        "a gap": second._replace(seq=9),
        "is not the hash of": second._replace(seq=3),
        "another event is table:HCF-01 seq 1": first._replace(actor="D-99"),
        "another event is table:HCF-01 seq 2": second._replace(prev=b"\x01" * 32),
    }
    for words, event in cases.items():
        with pytest.raises(NotNext, match=words):
            recorder.record(draft_of(event))


def test_a_number_or_chain_alone_is_checked(recorder):
    table = TableDrafts()
    recorder.record(table.open()._replace(seq=1))
    with pytest.raises(NotNext, match="goes on with 2"):
        recorder.record(table.open_round()._replace(seq=3))
    with pytest.raises(NotNext, match="another hash"):
        recorder.record(table.open_round()._replace(prev=b"\x07" * 32))
    assert recorder.record(table.open_round()._replace(seq=2)).seq == 2
