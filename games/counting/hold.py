"""Theoretical hold: the exact share of each wager that the house keeps in the long run, as a fraction.

Only wagers that need no strategy have one: what they pay depends on the cards alone.  Which these are, and
how likely each hand is, a game says in its own folder, in a module `hold` with a function `counted`; the
paytables are the rulebook's.  Here the two are joined.  Nothing is enumerated: `games.counting` has the
formulas.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from itertools import product

from games.chapter import ONLY, Choice, MeterParameters, Paytable, Rulebook
from games.counting.published_hold import PUBLISHED, Published
from games.errors import GamesError
from games.rulebook import all_rulebooks

Chances = Mapping[str, Fraction]
"""Hand, as a paytable names it, to its chance. Hands that pay nothing may be absent."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A wager that needs no strategy: which table pays it, and the chance of each hand.

    `options` are the settings of the switches that these chances hold for.  `instead` says as what a hand is
    paid in a column without a row for it.  `beside` are fixed tables that pay the wager in other cases, by
    name.  `shared`: cards that are not the player's own (the board, the dealer's) decide too, so that the
    wagers of one round win together.  `note` says what the count leaves out.
    """

    wager: str
    table: str
    chances: Chances
    options: Mapping[str, Choice] = field(default_factory=dict)
    instead: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, Chances] = field(default_factory=dict)
    shared: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Spread:
    """What it takes to hold finitely many wagers against the long run.

    `variance` is that of what one unit costs the house beside `to_meters`, the share that the incrementation
    rates take of every wager; `rarest` is the smallest chance that costs it anything.  `reseeds` are the
    hands that win the whole of a meter and what the house then puts back, for 1.  `shared` and `note` are
    those of `Counted`.
    """

    variance: Fraction
    rarest: Fraction
    to_meters: Fraction
    reseeds: Mapping[str, int]
    shared: bool
    note: str


@dataclass(frozen=True, slots=True)
class Hold:
    """The hold of one wager under one column of its paytable; `paytable` is None where there is but one."""

    rulebook: str
    wager: str
    paytable: str | None
    options: Mapping[str, Choice]
    hold: Fraction
    published: Published | None
    spread: Spread

    @property
    def percent(self) -> str:
        """The hold in percent with four decimals."""
        return percent(self.hold)


def holds(chapter: str | None = None) -> list[Hold]:
    """Every hold there is, or those of one chapter (`678a`) or rulebook (`678a@2019-11-02`)."""
    books = [book for book in all_rulebooks() if chapter in {None, book.chapter, book.name}]
    if not books:
        known = ", ".join(sorted({book.chapter for book in all_rulebooks()}))
        raise GamesError(f"no chapter {chapter!r}: there are {known}, or give a rulebook's whole name")
    return [row for book in books for row in holds_of(book)]


def holds_of(rulebook: Rulebook) -> Iterator[Hold]:
    """The holds under one rulebook: each counted wager, paytable and setting of a switch that changes it."""
    module = f"games.{rulebook.game}.hold"
    if find_spec(f"games.{rulebook.game}") is None or find_spec(module) is None:
        return  # a game without a wager that can be counted
    for counted in import_module(module).counted(rulebook):
        for letter, column in rulebook.paytables[counted.table].columns.items():
            meters = rulebook.meters.get((counted.table, letter), ())
            if any(meter.primary_bp is None for meter in meters):
                continue  # the rate is left to the Rules Submission: 678a as proposed in 2015
            yield _hold(rulebook, counted, column, meters)


def _hold(
    rulebook: Rulebook, counted: Counted, column: Paytable, meters: tuple[MeterParameters, ...]
) -> Hold:
    reseeds = _reseeds(column, meters)
    costs = [
        *_paid(rulebook, counted, column),
        *((counted.chances[hand], Fraction(reseed)) for hand, reseed in reseeds.items()),
    ]
    mean = sum((chance * cost for chance, cost in costs), Fraction(0))
    square = sum((chance * cost * cost for chance, cost in costs), Fraction(0))
    to_meters = sum(
        (Fraction((meter.primary_bp or 0) + meter.reserve_bp, 10_000) for meter in meters), Fraction(0)
    )
    return Hold(
        rulebook.name,
        counted.wager,
        None if column.letter == ONLY else column.letter,
        counted.options,
        1 - mean - to_meters,
        PUBLISHED.get((rulebook.name, counted.wager)),
        Spread(
            square - mean * mean,
            min((chance for chance, cost in costs if chance and cost), default=Fraction(0)),
            to_meters,
            reseeds,
            counted.shared,
            counted.note,
        ),
    )


def settings(rulebook: Rulebook, *switches: str) -> Iterator[dict[str, Choice]]:
    """Every combination of the values of these switches of the rulebook."""
    for values in product(*(rulebook.switches[switch].values for switch in switches)):
        yield dict(zip(switches, values, strict=True))


def percent(share: Fraction) -> str:
    """A share in percent with four decimals, rounded half to even from the exact value."""
    whole = round(share * 1_000_000)
    sign = "-" if whole < 0 else ""
    return f"{sign}{abs(whole) // 10_000}.{abs(whole) % 10_000:04}"


Costs = Iterator[tuple[Fraction, Fraction]]
"""What one unit may cost the house: the chance, and how many units."""


def _paid(rulebook: Rulebook, counted: Counted, column: Paytable) -> Costs:
    """What comes back to the player of one unit, stake included; a share of a meter apart."""
    yield from _paid_by(column, counted.chances, counted.instead)
    for table, chances in counted.beside.items():
        yield from _paid_by(rulebook.paytable(table), chances, {})


def _paid_by(column: Paytable, chances: Chances, instead: Mapping[str, str]) -> Costs:
    if uncounted := column.rows.keys() - chances.keys():
        raise GamesError(
            f"paytable {column.table} {column.letter} pays {sorted(uncounted)}, which is not counted"
        )
    for hand, chance in chances.items():
        rate = column.rows.get(hand) or column.rows.get(instead.get(hand, ""))
        if rate is None or rate.kind == "percent":
            continue
        odds = Fraction(rate.numerator, rate.denominator)
        yield chance, odds if rate.kind == "for" else odds + 1


def _reseeds(column: Paytable, meters: tuple[MeterParameters, ...]) -> dict[str, int]:
    """The hands that win all of a meter, and what the house puts on it afterwards, for 1.

    Every cent that a rate adds, reserve included, is paid to a player sooner or later, and so is every
    reseed: both are what a wager costs the house in the long run.
    """
    return {
        hand: meter.reseed_for_1 or 0
        for meter in meters
        for hand, rate in column.rows.items()
        if rate.kind == "percent" and rate.meter == meter.name and rate.basis_points == 10_000
    }
