"""What the recorder knows of a gaming table: what it plays by, its last round, its legs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from events.vocabulary.play import ProgressiveOpen
from projections.link_parameters import Offer

WageringSystem = Literal["progressive", "electronic_wagering"]


class HistoryNeeded(Exception):
    """The table once fed a link that its last round does not name: fold the whole stream, decide again."""


class TakenWager(msgspec.Struct, frozen=True):
    """A progressive wager that the system has taken, and that nothing has sent to its link yet."""

    seat: int
    wager: str
    link: str
    amount_mc: int


class LinkOffer(msgspec.Struct, frozen=True):
    """A progressive wager that a table offers, and the link that it feeds."""

    wager: str
    link: str
    unit_wager_mc: int
    paytable: str


class Selections(msgspec.Struct, frozen=True):
    """What a table plays by from its next round on, and the number of the event that shows it.

    The number is 0 while the table is not open.
    """

    seq: int = 0
    rulebook: str = ""
    rulebook_sha256: str = ""
    offers: tuple[LinkOffer, ...] = ()

    @property
    def links(self) -> tuple[str, ...]:
        """The links that the table feeds, in the order of its offers."""
        return distinct(offer.link for offer in self.offers)

    @property
    def table_open(self) -> bool:
        """Whether the table is open: it was opened, and not closed since."""
        return self.seq > 0

    def offers_wager(self, wager: str) -> bool:
        """Whether it is a progressive wager of the table."""
        return any(offer.wager == wager for offer in self.offers)


class RoundPlayed(msgspec.Struct, frozen=True):
    """The last round that was opened, as its opening has it; whatever is selected since is for the next."""

    id: str | None = None
    rulebook: str = ""
    selections_seq: int = 0
    progressives: tuple[ProgressiveOpen, ...] = ()
    open: bool = False

    @property
    def links(self) -> tuple[str, ...]:
        """The links that the round feeds, in the order of its offers."""
        return distinct(offer.link for offer in self.progressives)

    @property
    def table_open(self) -> bool:
        """Whether the table was open when the round was opened."""
        return self.selections_seq > 0

    def is_named_by(self, round_id: str | None) -> bool:
        """Whether an event with that round is about this one; without an id on either side it is."""
        return round_id is None or self.id is None or round_id == self.id

    def offers_wager(self, wager: str) -> bool:
        """Whether it is a progressive wager of the round."""
        return self.offer_of(wager) is not None

    def offer_of(self, wager: str) -> ProgressiveOpen | None:
        """The offer of a progressive wager; None for every other wager."""
        for offer in self.progressives:
            if offer.wager == wager:
                return offer
        return None

    def offers_to(self, link: str) -> list[Offer]:
        """What the round offers for one link."""
        return [
            Offer(offer.wager, offer.unit_wager_mc, offer.paytable)
            for offer in self.progressives
            if offer.link == link
        ]

    def control_seq(self, link: str) -> int:
        """The last control of a link that was found when the round opened; 0 where none was."""
        for offer in self.progressives:
            if offer.link == link and offer.found is not None:
                return offer.found.control_seq
        return 0


class TableState(msgspec.Struct, frozen=True):
    """A table as its recorder knows it.

    `legs` is the last leg sent to each link; with `every_link_known` it holds every link that the table ever
    fed. `left` are links that it feeds no more and still owes an end-of-day marker, each with the gaming day
    of what it was sent last. `locked` are the systems that take no wager until the next round opens. `taken`
    are wagers of the last round; when it ends before its "no more bets" is recorded, what ends it sends them.
    """

    every_link_known: bool = True
    selected: Selections = Selections()
    round: RoundPlayed = RoundPlayed()
    legs: Mapping[str, int] = msgspec.field(default_factory=dict)
    locked: frozenset[WageringSystem] = frozenset()
    taken: tuple[TakenWager, ...] = ()
    left: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def links(self) -> tuple[str, ...]:
        """The links that the table feeds: in an open round those of the round too."""
        return distinct((*(self.round.links if self.round.open else ()), *self.selected.links))

    def of_its_own_links(self) -> TableState:
        """The same without the links that it feeds no more: what is asked of those, the history answers."""
        legs = {link: leg for link, leg in self.legs.items() if link in self.links or link in self.left}
        return msgspec.structs.replace(self, legs=legs, every_link_known=False)

    def has_fed(self, link: str) -> bool:
        """Whether the table feeds a link, or ever sent it a leg."""
        return link in self.links or self.last_leg(link) > 0

    def next_leg(self, link: str) -> int:
        """The number of the next leg to a link."""
        return self.last_leg(link) + 1

    def last_leg(self, link: str) -> int:
        """The number of the last leg that was sent to a link."""
        if link not in self.legs and not self.every_link_known:
            raise HistoryNeeded(link)
        return self.legs.get(link, 0)


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Names without repeats, in their order."""
    return tuple(dict.fromkeys(names))
