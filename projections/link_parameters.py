"""One parameter set for all tables of a link (678a.2(c), 647a.2(c)): where a table's is another.

The recorder compares before it takes a wager, the keeper before it feeds a meter: both by what is here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from events.money import text


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
    return Parameters(rulebook, paytable, unit_mc, tuple(offer.wager for offer in in_order))


def difference(table: Parameters, link: Parameters) -> Difference | None:
    """Where a table's parameters are not the link's; None where they are."""
    if table.rulebook and link.rulebook and table.rulebook != link.rulebook:
        return Difference("rulebook", table.rulebook, link.rulebook)
    if table.paytable and link.paytable and table.paytable != link.paytable:
        return Difference("paytable", table.paytable, link.paytable)
    if table.unit_wager_mc != link.unit_wager_mc:
        return Difference("unit wager", text(table.unit_wager_mc), text(link.unit_wager_mc))
    if link.wagers and not set(table.wagers) & set(link.wagers):
        return Difference("wager", table.wagers[0], link.wagers[0])
    return None
