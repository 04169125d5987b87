"""The read model of `links`: how far every link has followed every table."""

from __future__ import annotations

from operator import itemgetter
from typing import Final

import msgspec

from events.bounds import UNOPENED_LINKS_A_PARTITION
from events.envelope import stream_name
from events.errors import MalformedEvent
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.links import LinkLegSetAside, LinkOpened
from events.vocabulary.marks import ClaimWhileHalted, StreamContinued, StreamHalted
from events.vocabulary.table import SelectionsChanged, TableOpened
from projections.keeping.books import opens_a_link
from projections.keeping.days import in_the_future
from projections.keeping.joins import feeds
from projections.keeping.leg_sequence import follows_too_many, room_left, setting_aside_problem
from projections.keeping.legs import Leg, leg_of
from projections.read_model.table_progress import (
    PAST_EVERY_US,
    LegDay,
    TableProgress,
    TableProgressPastRow,
    TableProgressRow,
)
from projections.read_model.tables import Changes
from projections.records import Record
from projections.state_versions import StateFormat

LinkAndStream = tuple[str, str]
"""A link and a stream that sends it legs."""

_TABLE: Final = "table:"


class LinksState(msgspec.Struct, array_like=True):
    """How far each source of each link has come, the links that were opened, and the moment of each link: the
    latest time of its legs so far."""

    progress: dict[str, dict[str, TableProgress]]
    opened: set[str]
    at_us: dict[str, int]


STATE: Final = StateFormat(2, LinksState)


