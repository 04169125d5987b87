"""Two recorders of one stream on Kafka: what the loser wrote is a note once no fact of it is missing."""

import pytest

from console.recording.clerk import record_fact
from streams.kafka.log import KafkaLog
from streams.read_model.check import find_problems
from streams.recorder.recorder import AnotherRecorder, Recorder
from tests.rig import Rig
from tests.streams.recorder.table_drafts import AT, TableDrafts

STREAM = "table:HCF-01"
DESK = "desk:D-1"


def recorder(log, later_us):
    return Recorder(log, "PA-01", clock=lambda: AT + 3_600_000_000 + later_us)


def drafts(count):
    """What a client sends of its table: numbered, so that nobody looks for a number above the last."""
    table = TableDrafts(links=())
    sent = [table.open_round(), *(table.deal(1) for _ in range(count - 1))]
    return [draft._replace(source_id=f"tablet#{number}") for number, draft in enumerate(sent, 1)]


def test_what_a_recorder_wrote_that_lost_is_a_note_once_the_stream_has_its_facts(
    broker, topic_prefix, tmp_path
):
    rig = Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=2)
    other = KafkaLog(broker.bootstrap, prefix=topic_prefix)
    try:
        rig.start("router")
        sent = drafts(9)
        stale = recorder(other, 0)
        assert [result.seq for result in stale.record_many(sent[:2])] == [1, 2]
        assert [result.seq for result in recorder(rig.log, 5).record_many(sent[2:6])] == [3, 4, 5, 6]
        with pytest.raises(AnotherRecorder):
            stale.record_many(sent[2:])

        rig.wait(sinks=False, expected=["quarantine"])
        (problem,) = rig.problems()
        assert problem.check == "quarantine"
        assert "3 records, seq 7 to 9; the first is fork" in problem.detail

        again = stale.record_many(sent)
        assert [result.existed for result in again] == [True] * 6 + [False] * 3
        rig.wait(sinks=False)
        notes = []
        problems = find_problems(rig.source, None, lambda _done, _total: None, take_note=notes.append)
        assert list(problems) == []
        found, note = notes
        assert found.place == f"finding:{STREAM}", "the fork, which no examiner has told yet"
        assert note.place == STREAM
        assert note.detail.startswith("7 records that lost are quarantined as fork (seq 3 to 9)")
    finally:
        other.close()
        rig.close()


def test_what_was_typed_and_lost_is_sent_again_as_the_same_fact(broker, topic_prefix, tmp_path):
    """Two people type at one desk: neither gave an id, and `check` has nothing to complain of."""
    rig = Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=2)
    other = KafkaLog(broker.bootstrap, prefix=topic_prefix)
    try:
        rig.start("router")
        one, two = recorder(other, 0), recorder(rig.log, 5)
        typed = [
            record_fact(by, DESK, "note_recorded", {"subject": "shift", "text": text}, "S-1")
            for by, text in ((one, "first"), (two, "second"), (one, "third"))
        ]
        assert [result.seq for result in typed] == [1, 2, 3]
        rig.wait(sinks=False, expected=["quarantine"])
        notes = []
        problems = find_problems(rig.source, None, lambda _done, _total: None, take_note=notes.append)
        assert list(problems) == []
        found, note = notes
        assert found.place == f"finding:{DESK}"
        assert note.detail.startswith("1 record that lost is quarantined as fork (seq 2)")
    finally:
        other.close()
        rig.close()
