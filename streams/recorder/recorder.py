"""The recorder: what a person, a device or the simulated floor records through.

It gives every draft its number, chain, recording time and gaming day, lets the pure rules fill in or refuse,
and appends. After a crash it finds its way from the log's tail; what was asked for before is answered again.
The rules themselves are in `projections`; this is the shell around them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final, NamedTuple

from events.body import Body, checked
from events.envelope import Event
from events.errors import MalformedEvent
from events.jsonform import Draft
from projections.recording.repeats import body_sha256, refuse_repeat, same_content
from streams.clock import Clock, DayOf, GamingDays, now_us
from streams.errors import Conflict, LogError, Trouble
from streams.log import Log, Sealed, seal
from streams.recorder.known_stream import KnownStream
from streams.recorder.source_ids import RecentIds
from streams.recorder.surroundings import LogSurroundings

PAUSES: Final = (0.05, 0.25, 1.0)
"""Seconds between the tries of an append that met trouble."""


class AnotherRecorder(LogError):
    """A stream has one recorder; somebody else has written to this one."""


class NotNext(MalformedEvent):
    """A draft that carries a number or a chain which is not the stream's next."""


class Recorded(NamedTuple):
    """What became of a draft. `existed`: it was recorded before; `refused`: `event` is the refusal."""

    seq: int
    event: Event
    existed: bool
    refused: bool


def draft(
    stream: str,
    body: Body,
    *,
    occurred_at_us: int,
    actor: str,
    round: str | None = None,  # noqa: A002 - the name of the field
    mode: str = "live",
    source_id: str | None = None,
) -> Draft:
    """A draft of what happened; the recorder adds the rest."""
    return Draft(
        facility=None,
        stream=stream,
        seq=None,
        prev=None,
        type=body.TYPE,
        schema=body.SCHEMA,
        occurred_at_us=occurred_at_us,
        recorded_at_us=None,
        gaming_day=None,
        round=round,
        actor=actor,
        source_id=source_id,
        mode=mode,
        body=checked(body).to_bytes(),
    )


