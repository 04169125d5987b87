"""What a check is: its id and word, when it looks, what it needs, and one function.

A check sees the table as it was before an event, and the event. It gives what it found as a `Found`; who may
speak of several is `precedence`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from events.envelope import Event
from games.chapter import Rulebook
from games.procedure.duties import Breach
from projections.examining.deck_state import DeckState
from projections.examining.finding import Remedy, Severity
from projections.examining.table_state import TableState

FIRST_CARD: Final = "first_card"
"""Not a type: the first card of a round leaves the shoe or the hand."""
CARD: Final = "card"
"""Not a type: any card does."""
ROUND_ENDED: Final = "round_ended"
"""Not a type: a round is closed or void."""

CARD_TYPES: Final = frozenset({"card_dealt", "stack_delivered", "card_burned"})
END_TYPES: Final = frozenset({"round_closed", "round_voided"})


class Found(NamedTuple):
    """What a check found. `about` tells two of one check apart: a deck, a sign, a wager.

    `seqs` are events beside the one that is looked at. `round` is null for that of the event.
    """

    section: str | None
    message: str
    about: str = ""
    seqs: tuple[int, ...] = ()
    seat: int | None = None
    wager: str | None = None
    round: str | None = None
    due_mc: int | None = None
    done_mc: int | None = None


@dataclass(slots=True)
class Moment:
    """An event at a table: the table before it, the event, its facts, and the rulebook in force, if known."""

    table: TableState
    event: Event
    body: Any
    known_book: Rulebook | None

    @property
    def book(self) -> Rulebook:
        """The rulebook; checks that can do without one never ask."""
        assert self.known_book is not None
        return self.known_book

    @property
    def x(self) -> str:
        """The chapter, as in a citation."""
        return self.book.chapter

    @property
    def deck(self) -> DeckState | None:
        """The deck of the open round."""
        round_ = self.table.round
        return None if round_ is None else self.table.decks.get(round_.deck)


Finder = Callable[[Moment], Iterator[Found]]


class Check(NamedTuple):
    """One check. `at` are the event types, or moments such as `FIRST_CARD`, that complete its breach.

    Without a rulebook that is known nothing is judged, but for checks that say so.
    """

    id: str
    word: str
    at: tuple[str, ...]
    needs: str
    find: Finder
    severity: Severity = "procedure"
    remedy: Remedy = ""
    without_book: bool = False


def found_if(breach: Breach | None, about: str = "", *seqs: int) -> Iterator[Found]:
    """What a function of `games.procedure` has found, if anything."""
    if breach is not None:
        yield Found(
            breach.section, f"{breach.message}.".capitalize(), about, tuple(seq for seq in seqs if seq)
        )
