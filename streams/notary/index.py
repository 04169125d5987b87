"""Where in the audit log the events of a stream are, by a signpost for every 64th in a small SQLite file.

It can be made again from the entries at any time, and nothing is believed because of it: whoever is led to an
entry looks at it. One that is missing, old, or ahead of the record after a crash is put right when the notary
starts.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from streams.errors import LogError, Trouble
from streams.notary.folder import disk_errors_as_ours
from streams.notary.leaves import Leaf, series_of_entry
from streams.notary.tlog.tiles import StoredTiles
from streams.notary.tlog.tree import TILE_WIDTH

EVERY: Final = 64
_FORMAT: Final = 1
_KEPT_BUNDLES: Final = 32
_TABLES: Final = (
    """CREATE TABLE signposts (
        series TEXT, seq INTEGER, leaf INTEGER NOT NULL, PRIMARY KEY (series, seq)
    ) WITHOUT ROWID""",
    "CREATE TABLE upto (leaves INTEGER NOT NULL)",
    "INSERT INTO upto VALUES (0)",
    f"PRAGMA user_version={_FORMAT}",
)
_BEFORE: Final = "SELECT leaf FROM signposts WHERE series = ? AND seq <= ? ORDER BY seq DESC LIMIT 1"
_BEHIND: Final = "SELECT leaf FROM signposts WHERE series = ? AND seq > ? ORDER BY seq LIMIT 1"


class EntryIndex:
    """The signposts of one audit log. `writable` is for the notary, who makes them."""

    def __init__(self, path: Path, *, writable: bool) -> None:
        self._path = path
        if not writable and not path.exists():
            raise LogError(f"{path}: it is missing. `pitledger audit checkpoint` makes it again")
        try:
            self._connection = self._opened(writable)
        except sqlite3.DatabaseError:
            if not writable:
                raise LogError(
                    f"{path}: it is damaged. `pitledger audit checkpoint` makes it again"
                ) from None
            with disk_errors_as_ours(path), self._errors_as_ours():
                for ending in ("", "-wal", "-shm"):
                    path.with_name(path.name + ending).unlink(missing_ok=True)
                self._connection = self._opened(writable)

    @contextmanager
    def _errors_as_ours(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise Trouble(
                f"{self._path}: {error}. Check the disk and its room, then call this again."
            ) from error

    def _opened(self, writable: bool) -> sqlite3.Connection:
        mode = "rwc" if writable else "ro"
        connection = sqlite3.connect(
            f"{self._path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None, timeout=5.0
        )
        try:
            if writable:
                connection.execute("PRAGMA journal_mode=WAL")
                connection.execute("PRAGMA synchronous=NORMAL")
                if connection.execute("PRAGMA user_version").fetchone()[0] != _FORMAT:
                    connection.execute("BEGIN IMMEDIATE")
                    for statement in (
                        "DROP TABLE IF EXISTS signposts",
                        "DROP TABLE IF EXISTS upto",
                        *_TABLES,
                    ):
                        connection.execute(statement)
                    connection.execute("COMMIT")
            connection.execute("SELECT leaves FROM upto").fetchone()
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    @property
    def upto(self) -> int:
        """How many leaves of the log it knows."""
        with self._errors_as_ours():
            leaves: int = self._connection.execute("SELECT leaves FROM upto").fetchone()[0]
        return leaves

    def add(self, leaves: Iterable[tuple[int, str, int]], upto: int) -> None:
        """Take signposts (leaf, series, seq); the log is known up to a leaf now."""
        with self._errors_as_ours(), self._connection as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                "INSERT OR REPLACE INTO signposts VALUES (?, ?, ?)",
                [(series, seq, leaf) for leaf, series, seq in leaves],
            )
            connection.execute("UPDATE upto SET leaves = ?", (upto,))

    def put_right(self, tiles: StoredTiles, size: int) -> None:
        """Make it know exactly the leaves of a log of that size."""
        if self.upto > size:
            with self._errors_as_ours(), self._connection as connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("DELETE FROM signposts WHERE leaf >= ?", (size,))
                connection.execute("UPDATE upto SET leaves = ?", (size,))
        for start in range(self.upto // TILE_WIDTH, -(-size // TILE_WIDTH)):
            first = start * TILE_WIDTH
            stop = min(first + TILE_WIDTH, size)
            found = []
            for leaf, entry in enumerate(tiles.entries(start, stop - first), first):
                event = series_of_entry(entry)
                if event is not None and is_signpost(event[1].seq):
                    found.append((leaf, event[0], event[1].seq))
            self.add(found, stop)

    def between(self, series: str, seq: int, size: int) -> tuple[int, int]:
        """The leaves among which an event is, if it is in a log of that size at all: from, and up to."""
        with self._errors_as_ours():
            first = self._connection.execute(_BEFORE, (series, seq)).fetchone()
            behind = self._connection.execute(_BEHIND, (series, seq)).fetchone()
        return first[0] if first else 0, min(size, behind[0] if behind else size)

    def series(self, stream: str) -> list[str]:
        """The series that a stream has: mostly one, of findings one for each list of checks."""
        rows = self._connection.execute(
            "SELECT DISTINCT series FROM signposts WHERE series = ? OR series GLOB ?", (stream, f"{stream} *")
        )
        return [series for (series,) in rows]


def is_signpost(seq: int) -> bool:
    """Whether the event of that number has a signpost."""
    return seq % EVERY == 1


def signposts(leaves: Iterable[Leaf], start: int) -> Iterator[tuple[int, str, int]]:
    """Those of leaves from `start` on that have one."""
    for at, leaf in enumerate(leaves, start):
        if leaf.seq and is_signpost(leaf.seq):
            yield at, leaf.series, leaf.seq


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
