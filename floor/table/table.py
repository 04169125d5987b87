"""A gaming table of the floor: its decks and people, its own clock, its luck, and the facts it has recorded.

It reads nothing from outside. Its randomness comes from the seed and its name alone, so what other tables do
changes nothing here. What happens at it, step by step, is in `equipment`, `round`, `play` and `life`.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from floor.steps import AwaitAward, Award, AwardSteps, Fact
from floor.table.betting import Betting
from floor.table.conduct import RIGHT, Conduct
from floor.table.deck import Deck
from floor.table.people import Crew, Seating
from floor.table.submission import Submission
from games import registry, rulebook
from games.procedure.duties import Duty

SECOND_US: Final = 1_000_000
MINUTE_US: Final = 60 * SECOND_US

DayOf = Callable[[int], str]
"""Gives the gaming day of a time in microseconds."""


def luck(seed: int, name: str) -> random.Random:
    """The randomness of one table: the same for the same seed and name, on every machine."""
    return random.Random(f"{seed}/{name}")  # noqa: S311 - a simulation, whose luck must come again


def whim(table: Table, one_in: int) -> bool:
    """Whether something is done that is done once in so many times, by the table's luck for such things."""
    return table.whims.randrange(one_in) == 0


class Table:
    """One table. `now_us` is its own time; `outbox` the facts that nobody has taken yet."""

    __slots__ = (
        "betting",
        "book",
        "conduct",
        "crew",
        "day",
        "day_of",
        "deck",
        "decks",
        "decks_seen",
        "documents",
        "game",
        "instruments",
        "make_deck",
        "name",
        "now_us",
        "outbox",
        "required",
        "rng",
        "round",
        "rounds",
        "rounds_since_count",
        "rounds_today",
        "seating",
        "slips",
        "submission",
        "unready",
        "whims",
    )

    def __init__(
        self,
        submission: Submission,
        rng: random.Random,
        start_us: int,
        day_of: DayOf,
        betting: Betting,
        *,
        conduct: Conduct = RIGHT,
        make_deck: Callable[[str, str], Deck] = Deck,
        whims: random.Random | None = None,
    ) -> None:
        self.name = submission.table
        self.submission = submission
        self.rng = rng
        self.whims = whims or luck(0, f"{self.name}/whims")
        """The luck of what people do now and then beside the game, such as to take a wager back: its own, so
        that the game goes on as it would have without."""
        self.now_us = start_us
        self.day_of = day_of
        self.conduct = conduct
        self.make_deck = make_deck
        self.betting = betting
        self.book = rulebook.by_name(submission.rulebook)
        self.game = registry.by_name(submission.game)
        self.instruments = {wager.name: wager.instrument for wager in self.game.wagers}
        self.required = tuple(
            wager.name
            for wager in self.game.wagers
            if not wager.optional and wager.timing == "before_no_more_bets"
        )
        """Wagers that everybody who is dealt in has made, each of the Ante's amount."""
        self.outbox: deque[Fact] = deque()
        self.round: str | None = None
        self.rounds = 0
        self.rounds_today = 0
        self.rounds_since_count = 0
        self.day = day_of(start_us)
        self.decks: list[Deck] = []
        self.deck: Deck | None = None
        """The deck in play; the other one, if there are two, is in the shuffling device."""
        self.decks_seen = 0
        self.unready: list[tuple[Duty, Deck]] = []
        """What is to be done to a deck that came when everybody had left, once somebody has looked at it."""
        self.documents = 0
        self.slips = 0
        self.crew = Crew(self.name, rng)
        self.seating = Seating(
            positions=submission.positions,
            boxes_per_player=submission.boxes,
            minimum=submission.minimum,
            maximum=submission.maximum,
            unit=max((link.unit_cents for link in submission.progressives.values()), default=0),
            habits=betting.habits,
            offered=submission.wagers,
            popularity=rng.choice((4, 15, 30, 60)),
        )

    def record(self, type_: str, by: str | None = None, /, **fields: Any) -> None:
        """Record a fact, at this moment; by the dealer unless somebody else is named."""
        fact = Fact(self.now_us, type_, fields, by or self.crew.dealer, self.round)
        if self.conduct is RIGHT:
            self.outbox.append(fact)
        else:
            self.outbox.extend(self.conduct.facts_recorded(fact))

    def takes_about(self, us: int) -> None:
        """As long as this, give or take half of it."""
        self.now_us += us // 2 + self.rng.randrange(us)

    def award(self, link: str) -> AwardSteps:
        """Wait for what the link has locked for the claim that was just recorded."""
        answer = yield AwaitAward(link)
        assert isinstance(answer, Award)
        self.now_us = max(self.now_us, answer.at_us)
        return answer

    def next_slip(self) -> str:
        """The number of the next slip by which an award of this table is paid."""
        self.slips += 1
        return f"PS-{self.name}-{self.slips}"

    def next_document(self) -> str:
        """The number of the next form that is filled in at this table."""
        self.documents += 1
        return f"JP-{self.name}-{self.documents}"
