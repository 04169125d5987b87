"""Which payments of a table are house money, and which are a link's: the one rule for recorder and ledger.

A fixed award of a progressive wager is the house's, unless a claim of its round covers the wager: what a
claim covers is the link's to pay. A claim that comes after the payment takes it over. One that is rejected,
whose wagers are returned, or that no link can lock covers nothing, and what it had taken over is house money
again; but for what a payment of an award names, which is the same cash. Whoever asks keeps the last rounds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

import msgspec

from events.bounds import MAX_AMOUNT_MC
from events.naming import comparable
from events.vocabulary.links import PaymentCorrected, PaymentFound
from events.vocabulary.play import RoundOpened
from events.vocabulary.progressive import ProgressiveClaimed
from projections.hands_made import is_another

SeatWager = tuple[int, str]
"""A wager by its seat and name."""
FixedHand = tuple[str, str]
"""A wager, and a hand that it pays a fixed award for."""

ROUNDS_KEPT: Final = 4
"""So many rounds of a table are remembered: what comes late of an older one is judged by itself."""
KEPT_A_ROUND: Final = 256
"""So many claims and payments of a round are remembered, and so many wagers that were returned in it."""
_EXTRAS: Final = ("_magic", "_lucky")
SLIPS_KEPT: Final = 256
"""So many slips of a table's own book are remembered: one that comes again posts nothing."""


class FixedAward(msgspec.Struct, frozen=True, array_like=True):
    """What was paid for a progressive wager, by the event that shows it.

    `house_mc` of it stands as house money; `mended_mc` did, until two people mended it. One that is `listed`
    has stood so before.
    """

    seq: int
    seat: int
    wager: str
    paid_mc: int
    stake_mc: int = 0
    selections: int = 0
    gaming_day: str = ""
    paid_from: str = ""
    paid_by: str = ""
    house_mc: int = 0
    mended_mc: int = 0
    listed: bool = False


class RoundClaim(msgspec.Struct, frozen=True, array_like=True):
    """A claim: its link, the wagers that it names, and whether the link pays for them as far as a table can
    tell."""

    link: str
    named: frozenset[SeatWager]
    covers: bool


class Moved(NamedTuple):
    """So much more of a payment is house money now, or less where negative; the payment as it stands."""

    award: FixedAward
    mc: int


class RoundMoney(msgspec.Struct, array_like=True):
    """The claims of a round by their numbers, what was paid for its progressive wagers, what payments of
    awards have named as paid for each, and the seats whose wagers were returned, by link."""

    round: str
    claims: dict[int, RoundClaim] = {}
    paid: list[FixedAward] = []
    named_mc: dict[SeatWager, int] = {}
    returned: list[tuple[str, int]] = []

    @property
    def covered(self) -> set[SeatWager]:
        """The wagers that a link pays for: none of a claim whose wagers were all returned."""
        return {
            of
            for claim in self.claims.values()
            if claim.covers and any((claim.link, seat) not in self.returned for seat, _ in claim.named)
            for of in claim.named
        }

    def stand(self) -> list[Moved]:
        """Settle what is house money by all that is known: nothing that a claim covers, and nothing that a
        payment of an award names, for that is the same cash."""
        covered, named, moved = self.covered, dict(self.named_mc), []
        for place, award in enumerate(self.paid):
            of, left_mc = (award.seat, award.wager), award.paid_mc - award.mended_mc
            same_mc = left_mc if of in covered else min(left_mc, named.get(of, 0))
            named[of] = max(0, named.get(of, 0) - same_mc)
            house_mc = left_mc - same_mc
            if house_mc != award.house_mc:
                moved.append(Moved(award, house_mc - award.house_mc))
                self.paid[place] = msgspec.structs.replace(award, house_mc=house_mc, listed=True)
        return moved


