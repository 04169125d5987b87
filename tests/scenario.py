"""Scenarios that read like the table: short calls in, correctly chained events out.

    link = LinkDesk("HCF")
    table = TableDesk("HCF-01")
    link.opens()
    table.opens_round()
    table.closes_bets({"HCF": [1, 4]})
    claim = table.claims(4, "six_card_straight_flush")
    table.validates(claim)
    table.pays(claim, dollars(15_000))
    table.closes_round()

Every call returns the encoded event and keeps it in `recorded`. Whoever needs a gap leaves bytes out; whoever
needs a stale recorder takes a `twin`.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from events.body import Body, unpack_body
from events.envelope import NO_PREV, Event, encode, event_hash, read_header, stream_name
from events.money import dollars
from events.vocabulary.desk import NoteRecorded, StreamResumed, TableDayEnded
from events.vocabulary.links import (
    Account,
    AwardTerms,
    LinkAdjusted,
    LinkClosed,
    LinkDayClosed,
    LinkOpened,
    LinkRetired,
    LinkTermsChanged,
    LinkTransferred,
    MeterTerms,
    Signature,
)
from events.vocabulary.play import RoundClosed, RoundOpened, WagerPlaced
from events.vocabulary.progressive import (
    AcceptedWager,
    BetsClosed,
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveRejected,
    ProgressiveValidated,
    RoundVoided,
    VoidedLeg,
    WagerLeg,
)
from events.vocabulary.table import PaytableSelected, PlainLeg, ProgressiveOffered, TableOpened
from events.vocabulary.terms import PaidFrom

FACILITY = "PHL"
GAMING_DAY = "2026-03-14"
START_US = 1_773_500_400_000_000
"""2026-03-14 15:00 UTC: the first event of a clock happens a second later."""
SECOND_US = 1_000_000

RULEBOOK = "678a@2019-11-02"
SIGNED = (
    Signature(badge="pit-1", department="table games"),
    Signature(badge="finance-4", department="finance"),
)
"""Two people of two departments, as every control of a link needs them."""
UNIT_MC = dollars(5)
SIX_CARDS = "six_card_straight_flush"
SEVEN_CARDS = "seven_card_straight_flush"
HIGH_CARD_FLUSH_AWARDS = ((SEVEN_CARDS, "progressive", 10_000), (SIX_CARDS, "progressive", 1_000))
"""Hand, meter, share in basis points: 58 Pa. Code § 678a.12(d)(1)."""


def high_card_flush_meter(unit_mc: int = UNIT_MC) -> MeterTerms:
    """The meter of 58 Pa. Code § 678a.12(d)(3): 30,000 for 1, reseed 0, 23 % and 5 %."""
    return MeterTerms(
        meter="progressive", seed_mc=30_000 * unit_mc, reseed_mc=0, primary_bp=2_300, reserve_bp=500
    )


class Clock:
    """The time of a scenario: a second passes with every event of everyone who shares it."""

    def __init__(self, start_us: int = START_US) -> None:
        self.now_us = start_us

    def tick(self) -> int:
        """The time of the next event."""
        self.now_us += SECOND_US
        return self.now_us


class Desk:
    """One recorder of one stream: it numbers and chains what it records."""

    def __init__(self, kind: str, owner: str, clock: Clock | None = None, mode: str = "live") -> None:
        self.stream = stream_name(kind, owner)
        self.owner = owner
        self.clock = clock or Clock()
        self.mode = mode
        self.day = GAMING_DAY
        self.round: str | None = None
        self.seq = 0
        self.prev = NO_PREV
        self.recorded: list[bytes] = []

    def records(self, body: Body, actor: str = "dealer-17") -> bytes:
        """The next event of the stream, in the current round and mode."""
        return self.records_raw(body.TYPE, body.SCHEMA, body.to_bytes(), actor)

    def records_raw(self, type_: str, schema: int, body: bytes, actor: str = "dealer-17") -> bytes:
        """As `records`, with a body of any bytes: what a broken writer might append."""
        at_us = self.clock.tick()
        self.seq += 1
        value = encode(
            Event(
                facility=FACILITY,
                stream=self.stream,
                seq=self.seq,
                prev=self.prev,
                type=type_,
                schema=schema,
                occurred_at_us=at_us,
                recorded_at_us=at_us,
                gaming_day=self.day,
                round=self.round,
                actor=actor,
                source_id=f"{self.stream}-{at_us}",
                mode=self.mode,
                body=body,
            )
        )
        self.prev = event_hash(value)
        self.recorded.append(value)
        return value

    def notes(self, text: str = "all quiet") -> bytes:
        """A note: an event that carries no money."""
        return self.records(NoteRecorded(subject=self.stream, text=text))

    def resumes(
        self, first: bytes, signed: Sequence[str] = ("pit-1", "surveillance-2"), reason: str = "reader failed"
    ) -> bytes:
        """Two badges let a halted stream go on from `first`, the event after the gap that counts again."""
        body = StreamResumed(
            stream=self.stream,
            from_seq=read_header(first).seq,
            from_hash=event_hash(first).hex(),
            authorised_by=tuple(signed),
            reason=reason,
        )
        return self.records(body, actor="pit-1")

    def twin(self) -> Desk:
        """A second recorder that knows what this one knows now: it will write a fork."""
        other = copy.copy(self)
        other.recorded = []
        return other


class LinkDesk(Desk):
    """The desk that controls a link."""

    def __init__(self, link: str, clock: Clock | None = None, mode: str = "live") -> None:
        super().__init__("link", link, clock, mode)

    def opens(
        self,
        meters: Iterable[MeterTerms] | None = None,
        awards: Iterable[tuple[str, str, int]] = HIGH_CARD_FLUSH_AWARDS,
        unit_mc: int = UNIT_MC,
        *,
        signed: Sequence[Signature] = SIGNED,
        **terms: Any,
    ) -> bytes:
        """The link is put into play, by default with the one meter of High Card Flush at $5."""
        fields = self._terms(meters, awards, unit_mc) | terms
        return self._controls(LinkOpened(**fields, signed_by=tuple(signed), reason="opening"))

    def changes_terms(
        self,
        meters: Iterable[MeterTerms] | None = None,
        awards: Iterable[tuple[str, str, int]] = HIGH_CARD_FLUSH_AWARDS,
        unit_mc: int = UNIT_MC,
        *,
        signed: Sequence[Signature] = SIGNED,
        **terms: Any,
    ) -> bytes:
        """A link that is out of play gets other terms."""
        fields = self._terms(meters, awards, unit_mc) | terms
        return self._controls(LinkTermsChanged(**fields, signed_by=tuple(signed), reason="new submission"))

    @staticmethod
    def _terms(
        meters: Iterable[MeterTerms] | None, awards: Iterable[tuple[str, str, int]], unit_mc: int
    ) -> dict[str, Any]:
        return {
            "rulebook": RULEBOOK,
            "rulebook_sha256": "0" * 64,
            "paytable": "A",
            "wager": "progressive",
            "unit_wager_mc": unit_mc,
            "meters": tuple(meters) if meters is not None else (high_card_flush_meter(unit_mc),),
            "awards": tuple(AwardTerms(hand=h, meter=m, percent_bp=bp) for h, m, bp in awards),
        }

    def closes(self, signed: Sequence[Signature] = SIGNED) -> bytes:
        """The link is taken out of play."""
        return self._controls(LinkClosed(signed_by=tuple(signed), reason="closing"))

    def retires(self, signed: Sequence[Signature] = SIGNED) -> bytes:
        """The link is given up."""
        return self._controls(LinkRetired(signed_by=tuple(signed), reason="given up"))

    def adjusts(
        self,
        amount_mc: int,
        meter: str = "progressive",
        account: Account = "primary",
        *,
        signed: Sequence[Signature] = SIGNED,
        reason: str = "misread",
    ) -> bytes:
        """What stands on a meter is corrected."""
        return self._controls(
            LinkAdjusted(
                meter=meter,
                account=account,
                amount_mc=amount_mc,
                document="slip 17",
                signed_by=tuple(signed),
                reason=reason,
            )
        )

    def transfers(
        self,
        amount_mc: int,
        to_link: str,
        to_meter: str = "progressive",
        meter: str = "progressive",
        account: Account = "primary",
        *,
        signed: Sequence[Signature] = SIGNED,
    ) -> bytes:
        """Money is sent to another link."""
        return self._controls(
            LinkTransferred(
                meter=meter,
                account=account,
                to_link=to_link,
                to_meter=to_meter,
                amount_mc=amount_mc,
                signed_by=tuple(signed),
                reason="moved",
            )
        )

    def closes_day(
        self, day: str = GAMING_DAY, missing: Sequence[str] = (), signed: Sequence[Signature] = SIGNED
    ) -> bytes:
        """A gaming day is closed by hand."""
        return self._controls(
            LinkDayClosed(
                day=day, missing_tables=tuple(missing), signed_by=tuple(signed), reason="table silent"
            )
        )

    def _controls(self, body: Body) -> bytes:
        return self.records(body, actor="pit-1")


class TableDesk(Desk):
    """A gaming table's recorder; it numbers its legs densely per link."""

    def __init__(self, table: str, clock: Clock | None = None, mode: str = "live") -> None:
        super().__init__("table", table, clock, mode)
        self.legs: dict[str, int] = {}
        self.rounds = 0

    def twin(self) -> TableDesk:
        """As `Desk.twin`, with leg numbers of its own."""
        other = copy.copy(self)
        other.recorded = []
        other.legs = dict(self.legs)
        return other

    def leg(self, link: str) -> int:
        """The number of the next leg to a link."""
        self.legs[link] = self.legs.get(link, 0) + 1
        return self.legs[link]

    def opens(
        self,
        links: Sequence[str] = ("HCF",),
        *,
        rulebook: str = RULEBOOK,
        paytable: str = "A",
        unit_mc: int = UNIT_MC,
        wagers: Sequence[str] = ("progressive",),
    ) -> bytes:
        """The table is opened: its links hear by which parameters it plays."""
        offers = tuple(
            ProgressiveOffered(wager=wager, link=link, unit_wager_mc=unit_mc)
            for link in links
            for wager in wagers
        )
        return self.records(
            TableOpened(
                game="high_card_flush",
                rulebook=rulebook,
                rulebook_sha256="0" * 64,
                submission="RS-1",
                paytables=tuple(PaytableSelected(wager=wager, paytable=paytable) for wager in wagers),
                options=(),
                wagers=("ante", *wagers),
                progressives=offers,
                payout_limit_mc=None,
                minimum_wager_mc=UNIT_MC,
                betting_positions=6,
                boxes_per_player=1,
                dealing="hand",
                shuffling="manual",
                approvals=(),
                signs=(),
                dealer="dealer-17",
                floorperson="floor-3",
                legs=tuple(PlainLeg(link=link, leg=self.leg(link)) for link in links),
            )
        )

    def ends_day(self, links: Sequence[str] = ("HCF",), day: str = "") -> bytes:
        """The table's end-of-day marker, for its current day unless told otherwise."""
        legs = tuple(PlainLeg(link=link, leg=self.leg(link)) for link in links)
        return self.records(TableDayEnded(day=day or self.day, rounds=self.rounds, legs=legs))

    def opens_round(self) -> bytes:
        """The next round of the table begins."""
        self.rounds += 1
        self.round = f"{self.owner}-R{self.rounds}"
        return self.records(
            RoundOpened(rulebook=RULEBOOK, rulebook_sha256="0" * 64, progressives=(), dealer="dealer-17")
        )

    def takes_wager(self, seat: int, wager: str = "ante", amount_mc: int = UNIT_MC) -> bytes:
        """A wager that feeds no link."""
        return self.records(WagerPlaced(seat=seat, wager=wager, amount_mc=amount_mc, instrument="value_chip"))

    def closes_bets(
        self, wagers: Mapping[str, Mapping[int, int] | Iterable[int]], wager: str = "progressive"
    ) -> bytes:
        """The dealer says "no more bets": per link the seats that wager one unit, or the amounts by seat."""
        legs = []
        for link, seats in wagers.items():
            amounts = dict(seats) if isinstance(seats, Mapping) else dict.fromkeys(seats, UNIT_MC)
            accepted = tuple(
                AcceptedWager(seat=seat, wager=wager, amount_mc=amount_mc)
                for seat, amount_mc in amounts.items()
            )
            legs.append(WagerLeg(link=link, leg=self.leg(link), wagers=accepted))
        return self.records(BetsClosed(legs=tuple(legs)))

    def claims(
        self,
        seat: int,
        hand: str = SIX_CARDS,
        link: str = "HCF",
        *,
        wager: str = "progressive",
        sharing: Sequence[int] = (),
    ) -> bytes:
        """A hand that wins a percentage is shown at its turn; a dealer's hand is shared."""
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

    def validates(self, claim: bytes, by: str = "floor-3") -> bytes:
        """A floorperson validates the award of a claim."""
        link, seat, seq = self._claim(claim)
        return self.records(
            ProgressiveValidated(link=link, leg=self.leg(link), claim_seq=seq, seat=seat, validated_by=by),
            actor=by,
        )

    def rejects(self, claim: bytes, by: str = "floor-3") -> bytes:
        """A floorperson rejects the award of a claim."""
        link, seat, seq = self._claim(claim)
        return self.records(
            ProgressiveRejected(
                link=link, leg=self.leg(link), claim_seq=seq, seat=seat, rejected_by=by, reason="misread"
            ),
            actor=by,
        )

    def pays(
        self,
        claim: bytes,
        amount_mc: int,
        paid_from: PaidFrom = "cage",
        by: str = "cage-9",
        seat: int | None = None,
    ) -> bytes:
        """The award of a claim is paid, to the seat that claimed unless told otherwise."""
        link, claimant, seq = self._claim(claim)
        seat = claimant if seat is None else seat
        return self.records(
            ProgressivePaid(
                link=link,
                leg=self.leg(link),
                claim_seq=seq,
                seat=seat,
                amount_mc=amount_mc,
                paid_from=paid_from,
                paid_by=by,
            ),
            actor=by,
        )

    def voids(self, returned: Mapping[str, Iterable[int]], reason: str = "shoe jammed") -> bytes:
        """The round is void; per link the seats whose progressive stakes were returned."""
        legs = tuple(
            VoidedLeg(link=link, leg=self.leg(link), seats=tuple(seats)) for link, seats in returned.items()
        )
        return self.records(RoundVoided(reason=reason, section="678a.13(c)", ruled_by="floor-3", legs=legs))

    def closes_round(self) -> bytes:
        """The round is complete."""
        value = self.records(RoundClosed())
        self.round = None
        return value

    @staticmethod
    def _claim(claim: bytes) -> tuple[str, int, int]:
        event = read_header(claim)
        fields = unpack_body(event)
        return fields["link"], fields["seat"], event.seq
