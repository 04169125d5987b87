"""`pitledger import` of what was recorded elsewhere: copies, `--restore`, `--as-recorded`, wrong clocks."""

import json

import pytest

from events.envelope import Event, encode, event_hash
from events.jsonform import draft_from_json
from events.times import parse_time, time_text
from streams.clock import now_us
from tests.console.calling import pitledger
from tests.console.event_lines import a_shift, line_of
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts

SIGNED = ("--sign", "S-1:slots", "--sign", "A-2:accounting", "--reason", "disk of the recorder lost")
FAR = "2099-01-01T00:00:00.000000Z"


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    """A file of copies: a small floor, as `floor --out` writes it."""
    path = tmp_path_factory.mktemp("floor") / "night.jsonl"
    made = pitledger("floor", "--tables", 2, "--rounds", 3, "--processes", 1, "--out", path)
    assert made.code == 0, made.err
    return path.read_text().splitlines()


def taken(call, lines, *options):
    """Import lines; the code, what was recorded, what existed, and what was not taken."""
    called = call("import", "-", "--json", *options, stdin="\n".join(lines))
    document = called.document
    return called.code, document["recorded"], document["existed"], document["not_taken"]


def exported(call):
    return [json.loads(line) for line in call("export-events").out.splitlines()]


def times_of(events):
    """When what was recorded, whatever it is called now."""
    return sorted((event["recorded_at"], event["stream"], event["occurred_at"]) for event in events)


def changed(line, **fields):
    return json.dumps({**json.loads(line), **fields})


def without_chain(lines):
    return [changed(line, seq=None, prev=None) for line in lines]


def restoring(events):
    """What is on record about restoring."""
    return [event for event in events if event["stream"].startswith("desk:restore-")]


A_NOTE = line_of(TableDrafts("HCF-77").deal(1))


def test_copies_are_taken_until_something_is_recorded(call, night):
    half = len(night) // 2
    assert taken(call, night[:half]) == (0, half, 0, 0)
    assert taken(call, night) == (0, len(night) - half, half, 0), "a second file of copies goes on"
    assert taken(call, [A_NOTE]) == (0, 1, 0, 0)
    assert taken(call, [*night, A_NOTE]) == (0, 0, len(night) + 1, 0), "what is there needs no permission"


def test_an_instance_that_records_takes_copies_only_when_two_have_signed(call, night):
    taken(call, [A_NOTE], "--facility", "FLOOR")
    refused = call("import", "-", "--json", stdin="\n".join(night[:2]))
    assert (refused.code, refused.document["recorded"]) == (1, 0)
    assert "--restore" in refused.document["errors"][0]["message"]
    for options in (
        ("--restore",),
        ("--restore", *SIGNED[:2]),
        SIGNED,
        ("--restore", "--as-recorded", *SIGNED),
    ):
        assert call("import", "-", *options, stdin="\n".join(night)).code == 2
    same = ("--restore", "--sign", "S-1:slots", "--sign", "S-2:slots", "--reason", "lost")
    called = call("import", "-", *same, stdin="\n".join(night))
    assert (called.code, called.out) == (1, "")
    assert "refused: nothing was restored: both sign for the same department" in called.err

    assert taken(call, night, "--restore", *SIGNED) == (0, len(night), 0, 0)
    assert taken(call, night, "--restore", *SIGNED) == (0, 0, len(night), 0)
    desk = restoring(exported(call))
    assert [event["type"] for event in desk] == ["record_refused", "restore_signed"]
    assert [each["badge"] for each in desk[1]["body"]["signed_by"]] == ["S-1", "A-2"]
    assert desk[1]["body"]["reason"] == SIGNED[-1]


def test_the_reason_why_copies_are_not_taken_is_given_once(call, night):
    assert taken(call, [A_NOTE], "--facility", "FLOOR") == (0, 1, 0, 0)
    called = call("import", "-", stdin="\n".join(night))
    assert called.code == 1
    shown = [line for line in called.err.splitlines() if line.startswith("  ")]
    assert shown[0].startswith("  line 1: seq: a line that carries seq and prev is a copy")
    more = f"  and {len(night) - 1:,} for the same reason, or behind one of these in their stream: see all"
    assert shown[1].startswith(more), shown
    assert len(shown) == 2
    errors = call("import", "-", "--json", stdin="\n".join(night)).document["errors"]
    assert [error["line"] for error in errors] == list(range(1, len(night) + 1))
    second = next(n for n, line in enumerate(night) if json.loads(line)["seq"] == 2)
    first = json.loads(night[second])["stream"]
    cause = next(n for n, line in enumerate(night, 1) if json.loads(line)["stream"] == first)
    assert errors[second]["message"] == f"it follows line {cause} in {first}, which was not taken"


def test_a_restore_into_an_instance_of_copies_needs_nothing_on_record(call, night):
    assert taken(call, night, "--restore", *SIGNED) == (0, len(night), 0, 0)
    assert not restoring(exported(call))


