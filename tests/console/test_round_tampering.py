"""Drop, repeat or swap any one event of a round: the round says what is wrong and where, or nothing was.

`tests/round_tampering.py` says how that is judged; `make faults NAME=round-tampering` does 100 rounds a game.
"""

from __future__ import annotations

import pytest

from floor.play.registry import all_plays
from tests.round_tampering import FAULTS, counted, silent_before_recording, silent_in_the_log, tables

ROUNDS = 2


@pytest.fixture(scope="module")
def floor():
    return tables(seed=29, rounds=ROUNDS)


def test_a_fault_in_the_log_is_named_or_changes_nothing(floor, tmp_path):
    assert len(floor) == len(all_plays())
    for number, table in enumerate(floor):
        directory = tmp_path / str(number)
        directory.mkdir()
        kinds, silent = counted(silent_in_the_log(directory, table, [*table.rounds][:1]))
        assert set(kinds) == set(FAULTS)
        assert silent == []


def test_a_fault_before_recording_contradicts_the_rest_of_the_round_unless_it_stands_alone(floor):
    for table in floor:
        kinds, silent = counted(silent_before_recording(table, [*table.rounds]))
        assert kinds.total() > 100
        assert silent == []