class HouseMoney(msgspec.Struct, array_like=True):
    """What the last rounds of a table claimed, and what was paid in them: what of it is house money.

    Every method but `mend` gives what became house money by it, and what no longer is.
    """

    rounds: list[RoundMoney] = []
    """The oldest first: a list, since the order of a dict is not stored."""

    def pay(self, round_: str, award: FixedAward) -> list[Moved]:
        """A payment for a progressive wager. What is settled under a claim is no cash by itself: it says what
        the award is, and the payment of the award follows."""
        money = self._round(round_)
        if (award.seat, award.wager) in money.covered:
            return []
        money.paid = [*money.paid, award][-KEPT_A_ROUND:]
        return money.stand()

    def claim(self, round_: str, seq: int, claim: RoundClaim) -> list[Moved]:
        """A claim covers its wagers from here on, and what was paid for them earlier in the round."""
        money = self._round(round_)
        money.claims[seq] = claim
        if len(money.claims) > KEPT_A_ROUND:
            del money.claims[min(money.claims)]
        return money.stand()

    def reject(self, claim_seq: int) -> list[Moved]:
        """A claim covers nothing any more."""
        for money in self.rounds:
            claim = money.claims.get(claim_seq)
            if claim is not None:
                money.claims[claim_seq] = msgspec.structs.replace(claim, covers=False)
                return money.stand()
        return []

    def void(self, round_: str, returned: Mapping[str, Collection[int]]) -> list[Moved]:
        """Wagers of these seats were returned, by link: a claim covers nothing once all of its are."""
        money = self._known(round_)
        if money is None:
            return []
        seats = [(link, seat) for link, seats in returned.items() for seat in seats]
        money.returned = [*dict.fromkeys((*money.returned, *seats))][-KEPT_A_ROUND:]
        return money.stand()

    def name(self, claim_seq: int, seat: int, mc: int) -> list[Moved]:
        """A payment of an award was recorded: so much of what was paid for its wager is that same cash."""
        for money in self.rounds:
            claim = money.claims.get(claim_seq)
            for of in claim.named if claim is not None else ():
                if of[0] == seat and (of in money.named_mc or len(money.named_mc) < KEPT_A_ROUND):
                    money.named_mc[of] = min(money.named_mc.get(of, 0) + mc, MAX_AMOUNT_MC)
                    return money.stand()
        return []

    def mend(self, payment_seq: int, mc: int) -> None:
        """So much of a payment is house money no longer: two people mended it."""
        for money in self.rounds:
            money.paid = [
                msgspec.structs.replace(
                    paid, mended_mc=paid.mended_mc + mc, house_mc=max(0, paid.house_mc - mc)
                )
                if paid.seq == payment_seq
                else paid
                for paid in money.paid
            ]

    def house_mc(self, payment_seq: int) -> int | None:
        """What of a payment is house money; None where it is not among those that are known."""
        known = (paid for money in self.rounds for paid in money.paid)
        return next((paid.house_mc for paid in known if paid.seq == payment_seq), None)

    def _round(self, round_: str) -> RoundMoney:
        """A round; the oldest is forgotten where they are too many."""
        money = self._known(round_)
        if money is None:
            money = RoundMoney(round_)
            self.rounds = [*self.rounds, money][-ROUNDS_KEPT:]
        return money

    def _known(self, round_: str) -> RoundMoney | None:
        return next((money for money in self.rounds if money.round == round_), None)


def claim_of(body: ProgressiveClaimed, fixed: Collection[FixedHand]) -> RoundClaim:
    """A claim as a table can judge it; `fixed` are the hands that its round pays by house money.

    It covers nothing where no link was asked, or will lock it: the table never fed the link, the seat has no
    such wager, the hand wins no percentage, or the cards make another hand on every reading.
    """
    seats = (body.seat, *body.sharing_seats, *body.other_boxes)
    shown = body.shown
    without_wager = shown is not None and shown.round_found and not shown.wagered
    refused = (
        without_wager
        or (body.wager, body.hand) in fixed
        or any(is_another(made, body.hand) for made in (shown, body.made))
    )
    return RoundClaim(
        body.link, frozenset((seat, body.wager) for seat in seats), covers=body.leg > 0 and not refused
    )


def fixed_hands_of(body: RoundOpened) -> frozenset[FixedHand]:
    """The hands that a round pays by house money, each with its wager."""
    from games.progressive_hands import fixed_hands  # noqa: PLC0415 - who only reads meters needs no game

    return frozenset(
        (offer.wager, hand)
        for offer in body.progressives
        for hand in fixed_hands(body.rulebook, offer.wager, offer.paytable)
    )


class Slips(msgspec.Struct, array_like=True):
    """The last slips that were paid in a table's own book, each with its payment's number."""

    seen: dict[str, int] = {}

    def paid_by(self, slip: str) -> int:
        """The payment that a slip was paid by before; 0 where it is new, or there is none."""
        return self.seen.get(comparable(slip), 0) if slip else 0

    def first_with(self, slip: str, seq: int) -> int:
        """As `paid_by`; a slip that is new is of this payment from now on."""
        before, key = self.paid_by(slip), comparable(slip) if slip else ""
        if before or not key:
            return before
        self.seen[key] = seq
        if len(self.seen) > SLIPS_KEPT:
            del self.seen[min(self.seen, key=self.seen.__getitem__)]  # the order of a dict is not stored
        return 0

    def forget(self, payment_seq: int) -> None:
        """A payment that never happened used up no slip."""
        self.seen = {slip: seq for slip, seq in self.seen.items() if seq != payment_seq}


def is_of(wager: str, offered: frozenset[str]) -> bool:
    """Whether a wager is among the progressive ones, or a fixed extra of one (647a.12(e)(3))."""
    return wager in offered or (wager.endswith(_EXTRAS) and wager.rpartition("_")[0] in offered)


def mended_mc(correction: PaymentCorrected, found: PaymentFound) -> int:
    """How much of a payment a correction is about: never more than is left of it."""
    whole = correction.outcome == "never_happened" or correction.amount_mc is None
    return found.left_mc if whole else min(correction.amount_mc or 0, found.left_mc)
