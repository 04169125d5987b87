"""Copies, and recording times that were brought along: what a log takes of them, and when."""

import pytest

from events.envelope import Event, event_hash
from events.errors import MalformedEvent
from events.jsonform import Draft
from events.times import parse_time, time_text
from events.vocabulary.desk import StreamResumed
from streams.log import EVENTS, Origin
from streams.recorder.admission import NotTakenHere, ResumedGaps, Taking
from streams.recorder.recorder import Recorder, draft
from streams.sqlite.log import SqliteLog
from tests.streams.recorder.table_drafts import AT, TableDrafts
from tests.streams.recorder.troubled_log import Troubled

NOW = AT + 3_600_000_000
IN_2099 = parse_time("2099-01-01T00:00:00Z")


def recorder_on(log, taking=Taking.COPIES, now_us=NOW) -> Recorder:
    return Recorder(log, "PA-01", clock=lambda: now_us, taking=taking)


@pytest.fixture
def copies(tmp_path):
    """Four events as they were recorded elsewhere, a second apart."""
    table = TableDrafts()
    with SqliteLog(tmp_path / "elsewhere.sqlite", writable=True) as log:
        drafts = [table.open(), table.open_round(), table.wager(1), table.close_round()]
        moments = [draft.occurred_at_us for draft in drafts]
        recorded = Recorder(log, "PA-01").record_many(drafts, moments)
    return [Draft._make(result.event) for result in recorded]


def values(log):
    return [record.value for record in log.read(EVENTS, 0, 0)]


def _encoded(draft):
    from events import encode

    return encode(Event._make(draft))


def test_a_log_takes_copies_while_it_holds_nothing_else(any_log, copies):
    assert any_log.origin() is None
    recorder_on(any_log).record_many(copies[:2])
    assert any_log.origin() is Origin.COPIED
    results = recorder_on(any_log).record_many(copies)
    assert [result.existed for result in results] == [True, True, False, False]
    assert values(any_log) == [_encoded(copy) for copy in copies]


def test_what_was_recorded_here_ends_that_for_ever(any_log, copies):
    recorder_on(any_log).record_many(copies[:2])
    recorder_on(any_log).record(TableDrafts("HCF-02").open())
    assert any_log.origin() is Origin.RECORDED
    for recorder in (recorder_on(any_log), recorder_on(any_log)):
        again, new = recorder.record_many(copies[1:3])
        assert again.existed, "what is there already is recognised first"
        assert isinstance(new, NotTakenHere)
        assert "--restore" in str(new)
    assert any_log.head("table:HCF-01").seq == 2


def test_within_one_batch_too(any_log, copies):
    first, own, late = recorder_on(any_log).record_many([copies[0], TableDrafts("HCF-02").open(), copies[1]])
    assert (first.existed, own.existed) == (False, False)
    assert isinstance(late, NotTakenHere)


def test_two_people_may_have_them_restored(any_log, copies):
    recorder_on(any_log).record(TableDrafts("HCF-02").open())
    restoring = recorder_on(any_log, Taking.RESTORED)
    assert restoring.would_restore(copies)
    assert [result.existed for result in restoring.record_many(copies)] == [False] * 4
    assert not restoring.would_restore(copies)
    assert any_log.origin() is Origin.RECORDED
    assert isinstance(recorder_on(any_log).record_many([copies[0]])[0].existed, bool)


def renamed(copies, *ids):
    """Copies with other source ids, chained again as whoever forges them can."""
    forged = []
    for copy, id_ in zip(copies, ids, strict=True):
        prev = event_hash(_encoded(forged[-1])) if forged else copy.prev
        forged.append(copy._replace(source_id=id_, prev=prev))
    return forged


@pytest.mark.parametrize("batches", [(4,), (2, 2), (1, 1, 1, 1)])
@pytest.mark.parametrize(
    "ids",
    [
        ("d#1", "d#2", "d#1", "d#4"),
        ("d#3", "d#2", "d#2", "d#4"),
        ("x", "y", "x", "z"),
        ("d#1", "y", "d#1", "z"),
    ],
)
def test_no_stream_has_a_source_id_twice(any_log, copies, ids, batches):
    forged, results = renamed(copies, *ids), []
    for size in batches:
        results += recorder_on(any_log).record_many(forged[len(results) :][:size])
    assert [isinstance(result, MalformedEvent) for result in results] == [False, False, True, True]
    first = ids.index(ids[2]) + 1
    assert results[2].field == "source_id"
    assert f"{ids[2]!r} is that of seq {first} of table:HCF-01 already" in str(results[2])
    assert any_log.head("table:HCF-01").seq == 2
    again = recorder_on(any_log).record_many(forged[:2])
    assert [result.existed for result in again] == [True, True], "what is there is recognised first"


