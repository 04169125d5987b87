"""The floor as a process that is killed at random, a few times; `make faults` does it a hundred times."""

from events.envelope import encode
from tests.faults.floor_crash import compared, crash
from tests.floor.watched import folded


def test_a_killed_floor_that_is_called_again_loses_and_doubles_nothing():
    result = crash(kills=3)

    assert result["faults"] == 3
    assert (result["lost"], result["doubled"], result["wrong"], result["seed"]) == (0, 0, 0, 0)


def test_what_is_missing_doubled_or_changed_is_counted():
    calm = [encode(event) for event in folded(tables=1)]

    assert compared(calm, calm[:-2]) == {"lost": 2, "doubled": 0, "wrong": 0}
    assert compared(calm, [*calm, calm[3]]) == {"lost": 0, "doubled": 1, "wrong": 0}
    assert compared(calm, [*calm[:6], calm[7], calm[6], *calm[8:]])["wrong"] == 2
