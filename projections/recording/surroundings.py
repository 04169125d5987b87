"""What the rules of a stream may ask beyond their own state: the recorder's clock, and other streams.

The rules stay pure: the recorder answers from the log, and a test answers as it likes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from events.envelope import Event
from events.vocabulary.play import LinkFound
from projections.recording.badges import Register


class Surroundings(Protocol):
    """Answers for one draft, as of when it is recorded."""

    @property
    def now_us(self) -> int:
        """The recorder's clock, in microseconds."""

    @property
    def today(self) -> str:
        """The gaming day by the recorder's clock."""

    def day_of(self, time_us: int) -> str:
        """The gaming day of a moment."""

    def link(self, name: str) -> LinkFound | None:
        """What a link's own stream has of it; None before it is first opened."""

    def register(self) -> Register:
        """The register of badges, read to its end."""

    def recent_register(self) -> Register:
        """The register of badges as it was a moment ago, where reading it to its end takes a round trip."""

    def round_events(self) -> Sequence[Event]:
        """The events of the draft's own stream from its last live `round_opened` on, that one first."""

    def events_before(self, seq: int) -> Iterator[Event]:
        """The events of the draft's own stream before a number, the last first.

        It is asked for where a claim or a validation names an earlier round than the last live one, and where
        a payment is mended.
        """

    def own_event(self, seq: int) -> Event | None:
        """The event of a number in the draft's own stream; None where there is none.

        It is asked for the selections that a live round was opened under, for live claims, for a payment that
        is corrected, and for nothing else.
        """
