"""Finding events among the entries of the audit log, by stream and number."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from streams.notary.index import EntryIndex
from streams.notary.leaves import series_of_entry
from streams.notary.tlog.tiles import StoredTiles
from streams.notary.tlog.tree import TILE_WIDTH

_KEPT_BUNDLES: Final = 32


class Found(NamedTuple):
    """An event of the audit log: its place, its series and number, its bytes."""

    leaf_index: int
    series: str
    seq: int
    entry: bytes


class EventFinder:
    """Looks events up by the signposts, and reads what they lead to."""

    def __init__(self, tiles: StoredTiles, index: EntryIndex) -> None:
        self._tiles = tiles
        self._index = index
        self._bundle = lru_cache(maxsize=_KEPT_BUNDLES)(self._read)

    def find(self, series: str, seq: int, size: int) -> Found | None:
        """The event of a number; None where a log of that size has none."""
        return next(self.run(series, seq, seq + 1, size), None)

    def run(self, series: str, start_seq: int, stop_seq: int, size: int) -> Iterator[Found]:
        """The events of a series from one number up to another, in order."""
        first, _ = self._index.between(series, start_seq, size)
        _, stop = self._index.between(series, stop_seq - 1, size)
        for number in range(first // TILE_WIDTH, -(-stop // TILE_WIDTH)):
            width = min(TILE_WIDTH, size - number * TILE_WIDTH)
            for found in self._bundle(number, width).get(series, ()):
                if start_seq <= found.seq < stop_seq:
                    yield found

    def _read(self, number: int, width: int) -> dict[str, list[Found]]:
        events: dict[str, list[Found]] = {}
        for at, entry in enumerate(self._tiles.entries(number, width), number * TILE_WIDTH):
            event = series_of_entry(entry)
            if event is not None:
                series, (_, _, seq, *_) = event
                events.setdefault(series, []).append(Found(at, series, seq, entry))
        return events
