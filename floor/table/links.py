"""Progressive links of the floor: which tables feed one meter, and how such a link is put into play."""

from __future__ import annotations

from dataclasses import dataclass

from events.body import body_fields
from events.money import cents
from events.vocabulary.links import LinkOpened
from floor.steps import Fact
from floor.table.register import SIGNATURES, SIGNER
from projections.recording.link_rules import link_terms


@dataclass(frozen=True, slots=True)
class Link:
    """A link: the one parameter set that all its tables have (x.12, § 605a.8).

    `table` and `paytable` are the progressive paytable that its meters belong to (`only` where the chapter
    has one alone), `wagers` are what feeds it.
    """

    name: str
    rulebook: str
    paytable: str
    unit_cents: int
    table: str = "progressive"
    wagers: tuple[str, ...] = ("progressive",)


def opening(link: Link, at_us: int) -> Fact:
    """The link is put into play, on its own stream, by the terms that its rulebook has."""
    opened = link_terms(
        LinkOpened,
        link.rulebook,
        link.paytable,
        link.wagers[0],
        cents(link.unit_cents),
        signed_by=SIGNATURES,
        reason="the floor opens",
    )
    return Fact(at_us, opened.TYPE, body_fields(opened), SIGNER)
