"""The read model of `links`: how far every link has heard every table."""

from __future__ import annotations

from typing import Final

from events.errors import MalformedEvent
from projections.heard import HeardRow, Hearing, Said
from projections.keeping import leg_number, leg_of
from projections.legs import Leg
from projections.outputs import Source
from projections.read_model import Changes, pack_state, unpack_state

Place = tuple[str, str]
"""A link and a stream that it hears."""

_MALFORMED: Final = (MalformedEvent, ValueError, KeyError, TypeError, StopIteration)
"""What the keeper puts aside; here nothing is heard."""
_TABLE: Final = "table:"


class LinksModel:
    """Folds a partition of `links`; the state is how far each table has been heard.

    Test and training play is heard too: a table that only practises has not gone silent. Its gaming days are
    no days of play.
    """

    def __init__(self, dumped: bytes | None) -> None:
        self.hearings: dict[Place, Hearing] = {
            (link, stream): Hearing.load(hearing)
            for link, stream, hearing in (unpack_state(dumped) if dumped else ())
        }
        self._moved: set[Place] = set()

    def step(self, source: Source) -> int:
        """Hear one record, in the order of the partition."""
        try:
            leg = leg_of(source.value, source.key)
            number = leg_number(leg)
        except _MALFORMED:
            return -1
        if leg.event.kind == "table":
            self._hearing(source.key, leg.event.stream).take(number, _said(leg))
        elif leg.event.type == "stream_continued" and leg.fields["stream"].startswith(_TABLE):
            self._hearing(source.key, leg.fields["stream"]).go_on(leg.fields["from_seq"])
        return -1

    def replay(self, source: Source) -> None:
        """Nothing on `links` is ever replayed."""

    def changes(self, next_offset: int) -> Changes:
        """The tables that were heard since the last call."""
        state = [[*place, hearing.dump()] for place, hearing in sorted(self.hearings.items())]
        changes = Changes(next_offset, pack_state(state))
        changes.add_all(
            HeardRow,
            (
                self.hearings[link, stream].row(link, stream.removeprefix(_TABLE))
                for link, stream in sorted(self._moved)
            ),
        )
        self._moved = set()
        return changes

    def _hearing(self, link: str, stream: str) -> Hearing:
        self._moved.add((link, stream))
        return self.hearings.setdefault((link, stream), Hearing())


def _said(leg: Leg) -> Said:
    event = leg.event
    if event.mode != "live":
        return Said(event.recorded_at_us)
    if event.type == "table_day_ended":
        return Said(event.recorded_at_us, ends_day=leg.fields["day"])
    return Said(event.recorded_at_us, plays_day=event.gaming_day)
