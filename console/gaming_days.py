"""The facility's gaming days, as the command line or the environment says: time zone and cut-off."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from datetime import time as time_of_day
from typing import Final

from events.errors import PitledgerError
from streams.clock import DEFAULT_CUT_OFF, DEFAULT_ZONE, GamingDays

ZONE_VARIABLE: Final = "PITLEDGER_ZONE"
CUT_OFF_VARIABLE: Final = "PITLEDGER_CUT_OFF"


class BadCutOff(PitledgerError):
    """A time of day on the command line that is none."""


def add_day_options(parser: argparse.ArgumentParser) -> None:
    """The two options of every command that tells gaming days."""
    parser.add_argument("--zone", help=f"time zone of gaming days (or {ZONE_VARIABLE}; {DEFAULT_ZONE})")
    parser.add_argument(
        "--cut-off",
        metavar="HH:MM",
        help=f"when a gaming day begins, local time (or {CUT_OFF_VARIABLE}; {DEFAULT_CUT_OFF:%H:%M})",
    )


def gaming_days(args: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> GamingDays:
    """The gaming days that a call works by; what the command line says goes first."""
    zone = args.zone or environment.get(ZONE_VARIABLE) or DEFAULT_ZONE
    cut_off = args.cut_off or environment.get(CUT_OFF_VARIABLE)
    return GamingDays(zone, _cut_off(cut_off) if cut_off else DEFAULT_CUT_OFF)


def _cut_off(text: str) -> time_of_day:
    try:
        return time_of_day.fromisoformat(text)
    except ValueError:
        raise BadCutOff(f"--cut-off: {text!r} is no time of day: write it like 06:00") from None
