"""What a simulated floor is made of, as `floor` and `demo` take it, and how often things go wrong there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from console.calls.arguments import many, new_file_name, number, one
from floor.errors import FloorError
from floor.night import HOUR_US
from floor.play import registry as plays
from floor.trouble.erring import Rates, per_million

MOST_TABLES: Final = 10_000
MOST_HOURS: Final = 8_784
"""A year."""
_HOURS: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")


def game(given: str) -> str:
    """The name of a game that the floor can play."""
    known = [*plays.all_plays()]
    if given not in known:
        raise ValueError(f"{given!r} is not one of {', '.join(known)}")
    return given


def rate(given: str) -> int:
    """Rounds of a million."""
    try:
        return per_million(given)
    except FloorError as error:
        raise ValueError(str(error)) from None


def hours(given: str) -> int:
    """Microseconds of so many hours."""
    span_us = int(Fraction(given) * HOUR_US) if _HOURS.fullmatch(given) else 0
    if not 0 < span_us <= MOST_HOURS * HOUR_US:
        raise ValueError(f"{given!r} is not a number of hours: write 24 or 0.5, at most {MOST_HOURS:,}")
    return span_us


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class FloorShape:
    """Tables, games and the seed: the same give the same bytes."""

    tables: Annotated[int, number("how many tables (default: 10)", least=1, most=MOST_TABLES)] = 10
    game: Annotated[
        tuple[str, ...],
        many(game, "GAME", f"only this game; may be given several times: {', '.join(plays.all_plays())}"),
    ] = ()
    seed: Annotated[int, number("same seed, same bytes (default: 1)", "S")] = 1


@Parameter(name="*")
@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """How often things go wrong, and the file that lists which."""

    mistakes: Annotated[int, one(rate, "RATE", "mistakes planted a round, e.g. 0.01 (default: none)")] = 0
    irregularities: Annotated[
        int, one(rate, "RATE", "irregularities (x.13, misdeals) a round, e.g. 0.01 (default: none)")
    ] = 0
    planted: Annotated[
        Path | None, one(new_file_name, "FILE", "write the mistakes to this file, as JSON lines")
    ] = None

    def rates(self) -> Rates:
        """Both rates as the floor takes them."""
        return Rates(self.mistakes, self.irregularities)


TEN_TABLES: Final = FloorShape()
NO_TROUBLE: Final = Trouble()
