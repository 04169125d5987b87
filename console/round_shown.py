"""A round for people and for scripts: the cards, the wagers and what became of them, then the timeline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from console.commands.ledger.shortfalls import borne_in_words, borne_json
from console.lines import print_lines, print_row
from console.wording.local_time import local_clock, local_day
from events.money import text
from events.times import time_text
from projections.rounds.view import RoundView, SeatView
from projections.rounds.words import in_words
from streams.read_model.queries.rounds import RoundLimit
from streams.read_model.queries.shortfalls import BorneByHouse


def round_document(
    view: RoundView, limit: RoundLimit | None, refused: Mapping[int, str], borne: Sequence[BorneByHouse]
) -> dict[str, Any]:
    """The round as plain values."""
    document: dict[str, Any] = view.plain() | {"borne_by_house": [*map(borne_json, borne)]}
    for award in (award for seat in document["seats"] for award in seat["awards"]):
        award["refused"] = refused.get(award["seq"])
    document["payout_limit"] = (
        None
        if limit is None
        else {"amount_mc": limit.amount_mc, "named": limit.named, "section": limit.section or None}
    )
    for name in ("opened_at", "ended_at"):
        at = document.pop(f"{name}_us")
        document[name] = time_text(at) if at else None
    for happening in document["timeline"]:
        happening["occurred_at"] = time_text(happening.pop("occurred_at_us"))
    return document


_HAPPENED: Final = 27
"""Where a line that goes on about an event begins."""
_SEAT: Final = 17
"""Where what happened at a seat begins."""
_NAMED_BY: Final = (("slip", "slip"), ("claim_seq", "claim"))
"""What a step of an award is known by, and the word for it."""


def _cards(cards: list[str | None]) -> str:
    return " ".join(card or "??" for card in cards) or "-"


def show_round(
    view: RoundView, limit: RoundLimit | None, refused: Mapping[int, str], borne: Sequence[BorneByHouse]
) -> None:
    """The round, seat by seat."""
    print_row(f"Round {view.round} at {view.table}, gaming day {view.gaming_day}: {view.status}")
    print_row(
        f"{view.rulebook or 'no rulebook recorded'}, dealer {view.dealer_badge or '?'}, "
        f"events {view.first_seq} to {view.last_seq}{'' if view.mode == 'live' else f', {view.mode} play'}",
        2,
    )
    if limit is not None:
        named = "named by the table" if limit.named else f"{limit.section}, not named by the table"
        print_row(f"payout limit {text(limit.amount_mc)} ({named})", 2)
    for area, cards in sorted(view.areas.items()):
        print_row(f"{area:<14} {_cards(cards)}", 2, _SEAT)
    if view.burned:
        print_row(f"{'burned':<14} {_cards(view.burned)}", 2, _SEAT)
    for seat in sorted(view.seats, reverse=True):
        _show_seat(seat, view.seats[seat], refused)
    for irregular in view.irregularities:
        print_lines(f"irregularity: {irregular.what.replace('_', ' ')}: {in_words(irregular.body)}", 2)
    for shortfall in borne:
        print_lines(f"{shortfall.link}: {borne_in_words(shortfall)}", 2)


def show_timeline(view: RoundView) -> None:
    """Event by event, by the device's clock."""
    # Names that are longer than the others would push what happened out of its column.
    wide = max((len(happening.type) for happening in view.timeline), default=0)
    for day, happenings in groupby(view.timeline, lambda happening: local_day(happening.occurred_at_us)):
        print(f"  {day}")
        for each in happenings:
            at = local_clock(each.occurred_at_us)
            print_lines(f"{each.seq:>6}  {at}  {each.type:<{wide}} {each.words}", 2, _HAPPENED)


def _show_seat(number: int, seat: SeatView, refused: Mapping[int, str]) -> None:
    wagers = ", ".join(f"{name} {text(mc)}" for name, mc in seat.wagers.items())
    print_row(f"{f'seat {number}':<14} {_cards(seat.cards)}   {wagers}", 2, _SEAT)
    for name, hand in seat.set_hands.items():
        print_row(f"{name}: {_cards(hand)}", _SEAT)
    for settled in seat.settled:
        print_row(
            f"{settled.wager}: {settled.outcome}, returned {text(settled.returned_mc)}, "
            f"paid {text(settled.paid_mc)}",
            _SEAT,
        )
    for award in seat.awards:
        facts: dict[str, Any] = award.plain()
        amount = f" {text(facts['amount_mc'])}" if "amount_mc" in facts else ""
        won = f" {facts['hand']}" if "hand" in facts else ""
        more = "".join(f", {word} {facts[name]}" for name, word in _NAMED_BY if facts.get(name))
        print_lines(f"award {award.step}{amount}{won}{more} (event {award.seq})", _SEAT)
        if award.seq in refused:
            print_lines(f"refused: {refused[award.seq]}", _SEAT + 2)
