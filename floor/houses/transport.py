"""A bad line between the tables and the recorder, and clocks that go wrong: trouble on the way to the log.

Every delivery carries the number that its table gave it, so a recorder recognises what comes twice, however
old it is and whoever recorded it. What the system decides by, a table sends in order: a round before its
wagers, a claim before its validation. All else may come late, after what happened later at the same table:
cards, decisions, hands, settlements; lock-outs, "no more bets" and the end of a round too, even after the
next one has opened. Before a claim is made or validated, and before a day ends or a table closes, the table
sends all that is still to come, since these are decided by what is on record. Between tables nothing is in
order. A rough night has every fact of a calm one, once.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, get_args

from events.jsonform import Draft
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.play import LockOutEngaged, RoundClosed
from events.vocabulary.progressive import (
    BetsClosed,
    ProgressiveClaimed,
    ProgressiveRejected,
    ProgressiveValidated,
)
from events.vocabulary.table import TableClosed
from floor.casino import House
from floor.steps import Award, Outcome
from floor.table.table import luck
from projections.recording.table import Followed

MILLION: Final = 1_000_000
HELD_FOR: Final = (1, 2, 3, 8, 40, 300)
"""After so many further deliveries of its table a late one comes: within its round, or rounds later."""
REMEMBERED: Final = 1_000
"""Deliveries of a table that may come again: a sample of all that it has sent."""
NOT_DELIVERED: Final = 0
"""The number of a fact that is still in its table's outbox."""
SECOND_US: Final = 1_000_000
HOUR_US: Final = 3_600 * SECOND_US
YEAR_US: Final = 365 * 24 * HOUR_US
SHIFTS_US: Final = (
    0,
    7 * SECOND_US,
    -7 * SECOND_US,
    5 * HOUR_US,
    -5 * HOUR_US,
    2 * YEAR_US,
    -2 * YEAR_US,
)
"""By so much a clock is wrong once somebody has set it."""

