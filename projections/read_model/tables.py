"""What the read model holds: its tables, row by row, and the changes that a batch of records makes to them.

A model folds records of one source partition into `Changes`: rows to add or merge, the state needed to go on,
and the new position. A store takes them in one transaction or not at all. `TABLES` holds how rows merge, so a
new table is a row class and a line there; every store makes the rest of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, Protocol, TypeVar, cast

from projections.ledger.award_steps import AwardStepRow
from projections.ledger.cases import CaseEntryRow, CasePaymentRow, CaseRow
from projections.ledger.findings_accepted import FindingsAcceptedRow
from projections.ledger.house_payments import HousePaymentChangeRow, HousePaymentRow, TableDayRow
from projections.ledger.payment_moves import PaymentMoveRow
from projections.ledger.payments import SAID_ONCE, STANDING, PaymentRow
from projections.ledger.play import PlayRow, SelectionsRow, StakeReturnedRow
from projections.ledger.readings import DayCloseRow, ReadingChangeRow, ReadingRow, VarianceRow
from projections.ledger.rows import DayTotalRow, EntryRow, LinkPastRow, LinkRow, RefusalRow, SnapshotRow
from projections.read_model.finding_row import FindingRow
from projections.read_model.log_troubles import HaltRow, QuarantinedRow
from projections.read_model.table_progress import TableProgressPastRow, TableProgressRow
from projections.records import Record
from projections.rounds.boxes import BoxRow
from projections.rounds.crew import CrewRow
from projections.rounds.happenings import HappeningRow
from projections.rounds.index import RoundChange


@dataclass(slots=True)
class MeterRow:
    """A meter of a link as the last record of the link that moved money leaves it, and the moment of that."""

    link: str
    meter: str
    seq: int
    at_us: int
    primary_mc: int
    reserve_mc: int
    primary_residual: int
    reserve_residual: int


@dataclass(slots=True)
class AwardRow:
    """An award and how far it has come: locked, validated, paid, returned.

    `owed` is what each seat is still owed, as JSON: pairs of seat and millicents.
    """

    link: str
    table: str
    claim_seq: int
    round: str
    seat: int
    hand: str
    meter: str
    amount_mc: int
    status: str
    recorded_at_us: int
    wager: str
    paid_mc: int
    owed: str


@dataclass(slots=True)
class AwardStep(AwardRow):
    """A later step of an award: it moves the row on, and leaves as it was what the award began with."""


@dataclass(slots=True)
class AwardPastRow:
    """An award as one record of it left it, for moments in the past; `at_us` is that moment."""

    link: str
    table: str
    claim_seq: int
    seq: int
    amount_mc: int
    status: str
    paid_mc: int
    owed: str
    at_us: int


@dataclass(slots=True)
class ShortfallRow:
    """What the house bears because a round was void or an award rejected, and why the meter did not.

    `because` is a code (`Shortfall` of the keeper's records), `reason` that of the void or the rejection.
    """

    link: str
    seq: int
    number: int
    table: str
    round: str
    meter: str
    amount_mc: int
    because: str
    reason: str
    of_day: str
    at_us: int


@dataclass(slots=True)
class AwardChangeRow:
    """An award that went back to its meter, or whose amount was corrected because another one did.

    `change` is `rejected`, `voided` or `corrected`; `by` and `reason` are of the rejection or of the void.
    `because_table` and `because_claim_seq` are the award whose return corrected this one; empty and 0 where
    it went back itself.
    """

    link: str
    seq: int
    table: str
    claim_seq: int
    change: str
    before_mc: int
    amount_mc: int
    by: str
    reason: str
    because_table: str
    because_claim_seq: int
    recorded_at_us: int


@dataclass(slots=True)
class GapRow:
    """A table of which a link misses something, from `from_number` on; 0: it is complete again."""

    link: str
    table: str
    what: str
    from_number: int


@dataclass(slots=True)
class GapPastRow:
    """That a record of a link said a table misses something, or (`from_number` 0) is complete again."""

    link: str
    seq: int
    table: str
    what: str
    from_number: int
    at_us: int


@dataclass(slots=True)
class LegSetAsideRow:
    """Legs of a table that a link does not wait for any longer, from `leg` to `last_leg`."""

    link: str
    seq: int
    table: str
    leg: int
    last_leg: int
    reason: str
    recorded_at_us: int


@dataclass(slots=True)
class StakeDueBackRow:
    """A wager that fed no link and can win nothing: its stake is due back to the player."""

    link: str
    seq: int
    number: int
    table: str
    round: str
    seat: int
    wager: str
    amount_mc: int
    reason: str
    recorded_at_us: int
    at_us: int


@dataclass(slots=True)
class TransferRow:
    """A step of a transfer from one link to another: `sent`, `received` or `returned`, by its number."""

    from_link: str
    to_link: str
    number: int
    step: str
    meter: str
    amount_mc: int
    at_us: int


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the read model, or a step that moves rows of one on.

    Where there is a row of the key already: `merge` puts the columns of `last` in its place, adds those of
    `add` to it, joins the bits of `bits` and puts the bytes of `behind` behind its own, `ignore` leaves it,
    `refuse` is a defect. `step` moves the columns that it has of a row that must be there.
    """

    name: str
    row: type[Any]
    key: tuple[str, ...]
    repeated: Literal["merge", "ignore", "refuse", "step"] = "merge"
    add: tuple[str, ...] = ()
    bits: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    first: tuple[str, ...] = ()
    """Columns that stay as the first row of the key had them."""
    index: tuple[str, ...] = ()
    few: tuple[tuple[str, ...], str] | None = None
    """Columns of an index over few of the rows, and the condition that picks them."""
    asked_by: tuple[str, ...] = ()
    """Columns that have an index each."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Its columns in order; those that a step moves."""
        left = self.first if self.repeated == "step" else ()
        return tuple(each.name for each in fields(self.row) if each.name not in left)

    @property
    def last(self) -> tuple[str, ...]:
        """The columns that the latest row of a key decides."""
        kept = {*self.key, *self.add, *self.bits, *self.behind, *self.first}
        return tuple(name for name in self.columns if name not in kept)


TABLES: Final = (
    Table(
        "rounds",
        RoundChange,
        key=("round", "stream", "mode"),
        add=("events", "opened", "closed", "voided"),
        bits=("seats",),
        behind=("places",),
        first=("gaming_day", "partition", "first_seq", "first_offset", "first_at_us"),
        index=("stream", "first_at_us"),
        few=(("first_at_us",), "mode = 'live'"),
    ),
    Table(
        "boxes",
        BoxRow,
        key=("stream", "mode", "seat", "seq"),
        repeated="refuse",
        index=("stream", "mode", "player", "seq"),
    ),
    Table("crews", CrewRow, key=("stream", "mode", "seq"), repeated="refuse"),
    Table("happenings", HappeningRow, key=("stream", "seq"), repeated="refuse"),
    Table("meters", MeterRow, key=("link", "meter")),
    Table(
        "awards", AwardRow, key=("link", "table", "claim_seq"), repeated="refuse", index=("table", "round")
    ),
    Table(
        "awards",
        AwardStep,
        key=("link", "table", "claim_seq"),
        repeated="step",
        first=("round", "seat", "hand", "meter", "wager"),
    ),
    Table("awards_past", AwardPastRow, key=("link", "table", "claim_seq", "seq"), repeated="refuse"),
    Table(
        "shortfalls",
        ShortfallRow,
        key=("link", "seq", "number"),
        repeated="refuse",
        index=("table", "round"),
    ),
    Table("award_changes", AwardChangeRow, key=("link", "seq"), repeated="refuse"),
    Table("payments", PaymentRow, key=("link", "table", "payment_seq"), add=STANDING, first=SAID_ONCE),
    Table(
        "payment_moves",
        PaymentMoveRow,
        key=("book", "seq", "table", "payment_seq"),
        add=STANDING,
        index=("day", "cause"),
    ),
    Table("links", LinkRow, key=("link",)),
    Table("links_past", LinkPastRow, key=("link", "seq"), repeated="refuse"),
    Table(
        "entries",
        EntryRow,
        key=("book", "seq"),
        repeated="refuse",
        index=("book", "day", "seq"),
        few=(("book", "of_day"), "of_day <> day"),
    ),
    Table("snapshots", SnapshotRow, key=("book", "seq"), repeated="refuse", index=("book", "at_us", "seq")),
    Table("day_totals", DayTotalRow, key=("book", "day", "account", "meter", "cause"), add=("mc", "nano")),
    Table(
        "play",
        PlayRow,
        key=("stream", "selections_seq", "gaming_day", "wager", "stake_mc"),
        add=("wagers", "voided", "returned_mc", "paid_mc", "house_mc"),
    ),
    Table("selections", SelectionsRow, key=("stream", "seq"), repeated="refuse"),
    Table("award_steps", AwardStepRow, key=("stream", "seq"), repeated="refuse"),
    Table(
        "house_payments",
        HousePaymentRow,
        key=("stream", "seq"),
        repeated="refuse",
        index=("stream", "round", "seat"),
    ),
    Table(
        "house_payment_changes",
        HousePaymentChangeRow,
        key=("stream", "seq", "payment_seq"),
        repeated="refuse",
    ),
    Table("table_days", TableDayRow, key=("stream",)),
    Table("readings", ReadingRow, key=("stream", "seq"), repeated="refuse"),
    Table("variances", VarianceRow, key=("stream", "seq"), repeated="refuse"),
    Table("reading_changes", ReadingChangeRow, key=("stream", "seq"), repeated="refuse"),
    Table("day_closes", DayCloseRow, key=("stream", "seq"), repeated="refuse"),
    Table("cases", CaseRow, key=("stream",), repeated="ignore"),
    Table("case_entries", CaseEntryRow, key=("stream", "seq"), repeated="refuse"),
    Table("case_payments", CasePaymentRow, key=("stream", "seq"), repeated="refuse", index=("name",)),
    Table("table_progress", TableProgressRow, key=("link", "table")),
    Table("table_progress_past", TableProgressPastRow, key=("link", "table", "slot")),
    Table("refusals", RefusalRow, key=("link", "seq"), repeated="refuse", asked_by=("source",)),
    Table("transfers", TransferRow, key=("from_link", "to_link", "number", "step"), repeated="ignore"),
    Table("legs_set_aside", LegSetAsideRow, key=("link", "seq"), repeated="refuse"),
    Table("stakes_due_back", StakeDueBackRow, key=("link", "seq", "number"), repeated="refuse"),
    Table(
        "stakes_returned",
        StakeReturnedRow,
        key=("stream", "seq"),
        repeated="refuse",
        index=("stream", "round", "seat"),
    ),
    Table("gaps", GapRow, key=("link", "table")),
    Table("gaps_past", GapPastRow, key=("link", "seq"), repeated="refuse"),
    Table("halts", HaltRow, key=("stream",)),
    Table("findings_accepted", FindingsAcceptedRow, key=("stream", "seq"), repeated="refuse"),
    Table(
        "findings",
        FindingRow,
        key=("stream", "version", "seq"),
        repeated="ignore",
        asked_by=("version", "table", "gaming_day", "round", "section", "severity"),
    ),
    Table("quarantined", QuarantinedRow, key=("topic", "partition", "offset", "reason"), repeated="ignore"),
)
"""Every table, in the order in which its rows are written."""


R = TypeVar("R")


class Changes:
    """What a batch does to the read model."""

    __slots__ = ("next_offset", "rows", "state")

    def __init__(self, next_offset: int, state: bytes, *rows: object) -> None:
        self.next_offset = next_offset
        self.state = state
        self.rows: dict[type, list[object]] = {}
        self.add(*rows)

    def add(self, *rows: object) -> None:
        """Rows of any tables, each in its place."""
        for row in rows:
            self.rows.setdefault(type(row), []).append(row)

    def add_all(self, row: type[R], rows: Iterable[R]) -> None:
        """Many rows of one class."""
        self.rows.setdefault(row, []).extend(rows)

    def of(self, row: type[R]) -> list[R]:
        """The rows of one class."""
        return cast("list[R]", self.rows.get(row, []))


class Model(Protocol):
    """A fold of one source partition into changes.

    `step` may ask for the range that begins at an offset to be replayed, up to the record that it was given.
    """

    def step(self, record: Record) -> int | None:
        """Take one record, in the order of the partition."""

    def replay(self, record: Record) -> None:
        """Take again a record of a stream that is being resumed."""

    def changes(self, next_offset: int) -> Changes:
        """What the records since the last call did."""
