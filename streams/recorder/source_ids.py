"""Source ids already recorded: by them a recorder knows that it is asked again.

`RecentIds` is what a process remembers beyond the rounds that are open. An index of all source ids would take
its place here, behind the same two questions.
"""

from __future__ import annotations

from typing import Final

from events.body import read_body
from events.envelope import Event
from events.vocabulary.desk import RecordRefused

REMEMBERED: Final = 1_000
"""How many source ids a process remembers at least."""

SourceKey = str | tuple[str, str]
"""A source id; for a refused repeat, its source id and the hash of its body."""


def source_key(event: Event) -> SourceKey:
    """What an event is found by when it is asked for again.

    A refused repeat is found by what was attempted: its source id is another event's.
    """
    if event.type != RecordRefused.TYPE:
        return event.source_id
    refusal = read_body(event)
    assert isinstance(refusal, RecordRefused)
    if refusal.code != "duplicate":
        return event.source_id
    return (refusal.attempted_source_id, refusal.attempted_sha256)


class RecentIds:
    """The last source ids of this process, whatever their stream: the newest thousand, and up to two."""

    def __init__(self) -> None:
        self._newer: dict[tuple[str, SourceKey], Event] = {}
        self._older: dict[tuple[str, SourceKey], Event] = {}

    def get(self, stream: str, key: SourceKey) -> Event | None:
        """The event that a source id of a stream was recorded as, if that was not long ago."""
        return self._newer.get((stream, key)) or self._older.get((stream, key))

    def put(self, key: SourceKey, event: Event) -> None:
        """Remember an event; the oldest thousand are forgotten together, which costs next to nothing."""
        if len(self._newer) >= REMEMBERED:
            self._older, self._newer = self._newer, {}
        self._newer[event.stream, key] = event

    def forget(self, stream: str) -> None:
        """Forget a stream whose last events may not have been stored."""
        for events in (self._newer, self._older):
            for stream_and_key in [each for each in list(events) if each[0] == stream]:
                events.pop(stream_and_key, None)
