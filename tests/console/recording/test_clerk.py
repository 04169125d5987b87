"""The clerk: whatever a command records belongs to the gaming day of the facility's zone and cut-off."""

import json
import sqlite3

import pytest

from console.calls.options import GlobalOptions
from console.recording.clerk import record_fact
from events.times import parse_time
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.read_model.store import READ_FILE
from streams.recorder.recorder import Recorder
from tests.console.calling import pitledger
from tests.console.lost_events import lose_an_event
from tests.traffic import traffic

ZONES = ("Pacific/Pago_Pago", "Pacific/Kiritimati")
"""The last place where a day begins, then the first: the days of a stream never go back."""
"""They are 25 hours apart: whenever a test runs, their gaming days differ."""
SIGNED = ("--sign", "A-2:accounting", "--sign", "S-1:slots", "--reason", "a test")
STREAM = "table:HCF-01"


@pytest.fixture
def floor(tmp_path):
    with Embedded(tmp_path / "floor") as embedded:
        embedded.log.append(list(traffic(400, tables=2, links=1, seed=25)))
        embedded.process()
    return tmp_path / "floor"


def last_event(data, stream):
    """The head of a stream, as it is exported."""
    return json.loads(pitledger("export-events", "--data", data, "--stream", stream).out.splitlines()[-1])


def days_of(events):
    """The gaming day of each event; each must be its zone's own, and together they must differ."""
    days = []
    for zone, event in zip(ZONES, events, strict=True):
        days.append(event["gaming_day"])
        assert event["gaming_day"] == GamingDays(zone)(parse_time(event["recorded_at"]))
    assert len(set(days)) == len(ZONES)
    return days


def test_a_change_of_a_link_is_of_the_facilitys_day(floor):
    found = []
    for zone in ZONES:
        called = pitledger("link", "close", "L1", *SIGNED, "--zone", zone, "--data", floor)
        assert called.code in (0, 1), called.err
        found.append(last_event(floor, "link:L1"))
    assert days_of(found)


def test_what_rebuild_accepts_is_of_the_facilitys_day(floor):
    found = []
    for zone in ZONES:
        with sqlite3.connect(floor / READ_FILE) as store:
            store.execute("UPDATE meters SET primary_mc = 1")
        store.close()
        accepted = ("--accept", "A-7", "--reason", "a hand edit")
        called = pitledger("rebuild", *accepted, "--data", floor, PITLEDGER_ZONE=zone)
        assert called.code == 0, called.err
        found.append(last_event(floor, "desk:operations"))
    assert days_of(found)


def test_a_resumption_is_of_the_facilitys_day(tmp_path):
    found = []
    for zone in ZONES:
        data = tmp_path / zone.partition("/")[2]
        with Embedded(data) as embedded:
            embedded.log.append(list(traffic(400, tables=2, links=1, seed=25)))
        lose_an_event(data, STREAM)
        signed = ("--by", "M-1", "--by", "S-1", "--reason", "lost at the shoe")
        called = pitledger("resume", STREAM, *signed, "--data", data, "--json", PITLEDGER_ZONE=zone)
        assert called.code == 0, called.err
        found.append(event_at(data, called.document["recorded_seq"]))
    assert days_of(found)
    assert {event["type"] for event in found} == {"stream_resumed"}


def test_the_cut_off_counts_too():
    """Half past eleven at night is the day before where days begin a quarter before midnight."""
    at_us = parse_time("2025-06-15T23:30:00Z")
    early = pitledger("day", "2025-06-15", "--cut-off", "x")
    assert (early.code, early.out) == (2, "")
    options = GlobalOptions(zone="UTC")
    assert options.gaming_days({"PITLEDGER_CUT_OFF": "23:45"})(at_us) == "2025-06-14"
    assert options.gaming_days({"PITLEDGER_CUT_OFF": "23:15"})(at_us) == "2025-06-15"


def event_at(data, seq):
    """An event by its number, from the export of everything: a damaged stream is not read by itself."""
    lines = map(json.loads, pitledger("export-events", "--data", data).out.splitlines())
    (found,) = (line for line in lines if (line["stream"], line["seq"]) == (STREAM, seq))
    return found


def test_a_fact_that_lost_against_another_recorders_is_sent_again(tmp_path):
    """Each time under the id of the first, so that what lost on Kafka is the same fact."""
    with Embedded(tmp_path) as embedded:
        one, other = Recorder(embedded.log, "PA-01"), Recorder(embedded.log, "PA-01")
        typed = [
            record_fact(by, "desk:D-1", "note_recorded", {"subject": "shift", "text": text}, "S-1")
            for by, text in ((one, "first"), (other, "second"), (one, "third"), (one, "third"))
        ]
    assert [result.seq for result in typed] == [1, 2, 3, 4]
    assert len({result.event.source_id for result in typed}) == 4
