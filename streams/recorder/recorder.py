"""The recorder: what a person, a device or the simulated floor records through.

It gives every draft its number, chain, recording time and gaming day, lets the pure rules fill in or refuse,
and appends. After a crash it finds its way from the log's tail; what was asked for before is answered again.
The rules themselves are in `projections`; this is the shell around them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from functools import reduce
from typing import Final

import msgspec

from events.body import TYPES, Body, checked, require_clients_type, require_own_stream
from events.envelope import Event
from events.errors import MalformedEvent
from events.jsonform import Draft
from events.vocabulary.badges import REGISTER
from events.vocabulary.play import LinkFound
from projections.recording import badges, link
from projections.recording.badges import Register
from projections.recording.completing import DayOf, check_copy, complete
from projections.recording.drafts import attempt_sha256
from projections.recording.repeats import (
    refuse_repeat,
    require_clients_id,
    require_id_once,
    same_content,
)
from streams.clock import Clock, GamingDays, now_us
from streams.errors import Conflict, Halted, LogError, Trouble
from streams.log import Log, Origin, SourceKey, seal
from streams.recorder.admission import NONE_RESUMED, Admission, Batch, ResumedGaps, Taking
from streams.recorder.known_stream import KnownStream
from streams.recorder.link_looks import LinkLooks
from streams.recorder.register import RegisterReader
from streams.recorder.stream_locks import StreamLocks
from streams.recorder.surroundings import LogSurroundings, LookAtLink, ReadRegister

PAUSES: Final = (0.05, 0.25, 1.0)
"""Seconds between the tries of an append that met trouble."""
STREAMS_KEPT: Final = 1_024
"""Of more streams than this a process forgets those that nobody records on at the moment."""


class AnotherRecorder(LogError):
    """A stream has one recorder; somebody else has written to this one."""


class NotNext(MalformedEvent):
    """A draft that carries a number or a chain which is not the stream's next."""


class BehindAGap(NotNext):
    """A copy before which at least one of its stream is missing."""


class NotWhileHalted(MalformedEvent, Halted):
    """A draft for a stream that is halted, or that needs to know what such a stream holds."""