class LinksModel:
    """Folds a partition of `links`; the state is how far each source of a link has come.

    Test and training send no legs. Should one come all the same, its number counts as it does for the keeper,
    and its gaming day is not a day of play. Rows are made of tables alone; a link's own stream and others
    are followed because the keeper holds early legs of all of them, within one bound, and legs that wait for
    the link's own control. What the keeper does not follow, since it is out of bounds, is not followed here.
    """

    def __init__(self, dumped: bytes | None) -> None:
        state = STATE.load(dumped) if dumped else LinksState({}, set(), {})
        self.progress, self._opened, self._at_us = state.progress, state.opened, state.at_us
        self._moved: set[LinkAndStream] = set()
        self._lately: dict[str, set[str]] = {}  # tables that moved in the last five minutes of their link
        self._past: list[TableProgressPastRow] = []

    def step(self, record: Record) -> int | None:
        """Take one record, in the order of the partition; what cannot be read does not count."""
        try:
            leg = leg_of(record.value, record.key)
        except MalformedEvent:
            return None
        match leg.body:
            case StreamContinued(stream=stream, from_seq=from_seq):
                if self._follows(leg, stream) and self._of(leg.link, stream).legs.resume(from_seq):
                    self._follow_due(leg.link, stream)
            case StreamHalted(stream=stream):
                self._follows(leg, stream)
            case ClaimWhileHalted():
                self._follows(leg, stream_name("table", leg.owner))
            case _:
                if self._follows(leg, leg.event.stream):
                    self._take(leg, len(record.value))
        return None

    def _follows(self, leg: Leg, stream: str) -> bool:
        """Whether the keeper follows a stream; one that it follows from now on is followed here too."""
        sources = self.progress.get(leg.link)
        if sources is None:
            unopened = len(self.progress) - len(self._opened)
            if unopened >= UNOPENED_LINKS_A_PARTITION and not opens_a_link(leg.body, leg.event.mode):
                return False
            sources = self.progress[leg.link] = {}
        if stream not in sources:
            if follows_too_many(stream, sources):
                return False
            sources[stream] = TableProgress()
        return True

    def _take(self, leg: Leg, size: int) -> None:
        stream = leg.event.stream
        legs, number = self._of(leg.link, stream).legs, leg.number
        if legs.is_repeat(number):
            return
        day = _day(leg)
        unheard = leg.control_seq and leg.control_seq > self._heard_seq(leg.link)
        if unheard or legs.is_early(number):
            room = room_left(each.legs for each in self.progress[leg.link].values())
            legs.hold(number, leg.control_seq, day, size, room)
            return
        legs.take(number)
        self._follow(leg.link, stream, day)
        if legs.held:
            self._follow_due(leg.link, stream)

    def _heard_seq(self, link: str) -> int:
        own = self.progress[link].get(f"link:{link}")
        return 0 if own is None else own.legs.next_leg - 1

    def _follow_due(self, link: str, stream: str) -> None:
        """The legs that were held, as far as their turn has come."""
        for day in self._of(link, stream).legs.due(self._heard_seq(link)):
            self._follow(link, stream, day)

    def _follow(self, link: str, stream: str, day: LegDay) -> None:
        """A leg whose turn has come: what it sets aside, and from control those that have waited for it."""
        before_us = self._at_us.get(link, 0)
        at_us = self._at_us[link] = max(before_us, day.recorded_at_us)
        if at_us // PAST_EVERY_US != before_us // PAST_EVERY_US:
            self._keep_past(link)
        progress = self._of(link, stream)
        first = progress.at_us // PAST_EVERY_US != at_us // PAST_EVERY_US
        progress.follow(day)
        progress.at_us = at_us
        if first and stream.startswith(_TABLE):
            self._past.append(progress.past_row(link, stream.removeprefix(_TABLE), last=False))
        elif stream.startswith(_TABLE):
            self._lately.setdefault(link, set()).add(stream)
        if not stream.startswith("link:"):
            return
        if day.opens:
            self._opened.add(link)
        if day.sets_aside is not None:
            self._set_aside(link, day.sets_aside)
        for source, other in sorted(self.progress[link].items(), key=itemgetter(0)):  # however it was loaded
            awaited = other.legs.awaited()
            if awaited is not None and awaited.what == "control" and source != stream:
                self._follow_due(link, source)

    def _keep_past(self, link: str) -> None:
        """The tables that moved lately, as they are now: the next leg is of a later moment."""
        self._past += [
            self.progress[link][stream].past_row(link, stream.removeprefix(_TABLE), last=True)
            for stream in sorted(self._lately.pop(link, ()))
        ]

    def _set_aside(self, link: str, change: LinkLegSetAside) -> None:
        """The legs that control of the link has set aside, as its keeper grants it."""
        stream = stream_name("table", change.table)
        progress = self.progress[link].get(stream)
        if progress is None or setting_aside_problem(progress.legs, change):
            return
        for day in progress.legs.pass_over(change.last_leg):
            self._follow(link, stream, day)
        self._follow_due(link, stream)

    def replay(self, record: Record) -> None:
        """Nothing on `links` is ever replayed."""

    def changes(self, next_offset: int) -> Changes:
        """The tables that moved on since the last call."""
        changes = Changes(next_offset, STATE.dump(LinksState(self.progress, self._opened, self._at_us)))
        changes.add_all(
            TableProgressRow,
            (
                self.progress[link][stream].row(link, stream.removeprefix(_TABLE))
                for link, stream in sorted(self._moved)
                if stream.startswith(_TABLE)
            ),
        )
        for link in sorted(self._lately):
            self._keep_past(link)
        changes.add_all(TableProgressPastRow, self._past)
        self._moved, self._past = set(), []
        return changes

    def _of(self, link: str, stream: str) -> TableProgress:
        self._moved.add((link, stream))
        return self.progress[link][stream]


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
        case LinkOpened() as body:
            return LegDay(event.recorded_at_us, opens=opens_a_link(body, event.mode))
        case TableOpened() | SelectionsChanged() as body:
            joins = feeds(body, leg.link)  # what a table that leaves sends is not play
            return LegDay(event.recorded_at_us, plays_day=event.gaming_day if joins else "", joins=joins)
        case _:
            return LegDay(event.recorded_at_us, plays_day=event.gaming_day)
