"""The command itself: where its options may stand, what it answers to a wrong call, how it ends."""

import json
import re
import subprocess
from itertools import product
from pathlib import Path

import pytest

from console.calls.command_table import COMMANDS
from console.calls.options import DEFAULT_DATA, GlobalOptions, Location
from streams.engines.embedded import Embedded
from tests.console.calling import COMMAND, environment, pitledger, pitledger_process
from tests.console.event_lines import a_shift


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "shift.jsonl"
    path.write_text("\n".join(a_shift()) + "\n")
    return path


def test_help_lists_every_command():
    called = pitledger("--help")
    assert called.code == 0
    for command in COMMANDS:
        assert re.search(rf"^  {command.name}\s", called.out, re.MULTILINE)


@pytest.mark.parametrize("command", [command.name for command in COMMANDS])
def test_every_command_has_help_with_the_options_of_all(command):
    called = pitledger(command, "--help")
    assert called.code == 0, called.err
    for option in ("--data DIR", "--kafka HOSTS", "--json"):
        assert option in called.out


@pytest.mark.parametrize("args", [(), ("frobnicate",), ("import",), ("import", "--nonsense", "x")])
def test_a_wrong_call_ends_with_2_and_says_so(args):
    called = pitledger_process(*args)
    assert (called.code, called.out) == (2, "")
    assert "pitledger" in called.err


def test_options_stand_before_or_after_the_command(tmp_path, file):
    before = pitledger_process("--data", tmp_path / "a", "--json", "import", file)
    after = pitledger("import", file, "--json", f"--data={tmp_path / 'b'}")
    assert (before.code, after.code) == (0, 0)
    assert before.document == after.document
    assert (tmp_path / "a" / "log.sqlite").exists()
    assert (tmp_path / "b" / "log.sqlite").exists()


def test_the_environment_names_the_instance(tmp_path, file):
    assert pitledger("import", file, PITLEDGER_DATA=str(tmp_path / "x")).code == 0
    assert pitledger("export-events", PITLEDGER_DATA=str(tmp_path / "x")).code == 0


@pytest.mark.parametrize(
    ("options", "variables", "expected"),
    [
        ({}, {}, Location(DEFAULT_DATA, None)),
        ({"data": "d"}, {"PITLEDGER_DATA": "e"}, ("d", None)),
        ({}, {"PITLEDGER_DATA": "e", "PITLEDGER_KAFKA": "k:1"}, ("e", "k:1")),
        ({"kafka": "h:2"}, {"PITLEDGER_KAFKA": "k:1"}, (str(DEFAULT_DATA), "h:2")),
        ({"data": "d"}, {"PITLEDGER_KAFKA": "k:1"}, ("d", None)),
        ({"data": "d", "kafka": "h:2"}, {}, ("d", "h:2")),
        ({"data": "d"}, {"PITLEDGER_KAFKA": "", "PITLEDGER_DATA": ""}, ("d", None)),
        ({"kafka": "h:2", "data": "d"}, {"PITLEDGER_KAFKA": ""}, ("d", "h:2")),
    ],
)
def test_the_command_line_goes_before_the_environment(options, variables, expected):
    found = GlobalOptions(**options).location(variables)
    assert (str(found.data), found.kafka) == (str(expected[0]), expected[1])


def test_a_user_without_a_home_is_answered(monkeypatch, tmp_path):
    """Many a container runs as somebody of whom /etc/passwd knows nothing."""

    def nobody_s():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nobody_s)
    monkeypatch.chdir(tmp_path)

    called = pitledger("meters", XDG_CACHE_HOME="")

    assert called.code == 2
    assert f"{DEFAULT_DATA}: there is no instance here" in called.err


def test_ctrl_c_before_anything_is_recorded_says_what_stays(monkeypatch):
    def interrupted(_call):
        raise KeyboardInterrupt

    monkeypatch.setattr("console.calls.answering._run", interrupted)

    called = pitledger("meters")

    assert (called.code, called.out) == (2, "")
    assert called.err == "pitledger: interrupted; what was recorded stays: call again to go on\n"