def test_copies_with_ids_of_their_own_and_of_a_recorder_are_taken_in_any_order(any_log, copies):
    own = renamed(copies, "d#9", "recorder#2", "d#3", "recorder#4")
    assert not any(result.existed for result in recorder_on(any_log).record_many(own))
    elsewhere = [copy._replace(stream="table:HCF-02") for copy in renamed(copies[:1], "d#9")]
    assert not recorder_on(any_log).record_many(elsewhere)[0].existed, "another stream has ids of its own"


def test_the_times_of_a_copy_may_not_go_back_nor_lie_in_the_future(any_log, copies):
    recorder = recorder_on(any_log)
    recorder.record(copies[0])
    back = copies[0].recorded_at_us - 1
    for changes, words in (
        ({"recorded_at_us": back}, f"{time_text(back)} goes back: seq 1 of its stream was recorded at"),
        ({"recorded_at_us": IN_2099}, f"lies in the future: the recorder's clock shows {time_text(NOW)}"),
        ({"recorded_at_us": NOW + 1}, "lies in the future"),
        ({"gaming_day": "2026-01-02"}, "does not follow from its times, which make it 2026-01-01"),
        ({"gaming_day": "2025-12-31"}, "does not follow from its times"),
        ({"occurred_at_us": 0, "gaming_day": "1969-12-31"}, "which make it 2026-01-01"),
    ):
        with pytest.raises(MalformedEvent, match=words):
            recorder.record(copies[1]._replace(**changes))
    assert any_log.head("table:HCF-01").seq == 1
    on_time = copies[1]._replace(recorded_at_us=NOW, occurred_at_us=IN_2099)
    assert recorder.record(on_time).seq == 2, "a device's clock may be wrong"


@pytest.mark.parametrize("lacks", ["recorded_at_us", "gaming_day", "source_id"])
def test_a_copy_is_whole(any_log, copies, lacks):
    with pytest.raises(MalformedEvent, match="is missing: a line that carries seq and prev is a copy"):
        recorder_on(any_log).record(copies[0]._replace(**{lacks: None}))


def unchained(drafts):
    return [
        draft._replace(seq=None, prev=None, source_id=f"tablet#{number}")
        for number, draft in enumerate(drafts, 1)
    ]


def test_recording_times_are_kept_by_a_log_that_holds_nothing_else(any_log, copies):
    drafts = unchained(copies)
    for upto in (2, 4):
        recorder = recorder_on(any_log, Taking.AS_RECORDED)
        results = recorder.record_many(drafts[:upto])
        assert [result.event.recorded_at_us for result in results] == [
            each.recorded_at_us for each in drafts[:upto]
        ]
    assert any_log.origin() is Origin.AS_RECORDED
    (copy,) = recorder_on(any_log).record_many([copies[0]._replace(stream="table:HCF-09")])
    assert isinstance(copy, NotTakenHere), "it holds other events than copies"
    recorder_on(any_log).record(TableDrafts("HCF-02").open())
    for recorder in (recorder_on(any_log, Taking.AS_RECORDED), recorder_on(any_log, Taking.AS_RECORDED)):
        again, new = recorder.record_many([drafts[0], drafts[0]._replace(source_id="tablet#9")])
        assert again.existed
        assert isinstance(new, NotTakenHere)


def test_recording_times_that_go_back_or_lie_in_the_future_are_not_taken(any_log, copies):
    first, second, *_ = unchained(copies)
    recorder = recorder_on(any_log, Taking.AS_RECORDED)
    recorder.record(first)
    for changes, words in (
        ({"recorded_at_us": first.recorded_at_us - 1}, "goes back"),
        ({"recorded_at_us": IN_2099}, "lies in the future"),
        ({"recorded_at_us": None}, "is missing: with --as-recorded"),
    ):
        with pytest.raises(MalformedEvent, match=words):
            recorder.record(second._replace(**changes))
    assert recorder.record(second).seq == 2


def test_a_copied_log_keeps_no_times_of_others(any_log, copies):
    recorder_on(any_log).record_many(copies[:1])
    (result,) = recorder_on(any_log, Taking.AS_RECORDED).record_many(unchained(copies)[1:2])
    assert isinstance(result, NotTakenHere)


