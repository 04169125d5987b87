"""Locks by the names of streams: there is one only while somebody holds it or waits for it."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, MutableMapping
from contextlib import ExitStack, contextmanager
from typing import Any


class _StreamLock:
    """The lock of a stream, and how many hold it or wait for it."""

    __slots__ = ("lock", "users")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.users = 0


class StreamLocks:
    """Keeps threads off the streams of others. Names never end, so a lock goes with its last user."""

    __slots__ = ("_guard", "_locks")

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._locks: dict[str, _StreamLock] = {}

    def __len__(self) -> int:
        """How many locks there are now."""
        return len(self._locks)

    @contextmanager
    def holding(self, streams: Iterable[str]) -> Iterator[None]:
        """Keep other threads off these streams; they are locked in one order, so that nobody blocks all."""
        names = sorted(streams)
        with self._guard:
            locks = [self._locks.setdefault(name, _StreamLock()) for name in names]
            for each in locks:
                each.users += 1
        try:
            with ExitStack() as held:
                for each in locks:
                    held.enter_context(each.lock)
                yield
        finally:
            with self._guard:
                for name, each in zip(names, locks, strict=True):
                    each.users -= 1
                    if not each.users:
                        del self._locks[name]

    def drop_unheld(self, kept: MutableMapping[str, Any]) -> None:
        """Drop what is kept of streams that nobody holds or waits for; nobody comes to hold one meanwhile."""
        with self._guard:
            for name in [name for name in list(kept) if name not in self._locks]:
                del kept[name]
