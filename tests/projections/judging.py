"""The meters before a judge: links of any terms, each with a keeper of its own as on different partitions.

What a keeper sends to another link waits in `sent` until somebody carries it there, so a test decides when it
arrives, how often, and what happens meanwhile. Nothing here knows how a keeper decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from events.body import decode_body, unpack_body
from events.envelope import Event, decode, encode, event_hash, read_header
from events.money import dollars
from events.topics import LINKS, METERS
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.links import (
    AwardTerms,
    LinkAdjusted,
    LinkClosed,
    LinkDayClosed,
    LinkOpened,
    LinkRetired,
    LinkTransferred,
    MeterTerms,
    Signature,
)
from events.vocabulary.progressive import (
    AcceptedWager,
    BetsClosed,
    ProgressiveClaimed,
    ProgressivePaid,
    WagerLeg,
)
from events.vocabulary.table import PaytableSelected, PlainLeg, ProgressiveOffered, TableOpened
from projections.keeping import Keeper
from projections.outputs import Output, Source
from tests.scenario import Clock, Desk, LinkDesk, TableDesk

DAY = "2026-03-14"
NEXT_DAY = "2026-03-15"
SIGNED = (
    Signature(badge="pit-1", department="table games"),
    Signature(badge="finance-4", department="finance"),
)
HIGH_CARD_FLUSH = (
    ("seven_card_straight_flush", "progressive", 10_000),
    ("six_card_straight_flush", "progressive", 1_000),
)
ALL, TENTH = HIGH_CARD_FLUSH[0][0], HIGH_CARD_FLUSH[1][0]


def usd(amount: str) -> int:
    """Millicents of an amount as people write it: `usd("15,000.80")`."""
    whole, _, rest = amount.replace(",", "").partition(".")
    assert len(rest) <= 5
    return int(whole + rest.ljust(5, "0"))


def terms(
    meters: Mapping[str, tuple[int, ...]],
    awards: Iterable[tuple[str, str, int]] = HIGH_CARD_FLUSH,
    unit_mc: int = dollars(5),
    **more: Any,
) -> dict[str, Any]:
    """Terms of a link: per meter seed, reseed, primary and reserve rate, and a limit if there is one."""
    names = ("seed_mc", "reseed_mc", "primary_bp", "reserve_bp", "limit_mc")
    given = {
        "rulebook": "678a@2019-11-02",
        "rulebook_sha256": "0" * 64,
        "paytable": "A",
        "wager": "progressive",
        "unit_wager_mc": unit_mc,
        "meters": tuple(MeterTerms(meter=m, **dict(zip(names, f, strict=False))) for m, f in meters.items()),
        "awards": tuple(AwardTerms(hand=h, meter=m, percent_bp=bp) for h, m, bp in awards),
        "signed_by": SIGNED,
        "reason": "opening",
    }
    return given | more


class _Dated(Desk):
    """A recorder that works on the gaming day it is told."""

    day = DAY

    def records_raw(self, type_: str, schema: int, body: bytes, actor: str = "dealer-17") -> bytes:
        """As in any scenario, on this desk's day."""
        made = decode(super().records_raw(type_, schema, body, actor))
        self.recorded[-1] = encode(made._replace(gaming_day=self.day))
        self.prev = event_hash(self.recorded[-1])
        return self.recorded[-1]