class Recorder:
    """Records drafts of many streams into one log; safe to call from several threads."""

    def __init__(
        self,
        log: Log,
        facility: str,
        clock: Clock = now_us,
        day_of: DayOf | None = None,
        *,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self.facility = facility
        self._log = log
        self._clock = clock
        self._day_of = GamingDays() if day_of is None else day_of
        self._pauses = pauses
        self._known: dict[str, KnownStream] = {}
        self._recent = RecentIds()
        self._around = LogSurroundings(clock)
        self._locks: dict[str, threading.Lock] = {}
        self._guard = threading.Lock()

    def record(self, draft: Draft) -> Recorded:
        """Record one draft durably; raises `MalformedEvent` where it cannot be an event of its stream."""
        (result,) = self.record_many((draft,))
        if isinstance(result, MalformedEvent):
            raise result
        return result

    def record_many(self, drafts: Sequence[Draft]) -> list[Recorded | MalformedEvent]:
        """Record drafts in order with one append, whatever their streams; returns when all are durable.

        A draft that cannot be an event is answered with its error and does not hinder the others.
        """
        streams = {draft.stream for draft in drafts}
        with self._holding(streams):
            try:
                batch: list[Sealed] = []
                results = [self._plan(draft, batch) for draft in drafts]
                if batch:
                    self._append(batch)
                for stream in streams & self._known.keys():
                    self._known[stream].unsent.clear()
            except BaseException:
                # What was planned may be stored or not: the log knows.
                for stream in streams:
                    self._known.pop(stream, None)
                    self._recent.forget(stream)
                raise
        return results

    def _plan(self, draft: Draft, batch: list[Sealed]) -> Recorded | MalformedEvent:
        try:
            if draft.facility is not None and draft.facility != self.facility:
                raise MalformedEvent(  # noqa: TRY301 - all that is wrong with a draft ends in one place
                    "facility", f"{draft.facility!r} is not {self.facility!r}, whose log this is"
                )
            known = self._known.get(draft.stream)
            if known is None:
                known = self._known[draft.stream] = KnownStream(self._log, draft.stream, self._recent)
            if draft.seq is not None and draft.prev is not None:
                return self._copy(known, draft, batch)
            return self._record(known, draft, batch)
        except MalformedEvent as error:
            return error

    def _record(self, known: KnownStream, draft: Draft, batch: list[Sealed]) -> Recorded:
        existing = None if draft.source_id is None else known.recorded_as(draft.source_id)
        if existing is None:
            decided = known.decide(draft, self._around)
        elif same_content(draft, existing):
            return Recorded(existing.seq, existing, existed=True, refused=existing.type != draft.type)
        else:
            refused = known.recorded_as((existing.source_id, body_sha256(draft)))
            if refused is not None:
                return Recorded(refused.seq, refused, existed=True, refused=True)
            decided = refuse_repeat(draft, existing)
        if draft.seq not in (None, known.seq + 1):
            raise NotNext("seq", f"it carries {draft.seq}, but {known.stream} goes on with {known.seq + 1}")
        if draft.prev not in (None, known.hash):
            raise NotNext("prev", f"it carries another hash than that of {known.stream} seq {known.seq}")
        event = self._complete(decided, known.seq + 1, known.hash)
        self._take(known, event, batch)
        return Recorded(event.seq, event, existed=False, refused=decided.type != draft.type)

    def _copy(self, known: KnownStream, draft: Draft, batch: list[Sealed]) -> Recorded:
        """Take an event that was recorded elsewhere: it must continue its stream, and no rule touches it."""
        assert draft.seq is not None
        assert draft.prev is not None
        event = self._complete(draft, draft.seq, draft.prev)
        if event.seq == known.seq + 1 and event.prev == known.hash:
            self._take(known, event, batch)
            return Recorded(event.seq, event, existed=False, refused=False)
        if event.seq > known.seq + 1:
            raise NotNext(
                "seq", f"a gap: {known.stream} ends at seq {known.seq}, so {event.seq} cannot follow"
            )
        if event.seq == known.seq + 1:
            raise NotNext(
                "prev",
                f"{event.prev.hex()} is not the hash of {known.stream} seq {known.seq}, {known.hash.hex()}",
            )
        stored, offered = known.hash_at(event.seq), seal(event).hash
        if stored != offered:
            raise NotNext(
                "seq",
                f"another event is {known.stream} seq {event.seq} already "
                f"(stored {stored.hex()}, offered {offered.hex()})",
            )
        return Recorded(event.seq, event, existed=True, refused=False)

    def _take(self, known: KnownStream, event: Event, batch: list[Sealed]) -> None:
        sealed = seal(event)
        known.advance(event, sealed)
        batch.append(sealed)

    def _complete(self, draft: Draft, seq: int, prev: bytes) -> Event:
        """The event of a draft: what it lacks is assigned."""
        return Event(
            self.facility,
            draft.stream,
            seq,
            prev,
            draft.type,
            draft.schema,
            draft.occurred_at_us,
            self._clock() if draft.recorded_at_us is None else draft.recorded_at_us,
            self._day_of(draft.occurred_at_us) if draft.gaming_day is None else draft.gaming_day,
            draft.round,
            draft.actor,
            f"{draft.stream}#{seq}" if draft.source_id is None else draft.source_id,
            draft.mode,
            draft.body,
        )

    def _append(self, batch: Sequence[Sealed]) -> None:
        """Append, and on trouble offer the same bytes again: what was stored after all is then `existed`."""
        for pause in (*self._pauses, None):
            try:
                self._log.append(batch)
            except Conflict as conflict:
                raise AnotherRecorder(
                    f"{conflict.stream}: another recorder has written seq {conflict.seq}. A stream has one "
                    "recorder: stop the other one, then record this again."
                ) from conflict
            except Trouble:
                if pause is None:
                    raise
                time.sleep(pause)
            else:
                return

    @contextmanager
    def _holding(self, streams: Iterable[str]) -> Iterator[None]:
        """Keep other threads off these streams; they may record others meanwhile, and share the sync."""
        with self._guard:
            locks = [self._locks.setdefault(stream, threading.Lock()) for stream in sorted(streams)]
        with ExitStack() as held:
            for lock in locks:
                held.enter_context(lock)
            yield
