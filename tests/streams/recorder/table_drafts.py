"""Drafts of what happens at a High Card Flush table, for tests of whatever records: no noise."""

from msgspec.structs import replace

from events.jsonform import Draft
from events.vocabulary.dealing import CardDealt
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.legs import VoidedLeg
from events.vocabulary.links import (
    LinkAdjusted,
    LinkClosed,
    LinkDayClosed,
    LinkOpened,
    LinkRetired,
    LinkTermsChanged,
    LinkTransferred,
    Signature,
)
from events.vocabulary.play import (
    LockOutEngaged,
    RoundClosed,
    RoundOpened,
    WagerPlaced,
    WagerWithdrawn,
)
from events.vocabulary.progressive import (
    BetsClosed,
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveValidated,
    RoundVoided,
)
from events.vocabulary.table import ProgressiveOffered, SelectionsChanged, TableClosed, TableOpened
from projections.recording.link_rules import link_terms
from streams.recorder.recorder import draft
from tests.amounts import dollars

RULEBOOK = "678a@2019-11-02"
UNIT = dollars(5)
AT = 1_767_300_000_000_000  # 2026-01-01T20:40:00Z, the afternoon of a gaming day
SHA = "ab" * 32
SIGNED = (
    Signature(badge="F-3", department="table games"),
    Signature(badge="A-9", department="accounting"),
)
"""Two people of different departments."""
TERMS = link_terms(LinkOpened, RULEBOOK, "A", "progressive", UNIT)


class TableDrafts:
    """What a client sends of one table. Each draft is a second later and has a source id of its own."""

    def __init__(self, table: str = "HCF-01", links: tuple[str, ...] = ("L-1",)) -> None:
        self.stream = f"table:{table}"
        self.links = links
        self.round: str | None = None
        self.rounds = 0
        self.count = 0

    def draft_of(self, body, *, mode: str = "live", source_id: str | None = None) -> Draft:
        """A draft of any body."""
        self.count += 1
        return draft(
            self.stream,
            body,
            occurred_at_us=AT + self.count * 1_000_000,
            actor="D-17",
            round=self.round,
            mode=mode,
            source_id=source_id or f"{self.stream}/client-{self.count}",
        )

    def _selections(self, **changes):
        return {
            "rulebook": RULEBOOK,
            "rulebook_sha256": SHA,
            "submission": "RS-7",
            "paytables": (),
            "options": (),
            "wagers": ("ante", "raise", "progressive"),
            "progressives": offered(*self.links),
            "payout_limit_mc": None,
            "minimum_wager_mc": dollars(10),
            "boxes_per_player": 1,
            **changes,
        }

    def open(self, **changes) -> Draft:
        """The table opens; `changes` are fields of the body."""
        fields = {
            **self._selections(),
            "game": "high_card_flush",
            "betting_positions": 6,
            "dealing": "hand",
            "shuffling": "manual",
            "approvals": (),
            "signs": (),
            "dealer": "D-17",
            "floorperson": "F-3",
            **changes,
        }
        return self.draft_of(TableOpened(**fields))

    def select(self, **changes) -> Draft:
        """An updated submission."""
        fields = {**self._selections(**changes), "authorised_by": "F-3", "reason": "updated"}
        return self.draft_of(SelectionsChanged(**fields))

    def close(self) -> Draft:
        return self.draft_of(TableClosed(closed_by="F-3", seats_occupied=(), reason="end of shift"))

    def end_day(self, day: str = "2026-01-01") -> Draft:
        return self.draft_of(TableDayEnded(day=day, rounds=self.rounds))

    def open_round(self, **changes) -> Draft:
        self.rounds += 1
        self.round = f"{self.stream.partition(':')[2]}-{self.rounds}"
        return self.draft_of(RoundOpened(**{"dealer": "D-17", **changes}))

    def wager(
        self, seat: int, wager: str = "progressive", amount: int = UNIT, by: str = "value_chip", **more
    ):
        return self.draft_of(WagerPlaced(seat=seat, wager=wager, amount_mc=amount, instrument=by), **more)

    def withdraw(self, seat: int, amount: int = UNIT) -> Draft:
        return self.draft_of(WagerWithdrawn(seat=seat, wager="progressive", amount_mc=amount))

    def lock_out(self, system: str = "progressive") -> Draft:
        return self.draft_of(LockOutEngaged(system=system))

    def no_more_bets(self, *, mode: str = "live") -> Draft:
        return self.draft_of(BetsClosed(legs=()), mode=mode)

    def deal(self, seat: int, position: int = 1) -> Draft:
        return self.draft_of(CardDealt(to="seat", seat=seat, position=position))

    def claim(self, seat: int, link: str = "L-1") -> Draft:
        return self.draft_of(
            ProgressiveClaimed(
                seat=seat, wager="progressive", hand="seven_card_straight_flush", cards=(), link=link, leg=0
            )
        )

    def validate(self, claim_seq: int, seat: int, link: str = "L-1") -> Draft:
        return self.draft_of(
            ProgressiveValidated(link=link, leg=0, claim_seq=claim_seq, seat=seat, validated_by="F-3")
        )

    def pay(self, claim_seq: int, seat: int, link: str = "L-1") -> Draft:
        fields = {"claim_seq": claim_seq, "seat": seat, "amount_mc": UNIT, "paid_from": "cage"}
        return self.draft_of(ProgressivePaid(link=link, leg=0, paid_by="C-1", **fields))

    def void(self, **seats: tuple[int, ...]) -> Draft:
        """The round is void; `L_1=(2,)` names the seats whose progressive wagers to L-1 were returned."""
        legs = tuple(
            VoidedLeg(link=link.replace("_", "-"), leg=0, seats=returned) for link, returned in seats.items()
        )
        return self.draft_of(RoundVoided(reason="misdeal", section="678a.13(c)", ruled_by="F-3", legs=legs))

    def close_round(self) -> Draft:
        return self.draft_of(RoundClosed(rack_cards=52))


