"""A long run at tables without a house: what bonus wagers cost, card by card and round by round.

It looks at the recorded facts alone. Of each round one box a wager is looked at, each in its turn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from itertools import pairwise, takewhile
from math import comb

from floor.life import Stop, live
from floor.plan import START_US, lay_out
from floor.steps import AwaitAward, Award, Fact
from floor.table.deck import Deck
from floor.table.submission import Submission
from floor.table.table import Table
from games.chapter import Paytable, Rulebook
from games.counting.hold import Counted, Hold, holds_of
from tests.floor.card_count import WHOLE, CardCount
from tests.floor.luck import Trials

NEEDS_STRATEGY = frozenset({("texas_holdem_bonus", "progressive")})
"""Lost with a fold (647a.11(b)(2)), so its hold depends on who folds."""
WATCHED = 10
"""So many cards of each deal are held against those before."""

Kind = tuple[str, str | None]
"""A wager and the column that pays it."""


def facts(table: Table, rounds: int) -> Iterator[Fact]:
    """Everything that a table says, without a house: its meter always stands at a dollar."""
    steps, answer = live(table, Stop(rounds)), None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration:
            return
        yield from table.outbox
        table.outbox.clear()
        answer = Award(1, table.now_us, 100_000) if isinstance(step, AwaitAward) else None


def paid_by(column: Paytable, counted: Counted, book: Rulebook) -> dict[Hashable, Fraction]:
    """What one unit brings back of house money, and the chance of each; a share of a meter is none of it."""
    chances: dict[Hashable, Fraction] = defaultdict(Fraction)
    tables = [(column, counted.chances)]
    tables += [(book.paytable(name), hands) for name, hands in counted.beside.items()]
    for table, hands in tables:
        for hand, chance in hands.items():
            rate = table.rows.get(hand) or table.rows.get(counted.instead.get(hand, ""))
            if rate is not None and rate.kind != "percent" and chance:
                odds = Fraction(rate.numerator, rate.denominator)
                chances[odds if rate.kind == "for" else odds + 1] += chance
    chances[Fraction(0)] += 1 - sum(chances.values())
    return dict(chances)


def chances_at(table: Table) -> Iterator[tuple[Hold, dict[Hashable, Fraction]]]:
    """The wagers of a table that need no strategy: their theoretical hold, and what they pay how often."""
    book, submission = table.book, table.submission
    settings = {**book.settings, **submission.options}
    counted = {
        one.wager: one
        for one in import_module(f"games.{book.game}.hold").counted(book)
        if one.options.items() <= settings.items()
    }
    for row in holds_of(book):
        chosen = counted.get(row.wager)
        if chosen is None or chosen.options != row.options or (book.game, row.wager) in NEEDS_STRATEGY:
            continue
        columns = book.paytables[chosen.table].columns
        letter = submission.paytables.get(chosen.table, next(iter(columns)))
        if row.paytable in (None, letter):
            yield row, paid_by(columns[letter], chosen, book)


def _for_the_count(drawn: Submission, *, all_read: bool) -> Submission:
    """As drawn, without a payout limit: what is paid is then what the paytable says."""
    return replace(drawn, payout_limit=None, reads_cards=all_read or drawn.reads_cards)


class LongRun:
    """What a game's tables showed: `paid` by wager and column, `cards` by place in the deal.

    With `all_read` every shoe reads the cards that it deals.
    """

    def __init__(
        self, game: str, tables: int, rounds: int, make_deck: type[Deck] = Deck, *, all_read: bool = False
    ) -> None:
        self.paid: dict[Kind, Trials] = defaultdict(Trials)
        self.chances: dict[Kind, dict[Hashable, Fraction]] = {}
        self.holds: dict[Kind, Hold] = {}
        self.cards: dict[int, Trials] = defaultdict(Trials)
        self.among_first = Trials()
        self.kept = Trials()
        self.same_place: dict[int, Trials] = defaultdict(Trials)
        self.same_neighbours: dict[int, Trials] = defaultdict(Trials)
        self.rounds = self.counts = 0
        plan = lay_out(1, tables, [game])
        plan.submissions = [_for_the_count(one, all_read=all_read) for one in plan.submissions]
        for table in plan.tables(START_US, lambda _time: "2026-03-02"):
            table.make_deck = make_deck
            self._watch(table, rounds)

    def _offered(self, table: Table) -> dict[str, Kind]:
        """The wagers of a table as it is now, each by its column."""
        kinds: dict[str, Kind] = {}
        for row, chances in chances_at(table):
            kind = kinds[row.wager] = (row.wager, row.paytable)
            self.chances[kind], self.holds[kind] = chances, row
        return kinds

    def _watch(self, table: Table, rounds: int) -> None:
        kinds = self._offered(table)
        count = CardCount()
        first: list[str | None] | None = None
        dealt_before: dict[str, list[str | None]] = {}
        placed: dict[str, list[int]] = {}
        watched: dict[str, int] = {}
        deck = ""
        for fact in facts(table, rounds):
            shown = fact.fields
            if fact.type == "selections_changed":
                kinds = self._offered(table)
            count.take(fact.type, shown, fact.round)
            match fact.type:
                case "round_opened":
                    deck, placed, first = shown["deck"], {}, None
                case "wager_placed":
                    placed.setdefault(shown["wager"], []).append(shown["seat"])
                case "bets_closed":
                    watched = {
                        wager: seats[count.rounds % len(seats)]
                        for wager, seats in placed.items()
                        if wager in kinds
                    }
                case "wager_abandoned":
                    watched = {wager: seat for wager, seat in watched.items() if seat != shown["seat"]}
                case "decision_made" if first is None:
                    first = list(takewhile(bool, count.order[:WATCHED]))
                case "wager_settled" if watched.get(shown["wager"]) == shown["seat"]:
                    own = 0 if shown["paid_from"] == "cage" else shown["paid_mc"]
                    cost = Fraction(own + shown["returned_mc"], shown["stake_mc"])
                    self.paid[kinds[shown["wager"]]].add(cost)
                case "round_closed" if table.submission.reads_cards and first:
                    self._compare(first, dealt_before.get(deck))
                    dealt_before[deck] = first
        self.rounds += count.rounds
        self.counts += count.counts

    def _compare(self, dealt: list[str | None], before: list[str | None] | None) -> None:
        """Cards of a deal by themselves, and with those of the deal before from the same deck.

        Only those dealt before a player decided anything: whether more come can depend on the cards.
        """
        for place, card in enumerate(dealt):
            self.cards[place].add(card)
        if len(dealt) == WATCHED:
            self.among_first.add(*dealt)
        if before is None or len(before) < WATCHED:
            return
        if len(dealt) == WATCHED:
            self.kept.add(len(set(dealt) & set(before)))
        for place, card in enumerate(dealt):
            self.same_place[place].add(card == before[place])
        neighbours = set(pairwise(before))
        for place in range(0, len(dealt) - 1, 2):
            self.same_neighbours[place].add((dealt[place], dealt[place + 1]) in neighbours)

    def off(self) -> list[str]:
        """Everything that luck does not explain."""
        found = []
        for kind, trials in self.paid.items():
            found += [f"{kind}: {text}" for text in trials.off(self.chances[kind])]
        for what, trials, chances in self._of_cards():
            found += [f"{what}: {text}" for text in trials.off(chances)]
        return found

    def _of_cards(self) -> Iterator[tuple[str, Trials, dict[Hashable, Fraction]]]:
        """What is known of the cards themselves: which trials, and the chance of each thing that may come."""
        faces: list[Hashable] = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
        rest = WHOLE - WATCHED
        kept: dict[Hashable, Fraction] = {
            cards: Fraction(comb(WATCHED, cards) * comb(rest, WATCHED - cards), comb(WHOLE, WATCHED))
            for cards in range(WATCHED + 1)
        }
        yield "among the first", self.among_first, dict.fromkeys(faces, Fraction(WATCHED, WHOLE))
        yield "kept among the first", self.kept, kept
        for place, trials in self.cards.items():
            yield f"card {place}", trials, dict.fromkeys(faces, Fraction(1, WHOLE))
        for place, trials in self.same_place.items():
            yield f"same place {place}", trials, _either(Fraction(1, WHOLE))
        for place, trials in self.same_neighbours.items():
            yield f"same neighbours {place}", trials, _either(Fraction(WATCHED - 1, WHOLE * (WHOLE - 1)))

    @property
    def judged(self) -> int:
        """How many counts are held against a chance."""
        paid = sum(len(self.chances[kind]) for kind in self.paid)
        return paid + sum(len(chances) for _, _, chances in self._of_cards())


def _either(chance: Fraction) -> dict[Hashable, Fraction]:
    return {True: chance, False: 1 - chance}
