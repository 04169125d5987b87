"""What is known of a round beyond its own events: the selections, whose the boxes are, meters and awards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from events.body import read_body
from events.envelope import Event, read_header
from events.money import MC_PER_CENT
from events.vocabulary.play import RoundOpened
from events.vocabulary.progressive import BetsClosed, ProgressiveClaimed
from events.vocabulary.table import SelectionsChanged, TableOpened
from projections.rounds.done import Locked
from projections.rounds.terms import Terms, terms_of
from projections.rounds.verdict import CLAIM_REFUSED, CLAIM_RETURNED, Known
from streams.log import Log
from streams.read_model.queries.meters import amounts_then
from streams.read_model.queries.round_context import dealing_at
from streams.read_model.queries.rounds import (
    RoundAward,
    RoundLocation,
    awards_of_round,
    boxes_at,
    refused_events,
    selected_terms,
)
from streams.read_model.store import ReadStore
from streams.recorder.gaps import read_counted

NOTHING_SELECTED = Terms("", "", {}, {}, None, 1)


def known_of(log: Log, store: ReadStore, of: RoundLocation, events: Sequence[Event], missing: str) -> Known:
    """What a verdict needs to know of a round; `missing` says why not all of its events are there."""
    known = KnownRounds(log, store).by_index(of, events, missing)
    return replace(known, meters=meters_of(store, events))


class KnownRounds:
    """What is known of one round after the other: those of a table have most of its selections in common."""

    def __init__(self, log: Log, store: ReadStore) -> None:
        self._log = log
        self._store = store
        self._terms: dict[tuple[str, int], Terms] = {}

    def by_index(self, of: RoundLocation, events: Sequence[Event], missing: str) -> Known:
        """As `known_of`, without the meters: few rounds need them, and they take longer than all the rest."""
        store, opened = self._store, _opened(events)
        terms = self._selected(of.stream, opened)
        claimed = missing or any(event.type == ProgressiveClaimed.TYPE for event in events)
        awards = awards_of_round(store, of) if claimed else []
        return Known(
            terms=terms,
            players=players_of(store, of, events) if terms.boxes_per_player > 1 else {},
            locked={
                award.claim_seq: Locked(award.shares_mc, award.paid_mc > 0)
                for award in awards
                if not award.returned
            },
            not_owed=_not_owed(store, of, events, awards),
            incomplete=missing,
            dealing="" if opened is not None and opened.dealing else dealing_at(store, of),
        )

    def _selected(self, stream: str, opened: RoundOpened | None) -> Terms:
        place = stream, opened.selections_seq if opened else 0
        if place not in self._terms:
            self._terms[place] = _terms(self._log, self._store, *place)
        return self._terms[place]


def players_of(store: ReadStore, of: RoundLocation, events: Iterable[Event]) -> dict[int, str]:
    """Whose the boxes were when the round began, or where one changed hands before "no more bets", then."""
    boxes = boxes_at(store, of, of.first_seq)
    closed = next((event.seq for event in events if event.type == BetsClosed.TYPE), None)
    return boxes if closed is None else boxes | boxes_at(store, of, closed)


def _not_owed(
    store: ReadStore, of: RoundLocation, events: Sequence[Event], awards: Sequence[RoundAward]
) -> dict[int, str]:
    """The claims of a round for which its links owe nothing: taken back, or refused from the start."""
    gone = {award.claim_seq: CLAIM_RETURNED for award in awards if award.returned}
    locked = {award.claim_seq for award in awards}
    claims = {event.seq for event in events if event.type == ProgressiveClaimed.TYPE}
    if claims - locked:
        refused = refused_events(store, of.stream)
        gone |= dict.fromkeys((claims - locked) & refused.keys(), CLAIM_REFUSED)
    return gone


def _opened(events: Iterable[Event]) -> RoundOpened | None:
    opened = (read_body(event) for event in events if event.type == RoundOpened.TYPE)
    return next((body for body in opened if isinstance(body, RoundOpened)), None)


def _terms(log: Log, store: ReadStore, stream: str, selections_seq: int) -> Terms:
    """The selections: of live play by the read model, else as the log has them."""
    if not selections_seq:
        return NOTHING_SELECTED
    terms = selected_terms(store, stream, selections_seq)
    if terms is not None:
        return terms
    for event in map(read_header, read_counted(log, stream, selections_seq, selections_seq + 1)):
        body = read_body(event)
        if isinstance(body, TableOpened | SelectionsChanged):
            return terms_of(body)
    return NOTHING_SELECTED


def meters_of(store: ReadStore, events: Sequence[Event]) -> dict[str, int]:
    """The meters of the round's links in cents, as its first claim found them, or else its last event."""
    opened = _opened(events)
    if opened is None:
        return {}
    claims = [event.recorded_at_us - 1 for event in events if event.type == ProgressiveClaimed.TYPE]
    at_us = min(claims, default=events[-1].recorded_at_us)
    return {
        meter: amount_mc // MC_PER_CENT
        for link in sorted({offered.link for offered in opened.progressives})
        for meter, amount_mc in amounts_then(store, link, at_us).items()
    }
