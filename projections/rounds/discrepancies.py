"""Where the events of a round do not agree with each other about its wagers and decisions.

Cards are counted in `card_places`; what a rule asks for is the examiner's and the verdict's. Here it is only
said that an event is told twice, or that one is told without the other that it needs. Of an open round
nothing can be said yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from events.money import text
from events.vocabulary.dealing import StubCounted
from events.vocabulary.irregularities import IrregularityCalled, IrregularityRuled
from projections.rounds.description import STUB
from projections.rounds.view import RoundView, SeatView


def discrepancies(view: RoundView) -> list[str]:
    """Everything that does not agree, in words, from the highest seat down."""
    if view.status == "open":
        return []
    found = [*_of_the_table(view)]
    for number in sorted(view.seats, reverse=True):
        seat = view.seats[number]
        words = [
            *_of_wagers(seat),
            *_of_streets(view, seat),
            *_of_decisions(seat, played=view.status == "closed" and not view.irregularities),
        ]
        found += [f"seat {number}: {each}" for each in words]
    return found


def _of_the_table(view: RoundView) -> Iterator[str]:
    dealt = any(seat.cards for seat in view.seats.values()) or any(view.areas.values())
    if dealt and not view.bets_closed:
        yield "cards were dealt, and bets were never closed"
    bodies = [each.body for each in view.irregularities]
    called = any(
        isinstance(body, IrregularityCalled | IrregularityRuled) and body.kind == STUB for body in bodies
    )
    if called and not any(isinstance(body, StubCounted) for body in bodies):
        yield "the count of the stub was called wrong, and no count that was wrong is recorded"


def _of_wagers(seat: SeatView) -> Iterator[str]:
    """A wager is placed, and settled once with the stake that was placed. What lost may go back in a void."""
    for wager in dict.fromkeys((*seat.wagers, *(settled.wager for settled in seat.settled))):
        placed_mc = seat.wagers.get(wager, 0)
        settled = [each for each in seat.settled if each.wager == wager]
        if placed_mc and not settled:
            yield f"{wager} {text(placed_mc)} was placed and never settled"
        for each in settled:
            if each.stake_mc != placed_mc:
                stake, placed = text(each.stake_mc), text(placed_mc)
                yield f"{wager} was settled with a stake of {stake}, and {placed} was placed"
        if len(settled) > 1 and settled[-1].outcome != "void":
            yield f"{wager} was settled {len(settled)} times"


STREETS: Final = {"flop": 3, "turn": 4, "river": 5}
"""How many community cards lie face up when a player decides at a street."""


def _of_streets(view: RoundView, seat: SeatView) -> Iterator[str]:
    """Who decides at a street has seen its cards, and those of the streets before."""
    board = view.areas.get("community")
    turned = frozenset[int]() if board is None else board.turned
    for at in dict.fromkeys(decision.at for decision in seat.decisions):
        if not turned.issuperset(range(1, STREETS.get(at, 0) + 1)):
            yield f"decided at the {at}, and not all of the cards until then were turned up"


def _of_decisions(seat: SeatView, *, played: bool) -> Iterator[str]:
    for at, times in Counter(decision.at for decision in seat.decisions).items():
        if times > 1:
            yield f"decided {times} times at the {at}"
    if played and seat.wagers and not seat.decisions and not seat.abandoned:
        yield "no decision is recorded"
