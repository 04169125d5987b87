"""Scenarios that read like the table: short calls in, correctly chained events out.

    link = LinkDesk("HCF")
    table = TableDesk("HCF-01")
    link.opens()
    table.opens()
    table.opens_round()
    table.closes_bets({"HCF": [1, 4]})
    claim = table.claims(4, "six_card_straight_flush")
    table.validates(claim)
    table.pays(claim, dollars(15_000))
    table.closes_round()

Every call returns the encoded event and keeps it in `recorded`. Whoever needs a gap leaves bytes out; whoever
needs a stale recorder takes a `twin`. Here are the clock, any desk and that of a link; tables are in
`scenario_table`.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any

from events.body import Body
from events.envelope import NO_PREV, Event, encode, event_hash, read_header, stream_name
from events.vocabulary.desk import NoteRecorded, StreamResumed
from events.vocabulary.links import (
    Account,
    AwardTerms,
    LinkAdjusted,
    LinkClosed,
    LinkDayClosed,
    LinkLegSetAside,
    LinkOpened,
    LinkRetired,
    LinkTermsChanged,
    LinkTransferred,
    LinkWager,
    MeterTerms,
    PaymentCorrected,
    PaymentOutcome,
    Signature,
)
from tests.amounts import dollars

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


BOTH_HANDS = (LinkWager(wager="fchb_player", hand="player"), LinkWager(wager="fchb_dealer", hand="dealer"))
"""The two wagers of the Five Card Hand Bonus, which feed one link: 58 Pa. Code § 647a.7(d)(4)."""


def high_card_flush_meter(unit_mc: int = UNIT_MC) -> MeterTerms:
    """The meter of 58 Pa. Code § 678a.12(d)(3): 30,000 for 1, reseed 0, 23 % and 5 %."""
    return MeterTerms(
        meter="progressive", seed_mc=30_000 * unit_mc, reseed_mc=0, primary_bp=2_300, reserve_bp=500
    )


class Clock:
    """The time of a scenario: a second passes with every event of everyone who shares it.

    `controls` is what a table's recorder finds when it looks at a link: the number of its last control.
    """

    def __init__(self, start_us: int = START_US) -> None:
        self.now_us = start_us
        self.controls: dict[str, int] = {}

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
        self, first: bytes, signed: Sequence[str] = ("pit-1", "surveillance-2"), **changes: Any
    ) -> bytes:
        """Two badges let a halted stream go on from `first`, the event after the gap that counts again."""
        body = StreamResumed(
            **{
                "stream": self.stream,
                "from_seq": read_header(first).seq,
                "from_hash": event_hash(first).hex(),
                "authorised_by": tuple(signed),
                "reason": "reader failed",
                **changes,
            }
        )
        return self.records(body, actor="pit-1")

    def twin(self) -> Desk:
        """A second recorder that knows what this one knows now: it will write a fork."""
        other = copy.copy(self)
        other.recorded = []
        return other


def link_terms(
    meters: Iterable[MeterTerms] | None = None,
    awards: Iterable[tuple[str, str, int]] = HIGH_CARD_FLUSH_AWARDS,
    unit_mc: int = UNIT_MC,
    **other: Any,
) -> dict[str, Any]:
    """The terms of a link as fields; what is not given is as at High Card Flush."""
    return {
        "rulebook": RULEBOOK,
        "rulebook_sha256": "0" * 64,
        "paytable": "A",
        "wager": "progressive",
        "unit_wager_mc": unit_mc,
        "meters": tuple(meters) if meters is not None else (high_card_flush_meter(unit_mc),),
        "awards": tuple(AwardTerms(hand=h, meter=m, percent_bp=bp) for h, m, bp in awards),
    } | other


class LinkDesk(Desk):
    """The desk that controls a link."""

    def __init__(self, link: str, clock: Clock | None = None, mode: str = "live") -> None:
        super().__init__("link", link, clock, mode)

    def opens(
        self,
        meters: Iterable[MeterTerms] | None = None,
        *,
        signed: Sequence[Signature] = SIGNED,
        **terms: Any,
    ) -> bytes:
        """The link is put into play, by default with the one meter of High Card Flush at $5."""
        fields = link_terms(meters, **terms)
        return self._shows(LinkOpened(**fields, signed_by=tuple(signed), reason="opening"))

    def changes_terms(self, *, signed: Sequence[Signature] = SIGNED, **terms: Any) -> bytes:
        """A link that is out of play gets other terms."""
        fields = link_terms(**terms)
        return self._shows(LinkTermsChanged(**fields, signed_by=tuple(signed), reason="new submission"))

    def closes(self, signed: Sequence[Signature] = SIGNED) -> bytes:
        """The link is taken out of play."""
        return self._shows(LinkClosed(signed_by=tuple(signed), reason="closing"))

    def sets_aside(
        self, leg: int, last_leg: int | None = None, table: str = "T1", signed: Sequence[Signature] = SIGNED
    ) -> bytes:
        """Legs of a table that cannot be read are not waited for any longer."""
        last = leg if last_leg is None else last_leg
        body = LinkLegSetAside(
            table=table, leg=leg, last_leg=last, signed_by=tuple(signed), reason="damaged on the disk"
        )
        return self._controls(body)

    def retires(self, signed: Sequence[Signature] = SIGNED) -> bytes:
        """The link is given up."""
        return self._shows(LinkRetired(signed_by=tuple(signed), reason="given up"))

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

    def mends(
        self,
        payment: bytes | int,
        outcome: PaymentOutcome,
        amount_mc: int | None = None,
        *,
        table: str = "T1",
        signed: Sequence[Signature] = SIGNED,
    ) -> bytes:
        """A payment, by its event or its number in its table's stream, is corrected."""
        event = None if isinstance(payment, int) else read_header(payment)
        return self._controls(
            PaymentCorrected(
                table=table if event is None else event.owner,
                payment_seq=payment if isinstance(payment, int) else read_header(payment).seq,
                outcome=outcome,
                amount_mc=amount_mc,
                document="REC-4",
                signed_by=tuple(signed),
                reason="as found at the count",
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

    def _shows(self, body: Body) -> bytes:
        """Control that shows whether the link is in play: rounds that open from now on know it."""
        value = self._controls(body)
        if self.mode == "live":
            self.clock.controls[self.owner] = self.seq
        return value
