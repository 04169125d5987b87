"""What a check is: its id and word, when it looks, what it needs, and one function.

A check sees the table as it was before an event, and the event. It gives what it found as a `Found`; who may
speak of several is `precedence`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from events.envelope import Event
from events.vocabulary.findings import Remedy, Severity
from games import registry
from games.chapter import Rulebook
from games.game import Game
from games.procedure.duties import Breach
from projections.examining.memory.deck_state import DeckState
from projections.examining.memory.table_state import OpenRound, TableState
from projections.examining.round_digest import RoundDigest, digest_of
from projections.examining.round_facts import RoundFacts

FIRST_CARD: Final = "first_card"
"""Not a type: the first card of a round leaves the shoe or the hand."""
CARD: Final = "card"
"""Not a type: any card does."""
ROUND_ENDED: Final = "round_ended"
"""Not a type: a round is closed or void."""
ROUND_DONE: Final = "round_done"
"""Not a type: everything about a round can be judged. That is when it is closed; if it is void, when every
wager has been dealt with, at the latest when the next round opens or the table closes."""

AFTER_VOID: Final = "after_void"
"""Not a type: something more happens in a round that has been declared void."""
UNMARKED: Final = "unmarked"
"""Not a type: a card is dealt or cards are shuffled while a device that failed is not marked out of order."""

CARD_TYPES: Final = frozenset({"card_dealt", "stack_delivered", "card_burned"})
INVENTORY: Final = "table_inventory"
"""Where chips belong, as `chips_placed` has it."""
END_TYPES: Final = frozenset({"round_closed", "round_voided"})


class Found(NamedTuple):
    """What a check found. `about` tells two of one check apart: a deck, a sign, a wager; `also` is what more.

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
    also: tuple[str, ...] = ()


@dataclass(slots=True)
class Moment:
    """An event at a table: the table before it, the event, its facts, and the rulebook in force, if known.

    `round` is the one that is looked at: that which is being played, or at `ROUND_DONE` that which is done.
    """

    table: TableState
    event: Event
    body: Any
    known_book: Rulebook | None
    round: OpenRound | None
    settled: Any = None
    """What `settled_round` made of the round, once somebody asked; not of the state, so never stored."""
    _digest: RoundDigest | None = None
    _facts: RoundFacts | None = None

    @property
    def facts(self) -> RoundFacts:
        """The round that is looked at, read once for all checks of the moment."""
        assert self.round is not None
        if self._facts is None or self._facts.round is not self.round:
            self._facts = RoundFacts(self.round, self.book, self.event)
        return self._facts

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
    def own_round(self) -> OpenRound | None:
        """The round that the event names, played or over; None where that is neither the one nor the last."""
        for round_ in (self.table.round, self.table.last_round):
            if round_ is not None and round_.name == self.event.round:
                return round_
        return None

    @property
    def game(self) -> Game:
        """The game that is played."""
        return registry.by_name(self.book.game)

    @property
    def digest(self) -> RoundDigest:
        """The round that is done, seen as a whole."""
        assert self.round is not None
        if self._digest is None:
            self._digest = digest_of(self.round, self.event.type)
        return self._digest

    @property
    def deck(self) -> DeckState | None:
        """The deck of the open round."""
        return None if self.round is None else self.table.decks.get(self.round.deck)


Finder = Callable[[Moment], Iterator[Found]]
RoundFinder = Callable[[Moment, RoundFacts], Iterator[Found]]


def of_round(find: RoundFinder) -> Finder:
    """A check over all of a round, which is not judged where some of it is not remembered."""

    def finder(moment: Moment) -> Iterator[Found]:
        if moment.round is not None and not moment.round.cut_short:
            yield from find(moment, moment.facts)

    finder.__doc__ = find.__doc__
    return finder


def of_deal(find: RoundFinder) -> Finder:
    """A check of who was dealt which cards: nothing is asked of a deal that is just as the chapter has it."""

    def finder(moment: Moment) -> Iterator[Found]:
        if moment.round is None or moment.round.cut_short or moment.facts.by_the_book:
            return
        yield from find(moment, moment.facts)

    finder.__doc__ = find.__doc__
    return finder


class Check(NamedTuple):
    """One check. `at` are the event types, or moments such as `FIRST_CARD`, that complete its breach.

    `chapters` are those that have the rule; none named: all. Without a rulebook that is known nothing is
    judged, but for checks that say so.
    """

    id: str
    word: str
    at: tuple[str, ...]
    needs: str
    find: Finder
    severity: Severity = "procedure"
    remedy: Remedy = ""
    without_book: bool = False
    chapters: tuple[str, ...] = ()


def found_if(breach: Breach | None, about: str = "", *seqs: int) -> Iterator[Found]:
    """What a function of `games.procedure` has found, if anything."""
    if breach is not None:
        yield Found(
            breach.section, f"{breach.message}.".capitalize(), about, tuple(seq for seq in seqs if seq)
        )
