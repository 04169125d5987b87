"""How a dealer goes about it: rightly. Each question can be answered otherwise, and then it is a mistake.

This is where mistakes are planted. A table asks its `Conduct` wherever a dealer could err; this one gives
back what the rules ask for. A mistake is a subclass that answers one question wrongly, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from floor.steps import Fact
from floor.table.deck import Deck
from floor.table.layout import Layout
from games.game import Deal
from games.settlement import SettlementOrder, WagerResult


@dataclass(slots=True)
class Interrupted(Exception):
    """The round cannot go on: an irregularity of x.13, or a wrong stub. Raise it anywhere within a round.

    `kind` is one of the rulebook's irregularities; what follows is for `floor.trouble.interruption`.
    """

    kind: str
    seats: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    text: str = ""
    misdealt: bool = False


class Conduct:
    """A dealer who makes no mistake."""

    __slots__ = ()

    def deal_order(self, order: Sequence[Deal]) -> Sequence[Deal]:
        """Which cards are dealt to whom, in order."""
        return order

    def before_deal(self, layout: Layout, deal: Deal) -> None:
        """What happens to the dealer before this movement: a card face up, one too many, a jam, nothing."""

    def settlement_order(self, order: SettlementOrder) -> SettlementOrder:
        """In which order seats and wagers are settled."""
        return order

    def payment(self, seat: int, wager: str, due: WagerResult) -> WagerResult:  # noqa: ARG002 - for others
        """What is done about a wager: outcome, payout and stake returned."""
        return due

    def counts_stub(self, *, due: bool) -> bool:
        """Whether the stub is counted."""
        return due

    def before_shuffle(self, deck: Deck) -> None:
        """What happens to the device before it shuffles: it jams, it fails, or nothing."""

    def changes_decks(self, *, due: bool) -> bool:
        """Whether the decks are changed before the next round."""
        return due

    def facts_recorded(self, fact: Fact) -> Sequence[Fact]:
        """The last word on what happens: a fact left out, changed, doubled or followed by another.

        Cards that a fact is about have moved already.
        """
        return (fact,)


RIGHT = Conduct()
