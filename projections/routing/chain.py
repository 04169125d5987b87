"""The chain rule: which record of a partition is the next event of its stream, and which is not.

Kafka cannot refuse an append with a wrong sequence, so partition order decides: the first event that
continues a stream is the event; anything else at that number is a fork. A later event that proves a gap
halts its stream. Router, sinks, check and rebuild all judge by this module, so they agree on every record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import events.vocabulary  # noqa: F401 - whoever judges events must know every type
from events.body import decode_body
from events.envelope import NO_PREV, Event, decode, event_hash
from events.errors import MalformedEvent
from projections.routing.marks import MARK, remember, remember_all, remembers


class Verdict(Enum):
    """What a record is to its stream."""

    NEXT = "next"
    REPEAT = "repeat"
    FORK = "fork"
    STALE = "stale"
    GAP = "gap"
    HALTED = "halted"
    RESUME = "resume"
    UNRESUMED = "unresumed"
    MALFORMED = "malformed"


class Judged(NamedTuple):
    """A record with its verdict; `detail` says for people why it does not continue the stream.

    RESUME asks for the records from `replay_from` on to be judged again by `replay`; the one that a halted
    stream goes on from has `resumed`.
    """

    verdict: Verdict
    event: Event | None
    hash: bytes
    expected: bytes
    detail: str
    replay_from: int = -1
    resumed: bool = False


class _Resumption(NamedTuple):
    """A halted stream that two badges want to go on, until the record that asked for it."""

    from_seq: int
    from_hash: bytes
    last_offset: int


@dataclass(slots=True)
class Track:
    """How far a stream has come. `halt_offset` is where a gap was proved, -1 while the stream runs.

    `recent` holds marks of its last events, `forks` of the last that lost: what follows one of those is of
    the same stale recorder, and proves no gap.
    """

    seq: int
    hash: bytes
    recent: bytes
    halt_offset: int = -1
    forks: bytes = b""

    @property
    def halted(self) -> bool:
        """Whether a later event has proved a gap after `seq`."""
        return self.halt_offset >= 0


class Chains:
    """The tracks of all streams of one partition; `judge` moves them on."""

    __slots__ = ("_resuming", "tracks")

    def __init__(self, tracks: dict[str, Track] | None = None) -> None:
        self.tracks: dict[str, Track] = {} if tracks is None else tracks
        self._resuming: dict[str, _Resumption] = {}

    def judge(self, offset: int, key: str | None, value: bytes) -> Judged:
        """The verdict on the record at `offset`; NEXT and GAP change the track."""
        digest = event_hash(value)
        try:
            event = decode(value)
        except MalformedEvent as error:
            return Judged(Verdict.MALFORMED, None, digest, NO_PREV, str(error))
        if key is not None and key != event.stream:
            return Judged(
                Verdict.MALFORMED, None, digest, NO_PREV, f"key: {key!r} is not the stream {event.stream!r}"
            )
        track = self.tracks.get(event.stream)
        if track is None:
            track = self.tracks[event.stream] = Track(0, NO_PREV, b"")
        if event.seq == track.seq + 1 and event.prev == track.hash and track.halt_offset < 0:
            track.seq = event.seq
            track.hash = digest
            track.recent = remember(track.recent, digest)
            return Judged(Verdict.NEXT, event, digest, digest, "")
        return self._astray(track, offset, event, digest)

    def _astray(self, track: Track, offset: int, event: Event, digest: bytes) -> Judged:
        if event.seq <= track.seq:
            return self._behind(track, event, digest)
        if remembers(track.forks, event.prev):
            track.forks = remember(track.forks, digest)
            detail = f"seq {event.seq} follows {event.prev.hex()}, which lost"
            return Judged(Verdict.FORK, event, digest, track.hash, detail)
        if track.halted:
            if event.type == "stream_resumed":
                return self._resumption(track, offset, event, digest)
            return Judged(
                Verdict.HALTED, event, digest, track.hash, f"the stream is halted after seq {track.seq}"
            )
        if event.seq == track.seq + 1:
            track.forks = remember(track.forks, digest)
            detail = f"seq {event.seq} follows {event.prev.hex()}, the stream stands at {track.hash.hex()}"
            return Judged(Verdict.FORK, event, digest, track.hash, detail)
        track.halt_offset = offset
        detail = f"seq {track.seq + 1} is missing: seq {event.seq} came"
        return Judged(Verdict.GAP, event, digest, track.hash, detail)

    def _behind(self, track: Track, event: Event, digest: bytes) -> Judged:
        back = track.seq - event.seq
        start = len(track.recent) - MARK * (back + 1)
        if start < 0:
            detail = f"seq {event.seq} is {back} behind the head: a late repeat or a fork"
            return Judged(Verdict.STALE, event, digest, track.hash, detail)
        if track.recent[start : start + MARK] == digest[:MARK]:
            return Judged(Verdict.REPEAT, event, digest, digest, "")
        track.forks = remember(track.forks, digest)
        expected = track.hash if back == 0 else track.recent[start : start + MARK]
        return Judged(Verdict.FORK, event, digest, expected, f"seq {event.seq} is another event already")

    def _resumption(self, track: Track, offset: int, event: Event, digest: bytes) -> Judged:
        try:
            body: Any = decode_body(event)
        except MalformedEvent as error:
            return Judged(Verdict.MALFORMED, None, digest, track.hash, str(error))
        if len(set(body.authorised_by)) < 2:
            return Judged(Verdict.UNRESUMED, event, digest, track.hash, "two different badges are needed")
        self._resuming[event.stream] = _Resumption(body.from_seq, bytes.fromhex(body.from_hash), offset)
        return Judged(Verdict.RESUME, event, digest, track.hash, "", replay_from=track.halt_offset)

    def replay(self, offset: int, stream: str, value: bytes) -> Judged:
        """Judge a record of a stream once more, after RESUME, up to and with the record that asked for it.

        What lies before the event that the stream goes on from stays HALTED; UNRESUMED: it was not there.
        """
        wanted = self._resuming[stream]
        last = offset == wanted.last_offset
        if last:
            del self._resuming[stream]
        track = self.tracks[stream]
        if not track.halted:
            return self.judge(offset, stream, value)
        probe = Chains().judge(offset, stream, value)
        named = (wanted.from_seq, wanted.from_hash)
        if probe.event is not None and (probe.event.seq, probe.hash) == named and wanted.from_seq > track.seq:
            self.tracks[stream] = Track(probe.event.seq - 1, probe.event.prev, b"", forks=track.forks)
            return self.judge(offset, stream, value)._replace(resumed=True)
        if last:
            detail = f"no event with seq {wanted.from_seq} and that hash stands after the gap"
            return Judged(Verdict.UNRESUMED, probe.event, probe.hash, wanted.from_hash, detail)
        return Judged(Verdict.HALTED, probe.event, probe.hash, track.hash, "before the resumption")

    def stands_before(self, stream: str, seq: int, prev: bytes) -> bool:
        """Whether an event with this seq and `prev` would be the next of its stream."""
        track = self.tracks.get(stream)
        if track is None:
            return seq == 1 and prev == NO_PREV
        return seq == track.seq + 1 and prev == track.hash and not track.halted

    def advance(self, stream: str, seq: int, hashes: Sequence[bytes]) -> None:
        """Take a stream to `seq` over events that were judged elsewhere; `hashes` are those of the last."""
        track = self.tracks.setdefault(stream, Track(0, NO_PREV, b""))
        track.seq, track.hash = seq, hashes[-1]
        track.recent = remember_all(track.recent, hashes)

    def start(self, first: Event) -> None:
        """Judge a stream from `first` on: for readers that begin in the middle of a log."""
        self.tracks[first.stream] = Track(first.seq - 1, first.prev, b"")

    def dump(self) -> list[Any]:
        """Plain values for a stored state, in an order of their own."""
        return [
            [stream, track.seq, track.hash, track.recent, track.halt_offset, track.forks]
            for stream, track in sorted(self.tracks.items())
        ]

    @classmethod
    def load(cls, dumped: list[Any]) -> Chains:
        """The chains of `dump`."""
        return cls({stream: Track(*track) for stream, *track in dumped})
