"""One stream as its recorder knows it: its head, its rules with their state, the last numbers of its sources.

All of it is found again from the log: its tail and its index of source ids.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from events.envelope import LIVE, Event, event_hash, read_header
from events.errors import MalformedEvent
from events.jsonform import Draft
from events.source_ids import recorder_id
from events.vocabulary.badges import REGISTER
from events.vocabulary.desk import RecordRefused, StreamResumed
from events.vocabulary.play import RoundOpened
from projections.recording.completing import BEFORE_FIRST, StreamEnd
from projections.recording.stream_rules import RULES, refuse_resumption
from projections.recording.surroundings import Surroundings
from streams.log import Log, Sealed, SourceKey
from streams.recorder.gaps import read_counted, read_tail
from streams.recorder.source_ids import LastNumbers
from streams.source_index import key_of

LOOKED_BACK: Final = 1_000
"""How far back a link's or a desk's stream is read to go on from; a table's to its last round, the register
to its first event."""
_HASHES_AT_ONCE: Final = 1_024
_READ_BACK_AT_ONCE: Final = 256

_BACK_TO_ROUND: Final = frozenset({RoundOpened.TYPE})
_REFUSED: Final = RecordRefused.TYPE
_RESUMED: Final = StreamResumed.TYPE


class KnownStream:
    """A stream that is being recorded, up to its `end`. `unsent` is planned and not yet in the log."""

    __slots__ = (
        "_hashes",
        "_log",
        "_recorded_ids",
        "_rules",
        "_stored_seq",
        "_unsent_refusals",
        "clients_types",
        "end",
        "last_numbers",
        "stream",
        "unsent",
    )

    def __init__(self, log: Log, stream: str) -> None:
        """Find the way back from the log's tail."""
        kind = stream.partition(":")[0]
        if kind not in RULES:
            raise MalformedEvent(
                "stream", f"{stream} is written by a processor: record on a table's, a link's or a desk's"
            )
        self.stream = stream
        self.unsent: list[tuple[Event, bytes]] = []
        self._log = log
        self.clients_types: set[str] = set()
        """Types that may be on this stream and are for clients to send, of those that somebody has sent."""
        self._recorded_ids: dict[str, Event] = {}
        """By its source id, what is not sent yet, and what was found in the log of the drafts at hand."""
        self._unsent_refusals: dict[SourceKey, Event] = {}
        self._hashes: dict[int, bytes] = {}
        values = read_tail(log, stream, _BACK_TO_ROUND) if kind == "table" else self._last_values()
        tail = [read_header(value) for value in values]
        self.end = StreamEnd.after(tail[-1], event_hash(values[-1])) if tail else BEFORE_FIRST
        # The number of the last event that is in the log: between it and the end copies may have a gap.
        self._stored_seq = self.end.seq
        self._rules = RULES[kind](tail, self._history)
        for event in tail:
            self._rules.evolve(event)
        # After the head: what an index has more than that belongs to another recorder, and we will meet it.
        self.last_numbers = LastNumbers(log, stream)

    def _last_values(self) -> list[bytes]:
        head = self._log.head(self.stream)
        if head is None:
            return []
        start = 1 if self.stream == REGISTER else max(1, head.seq - LOOKED_BACK + 1)
        return list(read_counted(self._log, self.stream, start, head.seq + 1))

    def found(self, key: SourceKey, value: bytes) -> None:
        """Take what the log has of a draft that is to be recorded now."""
        self._recorded_ids[key.source_id] = read_header(value)

    def knows_by_number(self, copy: Draft) -> bool:
        """Whether a copy's number alone shows what its source id is: it is here, or a recorder made it."""
        assert copy.seq is not None
        return copy.seq <= self.end.seq or copy.source_id == recorder_id(copy.seq)

    def recorded_as(self, source_id: str) -> Event | None:
        """The event that a source id was recorded as: not sent yet, or found in the log."""
        return self._recorded_ids.get(source_id)

    def refused_as(self, source_id: str, attempt_sha256: str) -> Event | None:
        """The event that a repeat with this other content was refused by."""
        key = SourceKey(self.stream, source_id, attempt_sha256)
        if key in self._unsent_refusals:
            return self._unsent_refusals[key]
        value = self._log.recorded([key]).get(key)
        return None if value is None else read_header(value)

    def decide(self, draft: Draft, around: Surroundings) -> Draft:
        """The draft as the rules of this kind of stream have it recorded."""
        if draft.type == _RESUMED:
            return refuse_resumption(draft, around) or self._rules.decide(draft, around)
        return self._rules.decide(draft, around)

    def advance(self, event: Event, sealed: Sealed) -> None:
        """Take an event as the stream's next."""
        digest = sealed.hash
        self.end = StreamEnd(event.seq, digest, event.recorded_at_us, event.gaming_day)
        self.unsent.append((event, digest))
        self._recorded_ids.setdefault(event.source_id, event)
        if event.type == _REFUSED:
            key = key_of(sealed)
            if key is not None and key.refused_sha256:
                self._unsent_refusals[key] = event
        self.last_numbers.take(sealed.source, sealed.number)
        self._rules.evolve(event)

    def sent(self) -> None:
        """What was planned is in the log."""
        self._stored_seq = self.end.seq
        self.unsent.clear()
        self._recorded_ids.clear()
        self._unsent_refusals.clear()

    def round_events(self) -> list[Event]:
        """The events from the last live `round_opened` on, or all where there is none yet."""
        unsent = [event for event, _ in self.unsent]
        for number in range(len(unsent) - 1, -1, -1):
            if unsent[number].type == RoundOpened.TYPE and unsent[number].mode == LIVE:
                return unsent[number:]
        return [*map(read_header, read_tail(self._log, self.stream, _BACK_TO_ROUND)), *unsent]

    def events_before(self, seq: int) -> Iterator[Event]:
        """The events before a number, the last first. What is asked for is mostly near, so ever more of the
        log is read at a time.
        """
        yield from (event for event, _ in reversed(self.unsent) if event.seq < seq)
        stop, at_once = min(seq, self._stored_seq + 1), _READ_BACK_AT_ONCE
        while stop > 1:
            start = max(1, stop - at_once)
            yield from map(read_header, reversed(list(read_counted(self._log, self.stream, start, stop))))
            stop, at_once = start, 2 * at_once

    def event(self, seq: int) -> Event | None:
        """The event of a number; None where there is none."""
        if seq > self._stored_seq:
            unsent = self._unsent(seq)
            return None if unsent is None else unsent[0]
        values = () if seq == 0 else read_counted(self._log, self.stream, seq, seq + 1)
        return next(map(read_header, values), None)

    def hash_at(self, seq: int) -> bytes | None:
        """The hash of the event at a number that the stream has reached; None where that event was lost."""
        if seq > self._stored_seq:
            unsent = self._unsent(seq)
            return None if unsent is None else unsent[1]
        if seq not in self._hashes:
            stop = min(seq + _HASHES_AT_ONCE, self._stored_seq + 1)
            values = read_counted(self._log, self.stream, seq, stop)
            self._hashes = {read_header(value).seq: event_hash(value) for value in values}
        return self._hashes.get(seq)

    def _unsent(self, seq: int) -> tuple[Event, bytes] | None:
        """What is planned with a number, if anything is."""
        at = bisect_left(self.unsent, seq, key=lambda planned: planned[0].seq)
        found = self.unsent[at : at + 1]
        return found[0] if found and found[0][0].seq == seq else None

    def _history(self, before_seq: int | None = None) -> Iterator[Event]:
        """The stream's events up to a number, or all: those in the log, then those that are not sent yet."""
        stop = self._stored_seq + 1 if before_seq is None else before_seq
        yield from map(read_header, read_counted(self._log, self.stream, 1, stop))
        if before_seq is None:
            for event, _ in self.unsent:
                yield event
