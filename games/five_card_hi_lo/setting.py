"""Who decides and sets when, and what is done with a forfeited hand.

58 Pa. Code § 663a.7(f) and § 663a.11(a)–(c). How five cards may be set is `ranking.hi_lo`'s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.duties import Breach, Duty
from games.settlement import Seat


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


def forfeit_duties(seat: Seat) -> list[Duty]:
    """What the dealer does with the wagers and cards of a player who makes no Play Wager (663a.11(c))."""
    kept = "poker_bonus" in seat.wagers
    cards = "cards_stay_on_table" if kept else "cards_to_discard_rack"
    return [
        Duty("collect_forfeited_wagers", "dealer", "663a.11(c)"),
        Duty(cards, "dealer", "663a.11(c)"),
    ]
