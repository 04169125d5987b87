"""A round and all that is known of it, as one JSON document. `round_screen` shows the same to people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from console.cases.shown import payment_json
from console.commands.ledger.shortfalls import borne_json
from console.findings.shown import finding_document
from console.rounds.events import Trouble
from console.rounds.verdict import verdict_document
from events.times import time_text
from projections.examining.finding import Finding
from projections.rounds.attendance import Attendance
from projections.rounds.card_places import CardPlaces
from projections.rounds.terms import Terms
from projections.rounds.verdict import RoundVerdict
from projections.rounds.view import RoundView
from streams.read_model.queries.cases import CasePayment
from streams.read_model.queries.round_context import MeterStep, TableCrew
from streams.read_model.queries.rounds import RoundLimit
from streams.read_model.queries.shortfalls import BorneByHouse


@dataclass(frozen=True, slots=True)
class RoundShown:
    """A round as of its end or of one event: what is shown of it, whoever shows it."""

    view: RoundView
    cards: CardPlaces
    terms: Terms
    crew: TableCrew
    players: Mapping[int, str]
    attendance: Attendance
    troubles: Sequence[Trouble]
    discrepancies: Sequence[str]
    """What the round's own events say against each other, cards apart."""
    limit: RoundLimit | None
    refused: Mapping[int, str]
    """What links refused of it, by the event."""
    borne: Sequence[BorneByHouse]
    meter_steps: Sequence[MeterStep]
    case_payments: Sequence[CasePayment]
    """What was paid for it since, by decisions of cases."""
    findings: Sequence[Finding]
    verdict: RoundVerdict
    instead: RoundVerdict | None


def round_document(shown: RoundShown) -> dict[str, Any]:
    """The round as plain values."""
    view = shown.view
    document: dict[str, Any] = view.plain() | {"borne_by_house": [*map(borne_json, shown.borne)]}
    document["case_payments"] = [*map(payment_json, shown.case_payments)]
    for seat in document["seats"]:
        seat["player"] = shown.players.get(seat["seat"])
        for award in seat["awards"]:
            award["refused"] = shown.refused.get(award["seq"])
    limit = shown.limit
    document["payout_limit"] = (
        None
        if limit is None
        else {"amount_mc": limit.amount_mc, "named": limit.named, "section": limit.section or None}
    )
    for name in ("opened_at", "ended_at"):
        at = document.pop(f"{name}_us")
        document[name] = time_text(at) if at else None
    for happening in document["timeline"]:
        for name in ("occurred_at", "recorded_at"):
            happening[name] = time_text(happening.pop(f"{name}_us"))
    document |= {
        "cards": shown.cards.plain(),
        "selections": _selections(shown),
        "who": _who(shown),
        "clocks": _clocks(shown),
        "meters": [msgspec.to_builtins(step) for step in shown.meter_steps],
        "troubles": [trouble._asdict() for trouble in shown.troubles],
        "discrepancies": list(shown.discrepancies),
        "findings": [*map(finding_document, shown.findings)],
    }
    return document | verdict_document(shown.verdict, shown.instead)


def _selections(shown: RoundShown) -> dict[str, Any]:
    terms = shown.terms
    return {
        "seq": shown.view.selections_seq or None,
        "game": terms.game or None,
        "rulebook": terms.rulebook or None,
        "paytables": dict(terms.paytables),
        "options": dict(terms.options),
        "boxes_per_player": terms.boxes_per_player,
        "dealing": shown.view.dealing or shown.crew.dealing or None,
        "shuffling": shown.crew.shuffling or None,
    }


def _who(shown: RoundShown) -> dict[str, Any]:
    return {
        "dealer": shown.view.dealer_badge or shown.crew.dealer or None,
        "floorperson": shown.crew.floorperson or None,
        "players": {str(seat): player for seat, player in sorted(shown.players.items())},
        "badges": [msgspec.to_builtins(seen) for seen in shown.attendance.badges.values()],
    }


def _clocks(shown: RoundShown) -> dict[str, Any]:
    clocks = shown.attendance.clocks
    return {
        "first_occurred_at": time_text(clocks.first_occurred_us),
        "last_occurred_at": time_text(clocks.last_occurred_us),
        "first_recorded_at": time_text(clocks.first_recorded_us),
        "last_recorded_at": time_text(clocks.last_recorded_us),
        "apart": [{"seq": seq, "seconds": apart_us // 1_000_000} for seq, apart_us in clocks.apart],
    }
