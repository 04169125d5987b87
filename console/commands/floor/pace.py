"""A floor by the clock: in real time or at so many events a second, through the recorder."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from events.errors import PitledgerError
from events.jsonform import Draft
from events.vocabulary.badges import REGISTER
from floor.casino import House
from floor.steps import Award, Outcome
from floor.table.table import SECOND_US

TICK_S: Final = 0.1
"""How often a floor in real time looks at the clock."""
PORTION_US: Final = 30 * SECOND_US
"""So much virtual time passes between two looks at how far a floor has come."""
SLICES_A_SECOND: Final = 100
_EVENTS_A_SECOND: Final = re.compile(r"[1-9][0-9]{0,8}")
FULL: Final = "full"
REAL: Final = "real"


class NoKeeper(PitledgerError):
    """On Kafka a claim was not answered in time: no worker keeps that link's meters."""


def speed(text: str) -> str | int:
    """`full`, `real`, or whole events a second."""
    if text in (FULL, REAL):
        return text
    if _EVENTS_A_SECOND.fullmatch(text) is None:
        raise ValueError(f"{text!r} is not a speed: write full, real, or events a second such as 500")
    return int(text)


class PacedHouse:
    """Lets no more than so many events a second through, in small portions."""

    def __init__(self, house: House, rate: int) -> None:
        self._house = house
        self._rate = rate
        self._size = max(1, rate // SLICES_A_SECOND)
        self._due = time.monotonic()

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Record them, portion by portion, each when it is due; the register of badges is not waited for."""
        first = next((at for at, draft in enumerate(drafts) if draft.stream != REGISTER), len(drafts))
        outcomes = list(self._house.record(drafts[:first])) if first else []
        for start in range(first, len(drafts), self._size):
            portion = drafts[start : start + self._size]
            time.sleep(max(0.0, self._due - time.monotonic()))
            # Who was held up may catch up for a second, not for ever.
            self._due = max(self._due, time.monotonic() - 1) + len(portion) / self._rate
            outcomes += self._house.record(portion)
        return outcomes

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        """The house's own answer."""
        return self._house.award(link, table, claim_seq, now_us)


class Played(Protocol):
    """What is played by a clock: a casino, or one that waits for its turn."""

    @property
    def playing(self) -> bool:
        """Whether any table is still open."""

    def advance(self, until_us: int) -> None:
        """Play up to a moment."""


def play(casino: Played, pace: str | int, begin_us: int, meanwhile: Callable[[], None]) -> None:
    """Run a casino to its end. Up to `begin_us` it is as fast as it can be; from there on at `pace`."""
    casino.advance(begin_us)
    meanwhile()
    until_us, started = begin_us, time.monotonic()
    while casino.playing:
        if pace == REAL:
            time.sleep(TICK_S)
            until_us = begin_us + int((time.monotonic() - started) * SECOND_US)
        else:
            until_us += PORTION_US
        casino.advance(until_us)
        meanwhile()


def patience(seconds: float) -> Callable[[int], None]:
    """Waits for a keeper a hundredth of a second at a time, so many seconds and no longer."""

    def pause(waited: int) -> None:
        if waited * 0.01 > seconds:
            raise NoKeeper(
                f"no keeper has answered for {seconds:g} s: run `pitledger worker router` and "
                "`pitledger worker keeper`, then call again with the same arguments to go on"
            )
        time.sleep(0.01)

    return pause
