"""Every progressive meter as it is now or was at a moment, with what is owed and what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from projections.keeping.pots import won_of
from projections.ledger.accounts import Totals
from projections.link_parameters import OVERFLOW
from projections.read_model.table_progress import Completeness
from streams.read_model.completeness import completeness_then, gaps_then, link_completeness
from streams.read_model.ledger import histories, last_entry, standing, totals_at
from streams.read_model.queries.awards import Award
from streams.read_model.queries.links import KnownLink, known_links
from streams.read_model.queries.shortfalls import BorneByHouse, borne_by_house
from streams.read_model.queries.stakes import StakeDueBack, stakes_due_back
from streams.read_model.queries.transfers import in_transit
from streams.read_model.queries.unpaid_awards import unpaid_awards
from streams.read_model.store import ReadStore

POINTS: Final = 32
"""Moments of a meter's past that are shown."""


@dataclass(frozen=True, slots=True)
class NextAward:
    """What a hand would win now."""

    hand: str
    percent_bp: int
    amount_mc: int


@dataclass(frozen=True, slots=True)
class MeterAmounts:
    """A meter: its amounts, the record that they are of, its recent past, and what hands would win of it."""

    meter: str
    amount_mc: int
    reserve_mc: int
    overflow_mc: int
    residual_nano: int
    record: int
    as_of_us: int
    history: tuple[tuple[int, int], ...]
    """Moments, and the amount on display at each."""
    next_awards: tuple[NextAward, ...]


@dataclass(frozen=True, slots=True)
class TableGap:
    """A table, or another source of the link, from which something is known to be missing.

    `held_by` is the leg of a table that is missing, or waits for a control of the link: later ones are held
    until it has come, or is set aside. 0 where no leg is held.
    """

    table: str
    what: str
    from_number: int
    held_by: int


@dataclass(frozen=True, slots=True)
class NotDone:
    """What a table asked of a link and was refused: wagers that fed nothing, a claim, a void.

    `attempted` is `contribution`, `claim` or `reversal`; `source` the event that asked.
    """

    table: str
    attempted: str
    reason: str
    source: str
    recorded_at_us: int


@dataclass(frozen=True, slots=True)
class LinkMeters:
    """A link with its meters, what it owes, and how complete its tables are."""

    link: KnownLink
    meters: tuple[MeterAmounts, ...]
    payable_mc: int
    in_transit_mc: int
    awards: tuple[Award, ...]
    complete: Completeness
    gaps: tuple[TableGap, ...]
    stakes_due_back: tuple[StakeDueBack, ...]
    not_done: tuple[NotDone, ...]
    borne: tuple[BorneByHouse, ...]
    """What the house bears of voids and rejections."""


def link_meters(
    store: ReadStore, only: str | None = None, at_us: int | None = None, *, points: int = POINTS
) -> list[LinkMeters]:
    """Every link, or one, with its meters, the awards that are locked and unpaid, and what is missing.

    Of a moment in the past only what was there by then. Who shows no past asks for no `points` of it.
    """
    awards = unpaid_awards(store, at_us)
    links = [_link(store, link, awards, at_us, points) for link in known_links(store, only, at_us)]
    return [link for link in links if at_us is None or link.meters]


def _link(
    store: ReadStore, link: KnownLink, awards: list[Award], at_us: int | None, points: int
) -> LinkMeters:
    totals = totals_at(store, link.link, at_us)
    return LinkMeters(
        link=link,
        meters=_meters(store, link, totals, at_us, points),
        payable_mc=_owed(totals, "payable"),
        in_transit_mc=sum(in_transit(store, at_us, link.link).values()),
        awards=tuple(award for award in awards if award.link == link.link),
        complete=(
            link_completeness(store, link.link)
            if at_us is None
            else completeness_then(store, link.link, link.closed_day, at_us)
        ),
        gaps=_gaps(store, link.link) if at_us is None else _gaps_then(store, link.link, at_us),
        stakes_due_back=stakes_due_back(store, link.link, at_us),
        not_done=_not_done(store, link.link, at_us),
        borne=borne_by_house(store, link.link, at_us=at_us),
    )


def _owed(totals: Totals, account: str) -> int:
    return -sum(mc for (name, _, _), (mc, _) in totals.items() if name == account)


