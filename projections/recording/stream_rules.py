"""Which rules belong to which kind of stream, held with what they know of the stream.

One object a stream; whoever records (`streams.recorder`, the floor's folds) gives it the stream's past.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from events.envelope import Event
from events.jsonform import Draft
from projections.recording import link, table
from projections.recording.surroundings import Surroundings
from projections.recording.table_state import HistoryNeeded, TableState


class History(Protocol):
    """The events of a stream from its first, up to a number (exclusive) or all of them."""

    def __call__(self, before_seq: int | None = None) -> Iterator[Event]:
        """Read them."""


class StreamRules(Protocol):
    """The rules of one stream; made from its last events, which `evolve` is then given one by one."""

    def __init__(self, tail: Sequence[Event], history: History) -> None: ...

    def decide(self, draft: Draft, around: Surroundings) -> Draft:
        """The draft as it will be recorded."""

    def evolve(self, event: Event) -> None:
        """Follow what was recorded."""


class TableRules:
    """A table has one state, whatever the modes of its events; its tail begins with its last round."""

    __slots__ = ("_history", "_state")

    def __init__(self, tail: Sequence[Event], history: History) -> None:
        self._history = history
        self._state = TableState(every_link_known=not tail or tail[0].seq == 1)

    def decide(self, draft: Draft, around: Surroundings) -> Draft:
        """By what the last round shows; by all the history where that is not enough."""
        try:
            return table.decide(self._state, draft, around)
        except HistoryNeeded:
            self._state = table.fold(TableState(), self._history())
            return table.decide(self._state, draft, around)

    def evolve(self, event: Event) -> None:
        """Follow what was recorded."""
        self._state = table.evolve(self._state, event)


class LinkRules:
    """A link is live or not: what its tail does not show, its history does."""

    __slots__ = ("_live",)

    def __init__(self, tail: Sequence[Event], history: History) -> None:
        self._live = False
        if tail and not any(map(link.starts_or_stops, tail)):
            for event in history(before_seq=tail[0].seq):
                self.evolve(event)

    def decide(self, draft: Draft, around: Surroundings) -> Draft:
        """As it came, or refused."""
        return link.decide(self._live, draft, around)

    def evolve(self, event: Event) -> None:
        """Follow what was recorded."""
        self._live = link.evolve(self._live, event)


class DeskRules:
    """What comes from a desk is recorded as it comes."""

    __slots__ = ()

    def __init__(self, tail: Sequence[Event], history: History) -> None:
        pass

    def decide(self, draft: Draft, around: Surroundings) -> Draft:
        """As it came."""
        del around
        return draft

    def evolve(self, event: Event) -> None:
        """Nothing is known of a desk."""


RULES: Final[dict[str, type[StreamRules]]] = {"table": TableRules, "link": LinkRules, "desk": DeskRules}
"""The kinds of streams that a recorder writes; processors write the others."""
