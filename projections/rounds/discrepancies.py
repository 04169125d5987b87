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
from games import registry
from projections.rounds.description import STUB, WRONG_NUMBER
from projections.rounds.hand_sizes import most_dealt, most_held
from projections.rounds.taking_part import plays
from projections.rounds.terms import game_of
from projections.rounds.view import RoundView, SeatView


def discrepancies(view: RoundView) -> list[str]:
    """Everything that does not agree, in words, from the highest seat down."""
    if view.status == "open":
        return []
    found = [*_of_the_table(view), *_of_the_board(view), *_of_hands(view)]
    asked = _asked(view)
    for number in sorted(view.seats, reverse=True):
        seat = view.seats[number]
        words = [
            *_of_wagers(seat),
            *_of_streets(view, seat),
            *_of_decisions(seat, asked=number in asked),
        ]
        found += [f"seat {number}: {each}" for each in words]
    return found


def _of_the_table(view: RoundView) -> Iterator[str]:
    dealt = any(seat.cards for seat in view.seats.values()) or any(view.areas.values())
    if dealt and not view.bets_closed:
        yield "cards were dealt, and bets were never closed"
    counted = any(isinstance(each.body, StubCounted) for each in view.irregularities)
    if _was_called(view, STUB) and not counted:
        yield "the count of the stub was called wrong, and no count that was wrong is recorded"


def _was_called(view: RoundView, kind: str) -> bool:
    """Whether somebody called an irregularity of this kind, or ruled on one."""
    bodies = (each.body for each in view.irregularities)
    return any(
        isinstance(body, IrregularityCalled | IrregularityRuled) and body.kind == kind for body in bodies
    )


def _of_the_board(view: RoundView) -> Iterator[str]:
    """The streets are turned up one after the other, each of them."""
    turned = sorted(_turned(view))
    for place, after in enumerate(turned, 1):
        if place < after:
            yield f"card {after} of the board was turned up, and card {place} was not"
            return


def _turned(view: RoundView) -> frozenset[int]:
    board = view.areas.get("community")
    return frozenset() if board is None else board.turned


BESIDE: Final = {"six_card_bonus": 4, "pair_bonus": 1}
"""How many cards lie beside the board, where somebody wagers on them."""


def _of_hands(view: RoundView) -> Iterator[str]:
    """Nobody is dealt more cards than the game has in a hand, nor is the board, or else that is called, of
    those boxes: by itself, or because the count of the stub shows that they were misdealt."""
    game = game_of(view.rulebook)
    bodies = [each.body for each in view.irregularities]
    misdealt = any(isinstance(body, StubCounted) and body.misdealt for body in bodies)
    kinds = (WRONG_NUMBER, STUB) if misdealt else (WRONG_NUMBER,)
    called = [each for each in bodies if isinstance(each, IrregularityCalled) and each.kind in kinds]
    if not game or not all(each.seats for each in called) or (_was_called(view, WRONG_NUMBER) and not called):
        return
    known = {seat for each in called for seat in each.seats}
    most, shape = most_held(registry.by_name(game)), registry.by_name(game).shape
    dealers = most_dealt(view, registry.by_name(game))
    seats = [(number, view.seats[number]) for number in sorted(view.seats, reverse=True)]
    held = [(f"seat {number}", len(seat.cards), most) for number, seat in seats if number not in known]
    for whose, cards, full in (*held, ("the dealer", len(view.areas.get("dealer", ())), dealers)):
        if cards > full:
            yield f"{whose}: {cards} cards were dealt, and a hand has {full}"
    for area, full in (("community", shape.community_cards), *BESIDE.items()):
        cards = len(view.areas.get(area, ()))
        if cards > full > 0:
            yield f"{area.replace('_', ' ')}: {cards} cards were dealt, and there are {full}"


def _of_wagers(seat: SeatView) -> Iterator[str]:
    """A wager is placed, and settled once with the stake that was placed. What lost may go back in a void,
    once."""
    for wager in dict.fromkeys((*seat.wagers, *(settled.wager for settled in seat.settled))):
        placed_mc = seat.wagers.get(wager, 0)
        settled = [each for each in seat.settled if each.wager == wager]
        if placed_mc and not settled:
            yield f"{wager} {text(placed_mc)} was placed and never settled"
        for each in settled:
            if each.stake_mc != placed_mc:
                stake, placed = text(each.stake_mc), text(placed_mc)
                yield f"{wager} was settled with a stake of {stake}, and {placed} was placed"
        went_back = [each.outcome == "void" for each in settled] == [False, True]
        if len(settled) > 1 and not went_back:
            yield f"{wager} was settled {len(settled)} times"


STREETS: Final = {"flop": 3, "turn": 4, "river": 5}
"""How many community cards lie face up when a player decides at a street."""


def _of_streets(view: RoundView, seat: SeatView) -> Iterator[str]:
    """Who decides at a street has seen its cards, and those of the streets before."""
    turned = _turned(view)
    for at in dict.fromkeys(decision.at for decision in seat.decisions):
        if not turned.issuperset(range(1, STREETS.get(at, 0) + 1)):
            yield f"decided at the {at}, and not all of the cards until then were turned up"


def _asked(view: RoundView) -> set[int]:
    """The boxes whose players have to be asked: of a game that nobody knows, those with anything staked."""
    if view.status != "closed" or view.irregularities:
        return set()
    name = game_of(view.rulebook)
    game = registry.by_name(name) if name else None
    return {
        number
        for number, seat in view.seats.items()
        if (seat.staked if game is None else plays(seat, game)) and not seat.abandoned
    }


def _of_decisions(seat: SeatView, *, asked: bool) -> Iterator[str]:
    for at, times in Counter(decision.at for decision in seat.decisions).items():
        if times > 1:
            yield f"decided {times} times at the {at}"
    if asked and not seat.decisions:
        yield "no decision is recorded"
