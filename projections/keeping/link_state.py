"""The state of a link: its terms, what is on each meter, open awards, its tables and transfers.

Frozen classes that msgspec stores as they are: `projections.keeping.evolution` makes new ones, nothing
changes one in place.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from events.money import RATE_UNIT
from events.vocabulary.award_records import BeyondReason
from events.vocabulary.keeper_facts import Balance
from events.vocabulary.links import AwardTerms, MeterTerms

Hand = Literal["player", "dealer", "any"]
"""Whose hand wins with a wager: `any` where terms name no wagers, and a claim says it."""


class LinkTerms(msgspec.Struct, frozen=True, array_like=True):
    """The parameter set of a link, meters and awards by name; all is empty before it was opened.

    `wagers` are all that feed it, each with the hand that wins; without any in the rulebook it is `wager`.
    """

    rulebook: str = ""
    paytable: str = ""
    wager: str = ""
    unit_wager_mc: int = 0
    guard_mc: int = 0
    meters: dict[str, MeterTerms] = {}
    awards: dict[str, AwardTerms] = {}
    wagers: dict[str, Hand] = {}


class Meter(msgspec.Struct, frozen=True, array_like=True):
    """A meter as its last record shows it, and what no record shows.

    `base_mc` is what the primary started from (seed, or reseed, reserve and overflow): a reversal never digs
    below it. `hits` counts the 100 % awards, so that a reversal sees whether its money has been won since.
    """

    balance: Balance
    base_mc: int
    hits: int

    @property
    def primary_mc(self) -> int:
        """The amount on display, in millicents."""
        return self.balance.primary_mc

    @property
    def reserve_mc(self) -> int:
        """The reserve, in millicents."""
        return self.balance.reserve_mc

    @property
    def primary_units(self) -> int:
        """The primary with its residual, in 1/10,000 of a millicent."""
        return self.balance.primary_mc * RATE_UNIT + self.balance.primary_residual

    @property
    def reserve_units(self) -> int:
        """The reserve with its residual, in 1/10,000 of a millicent."""
        return self.balance.reserve_mc * RATE_UNIT + self.balance.reserve_residual

    @property
    def units(self) -> int:
        """All that is on the meter, in 1/10,000 of a millicent."""
        return self.primary_units + self.reserve_units


Meters = dict[str, Meter]
"""The meters of a link by name, in the order of their names."""


SeatWager = tuple[int, str]
"""A wager by its seat and name; `DEALER` is the seat of the dealer's hand, which several may share."""

DEALER: Final = 0


class Award(msgspec.Struct, frozen=True, array_like=True):
    """An award, what each seat is owed of it and was paid: a liability of the house until all is paid.

    `claimed_by` do not validate it; `validated_mc` is the amount that was validated last. It is returned when
    every wager that it was claimed for is: those of `boxes`, in one round of the table.
    """

    meter: str
    amount_mc: int
    owed: dict[int, int]
    paid: dict[int, int] = {}
    validated: bool = False
    claimed_by: tuple[str, ...] = ()
    reseed_mc: int = 0
    round: str = ""
    wager: SeatWager = (0, "")
    hand: str = ""
    boxes: tuple[int, ...] = ()
    validated_mc: int = 0

    @property
    def seats(self) -> frozenset[int]:
        """The seats that have a share of it."""
        return frozenset(self.owed) | frozenset(self.paid)

    @property
    def share_mc(self) -> int:
        """What is right for each seat: all have the same share."""
        return self.amount_mc // len(self.seats)

    @property
    def paid_mc(self) -> int:
        """What was paid of it."""
        return sum(self.paid.values())

    @property
    def owed_mc(self) -> int:
        """What is owed of it."""
        return sum(self.owed.values())

    @property
    def cost_mc(self) -> int:
        """What it costs: all that was paid of it and all that is owed."""
        return self.paid_mc + self.owed_mc

    @property
    def borne_mc(self) -> int:
        """What the house bears of it: what was paid beyond the right amount."""
        return self.cost_mc - self.amount_mc


Claim = tuple[str, int]
"""An award by its table and its claim's number in the table's stream."""


PaymentId = tuple[str, int]
"""A payment by its table and its number in the table's stream."""


class Payment(msgspec.Struct, frozen=True, array_like=True):
    """Cash that was paid: what of it settled a share, and what stands beyond entitlement and why.

    `mended_mc` of it came back or is written off. One that is `undone` never happened, and its slip is free.
    `number` is its place among the payments of the link: the order of a dict is not stored.
    """

    claim: Claim
    seat: int
    slip: str
    meter: str
    settled_mc: int
    beyond_mc: int
    reason: BeyondReason
    mended_mc: int = 0
    undone: bool = False
    number: int = 0

    @property
    def amount_mc(self) -> int:
        """What was paid; nothing where it never happened."""
        return self.settled_mc + self.beyond_mc + self.mended_mc


