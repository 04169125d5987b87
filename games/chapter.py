"""A chapter as it was in force from a date, as typed data: what a rulebook file says once it has been read.

Nothing here knows TOML or which rulebooks exist (`rulebooks`, `rulebook`), nor how a game uses the data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeVar

from games.errors import GamesError
from games.rates import Rate

T = TypeVar("T")
Choice = bool | int | str
Award = tuple[Literal["percent"], str, int] | tuple[Literal["for"], int]
ONLY = "only"
"""The column of a paytable that the chapter fixes and nobody selects."""


@dataclass(frozen=True, slots=True)
class Paytable:
    """One column: hand to rate, best hand first. A hand that the column does not pay is absent."""

    table: str
    letter: str
    section: str
    rows: Mapping[str, Rate]


@dataclass(frozen=True, slots=True)
class PaytableSet:
    """The columns A, B, … of one paytable, or the single column `only` that the chapter fixes."""

    name: str
    section: str
    hands: tuple[str, ...]
    columns: Mapping[str, Paytable]

    @property
    def selected(self) -> bool:
        """Whether the certificate holder selects a column in its Rules Submission."""
        return ONLY not in self.columns


@dataclass(frozen=True, slots=True)
class MeterParameters:
    """Seed, reseed and incrementation rates of one progressive meter.

    "$30,000 for 1" scales with the wager (`seed_for_1`); the 2015 text of 678a has instead a flat minimum
    (`seed_at_least_cents`) and leaves the rate to the Rules Submission (`primary_bp` None).
    """

    name: str
    section: str
    seed_for_1: int | None
    reseed_for_1: int | None
    seed_at_least_cents: int | None
    primary_bp: int | None
    reserve_bp: int

    def seed_cents(self, wager_cents: int) -> int:
        """What the meter starts with when the unit wager is `wager_cents`."""
        if self.seed_for_1 is None:
            return self.seed_at_least_cents or 0
        return self.seed_for_1 * wager_cents

    def reseed_cents(self, wager_cents: int) -> int:
        """What the house puts on the meter after a 100 % award."""
        if self.reseed_for_1 is None:
            return self.seed_at_least_cents or 0
        return self.reseed_for_1 * wager_cents


@dataclass(frozen=True, slots=True)
class Progressive:
    """One column of a progressive paytable with the meters that it draws on."""

    paytable: Paytable
    meters: tuple[MeterParameters, ...]
    awards: Mapping[str, Award]


@dataclass(frozen=True, slots=True)
class PayoutLimit:
    """The aggregate payout limit: what it covers and how low it may be set."""

    section: str
    mandatory: bool
    per: Literal["hand", "player"]
    floor_cents: int
    covers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Boxes:
    """How many betting positions one player may play: `most`, or None where the Rules Submission says."""

    section: str
    most: int | None


@dataclass(frozen=True, slots=True)
class Switch:
    """An unclear place of the text, how it may be read, and how we read it by default."""

    name: str
    section: str
    question: str
    default: Choice
    values: tuple[Choice, ...]

    def note(self, value: Choice) -> str:
        """The line shown beside a verdict that depends on this switch."""
        shown = str(value).lower() if isinstance(value, bool) else value
        return f"{self.section}: {self.name} = {shown} ({self.question})"


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the chapter gives the certificate holder; `default` None means that it must be made."""

    name: str
    section: str
    values: tuple[Choice, ...]
    default: Choice | None


