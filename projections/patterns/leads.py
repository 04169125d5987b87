"""Findings by dealer, table, seat or shift against the rounds of the others: counts in, lines with leads out.

A lead says that chance alone seldom gives so much. It says nothing about why, and is never a verdict: who
deals a harder game, or is watched by a better reader of cards, is found more often too. This knows no
store and no clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from projections.patterns.exact import chance_of_as_many, corrected, interval

CONFIDENCE: Final = Fraction(99, 100)
"""Of each interval; and what chance gives in fewer cases than the rest, corrected, is a lead."""
FOUND: Final = "found"
TOO_MUCH: Final = "paid too much"
TOO_LITTLE: Final = "paid too little"
KINDS: Final = (FOUND, TOO_MUCH, TOO_LITTLE)
"""What is counted of a round: anything found in it, money that went wrong for the house, or for players."""


@dataclass(frozen=True, slots=True)
class Group:
    """What was played and found under one name. A round counts once a kind, however much was found in it."""

    by: str
    name: str
    rounds: int
    found: int
    too_much: int
    too_little: int
    findings: int
    too_much_mc: int
    """What players got beyond what was due."""
    too_little_mc: int
    """What players did not get of what was due; not below zero."""

    def hits(self, kind: str) -> int:
        """The rounds of a kind."""
        return {FOUND: self.found, TOO_MUCH: self.too_much, TOO_LITTLE: self.too_little}[kind]

    def difference_mc(self, kind: str) -> int:
        """Done less due, of the findings of a kind: negative where players got too little."""
        both = self.too_much_mc - self.too_little_mc
        return {FOUND: both, TOO_MUCH: self.too_much_mc, TOO_LITTLE: -self.too_little_mc}[kind]


@dataclass(frozen=True, slots=True)
class Line:
    """One group and one kind against all other groups of the same sort; `others` is None without any."""

    group: Group
    kind: str
    hits: int
    rate: Fraction
    others: Fraction | None
    low: Fraction
    high: Fraction
    chance: Fraction
    corrected: Fraction
    lead: bool


def compare(groups: Iterable[Group], confidence: Fraction = CONFIDENCE) -> list[Line]:
    """Every group and kind, leads first, then what chance gives most seldom.

    All that is looked at together is corrected for together.
    """
    played = [group for group in groups if group.rounds]
    sorts = {by: [group for group in played if group.by == by] for by in {group.by for group in played}}
    pairs = [(group, kind) for group in played for kind in KINDS]
    chances = [_chance(group, kind, sorts[group.by]) for group, kind in pairs]
    lines = [
        _line(group, kind, sorts[group.by], confidence=confidence, chance=chance, after=after)
        for (group, kind), chance, after in zip(pairs, chances, corrected(chances), strict=True)
    ]
    return sorted(lines, key=lambda line: (not line.lead, line.chance, line.group.by, line.group.name))


def _chance(group: Group, kind: str, sort: Sequence[Group]) -> Fraction:
    return chance_of_as_many(
        group.hits(kind),
        group.rounds,
        sum(each.hits(kind) for each in sort),
        sum(each.rounds for each in sort),
    )


def _line(
    group: Group, kind: str, sort: Sequence[Group], *, confidence: Fraction, chance: Fraction, after: Fraction
) -> Line:
    hits = group.hits(kind)
    rounds = sum(each.rounds for each in sort) - group.rounds
    others = Fraction(sum(each.hits(kind) for each in sort) - hits, rounds) if rounds else None
    low, high = interval(hits, group.rounds, confidence)
    lead = after <= 1 - confidence
    return Line(group, kind, hits, Fraction(hits, group.rounds), others, low, high, chance, after, lead)
