"""Rounds that a case is about: found by their names, so that no mistyped one gets into it."""

from __future__ import annotations

from console.calls.wrong_call import WrongCall
from console.rounds.events import events_of_round
from console.rounds.known import known_of
from events.envelope import LIVE
from projections.rounds.replay import replay
from projections.rounds.verdict import LIMIT, Row, judge
from streams.log import Log
from streams.read_model.queries.rounds import RoundLocation, rounds_named, spelled_otherwise
from streams.read_model.store import ReadStore


def find_round(store: ReadStore, name: str, table: str | None, of_case: str) -> RoundLocation:
    """The live round of a name: at the table that is given, else at the case's, else at the only one."""
    named = [each for each in rounds_named(store, name) if each.mode == LIVE]
    if not named:
        spelled = spelled_otherwise(store, name)
        hint = f", but {' and '.join(spelled)}" if spelled else "; `pitledger rounds` finds rounds"
        raise WrongCall(f"no live round {name} is recorded here{hint}.")
    at = [each for each in named if each.table == (table or of_case)]
    if not at and (table is not None or len(named) > 1):
        tables = ", ".join(each.table for each in named)
        raise WrongCall(f"{name} was played at {tables}, and not at {table or of_case}: name its table")
    return (at or named)[0]


def verdict_on(log: Log, store: ReadStore, found: RoundLocation) -> tuple[Row, ...]:
    """Due against done for every wager of a round."""
    recorded = events_of_round(log, found)
    view = replay(recorded.events, bodies=recorded.bodies, timeline=False)
    assert view is not None, "a round in the index has an event"
    return judge(view, known_of(log, store, found, recorded.events, recorded.missing)).rows


def require_wager(rows: tuple[Row, ...], round_: str, seat: int, wager: str) -> Row:
    """The verdict on a wager of a seat; `WrongCall` names those that there are."""
    of_seat = [row for row in rows if row.seat == seat and row.wager != LIMIT]
    for row in of_seat:
        if row.wager == wager:
            return row
    if of_seat:
        there = ", ".join(row.wager for row in of_seat)
        raise WrongCall(f"--wager {wager}: seat {seat} had none in {round_}, but {there}")
    seats = ", ".join(map(str, sorted({row.seat for row in rows})))
    raise WrongCall(f"--seat {seat}: nothing was wagered there in {round_}; seats {seats} were in it")
