"""Game accounts at a table: money that a player wagers electronically, and what is credited (§ 605a.3).

A credit moves money from the player's bankroll to the account; a wager takes it from there.
"""

from __future__ import annotations

from typing import Final

from events.money import cents
from floor.table.people import Player
from floor.table.table import SECOND_US, Table

BUY_IN_WAGERS: Final = 20
"""A player buys in for so many wagers, or for what a quarter of the bankroll bears."""


def stake(table: Table, seat: int, player: Player, amount: int) -> None:
    """An electronic wager is taken from the account; a player who has too little there buys in first."""
    if player.account < amount:
        wagers = max(1, min(BUY_IN_WAGERS, player.bankroll // 4 // amount))
        table.takes_about(20 * SECOND_US)
        credit(table, seat, player, wagers * amount, "buy_in")
    player.account -= amount


def credit(  # noqa: PLR0917 - the fields of the fact
    table: Table, seat: int, player: Player, amount: int, source: str, wager: str | None = None
) -> None:
    """Money is credited to the account."""
    player.bankroll -= amount
    player.account += amount
    table.record(
        "game_account_credited",
        player=player.label,
        seat=seat,
        account=f"GA-{player.label}",
        amount_mc=cents(amount),
        source=source,
        wager=wager,
    )
