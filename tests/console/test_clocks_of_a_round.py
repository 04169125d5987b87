"""How far the clock of a table and ours part is said in units that a person can read."""

from types import SimpleNamespace

import pytest

from console.rounds.screen import clocks_in_words

SECOND_US = 1_000_000


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (61, "1 min 1 s after it"),
        (-3_599, "59 min 59 s before it"),
        (3_600, "1 h 0 min after it"),
        (-90_061, "1 d 1 h before it"),
        (18 * 86_400 + 17 * 3_600 + 59, "18 d 17 h after it"),
    ],
)
def test_a_span_is_told_by_its_two_largest_units(seconds, said):
    clocks = SimpleNamespace(
        first_occurred_us=1_772_460_000 * SECOND_US,
        last_occurred_us=1_772_460_009 * SECOND_US,
        apart=[(7, seconds * SECOND_US)],
    )
    shown = SimpleNamespace(attendance=SimpleNamespace(clocks=clocks))

    assert clocks_in_words(shown).endswith(f"event 7 was recorded {said}")
