"""A range of `events` checked in one pass: its chains, its bodies, the legs that follow, and its read model.

Like `projections.read_model.bulk`, which it extends, it knows clean ranges only: at the first record that is
not plainly the next of its stream, or whose body does not fit its type, it gives up, and the caller goes
through the range one record at a time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

import events.vocabulary  # noqa: F401 - whoever checks bodies must know every type
from events.body import decode_body
from events.columns import Row
from events.envelope import Event
from projections.read_model.bulk import RangeFold, fold_range
from projections.records import Chunk
from projections.routing.legs import LEG_TYPES
from projections.routing.router import links_fed_by

_REMEMBERED_AT_MOST: Final = 16_384
_OF_A_LINK: Final = "link:"


class LegDue(NamedTuple):
    """A leg that must be in `links`: its link, the stream that it is of, the hash of its bytes."""

    link: str
    stream: str
    hash: bytes


class RangeCheck(NamedTuple):
    """What follows from a clean range."""

    fold: RangeFold
    legs: list[LegDue]


def check_range(partition: int, chunks: Iterable[Chunk]) -> RangeCheck | None:
    """Check records in order; None if some record needs a closer look."""
    bodies = _Bodies()
    fold = fold_range(partition, chunks, bodies.check)
    return None if fold is None else RangeCheck(fold, bodies.legs)


class _Bodies:
    """Checks the bodies of events. Equal bodies are equally good, and many are equal."""

    def __init__(self) -> None:
        self.legs: list[LegDue] = []
        self._good: set[tuple[str, int, bytes]] = set()

    def check(self, rows: list[Row], hashes: list[bytes]) -> None:
        """Take events in order; `MalformedEvent` at a body that cannot be taken as it is."""
        good = self._good
        for row, digest in zip(rows, hashes, strict=True):
            _, stream, _, _, type_, schema, _, _, _, _, _, _, _, body = row
            if type_ in LEG_TYPES or stream.startswith(_OF_A_LINK):
                event = Event._make(row)
                if stream.startswith(_OF_A_LINK):
                    decode_body(event)
                self.legs += [LegDue(link, stream, digest) for link in links_fed_by(event)]
            elif (type_, schema, body) not in good:
                decode_body(Event._make(row))
                if len(good) >= _REMEMBERED_AT_MOST:
                    good.clear()
                good.add((type_, schema, body))
