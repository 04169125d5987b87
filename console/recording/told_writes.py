"""Writes whose outcome is kept for whoever is told that the call failed afterwards (`on_record`)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from console.recording import on_record
from events.envelope import Event
from events.errors import MalformedEvent, PitledgerError
from events.jsonform import Draft
from events.vocabulary.cases import CaseViewed
from events.vocabulary.desk import FindingsAccepted, GamingDayClosed, ReadModelAccepted
from events.vocabulary.links import LinkDayClosed
from events.vocabulary.vault import OpeningsDisclosed, OpeningsForgotten
from projections.recording.completing import DayOf
from streams.errors import Conflict, Halted
from streams.log import Log, SourceKey
from streams.recorder.recorder import AnotherRecorder, Recorded
from streams.recorder.resuming import record_resumption

_HARMLESS_TWICE: Final = frozenset(
    each.TYPE
    for each in (
        CaseViewed,
        FindingsAccepted,
        GamingDayClosed,
        LinkDayClosed,
        OpeningsDisclosed,
        OpeningsForgotten,
        ReadModelAccepted,
    )
)
"""What may be on record twice, or is asked for only where it is not there yet."""


class Told:
    """The writes of one call into a log. An embedded log says at once whether it has what seemed to fail."""

    def __init__(self, log: Log, *, is_embedded: bool) -> None:
        self._log = log
        self._is_embedded = is_embedded

    def fact(
        self, write: Callable[[], Recorded], key: SourceKey, type_: str, *, has_own_id: bool
    ) -> Recorded:
        """Write a fact, which the caller may have given an id of its own."""
        doubles = not has_own_id and type_ not in _HARMLESS_TWICE
        return self._write(write, key.stream, type_, key, doubles=doubles)

    def resumption(self, made: Draft, last: Event, day_of: DayOf) -> Recorded:
        """Write that a stream is resumed behind `last`."""
        write = partial(record_resumption, self._log, made, last, day_of)
        return self._write(write, made.stream, made.type, None, doubles=True)

    def _write(
        self, write: Callable[[], Recorded], stream: str, type_: str, key: SourceKey | None, *, doubles: bool
    ) -> Recorded:
        on_record.trying(stream, type_, doubles=doubles)
        try:
            recorded = write()
        except (MalformedEvent, AnotherRecorder, Conflict, Halted):  # never offered, or lost to another
            on_record.not_recorded()
            raise
        except PitledgerError:
            if key is not None and self._is_missing(key):
                on_record.not_recorded()
            raise
        on_record.recorded(recorded.event.stream, recorded.seq, recorded.event.type)
        return recorded

    def _is_missing(self, key: SourceKey) -> bool:
        """Whether a write that failed has left nothing; Kafka would answer as late as it failed."""
        if not self._is_embedded:
            return False
        with suppress(PitledgerError):
            return not self._log.recorded([key])
        return False
