"""The last event of a partition says whether a read model is of it, whatever that event is to its stream."""

from __future__ import annotations

import pytest

from events.envelope import NO_PREV, decode, encode, event_hash
from events.topics import EVENTS
from projections.read_model.models import MODELS
from projections.records import Record
from streams.read_model.own_log import another_last_event
from tests.traffic import traffic

STREAM = "table:HCF-01"
EVENTS_OF_IT = [each.value for each in traffic(60, tables=1, links=1) if each.stream == STREAM]
FIRST = EVENTS_OF_IT[:20]
OTHER_TABLE = next(each.value for each in traffic(20, tables=1, links=1, floor="N-") if each.seq == 1)


def records(*values: bytes) -> list[Record]:
    return [Record(EVENTS, 0, offset, decode(value).stream, value) for offset, value in enumerate(values)]


def state_after(log: list[Record]) -> bytes:
    model = MODELS[EVENTS](None)
    for record in log:
        model.step(record)
    state = model.changes(len(log)).state
    assert state is not None
    return state


def rival(value: bytes) -> bytes:
    """Another event in its place."""
    return encode(decode(value)._replace(actor="somebody else"))


def another(log: list[Record], state: bytes) -> str | None:
    return another_last_event(len(log), state, lambda start, stop: log[start:stop])


def of_another_house(values: list[bytes]) -> list[bytes]:
    """The same events as somebody else would have recorded them: every hash differs."""
    made, prev = [], NO_PREV
    for value in values:
        made.append(encode(decode(value)._replace(actor="somebody else", prev=prev)))
        prev = event_hash(made[-1])
    return made


LAST = {
    "the next of its stream": EVENTS_OF_IT[20],
    "a repeat": FIRST[17],
    "a fork of the last event": rival(FIRST[19]),
    "a fork of one before": rival(FIRST[15]),
    "what follows a gap": EVENTS_OF_IT[30],
}


@pytest.mark.parametrize("last", LAST.values(), ids=LAST)
def test_a_model_that_has_seen_the_last_event_is_of_the_log(last: bytes) -> None:
    log = records(*FIRST, last)
    assert another(log, state_after(log)) is None


@pytest.mark.parametrize("key", ["", "table:B"])
def test_what_is_no_event_of_its_stream_says_nothing(key: str) -> None:
    state = state_after(records(*FIRST))
    before = records(*FIRST[:19])
    assert another([*before, Record(EVENTS, 0, 19, key, FIRST[19])], state) is None
    assert another([*before, Record(EVENTS, 0, 19, STREAM, b"\xc1")], state) is None


def test_a_late_repeat_at_the_end_is_looked_behind_for_the_head_of_a_stream() -> None:
    log = records(*EVENTS_OF_IT[:40], *EVENTS_OF_IT[:9])
    assert another(log, state_after(log)) is None


def test_a_model_of_a_longer_stream_of_the_same_name_is_of_another_log() -> None:
    """Seen from its head, the last events here are too far back to be told from repeats."""
    longer = state_after(records(*of_another_house(EVENTS_OF_IT[:40])))
    assert another(records(*FIRST), longer) == "none of its streams is among the first 20 events"
    both = state_after(records(*EVENTS_OF_IT[:40]))
    assert another(records(OTHER_TABLE, *FIRST), both) == "its event 1 is not link:N-L1 seq 1"


def test_where_no_event_continued_a_stream_nothing_can_be_told() -> None:
    poison = [Record(EVENTS, 0, 0, STREAM, b"\xc1")]
    assert another(poison, state_after(poison)) is None


@pytest.mark.parametrize(
    "last",
    [EVENTS_OF_IT[20], EVENTS_OF_IT[40], rival(FIRST[19]), OTHER_TABLE],
    ids=["further on", "much further on", "another in its place", "of another table"],
)
def test_a_model_that_has_not_seen_it_is_of_another_log(last: bytes) -> None:
    named = decode(last)
    log = records(*FIRST[:19], last)
    assert another(log, state_after(records(*FIRST))) == (
        f"its event 20 is not {named.stream} seq {named.seq}"
    )
