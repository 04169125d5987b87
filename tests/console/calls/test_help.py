"""What `--help` prints: every command with its options and examples, and every example can be typed."""

import re
import shlex
import subprocess

import pytest

from console.calls.app import bind, make_app, parameters_of
from console.calls.command_table import COMMANDS, read_call
from console.printing.lines import WIDTH
from tests.console.calling import COMMAND, environment, pitledger

CALLS = [(command.name,) for command in COMMANDS if not command.actions] + [
    (command.name, action.name) for command in COMMANDS for action in command.actions
]
GROUPS = [(), *((command.name,) for command in COMMANDS if command.actions)]


def examples_of(words):
    """The examples at the end of a help, each in one line."""
    called = pitledger(*words, "--help")
    assert (called.code, called.err) == (0, "")
    _, _, shown = called.out.partition("\nexamples:\n")
    return [line.strip() for line in shown.replace("\\\n", "").splitlines()]


@pytest.mark.parametrize("words", [*GROUPS, *CALLS], ids=" ".join)
def test_every_help_has_an_example_and_each_can_be_typed(words):
    examples = examples_of(words)

    assert examples
    for example in examples:
        program, *typed = shlex.split(re.split(r" [<>|] ", example)[0])
        call = read_call(typed)
        assert program == "pitledger"
        assert call.words[: len(words)] == words
        assert bind(call, make_app())


@pytest.mark.parametrize("words", CALLS, ids=" ".join)
def test_a_help_names_every_parameter_with_what_it_is_for(words):
    printed = pitledger(*words, "--help").out

    for parameter in parameters_of(make_app(), words):
        assert parameter.about, parameter.name
        assert re.search(rf"^  {re.escape(parameter.spelt)}( |$)", printed, re.MULTILINE)


@pytest.mark.parametrize("words", [*GROUPS, *CALLS], ids=" ".join)
def test_lines_fit_a_terminal(words):
    printed, _, _ = pitledger(*words, "--help").out.partition("\nexamples:\n")

    assert max(map(len, printed.splitlines())) <= WIDTH


def test_help_is_asked_for_anywhere():
    asked = pitledger("meters", "--help").out

    assert asked.startswith("usage: pitledger meters [LINK] [--at WHEN]")
    for call in (
        ("--help", "meters"),
        ("meters", "HCF", "-h"),
        ("--json", "meters", "--data", "x", "--help"),
    ):
        assert pitledger(*call).out == asked


def test_help_needs_no_rich_nor_what_commands_need():
    """Start-up stays quick: the commands are named, not imported."""
    heavy = {
        "rich",
        "pydantic",
        "kafka",
        "faust",
        "pyarrow",
        "floor",
        "sqlite3",
        "events.vocabulary",
        "games.registry",
    }
    code = (
        "import sys; from console.main import main; main(['--help']); "
        f"print(sorted({heavy} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [COMMAND[0], "-c", code], capture_output=True, text=True, env=environment(), check=True
    )
    assert done.stderr == "[]\n"
