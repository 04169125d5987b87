"""Times as people read them: local to the facility, with the short name of its zone.

`2026-03-02 07:16:29 EST` is the one form, and it can be typed again as it was shown. Inside and in JSON all
times are UTC; what a reason or an error of the core says in UTC is put into this form where it is printed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from console.wording.calling import typed_options
from console.wording.variables import given
from events.times import parse_time, time_text
from streams.clock import DEFAULT_ZONE, read_zone

ZONE_VARIABLE: Final = "PITLEDGER_ZONE"

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_IN_UTC: Final = re.compile(r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")


def zone_name(typed: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """The facility's zone, by command line and environment."""
    return typed or given(ZONE_VARIABLE, environment) or DEFAULT_ZONE


_IN_UTC_INSTEAD: Final[ContextVar[bool]] = ContextVar("in_utc", default=False)


@contextmanager
def shown_in_utc(wanted: bool) -> Iterator[None]:
    """Meanwhile times are shown in UTC, and read so, if somebody wants that."""
    token = _IN_UTC_INSTEAD.set(wanted)
    try:
        yield
    finally:
        _IN_UTC_INSTEAD.reset(token)


def local_zone() -> ZoneInfo:
    """The zone of the call."""
    if _IN_UTC_INSTEAD.get():
        return read_zone("UTC")
    return read_zone(zone_name(typed_options().get("--zone")))


def local_time(time_us: int) -> str:
    """A time for people, to the second: `2026-03-02 07:16:29 EST`."""
    local = at_local_clock(time_us)
    return time_text(time_us) if local is None else f"{local:%Y-%m-%d %H:%M:%S %Z}"


def local_day(time_us: int) -> str:
    """The date of a time, and the zone that its clock shows: `2026-03-02 EST`."""
    local = at_local_clock(time_us)
    return "UTC" if local is None else f"{local:%Y-%m-%d %Z}"


def local_clock(time_us: int) -> str:
    """The time of day to the microsecond, for what is put in order or held against video."""
    local = at_local_clock(time_us)
    return time_text(time_us) if local is None else f"{local:%H:%M:%S.%f}"


def in_local_time(sentence: str) -> str:
    """A sentence with its UTC times made local; what is finer than a second stays."""
    return _IN_UTC.sub(lambda found: _whole(found[0]), sentence)


def _whole(in_utc: str) -> str:
    local = at_local_clock(parse_time(in_utc))
    if local is None:
        return in_utc
    return f"{local:%Y-%m-%d %H:%M:%S.%f %Z}" if local.microsecond else f"{local:%Y-%m-%d %H:%M:%S %Z}"


def at_local_clock(time_us: int) -> datetime | None:
    """A time by the facility's clock.

    None at the end of the calendar, where a device's clock may stand: some zones have no such year.
    """
    try:
        return (_EPOCH + time_us * _MICROSECOND).astimezone(local_zone())
    except OverflowError:
        return None
