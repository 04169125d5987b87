"""Who decides, sets and reveals when, and when the cards leave the table.

58 Pa. Code § 663a.7(f) and § 663a.11(a)–(c), (f), (i), (k). How five cards may be set is `ranking.hi_lo`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from games.procedure.duties import Breach, Duty
from games.settlement import Seat

CONTEST = frozenset({"ante", "play"})


def asked(seats: Iterable[Seat]) -> list[int]:
    """The order in which the dealer asks for a Play Wager: clockwise from the dealer's left (663a.11(b))."""
    return sorted(seat.seat for seat in seats)


def setting_order(boxes: Iterable[Seat]) -> list[int]:
    """The order in which one player sets the hands of his boxes (663a.7(f)).

    The larger wager first; of equal ones counterclockwise, so the higher seat first.
    """
    return [box.seat for box in sorted(boxes, key=lambda box: (-box.wagers["ante"], -box.seat))]


def check_setting_order(boxes: Sequence[Seat], set_in_order: Sequence[int]) -> Breach | None:
    """Whether a player with two boxes set their hands in the order of 663a.7(f)."""
    played = [box for box in boxes if box.decision.action == "play"]
    due = setting_order(played)
    if list(set_in_order) == due:
        return None
    return Breach("663a.7(f)", f"hands set in the order of seats {list(set_in_order)}, due {due}")


def check_touched(*, already_set: bool) -> Breach | None:
    """Hands that lie face down on the layout are not touched or changed again (663a.7(f), .11(a)(3))."""
    if not already_set:
        return None
    return Breach("663a.11(a)(3)", "cards touched after the hands had been set and placed face down")


def fold_duties(seat: Seat, _in_play: Sequence[Seat]) -> list[Duty]:
    """What the dealer does with the wagers and cards of a player who makes no Play Wager (663a.11(c))."""
    kept = "poker_bonus" in seat.wagers
    cards = "cards_stay_on_table" if kept else "cards_to_discard_rack"
    return [
        Duty("collect_forfeited_wagers", "dealer", "663a.11(c)"),
        Duty(cards, "dealer", "663a.11(c)"),
    ]


def reveal_order(seats: Iterable[Seat]) -> list[int]:
    """Whose hands the dealer turns up, counterclockwise from the right: those who played (663a.11(f))."""
    return sorted((seat.seat for seat in seats if seat.decision.action == "play"), reverse=True)


def check_collected(seat: Seat, settled: Set[str]) -> Breach | None:
    """Cards leave once Ante and Play (663a.11(i)) and every optional wager (663a.11(k)) are settled."""
    played = {"play"} if seat.decision.action == "play" else set()
    open_wagers = (seat.wagers.keys() | played) - settled
    if not open_wagers:
        return None
    section = "663a.11(k)" if open_wagers.isdisjoint(CONTEST) else "663a.11(i)"
    message = f"seat {seat.seat}: cards collected before {', '.join(sorted(open_wagers))} settled"
    return Breach(section, message)
