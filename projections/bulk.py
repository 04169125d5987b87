"""The events model over a whole range at once: the same answer as `EventsModel`, made for millions of events.

A range is folded without knowing what came before it, so ranges can be folded side by side and joined in
order. It works on clean ranges only: at the first record that is not plainly the next of its stream it gives
up, and the caller goes through `EventsModel` one record at a time, which knows forks, gaps and resumptions.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final

from events.envelope import NO_PREV, decode_fields
from events.errors import MalformedEvent
from projections.chain import MARK, REMEMBERED, Chains, Track
from projections.rounds import ENDINGS, RoundChange

_KEPT: Final = MARK * REMEMBERED


class RangeFold:
    """What a clean range says: for every stream where it starts and ends, and its rounds."""

    __slots__ = ("entries", "events", "rounds", "tracks")

    def __init__(self) -> None:
        self.events = 0
        self.entries: dict[str, tuple[int, bytes]] = {}
        """The seq and the `prev` of each stream's first event in the range."""
        self.tracks: dict[str, list[Any]] = {}
        """The seq, hash and hashes to remember of each stream at the end of the range."""
        self.rounds: dict[tuple[str, str], RoundChange] = {}


Chunk = list[tuple[int, bytes | None, bytes]]
"""Records as (offset, key, value); the key is None where the log keeps none."""


def fold_range(partition: int, chunks: Iterable[Chunk]) -> RangeFold | None:
    """Fold records in order; None if some record is not plainly the next event of its stream."""
    fold = RangeFold()
    try:
        for chunk in chunks:
            if not _fold_chunk(fold, partition, chunk):
                return None
    except MalformedEvent:
        return None
    return fold


def _fold_chunk(fold: RangeFold, partition: int, chunk: Chunk) -> bool:
    """The hot loop: everything that an event costs stands here, in plain sight."""
    tracks, rounds = fold.tracks, fold.rounds
    fold.events += len(chunk)
    for offset, key, value in chunk:
        fields = decode_fields(value)
        stream, seq, prev = fields[1:4]
        if key is not None and key != stream.encode():
            return False
        digest = sha256(value).digest()
        track = tracks.get(stream)
        if track is None:
            fold.entries[stream] = (seq, prev)
            tracks[stream] = [seq, digest, digest[:MARK]]
        elif track[0] + 1 == seq and track[1] == prev:
            track[0] = seq
            track[1] = digest
            track[2] = track[2][MARK - _KEPT :] + digest[:MARK]
        else:
            return False
        round_ = fields[9]
        if round_ is None:
            continue
        change = rounds.get((stream, round_))
        if change is None:
            change = rounds[stream, round_] = _first(partition, offset, fields)
        else:
            change.last_seq = seq
            change.last_offset = offset
            change.last_at_us = fields[6]
            change.events += 1
        ending = ENDINGS.get(fields[4])
        if ending is not None:
            setattr(change, ending, getattr(change, ending) + 1)
    return True


def _first(partition: int, offset: int, fields: list[Any]) -> RoundChange:
    seq, at = fields[2], fields[6]
    return RoundChange(fields[9], fields[1], fields[8], partition, seq, seq, offset, offset, at, at, 1)


def join(chains: Chains, fold: RangeFold) -> bool:
    """Carry the chains over a range that follows them; False, and nothing changed, if it does not."""
    for stream, (seq, prev) in fold.entries.items():
        track = chains.tracks.get(stream)
        at, hash_, halted = (track.seq, track.hash, track.halted) if track else (0, NO_PREV, False)
        if halted or seq != at + 1 or prev != hash_:
            return False
    for stream, (seq, digest, recent) in fold.tracks.items():
        before = chains.tracks.get(stream)
        remembered = (before.recent if before else b"") + recent
        chains.tracks[stream] = Track(seq, digest, remembered[-_KEPT:])
    return True
