"""The rounds that a case is about, or may be: what each shows for the seat, and what was made of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from console.rounds.found import ABOUT_US
from console.rounds.judged import FoundRound, judged_rounds
from console.web.asked import Asked
from console.web.frame.places import address, round_of
from console.web.frame.words import plain
from events.envelope import LIVE
from events.money import MC_PER_CENT
from projections.examining.finding import Finding
from streams.read_model.findings import Wanted, find
from streams.read_model.queries.cases import DECIDED, Case, CaseEntry
from streams.read_model.queries.found_rounds import RoundsAsked
from streams.read_model.queries.rounds import RoundLocation, rounds_named

NEAREST: Final = 8
"""So many rounds of the seat are offered, within half an hour of the claimed moment."""


class Around(NamedTuple):
    """A round for the seat of a case. `found` is None where the seat had nothing in it."""

    table: str
    round: str
    at_us: int
    found: FoundRound | None
    href: str
    """Where it is looked at: at the moment of what was found about the seat's money, if anything was."""
    made_of_it: tuple[str, str]
    """The status of what was done with it, and in words."""
    claimed_mc: int
    is_ruled_out: bool

    @property
    def difference_mc(self) -> int | None:
        """Done minus due for the seat; None where it is not judged."""
        if self.found is None or self.found.due_cents is None:
            return None
        return (self.found.paid_cents - self.found.due_cents) * MC_PER_CENT

    @property
    def is_as_claimed(self) -> bool:
        """Whether just what is claimed is missing."""
        return bool(self.claimed_mc) and self.difference_mc == -self.claimed_mc


def rounds_around(asked: Asked, case: Case) -> list[Around]:
    """The rounds that entries name, and those of the seat about the claimed moment, in order of time."""
    located = {(of.table, of.round): of for of in (*_named(asked, case), *_near(asked, case))}
    in_order = sorted(located.values(), key=lambda of: (of.first_at_us, of.table, of.round))
    judged = judged_rounds(asked.log, asked.store, in_order, case.seat)
    return [_around(asked, case, of, found) for of, found in zip(in_order, judged, strict=True)]


def _named(asked: Asked, case: Case) -> Iterable[RoundLocation]:
    names = dict.fromkeys(each.round for each in case.entries if each.round)
    of_table = {each.round: each.table for each in case.entries if each.table}
    for name in names:
        for of in rounds_named(asked.store, name):
            if of.mode == LIVE and of.table == of_table.get(name, case.table):
                yield of


def _near(asked: Asked, case: Case) -> list[RoundLocation]:
    at = case.disputed_at_us
    about = RoundsAsked(case.table, case.seat, at - ABOUT_US, at + ABOUT_US + 1, at)
    return about.found(asked.store)[:NEAREST]


def _around(asked: Asked, case: Case, of: RoundLocation, found: FoundRound | None) -> Around:
    entries = [each for each in case.entries if each.round == of.round and each.table in ("", of.table)]
    money = find(asked.store, Wanted(table=of.table, round=of.round, severity="money", mode=LIVE))
    return Around(
        of.table,
        of.round,
        of.first_at_us,
        found,
        _href(case, of, [each for each in money if each.seat == case.seat]),
        _made_of(entries),
        case.claimed_mc,
        any(each.entry == "ruled_out" for each in entries),
    )


def _href(case: Case, of: RoundLocation, money: list[Finding]) -> str:
    """The round, opened for the case at its seat: that it was looked at is recorded there."""
    place = round_of(money[0]) if money else address("/rounds/{round}", round=of.round)
    return f"{place}{'&' if '?' in place else '?'}case={case.name}&seat={case.seat}"


def _made_of(entries: list[CaseEntry]) -> tuple[str, str]:
    """The last thing that says what the round is to the case; looking at it is the least."""
    for each in reversed(entries):
        if each.entry in DECIDED:
            return "ok", f"decided: {plain(each.wager)} of seat {each.seat}"
        if each.entry == "ruled_out":
            return "unknown", f"ruled out by {' and '.join(each.by)}: {each.said}"
    seen = dict.fromkeys(badge for each in entries if each.entry == "view" for badge in each.by)
    return ("pending", f"looked at by {', '.join(seen)}") if seen else ("unknown", "not looked at")
