"""Which payments of a table are house money, and which are a link's: the one rule for recorder and ledger.

A fixed award of a progressive wager is the house's, unless a claim of its round covers the wager: what a
claim covers is the link's to pay. A claim that comes after the payment takes it over; a rejected one covers
nothing from then on. Whoever asks keeps one round.
"""

from __future__ import annotations

from typing import Final

import msgspec

from events.naming import comparable
from events.vocabulary.links import PaymentCorrected, PaymentFound

SeatWager = tuple[int, str]
"""A wager by its seat and name."""

_EXTRAS: Final = ("_magic", "_lucky")
SLIPS_KEPT: Final = 256
"""So many slips of a table's own book are remembered: one that comes again posts nothing."""


class FixedAward(msgspec.Struct, frozen=True, array_like=True):
    """House money that was paid for a progressive wager, by the event that shows it."""

    seq: int
    seat: int
    wager: str
    paid_mc: int
    stake_mc: int = 0
    selections: int = 0
    gaming_day: str = ""


class RoundAwards(msgspec.Struct, array_like=True):
    """What the last round of a table claimed, and what was paid of house money in it.

    `claims` are the wagers that each claim covers, by its number.
    """

    round: str = ""
    claims: dict[int, frozenset[SeatWager]] = {}
    paid: list[FixedAward] = []

    def pay(self, round_: str, award: FixedAward) -> bool:
        """Take a payment for a progressive wager; False where a claim of its round covers it."""
        self._enter(round_)
        if any((award.seat, award.wager) in covered for covered in self.claims.values()):
            return False
        self.paid.append(award)
        return True

    def claim(self, round_: str, seq: int, covered: frozenset[SeatWager]) -> list[FixedAward]:
        """A claim covers these wagers from here on; gives what was paid for them earlier in the round."""
        self._enter(round_)
        self.claims[seq] = covered
        taken = [paid for paid in self.paid if (paid.seat, paid.wager) in covered]
        self.paid = [paid for paid in self.paid if (paid.seat, paid.wager) not in covered]
        return taken

    def reject(self, claim_seq: int) -> None:
        """A claim covers nothing any more."""
        self.claims.pop(claim_seq, None)

    def mend(self, payment_seq: int, mc: int) -> None:
        """So much of a payment is house money no longer: a later claim takes over what is left of it."""
        self.paid = [
            msgspec.structs.replace(paid, paid_mc=max(0, paid.paid_mc - mc))
            if paid.seq == payment_seq
            else paid
            for paid in self.paid
        ]

    def _enter(self, round_: str) -> None:
        """What another round claimed and paid is forgotten."""
        if round_ != self.round:
            self.round, self.claims, self.paid = round_, {}, []


def is_of(wager: str, offered: frozenset[str]) -> bool:
    """Whether a wager is among the progressive ones, or a fixed extra of one (647a.12(e)(3))."""
    return wager in offered or (wager.endswith(_EXTRAS) and wager.rpartition("_")[0] in offered)


def same_slip(slip: str) -> str:
    """A slip as it is compared, as people read it; empty where a payment names none."""
    return comparable(slip) if slip else ""


def mended_mc(correction: PaymentCorrected, found: PaymentFound) -> int:
    """How much of a payment a correction is about: never more than is left of it."""
    whole = correction.outcome == "never_happened" or correction.amount_mc is None
    return found.left_mc if whole else min(correction.amount_mc or 0, found.left_mc)
