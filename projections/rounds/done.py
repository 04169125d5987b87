"""What was done with the wagers of a round: which there are, what was claimed, what each player was given."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set
from typing import Final

from events.naming import comparable
from events.vocabulary.awards import EnvyPaid
from events.vocabulary.progressive import ProgressiveClaimed, ProgressivePaid
from projections.rounds.view import RoundView

ENVY: Final = "envy_bonus"
UNKNOWN_CLAIM: Final = "payment"
"""What was paid for a claim that the round does not have."""

Place = tuple[int, str]
"""A seat and its wager."""


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


def claims_of(view: RoundView) -> dict[int, str]:
    """The claims of the round, by their numbers, and the wager of each."""
    return {
        award.seq: award.body.wager
        for seat in view.seats.values()
        for award in seat.awards
        if isinstance(award.body, ProgressiveClaimed)
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
