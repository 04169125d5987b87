"""Two hundred bad calls: each answers in a line that names the place and the remedy, and changes nothing."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from console.command_table import COMMANDS
from tests.console.bad_calls.judging import judge
from tests.console.bad_calls.places import SOUND, contents, copied, make_places
from tests.console.bad_calls.row import Bad
from tests.console.bad_calls.table import CALLS
from tests.console.calling import pitledger

AT_LEAST = 200


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """The directory in which the calls are made."""
    made = tmp_path_factory.mktemp("bad-calls")
    before = Path.cwd()
    os.chdir(made)
    make_places(made)
    yield made
    os.chdir(before)


@pytest.mark.parametrize("as_json", [False, True], ids=["", "json"])
@pytest.mark.parametrize("row", CALLS, ids=lambda row: row.name)
def test_a_bad_call_is_answered_in_a_line_and_changes_nothing(row: Bad, as_json, room, tmp_path):
    where = room / row.at if row.code == 2 else copied(room, row.at, tmp_path)
    before = contents(room, row.at)

    json = ("--json",) if as_json else ()
    data = () if "--data" in row.call else ("--data", where)
    called = pitledger(*_before_dashes(row.words, (*json, *data)), stdin=row.stdin, **row.variables)

    judge(row, called, as_json=as_json)
    assert contents(room, row.at) == before
    if row.code == 1 and row.at in SOUND:
        assert pitledger("check", "--data", where).code == 0


def _before_dashes(words, options):
    """Options stand before `--`, behind which everything is an argument."""
    at = words.index("--") if "--" in words else len(words)
    return [*words[:at], *options, *words[at:]]


@pytest.mark.parametrize("place", SOUND)
def test_after_all_of_them_the_instance_is_whole(room, place):
    called = pitledger("check", "--data", room / place)

    assert (called.code, called.out) == (0, "")
    assert "0 problems" in called.err


def test_the_table_is_of_that_size_and_no_row_stands_there_twice():
    assert len(CALLS) >= AT_LEAST
    twice = Counter((row.call, row.at, row.stdin, *row.variables) for row in CALLS)
    assert [call for call, count in twice.items() if count > 1] == []


def test_every_row_names_a_place_and_a_remedy():
    assert [row.name for row in CALLS if len(row.says) < 2] == []


def test_every_command_is_called_badly():
    commands = {f"{each.name} {action.name}" for each in COMMANDS for action in each.actions}
    commands |= {each.name for each in COMMANDS if not each.actions}
    called = {command for command in commands for row in CALLS if re.match(rf"{command}( |$)", row.call)}

    assert called == commands
