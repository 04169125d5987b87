"""Calls that meet bad conditions, each in a process of its own: no rights, no room, no reader, Ctrl-C."""

import json
import os
import resource
import shutil
import signal
import subprocess
import time
from contextlib import suppress

import pytest

from events.topics import EVENTS
from streams.errors import LogError, Trouble
from streams.read_model.store import READ_FILE
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.console.bad_calls.judging import judge_message
from tests.console.calling import COMMAND, Called, environment, pitledger
from tests.console.event_lines import a_shift

NO_RIGHTS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
"""Takes from root what sets it above the rights of files."""
SHIFT = "\n".join(a_shift())
LOCALE_C = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""A terminal of ASCII, as Python takes the locale for once it is told not to know better."""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A small instance."""
    data = tmp_path_factory.mktemp("made") / "instance"
    assert pitledger("import", "-", "--data", data, stdin=SHIFT).code == 0
    return data


@pytest.fixture
def instance(made, tmp_path):
    """A copy of it, whose rights come back at the end so that it can be removed."""
    data = tmp_path / "instance"
    shutil.copytree(made, data)
    yield data
    data.chmod(0o700)
    for file in data.iterdir():
        file.chmod(0o600)


def without_rights(*args: object, **options: object) -> Called:
    """Call the command as somebody for whom rights count."""
    prefix = NO_RIGHTS if os.geteuid() == 0 else ()
    done = subprocess.run(
        [*prefix, *COMMAND, *map(str, args)],
        capture_output=True,
        text=True,
        env=environment(),
        input=SHIFT,
        check=False,
        **options,
    )
    return Called(done.returncode, done.stdout, done.stderr)


READING = ["meters", "check", "export-events", "ledger trial", "day 2025-06-15", "badge list"]
WRITING = ["import -", "rebuild", "floor --rounds 1 --tables 1", "demo --rounds 1 --no-console"]


@pytest.mark.parametrize("call", [*READING, *WRITING])
def test_a_directory_that_cannot_be_read_is_named(instance, call):
    instance.chmod(0o000)

    called = without_rights(*call.split(), "--data", instance)

    assert called.code == 2, called
    judge_message(called.err, str(called))
    assert called.out == ""
    assert str(instance) in called.err
    assert "Permission denied" in called.err


@pytest.mark.parametrize("call", [*READING, *WRITING])
def test_a_log_that_cannot_be_read_is_named(instance, call):
    for file in instance.iterdir():
        file.chmod(0o000)

    called = without_rights(*call.split(), "--data", instance)

    assert called.code == 2, called
    judge_message(called.err, str(called))
    assert str(instance) in called.err


@pytest.mark.parametrize("call", WRITING)
def test_a_directory_that_cannot_be_written_is_named(instance, call):
    before = (instance / LOG_FILE).read_bytes()
    for file in instance.iterdir():
        file.chmod(0o400)
    instance.chmod(0o500)

    called = without_rights(*call.split(), "--data", instance)

    assert called.code == 2, called
    judge_message(called.err, str(called))
    assert str(instance) in called.err
    instance.chmod(0o700)
    assert (instance / LOG_FILE).read_bytes() == before


@pytest.mark.parametrize("call", ["meters", "ledger trial", "check", "export-events"])
def test_reading_where_nothing_can_be_written_says_why_it_cannot_be(instance, call):
    """SQLite needs files of its own beside the log, even to read."""
    for file in instance.iterdir():
        file.chmod(0o400)
    instance.chmod(0o500)

    called = without_rights(*call.split(), "--data", instance)

    assert (called.code, called.out) == (2, "")
    judge_message(called.err, str(called))
    assert f"{instance}/{LOG_FILE}" in called.err
    assert "Let this user write in the directory" in called.err


