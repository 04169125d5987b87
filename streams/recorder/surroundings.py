"""What the recorder answers when the rules of a stream ask beyond their own state."""

from __future__ import annotations

from streams.clock import Clock


class LogSurroundings:
    """`projections.recording.surroundings.Surroundings` by the recorder's clock and its log."""

    __slots__ = ("_clock",)

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    @property
    def now_us(self) -> int:
        """The recorder's clock, in microseconds."""
        return self._clock()
