"""What happens at a table that may move money of the table's own book, as a range of events has it.

A range does not know what came before it: which selections were in force stays open (`BeforeRange`) until
`projections.ledger.table_books` joins it to what it knows.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from events.vocabulary.awards import EnvyPaid
from events.vocabulary.cases import DisputePaid
from events.vocabulary.links import PaymentCorrected
from events.vocabulary.play import WagerSettled
from events.vocabulary.progressive import ProgressiveClaimed, ProgressivePaid
from projections.house_money import FixedHand


class BeforeRange(Enum):
    """Selections that a range cannot know, because they were made before it began."""

    OF_ROUND = "round"
    """Those of the round that was open when it began …"""
    OF_TABLE = "table"
    """… and those of the table at that moment, which a round that opens later is played under."""

    __hash__ = object.__hash__  # in C: they are part of the key of every tally


Selections = int | BeforeRange
"""The number of the event that made the selections, 0 for none; or that a range cannot know it."""


class Offered(NamedTuple):
    """From here on the rounds of a table have these progressive wagers, and pay these hands of them by house
    money."""

    stream: str
    wagers: frozenset[str]
    fixed: frozenset[FixedHand]


class Occasion(NamedTuple):
    """Where and when something happened that may move house money."""

    stream: str
    seq: int
    at_us: int
    gaming_day: str
    round: str
    actor: str
    selections: Selections


class Paid(NamedTuple):
    """A wager that may be progressive was paid: house money, unless a claim of its round covers it."""

    on: Occasion
    settled: WagerSettled


class Claimed(NamedTuple):
    """A percentage of a meter was claimed: what the wager is paid its link pays, if that can lock it."""

    on: Occasion
    claim: ProgressiveClaimed


class Rejected(NamedTuple):
    """A claim was rejected: it covers nothing any more."""

    on: Occasion
    claim_seq: int


class Voided(NamedTuple):
    """Wagers of a round were returned: the seats by link."""

    on: Occasion
    returned: dict[str, tuple[int, ...]]


class AwardPaidTo(NamedTuple):
    """Cash was paid for a claim, and its link posts it."""

    on: Occasion
    payment: ProgressivePaid


class Envied(NamedTuple):
    """An Envy Bonus was paid."""

    on: Occasion
    envy: EnvyPaid


class PaidForNothing(NamedTuple):
    """Cash was paid in the name of a link that the table never fed, so no link posts it."""

    on: Occasion
    payment: ProgressivePaid


class Disputed(NamedTuple):
    """Cash was paid by the decision of a case."""

    on: Occasion
    paid: DisputePaid


class Corrected(NamedTuple):
    """A payment of the table's own book was mended."""

    on: Occasion
    correction: PaymentCorrected


class Ended(NamedTuple):
    """The table's own end-of-day marker: nothing more is posted to that day."""

    on: Occasion
    day: str


OfAward = Claimed | Rejected | AwardPaidTo | PaidForNothing
BookMove = Paid | OfAward | Voided | Envied | Disputed | Corrected | Ended
Move = Offered | BookMove
"""What house money may follow from, in the order of its stream."""
