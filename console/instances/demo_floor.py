"""The floor that a demo shows: what has happened by now, and what happens from now on.

Yesterday some tables played to the end of the day, and it was closed. Today others have played for an hour: a
jackpot was hit and paid, an award waits for its floorperson, and dealers err now and then.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final, NamedTuple

from console.commands.floor.shape import FloorShape
from events.body import body_fields
from events.jsonform import Draft
from events.vocabulary.badges import REGISTER, BadgeIssued
from events.vocabulary.desk import GamingDayClosed
from events.vocabulary.links import LinkDayClosed
from floor.casino import Casino, House
from floor.forms import pack
from floor.guests import Guests
from floor.life import Stop
from floor.night import HOUR_US
from floor.plan import lay_out
from floor.table.register import SIGNATURES, SIGNER
from floor.table.table import MINUTE_US, Table
from floor.trouble.arranged import SIX_CARD, Arranged, Hit
from floor.trouble.erring import Rates, conduct
from floor.trouble.mistakes import MISTAKES
from streams.clock import GamingDays

LAST_OF_YESTERDAY_US: Final = 25 * MINUTE_US
"""For so long the tables of yesterday played."""
TODAY_US: Final = HOUR_US
ERRING: Final = Rates(mistakes_ppm=20_000, irregularities_ppm=10_000)
SHORT: Final = Rates(mistakes_ppm=60_000)
UNDERPAID: Final = tuple(mistake for mistake in MISTAKES if mistake.kind == "underpaid")
"""At the table that plays most rounds somebody is sure to be paid short."""
_BUSY: Final = "three_card_prime"
DESK: Final = "desk:accounting"
NEVER: Final = Stop()
_GAME: Final = "high_card_flush"


class Person(NamedTuple):
    """Somebody with an account of the demo; `rank` where the floor has not given the badge itself."""

    badge: str
    role: str
    department: str
    rank: str = ""


PEOPLE: Final = (
    Person("S-2", "surveillance", "surveillance"),
    Person("A-7", "accounting", "accounting"),
    Person("C-1", "compliance", "compliance", "staff"),
    Person("M-4", "pit", "table games"),
    Person("I-1", "admin", "information technology", "staff"),
)
"""One for each role."""


class ShownFloor:
    """A floor of so many tables by the wall clock, with yesterday's behind it."""

    def __init__(self, house: House, shape: FloorShape, days: GamingDays, guests: Guests) -> None:
        self._house = house
        self._guests = guests
        self._seed = shape.seed
        self._count = shape.tables
        self._plan = lay_out(shape.seed, 2 * shape.tables, shape.game)
        self._days = days

    def play_past(self, now_us: int) -> Casino:
        """All that has happened by now; what goes on from here is the casino's."""
        begun_us = self._days.bounds(self._days(now_us))[0]
        start_us = min(max(now_us - TODAY_US, begun_us + 2 * MINUTE_US), now_us)
        self._play_yesterday(begun_us, min(start_us, begun_us + 10 * MINUTE_US))
        tables = self._plan.tables(start_us, self._days)[: self._count]
        hits = deque(
            [
                Hit(start_us + 5 * MINUTE_US, SIX_CARD),
                Hit(now_us - 8 * MINUTE_US, SIX_CARD, waits=True),
            ]
        )
        busy = next((table for table in tables if table.submission.game == _BUSY), tables[0])
        for table in tables:
            rates, mistakes = (SHORT, UNDERPAID) if table is busy else (ERRING, MISTAKES)
            erring = conduct(table, self._seed, rates, lambda _planted: None, mistakes)
            table.conduct = Arranged(table, erring, hits) if _has_progressive(table) else erring
        casino = Casino(self._house, tables, [], NEVER, guests=self._guests)
        casino.advance(now_us)
        return casino

    def _play_yesterday(self, ended_us: int, closed_us: int) -> None:
        tables = self._plan.tables(ended_us - LAST_OF_YESTERDAY_US, self._days)[self._count :]
        stop = Stop(at_us=ended_us + MINUTE_US)
        links = self._plan.links
        casino = Casino(self._house, tables, links, stop, registered=True, guests=self._guests)
        casino.run()
        self._record(ended_us, REGISTER, *(_issued(person) for person in PEOPLE if person.rank))
        day = self._days(ended_us - 1)
        said = {"day": day, "missing_tables": [], "signed_by": _signed(), "reason": "all markers are in"}
        for link in self._plan.links:
            self._record(closed_us, f"link:{link.name}", (LinkDayClosed.TYPE, said))
        self._record(closed_us, DESK, (GamingDayClosed.TYPE, said))

    def _record(self, at_us: int, stream: str, *facts: tuple[str, dict[str, Any]]) -> None:
        self._house.record([_draft(at_us, stream, type_, fields) for type_, fields in facts])


def _has_progressive(table: Table) -> bool:
    return table.submission.game == _GAME and bool(table.submission.progressives)


def _signed() -> list[dict[str, Any]]:
    return [body_fields(signature) for signature in SIGNATURES]


def _issued(person: Person) -> tuple[str, dict[str, Any]]:
    fields = {"badge": person.badge, "department": person.department, "rank": person.rank}
    return BadgeIssued.TYPE, {**fields, "signed_by": _signed(), "reason": "an account of the console"}


def _draft(at_us: int, stream: str, type_: str, fields: dict[str, Any]) -> Draft:
    schema, body = pack(type_, fields)
    return Draft(
        facility=None,
        stream=stream,
        seq=None,
        prev=None,
        type=type_,
        schema=schema,
        occurred_at_us=at_us,
        recorded_at_us=at_us,
        gaming_day=None,
        round=None,
        actor=SIGNER,
        source_id=None,
        mode="live",
        body=body,
    )
