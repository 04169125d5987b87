"""Events on streams where their type cannot be: the real commands take none of them, and believe none."""

import json

import pytest

from events.body import TYPES, may_be_on, parse_body
from events.envelope import NO_PREV
from events.vocabulary.badges import REGISTER
from streams.engines.embedded import Embedded
from streams.log import seal_bytes
from streams.recorder.recorder import draft
from tests.console.calling import pitledger
from tests.console.event_lines import line_of
from tests.events.bodies import EXAMPLES
from tests.rig import Rig
from tests.scenario import Clock, Desk, LinkDesk
from tests.scenario_table import TableDesk
from tests.streams.recorder.table_drafts import AT

STREAMS = ("table:T1", "link:ZZZ", "desk:pit", REGISTER)
TWO = [{"badge": "S-1", "department": "slots"}, {"badge": "A-2", "department": "accounting"}]
CLOSED = {"day": "2027-11-16", "missing_tables": ["T1"], "signed_by": TWO, "reason": "r"}


def line(type_, stream, fields=None, **changes):
    body = parse_body(type_, EXAMPLES[type_] if fields is None else fields)
    return line_of(draft(stream, body, occurred_at_us=AT, actor="S-1"), **changes)


def imported(call, lines, *options):
    return call("import", "-", "--json", *options, stdin="\n".join(lines)).document


def test_no_type_is_taken_on_a_stream_where_it_cannot_be_and_the_other_lines_are(call):
    wrong = [(type_, stream) for type_ in TYPES for stream in STREAMS if not may_be_on(type_, stream)]
    lines = [line(*place) for place in wrong]
    document = imported(call, [line("note_recorded", "desk:pit"), *lines, line("note_recorded", "table:T1")])
    assert (document["recorded"], document["not_taken"]) == (2, len(wrong))
    assert {error["field"] for error in document["errors"]} == {"stream"}
    exported = [json.loads(line) for line in call("export-events").out.splitlines()]
    assert [event["type"] for event in exported] == ["note_recorded"] * 2


@pytest.mark.parametrize("stream", ["table:T1", "link:ZZZ"])
def test_one_badge_closes_no_day_from_another_stream_than_a_desk(call, stream):
    document = imported(call, [line("gaming_day_closed", stream, CLOSED)])
    assert (document["recorded"], document["not_taken"]) == (0, 1)
    (error,) = document["errors"]
    assert "gaming_day_closed cannot be on" in error["message"]
    assert "it belongs on desk:NAME" in error["message"]


def test_copies_are_held_to_it_too(call):
    copy = {
        "facility": "facility",
        "seq": 1,
        "prev": NO_PREV.hex(),
        "recorded_at": "2026-01-01T20:40:00.000000Z",
        "gaming_day": "2026-01-01",
        "source_id": "c#1",
    }
    for options in ((), ("--as-recorded",)):
        document = imported(call, [line("gaming_day_closed", "table:T1", CLOSED, **copy)], *options)
        assert (document["recorded"], document["not_taken"]) == (0, 1)
        assert "cannot be on table:T1" in document["errors"][0]["message"]
    assert imported(call, [line("gaming_day_closed", "desk:pit", CLOSED, **copy)])["recorded"] == 1


@pytest.mark.parametrize("signed", [["a"], ["a", "A "], []])
def test_one_badge_resumes_no_stream(call, signed):
    fields = {**EXAMPLES["stream_resumed"], "stream": "table:T1", "stamps": [], "authorised_by": signed}
    document = imported(call, [line("stream_resumed", "table:T1", fields)])
    assert (document["recorded"], document["refused"]) == (0, 1)
    (event,) = map(json.loads, call("export-events").out.splitlines())
    assert (event["type"], event["body"]["code"]) == ("record_refused", "signatures")


def test_no_line_speaks_for_the_system_and_its_export_is_taken_elsewhere(call, tmp_path):
    answers = {name: body for name, body in TYPES.items() if body.BY_SYSTEM}
    places = [(name, stream) for name in answers for stream in STREAMS if may_be_on(name, stream)]
    bad_close = line("gaming_day_closed", "desk:pit", {**CLOSED, "signed_by": TWO[:1]})
    document = imported(call, [bad_close, *(line(*place) for place in places)])
    assert (document["recorded"], document["refused"], document["not_taken"]) == (0, 1, len(places))
    assert {error["field"] for error in document["errors"]} == {"type"}
    exported = call("export-events").out
    assert [json.loads(each)["type"] for each in exported.splitlines()] == ["record_refused"]
    copied = pitledger("import", "-", "--json", "--data", tmp_path / "copy", stdin=exported).document
    assert (copied["recorded"], copied["not_taken"]) == (1, 0)


@pytest.fixture(params=["embedded", "kafka"])
def strangers_log(request, tmp_path):
    """Writes events past every recorder, has them processed, and gives what calls a command on the log."""
    if request.param == "embedded":
        with Embedded(tmp_path) as embedded:

            def write(values):
                embedded.log.append([seal_bytes(value) for value in values])
                embedded.process()
                return lambda *args: pitledger(*args, "--data", tmp_path)

            yield write
        return
    broker, prefix = request.getfixturevalue("broker"), request.getfixturevalue("topic_prefix")
    with Rig(broker.bootstrap, prefix, tmp_path) as rig:
        rig.start_all()

        def write(values):
            rig.feed([seal_bytes(value) for value in values])
            rig.wait(expected=["quarantine", "chain"])
            where = ("--kafka", rig.bootstrap, "--data", tmp_path / "sinks")
            return lambda *args: pitledger(*args, *where, PITLEDGER_KAFKA_PREFIX=prefix)

        yield write


def test_what_somebody_else_wrote_on_the_wrong_stream_is_quarantined_and_not_believed(strangers_log):
    clock = Clock()
    table, link, desk = TableDesk("T1", clock), LinkDesk("HCF", clock), Desk("desk", "pit", clock)
    link.opens()
    table.opens()
    for stranger in (table, link):
        stranger.records(parse_body("gaming_day_closed", CLOSED))
    desk.records(parse_body("link_opened", EXAMPLES["link_opened"]))
    table.opens_round()
    table.closes_bets({"HCF": [1]})
    call = strangers_log([*link.recorded, *table.recorded, *desk.recorded])

    day = call("day", CLOSED["day"], "--json").document
    assert day["closed"] == [], "one badge, from the stream of a table"
    (shown,) = call("meters", "--json").document["links"]
    assert (shown["link"], shown["incomplete"]) == ("HCF", []), "the numbers of both streams count on"
    checked = call("check", "--json")
    assert checked.code == 1
    assert {(p["check"], p["detail"].partition(": it ")[0]) for p in checked.document["problems"]} == {
        ("quarantine", "malformed: stream: gaming_day_closed cannot be on table:T1"),
        ("quarantine", "malformed: stream: gaming_day_closed cannot be on link:HCF"),
        ("quarantine", "malformed: stream: link_opened cannot be on desk:pit"),
    }
