"""A repeat is recognised for ever: at any age, after any restart, on both engines."""

import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events import MalformedEvent, decode_body, read_header
from streams.kafka.log import KafkaLog
from streams.kafka.topics import create_topics
from streams.log import EVENTS, SourceKey
from streams.recorder.recorder import Recorder
from streams.recorder.source_ids import REMEMBERED
from streams.sqlite import source_ids
from streams.sqlite.log import SqliteLog
from tests.amounts import dollars
from tests.streams.recorder.table_drafts import AT, SIGNED, LinkDrafts, TableDrafts


@pytest.fixture(params=["sqlite", "kafka"])
def start(request, tmp_path):
    """Starts a recorder as a new process would: on a log that is opened for it alone."""
    if request.param == "kafka":
        broker, prefix = request.getfixturevalue("broker"), request.getfixturevalue("topic_prefix")
        create_topics(broker.bootstrap, prefix, partitions=2)

    @contextmanager
    def started():
        if request.param == "sqlite":
            log = SqliteLog(tmp_path / "log.sqlite", writable=True)
        else:
            log = KafkaLog(broker.bootstrap, prefix=prefix, source_index=tmp_path / "ids.sqlite")
        try:
            yield fresh(log)
        finally:
            log.close()

    return started


def fresh(log) -> Recorder:
    recorder = Recorder(log, "PA-01", clock=lambda: AT)
    recorder.log = log
    return recorder


def stored(log, stream="table:HCF-01"):
    return [read_header(record.value) for record in log.read_stream(stream, 1)]


def rounds(table, count):
    """Whole rounds with a wager each."""
    for _ in range(count):
        yield from (table.open_round(), table.wager(1), table.no_more_bets(), table.close_round())


# --- the rule ---


@pytest.mark.parametrize("restart", [False, True])
def test_an_old_bets_closed_takes_no_wager_of_the_next_round(start, restart):
    table = TableDrafts()
    opened, first, closed = table.open(), [table.open_round(), table.wager(1)], table.no_more_bets()
    later = [*rounds(table, 3), table.open_round(), table.wager(2)]
    with start() as recorder:
        recorder.record_many([LinkDrafts().open(), opened, *first, closed, *later])
        if not restart:
            again = recorder.record(closed)
    if restart:
        with start() as recorder:
            again = recorder.record(closed)
    assert (again.seq, again.existed, again.refused) == (4, True, False)
    with start() as recorder:
        (leg,) = decode_body(recorder.record(table.no_more_bets()).event).legs
    assert [wager.seat for wager in leg.wagers] == [2]


def test_a_number_above_the_last_of_its_source_is_new_and_one_below_that_was_never_seen_is_late(start):
    table = TableDrafts()
    ids = ["d-7#5", "d-7#9", "d-7#7", "d-8#1", "d-7#0", "d-7#10"]
    drafts = [table.deal(1)._replace(source_id=each) for each in ids]
    with start() as recorder:
        for draft in drafts:
            assert not recorder.record(draft).existed
    with start() as recorder:
        assert [r.existed for r in recorder.record_many(drafts)] == [True] * len(ids)
        late = table.deal(2)._replace(source_id="d-7#8")
        assert not recorder.record(late).existed
        assert recorder.record(late).existed
    with start() as recorder:
        assert recorder.record(late).existed
        assert [event.source_id for event in stored(recorder.log)] == [*ids, "d-7#8"]


def test_ids_that_only_look_like_a_number_are_text(start):
    table = TableDrafts()
    ids = ["d#7", "d#07", "d#٧", "d#", "d", "#7", "d#7#7", "d#-7", "d#" + "9" * 30]
    with start() as recorder:
        for each in ids:
            assert not recorder.record(table.deal(1)._replace(source_id=each)).existed, each
        assert [event.source_id for event in stored(recorder.log)] == ids


@pytest.mark.parametrize("source_id", ["d-7#3", "cage, 7 o'clock"])
def test_other_content_under_an_old_id_is_refused_once_and_names_both(start, source_id):
    table = TableDrafts()
    first, other = table.deal(1)._replace(source_id=source_id), table.deal(2)._replace(source_id=source_id)
    with start() as recorder:
        recorder.record_many([table.open(), first, *rounds(table, 2)])
    seqs = set()
    for _ in range(3):
        with start() as recorder:
            for result in (recorder.record(other), *recorder.record_many([other, other])):
                assert (result.refused, result.event.type) == (True, "record_refused")
                seqs.add(result.seq)
    body = decode_body(result.event)
    assert (body.code, body.existing_seq, body.attempted_source_id) == ("duplicate", 2, source_id)
    assert result.event.source_id == f"recorder#{result.seq}"
    assert len(seqs) == 1


def test_each_fact_under_an_id_that_is_taken_leaves_its_own_refusal(start):
    """A device whose counter starts again: its bodies may be equal, its rounds, people and modes are not."""
    table = TableDrafts()
    first = table.deal(1)._replace(source_id="d-7#1")
    others = [
        first._replace(round="R-9"),
        first._replace(actor="D-99"),
        first._replace(occurred_at_us=first.occurred_at_us + 1),
        first._replace(mode="test"),
    ]
    with start() as recorder:
        recorder.record_many([table.open(), first])
        refusals = [recorder.record(other) for other in others]
        assert [result.seq for result in refusals] == [3, 4, 5, 6]
        assert [result.event.round for result in refusals] == [other.round for other in others]
        assert [result.event.mode for result in refusals] == ["live", "live", "live", "test"]
    with start() as recorder:
        assert [recorder.record(other).seq for other in others] == [3, 4, 5, 6]


