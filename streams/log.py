"""The one interface of a log of events, whatever stores it: append, read from a position, follow.

A log has topics, a topic has partitions, a partition has records at dense offsets from 0. The embedded log
has one partition a topic. What the log must not know: what an event means beyond stream, seq, prev and hash.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from enum import IntEnum
from typing import Final, NamedTuple, Protocol

from events.envelope import Event, encode, event_hash, read_header
from events.source_ids import split_source_id
from events.topics import CHECKPOINTS, EVENTS, FINDINGS, LINKS, METERS, QUARANTINE, TOPICS
from projections.records import Record

__all__ = [
    "CHECKPOINTS",
    "EVENTS",
    "FINDINGS",
    "LINKS",
    "METERS",
    "NO_GAPS",
    "QUARANTINE",
    "TOPICS",
    "Gaps",
    "Head",
    "Log",
    "Origin",
    "Sealed",
    "SourceKey",
    "seal",
    "seal_bytes",
]


class Sealed(NamedTuple):
    """An event with its bytes and its hash, ready to append; `seal` makes it."""

    stream: str
    seq: int
    prev: bytes
    hash: bytes
    type: str
    value: bytes
    source: str
    """Of its source id: the source, or the whole of it where it has no number."""
    number: int | None


class SourceKey(NamedTuple):
    """What an event is found by when it is asked for again.

    A refused repeat has the source id of another event: it is found by that and the hash of its body.
    """

    stream: str
    source_id: str
    refused_sha256: str = ""


class Origin(IntEnum):
    """How an event came into this log. What a log holds only ever rises: nothing is copied into one that
    records, unless two people have signed for it, and then it counts as recorded here.
    """

    COPIED = 1
    """With the number, the chain and the times that it was recorded with elsewhere."""
    AS_RECORDED = 2
    """Numbered here, with the recording time that it brought."""
    RECORDED = 3
    """By the clock of a recorder of this log."""


class Head(NamedTuple):
    """The last event of a stream."""

    seq: int
    hash: bytes


def seal(event: Event) -> Sealed:
    """Encode an event once and remember its hash."""
    return _sealed(event, encode(event))


def seal_bytes(value: bytes) -> Sealed:
    """The sealed form of bytes that are an event already."""
    return _sealed(read_header(value), value)


def _sealed(event: Event, value: bytes) -> Sealed:
    source, number = split_source_id(event.source_id)
    # Not `Sealed(…)`: its constructor takes twice as long, and this is done for every event.
    return tuple.__new__(
        Sealed,
        (event.stream, event.seq, event.prev, event_hash(value), event.type, value, source, number),
    )


Gaps = Set[tuple[str, int]]
"""The streams and numbers behind which copies go on although what comes before is missing: two people have
resumed the stream there."""
NO_GAPS: Final[Gaps] = frozenset()


class Log(Protocol):
    """What both logs do. All methods may be called from several threads."""

    look_again_s: float
    """After so many seconds it is worth asking again how a stream of others goes on."""

    def append(
        self, batch: Sequence[Sealed], origin: Origin = Origin.RECORDED, gaps: Gaps = NO_GAPS
    ) -> list[bool]:
        """Store the batch durably, all or nothing, in order; returns only when it is safe.

        Answers for each event whether it was there already, the same (stream, seq, bytes). Else it must
        continue its stream, or be in `gaps`: other bytes at that seq, a gap or a wrong `prev` raises
        `Conflict` with both hashes and stores nothing.
        """

    def origin(self) -> Origin | None:
        """The highest origin of all that the log holds; None while it holds no event."""

    def head(self, stream: str) -> Head | None:
        """The last event of a stream, None before the first."""

    def partitions(self, topic: str) -> int:
        """How many partitions the topic has."""

    def end(self, topic: str, partition: int) -> int:
        """The offset that the next record of the partition will get."""

    def read(self, topic: str, partition: int, start: int, stop: int | None = None) -> Iterator[Record]:
        """The records of a partition from `start` up to `stop` (exclusive), or to the end as of the call."""

    def read_stream(self, stream: str, start_seq: int, stop_seq: int | None = None) -> Iterator[Record]:
        """The records of one stream in the order of the log, from `start_seq`; forks and repeats left out."""

    def read_between(self, stream: str, partition: int, start: int, stop: int) -> Iterator[Record]:
        """The records of `events` that lie between two offsets of a partition and are of one stream."""

    def read_at(self, offsets: Sequence[int]) -> list[bytes]:
        """The values of `events` at some offsets, in the order of the log, without those that are not there.

        None at all from a log that has to read all that lies between them: ask it for that instead.
        """

    def tail(self, stream: str, back_to: frozenset[str]) -> list[bytes]:
        """The last events of a stream, oldest first, back to a live one of a type in `back_to`, or all."""

    def last_number(self, stream: str, source: str) -> int | None:
        """The highest number that a source has in a stream's source ids; None before its first."""

    def recorded(self, keys: Iterable[SourceKey]) -> dict[SourceKey, bytes]:
        """The events that were recorded under source ids; those that are not in the log are left out."""

    def follow(self, topic: str, partition: int, start: int, timeout: float) -> Iterator[Record]:
        """Like `read`, and then waits for more; ends when nothing came for `timeout` seconds."""

    def close(self) -> None:
        """Let go of files and connections; what was acknowledged stays."""
