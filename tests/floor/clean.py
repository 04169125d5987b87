"""What must hold of a floor without mistakes, from its events alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from events.body import body_fields, read_body
from events.envelope import Event
from tests.floor.card_count import CardCount, CardsWrong
from tests.floor.rebuilt import Rebuilt, rounds_of


def wrong_in(events: list[Event], rounds: int) -> Iterator[str]:
    """Everything that is wrong with so many rounds, each in words."""
    yield from _cards(events)
    found = rounds_of(events)
    if len(found) != rounds:
        yield f"{len(found)} rounds, and not {rounds}"
    for name, played_round in found.items():
        for text in otherwise(played_round):
            yield f"{name}: {text}"


def _cards(events: Sequence[Event]) -> Iterator[str]:
    """Where a table has not 52 cards, or one of them twice; the first of each table."""
    counts: dict[str, CardCount] = defaultdict(CardCount)
    wrong: set[str] = set()
    for event in events:
        if event.kind == "table" and event.owner not in wrong:
            try:
                counts[event.owner].take(event.type, body_fields(read_body(event)), event.round)
            except CardsWrong as error:
                wrong.add(event.owner)
                yield str(error)


def otherwise(played_round: Rebuilt) -> Iterator[str]:
    """What was settled otherwise than `games` says."""
    verdict = played_round.verdict()
    due = {
        (seat.seat, wager): result
        for seat in verdict.seats
        for wager, result in seat.wagers.items()
        if wager != "envy_bonus"
    }
    envies = [(envy.seat, envy.holder, envy.hand, envy.amount) for envy in verdict.envies]
    if played_round.envies != envies:
        yield f"envy bonuses {played_round.envies}, due were {envies}"
    for place in due.keys() ^ played_round.settled.keys():
        yield f"{place} is settled or due, not both"
    for place in due.keys() & played_round.settled.keys():
        result, done = due[place], played_round.settled[place]
        recorded = (done.outcome, done.returned_mc, done.paid_mc)
        paid_mc = done.paid_mc if place in played_round.claims else result.payout * 1_000
        expected = (result.outcome, result.returned * 1_000, paid_mc)
        if recorded != expected:
            yield f"{place} was settled {recorded}, due was {expected}"
