"""Stakes that a description of a round cannot say, and what is due on them all the same.

One is made by a decision of a player who left afterwards, the other is not of the amount that the chapter has
for it. Nothing is said where no text says anything.
"""

from __future__ import annotations

from collections.abc import Mapping

from events.money import MC_PER_CENT, text
from games.named_hands import Settled
from games.settlement import WagerResult
from games.verdicts import lost, voided
from projections.rounds.view import SeatView

ANTE = "ante"


def left_behind(seat: SeatView | None, wager: str, of_seat: Mapping[str, WagerResult]) -> WagerResult | None:
    """A wager that a decision made before its player left goes the way of the Ante: it is lost (x.7(b)), or
    goes back with it. None for any other."""
    ante = of_seat.get(ANTE)
    if seat is None or not seat.abandoned or ante is None or wager not in _made(seat):
        return None
    if ante.outcome == "void":
        return voided(_made(seat)[wager] // MC_PER_CENT, ante.section)
    return lost(ante.section)


def by_stake(
    seat: SeatView | None, number: int, wager: str, result: WagerResult, settled: Settled
) -> tuple[WagerResult, str]:
    """The verdict on a wager by the stake that lies there, which may not be what the chapter asks for: that
    goes back whole, or is lost. Where it wins, why nothing can be said; else that is empty."""
    asked = next((settled.game.stakes(each) for each in settled.round.seats if each.seat == number), {})
    made_mc = _made(seat).get(wager) if seat is not None else None
    if made_mc is None or wager not in asked or made_mc == asked[wager] * MC_PER_CENT:
        return result, ""
    if result.outcome == "win":
        rule = next(each.section for each in settled.game.wagers if each.name == wager)
        asked_for = text(asked[wager] * MC_PER_CENT)
        return result, f"{rule}: {text(made_mc)} was wagered instead of {asked_for}: house ruling required"
    returned = made_mc // MC_PER_CENT if result.returned else 0
    return result._replace(returned=returned), ""


def _made(seat: SeatView) -> dict[str, int]:
    """The wagers that a seat's decisions made."""
    return {decided.wager: decided.amount_mc for decided in seat.decisions if decided.wager is not None}
