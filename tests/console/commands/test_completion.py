"""`pitledger completion`: scripts that a shell takes, and that complete what there is."""

import re
import shutil
import subprocess

import pytest

from console.calls.command_table import ABOUT, COMMANDS, GLOBAL_OPTIONS
from tests.console.calling import pitledger

BASH = shutil.which("bash")


def completed(line: str) -> list[str]:
    """What bash offers for the last word of a line."""
    words = line.split(" ")
    script = pitledger("completion", "bash").out
    code = f"""{script}
COMP_WORDS=({" ".join(f"'{word}'" for word in words)})
COMP_CWORD={len(words) - 1}
_pitledger
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run([BASH, "--norc", "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return [word.strip() for word in done.stdout.splitlines() if word.strip()]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_is_in_the_script(shell):
    called = pitledger("completion", shell)

    assert (called.code, called.err) == (0, "")
    assert all(command.name in called.out for command in COMMANDS)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_a_command_with_actions_is_described_by_its_own_purpose(shell):
    script = pitledger("completion", shell).out

    assert ABOUT not in script
    assert all(re.split("[':]", command.help)[0] in script for command in COMMANDS)


def test_bash_accepts_the_script():
    script = pitledger("completion", "bash").out

    subprocess.run([BASH, "-n"], input=script, text=True, check=True)


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_shell_accepts_the_script_where_it_is_installed(shell):
    program = shutil.which(shell)
    script = pitledger("completion", shell).out

    assert "pitledger" in script
    if program is not None:
        subprocess.run([program, "-n"], input=script, text=True, check=True)


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("pitledger met", ["meters"]),
        ("pitledger ledger st", ["statement"]),
        ("pitledger link re", ["retire"]),
        ("pitledger meters --a", ["--at"]),
        ("pitledger link adjust --acc", ["--account"]),
        ("pitledger worker k", ["keeper"]),
        ("pitledger --data here met", ["meters"]),
        ("pitledger --", [*GLOBAL_OPTIONS, "--help"]),
        ("pitledger ledger --z", ["--zone"]),
    ],
)
def test_bash_completes_commands_actions_options_and_choices(line, offered):
    assert completed(line) == offered


def test_with_json_the_script_is_in_a_document():
    called = pitledger("completion", "bash", "--json")

    assert called.document == {"shell": "bash", "script": pitledger("completion", "bash").out}