class Recorded(msgspec.Struct, frozen=True, gc=False):
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
        taking: Taking = Taking.COPIES,
        resumed: ResumedGaps = NONE_RESUMED,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        """`resumed` are the gaps that copies may have."""
        self.facility = facility
        self._log = log
        self._clock = clock
        self._day_of = GamingDays() if day_of is None else day_of
        self._admission = Admission(log, taking)
        self._resumed = resumed
        self._pauses = pauses
        self._known: dict[str, KnownStream] = {}
        self._links = LinkLooks(log)
        self._registers = RegisterReader(log)
        self._locks = StreamLocks()

    def record(self, draft: Draft, *, by_system: bool = False) -> Recorded:
        """Record one draft durably; raises `MalformedEvent` where it cannot be an event of its stream.

        `by_system` is for what a command of ours worked out itself: no client sends drafts of those types.
        """
        (result,) = self.record_many((draft,), by_system=by_system)
        if isinstance(result, MalformedEvent):
            raise result
        return result

    def record_many(
        self, drafts: Sequence[Draft], moments: Sequence[int] | None = None, *, by_system: bool = False
    ) -> list[Recorded | MalformedEvent]:
        """Record drafts in order with one append, whatever their streams; returns when all are durable.

        A draft that cannot be an event is answered with its error and does not hinder the others. With
        `moments`, one a draft, time is virtual: they take the place of the recorder's clock. `by_system` is
        as for `record`.
        """
        streams = {draft.stream for draft in drafts}
        with self._locks.holding(streams):  # others may be recorded meanwhile, and share the sync
            try:
                batch = Batch(by_system=by_system)
                self._look_up(drafts, streams, batch)
                at = [None] * len(drafts) if moments is None else moments
                around = LogSurroundings(
                    self._day_of, self._link_within(streams), *self._registers_within(streams)
                )
                results = [
                    self._plan(draft, moment, around, batch) for draft, moment in zip(drafts, at, strict=True)
                ]
                if batch:
                    self._append(batch)
                    self._admission.appended(batch.origin)
                for stream in streams & self._known.keys():
                    self._known[stream].sent()
                    self._links.written(stream)
                    self._registers.written(stream)
                self._forget_idle()
            except BaseException:
                # What was planned may be stored or not: the log knows.
                self._admission.forget()
                for stream in streams:
                    self._known.pop(stream, None)
                raise
        return results

    def _forget_idle(self) -> None:
        """A case is a stream too, so streams never end: of those nobody holds, the log knows all there is."""
        if len(self._known) > STREAMS_KEPT:
            self._locks.drop_unheld(self._known)

    def _look_up(self, drafts: Sequence[Draft], streams: set[str], batch: Batch) -> None:
        """Find what the log has of these drafts already: one question for all that may be repeats."""
        for stream in streams:
            try:
                self._known_stream(stream)
            except MalformedEvent as error:  # a stream of a processor
                batch.closed_streams[stream] = error.with_traceback(None)  # or it would keep this frame
            except Halted as halted:
                batch.closed_streams[stream] = NotWhileHalted("stream", str(halted))
        keys: list[SourceKey] = []
        for draft in drafts:
            known, source_id = self._known.get(draft.stream), draft.source_id
            if known is None or source_id is None or known.last_numbers.is_new(source_id):
                continue
            if not (_is_copy(draft) and known.knows_by_number(draft)):
                keys.append(SourceKey(draft.stream, source_id))
        for key, value in (self._log.recorded(keys) if keys else {}).items():
            self._known[key.stream].found(key, value)

    def _known_stream(self, stream: str) -> KnownStream:
        known = self._known.get(stream)
        if known is None:
            known = self._known[stream] = KnownStream(self._log, stream)
        return known

    def _link_within(self, streams: set[str]) -> LookAtLink:
        """Looks at a link; what this very batch adds to its stream counts at once."""

        def look(name: str) -> LinkFound | None:
            stream = f"link:{name}"
            known = self._known.get(stream) if stream in streams else None
            unsent = () if known is None else [event for event, _ in known.unsent]
            recorded = reduce(link.evolve, unsent, self._links.look(name))
            return None if recorded is None else recorded.found

        return look

    def link(self, name: str) -> LinkFound | None:
        """What a link's own stream has of it; None before it is first opened."""
        recorded = self._links.look(name)
        return None if recorded is None else recorded.found

    def register(self) -> Register:
        """The register of badges, read to its end; `Halted` where it has a gap."""
        return self._registers.read()

    def _registers_within(self, streams: set[str]) -> tuple[ReadRegister, ReadRegister]:
        """Read the register, or what it was a moment ago; what this very batch adds to it counts at once."""

        if REGISTER not in streams:
            return self._registers.read_or_unreadable, self._registers.read_recent
        register: Register | None = None
        followed = 0  # so many of the batch's own: one batch may hold the whole register and ask after each

        def read() -> Register:
            nonlocal register, followed
            unsent = self._known_stream(REGISTER).unsent
            if register is None:
                register = self._registers.read_or_unreadable()
            register = reduce(badges.evolve, (event for event, _ in unsent[followed:]), register)
            followed = len(unsent)
            return register

        return read, read

    def would_restore(self, drafts: Sequence[Draft]) -> bool:
        """Whether any of these is a copy that this log lacks, and that it takes only when two have signed."""
        copies = [draft for draft in drafts if _is_copy(draft)]
        with self._locks.holding({draft.stream for draft in copies}):
            new = any(map(self._is_beyond_end, copies))
            self._forget_idle()
        return new and self._admission.held > Origin.COPIED

    def _is_beyond_end(self, copy: Draft) -> bool:
        """Whether a copy has a higher number than its stream's last event; not where that cannot be known."""
        with suppress(MalformedEvent, Halted):
            return (copy.seq or 0) > self._known_stream(copy.stream).end.seq
        return False

    def _plan(
        self, draft: Draft, moment: int | None, around: LogSurroundings, batch: Batch
    ) -> Recorded | MalformedEvent:
        try:
            if draft.facility is not None and draft.facility != self.facility:
                raise MalformedEvent(  # noqa: TRY301 - all that is wrong with a draft ends in one place
                    "facility", f"{draft.facility!r} is not {self.facility!r}, whose log this is"
                )
            if draft.stream in batch.closed_streams:
                return batch.closed_streams[draft.stream]
            known = self._known[draft.stream]
            if draft.type not in known.clients_types:
                self._require_type(known, draft, batch)
            now_us = self._clock() if moment is None else moment
            if draft.seq is not None and _is_copy(draft):
                return self._copy(known, draft, now_us, batch)
            around.move_to(known, now_us)
            return self._record(known, draft, around, batch)
        except MalformedEvent as error:
            return error
        except Halted as halted:
            return NotWhileHalted("stream", str(halted))

    def _require_type(self, known: KnownStream, draft: Draft, batch: Batch) -> None:
        """Refuse a type that cannot be on the stream, or that is not for a client to send."""
        require_own_stream(draft.type, draft.stream)
        if _is_copy(draft) or batch.by_system or self._admission.taking is Taking.AS_RECORDED:
            return
        require_clients_type(draft.type)
        if draft.type in TYPES:
            known.clients_types.add(draft.type)

    def _record(self, known: KnownStream, draft: Draft, around: LogSurroundings, batch: Batch) -> Recorded:
        existing = None if draft.source_id is None else known.recorded_as(draft.source_id)
        if existing is None:
            require_clients_id(draft)
            if self._admission.taking is Taking.AS_RECORDED:
                brought_us = self._admission.brought_time(draft, known.end, around.now_us, batch)
                around.move_to(known, brought_us)
            decided = known.decide(draft, around)
        elif same_content(draft, existing):
            return Recorded(existing.seq, existing, existed=True, refused=existing.type != draft.type)
        else:
            refused = known.refused_as(existing.source_id, attempt_sha256(draft))
            if refused is not None:
                return Recorded(refused.seq, refused, existed=True, refused=True)
            decided = refuse_repeat(draft, existing)
        end = known.end
        if draft.seq is not None and draft.seq != end.seq + 1:
            raise NotNext("seq", f"it carries {draft.seq}, but {known.stream} goes on with {end.seq + 1}")
        if draft.prev is not None and draft.prev != end.hash:
            raise NotNext("prev", f"it carries another hash than that of {known.stream} seq {end.seq}")
        event = complete(decided, end, self.facility, around.now_us, self._day_of)
        self._take(known, event, batch, self._admission.of_drafts)
        return Recorded(event.seq, event, existed=False, refused=decided.type != draft.type)

    def _copy(self, known: KnownStream, draft: Draft, now_us: int, batch: Batch) -> Recorded:
        """Take an event that was recorded elsewhere: it must continue its stream, and no rule touches it."""
        assert draft.seq is not None
        assert draft.prev is not None
        require_clients_id(draft)
        end = known.end
        gap = draft.seq > end.seq + 1
        if gap and not self._resumed.explain(draft.stream, draft.seq):
            raise BehindAGap(
                "seq", f"a gap: {known.stream} ends at seq {end.seq}, so {draft.seq} cannot follow"
            )
        if draft.seq == end.seq + 1 and draft.prev != end.hash:
            raise NotNext(
                "prev",
                f"{draft.prev.hex()} is not the hash of {known.stream} seq {end.seq}, {end.hash.hex()}",
            )
        event = self._as_recorded_elsewhere(draft)
        if event.seq > end.seq:
            origin = self._admission.of_copy(batch)
            check_copy(event, end, now_us, self._day_of, behind_a_gap=gap)
            require_id_once(event, known.recorded_as(event.source_id))
            if gap:
                batch.gaps.add((event.stream, event.seq))
            self._take(known, event, batch, origin)
            return Recorded(event.seq, event, existed=False, refused=False)
        stored, offered = known.hash_at(event.seq), seal(event).hash
        if stored is None:
            raise NotNext(
                "seq", f"{known.stream} seq {event.seq} was lost here, and the stream was resumed behind it"
            )
        if stored != offered:
            raise NotNext(
                "seq",
                f"another event is {known.stream} seq {event.seq} already "
                f"(stored {stored.hex()}, offered {offered.hex()})",
            )
        return Recorded(event.seq, event, existed=True, refused=False)

    def _as_recorded_elsewhere(self, draft: Draft) -> Event:
        """The event of a copy, which must bring all that a recorder assigns."""
        for name in ("recorded_at_us", "gaming_day", "source_id"):
            if getattr(draft, name) is None:
                raise MalformedEvent(
                    name.removesuffix("_us"), "is missing: a line that carries seq and prev is a copy, whole"
                )
        return Event._make(draft._replace(facility=self.facility))

    def _take(self, known: KnownStream, event: Event, batch: Batch, origin: Origin) -> None:
        sealed = seal(event)
        known.advance(event, sealed)
        batch.take(sealed, origin)

    def _append(self, batch: Batch) -> None:
        """Append, and on trouble offer the same bytes again: what was stored after all is then `existed`."""
        for pause in (*self._pauses, None):
            try:
                self._log.append(batch, Origin(batch.origin), batch.gaps)
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


def _is_copy(draft: Draft) -> bool:
    """Whether a draft was recorded elsewhere: it carries its number and its chain."""
    return draft.seq is not None and draft.prev is not None