_ENDS: Final = frozenset(kind.TYPE for kind in (LockOutEngaged, BetsClosed, RoundClosed))
_IN_ORDER: Final = frozenset(kind.TYPE for kind in get_args(Followed)) - _ENDS
_AFTER_ALL_ELSE: Final = frozenset(
    kind.TYPE
    for kind in (ProgressiveClaimed, ProgressiveValidated, ProgressiveRejected, TableDayEnded, TableClosed)
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """How rough the night is: chances in a million, a delivery each, and by the append for crashes."""

    repeated_ppm: int = 0
    """A delivery that comes again, at once or any time later."""
    late_ppm: int = 0
    """A delivery that comes after others of its own table that happened later."""
    late_ends_ppm: int = 0
    """A lock-out, "no more bets" or end of a round that comes so: its wagers may reach their link later."""
    delayed_ppm: int = 0
    """A delivery that, with all that its table sends next, comes after those of others."""
    crashed_ppm: int = 0
    """An append at which the recorder dies: before it, after it, or having been sent a part."""
    drift_ppm: int = 0
    """The most by which a table's clock runs fast or slow."""
    offset_us: int = 0
    """The most by which a table's clock is off when the floor opens."""
    shifted_ppm: int = 0
    """A delivery before which the clock of its table is set: by seconds, hours or years wrong, or right."""


@dataclass(slots=True)
class Happened:
    """What went wrong so far."""

    repeated: int = 0
    late: int = 0
    delayed: int = 0
    crashed: int = 0


class RoughHouse:
    """A house at the end of a bad line. `open_house` starts its recorder, and again after each crash."""

    def __init__(self, open_house: Callable[[], House], trouble: Trouble, seed: int) -> None:
        self.happened = Happened()
        self._open = open_house
        self._house = open_house()
        self._trouble = trouble
        self._luck = luck(seed, "transport")
        self._numbers: dict[str, int] = defaultdict(int)
        self._clocks = Clocks(seed, trouble)
        self._outboxes: dict[str, _Outbox] = defaultdict(_Outbox)
        self._sent: dict[str, _Sample] = defaultdict(_Sample)

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Deliver them by the bad line; what it answers is in the order in which they were given.

        What is not delivered yet has the number 0: nobody waits for it.
        """
        numbered = [self._numbered(draft) for draft in drafts]
        line = self._repeated(self._delayed(self._late(numbered)))
        outcomes = self._deliver(line) if line else ()
        answers = dict(zip(((draft.stream, draft.source_id) for draft in line), outcomes, strict=True))
        return [
            answers.get((draft.stream, draft.source_id), Outcome(NOT_DELIVERED, draft.type))
            for draft in numbered
        ]

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        """The house's own answer."""
        return self._house.award(link, table, claim_seq, now_us)

    def _numbered(self, draft: Draft) -> Draft:
        """As its table sends it: with the table's own number and the table's own time."""
        self._numbers[draft.stream] += 1
        return draft._replace(
            source_id=f"{draft.stream}#{self._numbers[draft.stream]}",
            occurred_at_us=self._clocks.read(draft.stream, draft.occurred_at_us),
        )

    def _late(self, drafts: list[Draft]) -> list[Draft]:
        """Some stay in the outbox of their table, while it sends what happened later."""
        line: list[Draft] = []
        for draft in drafts:
            if not draft.stream.startswith("table:"):
                line.append(draft)
                continue
            outbox = self._outboxes[draft.stream]
            if draft.type in _AFTER_ALL_ELSE:
                line += outbox.emptied(draft)
            if draft.type not in _IN_ORDER and self._happens(self._late_ppm(draft)):
                outbox.hold(draft, self._luck.choice(HELD_FOR))
                self.happened.late += 1
                continue
            line.append(draft)
            line += outbox.due(draft)
        return line

    def _late_ppm(self, draft: Draft) -> int:
        return self._trouble.late_ends_ppm if draft.type in _ENDS else self._trouble.late_ppm

    def _delayed(self, drafts: list[Draft]) -> list[Draft]:
        """Some tables fall behind: from some delivery on, all that they send comes after the others."""
        behind: set[str] = set()
        now: list[Draft] = []
        late: list[Draft] = []
        for draft in drafts:
            table = draft.stream.startswith("table:")
            if table and draft.stream not in behind and self._happens(self._trouble.delayed_ppm):
                behind.add(draft.stream)
                self.happened.delayed += 1
            (late if draft.stream in behind else now).append(draft)
        return now + late

    def _repeated(self, drafts: list[Draft]) -> list[Draft]:
        """Some deliveries come again: that of just now, or any that the table has sent."""
        line: list[Draft] = []
        for draft in drafts:
            line.append(draft)
            sent = self._sent[draft.stream]
            sent.add(draft, self._luck)
            if self._happens(self._trouble.repeated_ppm):
                line.append(self._luck.choice((draft, self._luck.choice(sent.drafts))))
                self.happened.repeated += 1
        return line

    def _deliver(self, line: list[Draft]) -> Sequence[Outcome]:
        """Send until somebody answers: a recorder that died knows nothing but what the log has."""
        while self._happens(self._trouble.crashed_ppm):
            self.happened.crashed += 1
            part = self._luck.randrange(len(line) + 1)
            if part:
                self._house.record(line[:part])
            self._house = self._open()
        return self._house.record(line)

    def _happens(self, ppm: int) -> bool:
        return bool(ppm) and self._luck.randrange(MILLION) < ppm


class _Outbox:
    """What a table has not sent yet, each with how many further deliveries go first."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held: list[tuple[int, Draft]] = []

    def hold(self, draft: Draft, deliveries: int) -> None:
        """Keep a draft back for so many deliveries."""
        self._held.append((deliveries, draft))

    def due(self, sent: Draft) -> list[Draft]:
        """What comes right after a delivery, at its moment."""
        if not self._held:
            return []
        waited = [(left - 1, draft) for left, draft in self._held]
        self._held = [(left, draft) for left, draft in waited if left > 0]
        return [_at_the_moment_of(sent, draft) for left, draft in waited if left <= 0]

    def emptied(self, before: Draft) -> list[Draft]:
        """All that is held, since a delivery must not go before it."""
        held, self._held = self._held, []
        return [_at_the_moment_of(before, draft) for _, draft in held]


def _at_the_moment_of(sent: Draft, draft: Draft) -> Draft:
    """A draft that the recorder gets at the moment of another one."""
    return draft._replace(recorded_at_us=sent.recorded_at_us)


class _Sample:
    """Some of all that a table has sent, the oldest as likely as the newest."""

    __slots__ = ("_seen", "drafts")

    def __init__(self) -> None:
        self.drafts: list[Draft] = []
        self._seen = 0

    def add(self, draft: Draft, rng: random.Random) -> None:
        """Take one more into account."""
        self._seen += 1
        if len(self.drafts) < REMEMBERED:
            self.drafts.append(draft)
        elif (place := rng.randrange(self._seen)) < REMEMBERED:
            self.drafts[place] = draft


@dataclass(slots=True)
class Clocks:
    """A clock a table, each wrong in its own way."""

    seed: int
    trouble: Trouble
    _clocks: dict[str, _Clock] = field(default_factory=dict)

    def read(self, stream: str, at_us: int) -> int:
        """What the clock of a stream's table shows at a moment."""
        clock = self._clocks.get(stream)
        if clock is None:
            clock = self._clocks[stream] = _Clock(luck(self.seed, f"{stream}/clock"), self.trouble, at_us)
        return clock.read(at_us)


class _Clock:
    """A clock that was off from the beginning, runs fast or slow, and is set wrong now and then."""

    __slots__ = ("_drift_ppm", "_offset_us", "_rng", "_shift_us", "_shifted_ppm", "_since_us")

    def __init__(self, rng: random.Random, trouble: Trouble, since_us: int) -> None:
        self._rng = rng
        self._since_us = since_us
        self._offset_us = _within(rng, trouble.offset_us)
        self._drift_ppm = _within(rng, trouble.drift_ppm)
        self._shifted_ppm = trouble.shifted_ppm
        self._shift_us = 0

    def read(self, at_us: int) -> int:
        if self._shifted_ppm and self._rng.randrange(MILLION) < self._shifted_ppm:
            self._shift_us = self._rng.choice(SHIFTS_US)
        drifted_us = (at_us - self._since_us) * self._drift_ppm // MILLION
        return at_us + self._offset_us + drifted_us + self._shift_us


def _within(rng: random.Random, most: int) -> int:
    return rng.randrange(-most, most + 1)
