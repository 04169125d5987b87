"""The casino runs many tables in virtual time: it takes their facts in order and gives them answers.

There is no clock here: `advance` runs everything that is due up to a moment; whoever calls it decides whether
that moment comes at full speed, at a chosen rate or by the wall clock. What records the facts is a `House`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from typing import Final, Protocol

from events.jsonform import Draft
from events.times import MAX_TIME_US
from events.vocabulary.badges import REGISTER
from floor import life
from floor.forms import pack
from floor.guests import Guests
from floor.life import Stop
from floor.steps import PAUSE, Answer, AwaitAward, Award, Fact, Outcome, Pause, Step, Steps
from floor.table import links, register
from floor.table.links import Link
from floor.table.table import Table

RECORDED_AT_ONCE: Final = 2_000
"""Facts that are collected before they are recorded with one append, unless somebody waits for them."""
ASKED_AGAIN_US: Final = 20_000
"""After so long a meter that has not answered is asked again."""


class House(Protocol):
    """What records facts and keeps the meters: embedded, on Kafka, or into a file."""

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Record drafts in order; an outcome for each."""

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        """What the link has decided about a claim; None while it has not."""


class _TableInPlay:
    """A table in play: its life, what it waits for, and what became of its `last` fact."""

    __slots__ = ("awaits", "last", "steps", "stream", "table")

    def __init__(self, table: Table, steps: Steps) -> None:
        self.table = table
        self.steps = steps
        self.stream = f"table:{table.name}"
        self.awaits: Step = PAUSE
        self.last: Outcome | None = None


class Casino:
    """Tables and links in one virtual time, which is the clock of whoever records: a draft brings the moment
    at which it is recorded, so the same seed gives the same bytes. Tables close by one `stop`, or each by its
    own. Links open at `opens_at_us`, by default with the first table; before them, where the casino is
    `registered`, everybody is given a badge. Facts name its `guests` by references."""

    def __init__(
        self,
        house: House,
        tables: Iterable[Table],
        floor_links: Iterable[Link],
        stop: Stop | Sequence[Stop],
        *,
        opens_at_us: int | None = None,
        registered: bool = False,
        guests: Guests | None = None,
    ) -> None:
        self.house = house
        self._guests = Guests() if guests is None else guests
        self.now_us = 0
        at = list(tables)
        stops = [stop] * len(at) if isinstance(stop, Stop) else stop
        self._tables = [
            _TableInPlay(table, life.live(table, until)) for table, until in zip(at, stops, strict=True)
        ]
        self._due = [(in_play.table.now_us, number) for number, in_play in enumerate(self._tables)]
        self._due.sort()
        self._buffer: list[Draft] = []
        self._senders: list[int | None] = []
        """The number of the table that sent each fact of the buffer; None for a link's."""
        if opens_at_us is not None:
            self.now_us = opens_at_us
        elif self._due:
            self.now_us = self._due[0][0]
        for fact in register.issued(self.now_us) if registered else ():
            self._take(REGISTER, fact, None)
        for link in floor_links:
            self._take(f"link:{link.name}", links.opening(link, self.now_us), None)

    @property
    def tables(self) -> list[Table]:
        """The tables, to look at."""
        return [in_play.table for in_play in self._tables]

    @property
    def playing(self) -> bool:
        """Whether any table still has something to do."""
        return bool(self._due)

    def run(self) -> None:
        """Run until the last table has closed."""
        self.advance(MAX_TIME_US)

    def advance(self, until_us: int) -> None:
        """Run all that is due up to a moment, and record it."""
        due = self._due
        while due and due[0][0] <= until_us:
            at_us, number = heappop(due)
            self.now_us = max(self.now_us, at_us)
            next_us = self._go_on(number, due[0] if due else (until_us, number), until_us)
            if next_us is not None:
                heappush(due, (next_us, number))
        self.flush()

    def flush(self) -> None:
        """Record what has been collected."""
        if not self._buffer:
            return
        self._guests.hand_over()
        outcomes = self.house.record(self._buffer)
        for number, outcome in zip(self._senders, outcomes, strict=True):
            if number is not None:
                self._tables[number].last = outcome
        self._buffer, self._senders = [], []

    def _go_on(self, number: int, next_in_line: tuple[int, int], until_us: int) -> int | None:
        """Let a table go on until somebody else is due, or it waits; returns when it is due again."""
        in_play = self._tables[number]
        outbox, table = in_play.table.outbox, in_play.table
        while True:
            due_us = outbox[0].at_us if outbox else table.now_us
            if due_us > until_us or (due_us, number) > next_in_line:
                return due_us
            self.now_us = max(self.now_us, due_us)
            if outbox:
                self._take(in_play.stream, outbox.popleft(), number)
                continue
            answer = self._answer(in_play)
            if answer is _NOT_YET:
                table.now_us = self.now_us + ASKED_AGAIN_US
                return table.now_us
            try:
                in_play.awaits = in_play.steps.send(answer)  # type: ignore[arg-type]
            except StopIteration:
                return None

    def _take(self, stream: str, fact: Fact, number: int | None) -> None:
        schema, body = pack(fact.type, fact.fields)
        draft = Draft(
            None,
            stream,
            None,
            None,
            fact.type,
            schema,
            fact.at_us + fact.ahead_us,
            self.now_us,
            None,
            fact.round,
            fact.actor,
            None,
            "live",
            body,
        )
        self._buffer.append(self._guests.discreet(draft))
        self._senders.append(number)
        if len(self._buffer) >= RECORDED_AT_ONCE:
            self.flush()

    def _answer(self, in_play: _TableInPlay) -> Answer | object:
        """What the table waits for; `_NOT_YET` while the house does not know."""
        match in_play.awaits:
            case Pause():
                return None
            case AwaitAward(link):
                self.flush()
                assert in_play.last is not None, "a table that waits for an award has claimed it"
                award = self.house.award(link, in_play.table.name, in_play.last.seq, self.now_us)
                if award is None:
                    return _NOT_YET
                return award


_NOT_YET: Final = object()
