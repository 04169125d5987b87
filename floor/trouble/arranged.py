"""What is arranged for a demo: a jackpot that is hit, and an award that waits for its floorperson.

The cards of a deck are put so that a seat with a progressive wager is dealt a hand; all else goes on as it
does. Nobody arranges anything where figures are judged: what is dealt then is no chance.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from floor.steps import Fact
from floor.table.conduct import RIGHT, Conduct
from floor.table.deck import STUB, Deck
from floor.table.layout import Layout
from floor.table.table import Table
from games.cards import NUMBERS
from games.game import Deal
from games.settlement import SettlementOrder, WagerResult

SIX_CARD: Final = ("4s", "5s", "6s", "7s", "8s", "9s", "2d")
"""A straight flush of six in High Card Flush: a tenth of its meter (58 Pa. Code § 678a.12(d)(2))."""
WAITS_US: Final = 12 * 3_600_000_000
"""For so long nobody comes to validate an award that waits."""
_WAGER: Final = "progressive"


@dataclass(frozen=True, slots=True)
class Hit:
    """A hand for whoever has a progressive wager in the first round after a moment; perhaps it then waits."""

    after_us: int
    cards: Sequence[str]
    waits: bool = False


class Arranged(Conduct):
    """A dealer who deals what was arranged; each hit comes once, at whichever table of them is first.

    In the round of a hit nothing else happens; in all others it goes as `other` has it.
    """

    __slots__ = ("_hits", "_in_hit", "_other", "_table", "_wagered", "_waits")

    def __init__(self, table: Table, other: Conduct, hits: deque[Hit]) -> None:
        self._table = table
        self._other = other
        self._hits = hits
        self._wagered: list[int] = []
        self._in_hit = self._waits = False

    @property
    def _now(self) -> Conduct:
        return RIGHT if self._in_hit else self._other

    def deal_order(self, order: Sequence[Deal]) -> Sequence[Deal]:
        """Put the cards of a hit where they will be dealt to the first seat that wagered."""
        wagered, self._wagered = self._wagered, []
        self._in_hit = bool(wagered and self._hits and self._table.now_us >= self._hits[0].after_us)
        if self._in_hit:
            hit = self._hits.popleft()
            assert self._table.deck is not None
            arrange(self._table.deck, order, wagered[0], hit.cards)
            self._waits = hit.waits
        return self._now.deal_order(order)

    def facts_recorded(self, fact: Fact) -> Sequence[Fact]:
        """Who wagers is remembered; who should validate an award that waits does not come for hours."""
        if fact.type == "wager_placed" and fact.fields["wager"] == _WAGER:
            self._wagered.append(fact.fields["seat"])
        if self._waits and fact.type == "progressive_validated":
            self._waits = False
            self._table.now_us += WAITS_US
            return [fact._replace(at_us=fact.at_us + WAITS_US)]
        return self._now.facts_recorded(fact)

    def before_deal(self, layout: Layout, deal: Deal) -> None:
        """See `Conduct`."""
        self._now.before_deal(layout, deal)

    def settlement_order(self, order: SettlementOrder) -> SettlementOrder:
        """See `Conduct`."""
        return self._now.settlement_order(order)

    def payment(self, seat: int, wager: str, due: WagerResult) -> WagerResult:
        """See `Conduct`."""
        return self._now.payment(seat, wager, due)

    def counts_stub(self, *, due: bool) -> bool:
        """See `Conduct`."""
        return self._now.counts_stub(due=due)

    def before_shuffle(self, deck: Deck) -> None:
        """See `Conduct`."""
        self._now.before_shuffle(deck)

    def changes_decks(self, *, due: bool) -> bool:
        """See `Conduct`."""
        return self._now.changes_decks(due=due)


def arrange(deck: Deck, order: Iterable[Deal], seat: int, cards: Sequence[str]) -> None:
    """Change the places of cards in the stub so that a seat is dealt these."""
    stub = deck.piles[STUB]
    wanted = [NUMBERS[card] for card in cards]
    top = len(stub)
    for deal in order:
        for _ in range(deal.cards):
            top -= 1
            if deal.to == seat and wanted:
                card = wanted.pop(0)
                there = stub.index(card)
                stub[top], stub[there] = stub[there], stub[top]
