"""What the recorder answers when the rules of a stream ask beyond their own state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from events.envelope import Event
from events.vocabulary.play import LinkFound
from projections.recording.badges import Register
from projections.recording.completing import DayOf
from streams.recorder.known_stream import KnownStream

LookAtLink = Callable[[str], LinkFound | None]
ReadRegister = Callable[[], Register]


class LogSurroundings:
    """`projections.recording.surroundings.Surroundings` by the recorder's clock and its log, for one call.

    Threads that share a recorder do not share it: `move_to` takes it from draft to draft.
    """

    __slots__ = ("_own", "day_of", "link", "now_us", "recent_register", "register")

    def __init__(
        self,
        day_of: DayOf,
        link: LookAtLink,
        register: ReadRegister,
        recent_register: ReadRegister | None = None,
    ) -> None:
        """`link` looks at a link's own stream, `register` reads the register of badges to its end;
        `recent_register` has it as it was a moment ago."""
        self.day_of = day_of
        self._own: KnownStream | None = None
        self.link = link
        self.register = register
        self.recent_register = recent_register or register
        self.now_us = 0

    def move_to(self, own: KnownStream, now_us: int) -> None:
        """Answer for the next draft: of this stream, at what the recorder's clock shows now."""
        self._own = own
        self.now_us = now_us

    def round_events(self) -> Sequence[Event]:
        """The events of the stream from its last live round on: in the log, and those not sent yet."""
        return () if self._own is None else self._own.round_events()

    def events_before(self, seq: int) -> Iterator[Event]:
        """The events of the stream before a number, the last first."""
        return iter(()) if self._own is None else self._own.events_before(seq)

    def own_event(self, seq: int) -> Event | None:
        """The event of a number in the stream; None where there is none."""
        return None if self._own is None else self._own.event(seq)

    @property
    def today(self) -> str:
        """The gaming day by the recorder's clock."""
        return self.day_of(self.now_us)
