"""How the dealers of a table go about it, from the seed: what happens to them, and what they do wrong.

`conduct` is all that a caller needs: a conduct for a table, by the rates that were asked for. What is planted
is handed to `ledger` as it is planted. With both rates 0 it is the faultless conduct, at no cost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from floor.errors import FloorError
from floor.steps import Fact
from floor.table.conduct import RIGHT, Conduct
from floor.table.deck import Deck
from floor.table.layout import Layout
from floor.table.table import Table, luck
from floor.trouble.irregularities import Mishaps
from floor.trouble.mistake import Mistake, Planted
from floor.trouble.mistakes import MISTAKES
from floor.trouble.planting import MILLION, Erring
from games.game import Deal
from games.settlement import SettlementOrder, WagerResult

Ledger = Callable[[Planted], None]
"""Takes every mistake as it is planted."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How often things go wrong: in so many rounds of a million."""

    mistakes_ppm: int = 0
    irregularities_ppm: int = 0


NO_TROUBLE: Final = Rates()


_RATE: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9}|/[0-9]{1,9})?")


def per_million(given: str) -> int:
    """Rounds of a million for a rate a round, such as 0.01 or 1/500."""
    try:
        rate = Fraction(given) if _RATE.fullmatch(given) else None
    except ZeroDivisionError:
        rate = None
    if rate is None or not 0 <= rate <= 1:
        raise FloorError(
            f"{given!r} is not a rate: write how often it happens a round, from 0 to 1, e.g. 0.01"
        )
    return int(rate * MILLION)


def conduct(
    table: Table,
    seed: int,
    rates: Rates,
    ledger: Ledger,
    mistakes: Sequence[Mistake] = MISTAKES,
) -> Conduct:
    """The conduct of a table; its luck is its own, so that what it spares stays as it is without it."""
    if not rates.mistakes_ppm and not rates.irregularities_ppm:
        return RIGHT
    mishaps = Mishaps(table, luck(seed, f"{table.name}/irregularities"), rates.irregularities_ppm)
    erring = Erring(table, luck(seed, f"{table.name}/mistakes"), rates.mistakes_ppm, mistakes, ledger)
    return Fallible(mishaps, erring)


class Fallible(Conduct):
    """First what happens to the table, then what its people do wrong."""

    __slots__ = ("_erring", "_mishaps")

    def __init__(self, mishaps: Mishaps, erring: Erring) -> None:
        self._mishaps = mishaps
        self._erring = erring

    def deal_order(self, order: Sequence[Deal]) -> Sequence[Deal]:
        """See `Conduct`."""
        return self._erring.deal_order(self._mishaps.deal_order(order))

    def before_deal(self, layout: Layout, deal: Deal) -> None:
        """See `Conduct`."""
        self._mishaps.before_deal(layout, deal)
        self._erring.before_deal(layout, deal)

    def settlement_order(self, order: SettlementOrder) -> SettlementOrder:
        """See `Conduct`."""
        return self._erring.settlement_order(order)

    def payment(self, seat: int, wager: str, due: WagerResult) -> WagerResult:
        """See `Conduct`."""
        return self._erring.payment(seat, wager, due)

    def counts_stub(self, *, due: bool) -> bool:
        """See `Conduct`."""
        return self._mishaps.counts_stub(due=due)

    def before_shuffle(self, deck: Deck) -> None:
        """See `Conduct`."""
        self._mishaps.before_shuffle(deck)

    def changes_decks(self, *, due: bool) -> bool:
        """See `Conduct`."""
        return self._erring.changes_decks(due=due)

    def facts_recorded(self, fact: Fact) -> Sequence[Fact]:
        """See `Conduct`."""
        return [
            recorded
            for each in self._mishaps.facts_recorded(fact)
            for recorded in self._erring.facts_recorded(each)
        ]
