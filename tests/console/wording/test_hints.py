"""A command that a message names can be typed as it stands, where the user stands."""

import ast
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from console.calls.app import bind, make_app
from console.calls.command_table import read_call
from console.calls.wrong_call import WrongCall
from console.wording.calling import answering
from console.wording.hints import command, typed_here
from tests.console.calling import environment, pitledger

ROOT = Path(__file__).parents[3]
SCRIPT = """#!{python}
import sys
sys.path.insert(0, {root!r})
from console.main import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("typed", "words", "hint"),
    [
        (["meters"], "check", "pitledger check"),
        (["--data", "my data", "meters"], "check", "pitledger check --data 'my data'"),
        (["meters", "--data=it's"], "check", """pitledger check --data 'it'"'"'s'"""),
        (["meters", "--json", "--kafka", "h:1"], "worker sinks", "pitledger worker sinks --kafka h:1"),
        (["meters", "--data", "a", "--data", "b"], "check", "pitledger check --data b"),
        (["meters", "--data", ""], "check", "pitledger check"),
        (["meters", "--zone", "UTC"], "day 2026-03-02", "pitledger day 2026-03-02 --zone UTC"),
        (["--data", "d", "demo"], "export-events | head", "pitledger export-events --data d | head"),
        (["--data", "d", "meters"], "meters --help", "pitledger meters --help"),
        (["--data", "d", "check"], "case show 7", "pitledger case show 7 --by BADGE --data d"),
        (["check"], "case pay 7 --slip CS-1 --paid-by C-8", "pitledger case pay 7 --slip CS-1 --paid-by C-8"),
    ],
)
def test_a_hint_names_the_instance_that_was_named(typed, words, hint):
    with answering(read_call(typed)):
        assert command(words) == hint
        assert typed_here(f"run `pitledger {words}`, then go on") == f"run `{hint}`, then go on"


def test_what_is_not_a_command_of_ours_stays():
    with answering(read_call(["--data", "d", "meters"])):
        said = "made by `pitledger demo` and `payable`, pitledger meters: `make run`"
        assert typed_here(said) == said.replace("`pitledger demo`", "`pitledger demo --data d`")


def hints_in_sources():
    """Every command with arguments that a sentence names, `1` where a value is put into it."""
    for folder in ("console", "streams", "projections", "events"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for sentence in sentences(ast.parse(path.read_text())):
                for words in re.findall(r"`pitledger ([^`]+)`", sentence):
                    if read_call(shlex.split(words)).after:
                        yield pytest.param(words, id=f"{path.relative_to(ROOT)}: {words}")


def sentences(tree):
    """The texts of a module but for its docstrings."""
    passed_over = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "1" for part in node.values)
            passed_over.update(map(id, node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed_over:
            yield node.value


APP = make_app()


@pytest.mark.parametrize("words", list(hints_in_sources()))
def test_what_a_hint_is_called_with_is_all_that_the_command_needs(words):
    """A value may be wrong, since what is put into a sentence is not known here; none may be missing."""
    assert " is missing" not in wrong_with(command(words))


def wrong_with(hint):
    _, *typed = shlex.split(hint.partition(" | ")[0])
    try:
        bind(read_call(typed), APP)
    except WrongCall as error:
        return str(error)
    return ""


@pytest.fixture
def installed(tmp_path):
    """A folder with a blank in its name, and in it a program called `pitledger`."""
    program = tmp_path / "my tools" / "pitledger"
    program.parent.mkdir()
    program.write_text(SCRIPT.format(python=sys.executable, root=str(ROOT)))
    program.chmod(0o755)
    return program


@pytest.mark.parametrize("way", ["on the path", "by a relative path", "by a whole path", "from its folder"])
def test_a_hint_can_be_typed_in_the_way_in_which_it_was_called(installed, tmp_path, way):
    here, path, called = {
        "on the path": (tmp_path, f"{installed.parent}:{os.environ['PATH']}", "pitledger"),
        "by a relative path": (tmp_path, "/usr/bin:/bin", "'my tools/pitledger'"),
        "by a whole path": (ROOT, "/usr/bin:/bin", shlex.quote(str(installed))),
        "from its folder": (installed.parent, "/usr/bin:/bin", "./pitledger"),
    }[way]
    data = shlex.quote(str(tmp_path / "my data"))

    def typed(line):
        return subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=here,
            env=environment(PATH=path),
            capture_output=True,
            text=True,
            check=False,
        )

    assert (
        typed(f"{called} badge issue A-2 --department accounting --rank staff --data {data}").returncode == 0
    )
    wrong = typed(f"{called} --data {data} meters NOPE")
    hint = wrong.stderr.split("`")[1]

    assert hint == f"{called} meters --data {data}"
    assert typed(hint).stdout == "No link was opened here.\n"


def test_the_demo_says_where_to_look_and_each_line_can_be_typed(tmp_path):
    data = tmp_path / "my demo"
    called = pitledger("demo", "--rounds", 5, "--tables", 1, "--data", data)
    _, _, look = called.out.partition("Look at it:\n")

    assert len(look.splitlines()) == 5
    for line in look.splitlines():
        program, *words = shlex.split(line.partition(" | ")[0])
        assert program == "pitledger"
        assert bind(read_call(words), make_app())
        assert pitledger(*words).code == 0
