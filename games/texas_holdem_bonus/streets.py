"""Who is asked before the Flop, the Turn and the River, and what is done with a folded player's cards.

58 Pa. Code § 647a.11(b), (d) and (f). No wager is settled here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from games.procedure.duties import Duty
from games.settlement import Seat

Street = Literal["flop", "turn", "river"]
UNDER_THE_WAGER = ("bonus", "six_card_bonus")
FIVE_CARD = ("fchb_player", "fchb_dealer")


def asked(seats: Iterable[Seat], street: Street) -> list[int]:
    """The seats in the order in which the dealer asks them: clockwise from the dealer's left.

    Everybody is asked for the Flop Wager; for Turn and River those who placed it, checked or not.
    """
    return sorted(seat.seat for seat in seats if street == "flop" or seat.decision.action == "play")


def fold_duties(seat: Seat, in_play: Sequence[Seat]) -> list[Duty]:
    """What the dealer does when `seat` folds: the Ante, then the cards (647a.11(b)(2)).

    The cards lie face down under a Texas Hold 'Em or Six Card Bonus Wager, or on the table for a Progressive
    or Five Card wager; without any of these they stay only while somebody else has a Progressive wager.
    """
    placed = seat.wagers
    duties = [Duty("collect_ante", "dealer", "647a.11(b)(2)")]
    if any(wager in placed for wager in UNDER_THE_WAGER):
        duties.append(Duty("cards_under_wager", "dealer", "647a.11(b)(2)(i)(A)"))
    elif "progressive" in placed:
        duties.append(Duty("cards_stay_on_table", "dealer", "647a.11(b)(2)(i)(B)"))
    elif any(wager in placed for wager in FIVE_CARD):
        duties.append(Duty("cards_stay_on_table", "dealer", "647a.11(b)(2)(i)(C)"))
    elif any("progressive" in other.wagers for other in in_play if other.player != seat.player):
        duties.append(Duty("cards_stay_on_table", "dealer", "647a.11(b)(2)(ii)"))
    else:
        duties.append(Duty("cards_to_discard_rack", "dealer", "647a.11(b)(2)(ii)"))
    return duties