class Link(_Dated, LinkDesk):
    """Control of a link, properly signed unless told otherwise."""

    def opened(self, given: Mapping[str, Any]) -> bytes:
        """The link is put into play with these terms."""
        return self.records(LinkOpened(**given))

    def closed(self) -> bytes:
        """The link is taken out of play."""
        return self.records(LinkClosed(signed_by=SIGNED, reason="closing"))

    def retired(self) -> bytes:
        """The link is given up."""
        return self.records(LinkRetired(signed_by=SIGNED, reason="no more"))

    def adjusted(
        self, amount_mc: int, meter: str = "progressive", account: Any = "primary", signed: Any = SIGNED
    ) -> bytes:
        """A meter is corrected by hand."""
        return self.records(
            LinkAdjusted(
                meter=meter,
                account=account,
                amount_mc=amount_mc,
                document="slip 7",
                signed_by=signed,
                reason="counted again",
            )
        )

    def sends(
        self,
        amount_mc: int,
        to_link: str,
        *,
        meter: str = "progressive",
        to_meter: str = "progressive",
        account: Any = "primary",
        signed: Any = SIGNED,
    ) -> bytes:
        """Money goes to another link."""
        return self.records(
            LinkTransferred(
                meter=meter,
                account=account,
                to_link=to_link,
                to_meter=to_meter,
                amount_mc=amount_mc,
                signed_by=signed,
                reason="links merge",
            )
        )

    def closes_day(self, day: str, missing: Iterable[str] = (), signed: Any = SIGNED) -> bytes:
        """Two people close a gaming day."""
        return self.records(
            LinkDayClosed(day=day, missing_tables=tuple(missing), signed_by=signed, reason="table is silent")
        )


class Table(_Dated, TableDesk):
    """A table whose wagers may be any, on any day."""

    def joins(
        self,
        link: str,
        unit_mc: int,
        rulebook: str = "678a@2019-11-02",
        paytable: str = "A",
        wager: str = "progressive",
    ) -> bytes:
        """The table opens: the link hears by which parameters it plays."""
        return self.records(
            TableOpened(
                game="high_card_flush",
                rulebook=rulebook,
                rulebook_sha256="0" * 64,
                submission="RS-1",
                paytables=(PaytableSelected(wager=wager, paytable=paytable),),
                options=(),
                wagers=("ante", wager),
                progressives=(ProgressiveOffered(wager=wager, link=link, unit_wager_mc=unit_mc),),
                payout_limit_mc=None,
                minimum_wager_mc=dollars(5),
                betting_positions=6,
                boxes_per_player=1,
                dealing="hand",
                shuffling="manual",
                approvals=(),
                signs=(),
                dealer="dealer-17",
                floorperson="floor-3",
                legs=(PlainLeg(link=link, leg=self.leg(link)),),
            )
        )

    def bets(self, link: str, wagers: Iterable[tuple[int, str, int]]) -> bytes:
        """A new round, and "no more bets": seat, wager and amount of what was accepted."""
        self.opens_round()
        accepted = tuple(AcceptedWager(seat=s, wager=w, amount_mc=mc) for s, w, mc in wagers)
        return self.records(BetsClosed(legs=(WagerLeg(link=link, leg=self.leg(link), wagers=accepted),)))

    def shows(
        self, link: str, seat: int, hand: str, wager: str = "progressive", sharing: Iterable[int] = ()
    ) -> bytes:
        """A hand that wins a percentage; a dealer's hand is shared."""
        return self.records(
            ProgressiveClaimed(
                seat=seat,
                wager=wager,
                hand=hand,
                cards=(),
                link=link,
                leg=self.leg(link),
                sharing_seats=tuple(sharing),
            )
        )

    def hands_out(self, claim: bytes, seat: int, amount_mc: int, paid_from: Any = "cage") -> bytes:
        """One seat is paid its share of an award."""
        event = read_header(claim)
        link = unpack_body(event)["link"]
        return self.records(
            ProgressivePaid(
                link=link,
                leg=self.leg(link),
                claim_seq=event.seq,
                seat=seat,
                amount_mc=amount_mc,
                paid_from=paid_from,
                paid_by="cage-9",
            )
        )

    def ends_day(self, *links: str) -> bytes:
        """The end-of-day marker."""
        self.round = None
        legs = tuple(PlainLeg(link=link, leg=self.leg(link)) for link in links)
        return self.records(TableDayEnded(day=self.day, rounds=self.rounds, legs=legs))


