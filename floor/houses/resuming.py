"""A floor that was cut off goes on: it is played again from its seed, and nothing is recorded twice.

The same seed gives the same facts in the same order, so what is stored is a beginning of what comes. Each
fact is held against the stored event until there is none left; from there on it is recorded. If one differs,
the log is another floor's, and nothing is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from events.envelope import Event
from events.jsonform import Draft
from floor.casino import House
from floor.errors import FloorError
from floor.steps import Award, Outcome


class NotThisFloor(FloorError):
    """The log was not written by the floor that is to go on there: its seed or its tables are others."""


class ResumingHouse:
    """Answers from what is stored as long as there is something, then lets the house behind it record."""

    def __init__(self, house: House, stored: Iterator[Event]) -> None:
        self._house = house
        self._stored = stored
        self._going_on = False

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Skip what is stored, record the rest."""
        outcomes: list[Outcome] = []
        while not self._going_on and len(outcomes) < len(drafts):
            event = next(self._stored, None)
            if event is None:
                self._going_on = True
            else:
                outcomes.append(_same(drafts[len(outcomes)], event))
        rest = drafts[len(outcomes) :]
        return [*outcomes, *self._house.record(rest)] if rest else outcomes

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        """What the link decided, then or now."""
        return self._house.award(link, table, claim_seq, now_us)


class ResumingStreams:
    """The same on a log that has no order over streams: each goes on from its own end."""

    def __init__(self, house: House, stored: Callable[[str], Iterator[Event]]) -> None:
        self._house = house
        self._stored_of = stored
        self._stored: dict[str, Iterator[Event]] = {}

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Skip what each stream has stored, record the rest."""
        found = [self._found(draft) for draft in drafts]
        rest = [draft for draft, outcome in zip(drafts, found, strict=True) if outcome is None]
        recorded = iter(self._house.record(rest) if rest else ())
        return [next(recorded) if outcome is None else outcome for outcome in found]

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        """What the link decided, then or now."""
        return self._house.award(link, table, claim_seq, now_us)

    def _found(self, draft: Draft) -> Outcome | None:
        stored = self._stored.get(draft.stream)
        if stored is None:
            stored = self._stored[draft.stream] = self._stored_of(draft.stream)
        event = next(stored, None)
        return None if event is None else _same(draft, event)


def _in_words(type_: str, round_: str | None) -> str:
    return type_ if round_ is None else f"{type_} of round {round_}"


def _same(draft: Draft, event: Event) -> Outcome:
    """What became of a draft that was recorded before; the recorder may have refused it or filled it in."""
    drafted = (draft.stream, draft.occurred_at_us, draft.round, draft.actor)
    if drafted != (event.stream, event.occurred_at_us, event.round, event.actor):
        raise NotThisFloor(
            f"{event.stream} seq {event.seq} is {_in_words(event.type, event.round)}, where this floor has "
            f"{_in_words(draft.type, draft.round)} at {draft.stream}: go on with the seed and the tables "
            "that the log was begun with, or name another directory with --data"
        )
    return Outcome(event.seq, event.type)
