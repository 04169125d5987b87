"""What a meter is fed and seeded by, and what wins of it, as the rulebook of its link has it."""

from __future__ import annotations

from typing import NamedTuple

from console.web.frame.words import display
from events.money import MC_PER_CENT
from games.chapter import MeterParameters, PaytableSet
from games.errors import UnknownRulebook
from games.rulebook import by_name
from streams.read_model.queries.links import KnownLink


class MeterTerms(NamedTuple):
    """The section that pays awards, what feeds the meter in words, and the section of that."""

    rulebook: str
    awards_section: str
    words: str
    section: str


def terms_of(link: KnownLink, meter: str) -> MeterTerms | None:
    """The terms of a meter; None where no rulebook here has them."""
    try:
        book = by_name(link.rulebook)
    except UnknownRulebook:
        return None
    for (table, letter), parameters in book.meters.items():
        for each in parameters:
            if (letter, each.name) == (link.paytable, meter):
                section = _section(book.paytables[table], letter)
                return MeterTerms(book.name, section, _words(each, link.unit_wager_mc), each.section)
    return None


def _section(paytables: PaytableSet, letter: str) -> str:
    return paytables.columns[letter].section or paytables.section


def _words(of: MeterParameters, unit_mc: int) -> str:
    """Seed and rates at the unit wager of the link."""
    seed = display(of.seed_cents(unit_mc // MC_PER_CENT) * MC_PER_CENT)
    if of.primary_bp is None:
        return f"seed at least {seed}, rate as submitted"
    rates = f"{_percent(of.primary_bp)} of each {display(unit_mc)}"
    reserve = f", {_percent(of.reserve_bp)} to its reserve" if of.reserve_bp else ""
    return f"seed {seed}, {rates}{reserve}"


def _percent(basis_points: int) -> str:
    whole, part = divmod(basis_points, 100)
    return f"{whole}.{part:02} %" if part else f"{whole} %"
