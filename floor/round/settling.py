"""How a round is settled, turn by turn, in the order that `games` gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from floor.round.awards import pay_award
from floor.round.dealt_round import DealtRound
from floor.steps import Steps
from games.settlement import SettlementOrder


def turns(order: SettlementOrder) -> Iterator[tuple[int, tuple[str, ...], bool]]:
    """Seat and wagers turn by turn, and whether it is the seat's last: then its cards are collected."""
    last = {seat: turn for turn, (seat, _) in enumerate(order)}
    for turn, (seat, wagers) in enumerate(order):
        yield seat, wagers, last[seat] == turn


def settle_seat(round_: DealtRound, seat: int, wagers: Iterable[str]) -> Steps:
    """Settle wagers of a seat one after the other; for an award the meter is waited for."""
    steps = round_.table.game.award_steps
    for wager in wagers:
        if wager in steps and round_.due[seat][wager].outcome == "win":
            yield from pay_award(round_, round_.seat(seat), wager)
        else:
            round_.settle(seat, wager)
