"""The plan of a floor: how many tables of which games, and which of them share a meter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from floor.drawing import draw
from floor.play import registry as plays
from floor.table.links import Link
from floor.table.submission import Submission
from floor.table.table import SECOND_US, DayOf, Table, luck

START_US: Final = 1_772_449_200_000_000
"""2026-03-02 06:00 in Pennsylvania: a gaming day begins."""
TABLES_A_LINK: Final = 8


@dataclass(slots=True)
class FloorPlan:
    """What is on the floor. Same seed, same plan; more tables change none of those before them."""

    seed: int
    submissions: list[Submission] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)

    def tables(self, start_us: int, day_of: DayOf) -> list[Table]:
        """The tables themselves; they open one after the other within the first minutes."""
        return [
            Table(
                submission,
                luck(self.seed, submission.table),
                start_us + number * 7 * SECOND_US,
                day_of,
                plays.by_game(submission.game).betting,
                whims=luck(self.seed, f"{submission.table}/whims"),
            )
            for number, submission in enumerate(self.submissions)
        ]


def lay_out(
    seed: int, tables: int, games: Sequence[str] = (), tables_a_link: int = TABLES_A_LINK
) -> FloorPlan:
    """A floor of so many tables: the games in turn, so many tables of a game on the same links."""
    names = list(games) or list(plays.all_plays())
    plan = FloorPlan(seed)
    for number in range(tables):
        play = plays.by_game(names[number % len(names)])
        place = number // len(names)
        group = f"{play.prefix}-L{place // tables_a_link + 1}"
        links = play.draw_links(luck(seed, group), group)
        if place % tables_a_link == 0:
            plan.links += links
        table = f"{play.prefix}-{place + 1:02d}"
        plan.submissions.append(draw(play, table, luck(seed, f"{table}/submission"), links))
    return plan
