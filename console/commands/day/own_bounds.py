"""Whether a gaming day begins and ends here as it was recorded: another zone or cut-off heads other amounts.

Every event was recorded with its gaming day, by the zone and cut-off of whoever recorded it. These are no
events, so what agrees with the rounds of the day and its neighbours is worked out from them.
"""

from __future__ import annotations

from datetime import time
from typing import Final

from console.calls.options import GlobalOptions
from console.printing.output import print_message
from console.wording.local_time import local_time, zone_name
from events.times import SECOND_US
from streams.clock import DEFAULT_CUT_OFF, GamingDays
from streams.read_model.queries.recorded_days import RecordedDay, recorded_days
from streams.read_model.store import ReadStore

_AROUND_US: Final = 26 * 3_600 * SECOND_US
"""A day that is recorded otherwise begins and ends no farther away."""
_CLOCKS_US: Final = 60 * SECOND_US
"""A device's clock may be as far ahead of the recorder's without a finding."""


def warn_of_other_bounds(store: ReadStore, day: str, options: GlobalOptions) -> None:
    """Say so where the bounds of a day are not those that its events were recorded by."""
    days = options.gaming_days()
    start_us, end_us = days.bounds(day)
    recorded = recorded_days(store, start_us - _AROUND_US, end_us + _AROUND_US)
    wrong = [each for each in recorded if not _agrees(days, each)]
    if not wrong:
        return
    shown = next((each for each in wrong if each.day == day), wrong[0])
    agreeing = _agreeing(recorded, zone_name(options.zone))
    hint = f"--cut-off {agreeing:%H:%M} agrees with it" if agreeing else "no --cut-off in this --zone agrees"
    print_message(
        f"The day was not recorded by this cut-off and zone: rounds of gaming day {shown.day} begin from "
        f"{local_time(shown.first_at_us)} to {local_time(shown.latest_at_us)}. The amounts are those of the "
        f"day as it was recorded; {hint}."
    )


def _agrees(days: GamingDays, recorded: RecordedDay) -> bool:
    latest = days(max(0, recorded.latest_at_us - _CLOCKS_US))
    return days(recorded.first_at_us) >= recorded.day and latest <= recorded.day


def _agreeing(recorded: list[RecordedDay], zone: str) -> time | None:
    """A cut-off that agrees with all of it: the usual one if it does, else the latest full quarter."""
    for at in (DEFAULT_CUT_OFF, *(time(minute // 60, minute % 60) for minute in range(1_425, -1, -15))):
        days = GamingDays(zone, at)
        if all(_agrees(days, each) for each in recorded):
            return at
    return None
