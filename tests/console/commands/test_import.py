"""`pitledger import`: what is taken, what is named by its line, and that a second run doubles nothing."""

import json
import signal
import subprocess
import time

import pytest

from console.commands.importing.file import APART_FROM
from events import read_header
from events.jsonform import to_json
from streams.log import EVENTS, LINKS
from streams.sqlite.log import SqliteLog
from tests.console.calling import COMMAND, environment, pitledger, pitledger_process
from tests.console.event_lines import a_shift, line_of
from tests.streams.recorder.table_drafts import LinkDrafts, TableDrafts


@pytest.fixture
def data(tmp_path):
    return tmp_path / "instance"


@pytest.fixture
def write(tmp_path):
    """Writes lines to a file."""

    def to_file(lines, name="events.jsonl"):
        path = tmp_path / name
        path.write_text("".join(f"{line}\n" for line in lines))
        return path

    return to_file


def stored(data) -> list[bytes]:
    with SqliteLog(data / "log.sqlite", writable=False) as log:
        return [record.value for record in log.read(EVENTS, 0, 0)]


def exported(data, *options) -> str:
    called = pitledger("export-events", "--data", data, *options)
    assert called.code == 0, called.err
    return called.out


# --- what is taken ---


def test_all_lines_are_recorded_and_processed(data, write):
    lines = a_shift(tables=3, rounds=4)
    called = pitledger("import", write(lines), "--data", data)
    assert (called.code, called.err) == (0, "")
    assert f"{len(lines):,} lines: {len(lines):,} recorded." in called.out
    assert len(stored(data)) == len(lines)
    with SqliteLog(data / "log.sqlite", writable=False) as log:
        # The link opens, each table joins it, and every round sends its wagers.
        assert log.end(LINKS, 0) == 1 + 3 + 3 * 4


def test_the_json_document(data, write):
    path = write([*a_shift(tables=1, rounds=1), "{", ""])
    called = pitledger_process("import", path, "--data", data, "--json")
    document = called.document
    assert called.code == 1
    assert list(document) == [
        "sha256",
        "lines",
        "recorded",
        "existed",
        "refused",
        "refusals",
        "other_times",
        "not_taken",
        "errors",
    ]
    assert len(document["sha256"]) == 64
    assert (document["lines"], document["recorded"], document["not_taken"]) == (19, 18, 1)
    (error,) = document["errors"]
    assert (error["line"], error["field"]) == (19, "event")
    assert "not JSON" in error["message"]


def test_standard_input_is_a_file_too(data, write):
    lines = "\n".join(a_shift(tables=1, rounds=1))
    first = pitledger("import", "-", "--data", data, "--json", stdin=lines).document
    again = pitledger("import", "-", "--data", data, "--json", stdin=lines).document
    assert (first["recorded"], first["existed"]) == (18, 0)
    assert (again["recorded"], again["existed"]) == (0, 18)
    assert again["sha256"] == first["sha256"]


def test_an_empty_file_is_imported(data, write):
    assert pitledger("import", write([]), "--data", data, "--json").document["lines"] == 0


def test_source_ids_are_the_file_and_the_line(data, write):
    path = write(["", *a_shift(tables=1, rounds=1)])
    document = pitledger("import", path, "--data", data, "--json").document
    prefix = document["sha256"][:16]
    assert [read_header(value).source_id for value in stored(data)] == [
        f"{prefix}#{number}" for number in range(2, 20)
    ]


def test_facility_zone_and_cut_off_are_given(data, write):
    path = write([line_of(TableDrafts().open())])
    options = ("--facility", "PA-07", "--zone", "Asia/Tokyo", "--cut-off", "05:30")
    assert pitledger("import", path, "--data", data, *options).code == 0
    (event,) = map(read_header, stored(data))
    assert (event.facility, event.gaming_day) == ("PA-07", "2026-01-02")


def test_a_facility_that_is_not_the_log_s_is_refused(call):
    lines = "\n".join(a_shift())
    assert call("import", "-", "--facility", "EAST", stdin=lines).code == 0
    for args in (
        ("import", "-", "--facility", "WEST"),
        (
            "link",
            "close",
            "L-1",
            "--facility",
            "WEST",
            "--sign",
            "S-1:slots",
            "--sign",
            "A-2:accounting",
            "--reason",
            "x",
        ),
    ):
        called = call(*args, stdin=lines)
        assert (called.code, called.out) == (2, "")
        assert "--facility WEST: this instance is of EAST. Leave the option out" in called.err
    assert call("import", "-", "--facility", "EAST", stdin=lines).code == 0


