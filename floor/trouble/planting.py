"""Plants mistakes: a dealer who errs now and then.

A mistake (see `mistakes`) is a small function that is shown facts as they are about to be recorded, and
changes the first that it fits. It never touches the table's luck, cards or bankrolls, so what is not changed
stays as it would have been. While something of a mistake is still to come, no other is made at the table.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from floor.steps import Fact
from floor.table.conduct import Conduct
from floor.table.layout import Layout
from floor.table.table import Table
from floor.trouble.mistake import Mistake, Planted
from floor.trouble.spot import ENDS, Spot
from games.game import Deal
from games.settlement import SettlementOrder, WagerResult

MILLION: Final = 1_000_000
AT_OPENING: Final = frozenset(
    {
        "table_opened",
        "decks_received",
        "deck_inspected",
        "inspection_verified",
        "deck_spread",
        "deck_washed",
    }
)
"""What a table records before its first round."""

APART: Final = 3
"""So many rounds lie between two mistakes of a kind at a table: what stands is told once, until it is mended
and a round has shown it."""

CALM: Final = frozenset({"turns", "decisions", "settlement"})
"""Themes of mistakes that are made only where nothing else has gone wrong in the round: rounds that end by an
irregularity are settled in an order of their own."""

DECKS_DUE: Final = "decks_due"
"""Not a fact: decks are to be changed before the next round."""


class Erring(Conduct):
    """A dealer who makes mistakes: so many in a million rounds, at most one a round.

    A round that is to have one lets a mistake wait for a fact that it fits; where that does not come, the
    mistake waits on, and the next round gets another. What waited so long is made when its time comes, and
    a later round is spared for it: so what seldom fits is made as well, and the rate holds.
    """

    __slots__ = (
        "_last_round",
        "_last_us",
        "_made",
        "_mistakes",
        "_owed",
        "_planted",
        "_ppm",
        "_spot",
        "_waiting",
    )

    def __init__(
        self,
        table: Table,
        luck: random.Random,
        ppm: int,
        mistakes: Sequence[Mistake],
        ledger: Callable[[Planted], None],
    ) -> None:
        self._spot = Spot(table, luck, ledger)
        self._ppm = ppm
        self._mistakes = [each for each in mistakes if each.fits(table)]
        self._waiting: dict[str, Mistake] = {}
        self._owed = 0
        self._last_round: int | None = None
        self._last_us = 0
        self._made: dict[str, int] = {}
        self._planted = 0
        self._draw([each for each in self._mistakes if each.at <= AT_OPENING])

    def _draw(self, possible: Sequence[Mistake]) -> None:
        """Whether there is a mistake more to be made, and which."""
        luck = self._spot.luck
        self._owed += luck.randrange(MILLION) < self._ppm
        others = [each for each in possible if each.kind not in self._waiting]
        if self._owed > 0 and others:
            chosen = luck.choice(others)
            self._waiting[chosen.kind] = chosen

    def deal_order(self, order: Sequence[Deal]) -> Sequence[Deal]:
        """As it should be: a wrong order is made of what is recorded."""
        self._spot.movements = ()
        return order

    def before_deal(self, layout: Layout, deal: Deal) -> None:  # noqa: ARG002 - it is the first of the order
        """See what is dealt next."""
        self._spot.movements = tuple(islice(layout.order, 2))

    def settlement_order(self, order: SettlementOrder) -> SettlementOrder:
        """See who is settled when."""
        self._spot.turns = order
        return order

    def payment(self, seat: int, wager: str, due: WagerResult) -> WagerResult:
        """See what is due."""
        self._spot.due[seat, wager] = due
        return due

    def changes_decks(self, *, due: bool) -> bool:
        """A duty that no fact shows until it is done: it is shown to mistakes as one."""
        table = self._spot.table
        return due and bool(self.facts_recorded(Fact(table.now_us, DECKS_DUE, {}, table.crew.dealer)))

    def facts_recorded(self, fact: Fact) -> Sequence[Fact]:
        """The fact, or what a mistake makes of it."""
        spot = self._spot
        if fact.type == "round_opened":
            self._draw(self._mistakes)
        spot.follow(fact)
        spot.see(fact)
        self._settle_account()
        if spot.later is not None:
            facts = spot.later(fact)
            if fact.type in ENDS and not spot.lasting:
                spot.later = None
            spot.lasting = spot.lasting and spot.later is not None
        elif self._waiting and spot.shows is None and self._last_round != spot.table.rounds:
            facts = self._erred(fact)
        else:
            facts = (fact,)
        self._settle_account()
        for change in spot.for_good:
            facts = [change(each) for each in facts]
        return self._in_time(facts)

    def _settle_account(self) -> None:
        """What has been planted waits no more, and the round has had its mistake."""
        spot = self._spot
        if spot.planted > self._planted:
            self._planted = spot.planted
            del self._waiting[spot.mistake.kind]
            self._owed -= 1
            self._last_round = self._made[spot.mistake.kind] = spot.table.rounds

    def _erred(self, fact: Fact) -> Sequence[Fact]:
        spot = self._spot
        for each in self._waiting.values():
            # Not always the first that it fits: mistakes are not made at the same seat every time.
            if fact.type not in each.at or (fact.round is not None and spot.luck.randrange(3) == 0):
                continue
            if each.theme in CALM and spot.said("irregularity_called"):
                continue
            if self._made.get(each.kind, -APART) + APART > spot.table.rounds:
                continue
            spot.mistake = each
            instead = each.make(spot, fact)
            if instead is not None:
                return instead
        return (fact,)

    def _in_time(self, facts: Sequence[Fact]) -> Sequence[Fact]:
        """What comes out of its order happened when it is recorded: a table's moments never go back."""
        for place, fact in enumerate(facts):
            if fact.at_us < self._last_us:
                facts = [*facts[:place], fact._replace(at_us=self._last_us), *facts[place + 1 :]]
            else:
                self._last_us = fact.at_us
        return facts
