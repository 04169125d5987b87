"""Plants mistakes: a dealer who errs now and then, and a ledger of where.

A mistake (see `mistakes`) is a small function that is shown facts as they are about to be recorded, and
changes the first that it fits. It never touches the table's luck, cards or bankrolls, so what is not changed
stays as it would have been. What was planted goes to a ledger beside the log.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, NamedTuple

from floor.steps import Fact
from floor.table.conduct import Conduct
from floor.table.layout import Layout
from floor.table.table import Table
from games.game import Deal
from games.settlement import SettlementOrder, WagerResult

MILLION: Final = 1_000_000
ENDS: Final = frozenset({"round_closed", "round_voided"})
AT_OPENING: Final = frozenset(
    {"table_opened", "decks_received", "deck_inspected", "inspection_verified", "deck_washed"}
)
"""What a table records before its first round."""

DECKS_DUE: Final = "decks_due"
"""Not a fact: decks are to be changed before the next round."""


class Planted(NamedTuple):
    """A mistake that was made: which, what it breaks, where, and what should have been done."""

    kind: str
    section: str
    table: str
    round: str | None
    at_us: int
    type: str
    """The type of the fact that was changed, left out or added."""
    seat: int | None = None
    wager: str | None = None
    due_mc: int | None = None
    done_mc: int | None = None
    text: str = ""
    check: str = ""
    """The id of the check that finds it; empty where the examiner has none yet."""

    def line(self) -> str:
        """Its line in the ledger of what was planted, a JSON object."""
        return json.dumps(self._asdict(), separators=(",", ":"))


class Mistake(NamedTuple):
    """A mistake by name; it is shown facts of the types in `at`, at tables where it can happen."""

    kind: str
    at: frozenset[str]
    happens_at: Callable[[Table], bool]
    make: Callable[[Spot, Fact], Sequence[Fact] | None]


def mistake(
    *at: str, happens_at: Callable[[Table], bool] = lambda _table: True
) -> Callable[[Callable[[Spot, Fact], Sequence[Fact] | None]], Mistake]:
    """Makes a mistake of a function: from a fact that fits it gives what is recorded instead, else None."""

    def of(make: Callable[[Spot, Fact], Sequence[Fact] | None]) -> Mistake:
        return Mistake(make.__name__, frozenset(at), happens_at, make)

    return of


def changed(fact: Fact, **fields: Any) -> Fact:
    """The same fact with other fields."""
    return fact._replace(fields={**fact.fields, **fields})


@dataclass(slots=True)
class Spot:
    """What a mistake may look at, and where it enters what it did."""

    table: Table
    luck: random.Random
    ledger: Callable[[Planted], None]
    kind: str = ""
    planted: int = 0
    wagers: dict[tuple[int, str], int] = field(default_factory=dict)
    """Stakes of the round by seat and wager, in millicents."""
    folded: set[int] = field(default_factory=set)
    due: dict[tuple[int, str], WagerResult] = field(default_factory=dict)
    turns: SettlementOrder = field(default_factory=list)
    """The order of settlement, once it is known."""
    movements: Sequence[Deal] = ()
    """The movement of cards that is being recorded, and the next."""
    spread: set[str] = field(default_factory=set)
    """Decks that were spread while nobody played, and not dealt from since."""
    played: set[str] = field(default_factory=set)
    """Decks that have been dealt from."""
    claimed: dict[str, str] = field(default_factory=dict)
    """The wager of each link's last claim: an award is paid before the next is claimed."""
    later: Callable[[Fact], Sequence[Fact]] | None = None
    """What is done to the facts after the one that was changed, to the end of the round."""

    @property
    def chapter(self) -> str:
        """As in a citation."""
        return self.table.book.chapter

    def plant(self, fact: Fact, section: str, text: str, **more: Any) -> None:
        """Enter a mistake into the ledger."""
        self.planted += 1
        more.setdefault("seat", fact.fields.get("seat"))
        more.setdefault("wager", fact.fields.get("wager"))
        self.ledger(
            Planted(self.kind, section, self.table.name, fact.round, fact.at_us, fact.type, text=text, **more)
        )

    def dealing_section(self) -> str:
        """The section of the table's dealing procedure: x.8, x.9 or x.10."""
        return f"{self.chapter}.{_PROCEDURES[self.table.submission.dealing]}"

    def follow(self, fact: Fact) -> None:
        """Remember what later facts of the round are judged by."""
        fields = fact.fields
        match fact.type:
            case "round_opened":
                self.wagers.clear()
                self.folded.clear()
                self.due.clear()
                self.turns = []
                self.spread.discard(fields["deck"])
                self.played.add(fields["deck"])
            case "deck_spread" if fields["occasion"] == "idle":
                self.spread.add(fields["deck"])
            case "wager_placed":
                self.wagers[fields["seat"], fields["wager"]] = fields["amount_mc"]
            case "progressive_claimed":
                self.claimed[fields["link"]] = fields["wager"]
            case "decision_made":
                if fields.get("wager") is not None:
                    self.wagers[fields["seat"], fields["wager"]] = fields["amount_mc"]
                elif fields["action"] in ("fold", "forfeit"):
                    self.folded.add(fields["seat"])


_PROCEDURES: Final = {"manual_shoe": 8, "hand": 9, "automated_shoe": 10}


class Erring(Conduct):
    """A dealer who makes mistakes: so many in a million rounds, at most one a round.

    A round that is to have one lets a mistake wait for a fact that it fits; where that does not come, the
    mistake waits on, and the next round gets another. What waited so long is made when its time comes, and
    a later round is spared for it: so what seldom fits is made as well, and the rate holds.
    """

    __slots__ = ("_last_round", "_mistakes", "_owed", "_ppm", "_spot", "_waiting")

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
        self._mistakes = [each for each in mistakes if each.happens_at(table)]
        self._waiting: dict[str, Mistake] = {}
        self._owed = 0
        self._last_round: int | None = None
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
        before = spot.planted
        if spot.later is not None:
            facts = spot.later(fact)
            if fact.type in ENDS:
                spot.later = None
        elif self._waiting and self._last_round != spot.table.rounds:
            facts = self._erred(fact)
        else:
            return (fact,)
        if spot.planted > before:
            del self._waiting[spot.kind]
            self._owed -= 1
            self._last_round = spot.table.rounds
        return facts

    def _erred(self, fact: Fact) -> Sequence[Fact]:
        spot = self._spot
        for each in self._waiting.values():
            # Not always the first that it fits: mistakes are not made at the same seat every time.
            if fact.type not in each.at or (fact.round is not None and spot.luck.randrange(3) == 0):
                continue
            spot.kind = each.kind
            instead = each.make(spot, fact)
            if instead is not None:
                return instead
        return (fact,)
