"""How High Card Flush is dealt: seven cards each, singly or in stacks, the dealer's under a cover card."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import Deal, Procedure


def deal_order(procedure: Procedure, seats: Sequence[int]) -> tuple[Deal, ...]:
    """678a.8(d) and 678a.9(b): one card at a time, clockwise from seat 1; 678a.10(b): stacks of seven."""
    clockwise = sorted(seats)
    at_once, times = (7, 1) if procedure == "automated_shoe" else (1, 7)
    one_turn = [Deal(seat, at_once) for seat in clockwise]
    one_turn.append(Deal("dealer", at_once, under_cover_card=True))
    return tuple(one_turn * times)