class Pot(NamedTuple):
    """A meter with its overflow in 1/10,000 of a millicent, and what a meter knows of its 100 % awards."""

    primary: int
    reserve: int
    overflow: int
    base_mc: int
    hits: int


class Lock(msgspec.Struct, frozen=True, array_like=True):
    """An award as it was drawn from its meter: what it takes to draw it again from another amount.

    `before` is the meter at its turn. What moved between two locks is the difference of their meters.
    """

    claim: Claim
    seats: tuple[int, ...]
    percent_bp: int
    reseed_mc: int
    limit_mc: int
    before: Pot


class Redrawn(NamedTuple):
    """A meter without one of its locks: what is on it, the locks after it, the awards that changed.

    `house_mc` is what the house puts on the meter so that nothing on it falls below zero, and so that an
    award that was paid too high costs the meter no more than the right amount; `short_mc` is the former part
    of it. `owed_more_mc` is what all changed awards together are owed more than before.
    """

    pot: Pot
    locks: tuple[Lock, ...]
    corrected: dict[Claim, Award]
    house_mc: int
    owed_more_mc: int
    short_mc: int


class LastRound(msgspec.Struct, frozen=True, array_like=True):
    """The last round of a table that the link knows: to judge its claims and to reverse its wagers.

    A seat may feed one link by several wagers: on its own hand and on the dealer's. `wagers` are those that
    were accepted, and can win; `unfed` those among them that fed no meter, so that nothing of them is
    reversed. `claimed` has the number of the claim by which each was won. `overflowed` is what of its
    contributions went to an overflow, in 1/10,000 of a millicent. With `other_rates` the
    link has others since: what the round brought is taken back by an adjustment alone.
    """

    round: str
    wagers: dict[SeatWager, int]
    claimed: dict[SeatWager, int]
    hits: dict[str, int]
    overflowed: dict[str, int] = {}
    unfed: frozenset[SeatWager] = frozenset()
    other_rates: bool = False


class TableParameters(msgspec.Struct, frozen=True, array_like=True):
    """The parameters that a table plays by under some of its selections, by their number in its stream.

    `wagers` are those that it offers for the link: none where it left with these selections. `problem` is why
    the parameters are not the link's own, empty if they are; `feeding` are then those wagers that both have.
    """

    selections_seq: int
    rulebook: str = ""
    paytable: str = ""
    unit_wager_mc: int = 0
    wagers: tuple[str, ...] = ()
    feeding: tuple[str, ...] = ()
    problem: str = ""


class LinkState(msgspec.Struct, frozen=True, array_like=True):
    """All that `decide` needs to know of a link.

    `opened_seq`, `closed_seq` and `terms_seq` are the numbers, in the link's own stream, of what last opened
    it, closed it and gave it other terms. `tables` are the last two selections of each table that has joined.
    `locks` are the last awards of each meter, from the oldest on that can still be taken out of its history;
    an award without one is final for its meter. `settled` are awards that are paid, while their lock is kept,
    they are of their table's last round, or a remembered payment has settled them. `sent` counts what went to
    each other link, `transit` is what of it has not been answered. `days` are the gaming days of each table
    without their end-of-day marker. `payments` are the last ones, numbered as they came;
    `forgotten` is what stands beyond entitlement of others, by meter.
    """

    live: bool = False
    retired: bool = False
    terms: LinkTerms = LinkTerms()
    meters: Meters = {}
    awards: dict[Claim, Award] = {}
    rounds: dict[str, LastRound] = {}
    tables: dict[str, tuple[TableParameters, ...]] = {}
    locks: dict[str, tuple[Lock, ...]] = {}
    settled: dict[Claim, Award] = {}
    sent: dict[str, int] = {}
    transit: dict[tuple[str, int], int] = {}
    days: dict[str, tuple[str, ...]] = {}
    closed_day: str = ""
    payments: dict[PaymentId, Payment] = {}
    forgotten: dict[str, int] = {}
    opened_seq: int = 0
    closed_seq: int = 0
    terms_seq: int = 0


def award_of(state: LinkState, claim: Claim) -> Award | None:
    """An award that is owed, or a settled one that is still known."""
    return state.awards.get(claim) or state.settled.get(claim)


def with_award(state: LinkState, claim: Claim, award: Award) -> LinkState:
    """The state with an award: a liability while a seat is owed any of it, settled when none is."""
    awards = {k: a for k, a in state.awards.items() if k != claim}
    settled = {k: a for k, a in state.settled.items() if k != claim}
    (awards if award.owed else settled)[claim] = award
    return replace(state, awards=awards, settled=settled)
