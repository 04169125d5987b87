"""The chain rule: which record of a partition is the next event of its stream, and which is not.

Kafka cannot refuse an append with a wrong sequence, so partition order decides: the first event that
continues a stream is the event; anything else at that number is a fork. A later event that proves a gap
halts its stream. Router, sinks, check and rebuild all judge by this module, so they agree on every record.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

import msgspec

import events.vocabulary  # noqa: F401 - whoever judges events must know every type
from events.body import decode_body
from events.envelope import NO_PREV, Event, decode, event_hash
from events.errors import MalformedEvent
from events.naming import comparable
from events.vocabulary.desk import StreamResumed
from projections.routing.marks import MARK, remember, remember_all, remembers
from projections.signatures import two_departments_problem, two_people_problem


class Verdict(Enum):
    """What a record is to its stream."""

    NEXT = "next"
    """The stream's next event: the only verdict that applies a record."""
    REPEAT = "repeat"
    """The same bytes as an event that was applied lately."""
    FORK = "fork"
    """Another event at a number that is taken, or one that follows such an event."""
    STALE = "stale"
    """A number so far back that a repeat cannot be distinguished from a fork."""
    GAP = "gap"
    """An event is missing before this one: the stream halts here."""
    HALTED = "halted"
    """An event of a halted stream: it stays in the log, unapplied."""
    RESUME = "resume"
    """Two badges resume a halted stream: its records since the halt are judged again."""
    UNRESUMED = "unresumed"
    """A resumption that the wrong people signed, or that names what is not there."""
    MALFORMED = "malformed"
    """Bytes that are not an event of this stream."""


class Judged(NamedTuple):
    """A record with its verdict; `detail` explains to people why it does not continue the stream.

    RESUME asks for the records from `replay_from` on to be judged again by `replay`; the one that a halted
    stream goes on from has `resumed`.
    """

    verdict: Verdict
    event: Event | None
    hash: bytes
    expected: bytes
    detail: str
    replay_from: int | None = None
    resumed: bool = False


class _Resumption(NamedTuple):
    """A halted stream that two badges want to go on, until the record that asked for it."""

    from_seq: int
    from_hash: bytes
    last_offset: int


class ChainHead(msgspec.Struct, array_like=True):
    """How far a stream has come. `halt_offset` is where a gap was proved, None while the stream runs.

    `recent` holds marks of its last events, `forks` of the last that lost: what follows one of those is of
    the same stale recorder, and proves no gap.
    """

    seq: int
    hash: bytes
    recent: bytes
    halt_offset: int | None = None
    forks: bytes = b""

    @property
    def halted(self) -> bool:
        """Whether a later event has proved a gap after `seq`."""
        return self.halt_offset is not None


