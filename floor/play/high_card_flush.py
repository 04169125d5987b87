"""High Card Flush at a table of the floor: the pattern for the other games (58 Pa. Code ch. 678a)."""

from __future__ import annotations

import random
from typing import Final

from floor.play.play import Play
from floor.round.dealt_round import DealtRound
from floor.round.settling import settle_seat, turns
from floor.steps import Steps
from floor.table.betting import Betting
from floor.table.links import Link
from games.cards import bits
from games.high_card_flush.wagers import BONUSES, MOST_ANTES_IN_A_RAISE
from games.ranking.flushes import THREE_CARD_NINE_HIGH, best_flush
from games.settlement import Decision, Seat

RULEBOOK: Final = "678a@2019-11-02"
SENSIBLE: Final = 3 << 13 | 1 << 7 | 1 << 5 | 1 << 3
"""Three cards of a suit, nine, seven and five: from here up a raise costs less than a fold."""


def _draw_links(rng: random.Random, name: str) -> tuple[Link, ...]:
    """One meter; the unit is what a chip of that table buys (678a.12(d))."""
    return (Link(name, RULEBOOK, rng.choice("AB"), rng.choice((100, 500, 500))),)


def _complete(round_: DealtRound) -> Steps:
    """678a.8–678a.11: the deal, the stub, fold or raise, the dealer's hand, settlement."""
    round_.deal_hands()
    for seat in round_.staying():
        _fold_or_raise(round_, seat)
    round_.reveal("dealer")
    order = round_.judge()
    qualified = best_flush(bits(round_.deck.lying("dealer"))) >= THREE_CARD_NINE_HIGH
    for number, wagers, last in turns(order):
        if qualified or any(wager in BONUSES for wager in wagers):
            round_.reveal(number)
        yield from settle_seat(round_, number, wagers)
        if last:
            round_.collect(number)
    round_.collect("dealer")


def _fold_or_raise(round_: DealtRound, seat: Seat) -> None:
    """678a.11(b), (c): clockwise, each player folds or raises; a folded hand waits under optional wagers."""
    flush = best_flush(bits(seat.cards))
    player = round_.players[seat.seat]
    ante = seat.wagers["ante"]
    if flush >= SENSIBLE + (player.caution - 5 << 3):
        most = MOST_ANTES_IN_A_RAISE[flush >> 13]
        stake = ante * (most if player.caution < 8 else 1)
        seat.decision = Decision("raise", stake)
        round_.decide(seat, "raise", "deal", "raise", stake)
        return
    seat.decision = Decision("fold")
    round_.decide(seat, "fold", "deal")
    round_.give_up(seat)


PLAY = Play(
    rulebook=RULEBOOK,
    prefix="HCF",
    betting=Betting(
        {"flush_bonus": 550, "straight_flush_bonus": 350, "progressive": 700},
        most_antes=1 + MOST_ANTES_IN_A_RAISE[7] + 2,
    ),
    complete=_complete,
    draw_links=_draw_links,
)