def test_an_empty_log_belongs_to_the_facility_that_lines_name(data, write):
    table = TableDrafts()
    first = write([line_of(table.open()), line_of(table.open_round(), facility="PA-02")], "a.jsonl")
    assert pitledger("import", first, "--data", data).code == 0
    other = write([line_of(table.close_round(), facility="PA-03"), line_of(table.close())], "b.jsonl")
    document = pitledger("import", other, "--data", data, "--json").document
    assert {read_header(value).facility for value in stored(data)} == {"PA-02"}
    assert [(error["line"], error["field"]) for error in document["errors"]] == [(1, "facility")]


def test_refusals_are_counted_and_on_record(data, write):
    table = TableDrafts()
    drafts = [LinkDrafts().open(), table.open(), table.open_round(), table.no_more_bets(), table.wager(1)]
    document = pitledger("import", write(map(line_of, drafts)), "--data", data, "--json").document
    assert (document["recorded"], document["refused"], document["not_taken"]) == (4, 1, 0)
    (refusal,) = document["refusals"]
    assert (refusal["line"], refusal["reason"]) == (
        *(5, "no more bets: progressive wagers are locked out until the next round"),
    )
    assert read_header(stored(data)[-1]).type == "wager_refused"


def test_lines_that_are_refused_are_named_with_the_reason_the_first_twenty_of_them(data, write):
    table = TableDrafts()
    drafts = [LinkDrafts().open(), table.open(), table.open_round(), table.no_more_bets()]
    late = [table.wager(seat) for seat in range(1, 23)]
    called = pitledger("import", write(map(line_of, [*drafts, *late])), "--data", data)
    assert called.out.endswith("26 lines: 4 recorded, 22 refused by the system, each on record.\n")
    assert called.err.count(": refused: ") == 20
    assert "  line 5: refused: " in called.err
    assert "  and 2 more were refused: each is in its stream" in called.err


# --- what is not ---


def a_mixed_file() -> tuple[list[str], dict[int, str]]:
    """Lines good and bad, and for each bad one the field that must be named."""
    table = TableDrafts()
    good = [line_of(table.open()), line_of(table.open_round())]
    deal = json.loads(line_of(table.deal(1)))
    wager = json.loads(line_of(table.wager(1, "ante")))
    bad = {
        '{"stream": ': "event",
        "[1, 2]": "event",
        '"text"': "event",
        "\\u00": "event",
        json.dumps({**deal, "type": "card_eaten"}): "type",
        json.dumps({**deal, "schema": 9}): "schema",
        json.dumps({**deal, "colour": "red"}): "colour",
        json.dumps({**deal, "occurred_at": "2026-01-01T10:00:00"}): "occurred_at",
        json.dumps({**deal, "occurred_at": 1767300000}): "occurred_at",
        json.dumps({**deal, "stream": "chair:7"}): "stream",
        json.dumps({**deal, "stream": "meter:L-1"}): "stream",
        json.dumps({**deal, "stream": ["table:HCF-01"]}): "stream",
        json.dumps({**deal, "actor": "\ud800"}): "actor",
        json.dumps({**deal, "seq": 40, "source_id": "q1"}): "seq",
        json.dumps({**deal, "seq": True}): "seq",
        json.dumps({**deal, "prev": "ab"}): "prev",
        json.dumps({**deal, "prev": "ab" * 32, "source_id": "q2"}): "prev",
        json.dumps({**deal, "seq": 3, "prev": "ab" * 32, "source_id": "q3"}): "prev",
        json.dumps({**deal, "seq": 9, "prev": "ab" * 32, "source_id": "q4"}): "seq",
        json.dumps({**deal, "body": {**deal["body"], "card": "1x"}}): "body.card",
        json.dumps({**wager, "body": {**wager["body"], "amount_mc": 500000.0}}): "body.amount_mc",
        json.dumps({**wager, "body": {**wager["body"], "amount_mc": -1}}): "body.amount_mc",
        json.dumps({**wager, "body": {**wager["body"], "amount_mc": float("nan")}}): "body.amount_mc",
        json.dumps({**wager, "body": {**wager["body"], "wager": "\udfff"}}): "body.wager",
        "[" * 100_000: "event",
        '{"seq": ' + "9" * 5_000 + "}": "event",
    }
    lines, fields = list(good), {}
    for line, field in bad.items():
        lines.append(line)
        fields[len(lines)] = field
    return [*lines, line_of(table.close_round())], fields


