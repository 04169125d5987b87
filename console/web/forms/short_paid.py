"""What a verdict says of a seat: the wager furthest from what was due, to fill in forms with."""

from __future__ import annotations

from typing import NamedTuple

from console.cases.rounds import verdict_on
from console.web.acting.form import Line
from console.web.asked import Asked
from console.web.frame.words import dollars, plain
from projections.rounds.verdict import LIMIT
from streams.read_model.queries.rounds import RoundLocation


class Shortfall(NamedTuple):
    """A wager of a seat, and how far it was settled from what was due; nothing where it was as due."""

    round: str
    seat: int
    wager: str
    due_mc: int
    done_mc: int
    section: str

    @property
    def short_mc(self) -> int:
        """What is missing; below zero where it is too much."""
        return self.due_mc - self.done_mc

    @property
    def amount(self) -> str:
        """What is missing, as one types it."""
        return dollars(self.short_mc).replace("$", "").replace(",", "")


def shortfall_in(asked: Asked, of: RoundLocation, seat: int) -> Shortfall | None:
    """The wager of a seat that is furthest off; None where nothing of it is judged."""
    rows = [
        Shortfall(of.round, seat, row.wager, row.due_mc, row.done_mc, row.section or "")
        for row in verdict_on(asked.log, asked.store, of)
        if row.seat == seat and row.due_mc is not None and row.wager != LIMIT
    ]
    return max(rows, key=lambda each: abs(each.short_mc), default=None)


def line_of(short: Shortfall | None, seat: int) -> Line:
    """What the verdict says, as a fact above a form."""
    what = f"verdict on seat {seat}"
    if short is None:
        return Line(what, "nothing of this seat is judged", tone="unknown")
    if not short.short_mc:
        return Line(what, "every wager that is judged was settled as due", tone="ok")
    off = f"{dollars(abs(short.short_mc))} {'short' if short.short_mc > 0 else 'over'}"
    section = f", {short.section}" if short.section else ""
    words = f"{plain(short.wager)} due {dollars(short.due_mc)}, done {dollars(short.done_mc)}: {off}{section}"
    return Line(what, words, tone="bad")
