"""When everything about a round can be judged."""

from __future__ import annotations

from collections import Counter
from typing import Any

from events.envelope import Event
from projections.examining.memory.table_state import OpenRound, TableState


def is_done(table: TableState, event: Event, body: Any) -> OpenRound | None:
    """The round that an event completes; None where it completes none.

    A closed round is complete with its closing. A void one waits until every wager has been dealt with: the
    dealer may give stakes back before the round is declared void or after it. The next opening, and the
    closing of the table, wait for nobody; a round that nobody ended is complete then too.
    """
    if event.type in ("round_opened", "table_opened", "table_closed"):
        waiting = table.round or table.last_round
        return waiting if waiting is not None and not waiting.done else None
    if event.type == "round_closed":
        return table.round
    if event.type == "round_voided":
        return table.round if table.round is not None and _all_settled(table.round) else None
    if event.type == "wager_settled" and table.round is None:
        last = table.last_round
        if last is not None and not last.done and event.round == last.name and _all_settled(last, body):
            return last
    return None


def _all_settled(round_: OpenRound, body: Any = None) -> bool:
    """Whether every stake of a round has been settled; `body` is a settlement that comes now."""
    staked: Counter[tuple[int, str]] = Counter()
    for step in round_.steps:
        match step.type:
            case "wager_placed":
                staked[step.body.seat, step.body.wager] += step.body.amount_mc
            case "wager_withdrawn":
                staked[step.body.seat, step.body.wager] -= step.body.amount_mc
            case "decision_made" if step.body.wager is not None:
                staked[step.body.seat, step.body.wager] += step.body.amount_mc
            case "wager_settled":
                staked.pop((step.body.seat, step.body.wager), None)
            case _:
                pass
    if body is not None:
        staked.pop((body.seat, body.wager), None)
    return not +staked
