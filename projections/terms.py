"""The state of a link's meters: its terms, what stands on each meter, and awards not yet done with.

Plain frozen classes: `projections.meter` makes new ones, nothing changes one in place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from events.money import RATE_UNIT


@dataclass(frozen=True, slots=True)
class MeterTerms:
    """What a meter starts with, falls back to after a 100 % award, and takes of each wager."""

    seed_mc: int
    reseed_mc: int
    primary_bp: int
    reserve_bp: int


@dataclass(frozen=True, slots=True)
class AwardTerms:
    """The meter that a hand wins a percentage of."""

    meter: str
    percent_bp: int


@dataclass(frozen=True, slots=True)
class Meter:
    """A meter's balances. The residuals are what divisions left over, in 1/10,000 of a millicent.

    `base_mc` is what the primary started from (seed, or reseed plus reserve): a reversal never digs below it.
    `hits` counts the 100 % awards, so that a reversal sees whether its money has been won since.
    """

    primary_mc: int
    reserve_mc: int
    primary_residual: int
    reserve_residual: int
    base_mc: int
    hits: int

    @property
    def primary_units(self) -> int:
        """The primary with its residual, in 1/10,000 of a millicent."""
        return self.primary_mc * RATE_UNIT + self.primary_residual

    @property
    def reserve_units(self) -> int:
        """The reserve with its residual, in 1/10,000 of a millicent."""
        return self.reserve_mc * RATE_UNIT + self.reserve_residual

    @property
    def units(self) -> int:
        """All that stands on the meter, in 1/10,000 of a millicent."""
        return self.primary_units + self.reserve_units


@dataclass(frozen=True, slots=True)
class Award:
    """An award that is locked and not yet paid: a liability of the house."""

    seat: int
    meter: str
    amount_mc: int
    validated: bool


SeatWager = tuple[int, str]
"""A wager by its seat and name."""


@dataclass(frozen=True, slots=True)
class RoundHeard:
    """The last round of a table as the link heard it: to judge its claims and to reverse its wagers.

    A seat may feed one link by several wagers: on its own hand and on the dealer's, say.
    """

    round: str
    wagers: dict[SeatWager, int]
    claimed: frozenset[SeatWager]
    hits: dict[str, int]


@dataclass(frozen=True, slots=True)
class LinkState:
    """All that `decide` needs to know of a link."""

    live: bool = False
    unit_wager_mc: int = 0
    meter_terms: dict[str, MeterTerms] = field(default_factory=dict)
    award_terms: dict[str, AwardTerms] = field(default_factory=dict)
    meters: dict[str, Meter] = field(default_factory=dict)
    awards: dict[tuple[str, int], Award] = field(default_factory=dict)
    rounds: dict[str, RoundHeard] = field(default_factory=dict)

    def dump(self) -> list[Any]:
        """Plain values for a stored state; equal states give equal values."""
        return [
            self.live,
            self.unit_wager_mc,
            [
                [k, t.seed_mc, t.reseed_mc, t.primary_bp, t.reserve_bp]
                for k, t in sorted(self.meter_terms.items())
            ],
            [[k, t.meter, t.percent_bp] for k, t in sorted(self.award_terms.items())],
            [
                [k, m.primary_mc, m.reserve_mc, m.primary_residual, m.reserve_residual, m.base_mc, m.hits]
                for k, m in sorted(self.meters.items())
            ],
            [[*k, a.seat, a.meter, a.amount_mc, a.validated] for k, a in sorted(self.awards.items())],
            [
                [
                    k,
                    r.round,
                    [[*of, mc] for of, mc in sorted(r.wagers.items())],
                    sorted(r.claimed),
                    sorted(r.hits.items()),
                ]
                for k, r in sorted(self.rounds.items())
            ],
        ]

    @classmethod
    def load(cls, dumped: list[Any]) -> LinkState:
        """The state of `dump`."""
        live, unit, meter_terms, award_terms, meters, awards, rounds = dumped
        return cls(
            live=live,
            unit_wager_mc=unit,
            meter_terms={k: MeterTerms(*rest) for k, *rest in meter_terms},
            award_terms={k: AwardTerms(*rest) for k, *rest in award_terms},
            meters={k: Meter(*rest) for k, *rest in meters},
            awards={(table, seq): Award(*rest) for table, seq, *rest in awards},
            rounds={
                k: RoundHeard(
                    round_,
                    {(seat, wager): mc for seat, wager, mc in wagers},
                    frozenset((seat, wager) for seat, wager in claimed),
                    dict(hits),
                )
                for k, round_, wagers, claimed, hits in rounds
            },
        )
