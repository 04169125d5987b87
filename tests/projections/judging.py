"""The meters before a judge: links of any terms, each with a keeper of its own as on different partitions.

What a keeper sends to another link waits in `sent` until somebody carries it there, so a test decides when it
arrives, how often, and what happens meanwhile. Nothing here knows how a keeper decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from events.body import decode_body
from events.envelope import Event, decode
from events.topics import LINKS, METERS
from events.vocabulary.links import MeterTerms
from projections.keeping.keeper import Keeper
from projections.records import Output, Record
from tests.scenario import (
    GAMING_DAY,
    HIGH_CARD_FLUSH_AWARDS,
    SEVEN_CARDS,
    SIX_CARDS,
    UNIT_MC,
    Clock,
    LinkDesk,
)
from tests.scenario_table import TableDesk

DAY = GAMING_DAY
NEXT_DAY = "2026-03-15"
ALL, TENTH = SEVEN_CARDS, SIX_CARDS


def usd(amount: str) -> int:
    """Millicents of an amount as people write it: `usd("15,000.80")`."""
    whole, _, rest = amount.replace(",", "").partition(".")
    assert len(rest) <= 5
    return int(whole + rest.ljust(5, "0"))


def terms(
    meters: Mapping[str, tuple[int, ...]],
    awards: Iterable[tuple[str, str, int]] = HIGH_CARD_FLUSH_AWARDS,
    unit_mc: int = UNIT_MC,
    **more: Any,
) -> dict[str, Any]:
    """What `LinkDesk.opens` is given: a meter's seed, reseed, primary and reserve rate, perhaps a limit."""
    names = ("seed_mc", "reseed_mc", "primary_bp", "reserve_bp", "limit_mc")
    by_name = tuple(MeterTerms(meter=m, **dict(zip(names, f, strict=False))) for m, f in meters.items())
    return {"meters": by_name, "awards": tuple(awards), "unit_mc": unit_mc, **more}


class Court:
    """Keepers of links, what they recorded, what they sent to each other and where it has not arrived."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.keepers: dict[str, Keeper] = {}
        self.taken: dict[str, list[tuple[bytes, list[Output]]]] = {}
        self.records: dict[str, list[Event]] = {}
        self.sent: list[tuple[str, bytes]] = []
        self.quarantined: list[Output] = []

    def link(self, name: str, given: Mapping[str, Any] | None = None) -> LinkDesk:
        """A link's desk; with terms, it is opened."""
        desk = LinkDesk(name, self.clock)
        if given is not None:
            self.takes(name, desk.opens(**given))
        return desk

    def table(self, name: str) -> TableDesk:
        """A table's desk."""
        return TableDesk(name, self.clock)

    def takes(self, link: str, *values: bytes) -> list[tuple[str, Any]]:
        """What the keeper of the link records: type and body."""
        keeper = self.keepers.setdefault(link, Keeper())
        new = []
        for value in values:
            outputs = keeper.step(Record(LINKS, 0, keeper.next_offset, link, value))
            self.taken.setdefault(link, []).append((value, outputs))
            for output in outputs:
                if output.topic == METERS:
                    new.append(decode(output.value))
                elif output.topic == LINKS:
                    self.sent.append((output.key, output.value))
                else:
                    self.quarantined.append(output)
        self.records.setdefault(link, []).extend(new)
        return [(event.type, decode_body(event)) for event in new]

    def restarts(self, link: str, stored: bytes | None, taken_before: int) -> None:
        """A keeper takes over from a stored state, takes what came since, and answers to the byte alike."""
        keeper = Keeper.load(stored)
        for value, outputs in self.taken[link][taken_before:]:
            assert keeper.step(Record(LINKS, 0, keeper.next_offset, link, value)) == outputs
        assert keeper.dump() == self.keepers[link].dump()
        self.keepers[link] = keeper

    def only(self, link: str, value: bytes, type_: str) -> Any:
        """The body of the one record that answers, which is of this type."""
        answers = self.takes(link, value)
        assert [found for found, _ in answers] == [type_]
        return answers[0][1]

    def refusal(self, link: str, value: bytes) -> tuple[str, str]:
        """What was attempted and why it was refused; nothing else is recorded and no meter moves."""
        before = self.standing(link)
        body = self.only(link, value, "leg_refused")
        assert self.standing(link) == before
        return body.attempted, body.reason

    def carry(self) -> list[tuple[str, Any]]:
        """Everything sent arrives, in order, and so does what is sent in answer."""
        answers = []
        while self.sent:
            answers += self.takes(*self.sent.pop(0))
        return answers

    def standing(self, link: str) -> dict[str, tuple[int, int]]:
        """Primary and reserve of each meter in 1/10,000 of a millicent, as the last record has them."""
        records = self.records.get(link, [])
        balances = decode_body(records[-1]).balances if records else ()  # type: ignore[attr-defined]
        return {
            b.meter: (
                b.primary_mc * 10_000 + b.primary_residual,
                b.reserve_mc * 10_000 + b.reserve_residual,
            )
            for b in balances
        }

    def shown(self, link: str, meter: str = "progressive") -> tuple[int, int]:
        """Primary and reserve of a meter in whole millicents; the record must have no residual."""
        (primary, no_rest), (reserve, no_rest_either) = (
            divmod(u, 10_000) for u in self.standing(link)[meter]
        )
        assert (no_rest, no_rest_either) == (0, 0)
        return primary, reserve


