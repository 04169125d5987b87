"""`pitledger round ROUND`: a round rebuilt from its events, as it ended or as it was at one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any, Final

from cyclopts import Parameter

from console.arguments import number, one
from console.commands.ledger.shortfalls import borne_in_words, borne_json
from console.instance import open_log
from console.lines import print_lines, print_row
from console.names import something
from console.options import NO_OPTIONS, GlobalOptions
from console.output import print_json
from console.read_model import open_read_model
from console.round_events import events_of_round
from console.round_known import known_of
from console.round_verdict import NOTHING_ELSE, WhatIf, show_verdict, verdict_document
from console.wording.local_time import local_clock, local_day
from console.wrong_call import WrongCall
from events.envelope import LIVE, MODES
from events.money import text
from events.times import time_text
from projections.rounds.replay import replay
from projections.rounds.verdict import judge
from projections.rounds.view import RoundView, SeatView
from projections.rounds.words import in_words
from streams.read_model.queries.rounds import (
    RoundLimit,
    RoundLocation,
    payout_limit,
    refused_events,
    rounds_named,
    spelled_otherwise,
)
from streams.read_model.queries.shortfalls import BorneByHouse, borne_by_house


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
        more = {"borne_by_house": [*map(borne_json, borne)], **verdict_document(verdict, instead)}
        print_json(_document(view, limit, refused) | more)
    else:
        _show(view, limit, refused, borne)
        print()
        show_verdict(verdict, instead)
        print()
        _show_timeline(view)
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


def _document(view: RoundView, limit: RoundLimit | None, refused: Mapping[int, str]) -> dict[str, Any]:
    document: dict[str, Any] = view.plain()
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


def _show(
    view: RoundView, limit: RoundLimit | None, refused: Mapping[int, str], borne: Sequence[BorneByHouse]
) -> None:
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


def _show_timeline(view: RoundView) -> None:
    for day, happenings in groupby(view.timeline, lambda happening: local_day(happening.occurred_at_us)):
        print(f"  {day}")
        for each in happenings:
            at = local_clock(each.occurred_at_us)
            print_lines(f"{each.seq:>6}  {at}  {each.type:<22} {each.words}", 2, _HAPPENED)


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
