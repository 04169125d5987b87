"""Actual against theoretical hold: what the house kept of each wager, and whether chance explains it.

Theory is `games.counting.hold`: exact mean and variance of one unit. Wagers of one hand each are taken as
independent; where cards that all players share decide, the wagers of a round win together, and the variance
is taken at its most, as if every seat held the same wager. Everything is exact up to the square root of the
interval.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Final, NamedTuple

from games import rulebook
from games.chapter import Choice
from games.counting import hold
from games.errors import GamesError

Z_99: Final = Fraction(25_758_293_035_489, 10**13)
"""A normal quantity lies within so many standard deviations of its mean in 99 of 100 cases."""
ENOUGH: Final = 5
"""Fewer of the rarest award than this to be expected, and the normal interval is a rough one."""
_DIGITS: Final = 10**8

Options = tuple[tuple[str, Choice], ...]


@dataclass(frozen=True, slots=True)
class Played:
    """Wagers of one stake under one set of selections; `house_mc` is what fixed progressive awards cost.

    `hands` are the claims of a percentage of a meter that were not rejected, by hand.
    """

    rulebook: str
    paytables: Mapping[str, str]
    options: Mapping[str, Choice]
    wager: str
    stake_mc: int
    wagers: int
    returned_mc: int
    paid_mc: int
    house_mc: int
    hands: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ActualHold:
    """A line of the report. Shares are of what was staked; None where there is no theory, and why in `note`.

    `paid_mc` is what the wager cost the house: what went back to players, and for a progressive what went to
    its meters instead of what came from them.
    """

    rulebook: str
    wager: str
    paytable: str | None
    options: Mapping[str, Choice]
    wagers: int
    staked_mc: int
    paid_mc: Fraction
    actual: Fraction
    theoretical: Fraction | None
    low: Fraction | None
    high: Fraction | None
    within: bool | None
    note: str


class _Sum:
    """What is added up for one line."""

    __slots__ = ("cost_mc", "squares", "staked_mc", "wagers")

    def __init__(self) -> None:
        self.wagers = self.staked_mc = self.squares = 0
        self.cost_mc = Fraction(0)


class _Line(NamedTuple):
    """What a line of the report is about; `options` are those that change the hold."""

    rulebook: str
    wager: str
    paytable: str | None
    options: Options

    def order(self) -> tuple[str, str, str, str]:
        """By which lines are sorted."""
        return self.rulebook, self.wager, self.paytable or "", repr(self.options)


def actual_hold(played: Iterable[Played]) -> list[ActualHold]:
    """The report, a line for each rulebook, wager, paytable and setting, in that order.

    A bonus without a stake of its own has no hold, and no line.
    """
    sums: dict[_Line, _Sum] = {}
    theories: dict[_Line, hold.Hold | None] = {}
    for each in played:
        theory = _theory(each)
        if theory is None:
            line = _Line(each.rulebook, each.wager, each.paytables.get(each.wager), ())
        else:
            options = tuple(sorted(theory.options.items()))
            line = _Line(each.rulebook, each.wager, theory.paytable, options)
        theories[line] = theory
        total = sums.setdefault(line, _Sum())
        total.wagers += each.wagers
        total.staked_mc += each.wagers * each.stake_mc
        total.squares += each.wagers * each.stake_mc**2
        total.cost_mc += _cost(each, theory)
    in_order = sorted(sums, key=_Line.order)
    return [_line(line, sums[line], theories[line]) for line in in_order if sums[line].staked_mc]


def _cost(each: Played, theory: hold.Hold | None) -> Fraction:
    """What the wagers cost the house.

    A progressive costs what its rates put on the meters, its fixed awards, and the reseed after each award of
    a whole meter; what the meters then pay has been counted when it went there.
    """
    if theory is None or not theory.spread.to_meters:
        return Fraction(each.returned_mc + each.paid_mc)
    spread = theory.spread
    reseeded = sum(spread.reseeds.get(hand, 0) * count for hand, count in each.hands.items())
    to_meters = spread.to_meters * each.wagers * each.stake_mc
    return to_meters + each.returned_mc + each.house_mc + reseeded * each.stake_mc


def _line(line: _Line, total: _Sum, theory: hold.Hold | None) -> ActualHold:
    name, wager, paytable, options = line
    actual = 1 - total.cost_mc / total.staked_mc
    known = (name, wager, paytable, dict(options), total.wagers, total.staked_mc, total.cost_mc, actual)
    if theory is None:
        return ActualHold(*known, None, None, None, None, _why_not(name, wager))
    spread = theory.spread
    together = rulebook.by_name(name).positions if spread.shared else 1
    variance = spread.variance * together * Fraction(total.squares, total.staked_mc**2)
    reach = Z_99 * _root(variance)
    off = actual - theory.hold
    notes = [spread.note] if spread.note else []
    if spread.shared:
        notes.append("seats share cards: the interval is the widest that this allows")
    if total.wagers * spread.rarest < ENOUGH:
        notes.append("the rarest award is expected fewer than 5 times: the interval is rough")
    return ActualHold(
        *known,
        theory.hold,
        theory.hold - reach,
        theory.hold + reach,
        off * off <= Z_99 * Z_99 * variance,
        "; ".join(notes),
    )


def _root(variance: Fraction) -> Fraction:
    """The square root, rounded up to eight digits: an interval may be wider than exact, never narrower."""
    return Fraction(isqrt(variance.numerator * _DIGITS**2 // variance.denominator) + 1, _DIGITS)


def _theory(each: Played) -> hold.Hold | None:
    """The hold of a wager under these selections; None where it depends on play, or is unknown."""
    try:
        chosen = {**rulebook.by_name(each.rulebook).settings, **each.options}
    except GamesError:
        return None
    for theory in _theories(each.rulebook).get(each.wager, ()):
        if theory.paytable not in {None, each.paytables.get(each.wager)}:
            continue
        if all(chosen.get(name) == value for name, value in theory.options.items()):
            return theory
    return None


@lru_cache(maxsize=32)
def _theories(name: str) -> dict[str, list[hold.Hold]]:
    """The holds under one rulebook, by wager."""
    theories: dict[str, list[hold.Hold]] = {}
    for theory in hold.holds(name):
        theories.setdefault(theory.wager, []).append(theory)
    return theories


def _why_not(name: str, wager: str) -> str:
    try:
        rulebook.by_name(name)
    except GamesError:
        return f"no rulebook {name!r} here: theory says nothing" if name else "no selections were recorded"
    if wager in _theories(name):
        return "no paytable of it was selected"
    return "depends on how it is played, or on a rate that the rulebook leaves open"
