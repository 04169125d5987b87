"""Records of a keeper written by hand: what a link's ledger is made from, without a keeper that decides."""

from __future__ import annotations

from typing import Any

from events.body import TYPES, parse_body
from events.envelope import NO_PREV, Event, encode, event_hash, stream_name
from events.topics import METERS
from projections.records import Record

BALANCE = ("primary_mc", "reserve_mc", "primary_residual", "reserve_residual")


def terms(meter: str, primary_bp: int, reserve_bp: int = 0, **more: int) -> dict[str, Any]:
    """The terms of a meter as `meter_opened` repeats them."""
    rates = {"primary_bp": primary_bp, "reserve_bp": reserve_bp}
    return {"meter": meter, "seed_mc": 0, "reseed_mc": 0, "limit_mc": 0, **rates, **more}


class LinkRecords:
    """The records of one link in order; a call writes one, with the balances that it leaves."""

    def __init__(self, link: str = "HCF", day: str = "2026-03-14") -> None:
        self.link = link
        self.day = day
        self.at_us = 1_773_500_400_000_000
        self.balances: dict[str, tuple[int, ...]] = {}
        self.prev = NO_PREV
        self.events: list[Event] = []

    def write(self, type_: str, after: dict[str, tuple[int, ...]] | None = None, /, **fields: Any) -> Event:
        """A record; `after` are the meters that it changed: primary, reserve, and both residuals."""
        self.balances.update(after or {})
        self.at_us += 1_000_000
        balances = [
            {"meter": meter, **dict(zip(BALANCE, (*amounts, 0, 0, 0), strict=False))}
            for meter, amounts in sorted(self.balances.items())
        ]
        seq = len(self.events) + 1
        decided = {"decider": 1, "source_stream": "table:T1", "source_seq": 100 + seq, "balances": balances}
        event = Event(
            facility="PHL",
            stream=stream_name("meter", self.link),
            seq=seq,
            prev=self.prev,
            type=type_,
            schema=TYPES[type_].SCHEMA,
            occurred_at_us=self.at_us,
            recorded_at_us=self.at_us,
            gaming_day=self.day,
            round="T1-R1",
            actor="keeper/1",
            source_id=f"table:T1#{100 + seq}",
            mode="live",
            body=parse_body(type_, {**decided, **fields}).to_bytes(),
        )
        self.prev = event_hash(encode(event))
        self.events.append(event)
        return event

    def opens(
        self, *meters: dict[str, Any], after: dict[str, tuple[int, ...]], funded_mc: int | None = None
    ) -> Event:
        """The link goes into play; the house funds what is then on its meters."""
        funded = sum(amounts[0] for amounts in after.values()) if funded_mc is None else funded_mc
        named = {"rulebook": "678a@2019-11-02", "paytable": "A", "wager": "progressive"}
        return self.write(
            "meter_opened",
            after,
            unit_wager_mc=500_000,
            funded_mc=funded,
            meters=meters,
            awards=[],
            guard_mc=0,
            **named,
        )

    def contributes(
        self, after: dict[str, tuple[int, ...]], wagered_mc: int, primary_mc: int, reserve_mc: int = 0
    ) -> Event:
        """Wagers of one round went to the meters."""
        sums = {"wagered_mc": wagered_mc, "primary_mc": primary_mc, "reserve_mc": reserve_mc}
        return self.write("meter_contributed", after, table="T1", wagers=1, **sums)

    def locks(self, after: dict[str, tuple[int, ...]], amount_mc: int, **more: Any) -> Event:
        """An award of seat 3's claim 7, by default."""
        fields = {
            "table": "T1",
            "claim_seq": 7,
            "seat": 3,
            "hand": "six_card_straight_flush",
            "meter": "progressive",
            "percent_bp": 1_000,
            "meter_before_mc": 0,
            "amount_mc": amount_mc,
            "reseed_mc": 0,
            "reserve_moved_mc": 0,
            "overflow_moved_mc": 0,
            "wager": "progressive",
            "shares": [{"seat": 3, "amount_mc": amount_mc}],
        }
        return self.write("award_locked", after, **{**fields, **more})

    def validates(self, claim_seq: int = 7, settled: tuple[dict[str, Any], ...] = ()) -> Event:
        """A floorperson lets it be paid; `settled` is what was paid before."""
        of = {"table": "T1", "claim_seq": claim_seq}
        return self.write("award_validated", **of, validated_by="floor-3", settled=settled)

    def pays(
        self, amount_mc: int, seat: int = 3, claim_seq: int = 7, beyond_mc: int = 0, **more: Any
    ) -> Event:
        """A share is paid; `beyond_mc` of it is too much, unless told otherwise."""
        fields = {"table": "T1", "claim_seq": claim_seq, "seat": seat, "paid_by": "cage-9"}
        parts = {
            "settled_mc": amount_mc - beyond_mc,
            "beyond_mc": beyond_mc,
            "beyond_reason": "too_much" if beyond_mc else "",
            "meter": "progressive",
        }
        return self.write("award_paid", amount_mc=amount_mc, paid_from="cage", **fields, **(parts | more))

    def returns(self, after: dict[str, tuple[int, ...]], amount_mc: int, **more: Any) -> Event:
        """The award of claim 7 is rejected."""
        fields = {
            "table": "T1",
            "claim_seq": 7,
            "meter": "progressive",
            "amount_mc": amount_mc,
            "rejected_by": "floor-3",
            "reseed_back_mc": 0,
            "corrected_mc": 0,
            "house_mc": 0,
            "reason": "misread",
        }
        return self.write("award_returned", after, **{**fields, **more})

    def corrects(
        self,
        claim_seq: int,
        before_mc: int,
        amount_mc: int,
        shares: dict[int, int],
        paid_mc: int = 0,
        **more: Any,
    ) -> Event:
        """A later award is decided again."""
        amounts = {"before_mc": before_mc, "amount_mc": amount_mc, "paid_mc": paid_mc}
        owed = [{"seat": seat, "amount_mc": mc} for seat, mc in shares.items()]
        because = {"because_table": "T1", "because_claim_seq": 7}
        of = {"table": "T1", "claim_seq": claim_seq, "meter": "progressive"}
        return self.write("award_corrected", shares=owed, **of, **amounts, **because, **more)

    def reverses(self, after: dict[str, tuple[int, ...]], **sums: int) -> Event:
        """Contributions of a void go back: `returned_mc`, `primary_mc`, `reserve_mc`, `house_mc`."""
        short = {"meter": "progressive", "amount_mc": sums["house_mc"], "because": "won_since"}
        said = {"reason": "jam", "shortfalls": [short] if sums["house_mc"] else []}
        return self.write("contribution_reversed", after, table="T1", wagers=1, **said, **sums)

    def closes_day(self, day: str) -> Event:
        """Every table had sent its marker."""
        return self.write("meter_day_closed", day=day, missing_tables=[], signed_by=[])

    def sources(self) -> list[Record]:
        """As a partition of `meters`."""
        return [Record(METERS, 0, n, self.link, encode(event)) for n, event in enumerate(self.events)]
