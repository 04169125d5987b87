"""One stream as its recorder knows it: its head, its rules with their state, and the source ids of its round.

All of it is found again from the log's tail.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from events.envelope import Event, event_hash, read_header
from events.errors import MalformedEvent
from events.jsonform import Draft
from events.vocabulary.play import RoundOpened
from projections.recording.completing import BEFORE_FIRST, StreamEnd
from projections.recording.stream_rules import RULES
from projections.recording.surroundings import Surroundings
from streams.log import Log, Sealed
from streams.recorder.source_ids import RecentIds, SourceKey, source_key

LOOKED_BACK: Final = 1_000
"""How far back a link's or a desk's stream is read to go on from; a table's to its last round."""
_HASHES_AT_ONCE: Final = 1_024

_BACK_TO_ROUND: Final = frozenset({RoundOpened.TYPE})


class KnownStream:
    """A stream that is being recorded, up to its `end`. `unsent` is planned and not yet in the log."""

    __slots__ = ("_hashes", "_ids", "_log", "_recent", "_rules", "end", "stream", "unsent")

    def __init__(self, log: Log, stream: str, recent: RecentIds) -> None:
        """Find the way back from the log's tail."""
        kind = stream.partition(":")[0]
        if kind not in RULES:
            raise MalformedEvent(
                "stream", f"{stream} is written by a processor: record on a table's, a link's or a desk's"
            )
        self.stream = stream
        self.unsent: list[tuple[Event, bytes]] = []
        self._log = log
        self._recent = recent
        self._ids: dict[SourceKey, Event] = {}
        self._hashes: dict[int, bytes] = {}
        values = log.tail(stream, _BACK_TO_ROUND) if kind == "table" else self._last_values()
        tail = [read_header(value) for value in values]
        self.end = StreamEnd.after(tail[-1], event_hash(values[-1])) if tail else BEFORE_FIRST
        self._rules = RULES[kind](tail, self._history)
        for event in tail:
            self._follow(event)

    def _last_values(self) -> list[bytes]:
        head = self._log.head(self.stream)
        if head is None:
            return []
        start = max(1, head.seq - LOOKED_BACK + 1)
        return [record.value for record in self._log.read_stream(self.stream, start, head.seq + 1)]

    def recorded_as(self, key: SourceKey) -> Event | None:
        """The event that a source id was recorded as: in this round, or lately by this process."""
        return self._ids.get(key) or self._recent.get(self.stream, key)

    def decide(self, draft: Draft, around: Surroundings) -> Draft:
        """The draft as the rules of this kind of stream have it recorded."""
        return self._rules.decide(draft, around)

    def advance(self, event: Event, sealed: Sealed) -> None:
        """Take an event as the stream's next."""
        self.end = StreamEnd.after(event, sealed.hash)
        self.unsent.append((event, sealed.hash))
        self._recent.put(self._follow(event), event)

    def hash_at(self, seq: int) -> bytes:
        """The hash of the event at a number that the stream has reached."""
        stored = self._stored_seq()
        if seq > stored:
            return self.unsent[seq - stored - 1][1]
        if seq not in self._hashes:
            records = self._log.read_stream(self.stream, seq, min(seq + _HASHES_AT_ONCE, stored + 1))
            self._hashes = {number: event_hash(record.value) for number, record in enumerate(records, seq)}
        return self._hashes[seq]

    def _stored_seq(self) -> int:
        """The number of the last event that is in the log."""
        return self.end.seq - len(self.unsent)

    def _follow(self, event: Event) -> SourceKey:
        """Follow an event that was recorded; returns what it is found by when it is asked for again."""
        if event.type == RoundOpened.TYPE:
            self._ids = {}
        key = source_key(event)
        self._ids[key] = event
        self._rules.evolve(event)
        return key

    def _history(self, before_seq: int | None = None) -> Iterator[Event]:
        """The stream's events up to a number, or all: those in the log, then those that are not sent yet."""
        stop = self._stored_seq() + 1 if before_seq is None else before_seq
        for record in self._log.read_stream(self.stream, 1, stop):
            yield read_header(record.value)
        if before_seq is None:
            for event, _ in self.unsent:
                yield event
