"""The examiner's fold of a partition of `events`: the chain rule, and every table's stream by its own fold.

Streams that are not of tables pass by their key. The state of the partition is one value; of it only those
tables are unpacked that something happens at, and only they are packed again. An event that a check cannot
bear is said to be so, as a finding: a defect of one check must not hold up what is found at other tables.
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
from projections.examining.check_list import VERSION
from projections.examining.examiner import TableExaminer, looks_at
from projections.examining.issuing import Series, not_examined
from projections.examining.memory.state_reading import encode_state, reader_of, shape_of
from projections.examining.memory.table_state import TableState
from projections.records import CHUNK, Chunk, Output, Record
from projections.routing.chain import ChainHead, Chains, Judged, Verdict
from projections.routing.router import Step

_OF_TABLES: Final = "table:"
_FORMAT: Final = 1
_FAST: Final = 1
"""How hard to compress: what is stored repeats itself, so little effort makes a tenth of it."""


@dataclass(slots=True)
class ExaminedTable:
    """What is remembered of a table's stream: each mode of play, and the findings so far."""

    modes: dict[str, TableState] = field(default_factory=dict)
    series: Series = field(default_factory=Series)


_encode: Final = msgspec.msgpack.Encoder().encode
_read_table: Final = reader_of(ExaminedTable)
SHAPE: Final = shape_of(ExaminedTable)


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
    tables: dict[str, bytes]
    """By stream, packed."""


_STORED: Final = msgspec.msgpack.Decoder(_Stored)
_CONTENT: Final = msgspec.msgpack.Decoder(_Content)


_NOTHING: Final = Step(())


class Examiner:
    """The state of one partition of `events` and the step that moves it on."""

    __slots__ = ("_packed", "_tables", "_unpacked", "chains", "next_offset")

    def __init__(self, next_offset: int = 0, content: _Content | None = None) -> None:
        self.next_offset = next_offset
        self.chains = Chains(None if content is None else content.heads)
        self._packed: dict[str, bytes] = {} if content is None else content.tables
        self._tables: dict[str, tuple[ExaminedTable, TableExaminer]] = {}
        self._unpacked: set[str] = set()
        """Tables whose packed form is out of date."""

    def step(self, record: Record) -> Step:
        """Judge one record, in the order of the partition."""
        self.next_offset = record.offset + 1
        if not record.key.startswith(_OF_TABLES):
            return _NOTHING
        judged = self.chains.judge(record.offset, record.key, record.value)
        return Step(self._follow(judged), judged.replay_from)

    def replay(self, record: Record) -> Step:
        """Judge again a record that was halted, in a stream that is being resumed."""
        return Step(self._follow(self.chains.replay(record.offset, record.key, record.value)))

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
                if stream != record.key or not stream.startswith(_OF_TABLES):
                    yield record, self.step(record)
                    continue
                if not self.chains.take_next(stream, row[2], row[3], event_hash(record.value)):
                    yield record, self.step(record)
                    continue
                self.next_offset = record.offset + 1
                if looks_at(row[4], row[9]) and (outputs := self._examined(Event._make(row))):
                    yield record, Step(outputs)

    def steps_of(self, chunk: Chunk, rows: list[Row], digests: list[bytes]) -> Iterator[Step]:
        """As `steps`, of events that somebody else has decoded and hashed; each has its stream as its key.

        `MalformedEvent` at the first that is not plainly the next of its stream: up to there they are done.
        """
        for offset, (row, digest) in enumerate(zip(rows, digests, strict=True), chunk.start):
            stream = row[1]
            if stream.startswith(_OF_TABLES):
                if not self.chains.take_next(stream, row[2], row[3], digest):
                    raise MalformedEvent("event", f"{stream} seq {row[2]} is not plainly the next")
                if looks_at(row[4], row[9]) and (outputs := self._examined(Event._make(row))):
                    yield Step(outputs)
            self.next_offset = offset + 1

    def _follow(self, judged: Judged) -> list[Output]:
        event = judged.event
        if judged.verdict is not Verdict.NEXT or event is None or not looks_at(event.type, event.round):
            return []
        return self._examined(event)

    def _examined(self, event: Event) -> list[Output]:
        """What is found at an event that counts; on a stream where its type cannot be it means nothing."""
        if not may_be_on(event.type, event.stream):
            return []
        table, examiner = self._tables.get(event.stream) or self._open(event.stream)
        self._unpacked.add(event.stream)
        try:
            found = examiner.take(event)
        except Exception as error:  # noqa: BLE001 - a defect of a check, or a body that cannot be read
            found = [not_examined(event, error, VERSION)]
        return [table.series.issue(event, finding) for finding in found] if found else []

    def _open(self, stream: str) -> tuple[ExaminedTable, TableExaminer]:
        packed = self._packed.get(stream)
        table = ExaminedTable() if packed is None else _unpack(packed)
        opened = self._tables[stream] = table, TableExaminer(table.modes)
        return opened

    def dump(self) -> bytes:
        """The state as one value to store."""
        for stream in self._unpacked:
            self._packed[stream] = zlib.compress(encode_state(self._tables[stream][0]), _FAST)
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


def _unpack(packed: bytes) -> ExaminedTable:
    assert _read_table is not None
    table: ExaminedTable = _read_table(msgspec.msgpack.decode(zlib.decompress(packed)))
    return table
