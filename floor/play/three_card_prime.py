"""Three Card Prime at a table of the floor: fourth cards, a card for all of them, or stacks of four
(58 Pa. Code ch. 679a)."""

from __future__ import annotations

import random
from typing import Final

from floor.play.play import Play
from floor.round.dealt_round import DealtRound
from floor.round.settling import turns
from floor.steps import Steps
from floor.table.betting import Betting
from games.chapter import Choice
from games.game import Procedure
from games.procedure.dealing import Shuffling
from games.ranking.three_card import QUEEN_HIGH, three
from games.settlement import Decision, Seat
from games.three_card_prime.wagers import OPTIONAL

SENSIBLE: Final = QUEEN_HIGH | 4 << 4 | 2
"""Queen, six and four: from here up a Play Wager costs less than the Ante that a forfeit costs."""
SHARED_CARD: Final = "pair_bonus"
"""The area of the one card that serves all Pair Bonus Wagers (679a.8(h))."""


def _draw_options(rng: random.Random, dealing: Procedure, shuffling: Shuffling) -> dict[str, Choice]:
    """Stacks of four where a shoe reshuffles (679a.10(g)), else one card for all at some tables."""
    if dealing == "automated_shoe" and shuffling == "reshuffling_device" and rng.randrange(3):
        return {"four_card_stacks": True}
    return {"pair_bonus_community": True} if rng.randrange(3) == 0 else {}


def _deal_options(round_: DealtRound) -> dict[str, Choice]:
    """The table's own, and who placed a Pair Bonus Wager."""
    placed = ",".join(str(seat.seat) for seat in round_.seats if "pair_bonus" in seat.wagers)
    return {**round_.table.submission.options, "pair_bonus_seats": placed}


def _complete(round_: DealtRound) -> Steps:
    """679a.8–679a.11: the deal, the stub, play or forfeit, the dealer's hand, settlement."""
    round_.deal_hands()
    for seat in round_.staying():
        _play_or_forfeit(round_, seat)
    round_.collect_forfeits()
    round_.reveal("dealer")
    shared_card_lies_open = False
    for number, wagers, last in turns(round_.judge()):
        round_.reveal(number, round_.table.game.shape.seat_cards)
        for wager in wagers:
            if wager == "pair_bonus" and round_.due[number][wager].outcome == "win":
                shared_card_lies_open = _reveal_fourth(round_, number, shared_card_lies_open)
            round_.settle(number, wager)
        if last:
            round_.collect(number)
    if round_.deck.count(SHARED_CARD):
        round_.collect(SHARED_CARD)
    round_.collect("dealer")
    yield from ()


def _play_or_forfeit(round_: DealtRound, seat: Seat) -> None:
    """679a.11(b): clockwise, each player makes a Play Wager of the Ante's amount or gives the Ante up."""
    ante = seat.wagers["ante"]
    if three(seat.cards) >= SENSIBLE + (round_.players[seat.seat].caution - 5 << 4):
        seat.decision = Decision("play", ante)
        round_.decide(seat, "play", "deal", "play", ante)
    else:
        seat.decision = Decision("forfeit")
        round_.decide(seat, "forfeit", "deal")


def _reveal_fourth(round_: DealtRound, number: int, lies_open: bool) -> bool:
    """679a.11(d)(2)(ii): the fourth card of a pair or better, or the one for all, which is turned once.

    Returns whether the one for all lies open now.
    """
    shared = round_.deck.lying(SHARED_CARD)
    if not shared:
        round_.reveal(number)
        return False
    if not lies_open:
        round_.show(SHARED_CARD, shared)
    return True


PLAY = Play(
    rulebook="679a@2019-08-31",
    prefix="TCP",
    betting=Betting({"prime": 450, "pair_bonus": 600, "all_six": 400}, most_antes=2 + len(OPTIONAL)),
    complete=_complete,
    deal_options=_deal_options,
    draw_options=_draw_options,
)
