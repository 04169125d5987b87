"""A link that is told fact by fact: the keeper decides on each, and its records are what is examined."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from events.body import decode_body
from events.envelope import Event, decode, encode, read_header
from events.vocabulary.links import LinkOpened
from projections.examining.finding import Finding
from projections.examining.links.link_examiner import examine_link
from projections.recording.link_rules import link_terms
from tests.projections.folding import KeeperAtHand
from tests.scenario import SEVEN_CARDS, SIGNED, SIX_CARDS, UNIT_MC, Clock, LinkDesk
from tests.scenario_table import TableDesk

LINK = "L"


class Kind:
    """A kind of link: its chapter, its paytable, its wagers, a hand that wins a tenth, one that wins all."""

    def __init__(self, rulebook: str, paytable: str, wagers: tuple[str, ...], tenth: str, all_: str) -> None:
        self.rulebook, self.paytable, self.wagers = rulebook, paytable, wagers
        self.tenth, self.all = tenth, all_


HIGH_CARD = Kind("678a@2019-11-02", "A", ("progressive",), SIX_CARDS, SEVEN_CARDS)
HOLDEM = Kind("647a@2019-08-31", "A", ("progressive",), "straight_flush", "royal_flush")
FIVE_CARD = Kind("647a@2019-08-31", "only", ("fchb_player", "fchb_dealer"), "straight_flush", "royal_flush")
KINDS = {"678a": HIGH_CARD, "647a": HOLDEM, "647a five card": FIVE_CARD}


class ToldLink:
    """A link of a kind that is in play, and a table that has joined it; `terms` are other fields of it."""

    def __init__(
        self, kind: str = "678a", *, name: str = LINK, tables: tuple[str, str] = ("T1", "T2"), **terms: Any
    ) -> None:
        self.kind, self.name = KINDS[kind], name
        clock = Clock()
        self.desk = LinkDesk(name, clock)
        self.table, self.other = (TableDesk(table, clock) for table in tables)
        self.keeper = KeeperAtHand(name)
        wager = self.kind.wagers[0]
        given = {"signed_by": SIGNED, "reason": "opening"}
        self.terms = link_terms(LinkOpened, self.kind.rulebook, self.kind.paytable, wager, UNIT_MC, **given)
        self.opens(**terms)
        self.joins(self.table, rulebook=terms.get("rulebook", self.kind.rulebook))

    def opens(self, **terms: Any) -> None:
        """The link is put into play."""
        self.takes(self.desk._shows(replace(self.terms, **terms)))

    def joins(self, table: TableDesk, *, facility: str | None = None, **other: Any) -> None:
        """A table is opened by the link's parameters, or by others."""
        given = {"rulebook": self.kind.rulebook, "paytable": self.kind.paytable, "wagers": self.kind.wagers}
        value = table.opens([self.name], **{**given, **other})
        if facility is not None:
            value = encode(read_header(value)._replace(facility=facility))
        self.takes(value)

    def takes(self, value: bytes) -> Any:
        """What the keeper decides on a leg; the first body, if there is any."""
        records = self.keeper.takes(value)
        return records[0][1] if records else None

    def bets(self, *seats: int, wager: str = "", table: TableDesk | None = None) -> None:
        """A round in which these seats wager."""
        own = wager or self.kind.wagers[0]
        self.takes((table or self.table).bets(self.name, [(seat, own, UNIT_MC) for seat in seats]))

    def claims(self, seat: int, *, whole: bool = False, table: TableDesk | None = None, **more: Any) -> bytes:
        """A hand that wins a tenth of the meter, or all of it."""
        hand = self.kind.all if whole else self.kind.tenth
        more = {"wager": self.kind.wagers[0], **more}
        claim = (table or self.table).claims(seat, hand, self.name, **more)
        self.locked = self.takes(claim)
        return claim

    def wins(self, seat: int = 1, **more: Any) -> bytes:
        """A round, a claim that is locked, and its validation."""
        self.bets(1, 2)
        claim = self.claims(seat, **more)
        self.takes(self.table.validates(claim))
        return claim

    def wins_by_the_dealer(self) -> bytes:
        """A round in which two seats wager on the dealer's hand, which wins; both are named."""
        self.bets(1, 2, wager="fchb_dealer")
        claim = self.claims(1, wager="fchb_dealer", sharing=(1, 2))
        self.takes(self.table.validates(claim))
        return claim

    @property
    def amount_mc(self) -> int:
        """What the last claim has locked."""
        amount_mc: int = self.locked.amount_mc
        return amount_mc

    def pays(self, claim: bytes, amount_mc: int | None = None, **more: Any) -> bytes:
        """A payment, of what is locked unless told otherwise."""
        value = self.table.pays(claim, self.amount_mc if amount_mc is None else amount_mc, **more)
        self.takes(value)
        return value

    def alters(self, type_: str, **fields: Any) -> None:
        """The last record of a type is otherwise, as a keeper with a defect would have it."""
        records = self.keeper.records
        place = max(at for at, event in enumerate(records) if event.type == type_)
        body = replace(decode_body(records[place]), **fields)
        records[place] = records[place]._replace(body=body.to_bytes())

    def last(self, type_: str) -> Any:
        """The facts of the last record of a type."""
        return [decode_body(event) for event in self.events if event.type == type_][-1]

    def seqs(self, *types: str) -> tuple[int, ...]:
        """The numbers of the records of these types."""
        return tuple(event.seq for event in self.events if event.type in types)

    @property
    def recorded(self) -> list[bytes]:
        """What was recorded at the link's desk and at its tables, as it happened."""
        values = [*self.desk.recorded, *self.table.recorded, *self.other.recorded]
        return sorted(values, key=lambda value: read_header(value).occurred_at_us)

    @property
    def events(self) -> list[Event]:
        """What the keeper has decided."""
        return [decode(encode(event)) for event in self.keeper.records]

    @property
    def findings(self) -> list[Finding]:
        """What the examiner finds in it."""
        return list(examine_link(self.events))


def erring_links(links: int, rounds: int, *, two_tables: bool = True) -> list[bytes]:
    """Links of which something is found in every round: what was recorded, one event of each in turn.

    With two tables each, the second of which plays by another unit; with one, on Kafka the order is the same.
    """
    told = []
    for number in range(1, links + 1):
        link = ToldLink(name=f"L{number}", tables=(f"A{number}", f"B{number}"))
        if two_tables:
            link.joins(link.other, unit_mc=2 * UNIT_MC)
        for round_ in range(rounds):
            claim = link.wins()
            link.pays(claim, link.amount_mc - 100_000 * (round_ % 2), slip=f"S{round_}")
            link.pays(claim, slip=f"S{round_}")
        link.wins()
        for table in (link.table, link.other)[: 1 + two_tables]:
            link.takes(table.ends_day([link.name]))
        told.append(link.recorded)
    return [values[place] for place in range(max(map(len, told))) for values in told if place < len(values)]
