"""Two hundred bad calls: each answers in a line that names the place and the remedy, and changes nothing."""

import os
import re
from collections import Counter
from functools import cache, partial
from pathlib import Path

import pytest

from console.calls.command_table import COMMANDS
from tests.console.bad_calls import every_command
from tests.console.bad_calls.judging import judge
from tests.console.bad_calls.places import SOUND, contents, copied, make_places
from tests.console.bad_calls.row import Bad
from tests.console.bad_calls.table import CALLS
from tests.console.calling import pitledger

AT_LEAST = 200


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """The directory in which the calls are made, with all places in it."""
    made = tmp_path_factory.mktemp("bad-calls")
    before = Path.cwd()
    os.chdir(made)
    make_places(made)
    yield made
    os.chdir(before)


@pytest.fixture(scope="module")
def untouched(room):
    """What every place holds before any call."""
    return cache(partial(contents, room))


def called_at(where, row: Bad, *options):
    """What comes of the call at a place."""
    data = () if "--data" in row.call else ("--data", where)
    at = row.words.index("--") if "--" in row.words else len(row.words)
    words = [*row.words[:at], *options, *data, *row.words[at:]]
    return pitledger(*words, stdin=row.stdin, **row.variables)


@pytest.mark.parametrize("row", CALLS, ids=lambda row: row.name)
def test_a_wrong_call_is_answered_in_a_line_and_changes_nothing(row: Bad, room, untouched, tmp_path):
    untouched(row.at)
    where = room / row.at if row.code == 2 else copied(room, row.at, tmp_path)

    called = called_at(where, row)

    judge(row, called, as_json=False)
    assert contents(room, row.at) == untouched(row.at)
    if row.code == 1 and contents(tmp_path, row.at)[1] != untouched(row.at)[1]:
        assert pitledger("check", "--data", where).code == 0


@pytest.mark.parametrize(
    "row", [row for row in CALLS if row not in every_command.ROWS], ids=lambda row: row.name
)
def test_beside_an_error_json_is_one_document_or_nothing(row: Bad, room, untouched, tmp_path):
    untouched(row.at)
    where = room / row.at if row.code == 2 else copied(room, row.at, tmp_path)

    called = called_at(where, row, "--json")

    judge(row, called, as_json=True)
    assert contents(room, row.at) == untouched(row.at)


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
