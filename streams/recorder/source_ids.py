"""What a recorder remembers of the source ids of a stream: the last number of each source that it met lately.

A number above that is new, and nobody has to look for it. All else is looked up in the log's index.
"""

from __future__ import annotations

from typing import Final

from events.source_ids import RECORDER, split_source_id
from streams.log import Log

REMEMBERED: Final = 64
"""How many sources of a stream are remembered; the log's index has all of them."""


class LastNumbers:
    """The last number of each source of one stream, recently used."""

    __slots__ = ("_last", "_log", "_stream")

    def __init__(self, log: Log, stream: str) -> None:
        self._log = log
        self._stream = stream
        self._last: dict[str, int | None] = {}

    def is_new(self, source_id: str) -> bool:
        """Whether an id has a number above its source's last: then it cannot have been recorded."""
        source, number = split_source_id(source_id)
        if number is None or source == RECORDER:
            return False
        last = self._last.get(source) or self._last_of(source)
        return last is None or number > last

    def take(self, source: str, number: int | None) -> None:
        """Follow an event that is recorded."""
        if number is None or source == RECORDER:
            return
        last = self._last.get(source) or self._last_of(source)
        if last is None or number > last:
            self._last[source] = number

    def _last_of(self, source: str) -> int | None:
        """The source's last number; who was met first is forgotten first, and looked up again."""
        try:
            return self._last[source]
        except KeyError:
            pass
        last = self._log.last_number(self._stream, source)
        if len(self._last) >= REMEMBERED:
            self._last.pop(next(iter(self._last)))
        self._last[source] = last
        return last
