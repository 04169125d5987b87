"""The model that judges the recorder: of two recorders that write the same bytes it takes no more than that.

A model that lets too much pass would find nothing, however often the machine runs.
"""

import pytest

from events.vocabulary.desk import NoteRecorded
from streams.clock import GamingDays
from streams.recorder.recorder import Recorded, draft
from tests.streams.recorder.at_hand import NOW, fresh
from tests.streams.recorder.recorder_model import RecorderModel
from tests.streams.recorder.table_drafts import AT

DESK = "desk:D-1"


def note(text):
    """A note without an id."""
    return draft(DESK, NoteRecorded(subject="x", text=text), occurred_at_us=AT, actor="S-1")


@pytest.fixture
def model():
    return RecorderModel("PA-01", GamingDays())


@pytest.fixture
def send(log, model):
    """Have a recorder record notes, and the model judge each answer."""

    def sent(recorder, *texts):
        known = recorder._known.get(DESK)
        end = None if known is None else known.end.seq
        drafts = [note(text) for text in texts]
        for each, answer in zip(drafts, recorder.record_many(drafts), strict=True):
            model.judge(each, answer, NOW, planned_after=end)
            end = None if end is None else max(end, answer.seq)

    return sent


def test_what_two_recorders_write_alike_in_one_microsecond_is_one_fact(log, model, send):
    away, other = fresh(log), fresh(log)
    send(away, "a")
    send(other, "b", "c")
    send(away, "b", "c", "c")
    assert [model.head(DESK)[0], log.head(DESK).seq] == [4, 4]


def test_a_recorder_that_was_not_away_records_the_same_twice(log, model, send):
    recorder = fresh(log)
    send(recorder, "a")
    send(recorder, "a", "a")
    send(fresh(log), "a")
    assert [model.head(DESK)[0], log.head(DESK).seq] == [4, 4]


@pytest.mark.parametrize(
    ("after", "text"),
    [(None, "b"), (2, "b"), (1, "other"), (0, "b")],
    ids=["knew nothing", "was not away", "sent something else", "had another number to give"],
)
def test_a_fact_that_another_fact_answers_is_lost(log, model, send, after, text):
    send(fresh(log), "a", "b")
    answer = Recorded(2, model.events[1], existed=False, refused=False)
    with pytest.raises(AssertionError):
        model.judge(note(text), answer, NOW, may_be_stored=True, planned_after=after)
