"""`pitledger round ROUND`: a round rebuilt from its events, as it ended or as it stood at one moment."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

from console.instance import Place, open_log, place
from console.output import print_json, say
from console.reading import open_read_model
from events.envelope import Event
from events.money import text
from events.times import time_text
from events.topics import EVENTS
from projections.rounds.replay import RoundView, SeatView, replay
from projections.routing.chain import Chains, Verdict


def add_parser(subparsers: Any) -> None:
    """Describe the command."""
    parser = subparsers.add_parser("round", help="a round rebuilt, event by event")
    parser.add_argument("round", help="the round, as `pitledger export-events` names it")
    parser.add_argument("--at", type=int, metavar="SEQ", help="as the table stood after this event")
    parser.add_argument("--table", help="the table, where two tables have a round of that name")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Show the round; 1 if nobody knows it."""
    where = place(args)
    with open_read_model(where) as store:
        rows = store.rows("SELECT * FROM rounds WHERE round = ? ORDER BY stream", (args.round,))
    if args.table:
        rows = [row for row in rows if row["stream"] == f"table:{args.table}"]
    if not rows:
        say(f"pitledger round: no round {args.round} is recorded here.")
        return 1
    if len(rows) > 1:
        tables = ", ".join(row["stream"].partition(":")[2] for row in rows)
        say(f"pitledger round: {args.round} was played at {tables}; say which with --table.")
        return 2
    view = replay(_events(where, rows[0]), args.at)
    if view is None:
        say(f"pitledger round: round {args.round} begins at seq {rows[0]['first_seq']}.")
        return 1
    if args.json:
        print_json(_document(view))
    else:
        _show(view)
    return 0


def _events(where: Place, row: dict[str, Any]) -> Iterator[Event]:
    """The events of a round from the log, as the chain rule reads it."""
    with open_log(where) as log:
        chains = Chains()
        for record in log.read(EVENTS, row["partition"], row["first_offset"], row["last_offset"] + 1):
            if record.key == row["stream"]:
                known = chains.heads.get(row["stream"])
                judged = chains.judge(record.offset, record.key, record.value)
                if known is None and judged.event is not None:
                    chains.start(judged.event)
                    judged = chains.judge(record.offset, record.key, record.value)
                event = judged.event
                if judged.verdict is Verdict.NEXT and event is not None and event.round == row["round"]:
                    yield event


def _document(view: RoundView) -> dict[str, Any]:
    document = view.plain()
    for name in ("opened_at", "ended_at"):
        at = document.pop(f"{name}_us")
        document[name] = time_text(at) if at else None
    for happening in document["timeline"]:
        happening["occurred_at"] = time_text(happening.pop("occurred_at_us"))
    return document


def _cards(cards: list[str | None]) -> str:
    return " ".join(card or "??" for card in cards) or "-"


def _show(view: RoundView) -> None:
    print(f"Round {view.round} at {view.table}, gaming day {view.gaming_day}: {view.status}")
    print(f"  {view.rulebook or 'no rulebook recorded'}, dealer {view.dealer_badge or '?'}", end="")
    print(f", events {view.first_seq} to {view.last_seq}", end="")
    print("" if view.mode == "live" else f", {view.mode} play")
    for area, cards in sorted(view.areas.items()):
        print(f"  {area:<14} {_cards(cards)}")
    if view.burned:
        print(f"  {'burned':<14} {_cards(view.burned)}")
    for number in sorted(view.seats, reverse=True):
        _show_seat(number, view.seats[number])
    for irregular in view.irregularities:
        print(f"  irregularity: {irregular}")
    print()
    for happening in view.timeline:
        at = time_text(happening.occurred_at_us)
        print(f"  {happening.seq:>6}  {at}  {happening.type:<22} {happening.words}")


def _show_seat(number: int, seat: SeatView) -> None:
    wagers = ", ".join(f"{name} {text(mc)}" for name, mc in seat.wagers.items())
    print(f"  {f'seat {number}':<14} {_cards(seat.cards)}   {wagers}")
    for name, hand in seat.set_hands.items():
        print(f"  {'':<14} {name}: {_cards(hand)}")
    for settled in seat.settled:
        print(
            f"  {'':<14} {settled['wager']}: {settled['outcome']},"
            f" returned {text(settled['returned_mc'])}, paid {text(settled['paid_mc'])}"
        )
    for award in seat.awards:
        amount = f" {text(award['amount_mc'])}" if "amount_mc" in award else ""
        print(f"  {'':<14} award {award['step']}{amount} {award.get('hand', '')}".rstrip())
