"""The stored form of a link's state: plain values, the same for equal states, and the way back."""

from __future__ import annotations

from typing import Any

from projections.keeping.link_state import (
    Award,
    AwardTerms,
    Joined,
    LinkState,
    LinkTerms,
    Lock,
    Meter,
    MeterTerms,
    Pot,
    RoundHeard,
    SeatWager,
)


def dump_link(state: LinkState) -> list[Any]:
    """Plain values for a stored state; equal states give equal values."""
    return [
        state.live,
        state.retired,
        _dump_terms(state.terms),
        [
            [k, m.primary_mc, m.reserve_mc, m.primary_residual, m.reserve_residual, m.base_mc, m.hits]
            for k, m in sorted(state.meters.items())
        ],
        _dump_awards(state.awards),
        [
            [
                k,
                r.round,
                [[*of, mc] for of, mc in sorted(r.wagers.items())],
                sorted(r.claimed),
                sorted(r.hits.items()),
                sorted(r.overflowed.items()),
            ]
            for k, r in sorted(state.rounds.items())
        ],
        [
            [k, j.rulebook, j.paytable, j.unit_wager_mc, j.wagers, j.problem]
            for k, j in sorted(state.tables.items())
        ],
        [[k, [_dump_lock(lock) for lock in locks]] for k, locks in sorted(state.locks.items())],
        _dump_awards(state.settled),
        sorted(state.sent.items()),
        [[*k, amount_mc] for k, amount_mc in sorted(state.transit.items())],
        sorted(state.days.items()),
        state.closed_day,
    ]


def _dump_terms(terms: LinkTerms) -> list[Any]:
    return [
        terms.rulebook,
        terms.paytable,
        terms.wager,
        terms.unit_wager_mc,
        terms.guard_mc,
        [
            [k, t.seed_mc, t.reseed_mc, t.primary_bp, t.reserve_bp, t.limit_mc]
            for k, t in sorted(terms.meters.items())
        ],
        [[k, t.meter, t.percent_bp] for k, t in sorted(terms.awards.items())],
    ]


def _dump_awards(awards: dict[tuple[str, int], Award]) -> list[Any]:
    return [
        [*k, a.seat, a.meter, a.amount_mc, a.validated, sorted(a.owed.items()), sorted(a.paid.items())]
        for k, a in sorted(awards.items())
    ]


def _dump_lock(lock: Lock) -> list[Any]:
    return [
        lock.claim,
        lock.round,
        lock.wager,
        lock.seats,
        lock.percent_bp,
        lock.reseed_mc,
        lock.limit_mc,
        lock.before,
    ]


def load_link(dumped: list[Any]) -> LinkState:
    """The state of `dump_link`."""
    live, retired, terms, meters, awards, rounds, tables, locks, settled, sent, transit, days, closed = dumped
    return LinkState(
        live=live,
        retired=retired,
        terms=_load_terms(terms),
        meters={k: Meter(*rest) for k, *rest in meters},
        awards=_load_awards(awards),
        rounds={k: _load_round(*rest) for k, *rest in rounds},
        tables={k: Joined(b, p, u, tuple(w), problem) for k, b, p, u, w, problem in tables},
        locks={k: tuple(_load_lock(lock) for lock in of) for k, of in locks},
        settled=_load_awards(settled),
        sent=dict(sent),
        transit={(link, number): amount_mc for link, number, amount_mc in transit},
        days={k: tuple(of) for k, of in days},
        closed_day=closed,
    )


def _load_terms(dumped: list[Any]) -> LinkTerms:
    rulebook, paytable, wager, unit, guard, meters, awards = dumped
    return LinkTerms(
        rulebook,
        paytable,
        wager,
        unit,
        guard,
        {k: MeterTerms(*rest) for k, *rest in meters},
        {k: AwardTerms(*rest) for k, *rest in awards},
    )


def _load_awards(dumped: list[Any]) -> dict[tuple[str, int], Award]:
    return {
        (table, seq): Award(seat, meter, amount, validated, dict(owed), dict(paid))
        for table, seq, seat, meter, amount, validated, owed, paid in dumped
    }


def _load_round(round_: str, wagers: Any, claimed: Any, hits: Any, overflowed: Any) -> RoundHeard:
    of: dict[SeatWager, int] = {(seat, wager): mc for seat, wager, mc in wagers}
    return RoundHeard(
        round_, of, frozenset((seat, wager) for seat, wager in claimed), dict(hits), dict(overflowed)
    )


def _load_lock(dumped: list[Any]) -> Lock:
    claim, round_, wager, seats, percent_bp, reseed, limit, before = dumped
    of, won = (claim[0], claim[1]), (wager[0], wager[1])
    return Lock(of, round_, won, tuple(seats), percent_bp, reseed, limit, Pot(*before))