def test_good_lines_are_taken_among_bad_ones(data, write, tmp_path):
    lines, fields = a_mixed_file()
    errors = tmp_path / "errors.jsonl"
    called = pitledger("import", write(lines), "--data", data, "--json", "--errors", errors)
    document = called.document
    assert called.code == 1
    assert {error["line"]: error["field"] for error in document["errors"]} == fields
    assert all(error["message"] for error in document["errors"])
    assert (document["recorded"], document["not_taken"]) == (3, len(fields))
    written = [json.loads(line) for line in errors.read_text().splitlines()]
    assert written == [{**error, "text": lines[error["line"] - 1]} for error in document["errors"]]
    assert len(stored(data)) == 3


def test_what_no_casino_meets_is_named_by_line_field_and_bound(data, write):
    table, link = TableDrafts(), LinkDrafts()
    wager, opened = json.loads(line_of(table.wager(1, "ante"))), json.loads(line_of(link.open()))
    wager["body"]["amount_mc"] = 10**14 + 1
    (meter,) = opened["body"]["meters"]
    opened["body"]["meters"] = [meter | {"meter": f"tier-{number}"} for number in range(17)]
    lines = [line_of(table.open()), json.dumps(wager), json.dumps(opened)]
    called = pitledger("import", write(lines), "--data", data)
    assert called.code == 1
    assert "line 2: body.amount_mc: $1,000,000,000.00001 is more than $1,000,000,000.00" in called.err
    assert "line 3: body.meters: " in called.err
    assert "at most 16" in called.err
    assert len(stored(data)) == 1


def test_the_terminal_names_the_first_twenty(data, write):
    called = pitledger("import", write(["x"] * 25), "--data", data)
    assert called.code == 1
    assert "25 lines: 0 recorded, 25 not taken." in called.out
    assert "line 20: event:" in called.err
    assert "line 21:" not in called.err
    assert "and 5 more" in called.err


def test_bytes_that_are_not_utf_8_are_named(data, tmp_path):
    path = tmp_path / "latin.jsonl"
    path.write_bytes('{"actor": "Dürer"}\n'.encode("latin-1"))
    (error,) = pitledger("import", path, "--data", data, "--json").document["errors"]
    assert (error["line"], "UTF-8" in error["message"]) == (1, True)


@pytest.mark.parametrize(
    "options", [("--zone", "Mars/Olympus"), ("--cut-off", "6"), ("--errors", "/nowhere/e.jsonl")]
)
def test_a_wrong_option_is_named_before_anything_is_recorded(data, write, options):
    called = pitledger("import", write(a_shift()), "--data", data, *options)
    assert (called.code, called.out) == (2, "")
    assert options[1] in called.err
    assert not (data / "log.sqlite").exists()


def test_a_file_that_is_not_there_is_named(data, tmp_path):
    called = pitledger("import", tmp_path / "none.jsonl", "--data", data)
    assert called.code == 2
    assert "none.jsonl: No such file" in called.err


# --- again ---


@pytest.mark.parametrize("own_ids", [False, True])
def test_a_second_run_records_nothing(data, write, own_ids):
    path = write(a_shift(own_ids=own_ids))
    first = pitledger("import", path, "--data", data, "--json").document
    before = stored(data)
    again = pitledger("import", path, "--data", data, "--json").document
    assert (again["recorded"], again["existed"]) == (0, first["recorded"])
    assert stored(data) == before


def test_a_source_id_twice_far_apart_is_recorded_once(data, write):
    lines = a_shift(tables=6, rounds=12, own_ids=True)
    other = json.loads(lines[10])
    other["actor"] = "D-99"
    path = write([*lines, lines[10], json.dumps(other)])
    document = pitledger("import", path, "--data", data, "--json").document
    assert (document["recorded"], document["existed"]) == (len(lines), 1)
    assert [(e["line"], e["field"]) for e in document["errors"]] == [(len(lines) + 2, "source_id")]


