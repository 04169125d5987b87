"""A small floor for what accounting reads: tables of one link, whose clock the test sets to the second."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from events.body import body_fields, parse_body
from events.times import parse_time
from events.vocabulary.links import LinkOpened
from projections.recording.link_rules import link_terms
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.recorder.recorder import Recorded, Recorder, draft
from tests.console.calling import Called, pitledger

RULEBOOK = "678a@2019-11-02"
UNIT_MC = 500_000
SIGNED = [{"badge": "S-1", "department": "slots"}, {"badge": "A-2", "department": "accounting"}]
SIX = "six_card_straight_flush"
SEVEN = "seven_card_straight_flush"
FIVE = "five_card_straight_flush"
CARDS = {SIX: "9h 8h 7h 6h 5h 4h As", SEVEN: "9h 8h 7h 6h 5h 4h 3h"}
"""Cards that make these hands."""


class Floor:
    """An embedded instance; everything said is recorded and processed before the call returns."""

    def __init__(self, data: Path, now: str = "2026-03-01T18:00:00Z") -> None:
        self.data = data
        self.now_us = parse_time(now)
        self.rounds = 0

    def at(self, now: str) -> None:
        """From here on it is this time."""
        self.now_us = parse_time(now)

    def say(
        self, stream: str, *facts: tuple[str, dict[str, Any]], round_: str | None = None
    ) -> list[Recorded]:
        """Record facts, a second apart."""
        with Embedded(self.data) as embedded:
            recorder = Recorder(embedded.log, "PHL", self._tick, GamingDays())
            recorded = []
            for type_, fields in facts:
                body = parse_body(type_, fields)
                fact = draft(stream, body, occurred_at_us=self.now_us + 1_000_000, actor="D-1", round=round_)
                recorded.append(recorder.record(fact))
            embedded.process()
        return recorded

    def _tick(self) -> int:
        self.now_us += 1_000_000
        return self.now_us

    def opens_link(self, link: str = "HCF", **terms: Any) -> None:
        """678a paytable A at $5: $150,000, 23 % and 5 %."""
        self._opens(link, link_terms(LinkOpened, RULEBOOK, "A", "progressive", UNIT_MC, **terms))

    def opens_five_card(self, link: str = "FC", table: str = "T9") -> None:
        """The Five Card Hand Bonus of 647a at $5 ($50,000, 13 % and 8 %), and a table that takes it."""
        self._opens(link, link_terms(LinkOpened, "647a@2019-08-31", "only", "fchb_dealer", UNIT_MC))
        bonus = {"wager": "fchb_dealer", "link": link, "unit_wager_mc": UNIT_MC}
        game = {"game": "texas_holdem_bonus", "rulebook": "647a@2019-08-31", "paytables": []}
        offers = {"wagers": ["ante", "fchb_dealer"], "progressives": [bonus]}
        self.say(f"table:{table}", ("table_opened", {**_opening(link), **game, **offers}))

    def _opens(self, link: str, terms: LinkOpened) -> None:
        self.say(
            f"link:{link}", ("link_opened", {**body_fields(terms), "signed_by": SIGNED, "reason": "as filed"})
        )

    def opens_table(self, table: str, link: str = "HCF", **more: Any) -> None:
        """A High Card Flush table that feeds the link."""
        self.say(f"table:{table}", ("table_opened", {**_opening(link), **more}))

    def selects(self, table: str, link: str | None) -> None:
        """The table feeds another link from its next round on, or none."""
        taken = ("rulebook", "rulebook_sha256", "submission", "options")
        offered = ("paytables", "wagers", "progressives")
        given = {name: _opening(link or "")[name] for name in (*taken, *offered)}
        if link is None:
            given |= {"wagers": ["ante", "raise"], "paytables": [], "progressives": []}
        limits = {"payout_limit_mc": None, "minimum_wager_mc": 1_000_000, "boxes_per_player": 1}
        said = {"authorised_by": "F-1", "reason": "an updated submission"}
        self.say(f"table:{table}", ("selections_changed", {**given, **limits, **said}))

    def plays(self, table: str, seats: Sequence[int], *more: tuple[str, dict[str, Any]]) -> list[Recorded]:
        """A round with a progressive wager on each seat; what else happens in it comes back."""
        self.rounds += 1
        wagers = [("wager_placed", _wager(seat)) for seat in seats]
        facts = [("round_opened", {"dealer": "D-1"}), *wagers, ("bets_closed", {"legs": []}), *more]
        recorded = self.say(f"table:{table}", *facts, round_=f"{table}-{self.rounds}")
        return recorded[len(seats) + 2 :]

    def claims(self, table: str, seat: int, hand: str, link: str = "HCF") -> int:
        """A seat alone wagers, shows its hand and wins; gives the claim's number."""
        _, claimed = self.plays(table, [seat], shows(seat, hand), claims(seat, hand, link))
        return claimed.seq

    def follows(self, table: str, *steps: tuple[str, dict[str, Any]]) -> None:
        """More of the round that was played last."""
        self.say(f"table:{table}", *steps, round_=f"{table}-{self.rounds}")

    def ends_day(self, table: str, day: str) -> None:
        """The end-of-day marker."""
        self.say(f"table:{table}", ("table_day_ended", {"day": day, "rounds": 1}))


