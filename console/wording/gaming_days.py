"""Days as people type them: gaming days, by the zone and the cut-off of this call.

One rule for all: a day of the calendar on which an event can be, `YYYY-MM-DD`. Where an option takes a time,
a day there is that gaming day from its beginning to its end (`typed_time`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import time as time_of_day
from typing import Final

from console.calls.wrong_call import WrongCall
from console.wording.calling import typed_options
from console.wording.local_time import zone_name
from console.wording.variables import given
from events.times import is_day
from streams.clock import DEFAULT_CUT_OFF, GamingDays

CUT_OFF_VARIABLE: Final = "PITLEDGER_CUT_OFF"
_FIRST_DAY: Final = "1969-12-30"
"""The gaming day of the first moment that an event can have, far in the west and with a late cut-off."""
_HOUR_AND_MINUTE: Final = re.compile("[0-9]{2}:[0-9]{2}")
"""A cut-off is shown so too: of seconds nobody would see anything."""


def day(text: str) -> str:
    """A gaming day, `YYYY-MM-DD`."""
    if not is_day(text):
        raise ValueError(f"{text!r} is not a day: write it like 2025-06-15")
    if text < _FIRST_DAY:
        raise ValueError(f"{text!r} is not a gaming day: no event is of a day before {_FIRST_DAY}")
    return text


def time_of_the_day(text: str) -> time_of_day:
    """A local time such as `06:00`."""
    if _HOUR_AND_MINUTE.fullmatch(text):
        with suppress(ValueError):
            return time_of_day.fromisoformat(text)
    raise ValueError(f"{text!r} is not a time of day: write it like 06:00")


def gaming_days_of(
    zone: str | None, cut_off: time_of_day | None, environment: Mapping[str, str] = os.environ
) -> GamingDays:
    """The facility's gaming days: what was not typed is as the environment says."""
    if cut_off is None and (set_to := given(CUT_OFF_VARIABLE, environment)):
        try:
            cut_off = time_of_the_day(set_to)
        except ValueError as error:
            raise WrongCall(f"{CUT_OFF_VARIABLE}: {error}") from None
    return GamingDays(zone_name(zone, environment), DEFAULT_CUT_OFF if cut_off is None else cut_off)


def bounds_of(text: str) -> tuple[int, int]:
    """When a gaming day begins and ends, by the options of this call."""
    typed = typed_options()
    cut_off = typed.get("--cut-off")
    try:
        read = time_of_the_day(cut_off) if cut_off else None
    except ValueError as error:
        raise WrongCall(f"--cut-off: {error}") from None
    return gaming_days_of(typed.get("--zone"), read).bounds(day(text))
