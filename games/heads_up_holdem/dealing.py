"""How Heads-Up Hold 'Em is dealt: two cards each and a board of five, all face down, no burns.

58 Pa. Code § 677a.8–§ 677a.10. Decks, shuffle and stub are `games.dealing`'s; when the board is turned over
is `streets`'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.chapter import Choice
from games.errors import GamesError
from games.game import Deal, Procedure

BOARD = Deal("community", 5)


def deal_order(procedure: Procedure, seats: Sequence[int], options: Mapping[str, Choice]) -> tuple[Deal, ...]:
    """Two cards each, then the board (677a.8(c)–(d), 677a.9(b)–(c), 677a.10(b)–(c)).

    `options`: `community_first` where a reshuffling shoe dispenses the board before the hands (677a.10(g)).
    """
    at_once, times = (2, 1) if procedure == "automated_shoe" else (1, 2)
    one_turn = [Deal(seat, at_once) for seat in sorted(seats)]
    one_turn.append(Deal("dealer", at_once))
    hands = tuple(one_turn * times)
    if not options.get("community_first"):
        return (*hands, BOARD)
    if procedure != "automated_shoe":
        raise GamesError(
            f"community cards come first from an automated shoe that reshuffles (677a.10(g)), "
            f"not from {procedure}: drop community_first or change the procedure"
        )
    return (BOARD, *hands)
