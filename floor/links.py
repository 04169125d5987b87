"""Progressive links of the floor: which tables feed one meter, and how such a link is put into play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from events.money import cents
from floor.steps import Fact
from games import rulebook
from games.chapter import ONLY

SLOTS, ACCOUNTING = "S-1", "A-2"
SIGNATURES: Final = (
    {"badge": SLOTS, "department": "table games"},
    {"badge": ACCOUNTING, "department": "accounting"},
)
"""Two people of different departments sign for a link."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link: the one parameter set that all its tables have (x.12, § 605a.8).

    `table` is the progressive paytable that its meters belong to, `wagers` are what feeds it.
    """

    name: str
    rulebook: str
    paytable: str
    unit_cents: int
    table: str = "progressive"
    wagers: tuple[str, ...] = ("progressive",)


def opening(link: Link, at_us: int) -> Fact:
    """The link is put into play, on its own stream."""
    return Fact(at_us, "link_opened", _terms(link), SLOTS)


def _terms(link: Link) -> dict[str, Any]:
    book = rulebook.by_name(link.rulebook)
    progressive = book.progressive(link.paytable, link.table)
    return {
        "rulebook": book.name,
        "rulebook_sha256": book.sha256,
        "paytable": link.paytable if link.paytable != ONLY else link.table,
        "wager": link.wagers[0],
        "unit_wager_mc": cents(link.unit_cents),
        "meters": [
            {
                "meter": meter.name,
                "seed_mc": cents(meter.seed_cents(link.unit_cents)),
                "reseed_mc": cents(meter.reseed_cents(link.unit_cents)),
                "primary_bp": meter.primary_bp,
                "reserve_bp": meter.reserve_bp,
            }
            for meter in progressive.meters
        ],
        "awards": [
            {"hand": hand, "meter": award[1], "percent_bp": award[2]}
            for hand, award in progressive.awards.items()
            if award[0] == "percent"
        ],
        "signed_by": list(SIGNATURES),
        "reason": "the floor opens",
    }
