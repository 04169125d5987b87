"""How hands are dealt, as the chapters say alike: one card at a time, or stacks from a shoe (x.8–x.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.chapter import Choice
from games.errors import GamesError
from games.game import Deal, Procedure


def hands(
    procedure: Procedure, seats: Sequence[int], cards: int, *, dealer_under_cover_card: bool = False
) -> tuple[Deal, ...]:
    """So many cards to each seat and the dealer, clockwise from the dealer's left, the dealer last.

    One card at a time, so many times round (x.8, x.9), or as stacks from an automated shoe (x.10(b)).
    """
    at_once, times = (cards, 1) if procedure == "automated_shoe" else (1, cards)
    one_turn = [Deal(seat, at_once) for seat in sorted(seats)]
    one_turn.append(Deal("dealer", at_once, under_cover_card=dealer_under_cover_card))
    return tuple(one_turn * times)


def is_community_first(procedure: Procedure, options: Mapping[str, Choice], section: str) -> bool:
    """Whether the board comes before the hands, as only a shoe that reshuffles may dispense it (x.10(g))."""
    if not options.get("community_first"):
        return False
    if procedure != "automated_shoe":
        raise GamesError(
            f"community cards come first from an automated shoe that reshuffles ({section}), "
            f"not from {procedure}: drop community_first or change the procedure"
        )
    return True
