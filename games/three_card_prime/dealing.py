"""How Three Card Prime is dealt: three cards each, and one more for the Pair Bonus, all face down.

58 Pa. Code § 679a.8–§ 679a.10. Decks, shuffle and stub are `games.procedure.dealing`'s.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from games.chapter import Choice
from games.deal import hands
from games.errors import GamesError
from games.game import Deal, Procedure

COMMUNITY_CARD = Deal("pair_bonus")
"""The one card that all Pair Bonus Wagers share, on an area of its own."""


def deal_order(procedure: Procedure, seats: Sequence[int], options: Mapping[str, Choice]) -> tuple[Deal, ...]:
    """Every card in its order when `seats` have placed an Ante.

    `options`: `pair_bonus_seats` (those who placed that wager, as in "2,5"), `pair_bonus_community` (one card
    for all of them, 679a.8(h), .9(g), .10(h)), `four_card_stacks` (679a.10(g)).
    """
    clockwise = sorted(seats)
    bonus = pair_bonus_seats(options)
    if not bonus <= set(clockwise):
        outside = ", ".join(map(str, sorted(bonus - set(clockwise))))
        raise GamesError(f"Pair Bonus on seat {outside} without an Ante there (679a.8(c))")
    if options.get("four_card_stacks"):
        return stacks_of_four(procedure, clockwise, bonus, options)
    three_each = hands(procedure, clockwise, 3)
    if options.get("pair_bonus_community"):
        return (*three_each, COMMUNITY_CARD) if bonus else three_each
    return (*three_each, *(Deal(seat) for seat in clockwise if seat in bonus))


def pair_bonus_seats(options: Mapping[str, Choice]) -> Set[int]:
    """The seats of a text like "2,5"."""
    listed = str(options.get("pair_bonus_seats", ""))
    return {int(seat) for seat in listed.split(",") if seat}


def stacks_of_four(
    procedure: Procedure, clockwise: Sequence[int], bonus: Set[int], options: Mapping[str, Choice]
) -> tuple[Deal, ...]:
    """679a.10(g): the top card of each stack is the fourth card, or goes to the discard rack."""
    if procedure != "automated_shoe":
        raise GamesError(
            f"stacks of four come from an automated shoe that reshuffles (679a.10(g)), not from {procedure}: "
            f"drop four_card_stacks or change the procedure"
        )
    if options.get("pair_bonus_community"):
        raise GamesError("stacks of four hold a fourth card for each player: drop pair_bonus_community")
    deals: list[Deal] = []
    for seat in clockwise:
        deals += [Deal(seat, 4)] if seat in bonus else [Deal("discard_rack"), Deal(seat, 3)]
    return (*deals, Deal("discard_rack"), Deal("dealer", 3))
