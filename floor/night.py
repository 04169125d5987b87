"""A night on the floor as it was asked for: everything that its bytes depend on, and nothing else.

Two calls with equal nights play the same, in this process or in several, so a night can be handed to other
processes and played again after a crash. How dealers err comes in here, by a conduct for each table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from events.vocabulary.badges import REGISTER
from floor.casino import Casino, House
from floor.errors import FloorError
from floor.guests import Guests, Keep, keep_nowhere
from floor.life import Stop
from floor.plan import START_US, FloorPlan, lay_out
from floor.table.table import DayOf
from floor.trouble.erring import NO_TROUBLE, Ledger, Rates, conduct

HOUR_US: Final = 3_600_000_000


@dataclass(frozen=True, slots=True)
class Night:
    """So many tables, for so many rounds each or so long, from a seed. No `games`: all that there are."""

    seed: int
    tables: int
    rounds: int | None = None
    span_us: int | None = None
    games: tuple[str, ...] = ()
    start_us: int = START_US
    rates: Rates = NO_TROUBLE
    """How often things go wrong."""

    def __post_init__(self) -> None:
        if self.tables < 1:
            raise FloorError("a floor has at least one table")
        if self.rounds is not None and self.rounds < 1:
            raise FloorError("at each table of a floor at least one round is played")
        if (self.rounds is None) == (self.span_us is None):
            raise FloorError("a night ends after so many rounds a table, or after so long: name one of them")

    @property
    def stop(self) -> Stop:
        """When a table closes."""
        return Stop(self.rounds, None if self.span_us is None else self.start_us + self.span_us)

    def plan(self) -> FloorPlan:
        """What is on the floor."""
        return lay_out(self.seed, self.tables, self.games)

    def casino(
        self,
        house: House,
        day_of: DayOf,
        only: Sequence[int] | None = None,
        ledger: Ledger = lambda _planted: None,
        keep: Keep = keep_nowhere,
    ) -> Casino:
        """The casino of this night, or that of some of its tables, which share no link with the others.

        `ledger` is given every mistake as it is planted, `keep` the openings of who is named.
        """
        plan = self.plan()
        chosen = range(self.tables) if only is None else only
        every = plan.tables(self.start_us, day_of)
        for number in chosen:
            every[number].conduct = conduct(every[number], self.seed, self.rates, ledger)
        fed = {link.name for number in chosen for link in plan.submissions[number].progressives.values()}
        return Casino(
            house,
            [every[number] for number in chosen],
            [link for link in plan.links if link.name in fed],
            self.stop,
            opens_at_us=self.start_us,
            registered=True,
            guests=Guests(self.seed, keep),
        )

    def streams(self) -> dict[str, int]:
        """The rank of every stream: of two events of one moment, that of the lower rank comes first."""
        plan = self.plan()
        first = [REGISTER, *(f"link:{link.name}" for link in plan.links)]
        before = {stream: rank - len(first) for rank, stream in enumerate(first)}
        return before | {f"table:{each.table}": rank for rank, each in enumerate(plan.submissions)}

    def shares(self, processes: int) -> list[list[int]]:
        """The tables, by number, in so many shares of about the same size; tables of one link together."""
        groups: dict[str, list[int]] = {}
        for number, submission in enumerate(self.plan().submissions):
            links = sorted(link.name for link in submission.progressives.values())
            groups.setdefault(links[0] if links else submission.table, []).append(number)
        shares: list[list[int]] = [[] for _ in range(processes)]
        for group in sorted(groups.values(), key=len, reverse=True):
            min(shares, key=len).extend(group)
        return [sorted(share) for share in shares if share]
