"""A gaming table in a scenario: its rounds, its wagers on links, and every step of an award."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from events.body import unpack_body
from events.envelope import read_header
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.legs import AcceptedWager, PlainLeg, VoidedLeg, WagerLeg
from events.vocabulary.play import ProgressiveOpen, RoundClosed, RoundOpened, WagerPlaced
from events.vocabulary.progressive import (
    BetsClosed,
    HandMade,
    HandReading,
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveRejected,
    ProgressiveValidated,
    RoundVoided,
)
from events.vocabulary.table import PaytableSelected, ProgressiveOffered, TableOpened
from events.vocabulary.terms import PaidFrom, Stamp
from tests.scenario import RULEBOOK, SIX_CARDS, UNIT_MC, Clock, Desk


def made(*hands: str | None) -> HandMade:
    """What cards make under the readings of a switch, one reading a hand; the first is the table's own."""
    readings = tuple(HandReading(switches=f"reading = {n}", hand=hand) for n, hand in enumerate(hands, 1))
    return HandMade(hand=hands[0], readings=readings)


class TableDesk(Desk):
    """A gaming table's recorder; it numbers its legs densely per link.

    A round is of the selections and of the links as they are when it opens. Links are found by the clock that
    the table shares with them; of one that does not share it, its first event opened it.
    """

    def __init__(self, table: str, clock: Clock | None = None, mode: str = "live") -> None:
        super().__init__("table", table, clock, mode)
        self.legs: dict[str, int] = {}
        self.rounds = 0
        self.selections_seq = 0
        self.opened_under = 0
        self.found: dict[str, int] = {}

    def twin(self) -> TableDesk:
        """As `Desk.twin`, with leg numbers of its own."""
        other = copy.copy(self)
        other.recorded = []
        other.legs = dict(self.legs)
        return other

    def leg(self, link: str) -> int:
        """The number of the next leg to a link; 0 in a test or in training, which send none."""
        if self.mode != "live":
            return 0
        self.legs[link] = self.legs.get(link, 0) + 1
        return self.legs[link]

    def opens(
        self,
        links: Sequence[str] = ("HCF",),
        *,
        rulebook: str = RULEBOOK,
        paytable: str = "A",
        unit_mc: int | Mapping[str, int] = UNIT_MC,
        wagers: Sequence[str] = ("progressive",),
        sent_to: Sequence[str] | None = None,
    ) -> bytes:
        """The table is opened: its links, or those in `sent_to`, receive by which parameters it plays."""
        units = unit_mc if isinstance(unit_mc, Mapping) else dict.fromkeys(links, unit_mc)
        offers = tuple(
            ProgressiveOffered(wager=wager, link=link, unit_wager_mc=units[link])
            for link in links
            for wager in wagers
        )
        value = self.records(
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
                legs=tuple(PlainLeg(link=link, leg=self.leg(link)) for link in sent_to or links),
            )
        )
        self.selections_seq = self.seq
        return value

    def joins(self, link: str, terms: Mapping[str, Any]) -> bytes:
        """The table is opened with what a link of these terms takes."""
        given = {name: terms[name] for name in ("rulebook", "paytable", "unit_mc") if name in terms}
        named = [each.wager for each in terms.get("wagers", ())] or [terms.get("wager", "progressive")]
        return self.opens([link], wagers=named, **given)

    def ends_day(self, links: Sequence[str] = ("HCF",), day: str = "") -> bytes:
        """The table's end-of-day marker, of no round, for its current day unless told otherwise."""
        self.round = None
        legs = tuple(PlainLeg(link=link, leg=self.leg(link)) for link in links)
        return self.records(TableDayEnded(day=day or self.day, rounds=self.rounds, legs=legs))

    def opens_round(self, offers: Sequence[ProgressiveOpen] = ()) -> bytes:
        """The next round of the table begins."""
        self.rounds += 1
        self.round = f"{self.owner}-R{self.rounds}"
        self.opened_under, self.found = self.selections_seq, dict(self.clock.controls)
        return self.records(
            RoundOpened(
                rulebook=RULEBOOK,
                rulebook_sha256="0" * 64,
                selections_seq=self.opened_under,
                progressives=tuple(offers),
                dealer="dealer-17",
            )
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
            legs.append(self.wager_leg(link, accepted))
        return self.records(BetsClosed(legs=tuple(legs)))

    def wager_leg(self, link: str, wagers: tuple[AcceptedWager, ...]) -> WagerLeg:
        """The next leg to a link, with wagers of the round and what the round was opened under."""
        return WagerLeg(
            link=link,
            leg=self.leg(link),
            wagers=wagers,
            control_seq=self.found.get(link, 1),
            selections_seq=self.opened_under,
        )

    def plays(
        self, wagers: Mapping[str, Mapping[int, int] | Iterable[int]], wager: str = "progressive"
    ) -> bytes:
        """A new round, and "no more bets" in it."""
        self.opens_round()
        return self.closes_bets(wagers, wager)

    def bets(self, link: str, wagers: Iterable[tuple[int, str, int]]) -> bytes:
        """A new round, and "no more bets": seat, wager and amount of what was accepted."""
        self.opens_round()
        accepted = tuple(AcceptedWager(seat=s, wager=w, amount_mc=mc) for s, w, mc in wagers)
        return self.records(BetsClosed(legs=(self.wager_leg(link, accepted),)))

    def claims(
        self,
        seat: int,
        hand: str = SIX_CARDS,
        link: str = "HCF",
        *,
        wager: str = "progressive",
        sharing: Sequence[int] = (),
        claimed_by: tuple[str, ...] = (),
        **evidence: Any,
    ) -> bytes:
        """A hand that wins a percentage is shown at its turn; a dealer's hand is shared.

        `evidence` is what the recorder found: `shown`, `made`; and `cards`, `other_boxes` of the claim.
        """
        return self.records(
            ProgressiveClaimed(
                seat=seat,
                wager=wager,
                hand=hand,
                link=link,
                leg=self.leg(link),
                sharing_seats=tuple(sharing),
                claimed_by=claimed_by,
                control_seq=self.found.get(link, 1),
                selections_seq=self.opened_under,
                **{"cards": (), **evidence},
            )
        )

    def validates(
        self, claim: bytes, by: str = "floor-3", stamps: tuple[Stamp, ...] = (), **evidence: Any
    ) -> bytes:
        """A floorperson validates the award of a claim, by cards that make the hand unless told otherwise."""
        link, seat, seq = self._claim(claim)
        award = {"link": link, "leg": self.leg(link), "claim_seq": seq, "seat": seat}
        evidence = {"seen": made(unpack_body(read_header(claim))["hand"]), **evidence}
        body = ProgressiveValidated(**award, validated_by=by, stamps=stamps, **evidence)
        return self.records(body, actor=by)

    def rejects(self, claim: bytes, by: str = "floor-3", stamps: tuple[Stamp, ...] = ()) -> bytes:
        """A floorperson rejects the award of a claim."""
        link, seat, seq = self._claim(claim)
        award = {"link": link, "leg": self.leg(link), "claim_seq": seq, "seat": seat}
        rejected = ProgressiveRejected(**award, rejected_by=by, reason="misread", stamps=stamps)
        return self.records(rejected, actor=by)

    def pays(
        self,
        claim: bytes,
        amount_mc: int,
        paid_from: PaidFrom = "cage",
        by: str = "cage-9",
        seat: int | None = None,
        *,
        slip: str = "",
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
                slip=slip,
            ),
            actor=by,
        )

    def voids(self, returned: Mapping[str, Iterable[int]], reason: str = "shoe jammed") -> bytes:
        """The round is void; per link the seats whose progressive stakes were returned."""
        legs = tuple(
            VoidedLeg(
                link=link,
                leg=self.leg(link),
                seats=tuple(seats),
                control_seq=self.found.get(link, 1),
                selections_seq=self.opened_under,
            )
            for link, seats in returned.items()
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