class OneLink:
    """A court with one link and the tables that feed it, one unit a wager."""

    def __init__(self, given: Mapping[str, Any], link: str = "HCF") -> None:
        self.court = Court()
        self.given = given
        self.unit = given["unit_mc"]
        self.name = link
        self.link = self.court.link(link, given)
        self.tables: dict[str, TableDesk] = {}

    def table(self, name: str) -> TableDesk:
        """A table that has joined the link, always the same by its name."""
        if name not in self.tables:
            self.tables[name] = self.court.table(name)
            self.court.takes(self.name, self.tables[name].joins(self.name, self.given))
        return self.tables[name]

    def bets(self, table: str, seats: Iterable[int], wager: str = "progressive") -> list[tuple[str, Any]]:
        """One round's wagers; what the keeper records."""
        value = self.table(table).bets(self.name, [(seat, wager, self.unit) for seat in seats])
        return self.court.takes(self.name, value)

    def wagers(self, count: int, wager: str = "progressive") -> None:
        """Many wagers, five a round at table T9."""
        for _ in range(count // 5):
            self.bets("T9", [1, 2, 3, 4, 5], wager)

    def wins(self, table: str, seat: int, hand: str, **more: Any) -> tuple[bytes, Any]:
        """A claim and the award that is locked for it."""
        claim = self.table(table).claims(seat, hand, self.name, **more)
        return claim, self.court.only(self.name, claim, "award_locked")

    def validates(self, table: str, claim: bytes) -> Any:
        """A floorperson validates."""
        return self.court.only(self.name, self.table(table).validates(claim), "award_validated")

    def pays(self, table: str, claim: bytes, seat: int, amount_mc: int) -> Any:
        """An award, or a share of one, is paid."""
        return self.court.only(self.name, self.table(table).pays(claim, amount_mc, seat=seat), "award_paid")

    def cash(self, table: str, claim: bytes, seat: int, amount_mc: int, paid_from: Any = "cage") -> Any:
        """What of a payment settles a share, what stands beyond entitlement, and why."""
        value = self.table(table).pays(claim, amount_mc, paid_from, seat=seat)
        paid = self.court.only(self.name, value, "award_paid")
        assert paid.amount_mc == amount_mc
        return paid.settled_mc, paid.beyond_mc, paid.beyond_reason

    def rejects(self, table: str, claim: bytes) -> tuple[Any, list[Any]]:
        """The award is refused: what went back, and what was corrected because of it."""
        (type_, returned), *rest = self.court.takes(self.name, self.table(table).rejects(claim))
        assert type_ == "award_returned"
        assert {found for found, _ in rest} <= {"award_corrected"}
        return returned, [body for _, body in rest]

    def shown(self, meter: str = "progressive") -> tuple[int, int]:
        """Primary and reserve of a meter in millicents."""
        return self.court.shown(self.name, meter)