def amounts_then(store: ReadStore, link: str, at_us: int) -> dict[str, int]:
    """What each meter of a link displayed at a moment, as `link_meters` has it, and nothing else of it: what
    takes that long is a meter's past."""
    return {
        name: standing(totals, name)["primary"].mc
        for known in known_links(store, link, at_us)
        for totals in [totals_at(store, known.link, at_us)]
        for name in _shown(store, known.link, totals, at_us)
    }


def _meters(
    store: ReadStore, link: KnownLink, totals: Totals, at_us: int | None, points: int
) -> tuple[MeterAmounts, ...]:
    """The meters of a link."""
    shown = _shown(store, link.link, totals, at_us)
    past = histories(store, link.link, tuple(shown), points, at_us)
    return tuple(_meter(link, row, totals, past[name]) for name, row in shown.items())


def _shown(store: ReadStore, link: str, totals: Totals, at_us: int | None) -> dict[str, dict[str, Any]]:
    """The meters of a link by their names, each with its last record; the overflow of a meter is shown with
    it."""
    query = "SELECT meter, seq, at_us FROM meters WHERE link = ? ORDER BY meter"
    latest = {row["meter"]: dict(row) for row in store.rows(query, (link,))}
    if at_us is not None and at_us < _moment_of(store, link):
        entry = last_entry(store, link, at_us)
        then = {"seq": entry.seq, "at_us": entry.at_us}
        posted = {meter for _, meter, _ in totals}
        latest = {name: row | then for name, row in latest.items() if name in posted}
    return {
        name: row
        for name, row in latest.items()
        if not (name.endswith(OVERFLOW) and name.removesuffix(OVERFLOW) in latest)
    }


def _moment_of(store: ReadStore, link: str) -> int:
    """The moment of a link's last record."""
    return max(store.select(int, "SELECT at_us FROM links WHERE link = ?", (link,)), default=0)


def _meter(
    link: KnownLink, row: Mapping[str, Any], totals: Totals, past: list[tuple[int, int]]
) -> MeterAmounts:
    name = row["meter"]
    amounts, overflow = standing(totals, name), standing(totals, name + OVERFLOW)
    amount_mc = amounts["primary"].mc
    return MeterAmounts(
        meter=name,
        amount_mc=amount_mc,
        reserve_mc=amounts["reserve"].mc,
        overflow_mc=overflow["primary"].mc,
        residual_nano=amounts["residual"].nano + overflow["residual"].nano,
        record=row["seq"],
        as_of_us=row["at_us"],
        history=tuple(past),
        next_awards=tuple(
            NextAward(hand.hand, hand.percent_bp, won_of(amount_mc, hand.percent_bp))
            for hand in link.hands
            if hand.meter == name
        ),
    )


def amount_at(store: ReadStore, link: str, meter: str, at_us: int) -> int:
    """The amount on display at a moment, as far as the read model has come."""
    return standing(totals_at(store, link, at_us), meter)["primary"].mc


def _gaps(store: ReadStore, link: str) -> tuple[TableGap, ...]:
    legs = {
        row["table"]: row["leg"]
        for row in store.rows('SELECT "table", leg FROM table_progress WHERE link = ?', (link,))
    }
    rows = store.rows('SELECT * FROM gaps WHERE link = ? AND from_number > 0 ORDER BY "table"', (link,))
    return tuple(
        TableGap(
            row["table"],
            row["what"],
            row["from_number"],
            legs[row["table"]] + 1 if row["what"] in ("legs", "control") and row["table"] in legs else 0,
        )
        for row in rows
    )


def _gaps_then(store: ReadStore, link: str, at_us: int) -> tuple[TableGap, ...]:
    """What was missing at a moment; what holds legs now is nothing to be set aside then."""
    return tuple(TableGap(*gap, held_by=0) for gap in sorted(gaps_then(store, link, at_us)))


def _not_done(store: ReadStore, link: str, at_us: int | None) -> tuple[NotDone, ...]:
    """What tables were refused that is money to somebody, in the order of the link."""
    query = (
        'SELECT "table", attempted, reason, source, recorded_at_us FROM refusals '
        "WHERE link = ? AND at_us <= coalesce(?, at_us) "
        "AND attempted IN ('contribution', 'claim', 'reversal') ORDER BY seq"
    )
    return tuple(NotDone(**row) for row in store.rows(query, (link, at_us)))
