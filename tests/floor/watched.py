"""A floor to look at: run in virtual time into an embedded instance, its decks counted at every move."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from events.envelope import Event, read_header
from events.topics import EVENTS
from floor.casino import Casino
from floor.guests import Guests
from floor.houses.folding import FoldingHouse
from floor.houses.instances import EmbeddedHouse
from floor.life import Stop
from floor.plan import START_US, lay_out
from floor.table.conduct import RIGHT, Conduct
from floor.table.deck import STUB, Deck
from floor.trouble import erring
from floor.trouble.erring import Rates
from games.cards import DECK, parse
from projections.checking.problems import Problem
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.check import find_problems
from streams.recorder.recorder import Recorder
from streams.sqlite.file import LOG_FILE

FACILITY = "PA01"


class WatchedDeck(Deck):
    """A deck that is counted, card by card, whenever something was done to it."""

    moves = 0

    def __getattribute__(self, name: str) -> Any:
        if name not in ("deal", "move", "move_card", "gather", "shuffle", "cut"):
            return super().__getattribute__(name)
        act = super().__getattribute__(name)

        def watched(*args: Any) -> Any:
            done = act(*args)
            WatchedDeck.moves += 1
            lying = sorted(card for pile in self.piles.values() for card in pile)
            assert lying == list(DECK), f"after {name}: {len(lying)} cards"
            return done

        return watched


def lucky(hands: dict[int, str], deck: type[Deck] = WatchedDeck) -> type[Deck]:
    """A deck that gives a box the cards of its hand as long as they are in the stub: luck, not magic.

    The last card stays where it is: mistakes take one from there that nobody would have been dealt.
    """
    wanted = {seat: [parse(name) for name in cards.split()] for seat, cards in hands.items()}

    class LuckyDeck(deck):
        def deal(self, to, cards=1):
            stub = self.piles[STUB]
            for turn, card in enumerate([c for c in wanted.get(to, ()) if c in stub[1:]][:cards], 1):
                here = stub.index(card)
                stub[here], stub[-turn] = stub[-turn], stub[here]
            return super().deal(to, cards)

    return LuckyDeck


class Played(NamedTuple):
    """What a floor left behind."""

    embedded: Embedded
    events: list[Event]
    digest: str

    def problems(self) -> list[Problem]:
        """What `pitledger check` finds."""
        source = SqliteSource(self.embedded.data / LOG_FILE)

        def quiet(_done: int, _total: int) -> None:
            """Nobody watches the progress."""

        return list(find_problems(source, self.embedded.store, quiet))


@contextmanager
def played(
    data: Path,
    *,
    seed: int = 1,
    tables: int = 3,
    rounds: int | None = 40,
    hours: int | None = None,
    start_us: int = START_US,
    games: tuple[str, ...] = (),
    portion_us: int | None = None,
    deck: type[Deck] = WatchedDeck,
    conduct: Callable[[], Conduct] = Conduct,
    rates: Rates | None = None,
    registered: bool = False,
) -> Iterator[Played]:
    """A floor that was run to its end; `portion_us` runs it in portions of that much virtual time.

    `deck` says what cards do, `conduct` how dealers go about it, or `rates` how often things go wrong.
    Where it is `registered`, everybody is given a badge first, as on the floor of `pitledger floor`.
    """
    with Embedded(data) as embedded:
        days = GamingDays()
        plan = lay_out(seed, tables, games)
        at = plan.tables(start_us, days)
        for table in at:
            table.make_deck = deck
            table.conduct = conduct() if rates is None else erring.conduct(table, seed, rates, [].append)
        stop = Stop(rounds, None if hours is None else start_us + hours * 3_600_000_000)
        recorder = Recorder(embedded.log, FACILITY, day_of=days)
        house = EmbeddedHouse(embedded, recorder)
        guests = Guests(seed)
        casino = Casino(house, at, plan.links, stop, registered=registered, guests=guests)
        until_us = start_us
        while portion_us and casino.playing:
            until_us += portion_us
            casino.advance(until_us)
        casino.run()
        embedded.process()
        values = [record.value for record in embedded.log.read(EVENTS, 0, 0)]
        digest = hashlib.sha256(b"".join(values)).hexdigest()
        yield Played(embedded, [read_header(value) for value in values], digest)


def folded(
    house: type[FoldingHouse] = FoldingHouse,
    *,
    seed: int = 1,
    tables: int = 3,
    games: tuple[str, ...] = (),
    stop: Stop = Stop(rounds=30),  # noqa: B008 - it is frozen
    start_us: int = START_US,
    deck: type[Deck] = Deck,
    conduct: Callable[[], Conduct] = lambda: RIGHT,
) -> list[Event]:
    """The events of a floor of pure folds: the same as `played` leaves behind, sooner."""
    events: list[Event] = []
    days = GamingDays()
    plan = lay_out(seed, tables, games)
    at = plan.tables(start_us, days)
    for table in at:
        table.make_deck = deck
        table.conduct = conduct()
    behind = house(FACILITY, days, lambda sealed: events.extend(read_header(one.value) for one in sealed))
    Casino(behind, at, plan.links, stop, guests=Guests(seed)).run()
    return events
