"""What the recorder answers when the rules of a stream ask beyond their own state."""

from __future__ import annotations

from collections.abc import Callable

from events.vocabulary.play import LinkFound
from projections.recording.completing import DayOf

LookAtLink = Callable[[str], LinkFound | None]


class LogSurroundings:
    """`projections.recording.surroundings.Surroundings` by the recorder's clock and its log."""

    __slots__ = ("_day_of", "link", "now_us")

    def __init__(self, day_of: DayOf, link: LookAtLink, now_us: int = 0) -> None:
        """`link` looks at a link's own stream; `now_us` is what the recorder's clock shows."""
        self._day_of = day_of
        self.link = link
        self.now_us = now_us

    def at(self, now_us: int) -> LogSurroundings:
        """The same answers at another moment: threads that share a recorder do not share its moment."""
        return LogSurroundings(self._day_of, self.link, now_us)

    @property
    def today(self) -> str:
        """The gaming day by the recorder's clock."""
        return self._day_of(self.now_us)