def offered(*links: str) -> tuple[ProgressiveOffered, ...]:
    """The progressive wager, once for each link: as a rule a table has one."""
    names = ["progressive", *(f"progressive_{number}" for number in range(2, len(links) + 1))]
    return tuple(
        ProgressiveOffered(wager=name, link=link, unit_wager_mc=UNIT)
        for name, link in zip(names, links, strict=False)
    )


class LinkDrafts:
    """What a client sends of one link."""

    def __init__(self, link: str = "L-1") -> None:
        self.stream = f"link:{link}"
        self.count = 0

    def draft_of(self, body, mode: str = "live") -> Draft:
        """A draft of any body."""
        self.count += 1
        at = AT + self.count * 1_000_000
        source_id = f"{self.stream}/client-{self.count}"
        return draft(self.stream, body, occurred_at_us=at, actor="F-3", mode=mode, source_id=source_id)

    def open(self, *, mode: str = "live", **changes) -> Draft:
        """The link opens by the terms of its rulebook; `changes` are fields of the body."""
        return self.draft_of(replace(TERMS, **_signed("as filed", {}, changes)), mode)

    def change(self, *, mode: str = "live", **changes) -> Draft:
        terms = link_terms(LinkTermsChanged, RULEBOOK, "B", "progressive", UNIT)
        return self.draft_of(replace(terms, **_signed("updated", {}, changes)), mode)

    def close(self, *, mode: str = "live", **changes) -> Draft:
        return self.draft_of(LinkClosed(**_signed("maintenance", {}, changes)), mode)

    def retire(self, **changes) -> Draft:
        return self.draft_of(LinkRetired(**_signed("the game leaves the floor", {}, changes)))

    def adjust(self, amount_mc: int, **changes) -> Draft:
        fields = {"meter": "progressive", "account": "primary", "amount_mc": amount_mc, "document": "ADJ-7"}
        return self.draft_of(LinkAdjusted(**_signed("misread", fields, changes)))

    def transfer(self, amount_mc: int, to_link: str = "L-2", **changes) -> Draft:
        fields = {"meter": "progressive", "account": "primary", "amount_mc": amount_mc}
        there = {"to_link": to_link, "to_meter": "progressive"}
        return self.draft_of(LinkTransferred(**_signed("merged", fields | there, changes)))

    def close_day(self, day: str = "2026-01-01", missing: tuple[str, ...] = (), **changes) -> Draft:
        fields = {"day": day, "missing_tables": missing}
        return self.draft_of(LinkDayClosed(**_signed("table in repair", fields, changes)))


def _signed(reason: str, fields: dict, changes: dict) -> dict:
    return {"signed_by": SIGNED, "reason": reason, **fields, **changes}
