"""What the examiner knows of a link, bounded: its terms, its meters, the awards that were locked, the claims
that were refused.

It is what records on `meters` show, and nothing that only a table's stream does. Nothing is judged here.
"""

from __future__ import annotations

from typing import Final

import msgspec

from events.money import RATE_UNIT
from projections.examining.issuing import Series

MOST_FINISHED: Final = 64
"""Awards that are remembered after they were paid or returned. Those that are owed the keeper bounds."""
MOST_REFUSED: Final = 64
"""Claims that are remembered after they were refused."""
MOST_PAYMENTS: Final = 8
"""Payments of an award whose numbers are remembered."""

Claim = tuple[str, int]
"""An award by its table and its claim's number in the table's stream."""


class MeterRule(msgspec.Struct, frozen=True, array_like=True):
    """What is on a meter after an award of all of it, and what of a wager goes to it."""

    reseed_mc: int
    limit_mc: int
    rates_bp: int
    """Primary and reserve together."""


class OnMeter(msgspec.Struct, frozen=True, array_like=True):
    """What is on a meter, in 1/10,000 of a millicent."""

    primary: int = 0
    reserve: int = 0

    @property
    def primary_mc(self) -> int:
        """The amount on display."""
        return self.primary // RATE_UNIT

    @property
    def reserve_mc(self) -> int:
        """The reserve."""
        return self.reserve // RATE_UNIT


class KnownAward(msgspec.Struct, array_like=True):
    """An award: what each seat is due, what it was given in cash, and the numbers of the records about it.

    `returned` is what sent it back: a rejection, a void, or nothing. `seen_at_table` is whether its table may
    still know it: what is wrong there is named there.
    """

    seq: int
    round: str | None
    day: str
    wager: str
    due: dict[int, int]
    done: dict[int, int] = {}
    paid_seqs: tuple[int, ...] = ()
    returned: str = ""
    returned_seq: int = 0
    seen_at_table: bool = True
    told_unpaid: bool = False
    validated: bool = False

    @property
    def is_finished(self) -> bool:
        """Whether it was returned, or every seat has its share."""
        return bool(self.returned) or all(self.done.get(seat, 0) >= mc for seat, mc in self.due.items())

    @property
    def only_seat(self) -> int | None:
        """The seat that it is for; None where several share it."""
        return next(iter(self.due)) if len(self.due) == 1 else None

    @property
    def cash_mc(self) -> int:
        """All that was paid of it to seats that have a share."""
        return sum(self.done.values())

    @property
    def seqs(self) -> tuple[int, ...]:
        """The records that it rests on."""
        return (self.seq, *self.paid_seqs, *((self.returned_seq,) if self.returned_seq else ()))


class RefusedClaim(msgspec.Struct, frozen=True, array_like=True):
    """A claim that the link refused: the record, and the round."""

    seq: int
    round: str | None


class KnownLink(msgspec.Struct, array_like=True):
    """A link. `seq` is the number of its last record, `facility` that of its first opening.

    `joined_seq` is the record by which a table joined last; `told` is what was said of the terms in force.
    """

    seq: int = 0
    facility: str = ""
    rulebook: str = ""
    wager: str = ""
    meters: dict[str, MeterRule] = {}
    balances: dict[str, OnMeter] = {}
    awards: dict[Claim, KnownAward] = {}
    refused: dict[Claim, RefusedClaim] = {}
    joined_seq: int = 0
    told: str = ""
    series: Series = msgspec.field(default_factory=Series)

    @property
    def chapter(self) -> str:
        """The chapter that the link plays by, as in a citation."""
        return self.rulebook.partition("@")[0]
