"""Wagers that a payout limit covers, where what went wrong is one wager's own and not how they were cut.

What a limit leaves is judged together, because a text does not say which wager is cut. But a wager that was
never settled, a stake that was kept, a loser that was paid: that is wrong by itself, whatever the limit is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from events.money import MC_PER_CENT
from events.vocabulary.play import WagerSettled
from games.settlement import WagerResult
from projections.examining.settled_round import SettledRound
from projections.rounds.done import Place
from projections.rounds.verdict import LIMIT, Row

Done = Mapping[Place, Sequence[WagerSettled]]
"""How each wager was settled."""


def told_apart(settled: SettledRound, done: Done) -> list[Row]:
    """The rows of a round. Where wagers that were handled wrongly by themselves explain all that differs of
    what a limit covers, their own rows stand there, judged, instead of the one of them all."""
    rows = list(settled.rows())
    own: dict[Place, Row] = {}
    explained: set[int] = set()
    for at, row in enumerate(rows):
        if row.wager == LIMIT and row.difference_mc:
            wrong = _wrong_by_themselves(settled, row, done)
            if wrong:
                own |= wrong
                explained.add(at)
    if not own:
        return rows
    return [own.get((row.seat, row.wager), row) for at, row in enumerate(rows) if at not in explained]


def _wrong_by_themselves(settled: SettledRound, limited: Row, done: Done) -> dict[Place, Row]:
    """The rows of the wagers that explain the difference of a limit; none where they do not."""
    due = _due(settled)
    given = {(row.seat, row.wager): row for row in settled.verdict.rows}
    wrong: dict[Place, Row] = {}
    rest_mc = 0
    for place in limited.covers:
        result, row = due[place], given[place]
        owed = result.payout + result.returned
        if _is_wrong(result, settled.placed_mc(place), row.done_mc, done.get(place, ())):
            wrong[place] = replace(
                row, due_cents=owed, why=None, rate=result.rate, section=result.section, result=result
            )
        else:
            rest_mc += row.done_mc - owed * MC_PER_CENT
    return {} if rest_mc else wrong


def _due(settled: SettledRound) -> dict[Place, WagerResult]:
    """What is due on each wager, cut by the limit in the order of settlement."""
    settlement = settled.verdict.settlement
    seats = () if settlement is None else settlement.seats
    return {(each.seat, name): result for each in seats for name, result in each.paid().items()}


def _is_wrong(result: WagerResult, placed_mc: int, given_mc: int, ends: Sequence[WagerSettled]) -> bool:
    if len(ends) != 1:
        return placed_mc > 0
    if result.outcome == "lose":
        return given_mc > 0
    return ends[0].returned_mc != result.returned * MC_PER_CENT
