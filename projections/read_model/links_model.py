"""The read model of `links`: how far every link has followed every table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from events.envelope import stream_name
from events.errors import MalformedEvent
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.links import LinkLegSetAside
from events.vocabulary.marks import ClaimWhileHalted, StreamContinued, StreamHalted
from projections.keeping.days import in_the_future
from projections.keeping.leg_sequence import room_left, setting_aside_problem
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
    """Folds a partition of `links`; the state is how far each source of a link has come.

    Test and training send no legs. Should one come all the same, its number counts as it does for the keeper,
    and its gaming day is not a day of play. Rows are made of tables alone; a link's own stream and others
    are followed because the keeper holds early legs of all of them, within one bound.
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
                self._set_aside(leg.link, self._of(leg.link, stream).resume(from_seq))
            case StreamHalted() | ClaimWhileHalted():
                pass
            case _:
                self._take(leg, len(record.value))
        return None

    def _take(self, leg: Leg, size: int) -> None:
        progress = self._of(leg.link, leg.event.stream)
        room = 0
        if progress.legs.is_early(leg.number):
            room = room_left(each.legs for (link, _), each in self.progress.items() if link == leg.link)
        self._set_aside(leg.link, progress.take(leg.number, _day(leg), size, room))

    def _set_aside(self, link: str, taken: Iterable[LegDay]) -> None:
        """The legs that control of the link has set aside, as its keeper grants it."""
        for change in (leg.sets_aside for leg in taken):
            if change is not None:
                progress = self.progress.get((link, stream_name("table", change.table)))
                if progress is not None and not setting_aside_problem(progress.legs, change):
                    self._of(link, stream_name("table", change.table)).pass_over(change.last_leg)

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
                if stream.startswith(_TABLE)
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
        case LinkLegSetAside() as change:
            return LegDay(event.recorded_at_us, sets_aside=change)
        case _:
            return LegDay(event.recorded_at_us, plays_day=event.gaming_day)
