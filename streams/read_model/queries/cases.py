"""Cases: how each stands, entry by entry, and what was paid by its decisions."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, fields
from typing import Any, Final, Literal

from streams.read_model.store import ReadStore

DECIDED: Final = ("payment", "no_payment")
"""The entries that decide a case."""


@dataclass(frozen=True, slots=True)
class CaseEntry:
    """An entry of a case; what it does not name is empty or 0."""

    stream: str
    seq: int
    entry: str
    said: str
    by: tuple[str, ...]
    table: str
    round: str
    seat: int
    wager: str
    amount_mc: int
    hold_seq: int
    reply_by: str
    recorded_at_us: int


@dataclass(frozen=True, slots=True)
class CasePayment:
    """What was paid by a decision of a case, and where it stands."""

    name: str
    decision_seq: int
    table: str
    payment_seq: int
    round: str
    seat: int
    wager: str
    amount_mc: int
    settled_mc: int
    beyond_mc: int
    undone_mc: int
    slip: str
    paid_from: str
    paid_by: str
    day: str
    of_day: str
    recorded_at_us: int


@dataclass(frozen=True, slots=True)
class Case:
    """A case: as it was opened, its entries in order, its payments."""

    stream: str
    name: str
    table: str
    seat: int
    disputed_at_us: int
    claim: str
    claimed_mc: int
    player: str
    first_reply_by: str
    two_sign_over_mc: int
    opened_by: str
    opened_at_us: int
    entries: tuple[CaseEntry, ...]
    payments: tuple[CasePayment, ...]

    @property
    def _last_turn(self) -> CaseEntry | None:
        """The last entry that decided the case or opened it again."""
        turns = (each for each in reversed(self.entries) if each.entry in (*DECIDED, "reopened"))
        return next(turns, None)

    @property
    def status(self) -> Literal["open", "decided"]:
        """Whether it is decided; one that was opened again is not."""
        turn = self._last_turn
        return "decided" if turn is not None and turn.entry in DECIDED else "open"

    @property
    def decision(self) -> CaseEntry | None:
        """The decision that stands; None while the case is open."""
        return self._last_turn if self.status == "decided" else None

    @property
    def reply_by(self) -> str:
        """The day by which a reply is due: that of the opening, or of the last time it was opened again."""
        again = [each.reply_by for each in self.entries if each.entry == "reopened"]
        return again[-1] if again else self.first_reply_by

    @property
    def holds(self) -> tuple[CaseEntry, ...]:
        """The holds that stand."""
        lifted = {each.hold_seq for each in self.entries if each.entry == "lifted"}
        return tuple(each for each in self.entries if each.entry == "hold" and each.seq not in lifted)

    @property
    def unpaid_mc(self) -> int:
        """What its decisions award and nobody has paid."""
        awarded_mc = sum(each.amount_mc for each in self.entries if each.entry in DECIDED)
        return awarded_mc - sum(each.settled_mc for each in self.payments)


def cases(store: ReadStore, name: str | None = None) -> list[Case]:
    """Every case in the order of their opening, or the one of a name."""
    entries: dict[str, list[CaseEntry]] = defaultdict(list)
    named = ", ".join(f'"{field.name}"' for field in fields(CaseEntry))
    picked = "stream IN (SELECT stream FROM cases WHERE name = coalesce(?, name))"
    query = f"SELECT {named} FROM case_entries WHERE {picked} ORDER BY stream, seq"  # noqa: S608 - of a class
    for entry in store.select(_entry, query, (name,)):
        entries[entry.stream].append(entry)
    payments: dict[str, list[CasePayment]] = defaultdict(list)
    for payment in case_payments(store, name=name):
        payments[payment.name].append(payment)
    return [
        _case(row, entries[row["stream"]], payments[row["name"]])
        for row in store.rows(
            "SELECT * FROM cases WHERE name = coalesce(?, name) ORDER BY recorded_at_us, stream", (name,)
        )
    ]


def case_payments(store: ReadStore, *, name: str | None = None, day: str | None = None) -> list[CasePayment]:
    """What was paid by decisions, in the order of time: of one case, or posted to one gaming day."""
    return store.select(
        CasePayment,
        """SELECT c.name, c.decision_seq, p."table", p.payment_seq, p.round, p.seat, c.wager, p.amount_mc,
          p.settled_mc, p.beyond_mc, p.undone_mc, p.slip, p.paid_from, p.paid_by, p.day, p.of_day,
          p.recorded_at_us
        FROM case_payments AS c
        JOIN payments AS p ON p.link = '' AND p."table" = substr(c.stream, 7) AND p.payment_seq = c.seq
        WHERE c.name = coalesce(?, c.name) AND p.day = coalesce(?, p.day)
        ORDER BY p.recorded_at_us, c.stream, c.seq""",
        (name, day),
    )


def round_payments(store: ReadStore, table: str, round_: str) -> list[CasePayment]:
    """What was paid by decisions for a round of a table."""
    return [each for each in case_payments(store) if (each.table, each.round) == (table, round_)]


def _case(row: dict[str, Any], entries: list[CaseEntry], payments: list[CasePayment]) -> Case:
    return Case(
        stream=row["stream"],
        name=row["name"],
        table=row["table"],
        seat=row["seat"],
        disputed_at_us=row["disputed_at_us"],
        claim=row["claim"],
        claimed_mc=row["claimed_mc"],
        player=row["player"],
        first_reply_by=row["reply_by"],
        two_sign_over_mc=row["two_sign_over_mc"],
        opened_by=row["opened_by"],
        opened_at_us=row["recorded_at_us"],
        entries=tuple(entries),
        payments=tuple(payments),
    )


def _entry(*columns: Any) -> CaseEntry:
    values = dict(zip((field.name for field in fields(CaseEntry)), columns, strict=True))
    return CaseEntry(**values | {"by": tuple(json.loads(values["by"]))})
