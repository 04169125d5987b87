"""How far the read model is behind what is recorded, in seconds, without a look at any record.

Now and then it is noted how far the log reaches. What the read model has by now was all there was at some of
these moments; since the last of them it may lack something.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final

from events.topics import READ
from streams.log import Log

NOTED_EVERY_S: Final = 1.0
_KEPT: Final = 3_600

Positions = Mapping[tuple[str, int], int]


def reaches(log: Log) -> Positions:
    """How far each partition of what the read model is made of reaches."""
    places = ((topic, partition) for topic in READ for partition in range(log.partitions(topic)))
    return {place: log.end(*place) for place in places}


class Behind:
    """Notes how far the log reaches, and says for how long the read model has not been there."""

    def __init__(self, ends: Callable[[], Positions], clock: Callable[[], float]) -> None:
        self._ends = ends
        self._clock = clock
        self._noted: deque[tuple[float, Positions]] = deque(maxlen=_KEPT)

    def seconds(self, positions: Positions) -> int:
        """For how many seconds something has been recorded that a read model with these positions lacks."""
        now = self._clock()
        if not self._noted or now - self._noted[-1][0] >= NOTED_EVERY_S:
            self._noted.append((now, self._ends()))
        while len(self._noted) > 1 and _has(positions, self._noted[1][1]):
            self._noted.popleft()
        at, ends = self._noted[0]
        if len(self._noted) == 1 and _has(positions, ends):
            return 0
        return int(now - at)


def _has(positions: Positions, ends: Positions) -> bool:
    return all(positions.get(place, 0) >= end for place, end in ends.items())
