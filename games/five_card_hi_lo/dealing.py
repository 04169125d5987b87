"""How Five Card Hi-Lo is dealt: five cards each, singly or in stacks (663a.8–663a.10)."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import Deal, Procedure


def deal_order(procedure: Procedure, seats: Sequence[int]) -> tuple[Deal, ...]:
    """663a.8(d) and 663a.9(b): one card at a time, clockwise from seat 1; 663a.10(b): stacks of five."""
    at_once, times = (5, 1) if procedure == "automated_shoe" else (1, 5)
    one_turn = [Deal(seat, at_once) for seat in sorted(seats)]
    one_turn.append(Deal("dealer", at_once))
    return tuple(one_turn * times)
