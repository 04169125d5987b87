"""What was done with the wagers of a round: which there are, what was claimed and is owed for it, what each
player was given."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Final

from events.money import MC_PER_CENT
from events.naming import comparable
from events.vocabulary.awards import EnvyPaid
from events.vocabulary.progressive import ProgressiveClaimed, ProgressivePaid
from projections.rounds.view import RoundView

ENVY: Final = "envy_bonus"
UNKNOWN_CLAIM: Final = "payment"
"""What was paid for a claim that the round does not have."""

Place = tuple[int, str]
"""A seat and its wager."""


@dataclass(frozen=True, slots=True)
class Locked:
    """What a link owes for a claim, seat by seat and as corrected, and whether anything of it was paid."""

    shares_mc: Mapping[int, int]
    paid: bool

    def share_mc(self, seat: int, players: Mapping[int, str]) -> int:
        """A seat's share as locked. Where the claim gave a player one for each of their boxes, what was
        locked is due equally to the players, each at their first box to be settled (647a.12(e)(2))."""
        boxes = dict[str, int]()
        for box in sorted(self.shares_mc, reverse=True):
            boxes.setdefault(players.get(box, f"seat {box}"), box)
        if len(boxes) == len(self.shares_mc):
            return self.shares_mc.get(seat, 0)
        each = sum(self.shares_mc.values()) // len(boxes)
        return each - each % MC_PER_CENT if seat in boxes.values() else 0


def places_of(view: RoundView) -> list[Place]:
    """Every wager that was placed or settled, from the highest seat down."""
    found: dict[Place, None] = {}
    claims = claims_of(view)
    for number in sorted(view.seats, reverse=True):
        seat = view.seats[number]
        names = [name for name, mc in seat.wagers.items() if mc > 0]
        names += [settled.wager for settled in seat.settled]
        names += [ENVY for award in seat.awards if isinstance(award.body, EnvyPaid)]
        names += [
            UNKNOWN_CLAIM
            for award in seat.awards
            if isinstance(award.body, ProgressivePaid) and award.body.claim_seq not in claims
        ]
        found.update(dict.fromkeys((number, name) for name in names))
    return list(found)


def claimed_in(view: RoundView) -> dict[int, ProgressiveClaimed]:
    """The claims of the round, by their numbers."""
    return {
        award.seq: award.body
        for seat in view.seats.values()
        for award in seat.awards
        if isinstance(award.body, ProgressiveClaimed)
    }


def claims_of(view: RoundView) -> dict[int, str]:
    """The claims of the round, by their numbers, and the wager of each."""
    return {seq: claim.wager for seq, claim in claimed_in(view).items()}


def locked_of(view: RoundView, locked: Mapping[int, Locked]) -> dict[Place, Locked]:
    """What links owe for the claims of the round, by their boxes: those with a share, and those that a claim
    of the dealer's hand names beside them, for which nothing more is due."""
    return {
        (seat, claim.wager): locked[seq]
        for seq, claim in claimed_in(view).items()
        if seq in locked
        for seat in (*locked[seq].shares_mc, *claim.other_boxes)
    }


def paid_claims(view: RoundView) -> list[tuple[int, Place]]:
    """The claims of the round that something was paid for, each with the seat that got it and the wager."""
    claims = claims_of(view)
    return [
        (award.body.claim_seq, (number, claims[award.body.claim_seq]))
        for number, seat in view.seats.items()
        for award in seat.awards
        if isinstance(award.body, ProgressivePaid) and award.body.claim_seq in claims
    ]


def given_mc(view: RoundView, locked: Set[Place]) -> dict[Place, int]:
    """What was given to the player for every wager; `locked` are those that a link owes for.

    The settlement of a claimed wager and the payment of its award both carry the amount: it is one cash. So
    are two payments of one slip.
    """
    claims = claims_of(view)
    claimed = {place for _, place in paid_claims(view)} | locked
    done_mc: dict[Place, int] = defaultdict(int)
    slips: set[str] = set()
    for number, seat in view.seats.items():
        for settled in seat.settled:
            paid_mc = 0 if (number, settled.wager) in claimed else settled.paid_mc
            done_mc[number, settled.wager] += settled.returned_mc + paid_mc
        for award in seat.awards:
            match award.body:
                case ProgressivePaid(claim_seq=claim_seq, amount_mc=amount_mc, slip=slip):
                    seen = comparable(slip)
                    if not seen or seen not in slips:
                        done_mc[number, claims.get(claim_seq, UNKNOWN_CLAIM)] += amount_mc
                    slips.add(seen)
                case EnvyPaid(amount_mc=amount_mc):
                    done_mc[number, ENVY] += amount_mc
                case _:
                    pass
    return dict(done_mc)
