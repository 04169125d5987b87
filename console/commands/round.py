"""`pitledger round ROUND`: a round rebuilt from its events, as it ended or as it was at one moment."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from console.arguments import number, one
from console.instance import open_log
from console.names import something
from console.options import NO_OPTIONS, GlobalOptions
from console.output import print_json
from console.read_model import open_read_model
from console.round_events import events_of_round
from console.round_known import known_of
from console.round_shown import round_document, show_round, show_timeline
from console.round_verdict import NOTHING_ELSE, WhatIf, show_verdict, verdict_document
from console.wrong_call import WrongCall
from events.envelope import LIVE, MODES
from projections.rounds.replay import replay
from projections.rounds.verdict import judge
from streams.read_model.queries.rounds import (
    RoundLocation,
    payout_limit,
    refused_events,
    rounds_named,
    spelled_otherwise,
)
from streams.read_model.queries.shortfalls import borne_by_house


def _mode(text: str) -> str:
    if text not in MODES:
        raise ValueError(f"{text!r} is not one of {', '.join(MODES)}")
    return text


def round_(
    name: Annotated[
        str, one(something, "ROUND", "the round, as `pitledger export-events` names it", name="ROUND")
    ],
    /,
    *,
    at: Annotated[int | None, number("as the table was after this event", "SEQ")] = None,
    table: Annotated[
        str | None, Parameter(metavar="TABLE", help="the table, where two tables have a round of that name")
    ] = None,
    mode: Annotated[
        str | None,
        one(_mode, "MODE", "live, test or training (default: live, where there was live play)"),
    ] = None,
    asked: WhatIf = NOTHING_ELSE,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """A round rebuilt from its events: cards, wagers, awards; due beside done for each wager; the timeline.

    --rulebook, --paytable and --switch ask what would have been due under others: what if? Exit code 2: no
    such round.

    Examples:
        pitledger round HCF-01-12
        pitledger round HCF-01-12 --at 240 --json
        pitledger round HCF-01-12 --paytable flush_bonus=B --switch flush_comparison=all_seven
    """
    where = options.location()
    with open_read_model(where) as store:
        named = rounds_named(store, name)
        spelled = [] if named else spelled_otherwise(store, name)
    found = [each for each in named if not table or table == each.table]
    found = [each for each in found if each.mode == (mode or found[0].mode)]
    if not found:
        raise WrongCall(f"{_where_it_is(name, named, spelled)}.")
    if len(found) > 1:
        tables = ", ".join(each.table for each in found)
        raise WrongCall(f"{name} was played at {tables}: choose one with --table")
    with open_log(where) as log, open_read_model(where, as_it_is=True) as store:
        events, missing = events_of_round(log, found[0])
        view = replay(events, at)
        if view is None:
            raise WrongCall(f"--at {at}: round {name} begins at seq {found[0].first_seq}")
        known = known_of(log, store, found[0], events, missing)
        limit = payout_limit(store, found[0].stream, view.selections_seq)
        refused = refused_events(store, found[0].stream)
        played = (found[0].table, name) if found[0].mode == LIVE else None
        borne = [each for each in borne_by_house(store) if (each.table, each.round) == played]
    verdict, instead = judge(view, known), asked.judged(view, known)
    if options.json:
        print_json(round_document(view, limit, refused, borne) | verdict_document(verdict, instead))
    else:
        show_round(view, limit, refused, borne)
        print()
        show_verdict(verdict, instead)
        print()
        show_timeline(view)
    return 0


def _where_it_is(name: str, named: list[RoundLocation], spelled: list[str]) -> str:
    """Why there is no such round, and how to find the one that is meant."""
    if named:
        played = ", ".join(f"at {each.table} in {each.mode}" for each in named)
        return f"{name} was played {played}: give --table and --mode accordingly, or neither"
    if spelled:
        return f"no round {name} is recorded here, but {' and '.join(spelled)}"
    return (
        f"no round {name} is recorded here; "
        "`pitledger export-events --stream table:TABLE` has every event of a table with its round"
    )
