"""How Heads-Up Hold 'Em is dealt: two cards each and a board of five, all face down, no burns.

58 Pa. Code § 677a.8–§ 677a.10. Decks, shuffle and stub are `procedure.dealing`'s; when the board is turned
over is `streets`'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.chapter import Choice
from games.deal import hands, is_community_first
from games.game import Deal, Procedure

BOARD = Deal("community", 5)


def deal_order(procedure: Procedure, seats: Sequence[int], options: Mapping[str, Choice]) -> tuple[Deal, ...]:
    """Two cards each, then the board (677a.8(c)–(d), 677a.9(b)–(c), 677a.10(b)–(c)).

    `options`: `community_first` where a reshuffling shoe dispenses the board before the hands (677a.10(g)).
    """
    two_each = hands(procedure, seats, 2)
    if is_community_first(procedure, options, "677a.10(g)"):
        return (BOARD, *two_each)
    return (*two_each, BOARD)
