"""The read model of `links`: how far every link has followed every table."""

from __future__ import annotations

from typing import Final

from events.errors import MalformedEvent
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.marks import StreamContinued
from projections.keeping.days import in_the_future
from projections.keeping.legs import Leg, leg_of
from projections.read_model.table_progress import LegDay, TableProgress, TableProgressRow
from projections.read_model.tables import Changes
from projections.records import Record
from projections.state_versions import StateFormat

LinkAndStream = tuple[str, str]
"""A link and a stream that sends it legs."""

_TABLE: Final = "table:"
STATE: Final = StateFormat(1, dict[LinkAndStream, TableProgress])


class LinksModel:
    """Folds a partition of `links`; the state is how far each table has come.

    Test and training send no legs. Should one come all the same, its number counts as it does for the keeper,
    and its gaming day is not a day of play.
    """

    def __init__(self, dumped: bytes | None) -> None:
        self.progress: dict[LinkAndStream, TableProgress] = STATE.load(dumped) if dumped else {}
        self._moved: set[LinkAndStream] = set()

    def step(self, record: Record) -> int | None:
        """Take one record, in the order of the partition; what cannot be read does not count."""
        try:
            leg = leg_of(record.value, record.key)
        except MalformedEvent:
            return None
        match leg.body:
            case StreamContinued(stream=stream, from_seq=from_seq):
                if stream.startswith(_TABLE):
                    self._of(leg.link, stream).resume(from_seq)
            case _:
                if leg.event.stream.startswith(_TABLE):
                    self._of(leg.link, leg.event.stream).take(leg.number, _day(leg))
        return None

    def replay(self, record: Record) -> None:
        """Nothing on `links` is ever replayed."""

    def changes(self, next_offset: int) -> Changes:
        """The tables that moved on since the last call."""
        changes = Changes(next_offset, STATE.dump(self.progress))
        changes.add_all(
            TableProgressRow,
            (
                self.progress[link, stream].row(link, stream.removeprefix(_TABLE))
                for link, stream in sorted(self._moved)
            ),
        )
        self._moved = set()
        return changes

    def _of(self, link: str, stream: str) -> TableProgress:
        self._moved.add((link, stream))
        return self.progress.setdefault((link, stream), TableProgress())


def _day(leg: Leg) -> LegDay:
    """What a leg shows about the gaming days of its table."""
    event = leg.event
    if event.mode != "live":
        return LegDay(event.recorded_at_us)
    match leg.body:
        case TableDayEnded(day=day):
            return LegDay(event.recorded_at_us, ends_day="" if in_the_future(day, event.gaming_day) else day)
        case _:
            return LegDay(event.recorded_at_us, plays_day=event.gaming_day)
