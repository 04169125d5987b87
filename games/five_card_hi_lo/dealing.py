"""How Five Card Hi-Lo is dealt: five cards each, singly or in stacks (663a.8–663a.10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.chapter import Choice
from games.deal import hands
from games.game import Deal, Procedure


def deal_order(
    procedure: Procedure, seats: Sequence[int], _options: Mapping[str, Choice]
) -> tuple[Deal, ...]:
    """663a.8(d) and 663a.9(b): one card at a time, clockwise from seat 1; 663a.10(b): stacks of five."""
    return hands(procedure, seats, 5)
