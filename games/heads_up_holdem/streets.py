"""Who is asked when, how much of the board lies open then, and what happens to the players' cards.

58 Pa. Code § 677a.11(b)–(g), (j). No wager is settled here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from typing import Literal

from games.heads_up_holdem.wagers import BONUSES
from games.procedure.duties import Breach, Duty
from games.settlement import Seat

Street = Literal["preflop", "flop", "river"]
STREETS: tuple[Street, ...] = ("preflop", "flop", "river")

COMMUNITY_CARDS_OPEN = {"preflop": 0, "flop": 3, "river": 5}
"""Board cards that lie face up when players are asked: the Flop (677a.11(c)), then Turn and River (e)."""


def asked(seats: Collection[Seat], street: Street) -> list[int]:
    """The seats in the order in which the dealer asks them: clockwise from the dealer's left.

    Everybody before the Flop (677a.11(b)), later those who have not raised yet (677a.11(d), (f)).
    """
    earlier = STREETS[: STREETS.index(street)]
    raised = {s.seat for s in seats if s.decision.action == "raise" and s.decision.at in earlier}
    return sorted(seat.seat for seat in seats if seat.seat not in raised)


def fold_duties(seat: Seat, _in_play: Sequence[Seat]) -> list[Duty]:
    """What the dealer does when `seat` folds at the River (677a.11(f)): Ante and Odds, then the cards.

    The cards lie under a Pocket Bonus or Trips Plus Wager until it is settled, else they go to the rack.
    """
    kept = any(bonus in seat.wagers for bonus in BONUSES)
    cards = "cards_under_wager" if kept else "cards_to_discard_rack"
    return [Duty("collect_ante_and_odds", "dealer", "677a.11(f)"), Duty(cards, "dealer", "677a.11(f)")]


def reveal_order(seats: Collection[Seat]) -> list[int]:
    """Whose cards the dealer turns up, counterclockwise from the right: those who raised (677a.11(g)(1))."""
    return sorted((seat.seat for seat in seats if seat.decision.action == "raise"), reverse=True)


def check_collected(seat: Seat, settled: Set[str]) -> Breach | None:
    """Cards go to the discard rack once every wager of the player has been settled (677a.11(j))."""
    raised = {"raise"} if seat.decision.action == "raise" else set()
    open_wagers = sorted((seat.wagers.keys() | raised) - settled)
    if not open_wagers:
        return None
    return Breach("677a.11(j)", f"seat {seat.seat}: cards collected before {', '.join(open_wagers)} settled")
