"""What the recorder knows of a gaming table: the rules it plays by, what it offers, the round, its legs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from events.vocabulary.table import ProgressiveOffered

WageringSystem = Literal["progressive", "electronic_wagering"]


class HistoryNeeded(Exception):
    """The table once fed a link that its last round does not name: fold the whole stream, decide again."""


class TakenWager(msgspec.Struct, frozen=True):
    """A progressive wager that the system has taken in this round."""

    seat: int
    wager: str
    link: str
    amount_mc: int


class TableState(msgspec.Struct, frozen=True):
    """A table as its recorder knows it.

    `legs` is the last leg sent to each link; with `every_link_known` it holds every link that the table ever
    fed. `locked` are the systems that take no wager until the next round opens.
    """

    every_link_known: bool = True
    rulebook: str = ""
    rulebook_sha256: str = ""
    offers: tuple[ProgressiveOffered, ...] = ()
    legs: Mapping[str, int] = msgspec.field(default_factory=dict)
    round_open: bool = False
    locked: frozenset[WageringSystem] = frozenset()
    taken: tuple[TakenWager, ...] = ()

    @property
    def links(self) -> tuple[str, ...]:
        """The links that the table feeds, in the order of its offers."""
        return tuple(dict.fromkeys(offer.link for offer in self.offers))

    def offer_of(self, wager: str) -> ProgressiveOffered | None:
        """The offer of a progressive wager; None for every other wager."""
        for offer in self.offers:
            if offer.wager == wager:
                return offer
        return None

    def next_leg(self, link: str) -> int:
        """The number of the next leg to a link."""
        return self.last_leg(link) + 1

    def last_leg(self, link: str) -> int:
        """The number of the last leg that was sent to a link."""
        if link not in self.legs and not self.every_link_known:
            raise HistoryNeeded(link)
        return self.legs.get(link, 0)