def test_an_instance_that_is_not_there_is_named_with_the_remedy(tmp_path):
    called = pitledger("export-events", "--data", tmp_path / "nowhere")
    assert (called.code, called.out) == (2, "")
    assert "nowhere: there is no instance here" in called.err
    assert "--data" in called.err


def test_a_directory_that_cannot_be_made_is_named(tmp_path, file):
    (tmp_path / "taken").write_text("a file")
    called = pitledger("import", file, "--data", tmp_path / "taken" / "inside")
    assert called.code == 2
    assert "no instance can be made here" in called.err
    assert "Traceback" not in called.err


def test_a_second_writer_is_refused(tmp_path, file):
    with Embedded(tmp_path / "i"):
        called = pitledger("import", file, "--data", tmp_path / "i")
    assert (called.code, called.out) == (2, "")
    assert "Traceback" not in called.err


def read_one_line(*args):
    """What comes of a call whose reader closes the pipe after one line: the line, its messages, its code."""
    with subprocess.Popen(
        [*COMMAND, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        line = process.stdout.readline()
        process.stdout.close()
        return line, process.stderr.read(), process.wait()


def test_a_reader_that_has_had_enough_is_not_an_error(tmp_path):
    """As in `pitledger export-events | head -1`, with more to write than a pipe holds."""
    path = tmp_path / "long.jsonl"
    path.write_text("\n".join(a_shift(tables=6, rounds=30)))
    assert pitledger("import", path, "--data", tmp_path / "i").code == 0

    line, messages, code = read_one_line("export-events", "--data", tmp_path / "i")

    assert (line[:1], messages, code) == (b"{", b"", 0)


def test_a_reader_of_answers_that_has_had_enough_is_not_an_error(tmp_path):
    path = tmp_path / "many.jsonl"
    path.write_text('{"game": "none"}\n' * 2_000)

    line, messages, code = read_one_line("settle", path)

    assert (line[:9], messages, code) == (b'{"error":', b"", 0)


@pytest.mark.parametrize("args", [["--help"], ["hold", "679a"], ["schema"]])
def test_output_that_cannot_be_written_is_said_in_one_line(args):
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device, not a file
        done = subprocess.run(
            [*COMMAND, *args], stdout=full, stderr=subprocess.PIPE, env=environment(), check=False
        )

    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"the output cannot be written: No space left on device" in done.stderr


@pytest.mark.parametrize("text", ["5.0", "2.7", "0x10", "1e3", "", "x", "9" * 19])
def test_a_whole_number_is_never_rounded(tmp_path, text):
    for call in (
        ["round", "R-1", "--at", text],
        ["floor", "--rounds", text, "--out", tmp_path / "f.jsonl"],
        ["floor", "--rounds", 1, "--tables", text, "--out", tmp_path / "f.jsonl"],
        ["resume", "table:T", "--by", "A", "--by", "B", "--reason", "r", "--from-seq", text],
        ["topics", "--partitions", text, "--kafka", "127.0.0.1:1"],
    ):
        called = pitledger(*call, "--data", tmp_path)

        assert (called.code, called.out) == (2, "")
        assert "is not a whole number" in called.err
    assert list(tmp_path.iterdir()) == []


def test_only_the_chosen_command_is_imported():
    """Start-up stays quick: nothing of Kafka, rich or the other commands for a schema."""
    code = (
        "import sys; from console.main import main; main(['schema', '--type', 'round_closed']); "
        "print(sorted({'kafka', 'rich', 'faust', 'console.commands.importing'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [COMMAND[0], "-c", code], capture_output=True, text=True, env=environment(), check=True
    )
    assert done.stdout.endswith("[]\n")


def test_meters_are_read_without_what_only_other_commands_need(tmp_path, file):
    """Start-up stays quick: a read model is SQLite, and needs no broker, no validation and no floor."""
    assert pitledger("import", file, "--data", tmp_path / "i").code == 0
    heavy = {"rich", "pydantic", "kafka", "confluent_kafka", "faust", "pyarrow", "floor", "games.registry"}
    code = (
        f"import sys; from console.main import main; main(['meters', '--data', {str(tmp_path / 'i')!r}]); "
        f"print(sorted({heavy} & set(sys.modules)))"
    )
    done = subprocess.run(
        [COMMAND[0], "-c", code], capture_output=True, text=True, env=environment(), check=True
    )
    assert "progressive" in done.stdout
    assert done.stdout.endswith("[]\n")


SIGNED = ["--sign", "A-2:accounting", "--sign", "S-1:slots"]
OPENS = ["link", "open", "L", "--rulebook", "678a@2019-11-02", "--paytable", "A", "--unit", "5.00"]


@pytest.mark.parametrize("reason", ["- the display was off", "-", "--all in", "-5"])
def test_a_reason_may_begin_with_a_dash(tmp_path, reason):
    data = ("--data", tmp_path)
    assert pitledger(*OPENS, *SIGNED, "--reason", reason, *data).code == 0
    for _ in range(2):
        called = pitledger("link", "close", "L", *SIGNED, "--reason", reason, *data)

    assert "the link is not open" in called.err  # it was understood, recorded, and answered by the keeper
    exported = map(json.loads, pitledger("export-events", *data).out.splitlines())
    assert {event["body"]["reason"] for event in exported} == {reason}


def test_a_list_in_json_is_one_value_and_never_two_signatures(tmp_path):
    both = '["A-2:accounting","S-1:slots"]'

    called = pitledger(*OPENS, "--sign", both, "--reason", "x", "--data", tmp_path)

    assert called.code != 0
    assert "two people must sign" in called.err


@pytest.mark.parametrize("flag", ["--json=false", "--json=true"])
def test_a_flag_takes_no_value(tmp_path, flag):
    called = pitledger("meters", flag, "--data", tmp_path)

    assert (called.code, called.out) == (2, "")
    assert "--json takes no value" in called.err


def test_standard_input_after_a_flag_is_still_standard_input():
    called = pitledger("settle", "--json", "-", stdin='{"game": "none"}')

    assert called.document["error"]["field"] == "game"


@pytest.mark.parametrize("day", ["1969-12-29", "0001-01-01"])
def test_a_day_that_no_event_can_have_is_not_asked_for(tmp_path, day):
    called = pitledger("day", day, "--data", tmp_path)

    assert (called.code, called.out) == (2, "")
    assert "is not a gaming day" in called.err


def test_a_day_at_either_end_of_the_calendar_is_shown(tmp_path):
    assert pitledger("import", "-", "--data", tmp_path, stdin=a_shift(1, 1)[0]).code == 0
    for day, zone, cut_off in product(
        ("9999-12-31", "9999-12-30", "1970-01-01", "1969-12-31", "1969-12-30"),
        ("America/New_York", "Pacific/Kiritimati", "Etc/GMT+12"),
        ("00:00", "06:00", "23:59"),
    ):
        called = pitledger("day", day, "--zone", zone, "--cut-off", cut_off, "--json", "--data", tmp_path)

        assert called.code == (1 if day > "1970-01-01" else 0), "the link of today is not closed for ever"
        assert called.document["day"] == day
        assert called.document["begins"] <= called.document["ends"]


def test_a_demo_where_a_file_is_in_the_way_says_so(tmp_path):
    (tmp_path / "file").write_text("mine")

    called = pitledger("demo", "--rounds", 1, "--no-console", "--data", tmp_path / "file")

    assert (called.code, called.out) == (2, "")
    assert "no instance can be made here" in called.err
    assert (tmp_path / "file").read_text() == "mine"


def test_an_export_to_nowhere_is_refused(tmp_path):
    called = pitledger("ledger", "export", "--out", "", "--data", tmp_path)

    assert (called.code, called.out) == (2, "")
    assert "name a folder" in called.err
