"""A floor where people err, put to the examiner: each mistake is named once, with its round.

`make faults NAME=floor-findings` takes a day of 200 tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from events.envelope import Event, read_header
from floor.casino import Casino
from floor.houses.folding import FoldingHouse
from floor.life import Stop
from floor.plan import START_US, TABLES_A_LINK, lay_out
from floor.table.deck import Deck
from floor.trouble.erring import Rates, conduct
from floor.trouble.mistake import Mistake, Planted
from floor.trouble.mistakes import MISTAKES
from floor.trouble.planting import AT_OPENING
from projections.examining.check_list import CHECKS, LINK_CHECKS, RECORD_CHECKS
from projections.examining.examiner import TableExaminer
from projections.examining.finding import Finding
from streams.clock import GamingDays
from streams.log import Sealed
from tests.floor.examined_links import ExaminedLinks
from tests.floor.watched import FACILITY, lucky

EXAMINED = {check.id for check in (*CHECKS, *LINK_CHECKS, *RECORD_CHECKS)}
"""The checks that there are: what is planted for another is not looked for yet."""
NOT_YET = sorted({id_ for each in MISTAKES for id_ in each.checks} - EXAMINED)
"""Checks that mistakes are planted for, and that nobody has written yet: by the list itself."""

OPENINGS = [each for each in MISTAKES if each.at <= AT_OPENING]
"""Mistakes that are made as a table opens: at most one a table, so a day has few of them."""

LUCKY = {2: "4h 5h 6h 7h 8h 9h Kc", 3: "Ah Kh", "community": "Qh Jh Th"}
"""Hands of lucky players: a six card straight flush in one game, a royal flush on the Flop in another."""
Named = tuple[str, str, str | None, str | None]
"""Table, check, round and section."""


class Erred(NamedTuple):
    """What was planted on a floor and what was found."""

    planted: list[Planted]
    found: list[Finding]
    types: Counter[str]

    def differences(self) -> tuple[Counter[Named], Counter[Named]]:
        """What was planted and not found, and what was found and not planted."""
        return differences(self.planted, self.found)


def differences(
    planted: Iterable[Planted], found: Iterable[Finding]
) -> tuple[Counter[Named], Counter[Named]]:
    """What was planted and not found, and what was found and not planted."""
    due = Counter((p.table, p.check, p.round, p.section) for p in planted if p.check in EXAMINED)
    done = Counter((f.table, f.id, f.round, f.section) for f in found)
    return due - done, done - due


def erred(
    mistakes: Sequence[Mistake] = MISTAKES,
    *,
    seed: int,
    tables: int,
    stop: Stop,
    games: tuple[str, ...] = (),
    rates: Rates = Rates(1_000_000, 100_000),  # noqa: B008 - it is frozen
    hands: dict[int, str] | None = None,
    shares: int = 1,
    tables_a_link: int = TABLES_A_LINK,
    keep: Callable[[Sequence[Sealed]], None] = lambda _sealed: None,
) -> Erred:
    """A floor whose tables err; each makes the mistakes of its share, so that all of them get a chance.

    `keep` is given what is recorded.
    """
    days = GamingDays()
    plan = lay_out(seed, tables, games, tables_a_link)
    done = Erred([], [], Counter())
    examiners: dict[str, TableExaminer] = {}

    def take(sealed: Sequence[Sealed]) -> None:
        keep(sealed)
        for event in _read(sealed):
            done.types[event.type] += 1
            if event.kind == "table":
                done.found.extend(examiners.setdefault(event.stream, TableExaminer()).take(event))

    at = plan.tables(START_US, days)
    for number, table in enumerate(at):
        table.make_deck = lucky(hands, Deck) if hands else Deck
        own = mistakes[number // 5 % shares :: shares]
        table.conduct = conduct(table, seed, rates, done.planted.append, own)
    links = ExaminedLinks(done.found)
    house = FoldingHouse(FACILITY, days, take, links.take)
    Casino(house, at, plan.links, stop, registered=True).run()
    return done


def opened(seed: int, tables_each: int = 15) -> Erred:
    """Tables that open wrongly, and two rounds at each: so many for each mistake, of every game."""
    tables = tables_each * len(OPENINGS)
    return erred(OPENINGS, seed=seed, tables=tables, stop=Stop(rounds=2), shares=len(OPENINGS))


def _read(sealed: Sequence[Sealed]) -> Iterator[Event]:
    return (read_header(one.value) for one in sealed)