def test_what_was_refused_and_is_corrected_under_its_id_is_a_conflict(start):
    """Not "recorded before": the corrected one was never recorded, and whoever sent it must learn that."""
    table = TableDrafts()
    low = table.open(payout_limit_mc=dollars(1))._replace(source_id="t#1")
    mended = low._replace(body=table.open().body)
    link = LinkDrafts("L-9")
    one_department = link.open(signed_by=(SIGNED[0], SIGNED[0]))._replace(source_id="o#1")
    two = one_department._replace(body=link.open().body)
    for refused, corrected in ((low, mended), (one_department, two)):
        with start() as recorder:
            first = recorder.record(refused)
            again = recorder.record(refused)
            conflict = recorder.record(corrected)
        assert (first.refused, again.seq, again.existed) == (True, first.seq, True)
        assert (conflict.refused, conflict.existed) == (True, False)
        body = decode_body(conflict.event)
        assert (body.code, body.existing_seq) == ("duplicate", first.seq)


def test_an_old_refusal_is_answered_again(start):
    table = TableDrafts()
    with start() as recorder:
        recorder.record_many([table.open(), table.open_round(), table.no_more_bets()])
        late = table.wager(4)
        first = recorder.record(late)
        recorder.record_many(list(rounds(table, 3)))
    with start() as recorder:
        again = recorder.record(late)
    assert (first.refused, again.seq, again.existed, again.refused) == (True, first.seq, True, True)


def test_an_id_that_the_recorder_made_is_that_event_s_and_no_client_s(start):
    table = TableDrafts()
    draft = table.open()._replace(source_id=None)
    with start() as recorder:
        recorder.record(draft)
    with start() as recorder:
        again = recorder.record(draft._replace(source_id="recorder#1"))
        assert (again.seq, again.existed) == (1, True)
        with pytest.raises(MalformedEvent, match="source_id: 'recorder#7' is an id that the recorder makes"):
            recorder.record(table.deal(1)._replace(source_id="recorder#7"))
        assert recorder.log.head(draft.stream).seq == 1


def test_two_recorders_in_turn_know_what_the_other_recorded(start):
    table = TableDrafts()
    drafts = [table.open(), *rounds(table, 2)]
    for low in range(len(drafts)):
        with start() as recorder:
            results = recorder.record_many(drafts[: low + 1])
        assert [r.existed for r in results] == [True] * low + [False]


def test_more_sources_than_are_remembered(start):
    table = TableDrafts()
    drafts = [table.deal(1)._replace(source_id=f"d-{n}#1") for n in range(REMEMBERED + 10)]
    with start() as recorder:
        recorder.record_many(drafts)
        assert all(r.existed for r in recorder.record_many(drafts))
        assert recorder.log.last_number("table:HCF-01", "d-3") == 1
        assert recorder.log.last_number("table:HCF-01", "d-no") is None
        assert recorder.log.last_number("table:HCF-02", "d-3") is None


def test_the_index_is_asked_by_stream_and_id(start):
    with start() as recorder:
        for name in ("A", "B"):
            table = TableDrafts(name)
            recorder.record_many(
                [table.open()._replace(source_id="x#1"), table.deal(1)._replace(source_id="x")]
            )
        keys = [
            SourceKey(f"table:{name}", each) for name in "ABC" for each in ("x#1", "x", "x#2", "recorder#1")
        ]
        found = recorder.log.recorded(keys)
    assert {(key.stream, key.source_id): read_header(value).seq for key, value in found.items()} == {
        ("table:A", "x#1"): 1,
        ("table:A", "x"): 2,
        ("table:B", "x#1"): 1,
        ("table:B", "x"): 2,
    }


# --- any order, any repeats, any restarts ---

FACTS = st.lists(
    st.tuples(
        st.sampled_from(["A", "B"]),
        st.sampled_from(["d-1#{}", "d-2#{}", "text {}", "recorder/{}"]),
        st.integers(0, 12),
    ),
    min_size=1,
    max_size=40,
)


@settings(max_examples=60, deadline=None)
@given(FACTS, st.data())
def test_every_fact_is_recorded_once(facts, data):
    drafts = [
        TableDrafts(table)
        .deal(1 + number % 3)
        ._replace(source_id=id_.format(number), occurred_at_us=AT + number)
        for table, id_, number in facts
    ]
    with tempfile.TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        patch.setattr(source_ids, "INDEX_EVERY", data.draw(st.integers(1, 9), "index every"))
        path = Path(place) / "log.sqlite"
        while drafts:  # the same fact comes several times: so few are different
            size = data.draw(st.integers(1, 6), "batch")
            with SqliteLog(path, writable=True) as log:
                recorder = fresh(log)
                for _ in range(data.draw(st.integers(1, 3), "batches before the restart")):
                    recorder.record_many(drafts[:size])
                    drafts = drafts[size:]
        with SqliteLog(path, writable=False) as log:
            events = [read_header(record.value) for record in log.read(EVENTS, 0, 0)]
            for event in events:
                key = SourceKey(event.stream, event.source_id)
                assert read_header(log.recorded([key])[key]) == event
    ids = [(event.stream, event.source_id) for event in events]
    assert sorted(ids) == sorted({(f"table:{table}", id_.format(number)) for table, id_, number in facts})
