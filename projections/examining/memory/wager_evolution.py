"""The wagers of a round that is open, and whose the boxes are on which they lie. Nothing is judged here."""

from __future__ import annotations

from typing import Any

from events.envelope import Event
from projections.examining.memory.table_state import OpenRound, TableState


def note_players(table: TableState, round_: OpenRound) -> None:
    """Whose the boxes are, where that can matter; who takes one before "no more bets" has it."""
    if round_.selections is not None and round_.selections.boxes_per_player > 1:
        now = {box: who for who, boxes in table.boxes.items() for box in boxes}
        round_.players = {**round_.players, **now}


def wagered(table: TableState, _event: Event, body: Any) -> None:
    """A wager was placed: whose box was that?"""
    round_, seat = table.round, body.seat
    if round_ is None:
        return
    if body.wager == "pair_bonus":
        round_.pair_bonus.add(seat)
    if seat not in round_.owners:
        round_.owners[seat] = {player: boxes for player, boxes in table.boxes.items() if seat in boxes}


def took_back(table: TableState, _event: Event, body: Any) -> None:
    """A box from which everything was taken back in time may be another player's by the next wager."""
    round_ = table.round
    if round_ is None or round_.bets_closed_seq or round_.lies_on(body.seat):
        return
    if round_.owners.get(body.seat):  # a wager on nobody's box should not have been made at all
        del round_.owners[body.seat]


def bets_closed(table: TableState, event: Event, _body: Any) -> None:
    """The first "no more bets"."""
    round_ = table.round
    if round_ is not None and not round_.bets_closed_seq:
        round_.bets_closed_seq = event.seq
        note_players(table, round_)