def test_recording_times_are_kept_where_that_is_asked_for(call, night):
    lines = without_chain(night)
    half = len(lines) // 2
    assert taken(call, lines[:half], "--as-recorded")[0] == 0
    assert times_of(exported(call)) == times_of(map(json.loads, night[:half]))
    assert taken(call, [A_NOTE], "--as-recorded") == (1, 0, 0, 1), "it brings none"
    assert taken(call, [A_NOTE])[0] == 0
    assert taken(call, lines[:half], "--as-recorded") == (0, 0, half, 0)
    assert taken(call, lines[half:], "--as-recorded")[0] == 1, "it holds something else now"


def test_edited_lines_are_numbered_again_and_may_not_go_back(call, night):
    lines = without_chain(night)
    stream = json.loads(lines[-1])["stream"]
    back = changed(lines[-1], recorded_at="2026-01-01T00:00:00Z", source_id="edited#1")
    assert taken(call, [*lines[:5], *lines[6:], back], "--as-recorded")[0::3] == (1, 1)
    assert [each["seq"] for each in exported(call) if each["stream"] == stream][:3] == [1, 2, 3]


def test_nobody_s_time_is_believed_unasked(call):
    """One line of the year 2099 bent `--at` and the readings of its link for ever."""
    lines = a_shift(tables=1, rounds=2)
    lines[-3] = changed(lines[-3], recorded_at=FAR, gaming_day="2098-12-31")
    called = call("import", "-", "--json", stdin="\n".join(lines))
    assert (called.code, called.document["recorded"], called.document["other_times"]) == (0, len(lines), 1)
    assert max(event["recorded_at"] for event in exported(call)) <= time_text(now_us())
    assert max(event["gaming_day"] for event in exported(call)) < "2090"
    text = call("import", "-", stdin=changed(A_NOTE, recorded_at=FAR))
    assert "1 line brought a recording time that is not the recorder's" in text.err
    assert "--as-recorded" in text.err


def test_neither_a_copy_nor_an_edited_line_comes_from_the_future(call, night):
    first = json.loads(night[0])
    copy = changed(night[0], recorded_at=FAR)
    called = call("import", "-", "--json", stdin=copy)
    assert (called.code, called.document["recorded"]) == (1, 0)
    assert "lies in the future" in called.document["errors"][0]["message"]
    day = call("import", "-", "--json", stdin=changed(night[0], gaming_day="2026-07-01"))
    assert "does not follow from its times" in day.document["errors"][0]["message"]
    edited = changed(copy, seq=None, prev=None)
    called = call("import", "-", "--json", "--as-recorded", stdin=edited)
    assert (called.code, called.document["errors"][0]["field"]) == (1, "recorded_at")
    assert taken(call, night)[0] == 0
    assert exported(call)[0]["facility"] == first["facility"]


def test_a_device_s_clock_ends_neither_the_year_2099_nor_tomorrow_today(call):
    table, link = TableDrafts(), LinkDrafts()
    tomorrow = time_text(now_us() + 2 * 86_400_000_000)[:10]
    lines = [line_of(link.open()), line_of(table.open()), line_of(table.open_round())]
    lines += [line_of(table.no_more_bets()), line_of(table.close_round())]
    for day in ("2099-12-31", tomorrow):
        early = table.end_day(day)._replace(occurred_at_us=parse_time("2099-12-31T20:00:00Z"))
        lines += [line_of(early), line_of(link.close_day(day))]
    lines.append(line_of(table.end_day()))
    called = call("import", "-", "--json", stdin="\n".join(lines))
    assert (called.code, called.document["refused"]) == (0, 4)
    refused = [event for event in exported(call) if event["type"].endswith("_refused")]
    assert len(refused) == 4
    for event in refused:
        assert "has not begun: the recorder's clock shows" in event["body"]["reason"]
    assert taken(call, lines) == (0, 0, len(lines), 0)


def test_a_file_of_copies_with_one_source_id_twice_in_a_stream_is_not_taken_from_there_on(call, night):
    stream = json.loads(night[0])["stream"]
    own = [json.loads(line) for line in night if json.loads(line)["stream"] == stream][:4]
    forged, prev = [], own[0]["prev"]
    for event, id_ in zip(own, ("d#1", "d#2", "d#1", "d#3"), strict=False):
        forged.append({**event, "source_id": id_, "prev": prev})
        prev = event_hash(encode(Event._make(draft_from_json(forged[-1])))).hex()
    called = call("import", "-", "--json", stdin="\n".join(map(json.dumps, forged)))
    assert (called.code, called.document["recorded"]) == (1, 2)
    error = called.document["errors"][0]
    assert error["field"] == "source_id"
    assert f"'d#1' is that of seq 1 of {stream} already" in error["message"]
    assert [event["source_id"] for event in exported(call)] == ["d#1", "d#2"]