def no_room() -> None:
    """A limit on the size of files takes the place of a full disk: the kernel refuses the same writes."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


@pytest.mark.parametrize(
    "call", [*WRITING, "ledger export --out {new}", "floor --rounds 1 --tables 1 --out {new}"]
)
def test_a_full_disk_is_named(instance, tmp_path, call):
    words = call.replace("{new}", str(tmp_path / "new")).split()

    called = without_rights(*words, "--data", instance, preexec_fn=no_room)

    assert called.code == 2, called
    judge_message(called.err, str(called))
    assert pitledger("check", "--data", instance).code == 0


@pytest.mark.parametrize("call", ["meters", "export-events", "check --json", "ledger trial", "badge list"])
def test_output_that_cannot_be_written_is_said_in_a_line(made, call):
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device, not a file
        done = subprocess.run(
            [*COMMAND, *call.split(), "--data", str(made)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(),
            check=False,
        )

    assert done.returncode == 2
    judge_message(done.stderr.replace("1 events checked, 0 problems.\n", ""), done.stderr)
    assert "the output cannot be written: No space left on device" in done.stderr


@pytest.mark.parametrize("call", ["meters", "import -", "check", "--help", "badge list"])
def test_a_standard_output_that_is_closed_is_said_in_a_line(instance, call):
    words = [*COMMAND, *call.split(), *([] if call == "--help" else ["--data", str(instance)])]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *words],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )

    assert done.returncode == 2
    judge_message(done.stderr, done.stderr)
    assert "standard output is closed" in done.stderr


def test_input_and_messages_that_are_closed_are_as_good_as_empty(instance):
    for call in ("meters", "import -", "meters NOPE"):
        words = [*COMMAND, *call.split(), "--data", str(instance)]
        done = subprocess.run(
            ["sh", "-c", 'exec "$@" <&- 2>&-', "sh", *words],
            stdout=subprocess.PIPE,
            env=environment(),
            check=False,
        )
        assert done.returncode == (2 if "NOPE" in call else 0), call
    assert pitledger("check", "--data", instance).code == 0


def test_a_terminal_that_knows_ascii_alone_gets_an_answer_and_scripts_their_json(instance):
    note = json.dumps(
        {
            **json.loads(SHIFT.splitlines()[0]),
            "stream": "desk:Zürich \u2660",
            "type": "note_recorded",
            "schema": 1,
            "body": {"subject": "♠", "text": "é"},
            "source_id": "x#1",
        }
    )
    pitledger("import", "-", "--data", instance, stdin=note)
    for call in ("meters", "hold 679a", "ledger trial", "export-events --json", "meters --json"):
        words = [*COMMAND, *call.split(), "--data", str(instance)]
        plain, *asciis = (
            subprocess.run(words, capture_output=True, env=environment(**each), check=False)
            for each in ({"PYTHONIOENCODING": "utf-8"}, {"PYTHONIOENCODING": "ascii"}, LOCALE_C)
        )
        for ascii_ in asciis:
            assert (ascii_.returncode, ascii_.stderr) == (plain.returncode, plain.stderr) == (0, b"")
            if "--json" in call:
                assert json.loads(ascii_.stdout) == json.loads(plain.stdout)
            assert len(ascii_.stdout.splitlines()) == len(plain.stdout.splitlines())


def test_a_read_model_that_cannot_be_read_is_named(instance):
    (instance / READ_FILE).chmod(0o000)
    for call in ("meters", "check", "rebuild", "import -"):
        called = without_rights(*call.split(), "--data", instance)
        assert called.code == 2, called
        judge_message(called.err, str(called))
        assert f"{instance}/{READ_FILE}" in called.err


def started(call, *args):
    """A process that has a group of its own, as one at a terminal has."""
    words = [*COMMAND, *call.split(), *map(str, args)]
    return subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), start_new_session=True
    )


def interrupted(process: subprocess.Popen[bytes], times: int) -> Called:
    """Ctrl-C: the terminal sends it to every process of the group."""
    for _ in range(times):
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=120)
    return Called(process.returncode, out.decode(), err.decode())


LONG_WORK = {
    "floor --rounds 3000 --tables 20 --processes 2": LOG_FILE,
    "floor --rounds 3000 --tables 20 --processes 2 --out {new}": "new.part",
    "demo --rounds 20000 --no-console": LOG_FILE,
    "import {lines}": LOG_FILE,
}


def has_begun(file):
    """Whether something was written, and is not only just being made."""
    if file.name != LOG_FILE:
        return file.exists()
    with suppress(LogError, Trouble), SqliteLog(file, writable=False) as log:
        return log.end(EVENTS, 0) > 0
    return False


@pytest.mark.parametrize("times", [1, 2], ids=["once", "twice"])
@pytest.mark.parametrize("call", LONG_WORK)
def test_ctrl_c_ends_it_with_a_line_and_leaves_a_whole_instance(tmp_path, call, times):
    lines, seen = tmp_path / "lines.jsonl", tmp_path / LONG_WORK[call]
    if "{lines}" in call:
        lines.write_text("\n".join(a_shift(tables=20, rounds=200)))
    words = call.replace("{new}", str(tmp_path / "new")).replace("{lines}", str(lines))
    running = started(words, "--data", tmp_path)
    while running.poll() is None and not has_begun(seen):
        time.sleep(0.01)

    called = interrupted(running, times)

    assert "Traceback" not in called.err
    assert (called.code, called.out) == (2, "")
    assert "interrupted" in called.err
    judge_message(called.err, called.err)
    if seen.name == LOG_FILE:
        assert pitledger("meters", "--data", tmp_path).code == 0
        assert pitledger("check", "--data", tmp_path).code == 0