def test_another_file_with_the_same_source_ids_records_nothing(data, write):
    lines = a_shift(own_ids=True)
    pitledger("import", write(lines, "a.jsonl"), "--data", data)
    more = [*lines, line_of(TableDrafts("NEW").open())]
    document = pitledger("import", write(more, "b.jsonl"), "--data", data, "--json").document
    assert (document["recorded"], document["existed"]) == (1, len(lines))


def test_killed_in_the_middle_and_run_again(data, write):
    """SIGKILL after ever more lines; the last run completes the file, each line is there exactly once."""
    lines = a_shift(tables=8, rounds=70)
    half = len(lines) // 2
    mixed = lines[:half] + [add_id(line, number) for number, line in enumerate(lines[half:])]
    path = write(mixed)
    assert path.stat().st_size >= APART_FROM, "large enough for the second process to be killed with it"
    for stop_at in (1, 2_500, 5_500):
        killed_after(path, data, stop_at)
    assert pitledger("import", path, "--data", data, "--json").code == 0
    events = [read_header(value) for value in stored(data)]
    assert len(events) == len(mixed)
    assert len({event.source_id for event in events}) == len(mixed)
    straight = data.parent / "straight"
    pitledger("import", path, "--data", straight)
    assert [facts(event) for event in events] == [facts(read_header(value)) for value in stored(straight)]


def add_id(line: str, number: int) -> str:
    return json.dumps({**json.loads(line), "source_id": f"own-{number}"})


def facts(event) -> tuple:
    """What does not depend on when it was recorded."""
    return event._replace(prev=b"", recorded_at_us=0)


def killed_after(path, data, count: int) -> None:
    """Start an import and kill it once the log holds that many events."""
    with subprocess.Popen(
        [*COMMAND, "import", path, "--data", data], env=environment(), stdout=-3, stderr=-3
    ) as process:
        while process.poll() is None and recorded(data) < count:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)


def recorded(data) -> int:
    if not (data / "log.sqlite").exists():
        return 0
    try:
        return len(stored(data))
    except Exception:  # noqa: BLE001 - the file is being made this very moment
        return 0


# --- out and in again ---


def test_export_and_import_give_the_same_bytes(data, write, tmp_path):
    pitledger("import", write(a_shift()), "--data", data)
    copy = tmp_path / "copy"
    called = pitledger("import", "-", "--data", copy, "--json", stdin=exported(data))
    assert called.document["recorded"] == len(stored(data))
    assert stored(copy) == stored(data)
    again = pitledger("import", "-", "--data", copy, "--json", stdin=exported(data)).document
    assert (again["recorded"], again["existed"]) == (0, len(stored(data)))


def test_a_copy_with_a_line_missing_says_so_and_takes_the_other_streams(data, write, tmp_path):
    pitledger("import", write(a_shift(tables=2, rounds=2)), "--data", data)
    lines = exported(data).splitlines()
    at = next(n for n, line in enumerate(lines) if '"table:HCF-01","seq":5,' in line)
    del lines[at]
    copy = tmp_path / "copy"
    document = pitledger("import", "-", "--data", copy, "--json", stdin="\n".join(lines)).document
    lost = {json.loads(lines[error["line"] - 1])["stream"] for error in document["errors"]}
    assert lost == {"table:HCF-01"}
    assert document["recorded"] == sum('"table:HCF-01"' not in line for line in lines) + 4


def test_a_changed_copy_is_told_from_what_is_stored(data, write):
    pitledger("import", write(a_shift()), "--data", data)
    changed = [line.replace('"D-17"', '"D-18"') for line in exported(data).splitlines()]
    document = pitledger("import", "-", "--data", data, "--json", stdin="\n".join(changed)).document
    assert (document["recorded"], document["existed"]) == (0, 1)
    assert all("another event is" in error["message"] for error in document["errors"])


def test_recording_goes_on_after_a_copy(data, write, tmp_path):
    """The copied events are what the recorder goes on from: the next leg follows theirs."""
    table = TableDrafts()
    drafts = [LinkDrafts().open(), table.open(), table.open_round(), table.wager(3)]
    pitledger("import", write(map(line_of, drafts)), "--data", data)
    more = exported(data) + line_of(table.no_more_bets()) + "\n"
    copy = tmp_path / "copy"
    assert pitledger("import", "-", "--data", copy, stdin=more).code == 0
    last = to_json(read_header(stored(copy)[-1]))
    assert last["seq"] == 4
    assert last["body"]["legs"][0]["wagers"][0]["seat"] == 3