@dataclass(frozen=True, slots=True)
class IrregularityRule:
    """What an irregularity of x.13 (or a wrong stub count of x.8–x.10) does to wagers and cards.

    `returned` None means every wager; wagers in neither tuple are settled as if nothing had happened.
    `silent` wagers are returned although the text does not say so, and the verdict says that it does not.
    An exposed card of the dealer's matters until everybody has decided; `until_reveal`: until he shows his.
    """

    kind: str
    section: str
    returned: tuple[str, ...] | None
    silent: tuple[str, ...]
    cards: str
    until_reveal: bool = False


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something that a table must have (x.2), always or when one of `if_offered` is offered.

    `if_offered` holds wagers, or "payout_limit". `sign` and `approval` name what shows it: an inscription (or
    sign) on that subject, an approval of it; where neither is given, nobody but an inspector sees it. With
    `layout_only` no sign takes the place of the inscription.
    """

    section: str
    item: str
    if_offered: tuple[str, ...] = ()
    sign: str | None = None
    approval: str | None = None
    layout_only: bool = False


@dataclass(frozen=True, slots=True)
class CardRules:
    """Where the chapters differ in decks, shuffle, cut and stub (x.3–x.5, x.8–x.10).

    `device_exempts` are the subsections of x.5 that an approved reshuffling device is free of (x.5(g)). The
    section tables are by procedure: manual shoe, hand, automated shoe.
    """

    cover_cards: int
    dealer_under_cover_card: bool
    cut_at_least: int
    stub_count_every_rounds: int
    change_after_hours: Mapping[str, int]
    device_exempts: tuple[str, ...]
    preshuffled_needs_cut: bool
    idle_clears_shoe_and_rack: bool
    no_more_bets: Mapping[str, str]
    stub_due: Mapping[str, str]
    stub_right: Mapping[str, str]
    stub_wrong: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything of a chapter that is data. Equal bytes of the file have an equal `sha256`."""

    name: str
    chapter: str
    version: str
    game: str
    title: str
    source: str
    sha256: str
    effective_from: str | None
    effective_until: str | None
    positions: int
    boxes: Boxes
    paytables: Mapping[str, PaytableSet]
    meters: Mapping[tuple[str, str], tuple[MeterParameters, ...]]
    envy_section: str | None
    envy: Mapping[int, Mapping[str, int]]
    payout_limit: PayoutLimit | None
    switches: Mapping[str, Switch]
    options: Mapping[str, Option]
    irregularities: Mapping[str, IrregularityRule]
    equipment: tuple[Requirement, ...]
    cards: CardRules
    settings: Mapping[str, Choice] = field(init=False)
    meter_names: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        """Precompute what every round asks for: the defaults of switches and options, the meters' names."""
        defaults: dict[str, Choice] = {name: switch.default for name, switch in self.switches.items()}
        defaults.update({n: o.default for n, o in self.options.items() if o.default is not None})
        object.__setattr__(self, "settings", MappingProxyType(defaults))
        names = frozenset(meter.name for meters in self.meters.values() for meter in meters)
        object.__setattr__(self, "meter_names", names)

    def paytable(self, table: str, letter: str = ONLY) -> Paytable:
        """The column `letter` of `table`; a fixed table has the column `only`."""
        try:
            return self.paytables[table].columns[letter]
        except KeyError:
            known = {name: "/".join(table.columns) for name, table in self.paytables.items()}
            raise GamesError(f"{self.name} has no paytable {table} {letter}: it has {known}") from None

    def progressive(self, paytable: str = ONLY, table: str = "progressive") -> Progressive:
        """Meters and awards of a progressive paytable (x.12)."""
        column = self.paytable(table, paytable)
        awards: dict[str, Award] = {}
        for hand, rate in column.rows.items():
            if rate.kind == "percent":
                awards[hand] = ("percent", rate.meter or "", rate.basis_points)
            else:
                awards[hand] = ("for", rate.numerator)
        return Progressive(column, self.meters[table, paytable], awards)


def once_a_selection(work_out: Callable[..., T], *tables: str) -> Callable[[Rulebook, Mapping[str, str]], T]:
    """Of `work_out(rulebook, column, …)` a function of a rulebook and the columns selected of `tables`.

    It works out each selection once, by the rulebook's bytes; None is a table with no column selected.
    """
    known: dict[tuple[str | None, ...], T] = {}

    def of_selection(rulebook: Rulebook, selected: Mapping[str, str]) -> T:
        key = (rulebook.sha256, *map(selected.get, tables))
        found = known.get(key)
        if found is None:
            found = known[key] = work_out(rulebook, *key[1:])
        return found

    return of_selection
