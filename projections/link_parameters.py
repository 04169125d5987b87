"""The parameter set of a link, one for all its tables (678a.2(c), 647a.2(c)), and where a table's is another.

The recorder judges before it records terms and takes a wager, the keeper before it opens and feeds a meter:
both by what is here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, Literal, NamedTuple

from events.money import text
from events.vocabulary.links import LinkTerms

OVERFLOW: Final = ".overflow"
"""After a meter's name: the meter that takes what exceeds its limit."""
_NAME_AT_MOST: Final = 64


def terms_problem(terms: LinkTerms, kept: Collection[str]) -> str:
    """Why a link cannot have such terms; empty if it can. `kept` are its meters: none before it is opened."""
    names = [meter.meter for meter in terms.meters]
    unknown = sorted({award.meter for award in terms.awards} - set(names))
    if not names:
        return "a link without a meter could hold no money: name at least one"
    if len(set(names)) < len(names):
        return "a meter is named twice: give each its own name"
    if unknown:
        return f"an award is paid by {unknown[0]}, which is not a meter of this link: name one that is"
    if kept and set(names) != set(kept):
        return f"the link has the meters {', '.join(sorted(kept))}: open it with these"
    return _limits_problem(terms)


def _limits_problem(terms: LinkTerms) -> str:
    for meter in terms.meters:
        name, limit_mc = meter.meter, meter.limit_mc
        if name.endswith(OVERFLOW):
            return f"{name} would be the overflow of another meter: give it another name"
        if limit_mc and len(name + OVERFLOW) > _NAME_AT_MOST:
            return f"{name} is too long a name for a meter with a limit: its overflow needs a name too"
        if limit_mc and limit_mc < max(meter.seed_mc, meter.reseed_mc):
            return f"the limit of {name} is below what it starts from: raise it, or set none"
    return ""


class Offer(NamedTuple):
    """A wager that a table offers for a link; no paytable where the table selected none for it."""

    wager: str
    unit_wager_mc: int
    paytable: str


class Parameters(NamedTuple):
    """What a table plays a link's wagers by, or what the link itself plays by; empty is not compared."""

    rulebook: str
    paytable: str
    unit_wager_mc: int
    wagers: tuple[str, ...]


class Difference(NamedTuple):
    """The first parameter in which a table is not as its link."""

    what: Literal["rulebook", "paytable", "unit wager", "wager"]
    table: str
    link: str

    def __str__(self) -> str:
        """In words, with what to do about it."""
        return (
            f"the table's {self.what} is {self.table}, the link's is {self.link}, so its wagers feed no "
            "meter: open the table with the link's own parameters"
        )


def table_parameters(rulebook: str, offers: Iterable[Offer], link_unit_mc: int) -> Parameters:
    """The parameters of a table that offers these wagers, at least one, for one link.

    Of several units the one that is not the link's counts.
    """
    in_order = sorted(offers)
    paytable = next((offer.paytable for offer in in_order if offer.paytable), "")
    units = sorted({offer.unit_wager_mc for offer in in_order})
    unit_mc = next((unit for unit in units if unit != link_unit_mc), units[0])
    return Parameters(rulebook, paytable, unit_mc, tuple(sorted({offer.wager for offer in in_order})))


def difference(table: Parameters, link: Parameters) -> Difference | None:
    """Where a table's parameters are not the link's; None where they are."""
    if table.rulebook and link.rulebook and table.rulebook != link.rulebook:
        return Difference("rulebook", table.rulebook, link.rulebook)
    if table.paytable and link.paytable and table.paytable != link.paytable:
        return Difference("paytable", table.paytable, link.paytable)
    if table.unit_wager_mc != link.unit_wager_mc:
        return Difference("unit wager", text(table.unit_wager_mc), text(link.unit_wager_mc))
    if link.wagers and not set(table.wagers) & set(link.wagers):
        return Difference("wager", ", ".join(table.wagers), ", ".join(link.wagers))
    return None
