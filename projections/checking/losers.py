"""Records that lost against their stream: forks, and what came too late to be distinguished from one.

When two recorders write one stream at the same moment the log keeps what both wrote, and the order of the
partition decides. What lost is evidence and stays visible. Where every fact of it is in the stream
nevertheless, because the client sent it to both or sent it again, nothing is wrong: it is a note.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from events.envelope import Event, decode
from events.errors import MalformedEvent
from events.topics import EVENTS
from projections.checking.problems import Note, Problem
from projections.checking.source_ids import mark_of
from projections.recording.repeats import same_fact
from projections.records import Quarantined
from projections.routing.chain import Verdict

_LOST: Final = (Verdict.FORK.value, Verdict.STALE.value)


class Losers:
    """Takes what is in quarantine; knows what lost, and by which source ids its facts are looked for."""

    def __init__(self) -> None:
        self._lost: dict[tuple[str, int, int], tuple[Quarantined, Event]] = {}
        self._in_stream: set[tuple[str, int, int]] = set()

    def take(self, quarantined: Quarantined) -> bool:
        """Take a record that lost; False for any other."""
        if quarantined.topic != EVENTS or quarantined.reason not in _LOST:
            return False
        try:
            event = decode(quarantined.value)
        except MalformedEvent:
            return False
        self._lost[quarantined[:3]] = quarantined, event
        return True

    def marks(self) -> set[int]:
        """The numbers by which their facts are found among the events that count."""
        return {mark_of(event) for _, event in self._lost.values()}

    def compare(self, counted: Iterable[Event]) -> None:
        """Take the events that may hold the same facts."""
        by_id: dict[tuple[str, str], list[Event]] = {}
        for event in counted:
            by_id.setdefault((event.stream, event.source_id), []).append(event)
        for place, (_, lost) in self._lost.items():
            if any(same_fact(lost, event) for event in by_id.get((lost.stream, lost.source_id), ())):
                self._in_stream.add(place)

    def problems(self) -> Iterator[Problem]:
        """Facts that are in no stream, or others than those: one problem a stream and reason."""
        for several in self._grouped(in_stream=False):
            quarantined, event = several[0]
            place = f"{quarantined.topic} {quarantined.partition}:{quarantined.offset} ({quarantined.key})"
            count = (
                "" if len(several) == 1 else f"{len(several)} records, seq {_numbers(several)}; the first is "
            )
            remedy = f"{event.stream} does not have what it says: have its client send it again"
            yield Problem("quarantine", place, f"{count}{quarantined.reason}: {quarantined.detail}. {remedy}")

    def notes(self) -> Iterator[Note]:
        """What lost and is in its stream all the same: one note a stream and reason."""
        for several in self._grouped(in_stream=True):
            quarantined, event = several[0]
            records = (
                "1 record that lost is" if len(several) == 1 else f"{len(several)} records that lost are"
            )
            yield Note(
                event.stream,
                f"{records} quarantined as {quarantined.reason} (seq {_numbers(several)}): the stream has "
                "every fact of it, so nothing is missing",
            )

    def _grouped(self, *, in_stream: bool) -> Iterator[list[tuple[Quarantined, Event]]]:
        groups: dict[tuple[str, str], list[tuple[Quarantined, Event]]] = {}
        for place, lost in self._lost.items():
            if (place in self._in_stream) is in_stream:
                groups.setdefault((lost[1].stream, lost[0].reason), []).append(lost)
        yield from groups.values()


def _numbers(several: list[tuple[Quarantined, Event]]) -> str:
    numbers = sorted(event.seq for _, event in several)
    return str(numbers[0]) if numbers[0] == numbers[-1] else f"{numbers[0]} to {numbers[-1]}"
