"""What luck allows, exactly: a count of independent trials with a known chance is binomial.

There is no normal approximation here. `Trials.off` holds each count against its binomial distribution, at a
chance of false alarm so small that all of them together have less than one in a million.

Why the trials are independent, and their number fixed: of each round at most one box is looked at, chosen
before a card is dealt, so that boxes which share a deck or a board do not count twice; and counts are taken
at the last whole thousand of trials, since how many there are in all depends on who is lucky and stays. The
allowance is shared by all twenty thousands at which a count could have been taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import exp, lgamma, log, log1p

THOUSAND = 1_000
FALSE_ALARM = Fraction(1, 1_000_000)
GAMES, CHANCES_A_GAME, THOUSANDS, SIDES = 8, 800, 20, 2
"""As many of each as there may be; a test sees to it."""
TAIL = FALSE_ALARM / (GAMES * CHANCES_A_GAME * THOUSANDS * SIDES)
"""What one side of one interval may miss by luck."""


class Trials:
    """Independent trials of one kind, counted by what came of each."""

    def __init__(self) -> None:
        self.made = 0
        self._running: Counter[Hashable] = Counter()
        self.counted: Counter[Hashable] = Counter()
        """As of the last whole thousand."""

    def add(self, *came: Hashable) -> None:
        """One more trial, and all that came of it, each thing once."""
        self._running.update(came)
        self.made += 1
        if self.made % THOUSAND == 0:
            self.counted = self._running.copy()

    @property
    def judged(self) -> int:
        """How many of the trials are judged."""
        return self.made - self.made % THOUSAND

    def off(self, chances: Mapping[Hashable, Fraction]) -> Iterator[str]:
        """Counts that luck does not explain, each in words; what has no chance must not come at all."""
        for came, count in self.counted.items():
            if came not in chances:
                yield f"{came} came {count} times, and cannot come"
        for came, chance in chances.items():
            least, most = interval(self.judged, chance)
            count = self.counted[came]
            if not least <= count <= most:
                yield f"{came} came {count} times of {self.judged}, not {least} to {most}"


@cache
def interval(trials: int, chance: Fraction) -> tuple[int, int]:
    """The counts that leave out less than `TAIL` of the binomial distribution on either side."""
    if chance in (0, 1):
        return trials * int(chance), trials * int(chance)
    return _first(trials, chance), trials - _first(trials, 1 - chance)


def _first(trials: int, chance: Fraction) -> int:
    """The first count at which the sum of the chances from 0 up exceeds `TAIL`."""
    hit, miss = log(chance), log1p(-float(chance)) if chance < Fraction(1, 2) else log(1 - chance)
    below, allowed = 0.0, float(TAIL)
    for count in range(trials + 1):
        ways = lgamma(trials + 1) - lgamma(count + 1) - lgamma(trials - count + 1)
        below += exp(ways + count * hit + (trials - count) * miss)
        if below > allowed:
            return count
    return trials
