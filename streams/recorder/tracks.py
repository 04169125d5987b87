"""What a recorder keeps in mind of each stream: its head, what is decided by, and source ids already seen.

All of it is found again from the log's tail. The pure rules are `projections.recording.table` and
`projections.recording.link`; this module only knows which of them belongs to which kind of stream.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from events.envelope import NO_PREV, Event, event_hash, read_header
from events.errors import MalformedEvent
from events.jsonform import Draft
from events.vocabulary.desk import RecordRefused
from projections.recording import link as link_control
from projections.recording import table
from projections.recording.table import ROUND_OPENED, HistoryNeeded, TableState
from streams.log import Log, Sealed

REMEMBERED: Final = 1_000
"""How many source ids a process remembers at least beyond those of the rounds that are open."""
LOOKED_BACK: Final = 1_000
"""How far back a link's or a desk's stream is read to go on from; a table's to its last round."""
_STORED_AT_ONCE: Final = 1_024

_BACK_TO: Final = frozenset({ROUND_OPENED})
REFUSED: Final = RecordRefused.TYPE
RECORDED_KINDS: Final = ("table", "link", "desk")

SourceKey = str | tuple[str, str]
"""A source id; for a refused repeat, its source id and the hash of its body."""


class RecentIds:
    """The last source ids of this process, whatever their stream: the newest thousand, and up to two."""

    def __init__(self) -> None:
        self._new: dict[tuple[str, SourceKey], Event] = {}
        self._old: dict[tuple[str, SourceKey], Event] = {}

    def get(self, stream: str, key: SourceKey) -> Event | None:
        """The event that a source id of a stream was recorded as, if that was not long ago."""
        place = (stream, key)
        return self._new.get(place) or self._old.get(place)

    def put(self, key: SourceKey, event: Event) -> None:
        """Remember an event; the oldest thousand are forgotten together, which costs next to nothing."""
        if len(self._new) >= REMEMBERED:
            self._old, self._new = self._new, {}
        self._new[event.stream, key] = event

    def forget(self, stream: str) -> None:
        """Forget a stream whose last events may not have been stored."""
        for events in (self._new, self._old):
            for place in [place for place in list(events) if place[0] == stream]:
                events.pop(place, None)


class Track:
    """One stream as its recorder has it in mind. `unsent` is planned and not yet in the log."""

    __slots__ = ("_ids", "_log", "_recent", "_state", "_stored", "hash", "kind", "seq", "stream", "unsent")

    def __init__(self, log: Log, stream: str, recent: RecentIds) -> None:
        """Find the way back from the log's tail."""
        self.stream = stream
        self.kind = stream.partition(":")[0]
        if self.kind not in RECORDED_KINDS:
            raise MalformedEvent(
                "stream", f"{stream} is written by a processor: record on a table's, a link's or a desk's"
            )
        self.seq = 0
        self.hash = NO_PREV
        self.unsent: list[tuple[Event, bytes]] = []
        self._log = log
        self._recent = recent
        self._ids: dict[SourceKey, Event] = {}
        self._stored: dict[int, bytes] = {}
        self._state: Any = TableState() if self.kind == "table" else False
        self._recover()

    def _recover(self) -> None:
        values = self._tail()
        if not values:
            return
        events = [read_header(value) for value in values]
        if self.kind == "table":
            self._state = TableState(whole=events[0].seq == 1)
        elif self.kind == "link" and events[0].seq > 1 and not any(map(_says_whether_live, events)):
            for event in self._stored_events(1, events[0].seq):
                self._state = link_control.evolve(self._state, event)
        for event in events:
            self._follow(event)
        self.seq, self.hash = events[-1].seq, event_hash(values[-1])

    def _tail(self) -> list[bytes]:
        if self.kind == "table":
            return self._log.tail(self.stream, _BACK_TO)
        head = self._log.head(self.stream)
        if head is None:
            return []
        start = max(1, head.seq - LOOKED_BACK + 1)
        return [record.value for record in self._log.read_stream(self.stream, start, head.seq + 1)]

    def seen(self, key: SourceKey) -> Event | None:
        """The event that a source id was recorded as: in this round, or lately by this process."""
        return self._ids.get(key) or self._recent.get(self.stream, key)

    def decide(self, draft: Draft) -> Draft:
        """The draft as the rules of this kind of stream have it recorded."""
        if self.kind == "table":
            try:
                return table.decide(self._state, draft)
            except HistoryNeeded:
                self._state = self._whole()
                return table.decide(self._state, draft)
        return link_control.decide(self._state, draft) if self.kind == "link" else draft

    def advance(self, event: Event, sealed: Sealed) -> None:
        """Take an event as the stream's next."""
        self.seq, self.hash = sealed.seq, sealed.hash
        self.unsent.append((event, sealed.hash))
        self._recent.put(self._follow(event), event)

    def hash_at(self, seq: int) -> bytes:
        """The hash of the event at a number that the stream has reached."""
        if seq > self.seq - len(self.unsent):
            return self.unsent[seq - self.seq - 1][1]
        if seq not in self._stored:
            stop = min(seq + _STORED_AT_ONCE, self.seq - len(self.unsent) + 1)
            records = self._log.read_stream(self.stream, seq, stop)
            self._stored = {number: event_hash(record.value) for number, record in enumerate(records, seq)}
        return self._stored[seq]

    def _follow(self, event: Event) -> SourceKey:
        """Take an event in; returns what it is found by when it is asked for again."""
        if event.type == ROUND_OPENED:
            self._ids = {}
        key = event.source_id if event.type != REFUSED else _refused_key(event)
        self._ids[key] = event
        if self.kind == "table":
            self._state = table.evolve(self._state, event)
        elif self.kind == "link":
            self._state = link_control.evolve(self._state, event)
        return key

    def _whole(self) -> TableState:
        """The state from the stream's first event on: for a link that the last round does not tell of."""
        stored = self._stored_events(1, self.seq - len(self.unsent) + 1)
        return table.fold(table.fold(TableState(), stored), (event for event, _ in self.unsent))

    def _stored_events(self, start: int, stop: int) -> Iterator[Event]:
        return (read_header(record.value) for record in self._log.read_stream(self.stream, start, stop))


def _says_whether_live(event: Event) -> bool:
    return event.mode == "live" and event.type in (link_control.OPENED, link_control.CLOSED)


def _refused_key(event: Event) -> SourceKey:
    """A refused repeat is known by what was attempted: its source id is another event's."""
    fields = table.stored_fields(event)
    return (fields["attempted_source_id"], fields["attempted_sha256"])