def _opening(link: str) -> dict[str, Any]:
    """What a High Card Flush table opens with."""
    return {
        "game": "high_card_flush",
        "rulebook": RULEBOOK,
        "rulebook_sha256": "ab" * 32,
        "submission": "RS-7",
        "paytables": [{"wager": "progressive", "paytable": "A"}],
        "options": [],
        "wagers": ["ante", "raise", "progressive"],
        "progressives": [{"wager": "progressive", "link": link, "unit_wager_mc": UNIT_MC}],
        "payout_limit_mc": None,
        "minimum_wager_mc": 1_000_000,
        "betting_positions": 6,
        "boxes_per_player": 1,
        "dealing": "hand",
        "shuffling": "manual",
        "approvals": [],
        "signs": [],
        "dealer": "D-1",
        "floorperson": "F-1",
    }


def _wager(seat: int) -> dict[str, Any]:
    return {"seat": seat, "wager": "progressive", "amount_mc": UNIT_MC, "instrument": "value_chip"}


def shows(seat: int, hand: str) -> tuple[str, dict[str, Any]]:
    """The cards of a seat are turned face up."""
    return "hand_revealed", {"hand": "seat", "seat": seat, "cards": CARDS[hand].split()}


def claims(seat: int, hand: str, link: str = "HCF", **more: Any) -> tuple[str, dict[str, Any]]:
    """The link is asked for the amount that a hand wins."""
    claim = {"seat": seat, "wager": "progressive", "hand": hand, "cards": [], "link": link, "leg": 0}
    return "progressive_claimed", {**claim, **more}


def light(seat: int, *, lit: bool = True) -> tuple[str, dict[str, Any]]:
    """The dealer looked at the light."""
    fields = {"seat": seat, "wager": "progressive", "lit": lit, "verified_by": "D-1"}
    return "progressive_light_verified", fields


def validated(claim_seq: int, seat: int, link: str = "HCF", cards: str = "") -> tuple[str, dict[str, Any]]:
    """A floorperson validated, by the cards that the round shows or those given."""
    fields = {"link": link, "leg": 0, "claim_seq": claim_seq, "seat": seat, "validated_by": "F-1"}
    return "progressive_validated", {**fields, "cards": cards.split()}


def documented(claim_seq: int, seat: int) -> tuple[str, dict[str, Any]]:
    """The papers were completed."""
    award = {"seat": seat, "wager": "progressive", "claim_seq": claim_seq, "document": "JP-1"}
    return "award_documented", {**award, "cards_remained": True, "documented_by": "F-1"}


def paid(
    claim_seq: int, seat: int, amount_mc: int, link: str = "HCF", *, slip: str = "", source: str = "cage"
) -> tuple[str, dict[str, Any]]:
    """The cage paid."""
    award = {"link": link, "leg": 0, "claim_seq": claim_seq, "seat": seat, "amount_mc": amount_mc}
    return "progressive_paid", {**award, "paid_from": source, "paid_by": "C-1", "slip": slip}


def settled(
    seat: int, paid_mc: int = 0, *, source: str = "table_inventory", wager: str = "progressive"
) -> tuple[str, dict[str, Any]]:
    """A wager of $5 that lost, or won a fixed award."""
    outcome = {"outcome": "win" if paid_mc else "lose", "paid_mc": paid_mc}
    stake = {"seat": seat, "wager": wager, "stake_mc": UNIT_MC, "returned_mc": 0}
    return "wager_settled", {**stake, **outcome, "paid_from": source if paid_mc else None}


def fixed_validated(seat: int, amount_mc: int) -> tuple[str, dict[str, Any]]:
    """A floorperson validated a fixed award."""
    award = {"seat": seat, "wager": "progressive", "hand": FIVE, "amount_mc": amount_mc}
    return "fixed_award_validated", {**award, "validated_by": "F-1"}


def envy(seat: int, holder: int, amount_mc: int) -> tuple[str, dict[str, Any]]:
    """An Envy Bonus was paid."""
    award = {"seat": seat, "holder_seat": holder, "hand": "royal_flush", "amount_mc": amount_mc}
    return "envy_paid", award


def rejected(claim_seq: int, seat: int, link: str = "HCF") -> tuple[str, dict[str, Any]]:
    """A floorperson rejected."""
    award = {"link": link, "leg": 0, "claim_seq": claim_seq, "seat": seat}
    return "progressive_rejected", {**award, "rejected_by": "F-1", "reason": "misread hand"}


def ledger(data: Path, *args: str) -> Called:
    """Calls `pitledger ledger` on an instance, which answers with a document."""
    called = pitledger("ledger", *args, "--data", data, "--json")
    assert called.out, called.err
    return called
