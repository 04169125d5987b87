"""What the recorder answers when the rules of a stream ask beyond their own state."""

from __future__ import annotations

from collections.abc import Callable

from events.vocabulary.play import LinkFound
from projections.recording.badges import Register
from projections.recording.completing import DayOf

LookAtLink = Callable[[str], LinkFound | None]
ReadRegister = Callable[[], Register]


class LogSurroundings:
    """`projections.recording.surroundings.Surroundings` by the recorder's clock and its log."""

    __slots__ = ("_day_of", "link", "now_us", "register")

    def __init__(self, day_of: DayOf, link: LookAtLink, register: ReadRegister, now_us: int = 0) -> None:
        """`link` looks at a link's own stream, `register` reads the register of badges to its end; `now_us`
        is what the recorder's clock shows."""
        self._day_of = day_of
        self.link = link
        self.register = register
        self.now_us = now_us

    def at(self, now_us: int) -> LogSurroundings:
        """The same answers at another moment: threads that share a recorder do not share its moment."""
        return LogSurroundings(self._day_of, self.link, self.register, now_us)

    @property
    def today(self) -> str:
        """The gaming day by the recorder's clock."""
        return self._day_of(self.now_us)
