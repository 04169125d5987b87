"""The same fold of `events` as `EventsModel`, made for millions of events.

A range is folded without knowing what came before it, so ranges can be folded side by side and joined in
order. It works on clean ranges only: at the first record that is not plainly the next of its stream, or whose
type cannot be on it, it gives up, and the caller goes through `EventsModel` one record at a time, which knows
forks, gaps and resumptions.
Processes that only fold import this and little else: pydantic would take them longer than their work.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import starmap
from operator import itemgetter
from typing import Final

from events.body import may_be_on
from events.columns import Row, decode_rows
from events.envelope import FIELDS, Event
from events.errors import MalformedEvent
from projections.ledger.play import SETTLED, WATCHED, RangePlay
from projections.records import Chunk
from projections.rounds.index import ENDINGS, SEATED, RoundChange, RoundKey, SeatBits
from projections.routing.chain import Chains
from projections.routing.marks import REMEMBERED

_TYPE_AND_STREAM: Final = itemgetter(FIELDS.index("type"), FIELDS.index("stream"))
_NO_ROUND: Final = RoundChange("", "", "", "", 0, 0, 0, 0, 0, 0, 0, 0)


class StreamFold:
    """One stream in a range: the seq and the `prev` of its first event, the seq and hashes of its last."""

    __slots__ = ("first_prev", "first_seq", "hashes", "round", "seq")

    def __init__(self, seq: int, prev: bytes, digest: bytes) -> None:
        self.first_seq = self.seq = seq
        self.first_prev = prev
        self.hashes = deque((digest,), REMEMBERED)
        self.round = _NO_ROUND
        """The round of its last event that had one: most often also that of the next."""


class RangeFold:
    """What a clean range comes to: its streams, its rounds, and what was played in them."""

    __slots__ = ("events", "play", "rounds", "seats", "streams")

    def __init__(self) -> None:
        self.events = 0
        self.streams: dict[str, StreamFold] = {}
        self.rounds: dict[RoundKey, RoundChange] = {}
        self.play = RangePlay()
        self.seats = SeatBits()

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """What a parallel process hands over: without the seats that it remembered."""
        handed = {name: getattr(self, name) for name in self.__slots__ if name != "seats"}
        return None, {**handed, "seats": SeatBits()}


Look = Callable[[Chunk, list[Row], list[bytes]], None]
"""Takes a chunk, its events and their hashes; raises `MalformedEvent` where the range is not clean."""


def fold_range(partition: int, chunks: Iterable[Chunk], look: Look | None = None) -> RangeFold | None:
    """Fold records in order; None if some record is not plainly the next event of its stream.

    `look` sees every event too, so that whoever wants more of them need not decode them again.
    """
    fold = RangeFold()
    try:
        for chunk in chunks:
            if not _fold_chunk(fold, partition, chunk, look):
                return None
    except MalformedEvent:
        return None
    return fold


def _fold_chunk(fold: RangeFold, partition: int, chunk: Chunk, look: Look | None) -> bool:
    """The hot loop: everything that an event costs is here, in plain sight."""
    rows = decode_rows(chunk.values)
    if not _on_their_streams(chunk, rows):
        return False
    digests = [hashed.digest() for hashed in map(sha256, chunk.values)]
    fold.events += len(rows)
    streams, rounds = fold.streams, fold.rounds
    offset = chunk.start - 1
    for row, digest in zip(rows, digests, strict=True):
        _, name, seq, prev, type_, _, at, _, day, round_, _, _, mode, _ = row
        offset += 1
        stream = streams.get(name)
        if stream is None:
            stream = streams[name] = StreamFold(seq, prev, digest)
        elif stream.seq + 1 == seq and stream.hashes[-1] == prev:
            stream.seq = seq
            stream.hashes.append(digest)
        else:
            return False
        if round_ is None:
            continue
        change = stream.round
        if change.round != round_ or change.mode != mode:
            known = rounds.get((name, round_, mode))
            if known is None:
                known = RoundChange(round_, name, mode, day, partition, seq, seq, offset, offset, at, at, 0)
                rounds[name, round_, mode] = known
            change = stream.round = known
        change.last_seq = seq
        change.last_offset = offset
        change.last_at_us = at
        change.events += 1
        change.places.append(offset)
        if type_ in ENDINGS:
            ending = ENDINGS[type_]
            setattr(change, ending, getattr(change, ending) + 1)
    _fold_seats(fold, rows)
    _fold_play(fold.play, rows)
    if look is not None:
        look(chunk, rows, digests)
    return True


def _on_their_streams(chunk: Chunk, rows: list[Row]) -> bool:
    """Whether every event has its stream as its key, and is of a type that may be on it."""
    if chunk.keys is not None and chunk.keys != [row[1].encode() for row in rows]:
        return False
    return all(starmap(may_be_on, set(map(_TYPE_AND_STREAM, rows))))


def _fold_seats(fold: RangeFold, rows: list[Row]) -> None:
    """Who was in the rounds, by their wagers."""
    rounds, seat_of = fold.rounds, fold.seats.of
    for row in [row for row in rows if row[4] in SEATED]:
        _, stream, _, _, type_, schema, _, _, _, round_, _, _, mode, body = row
        if round_ is not None:
            rounds[stream, round_, mode].seats |= seat_of(type_, schema, body)


def _fold_play(play: RangePlay, rows: list[Row]) -> None:
    """The events that play is read from: most of them are settled wagers, and these are read in place."""
    for row in [row for row in rows if row[4] in WATCHED]:
        _, stream, seq, _, type_, schema, _, recorded, day, round_, actor, _, mode, body = row
        if type_ == SETTLED:
            play.settle(stream, seq, recorded, day, round_, actor, mode, schema, body)
        else:
            play.take(Event._make(row))


def join(chains: Chains, fold: RangeFold) -> bool:
    """Carry the chains over a range that follows them; False, and nothing changed, if it does not."""
    for name, stream in fold.streams.items():
        if not chains.would_continue(name, stream.first_seq, stream.first_prev):
            return False
    for name, stream in fold.streams.items():
        chains.advance(name, stream.seq, stream.hashes)
    return True
