"""The examiner's fold of a partition of `events`: the chain rule, and every stream by its own fold.

Tables are examined as they play; desks and links by the little that they say themselves. The state of the
partition is one value; of it only those streams are unpacked that something happens on, and only they are
packed again. An event that a check cannot bear is said to be so, as a finding: a defect of one check must not
hold up what is found on other streams.
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from events.body import may_be_on
from events.columns import Row, decode_rows
from events.envelope import Event, event_hash
from events.errors import MalformedEvent
from projections.examining.examiner import TableExaminer
from projections.examining.finding import VERSION, Finding
from projections.examining.issuing import Series, not_examined
from projections.examining.memory.state_reading import encode_state, reader_of, shape_of
from projections.examining.memory.table_state import TableState
from projections.examining.record.chain_breaks import bytes_found, place_in, told_of
from projections.examining.record.clocks import OffClock
from projections.examining.record.desks import DeskState, take
from projections.examining.record.record_check import BYTES, FORK_OR_GAP, finding_of
from projections.records import CHUNK, Chunk, Output, Record
from projections.routing.chain import ChainHead, Chains, Judged, Verdict
from projections.routing.router import Step

_TABLE: Final = "table:"
_KINDS: Final = (_TABLE, "link:", "desk:")
"""What is recorded; a key that begins otherwise is nobody's."""
_FORMAT: Final = 1
_FAST: Final = 1
"""How hard to compress: what is stored repeats itself, so little effort makes a tenth of it."""


@dataclass(slots=True)
class ExaminedStream:
    """What is remembered of a stream: of a table each mode of play and its clocks, of a desk or a link what
    it said; the last event that counts, and the findings so far."""

    modes: dict[str, TableState] = field(default_factory=dict)
    clocks: dict[str, OffClock] = field(default_factory=dict)
    desk: DeskState = field(default_factory=DeskState)
    series: Series = field(default_factory=Series)
    facility: str = ""
    recorded_at_us: int = 0
    gaming_day: str = ""
    bytes_behind: int = 0
    """The number behind which bytes were found that are not an event, the last time."""


_encode: Final = msgspec.msgpack.Encoder().encode
_read_stream: Final = reader_of(ExaminedStream)
SHAPE: Final = shape_of(ExaminedStream)


class _Stored(msgspec.Struct, frozen=True, array_like=True):
    """A partition as it is stored."""

    format: int
    version: int
    shape: str
    next_offset: int
    sha256: bytes
    content: bytes


class _Content(msgspec.Struct, frozen=True, array_like=True):
    heads: dict[str, ChainHead]
    streams: dict[str, bytes]
    """Packed."""


_STORED: Final = msgspec.msgpack.Decoder(_Stored)
_CONTENT: Final = msgspec.msgpack.Decoder(_Content)


_NOTHING: Final = Step(())


