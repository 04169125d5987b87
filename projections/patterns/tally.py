"""Rounds and findings counted by dealer, table, seat and shift. Who dealt and which shift it was arrives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from projections.examining.finding import Finding
from projections.patterns.leads import Group

DEALER: Final = "dealer"
TABLE: Final = "table"
SEAT: Final = "seat"
SHIFT: Final = "shift"
SORTS: Final = (DEALER, TABLE, SEAT, SHIFT)
UNKNOWN: Final = "unknown"
"""The dealer of a round before which nothing says who deals."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round, and what it is counted under. `seats` are those that wagered or were settled."""

    stream: str
    round: str
    seats: tuple[int, ...]
    dealer: str
    shift: str

    @property
    def table(self) -> str:
        """The table that it was played at."""
        return self.stream.partition(":")[2]


@dataclass(slots=True)
class _Count:
    rounds: int = 0
    found: int = 0
    too_much: int = 0
    too_little: int = 0
    findings: int = 0
    too_much_mc: int = 0
    too_little_mc: int = 0

    def add(self, findings: Sequence[Finding]) -> None:
        """One round more, with what was found in it."""
        differences = [each.difference_mc or 0 for each in findings]
        self.rounds += 1
        self.found += bool(findings)
        self.too_much += any(each > 0 for each in differences)
        self.too_little += any(each < 0 for each in differences)
        self.findings += len(findings)
        self.too_much_mc += sum(each for each in differences if each > 0)
        self.too_little_mc -= sum(each for each in differences if each < 0)


@dataclass(frozen=True, slots=True)
class Tally:
    """What was counted. `left_out` are the findings, by sort, that belong to no round or seat that counts."""

    groups: tuple[Group, ...]
    rounds: int
    findings: int
    left_out: dict[str, int]


def tally(rounds: Iterable[PlayedRound], findings: Iterable[Finding], sorts: Sequence[str] = SORTS) -> Tally:
    """Count every round once under each name that it has; a seat's once for each round that it is in."""
    by_round: dict[tuple[str, str | None], list[Finding]] = {}
    all_findings = 0
    for finding in findings:
        by_round.setdefault((finding.stream, finding.round), []).append(finding)
        all_findings += 1
    counts: dict[tuple[str, str], _Count] = {}
    played = 0
    for each in rounds:
        played += 1
        found = by_round.get((each.stream, each.round), [])
        for sort in sorts:
            for name, its in _named(each, sort, found):
                counts.setdefault((sort, name), _Count()).add(its)
    groups = tuple(
        Group(
            by=sort,
            name=name,
            rounds=count.rounds,
            found=count.found,
            too_much=count.too_much,
            too_little=count.too_little,
            findings=count.findings,
            too_much_mc=count.too_much_mc,
            too_little_mc=count.too_little_mc,
        )
        for (sort, name), count in sorted(counts.items())
    )
    left_out = {
        sort: all_findings - sum(group.findings for group in groups if group.by == sort) for sort in sorts
    }
    return Tally(groups, played, all_findings, left_out)


def _named(
    played: PlayedRound, sort: str, found: Sequence[Finding]
) -> Iterator[tuple[str, Sequence[Finding]]]:
    """The names of a round, each with the findings that are about it."""
    if sort == SEAT:
        # A seat that is found without a wager was in the round all the same.
        for seat in sorted({*played.seats, *(each.seat for each in found if each.seat is not None)}):
            yield f"{played.table} seat {seat}", [each for each in found if each.seat == seat]
    else:
        yield {DEALER: played.dealer or UNKNOWN, TABLE: played.table, SHIFT: played.shift}[sort], found
