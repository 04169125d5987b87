"""What `import events` gives, and what it costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import events


def run(program):
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.strip()


@pytest.mark.parametrize("used", ["read_header", "read_body", "decode_body", "TYPES"])
def test_reading_events_does_not_load_pydantic(used):
    assert run(f"import sys, events; events.{used}; print('pydantic' in sys.modules)") == "False"


def test_whoever_asks_for_bodies_has_every_type():
    assert (
        run("from events import TYPES; print('card_dealt' in TYPES, 'award_locked' in TYPES)") == "True True"
    )
    assert run("from events import parse_body; print(parse_body('hand_tucked', {'seat': 4}).seat)") == "4"


def test_every_name_that_is_offered_is_there():
    for name in events.__all__:
        assert getattr(events, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'utils'"):
        _ = events.utils
