"""A range of `events` checked in one pass: chains, bodies, source ids, the legs that follow, its read model.

Like `projections.read_model.bulk`, which it extends, it knows clean ranges only: at the first record that is
not plainly the next of its stream, or whose body does not fit its type, it gives up, and the caller goes
through the range one record at a time.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from operator import itemgetter
from typing import Final, NamedTuple

import events.vocabulary  # noqa: F401 - whoever checks bodies must know every type
from events.body import decode_body
from events.columns import Row
from events.envelope import FIELDS, Event
from projections.checking.source_ids import marks_of
from projections.read_model.bulk import RangeFold, fold_range
from projections.records import Chunk
from projections.routing.legs import LEG_TYPES
from projections.routing.router import links_fed_by

_REMEMBERED_AT_MOST: Final = 16_384
_STREAM: Final = itemgetter(FIELDS.index("stream"))
_TYPE_AND_BODY: Final = itemgetter(*map(FIELDS.index, ("type", "schema", "body")))


class LegDue(NamedTuple):
    """A leg that must be in `links`: its link, the stream that it is of, the hash of its bytes."""

    link: str
    stream: str
    hash: bytes


class RangeCheck(NamedTuple):
    """What follows from a clean range."""

    fold: RangeFold
    legs: list[LegDue]
    ids: array[int]
    """A number for the source id of each event."""


def check_range(partition: int, chunks: Iterable[Chunk]) -> RangeCheck | None:
    """Check records in order; None if some record needs a closer look."""
    bodies = _Bodies()
    fold = fold_range(partition, chunks, bodies.check)
    return None if fold is None else RangeCheck(fold, bodies.legs, bodies.ids)


class _Bodies:
    """Checks the bodies of events. Equal bodies are equally good, and many are equal."""

    def __init__(self) -> None:
        self.legs: list[LegDue] = []
        self.ids = array("Q")
        self._good: set[tuple[str, int, bytes]] = set()

    def check(self, _chunk: Chunk, rows: list[Row], hashes: list[bytes]) -> None:
        """Take events in order; `MalformedEvent` at a body that cannot be taken as it is."""
        self.ids.extend(marks_of(rows))
        different = dict(zip(map(_TYPE_AND_BODY, rows), rows, strict=True))
        unseen = different.keys() - self._good
        for each in unseen:
            decode_body(Event._make(different[each]))
        if len(self._good) >= _REMEMBERED_AT_MOST:
            self._good.clear()
        self._good |= unseen
        of_links = {stream for stream in set(map(_STREAM, rows)) if stream.startswith("link:")}
        for row, digest in zip(rows, hashes, strict=True):
            if row[4] in LEG_TYPES or row[1] in of_links:
                self.legs += [LegDue(link, row[1], digest) for link in links_fed_by(Event._make(row))]
