"""What the rulebooks prescribe for a link: the parameter set of its meters, and what is wrong with others.

Seeds, reseeds, rates and percentage awards are the chapter's (x.12); a limit and a guard are the house's own.
A rulebook that this release does not have is refused; one that gives a progressive no meters decides nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from events.money import MC_PER_CENT, cents, text
from events.vocabulary.links import (
    AwardTerms,
    LinkOpened,
    LinkTerms,
    LinkTermsChanged,
    LinkWager,
    MeterTerms,
    Signature,
)
from games import registry, rulebook
from games.chapter import ONLY, MeterParameters, Progressive, Rulebook
from games.errors import GamesError
from projections.link_parameters import terms_problem

_FIXED: Final = ("seed_mc", "reseed_mc", "primary_bp", "reserve_bp")
"""What a chapter fixes of a meter."""

Terms = TypeVar("Terms", LinkOpened, LinkTermsChanged)


class MetersGiven(Protocol):
    """Terms as far as they are about meters: what a desk asks for, or what the keeper has put into play."""

    @property
    def rulebook(self) -> str:
        """Chapter and version."""

    @property
    def paytable(self) -> str:
        """The letter of the progressive paytable."""

    @property
    def wager(self) -> str:
        """The wager that feeds the link."""

    @property
    def unit_wager_mc(self) -> int:
        """The one amount that the link takes."""

    @property
    def meters(self) -> Sequence[MeterTerms]:
        """The terms of every meter."""


class MetersProblem(NamedTuple):
    """Where meters are not their paytable's: the section that says how they must be, and what is not so."""

    section: str
    text: str


class NoSuchLink(GamesError):
    """A link that the rulebook does not provide for: why, and what it does provide for."""


def link_terms(
    kind: type[Terms],
    rulebook_name: str,
    paytable: str,
    wager: str,
    unit_mc: int,
    *,
    seed_mc: int | None = None,
    primary_bp: int | None = None,
    limits_mc: Mapping[str, int] | None = None,
    guard_mc: int = 0,
    signed_by: Sequence[Signature] = (),
    reason: str = "",
) -> Terms:
    """A link opened, or its terms changed, by the terms that its rulebook has.

    `paytable` is a letter, or `only` where the chapter has one alone. Where the text leaves them to the
    submission (678a of 2015) `primary_bp` must be given and `seed_mc` may be: it is the reseed too.
    """
    book = rulebook.by_name(rulebook_name)
    progressive = _progressive(book, wager, paytable)
    if progressive is None:
        raise NoSuchLink(f"{book.name} gives the wager {wager} no meters: give its terms in full")
    limits = limits_mc or {}
    meters = [_meter(book, parameters, unit_mc, seed_mc, primary_bp) for parameters in progressive.meters]
    unknown = sorted(limits.keys() - {meter.meter for meter in meters})
    if unknown:
        names = ", ".join(meter.meter for meter in meters)
        raise NoSuchLink(f"a limit is set for {unknown[0]}, but the meters of this paytable are {names}")
    terms = kind(
        rulebook=book.name,
        rulebook_sha256=book.sha256,
        paytable=paytable,
        wager=wager,
        unit_wager_mc=unit_mc,
        meters=tuple(replace(meter, limit_mc=limits.get(meter.meter, 0)) for meter in meters),
        awards=_awards(progressive),
        guard_mc=guard_mc,
        wagers=_wagers(book, wager),
        signed_by=tuple(signed_by),
        reason=reason,
    )
    problem = link_problem(terms)
    if problem:
        raise NoSuchLink(problem)
    return terms


def link_wagers(terms: LinkTerms) -> tuple[LinkWager, ...]:
    """Every wager that feeds a link of these terms; none where the rulebook gives its wager no meters."""
    return _wagers(rulebook.by_name(terms.rulebook), terms.wager)


def _wagers(book: Rulebook, wager: str) -> tuple[LinkWager, ...]:
    """The progressive wagers of a chapter that share the meters of one of them, each with its hand."""
    game, table = registry.by_name(book.game), _table(book, wager)
    return tuple(
        LinkWager(wager=each.name, hand="dealer" if each.name in game.dealer_hand_wagers else "player")
        for each in game.wagers
        if table is not None and each.progressive and _table(book, each.name) == table
    )


def link_problem(terms: LinkTerms, kept: Collection[str] = ()) -> str:
    """Why a link may not have these terms; empty where it may, or where no rulebook decides it.

    `kept` are the meters that it has already.
    """
    unit_mc = terms.unit_wager_mc
    if unit_mc == 0 or unit_mc % MC_PER_CENT:
        return f"a unit wager of {text(unit_mc)} is not possible: name a whole number of cents"
    if 0 < terms.guard_mc < unit_mc:
        return (
            f"a guard of {text(terms.guard_mc)} is below the unit wager of {text(unit_mc)}, so no wager "
            "would feed a meter: name the most that all wagers of a round at one table can be, or none"
        )
    return _rulebook_problem(terms) or terms_problem(terms, kept)


def _rulebook_problem(terms: LinkTerms) -> str:
    """Where terms are not those of their rulebook; empty where no rulebook decides it."""
    try:
        book = rulebook.by_name(terms.rulebook)
        progressive = _progressive(book, terms.wager, terms.paytable)
    except GamesError as error:
        return str(error)
    return "" if progressive is None else _difference(book, progressive, terms)