class Chains:
    """The heads of all streams of one partition; `judge` moves them on."""

    __slots__ = ("_resuming", "heads")

    def __init__(self, heads: dict[str, ChainHead] | None = None) -> None:
        self.heads: dict[str, ChainHead] = {} if heads is None else heads
        self._resuming: dict[str, _Resumption] = {}

    def judge(self, offset: int, key: str | None, value: bytes) -> Judged:
        """The verdict on the record at `offset`; NEXT and GAP change the head."""
        digest = event_hash(value)
        try:
            event = decode(value)
        except MalformedEvent as error:
            return Judged(Verdict.MALFORMED, None, digest, NO_PREV, str(error))
        if key is not None and key != event.stream:
            return Judged(
                Verdict.MALFORMED, None, digest, NO_PREV, f"key: {key!r} is not the stream {event.stream!r}"
            )
        if self.take_next(event.stream, event.seq, event.prev, digest):
            return Judged(Verdict.NEXT, event, digest, digest, "")
        return self._not_next(self.heads[event.stream], offset, event, digest)

    def take_next(self, stream: str, seq: int, prev: bytes, digest: bytes) -> bool:
        """Move a stream on by its next event; False, and nothing has moved, for any other event."""
        head = self.heads.get(stream)
        if head is None:
            head = self.heads[stream] = ChainHead(0, NO_PREV, b"")
        if seq != head.seq + 1 or prev != head.hash or head.halt_offset is not None:
            return False
        head.seq = seq
        head.hash = digest
        head.recent = remember(head.recent, digest)
        return True

    def _not_next(self, head: ChainHead, offset: int, event: Event, digest: bytes) -> Judged:
        if event.seq <= head.seq:
            return self._behind(head, event, digest)
        if remembers(head.forks, event.prev):
            head.forks = remember(head.forks, digest)
            detail = f"seq {event.seq} follows {event.prev.hex()}, which lost"
            return Judged(Verdict.FORK, event, digest, head.hash, detail)
        if head.halted:
            if event.type == StreamResumed.TYPE:
                return self._resumption(head, offset, event, digest)
            return Judged(
                Verdict.HALTED, event, digest, head.hash, f"the stream is halted after seq {head.seq}"
            )
        if event.seq == head.seq + 1:
            head.forks = remember(head.forks, digest)
            detail = f"seq {event.seq} follows {event.prev.hex()}, the stream ends in {head.hash.hex()}"
            return Judged(Verdict.FORK, event, digest, head.hash, detail)
        head.halt_offset = offset
        detail = f"seq {head.seq + 1} is missing: seq {event.seq} came"
        return Judged(Verdict.GAP, event, digest, head.hash, detail)

    def _behind(self, head: ChainHead, event: Event, digest: bytes) -> Judged:
        back = head.seq - event.seq
        start = len(head.recent) - MARK * (back + 1)
        if start < 0:
            detail = f"seq {event.seq} is {back} behind the head: a late repeat or a fork"
            return Judged(Verdict.STALE, event, digest, head.hash, detail)
        if head.recent[start : start + MARK] == digest[:MARK]:
            return Judged(Verdict.REPEAT, event, digest, digest, "")
        head.forks = remember(head.forks, digest)
        expected = head.hash if back == 0 else head.recent[start : start + MARK]
        return Judged(Verdict.FORK, event, digest, expected, f"seq {event.seq} is another event already")

    def _resumption(self, head: ChainHead, offset: int, event: Event, digest: bytes) -> Judged:
        try:
            body = decode_body(event)
            assert isinstance(body, StreamResumed)
        except MalformedEvent as error:
            return Judged(Verdict.MALFORMED, None, digest, head.hash, str(error))
        problem = resuming_problem(event.stream, body)
        if problem:
            return Judged(Verdict.UNRESUMED, event, digest, head.hash, problem)
        self._resuming[event.stream] = _Resumption(body.from_seq, bytes.fromhex(body.from_hash), offset)
        return Judged(Verdict.RESUME, event, digest, head.hash, "", replay_from=head.halt_offset)

    def replay(self, offset: int, stream: str, value: bytes) -> Judged:
        """Judge a record of a stream once more, after RESUME, up to and with the record that asked for it.

        What lies before the event that the stream goes on from stays HALTED; UNRESUMED: it was not there.
        """
        wanted = self._resuming[stream]
        last = offset == wanted.last_offset
        if last:
            del self._resuming[stream]
        head = self.heads[stream]
        if not head.halted:
            return self.judge(offset, stream, value)
        probe = Chains().judge(offset, stream, value)
        named = (wanted.from_seq, wanted.from_hash)
        if probe.event is not None and (probe.event.seq, probe.hash) == named and wanted.from_seq > head.seq:
            self.heads[stream] = ChainHead(probe.event.seq - 1, probe.event.prev, b"", forks=head.forks)
            return self.judge(offset, stream, value)._replace(resumed=True)
        if last:
            detail = f"no event with seq {wanted.from_seq} and that hash was found after the gap"
            return Judged(Verdict.UNRESUMED, probe.event, probe.hash, wanted.from_hash, detail)
        return Judged(Verdict.HALTED, probe.event, probe.hash, head.hash, "before the resumption")

    def would_continue(self, stream: str, seq: int, prev: bytes) -> bool:
        """Whether an event with this seq and `prev` would be the next of its stream."""
        head = self.heads.get(stream)
        if head is None:
            return seq == 1 and prev == NO_PREV
        return seq == head.seq + 1 and prev == head.hash and not head.halted

    def advance(self, stream: str, seq: int, hashes: Sequence[bytes]) -> None:
        """Take a stream to `seq` over events that were judged elsewhere; `hashes` are those of the last."""
        head = self.heads.setdefault(stream, ChainHead(0, NO_PREV, b""))
        head.seq, head.hash = seq, hashes[-1]
        head.recent = remember_all(head.recent, hashes)

    def start(self, first: Event) -> None:
        """Judge a stream from `first` on: for readers that begin in the middle of a log."""
        self.heads[first.stream] = ChainHead(first.seq - 1, first.prev, b"")


def resuming_problem(stream: str, body: StreamResumed) -> str:
    """Why a stream does not go on by this, going by what the recorder stamped; empty where it does."""
    if body.stream != stream:
        return f"it resumes {body.stream}, not the stream that it is on"
    problem = two_people_problem(body.authorised_by)
    if problem or not body.stamps:
        return problem
    departments = {comparable(stamp.badge): stamp.department or "" for stamp in body.stamps}
    return two_departments_problem([departments.get(comparable(badge), "") for badge in body.authorised_by])
