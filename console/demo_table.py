"""One High Card Flush table that is played for the demo, from the deck's arrival to the discard rack.

Every card comes from one shuffled deck, payouts are what `games` says, and everything goes through the
recorder. The simulated casino takes this place once there is a floor.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from events.body import parse_body
from events.errors import MalformedEvent
from events.jsonform import Draft
from games import describe, rulebook
from games.cards import DECK, text
from streams.recorder import Recorder, draft

TABLE: Final = "HCF-01"
LINK: Final = "HCF"
RULEBOOK: Final = "678a@2019-11-02"
PAYTABLE: Final = "A"
UNIT_CENTS: Final = 500
ANTE_CENTS: Final = 1_000
SEATS: Final = (1, 2, 3, 4, 5)
DECK_NAME: Final = "red"
DEALER, FLOORPERSON, CAGE = "D-104", "F-17", "C-3"

AwardOf = Callable[[int], int]
"""Gives the amount that the link locked for the claim of that seq, in millicents."""


class DemoTable:
    """The table, its players and their luck."""

    def __init__(self, recorder: Recorder, seed: int, clock: Callable[[], int], award_of: AwardOf) -> None:
        self._recorder = recorder
        self._rng = random.Random(seed)  # noqa: S311 - a demo, and the same seed must give the same cards
        self._clock = clock
        self._award_of = award_of
        self._rounds = 0
        self._round: str | None = None
        self._said: list[Draft] = []

    def say(
        self, type_: str, fields: dict[str, Any], actor: str = DEALER, stream: str = f"table:{TABLE}"
    ) -> None:
        """One fact; it is recorded with those that follow it, at the latest when the round ends."""
        body = parse_body(type_, fields)
        self._said.append(draft(stream, body, occurred_at_us=self._clock(), actor=actor, round=self._round))

    def record(self) -> int:
        """Record what was said; returns the number of the last fact."""
        *_, last = self._recorder.record_many(self._said)
        self._said = []
        if isinstance(last, MalformedEvent):
            raise last
        return last.seq

    def open(self) -> None:
        """Open the link and the table, inspect and spread the deck."""
        book = rulebook.by_name(RULEBOOK)
        progressive = book.progressive(PAYTABLE)
        unit_mc = UNIT_CENTS * 1_000
        self.say(
            "link_opened",
            {
                "rulebook": book.name,
                "rulebook_sha256": book.sha256,
                "paytable": PAYTABLE,
                "wager": "progressive",
                "unit_wager_mc": unit_mc,
                "meters": [
                    {
                        "meter": meter.name,
                        "seed_mc": meter.seed_cents(UNIT_CENTS) * 1_000,
                        "reseed_mc": meter.reseed_cents(UNIT_CENTS) * 1_000,
                        "primary_bp": meter.primary_bp,
                        "reserve_bp": meter.reserve_bp,
                    }
                    for meter in progressive.meters
                ],
                "awards": [
                    {"hand": hand, "meter": award[1], "percent_bp": award[2]}
                    for hand, award in progressive.awards.items()
                    if award[0] == "percent"
                ],
                "signed_by": [
                    {"badge": "S-1", "department": "table games"},
                    {"badge": "A-2", "department": "accounting"},
                ],
                "reason": "demo",
            },
            actor="S-1",
            stream=f"link:{LINK}",
        )
        self.say("table_opened", _opening(book.name, book.sha256, unit_mc), actor=FLOORPERSON)
        deck = {"deck": DECK_NAME, "back_colour": "red", "preinspected": False, "preshuffled": False}
        self.say("decks_received", {"decks": [deck], "cover_cards": 2, "received_by": DEALER})
        self.say("deck_inspected", {"deck": DECK_NAME, "counted": 52, "defects": [], "inspected_by": DEALER})
        self.say("inspection_verified", {"deck": DECK_NAME, "verified_by": FLOORPERSON}, actor=FLOORPERSON)
        self.record()

    def play(self) -> str:
        """One round; returns its name."""
        self._rounds += 1
        self._round = f"{TABLE}-{self._rounds}"
        cards = self._shuffled()
        self.say("round_opened", {"dealer": DEALER, "deck": DECK_NAME})
        progressive = self._wagers()
        hands = self._deal(cards)
        decisions = self._decide(hands)
        self._settle(hands, decisions, progressive)
        self.say("round_closed", {"rack_cards": 52})
        self.record()
        name, self._round = self._round, None
        return name

    def _shuffled(self) -> list[str]:
        cards = [text(card) for card in DECK]
        self._rng.shuffle(cards)
        self.say("cards_shuffled", {"deck": DECK_NAME, "method": "manual"})
        depth = self._rng.randint(10, 40)
        self.say("cards_cut", {"deck": DECK_NAME, "depth": depth, "cover_cards": 2})
        return cards[depth:] + cards[:depth]

    def _wagers(self) -> set[int]:
        progressive = {seat for seat in SEATS if self._rng.random() < 0.7}
        for seat in SEATS:
            wager = {
                "seat": seat,
                "wager": "ante",
                "amount_mc": ANTE_CENTS * 1_000,
                "instrument": "value_chip",
            }
            self.say("wager_placed", wager)
            if seat in progressive:
                self.say("wager_placed", {**wager, "wager": "progressive", "amount_mc": UNIT_CENTS * 1_000})
        self.say("bets_closed", {"legs": []})
        self.say("lock_out_engaged", {"system": "progressive"})
        count = len(progressive)
        self.say("progressive_chips_counted", {"wager": "progressive", "chips": count, "accepted": count})
        return progressive

    def _deal(self, cards: list[str]) -> dict[int, list[str]]:
        """Seven cards each, one at a time from the shoe; seat 0 is the dealer (678a.8(d))."""
        hands: dict[int, list[str]] = {seat: [] for seat in (*SEATS, 0)}
        for position in range(1, 8):
            for seat, hand in hands.items():
                hand.append(cards.pop(0))
                to = {"to": "seat", "seat": seat} if seat else {"to": "dealer", "seat": None}
                self.say("card_dealt", {**to, "position": position, "card": None, "face": "down"})
        if self._rounds % 5 == 0:
            counted = {"deck": DECK_NAME, "stub_cards": len(cards), "deck_cards": 52, "misdealt": None}
            self.say("stub_counted", counted)
        self.say("stub_discarded", {"deck": DECK_NAME, "exposed": []})
        return hands

    def _decide(self, hands: dict[int, list[str]]) -> dict[int, dict[str, Any]]:
        decisions: dict[int, dict[str, Any]] = {}
        for seat in SEATS:
            length = max(Counter(card[1] for card in hands[seat]).values())
            times = 3 if length >= 6 else 2 if length == 5 else 1
            raised = length >= 3
            amount = times * ANTE_CENTS if raised else 0
            decisions[seat] = {"action": "raise", "raise": amount} if raised else {"action": "fold"}
            self.say(
                "decision_made",
                {
                    "seat": seat,
                    "action": "raise" if raised else "fold",
                    "at": "deal",
                    "wager": "raise" if raised else None,
                    "amount_mc": amount * 1_000,
                    "instrument": "value_chip" if raised else None,
                },
            )
        return decisions

    def _settle(
        self, hands: dict[int, list[str]], decisions: dict[int, dict[str, Any]], progressive: set[int]
    ) -> None:
        stakes = {
            seat: {"ante": ANTE_CENTS, **({"progressive": UNIT_CENTS} if seat in progressive else {})}
            for seat in SEATS
        }
        verdict: Any = describe.answer(
            {
                "game": "high_card_flush",
                "rulebook": RULEBOOK,
                "paytables": {"progressive": PAYTABLE},
                "meters": {"progressive": 0},
                "seats": [
                    {"seat": seat, "cards": hands[seat], "wagers": stakes[seat], "decision": decisions[seat]}
                    for seat in SEATS
                ],
                "dealer": hands[0],
            }
        )
        self.say("hand_revealed", {"hand": "dealer", "seat": None, "cards": hands[0]})
        for result in sorted(verdict["seats"], key=lambda seat: -seat["seat"]):
            seat = result["seat"]
            self.say("hand_revealed", {"hand": "seat", "seat": seat, "cards": hands[seat]})
            for wager, settled in result["wagers"].items():
                stake = decisions[seat].get("raise", 0) if wager == "raise" else stakes[seat][wager]
                self._pay(seat, hands[seat], wager, stake, settled)
            self.say("hand_collected", {"hand": "seat", "seat": seat, "cards": 7})
        self.say("hand_collected", {"hand": "dealer", "seat": None, "cards": 7})

    def _pay(self, seat: int, cards: list[str], wager: str, stake: int, settled: dict[str, Any]) -> None:
        paid_mc = settled["payout_cents"] * 1_000
        percentage = "%" in settled["rate"]
        if percentage:
            paid_mc = self._award(seat, cards, settled["rate"])
        self.say(
            "wager_settled",
            {
                "seat": seat,
                "wager": wager,
                "outcome": settled["outcome"],
                "stake_mc": stake * 1_000,
                "returned_mc": settled["returned_stake_cents"] * 1_000,
                "paid_mc": paid_mc,
                "paid_from": None if not paid_mc else "cage" if percentage else "table_inventory",
            },
        )

    def _award(self, seat: int, cards: list[str], rate: str) -> int:
        """A percentage of the meter: locked by the link, validated, documented, paid from the cage."""
        hand = "seven_card_straight_flush" if rate.startswith("100") else "six_card_straight_flush"
        wager = {"seat": seat, "wager": "progressive"}
        self.say("progressive_claimed", {**wager, "hand": hand, "cards": cards, "link": LINK, "leg": 0})
        claim_seq = self.record()
        amount_mc = self._award_of(claim_seq)
        award = {"link": LINK, "leg": 0, "claim_seq": claim_seq, "seat": seat}
        self.say("progressive_light_verified", {**wager, "lit": True, "verified_by": DEALER})
        self.say("progressive_validated", {**award, "validated_by": FLOORPERSON}, actor=FLOORPERSON)
        documented = {"claim_seq": claim_seq, "document": "JP-1", "cards_remained": True}
        self.say("award_documented", {**wager, **documented, "documented_by": FLOORPERSON}, actor=FLOORPERSON)
        self.say(
            "progressive_paid",
            {**award, "amount_mc": amount_mc, "paid_from": "cage", "paid_by": CAGE},
            actor=CAGE,
        )
        return amount_mc


def _opening(book: str, sha256: str, unit_mc: int) -> dict[str, Any]:
    return {
        "game": "high_card_flush",
        "rulebook": book,
        "rulebook_sha256": sha256,
        "submission": "demo",
        "paytables": [{"wager": "progressive", "paytable": PAYTABLE}],
        "options": [],
        "wagers": ["ante", "raise", "progressive"],
        "progressives": [{"wager": "progressive", "link": LINK, "unit_wager_mc": unit_mc}],
        "payout_limit_mc": None,
        "minimum_wager_mc": ANTE_CENTS * 1_000,
        "maximum_wager_mc": None,
        "betting_positions": 6,
        "boxes_per_player": 1,
        "dealing": "manual_shoe",
        "shuffling": "manual",
        "approvals": [
            {"subject": subject, "reference": "demo", "approved_by": "demo"}
            for subject in ("layout", "shoe_location", "progressive_system")
        ],
        "signs": [
            {"subject": subject, "place": "layout"}
            for subject in ("payout_odds", "dealer_qualifies", "raise_limits")
        ],
        "dealer": DEALER,
        "floorperson": FLOORPERSON,
    }