def _progressive(book: Rulebook, wager: str, paytable: str) -> Progressive | None:
    """Meters and awards of a wager's paytable; None where the rulebook gives its progressives no meters."""
    table = _table(book, wager)
    if table is None:
        return None
    if (table, paytable) not in book.meters:
        letters = ", ".join(letter for name, letter in book.meters if name == table)
        raise NoSuchLink(f"{book.name} has no meters for {wager} under paytable {paytable}: it has {letters}")
    return book.progressive(paytable, table)


def _table(book: Rulebook, wager: str) -> str | None:
    """The paytable that a progressive wager is paid by: the one it selects, else the chapter's fixed one."""
    wagers = {known.name: known for known in registry.by_name(book.game).wagers if known.progressive}
    if wager not in wagers:
        known = ", ".join(wagers) or "none"
        raise NoSuchLink(f"{book.name} has no progressive wager {wager}: it has {known}")
    selected = wagers[wager].paytable
    if selected is not None:
        return selected
    return next((table for table, letter in book.meters if letter == ONLY), None)


def _meter(
    book: Rulebook, parameters: MeterParameters, unit_mc: int, seed_mc: int | None, primary_bp: int | None
) -> MeterTerms:
    """One meter's terms at a unit wager; what the chapter fixes cannot be given, what it leaves open must."""
    if parameters.primary_bp is not None and (seed_mc is not None or primary_bp is not None):
        raise NoSuchLink(f"{book.name} fixes seed and rate ({parameters.section}): give neither")
    rate_bp = primary_bp if parameters.primary_bp is None else parameters.primary_bp
    if rate_bp is None:
        raise NoSuchLink(
            f"{book.name} leaves the rate to the submission: give the share of a wager that is added"
        )
    unit_cents = unit_mc // MC_PER_CENT
    return MeterTerms(
        meter=parameters.name,
        seed_mc=cents(parameters.seed_cents(unit_cents)) if seed_mc is None else seed_mc,
        reseed_mc=cents(parameters.reseed_cents(unit_cents)) if seed_mc is None else seed_mc,
        primary_bp=rate_bp,
        reserve_bp=parameters.reserve_bp,
    )


def _awards(progressive: Progressive) -> tuple[AwardTerms, ...]:
    return tuple(
        AwardTerms(hand=hand, meter=award[1], percent_bp=award[2])
        for hand, award in progressive.awards.items()
        if award[0] == "percent"
    )


def meters_problem(terms: MetersGiven) -> MetersProblem | None:
    """Where seeds, reseeds or rates are not the rulebook's; None where they are, or none decides it."""
    try:
        book = rulebook.by_name(terms.rulebook)
        progressive = _progressive(book, terms.wager, terms.paytable)
    except GamesError:
        return None
    return None if progressive is None else _meters_difference(book, progressive, terms)


def _meters_difference(book: Rulebook, progressive: Progressive, terms: MetersGiven) -> MetersProblem | None:
    given = {meter.meter: meter for meter in terms.meters}
    names = [parameters.name for parameters in progressive.meters]
    if sorted(given) != sorted(names) or len(terms.meters) != len(names):
        text_ = f"{book.name} has the meters {', '.join(names)} for this paytable: name these, each once"
        return MetersProblem(progressive.meters[0].section, text_)
    for parameters in progressive.meters:
        problem = _meter_difference(book, parameters, given[parameters.name], terms.unit_wager_mc)
        if problem:
            return MetersProblem(parameters.section, problem)
    return None


def _difference(book: Rulebook, progressive: Progressive, terms: LinkTerms) -> str:
    """Where terms differ from the rulebook's, in words."""
    problem = _meters_difference(book, progressive, terms)
    if problem is not None:
        return problem.text
    awards = sorted(_awards(progressive), key=_by_hand)
    if sorted(terms.awards, key=_by_hand) != awards:
        hands = ", ".join(f"{award.hand} {award.percent_bp // 100} % of {award.meter}" for award in awards)
        return f"{book.name} has other percentage awards ({progressive.paytable.section}): {hands}"
    return ""


def _by_hand(award: AwardTerms) -> str:
    return award.hand


def _meter_difference(book: Rulebook, parameters: MeterParameters, given: MeterTerms, unit_mc: int) -> str:
    least = parameters.seed_at_least_cents
    if parameters.primary_bp is None and least is not None:
        if min(given.seed_mc, given.reseed_mc) < cents(least):
            return (
                f"{parameters.section}: {parameters.name} starts and is reset at {text(cents(least))} or more"
            )
        if given.reserve_bp:
            return f"{parameters.section}: {parameters.name} has no reserve in {book.name}"
        return ""
    due = _meter(book, parameters, unit_mc, None, None)
    for name in _FIXED:
        if getattr(given, name) != getattr(due, name):
            return (
                f"{parameters.section}: {name} of {parameters.name} is {_in_words(name, due)} at a unit "
                f"wager of {text(unit_mc)}, not {_in_words(name, given)}"
            )
    return ""


def _in_words(name: str, terms: MeterTerms) -> str:
    """An amount in dollars, a rate in percent."""
    value: int = getattr(terms, name)
    return text(value) if name.endswith("_mc") else f"{value // 100}.{value % 100:02d} %"
