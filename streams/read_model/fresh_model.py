"""A read model built again beside one that is checked: at equal positions their digests must be equal."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from events.topics import EVENTS
from projections.checking.problems import Problem
from projections.read_model.bulk import RangeFold
from streams.read_model.bulk_sources import BulkSource
from streams.read_model.ranges import Range
from streams.read_model.rebuild import EventsBuild, one_by_one
from streams.read_model.store import ReadStore


class FreshModel:
    """A read model that is built again beside one that is checked, up to the same positions."""

    def __init__(self, source: BulkSource, checked: ReadStore, directory: Path) -> None:
        self._source = source
        self._path = checked.path
        with checked.at_one_moment():
            self.positions, self._digest = checked.positions(), checked.digest()
        self._store = ReadStore(directory / "fresh.sqlite", durable=False)
        self._builds: dict[int, EventsBuild] = {}
        self.close: Callable[[], None] = self._store.close

    def take(self, piece: Range, fold: RangeFold | None) -> None:
        """Take a range of `events`, if the read model has taken it."""
        if piece.high <= self.positions.get((EVENTS, piece.partition), 0):
            build = self._builds.setdefault(piece.partition, EventsBuild(self._source, self._store))
            build.take(piece, fold)

    def problems(self, *, log_damaged: bool) -> Iterator[Problem]:
        """That the read model differs, once all of `events` is taken; of a damaged log it may be right to."""
        for place, position in self.positions.items():
            for _ in one_by_one(self._source, self._store, place, position):
                pass
        if self._store.digest() != self._digest:
            remedy = (
                "the log itself is damaged, restore that first" if log_damaged else "run `pitledger rebuild`"
            )
            detail = f"its rows differ from a fresh build at the same positions: {remedy}"
            yield Problem("read model", str(self._path), detail)


@contextmanager
def fresh_model(source: BulkSource, store: ReadStore | None) -> Iterator[FreshModel | None]:
    """A fresh model beside a store, to be taken to the same positions; None beside none."""
    if store is None:
        yield None
        return
    with tempfile.TemporaryDirectory() as directory:
        fresh = FreshModel(source, store, Path(directory))
        try:
            yield fresh
        finally:
            fresh.close()