class Court:
    """Keepers of links, what they recorded, what they sent to each other and where it has not arrived."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.keepers: dict[str, Keeper] = {}
        self.heard: dict[str, list[tuple[bytes, list[Output]]]] = {}
        self.records: dict[str, list[Event]] = {}
        self.sent: list[tuple[str, bytes]] = []
        self.aside: list[Output] = []

    def link(self, name: str, given: Mapping[str, Any] | None = None) -> Link:
        """A link's desk; with terms, it is opened."""
        desk = Link(name, self.clock)
        if given is not None:
            self.hears(name, desk.opened(given))
        return desk

    def table(self, name: str) -> Table:
        """A table's desk."""
        return Table(name, self.clock)

    def hears(self, link: str, *values: bytes) -> list[tuple[str, Any]]:
        """What the keeper of the link records: type and body."""
        keeper = self.keepers.setdefault(link, Keeper())
        new = []
        for value in values:
            outputs = keeper.step(Source(0, keeper.next_offset, link, value))
            self.heard.setdefault(link, []).append((value, outputs))
            for output in outputs:
                if output.topic == METERS:
                    new.append(decode(output.value))
                elif output.topic == LINKS:
                    self.sent.append((output.key, output.value))
                else:
                    self.aside.append(output)
        self.records.setdefault(link, []).extend(new)
        return [(event.type, decode_body(event)) for event in new]

    def restarts(self, link: str, stored: bytes | None, heard_before: int) -> None:
        """A keeper takes over from a stored state, hears what came since, and answers to the byte alike."""
        keeper = Keeper.load(stored)
        for value, outputs in self.heard[link][heard_before:]:
            assert keeper.step(Source(0, keeper.next_offset, link, value)) == outputs
        assert keeper.dump() == self.keepers[link].dump()
        self.keepers[link] = keeper

    def only(self, link: str, value: bytes, type_: str) -> Any:
        """The body of the one record that answers, which is of this type."""
        answers = self.hears(link, value)
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
            answers += self.hears(*self.sent.pop(0))
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
        self.unit = given["unit_wager_mc"]
        self.name = link
        self.link = self.court.link(link, given)
        self.tables: dict[str, Table] = {}

    def table(self, name: str) -> Table:
        """A table, always the same by its name."""
        if name not in self.tables:
            self.tables[name] = self.court.table(name)
        return self.tables[name]

    def bets(self, table: str, seats: Iterable[int], wager: str = "progressive") -> list[tuple[str, Any]]:
        """One round's wagers; what the keeper records."""
        value = self.table(table).bets(self.name, [(seat, wager, self.unit) for seat in seats])
        return self.court.hears(self.name, value)

    def wagers(self, count: int, wager: str = "progressive") -> None:
        """Many wagers, five a round at table T9."""
        for _ in range(count // 5):
            self.bets("T9", [1, 2, 3, 4, 5], wager)

    def wins(self, table: str, seat: int, hand: str, **more: Any) -> tuple[bytes, Any]:
        """A claim and the award that is locked for it."""
        claim = self.table(table).shows(self.name, seat, hand, **more)
        return claim, self.court.only(self.name, claim, "award_locked")

    def validates(self, table: str, claim: bytes) -> Any:
        """A floorperson validates."""
        return self.court.only(self.name, self.table(table).validates(claim), "award_validated")

    def pays(self, table: str, claim: bytes, seat: int, amount_mc: int) -> Any:
        """An award, or a share of one, is paid."""
        return self.court.only(self.name, self.table(table).hands_out(claim, seat, amount_mc), "award_paid")

    def rejects(self, table: str, claim: bytes) -> tuple[Any, list[Any]]:
        """The award is refused: what went back, and what was corrected because of it."""
        (type_, returned), *rest = self.court.hears(self.name, self.table(table).rejects(claim))
        assert type_ == "award_returned"
        assert {found for found, _ in rest} <= {"award_corrected"}
        return returned, [body for _, body in rest]

    def shown(self, meter: str = "progressive") -> tuple[int, int]:
        """Primary and reserve of a meter in millicents."""
        return self.court.shown(self.name, meter)
