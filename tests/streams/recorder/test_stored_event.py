"""One event by its stream and number: what halving finds is what reading everything finds."""

from __future__ import annotations

import pytest

from events.envelope import read_header
from events.topics import EVENTS, FINDINGS, METERS
from streams.recorder.stored_event import stored_event
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.console.calling import pitledger
from tests.console.lost_events import lose_an_event
from tests.console.pages.disputed_floor import disputed_floor


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    data = disputed_floor(tmp_path_factory.mktemp("stored") / "house")
    pitledger("floor", "--tables", "3", "--rounds", "12", "--mistakes", "0.2", "--data", data)
    pitledger("findings", "--data", data)
    return data


@pytest.mark.parametrize("topic", [EVENTS, METERS, FINDINGS])
def test_every_event_of_a_topic_is_found_and_no_other(data, topic):
    with SqliteLog(data / LOG_FILE, writable=False) as log:
        records = list(log.read(topic, 0, 0))
        streams = {read_header(record.value).stream for record in records}
        assert len(streams) > 1, "streams must lie among each other"

        for record in records:
            event = read_header(record.value)
            found = stored_event(log, event.stream, event.seq)
            assert found is not None
            assert found.record.value == record.value
        for stream in streams:
            last = max(
                read_header(each.value).seq for each in records if read_header(each.value).stream == stream
            )
            assert stored_event(log, stream, last + 1) is None
            assert stored_event(log, stream, 0) is None


def test_a_stream_that_there_is_not_has_no_event(data):
    with SqliteLog(data / LOG_FILE, writable=False) as log:
        for stream in ("table:NO", "meter:NO", "finding:table:NO", "router:0", "", "NO"):
            assert stored_event(log, stream, 1) is None


def test_a_series_of_another_list_of_checks_is_another(data):
    with SqliteLog(data / LOG_FILE, writable=False) as log:
        assert stored_event(log, "finding:table:T1", 1, "examiner@1") is not None
        assert stored_event(log, "finding:table:T1", 1, "examiner@2") is None


def test_behind_a_gap_an_event_is_still_found(tmp_path):
    data = disputed_floor(tmp_path / "house")
    lose_an_event(data, "table:T1")
    with SqliteLog(data / LOG_FILE, writable=False) as log:
        there = [read_header(record.value) for record in log.read(EVENTS, 0, 0) if record.key == "table:T1"]
        last = max(event.seq for event in there)

        found = stored_event(log, "table:T1", last)

        assert found is not None
        assert found.event.seq == last
