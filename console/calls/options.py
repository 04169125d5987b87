"""The options that every command takes, before or after its name, and what they mean with the environment.

The command line goes before the environment.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time as time_of_day
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from cyclopts import Parameter

from console.calls.arguments import one
from console.calls.command_table import GLOBAL_OPTIONS
from console.calls.names import something
from console.wording.gaming_days import gaming_days_of, time_of_the_day
from console.wording.variables import given
from streams.clock import GamingDays

DATA_VARIABLE: Final = "PITLEDGER_DATA"
KAFKA_VARIABLE: Final = "PITLEDGER_KAFKA"
PREFIX_VARIABLE: Final = "PITLEDGER_KAFKA_PREFIX"
CACHE_VARIABLE: Final = "XDG_CACHE_HOME"
DEFAULT_DATA: Final = Path("var/pitledger")


class Location(NamedTuple):
    """Where an instance lives. `kafka` is None for an embedded one; `data` holds read models either way."""

    data: Path
    kafka: str | None
    prefix: str | None = None
    cache: Path | None = None
    """Where caches may be kept; None: nowhere, for as long as the process lives."""


def _about(option: str) -> Parameter:
    metavar, about = GLOBAL_OPTIONS[option]
    return Parameter(metavar=metavar or None, help=about)


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class GlobalOptions:
    """The options of every command."""

    data: Annotated[str | None, one(something, *GLOBAL_OPTIONS["--data"])] = None
    kafka: Annotated[str | None, one(something, *GLOBAL_OPTIONS["--kafka"])] = None
    json: Annotated[bool, _about("--json")] = False
    zone: Annotated[str | None, one(something, *GLOBAL_OPTIONS["--zone"])] = None
    cut_off: Annotated[time_of_day | None, one(time_of_the_day, *GLOBAL_OPTIONS["--cut-off"])] = None

    def location(self, environment: Mapping[str, str] = os.environ) -> Location:
        """Where the instance is, by command line and environment."""
        named, kafka = self.data, self.kafka
        if kafka is None and named is None:
            kafka = given(KAFKA_VARIABLE, environment)
        if named is None:
            named = given(DATA_VARIABLE, environment)
        prefix = None if kafka is None else given(PREFIX_VARIABLE, environment)
        cache = Path(named) if named else _users_cache(environment)
        return Location(Path(named or DEFAULT_DATA), kafka, prefix, cache)

    def gaming_days(self, environment: Mapping[str, str] = os.environ) -> GamingDays:
        """The facility's gaming days, by its time zone and cut-off."""
        return gaming_days_of(self.zone, self.cut_off, environment)


def _users_cache(environment: Mapping[str, str]) -> Path | None:
    """Where the programs of this user keep what they can make again; None for a user without a home."""
    caches = environment.get(CACHE_VARIABLE)
    try:
        return (Path(caches) if caches else Path.home() / ".cache") / "pitledger"
    except RuntimeError:  # neither HOME nor an entry in /etc/passwd, as in many a container
        return None


NO_OPTIONS: Final = GlobalOptions()
"""A call without any of them."""