def test_without_being_asked_nobody_s_time_is_believed(any_log, copies):
    ahead = unchained(copies)[0]._replace(recorded_at_us=IN_2099, gaming_day="2099-01-01")
    event = recorder_on(any_log).record(ahead).event
    assert (event.recorded_at_us, event.gaming_day) == (NOW, "2026-01-01")


def with_a_gap(copies, first, by=("S-1", "A-2"), stream="table:HCF-01"):
    """Copies without their second, and behind them that their stream goes on from the number `first`."""
    resumed = StreamResumed(
        stream=stream,
        from_seq=first,
        from_hash=event_hash(_encoded(copies[first - 1])).hex(),
        authorised_by=by,
        reason="lost",
    )
    last = copies[-1]
    at_us = last.recorded_at_us
    length = len(copies) + 1
    made = draft("table:HCF-01", resumed, occurred_at_us=at_us, actor="S-1", source_id=f"recorder#{length}")
    resumption = made._replace(
        facility="PA-01",
        seq=length,
        prev=event_hash(_encoded(last)),
        recorded_at_us=at_us,
        gaming_day=last.gaming_day,
    )
    return [copies[0], *copies[2:], resumption]


def resuming(log, lines):
    return Recorder(log, "PA-01", clock=lambda: NOW, resumed=ResumedGaps(lines), pauses=(0.0,))


@pytest.mark.parametrize("first", [3, 4])
@pytest.mark.parametrize("batches", [(4,), (1, 1, 1, 1), (2, 2)])
def test_a_gap_that_two_people_have_signed_for_is_copied(any_log, copies, first, batches):
    lines = with_a_gap(copies, first)
    recorder, results = resuming(any_log, lines), []
    for size in batches:
        results += recorder.record_many(lines[len(results) :][:size])
    assert [result.seq for result in results] == [1, 3, 4, 5]
    assert values(any_log) == [_encoded(line) for line in lines]
    again = resuming(any_log, lines).record_many([copies[0], *lines, copies[1]])
    assert [result.existed for result in again[:-1]] == [True] * 5
    assert "seq 2 was lost here" in str(again[-1])


def test_a_line_with_the_id_of_what_was_lost_is_named_and_hinders_no_other(any_log, copies):
    lines = with_a_gap(copies, 3)
    resuming(any_log, lines).record_many(lines)
    lost = TableDrafts().open()._replace(source_id="recorder#2")

    named, other = recorder_on(any_log).record_many([lost, TableDrafts("HCF-02").open()])
    assert isinstance(named, MalformedEvent)
    assert named.field == "source_id"
    assert other.seq == 1


def test_the_copies_behind_a_gap_are_recognised_when_their_append_is_tried_again(any_log, copies):
    lines = with_a_gap(copies, 3)
    troubled = Troubled(any_log, after=1)
    results = resuming(troubled, lines).record_many([*lines, TableDrafts("HCF-02").open()])
    assert [result.seq for result in results] == [1, 3, 4, 5, 1]
    assert len(values(any_log)) == 5


@pytest.mark.parametrize("wrong", [{"by": ("S-1", "s-1")}, {"stream": "table:HCF-02"}])
def test_a_gap_that_nobody_or_one_person_has_signed_for_is_not(any_log, copies, wrong):
    lines = with_a_gap(copies, 3, **wrong)
    results = resuming(any_log, lines).record_many(lines)
    assert "a gap: table:HCF-01 ends at seq 1, so 3 cannot follow" in str(results[1])
    assert all(isinstance(result, MalformedEvent) for result in results[1:])


def test_a_resumption_explains_the_gap_before_its_number_and_no_later_one(any_log, copies):
    first, third, _, resumption = with_a_gap(copies, 3)
    results = resuming(any_log, [resumption]).record_many([first, third, resumption])
    assert [result.seq for result in results[:2]] == [1, 3]
    assert "a gap: table:HCF-01 ends at seq 3, so 5 cannot follow" in str(results[2])


@pytest.mark.parametrize(
    ("day", "taken"), [("2025-12-31", True), ("2026-01-01", True), ("2026-01-02", False)]
)
def test_behind_a_gap_the_day_may_be_one_that_the_missing_event_began(any_log, copies, day, taken):
    yesterday = copies[0].occurred_at_us - 86_400_000_000
    first = copies[0]._replace(gaming_day="2025-12-31", occurred_at_us=yesterday)
    lines = with_a_gap([first, copies[1], copies[2]._replace(gaming_day=day, occurred_at_us=yesterday)], 3)
    _, behind = resuming(any_log, lines).record_many(lines[:2])
    assert isinstance(behind, MalformedEvent) is not taken, behind
    assert taken or "2026-01-02 does not follow from its times" in str(behind)
