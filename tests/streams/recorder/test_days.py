"""No gaming day that has not begun by the recorder's clock is ended or closed, whatever a device shows."""

import pytest

from events import decode_body
from events.times import parse_time
from events.vocabulary.desk import GamingDayClosed, ReadingEntered, TableDayEnded
from streams.recorder.recorder import Recorder, draft
from tests.streams.recorder.table_drafts import AT, SIGNED, LinkDrafts, TableDrafts

TODAY, TOMORROW, FAR = "2026-01-01", "2026-01-02", "2099-12-31"
IN_2099 = parse_time("2099-12-31T20:00:00Z")
DAY_US = 86_400_000_000


def recorder_on(log, now_us=AT) -> Recorder:
    return Recorder(log, "PA-01", clock=lambda: now_us)


def desk_close(day, mode="live"):
    close = GamingDayClosed(day=day, missing_tables=(), signed_by=SIGNED, reason="all markers in")
    return draft(
        "desk:accounting", close, occurred_at_us=IN_2099, actor="A-2", mode=mode, source_id=f"close {day}"
    )


@pytest.mark.parametrize("day", [TOMORROW, FAR])
@pytest.mark.parametrize("mode", ["live", "test"])
def test_a_table_ends_no_day_that_has_not_begun(any_log, day, mode):
    """By a device whose clock is in the year 2099."""
    table, recorder = TableDrafts(), recorder_on(any_log)
    recorder.record(table.open())
    early = table.end_day(day)._replace(occurred_at_us=IN_2099, mode=mode)
    refused = recorder.record(early)
    assert (refused.refused, refused.event.type, refused.event.gaming_day) == (True, "record_refused", TODAY)
    refusal = decode_body(refused.event)
    assert (refusal.code, refusal.attempted_type) == ("day_not_begun", TableDayEnded.TYPE)
    for words in (
        f"{day} has not begun",
        "2026-01-01T20:40:00",
        f"gaming day {TODAY}",
        "Give the day that is over",
    ):
        assert words in refusal.reason
    again = recorder_on(any_log, AT + 400 * DAY_US).record(early)
    assert (again.existed, again.event) == (True, refused.event)
    assert recorder.record(table.end_day(TODAY)).event.type == "table_day_ended"


def test_a_day_may_be_ended_as_soon_as_it_has_begun(any_log):
    table = TableDrafts()
    begins = parse_time("2026-01-02T11:00:00Z")
    early = recorder_on(any_log, begins - 1).record(table.end_day(TOMORROW))
    assert early.event.type == "record_refused"
    assert recorder_on(any_log, begins).record(table.end_day(TOMORROW)).event.type == "table_day_ended"


@pytest.mark.parametrize("day", [TOMORROW, FAR])
def test_neither_a_link_nor_a_desk_closes_a_day_that_has_not_begun(any_log, day):
    link, recorder = LinkDrafts(), recorder_on(any_log)
    recorder.record(link.open())
    refused = recorder.record(link.close_day(day)._replace(occurred_at_us=IN_2099))
    assert refused.event.type == "link_change_refused"
    assert f"{day} has not begun" in decode_body(refused.event).reason
    at_desk = recorder.record(desk_close(day))
    assert (at_desk.refused, decode_body(at_desk.event).code) == (True, "day_not_begun")
    again = recorder_on(any_log).record(desk_close(day))
    assert (again.existed, again.event) == (True, at_desk.event)
    assert not recorder.record(link.close_day(TODAY)).refused
    assert not recorder.record(desk_close(TODAY)).refused


def reading(day, at_us):
    body = ReadingEntered(day=day, link="L-1", meter="progressive", read_mc=100_000, read_by="A-7")
    return draft("desk:accounting", body, occurred_at_us=at_us, actor="A-7", source_id=f"{day} {at_us}")


@pytest.mark.parametrize(
    ("day", "at_us", "taken"),
    [
        (TODAY, AT, True),
        ("2025-12-31", AT, True),
        ("2025-12-30", AT, False),
        (TOMORROW, AT, False),
        (TODAY, AT - DAY_US, False),
        (TODAY, IN_2099, True),
        (FAR, IN_2099, False),
    ],
)
def test_a_reading_is_of_the_day_of_its_time_or_of_the_one_before(any_log, day, at_us, taken):
    """By a device in the year 2099 the recorder's clock counts."""
    recorded = recorder_on(any_log).record(reading(day, at_us))
    assert recorded.refused is not taken
    if not taken:
        refusal = decode_body(recorded.event)
        assert (refusal.code, refusal.attempted_type) == ("other_day", "reading_entered")
        belongs = "2025-12-31" if at_us < AT else TODAY
        assert f"body.day: it was read on the gaming day {belongs}, and is not a reading of {day}" in (
            refusal.reason
        )
        again = recorder_on(any_log, AT + DAY_US).record(reading(day, at_us))
        assert (again.existed, again.event) == (True, recorded.event)
