"""No stream has a source id twice: two events with one id are one fact that was recorded twice.

One number an event is kept, so a log of any length is checked in little memory. Two events whose numbers are
equal are only suspected: whoever has the log looks at both.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Set
from typing import Final, NamedTuple
from zlib import adler32, crc32

from events.columns import Row
from events.envelope import Event
from projections.checking.problems import Problem

SHARE: Final = 1_000_000
"""About how many numbers are compared at a time."""
NONE: Final = 0
"""The number of what does not count, or has not been met."""


class Place(NamedTuple):
    """Where an event is."""

    partition: int
    offset: int


def marks_of(rows: Iterable[Row]) -> array[int]:
    """A number for the stream and source id of each event, the same in every process."""
    return array("Q", [_mark(row[1], row[11]) for row in rows])  # stream and source id, as in `FIELDS`


def mark_of(event: Event) -> int:
    """The number of one event."""
    return _mark(event.stream, event.source_id)


def _mark(stream: str, source_id: str) -> int:
    id_ = source_id.encode()
    return (crc32(id_, crc32(stream.encode())) << 32 | adler32(id_)) or 1


class SourceIdsOnce:
    """Takes the events that count, and says which have an id that is perhaps another's too."""

    def __init__(self) -> None:
        self._marks: dict[int, array[int]] = {}

    def take_range(self, partition: int, marks: array[int]) -> None:
        """Take the next range of a partition, all of whose events count."""
        self._of(partition).extend(marks)

    def take(self, place: Place, event: Event | None) -> None:
        """Take the record at a place, in the order of its partition; None is one that does not count.

        What counts only after all, when its stream was resumed, may be taken again.
        """
        marks = self._of(place.partition)
        mark = NONE if event is None else mark_of(event)
        if place.offset < len(marks):
            marks[place.offset] = mark
        else:
            marks.append(mark)

    def places_of(self, marks: Set[int]) -> Iterator[Place]:
        """The events that have one of these numbers, of one partition after the other."""
        for partition, of_partition in sorted(self._marks.items()) if marks else ():
            yield from (Place(partition, at) for at, mark in enumerate(of_partition) if mark in marks)

    def suspects(self) -> Iterator[Place]:
        """The events that share their number with another, of one partition after the other."""
        for partition, marks in sorted(self._marks.items()):
            shared = set(_more_than_once(marks))
            if shared:
                yield from (Place(partition, at) for at, mark in enumerate(marks) if mark in shared)

    def _of(self, partition: int) -> array[int]:
        return self._marks.setdefault(partition, array("Q"))


def _more_than_once(marks: array[int]) -> Iterator[int]:
    """The numbers that are there more than once; looked for share by share, in bounded memory."""
    shares = 1 + len(marks) // SHARE
    for share in range(shares):
        seen: set[int] = set()
        for mark in marks:
            if mark % shares == share and mark != NONE:
                if mark in seen:
                    yield mark
                seen.add(mark)


def doubled(events: Iterable[Event]) -> Iterator[Problem]:
    """What is wrong with the suspects, in the order of the log: one problem a stream."""
    first: dict[tuple[str, str], int] = {}
    again: dict[str, dict[int, tuple[Event, int]]] = {}
    for event in events:
        seq = first.setdefault((event.stream, event.source_id), event.seq)
        if seq != event.seq:
            again.setdefault(event.stream, {}).setdefault(event.seq, (event, seq))
    for stream, of_stream in again.items():
        event, seq = next(iter(of_stream.values()))
        later = len(of_stream) - 1
        others = f", and so are {later} more of this stream" if later else ""
        yield Problem(
            "source ids",
            f"{stream}#{event.seq}",
            f"it has the id {event.source_id!r} of seq {seq}: one fact is recorded twice{others}. "
            "What it moved is put right by an adjustment",
        )