class Examiner:
    """The state of one partition of `events` and the step that moves it on."""

    __slots__ = ("_packed", "_streams", "_unpacked", "chains", "next_offset")

    def __init__(self, next_offset: int = 0, content: _Content | None = None) -> None:
        self.next_offset = next_offset
        self.chains = Chains(None if content is None else content.heads)
        self._packed: dict[str, bytes] = {} if content is None else content.streams
        self._streams: dict[str, tuple[ExaminedStream, TableExaminer]] = {}
        self._unpacked: set[str] = set()
        """Streams whose packed form is out of date."""

    def step(self, record: Record) -> Step:
        """Judge one record, in the order of the partition."""
        self.next_offset = record.offset + 1
        if not record.key.startswith(_KINDS):
            return _NOTHING
        forks = self._forks(record.key)
        judged = self.chains.judge(record.offset, record.key, record.value)
        return Step(self._follow(record.key, judged, forks), judged.replay_from)

    def replay(self, record: Record) -> Step:
        """Judge again a record that was halted, in a stream that is being resumed."""
        forks = self._forks(record.key)
        judged = self.chains.replay(record.offset, record.key, record.value)
        return Step(self._follow(record.key, judged, forks))

    def _forks(self, stream: str) -> bytes:
        head = self.chains.heads.get(stream)
        return b"" if head is None else head.forks

    def steps(self, records: Sequence[Record]) -> Iterator[tuple[Record, Step]]:
        """As `step` for record after record, at half its cost: those steps that something follows from.

        What a step asks to be replayed must be replayed before the next is asked for.
        """
        for start in range(0, len(records), CHUNK):
            chunk = records[start : start + CHUNK]
            values = [record.value for record in chunk]
            try:
                rows = decode_rows(values)
            except MalformedEvent:
                yield from ((record, self.step(record)) for record in chunk)
                continue
            for record, row in zip(chunk, rows, strict=True):
                stream = row[1]
                if stream != record.key or not stream.startswith(_KINDS):
                    yield record, self.step(record)
                    continue
                if not self.chains.take_next(stream, row[2], row[3], event_hash(record.value)):
                    yield record, self.step(record)
                    continue
                self.next_offset = record.offset + 1
                if outputs := self._examined(Event._make(row)):
                    yield record, Step(outputs)

    def steps_of(self, chunk: Chunk, rows: list[Row], digests: list[bytes]) -> Iterator[Step]:
        """As `steps`, of events that somebody else has decoded and hashed; each has its stream as its key.

        `MalformedEvent` at the first that is not plainly the next of its stream: up to there they are done.
        """
        for offset, (row, digest) in enumerate(zip(rows, digests, strict=True), chunk.start):
            stream = row[1]
            if stream.startswith(_KINDS):
                if not self.chains.take_next(stream, row[2], row[3], digest):
                    raise MalformedEvent("event", f"{stream} seq {row[2]} is not plainly the next")
                if outputs := self._examined(Event._make(row)):
                    yield Step(outputs)
            self.next_offset = offset + 1

    def _follow(self, stream: str, judged: Judged, forks: bytes) -> list[Output]:
        if judged.verdict is Verdict.NEXT and judged.event is not None:
            return self._examined(judged.event)
        if judged.verdict is Verdict.MALFORMED:
            return self._not_an_event(stream, judged)
        found = told_of(judged, forks)
        if found is None or judged.event is None:
            return []
        known = self._open(stream)[0]
        at = judged.event
        if known.facility:  # by what counts: what lost may say anything about itself
            at = at._replace(
                facility=known.facility, recorded_at_us=known.recorded_at_us, gaming_day=known.gaming_day
            )
        return [known.series.issue(at, finding_of(FORK_OR_GAP, found, at, VERSION))]

    def _not_an_event(self, stream: str, judged: Judged) -> list[Output]:
        """Bytes under the name of a stream are told behind an event of it; else they are nobody's."""
        head = self.chains.heads.get(stream)
        if head is None or not head.seq:
            return []
        known = self._open(stream)[0]
        if not known.facility or known.bytes_behind == head.seq:
            return []
        known.bytes_behind = head.seq
        at = place_in(stream, head.seq, known.facility, known.recorded_at_us, known.gaming_day)
        return [known.series.issue(at, finding_of(BYTES, bytes_found(judged, head.seq), at, VERSION))]

    def _examined(self, event: Event) -> list[Output]:
        """What is found at an event that counts; on a stream where its type cannot be it means nothing."""
        known, examiner = self._open(event.stream)
        known.facility = event.facility
        known.recorded_at_us = event.recorded_at_us
        known.gaming_day = event.gaming_day
        if not may_be_on(event.type, event.stream):
            return []
        found: list[Finding]
        try:
            if event.stream.startswith(_TABLE):
                found = examiner.take(event)
            else:
                found = [finding_of(check, each, event, VERSION) for check, each in take(known.desk, event)]
        except Exception as error:  # noqa: BLE001 - a defect of a check, or a body that cannot be read
            found = [not_examined(event, error, VERSION)]
        return [known.series.issue(event, finding) for finding in found] if found else []

    def _open(self, stream: str) -> tuple[ExaminedStream, TableExaminer]:
        """What is known of a stream, about to move on."""
        self._unpacked.add(stream)
        opened = self._streams.get(stream)
        if opened is None:
            packed = self._packed.get(stream)
            known = ExaminedStream() if packed is None else _unpack(packed)
            opened = self._streams[stream] = known, TableExaminer(known.modes, known.clocks)
        return opened

    def dump(self) -> bytes:
        """The state as one value to store."""
        for stream in self._unpacked:
            self._packed[stream] = zlib.compress(encode_state(self._streams[stream][0]), _FAST)
        self._unpacked.clear()
        content = _encode(_Content(self.chains.heads, self._packed))
        digest = hashlib.sha256(content).digest()
        return _encode(_Stored(_FORMAT, VERSION, SHAPE, self.next_offset, digest, content))

    @classmethod
    def load(cls, dumped: bytes | None) -> Examiner:
        """The state of `dump`; None is the beginning.

        `MalformedEvent` for what is damaged, or was stored by another list of checks or another release: the
        log is folded again then, and what was found before is found again in the same words.
        """
        if dumped is None:
            return cls()
        stored = _stored(dumped)
        if (stored.format, stored.version, stored.shape) != (_FORMAT, VERSION, SHAPE):
            raise MalformedEvent("state", "it is of another release or list of checks: fold the log again")
        if hashlib.sha256(stored.content).digest() != stored.sha256:
            raise MalformedEvent("state", "it is damaged: fold the log again")
        return cls(stored.next_offset, _CONTENT.decode(stored.content))


def examined_to(dumped: bytes | None) -> int:
    """The offset up to which a stored state has examined; 0 for none, and for that of another list."""
    try:
        stored = None if dumped is None else _stored(dumped)
    except MalformedEvent:
        return 0
    return 0 if stored is None or (stored.version, stored.shape) != (VERSION, SHAPE) else stored.next_offset


def _stored(dumped: bytes) -> _Stored:
    try:
        return _STORED.decode(dumped)
    except msgspec.MsgspecError as error:
        raise MalformedEvent("state", f"these bytes are not a state ({error}): fold the log again") from None


def _unpack(packed: bytes) -> ExaminedStream:
    assert _read_stream is not None
    known: ExaminedStream = _read_stream(msgspec.msgpack.decode(zlib.decompress(packed)))
    return known
