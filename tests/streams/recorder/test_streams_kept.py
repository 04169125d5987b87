"""A recorder that has met many streams keeps few of them in memory, and goes on with each where it was."""

import threading
import time

import pytest

from events import decode_body
from events.envelope import NO_PREV
from events.vocabulary.desk import NoteRecorded
from projections.recording.stream_rules import LINKS_KEPT
from streams.recorder import recorder as recorder_module
from streams.recorder.recorder import Recorder, draft
from tests.streams.recorder.table_drafts import AT, LinkDrafts, TableDrafts, offered

KEPT = 4


@pytest.fixture
def recorder(log, monkeypatch):
    monkeypatch.setattr(recorder_module, "STREAMS_KEPT", KEPT)
    return Recorder(log, "PA01", lambda: AT)


def note(case: int, number: int = 1):
    body = NoteRecorded(subject="x", text="y")
    return draft(f"desk:case-{case}", body, occurred_at_us=AT, actor="F-3", source_id=f"phone#{number}")


def test_streams_that_nobody_records_on_are_forgotten_and_found_again(recorder):
    for case in range(5 * KEPT):
        recorder.record(note(case))
        assert len(recorder._known) <= KEPT + 1

    assert recorder.record(note(0)).existed
    assert recorder.record(note(0, 2)).seq == 2


@pytest.mark.parametrize("stream", ["desk:case-{}", "meters:L-{}", "nonsense {}", "table:no name {}"])
def test_no_lock_outlives_the_calls_that_hold_it(recorder, stream):
    for number in range(5 * KEPT):
        recorder.record_many([note(0)._replace(stream=stream.format(number)), note(1, number + 1)])
        assert len(recorder._locks) == 0
        assert len(recorder._known) <= KEPT + 2


def test_a_lock_stays_while_anybody_waits_for_it(recorder):
    turns = []

    def record(name: str) -> None:
        with recorder._locks.holding({"desk:a"}):
            turns.append(name)
            time.sleep(0.001)
            turns.append(name)

    threads = [threading.Thread(target=record, args=(str(each),)) for each in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert turns[::2] == turns[1::2], "one after the other"
    assert len(recorder._locks) == 0


def test_asking_whether_copies_would_be_restored_keeps_few_streams_too(recorder):
    for case in range(5 * KEPT):
        assert not recorder.would_restore([note(case)._replace(seq=1, prev=NO_PREV)])
        assert len(recorder._known) <= KEPT + 1


def test_a_round_goes_on_after_its_table_was_forgotten(recorder):
    table = TableDrafts()
    recorder.record(LinkDrafts().open())
    recorder.record_many([table.open(), table.open_round(), table.wager(2)])
    for case in range(2 * KEPT):
        recorder.record(note(case))
    assert table.stream not in recorder._known

    (leg,) = decode_body(recorder.record(table.no_more_bets()).event).legs
    assert [(wager.seat, leg.leg) for wager in leg.wagers] == [(2, 2)]
    assert recorder.record(table.wager(3)).refused


def test_threads_that_record_on_many_streams_lose_and_double_nothing(recorder, log):
    def record(first: int) -> None:
        for number in range(1, 16):
            for case in range(first, first + 6):
                recorder.record(note(case, number))

    threads = [threading.Thread(target=record, args=(3 * each,)) for each in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    for case in range(12):
        assert log.head(f"desk:case-{case}").seq == 15


def test_links_that_a_table_feeds_no_more_are_forgotten_and_their_legs_go_on(recorder):
    table = TableDrafts()
    recorder.record(table.open())
    for number in range(2, 3 * LINKS_KEPT):
        recorder.record_many([table.select(progressives=offered(f"L-{number}")), table.open_round()])
    (state,) = recorder._known[table.stream]._rules._states.values()
    assert len(state.legs) <= LINKS_KEPT + 1

    back = recorder.record(table.select(progressives=offered("L-1"))).event
    legs = {leg.link: leg.leg for leg in decode_body(back).legs}
    assert legs["L-1"] == 3, "one when it was opened, one when it was left, and now again"
