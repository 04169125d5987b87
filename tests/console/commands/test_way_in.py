"""Clocks, modes and bounds at the way in, by the real commands on both engines."""

import json
from datetime import UTC, datetime

import pytest

from tests.console.event_lines import line_of
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts

IN_2099 = 4_070_908_800_000_000
MOST_MC = 1_000_000_000_00_000


@pytest.fixture
def table():
    return TableDrafts()


@pytest.fixture
def send(call):
    """Imports drafts, or lines as they are; the answer of the command."""

    def imported(*drafts):
        lines = [each if isinstance(each, str) else line_of(each) for each in drafts]
        return call("import", "-", "--json", stdin="\n".join(lines))

    return imported


@pytest.fixture
def recorded(call, table):
    """The events of the table."""
    return lambda: [
        json.loads(line) for line in call("export-events", "--stream", table.stream).out.splitlines()
    ]


def today() -> str:
    return datetime.now(UTC).date().isoformat()


def test_a_device_in_2099_moves_no_day_and_ends_none(send, recorded, table):
    drafts = [table.open(), table.open_round(), table.no_more_bets(), table.end_day("2099-01-01")]
    called = send(*(draft._replace(occurred_at_us=IN_2099 + seq) for seq, draft in enumerate(drafts)))
    assert (called.code, called.document["refused"]) == (0, 1)
    events = recorded()
    assert {event["occurred_at"][:4] for event in events} == {"2099"}
    assert all(event["gaming_day"] <= today() for event in events)
    assert all(event["recorded_at"][:10] <= today() for event in events)
    assert events[-1]["type"] == "record_refused"
    assert events[-1]["body"]["code"] == "day_not_begun"


def test_what_a_client_says_of_the_recorder_s_clock_and_the_day_is_not_believed(send, recorded, table):
    line = json.loads(line_of(table.open()))
    line |= {"recorded_at": "2099-01-01T00:00:00.000000Z", "gaming_day": "2099-01-01"}
    assert send(json.dumps(line)).code == 0
    assert send(table.open_round()).code == 0
    first, second = recorded()
    assert first["recorded_at"] <= second["recorded_at"]
    assert second["recorded_at"][:10] <= today()
    assert max(first["gaming_day"], second["gaming_day"]) <= today()


@pytest.mark.parametrize("mode", ["test", "training"])
def test_what_is_not_live_loses_no_wager_of_a_live_round(send, recorded, table, mode):
    inside = ["no_more_bets", "lock_out", "close_round", "void", "open", "select", "close", "end_day"]
    send(LinkDrafts().open(), table.open(), table.open_round(), table.wager(1))
    for name in inside:
        send(getattr(table, name)()._replace(mode=mode))
    send(table.wager(2), table.no_more_bets())
    events = recorded()
    (leg,) = events[-1]["body"]["legs"]
    assert [wager["seat"] for wager in leg["wagers"]] == [1, 2]
    assert not any(event["body"].get("legs") for event in events if event["mode"] == mode)


def test_an_amount_that_no_casino_meets_is_named_with_its_bound(send, recorded, table):
    too_much = json.loads(line_of(table.wager(1, "ante")))
    too_much["body"]["amount_mc"] = MOST_MC + 1
    called = send(table.open(), json.dumps(too_much), table.wager(1, "ante", MOST_MC))
    assert called.code == 1
    assert "amount_mc" in called.out
    assert "$1,000,000,000" in called.out
    assert [event["type"] for event in recorded()] == ["table_opened", "wager_placed"]


def test_a_mistyped_link_gets_no_stream_on_either_engine(call, send):
    assert send(LinkDrafts("HCF").open()).code == 0
    signed = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "as filed")
    moved = ("--meter", "progressive", "--add", "1.00", "--document", "V-1")
    called = call("link", "adjust", "NOPE", *moved, *signed)
    assert called.code == 2
    assert "nobody has opened the link NOPE" in called.err
    assert [json.loads(line)["stream"] for line in call("export-events").out.splitlines()] == ["link:HCF"]
