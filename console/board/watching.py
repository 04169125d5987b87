"""What happens on a live floor, kept for people to look at: tables, last rounds, and lines where there is no
terminal. It wraps a house and watches what is recorded there; how it is drawn is `drawing`'s business."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgpack

from console.wording.local_time import local_time
from events.jsonform import Draft
from events.money import text
from floor.casino import House
from floor.steps import Award, Outcome

REMEMBERED: Final = 50
"""Rounds that the board can show."""


@dataclass(slots=True)
class RoundSeen:
    """A round as the board knows it; amounts are those of all seats."""

    name: str
    table: str
    ended_at_us: int = 0
    how: str = ""
    seats: set[int] = field(default_factory=set)
    staked_mc: int = 0
    returned_mc: int = 0
    paid_mc: int = 0
    award_mc: int = 0

    @property
    def result(self) -> str:
        """What came of it, in a few words."""
        if self.how == "round_voided":
            return "void"
        kept_mc = self.staked_mc - self.returned_mc - self.paid_mc
        kept = f"house +{text(kept_mc)}" if kept_mc >= 0 else f"house -{text(-kept_mc)}"
        return f"{kept}, award {text(self.award_mc)}" if self.award_mc else kept


class Watching:
    """Watches everything that is recorded. `on_round` is called with each round that has ended."""

    def __init__(self, house: House, on_round: Callable[[RoundSeen], None] = lambda _round: None) -> None:
        self._house = house
        self.on_round = on_round
        self._open: dict[str, RoundSeen] = {}
        self.events = 0
        self.rounds = 0
        self.last: deque[RoundSeen] = deque(maxlen=REMEMBERED)
        self.last_of: dict[str, RoundSeen] = {}
        self.latest: dict[str, Draft] = {}
        """The last fact of every stream: a table itself is up to a round ahead of what has happened."""

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Let the house record, then look at what it was."""
        outcomes = self._house.record(drafts)
        self.events += len(drafts)
        for draft in drafts:
            self.latest[draft.stream] = draft
            if draft.round is not None and draft.type in _WATCHED:
                self._take(draft.round, draft)
        return outcomes

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        """The house's own answer."""
        return self._house.award(link, table, claim_seq, now_us)

    def _take(self, name: str, draft: Draft) -> None:
        seen = self._open.get(name)
        if seen is None:
            seen = self._open[name] = RoundSeen(name, draft.stream.partition(":")[2])
        if draft.type in ("round_closed", "round_voided"):
            self._end(seen, draft)
            return
        fields = msgpack.unpackb(draft.body)
        if draft.type == "progressive_paid":
            seen.award_mc += fields["amount_mc"]
        elif draft.type == "wager_settled":
            seen.seats.add(fields["seat"])
            seen.staked_mc += fields["stake_mc"]
            seen.returned_mc += fields["returned_mc"]
            seen.paid_mc += fields["paid_mc"]

    def _end(self, seen: RoundSeen, draft: Draft) -> None:
        del self._open[seen.name]
        seen.how, seen.ended_at_us = draft.type, draft.occurred_at_us
        self.rounds += 1
        self.last.append(seen)
        self.last_of[seen.table] = seen
        self.on_round(seen)


_WATCHED: Final = frozenset({"round_closed", "round_voided", "wager_settled", "progressive_paid"})


def line(seen: RoundSeen) -> str:
    """A round that has ended, in one line."""
    at = local_time(seen.ended_at_us)
    return f"{at}  {seen.name:<12} {len(seen.seats)} seats  staked {text(seen.staked_mc)}, {seen.result}"
