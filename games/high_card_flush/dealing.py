"""How High Card Flush is dealt: seven cards each, singly or in stacks, the dealer's under a cover card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.chapter import Choice
from games.deal import hands
from games.game import Deal, Procedure


def deal_order(
    procedure: Procedure, seats: Sequence[int], _options: Mapping[str, Choice]
) -> tuple[Deal, ...]:
    """678a.8(d) and 678a.9(b): one card at a time, clockwise from seat 1; 678a.10(b): stacks of seven."""
    return hands(procedure, seats, 7, dealer_under_cover_card=True)
