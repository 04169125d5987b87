"""Everything that is known of a round, gathered from the log and the read model: the terminal, JSON and pages
show the same."""

from __future__ import annotations

from collections.abc import Sequence

from console.calls.wrong_call import WrongCall
from console.rounds.events import events_of_round, troubles_around
from console.rounds.known import known_of, players_of
from console.rounds.shown import RoundShown
from console.rounds.verdict import NOTHING_ELSE, WhatIf
from events.envelope import LIVE, Event
from projections.examining.finding import Finding
from projections.rounds.attendance import attended
from projections.rounds.card_places import places_at
from projections.rounds.discrepancies import discrepancies
from projections.rounds.replay import replay
from projections.rounds.verdict import judge
from streams.errors import LogError
from streams.log import Log
from streams.read_model.findings import Wanted, find
from streams.read_model.queries.cases import round_payments
from streams.read_model.queries.round_context import EVER, UpTo, crew_at, meter_steps
from streams.read_model.queries.rounds import RoundLocation, payout_limit, refused_events
from streams.read_model.queries.shortfalls import borne_in_round
from streams.read_model.store import ReadStore


def gather_round(
    log: Log, store: ReadStore, of: RoundLocation, at: int | None = None, asked: WhatIf = NOTHING_ELSE
) -> RoundShown:
    """Everything that is known of a round, as of its end or of one event."""
    found = troubles_around(store, of, events_of_round(log, of))
    view = replay(found.events, at, bodies=found.bodies)
    if view is None and at is None:
        raise LogError(
            f"round {of.round}: the log has nothing of it where the read model says; run `pitledger check`"
        )
    if view is None:
        raise WrongCall(f"--at {at}: round {of.round} begins at seq {of.first_seq}")
    known = known_of(log, store, of, found.events, found.missing)
    played = (of.table, of.round) if of.mode == LIVE else None
    then = EVER if at is None else _after(of, found.events, at)
    return RoundShown(
        view=view,
        cards=places_at(found.events, at),
        terms=known.terms,
        crew=crew_at(store, of),
        players=players_of(store, of, found.events),
        attendance=attended(found.events, at),
        troubles=found.troubles,
        discrepancies=discrepancies(view),
        limit=payout_limit(store, of.stream, view.selections_seq),
        refused=refused_events(store, of.stream),
        borne=[each for each in borne_in_round(store, *played) if each.at_us <= then.recorded_at_us]
        if played
        else [],
        meter_steps=meter_steps(store, of, then) if played else [],
        case_payments=[each for each in round_payments(store, *played) if each.payment_seq <= then.seq]
        if played
        else [],
        findings=_found_in(store, of, at),
        verdict=judge(view, known),
        instead=asked.judged(view, known),
    )


def _after(of: RoundLocation, events: Sequence[Event], at: int) -> UpTo:
    """The moment after an event of the round's table."""
    return UpTo(of.stream, at, max(each.recorded_at_us for each in events if each.seq <= at))


def _found_in(store: ReadStore, of: RoundLocation, at: int | None) -> list[Finding]:
    """What was found in a round; at a moment of it what rests on what had happened by then."""
    wanted = Wanted(table=of.table, round=of.round, mode=of.mode)
    found = find(store, wanted)
    return [each for each in found if at is None or (each.is_of_table and each.events[-1] <= at)]
