"""Cases as rows: how each was opened, then one row an entry; and what was paid by their decisions.

Every row is made from one event alone. What a case has come to is read from its entries, in their order.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import assert_never

from events.envelope import Event
from events.vocabulary.cases import (
    CaseDecided,
    CaseEvent,
    CaseHoldLifted,
    CaseHoldPlaced,
    CaseNoted,
    CaseOpened,
    CaseReopened,
    CaseRoundRuledOut,
    CaseViewed,
    DisputePaid,
    case_of,
)
from projections.ledger.accounts import Posting
from projections.ledger.payment_moves import PaymentMoveRow, Posted, own_book_payment, payment_move
from projections.ledger.payments import PaymentRow


@dataclass(slots=True)
class CaseRow:
    """A case as it was opened; `player` is empty where nobody is named."""

    stream: str
    seq: int
    name: str
    table: str
    seat: int
    disputed_at_us: int
    claim: str
    claimed_mc: int
    player: str
    reply_by: str
    two_sign_over_mc: int
    opened_by: str
    recorded_at_us: int


@dataclass(slots=True)
class CaseEntryRow:
    """An entry of a case: `note`, `view`, `ruled_out`, `hold`, `lifted`, `payment`, `no_payment`, `reopened`.

    `said` is the note, the reason, or what is kept; `hold_seq` the hold that is lifted; `by` the badges as a
    JSON list. What an entry does not name is empty or 0.
    """

    stream: str
    seq: int
    entry: str
    said: str
    by: str
    table: str
    round: str
    seat: int
    wager: str
    amount_mc: int
    hold_seq: int
    reply_by: str
    recorded_at_us: int


@dataclass(slots=True)
class CasePaymentRow:
    """Which decision of which case a payment of a table's own book is of; `payments` has the rest of it."""

    stream: str
    seq: int
    name: str
    decision_seq: int
    decided_mc: int
    wager: str


CaseEventRow = CaseRow | CaseEntryRow
"""A row that an event of a case makes."""


def case_row(event: Event, body: CaseEvent) -> CaseEventRow | None:  # noqa: PLR0911 - one case a type
    """The row of an event; None where the stream is not that of a case, which no recorder lets through."""
    name = case_of(event.stream)
    if not name:
        return None
    if isinstance(body, CaseOpened):
        return CaseRow(
            *(event.stream, event.seq, name, body.table, body.seat, body.disputed_at_us),
            *(body.claim, body.claimed_mc, body.player or "", body.reply_by, body.two_sign_over_mc),
            *(body.opened_by, event.recorded_at_us),
        )
    entry = CaseEntryRow(event.stream, event.seq, "", "", "", "", "", 0, "", 0, 0, "", event.recorded_at_us)
    match body:
        case CaseViewed():
            seen = replace(entry, entry="view", by=_list(body.viewed_by))
            return replace(seen, table=body.table or "", round=body.round or "")
        case CaseNoted():
            return replace(entry, entry="note", said=body.text, by=_list(body.noted_by))
        case CaseRoundRuledOut():
            out = replace(entry, entry="ruled_out", said=body.reason, by=_list(body.ruled_out_by))
            return replace(out, table=body.table, round=body.round)
        case CaseHoldPlaced():
            return replace(entry, entry="hold", said=body.keep, by=_list(body.placed_by))
        case CaseHoldLifted():
            lifted = replace(entry, entry="lifted", said=body.reason, by=_list(body.lifted_by))
            return replace(lifted, hold_seq=body.hold_seq)
        case CaseDecided():
            return _decision(entry, body)
        case CaseReopened():
            again = replace(entry, entry="reopened", said=body.reason, by=_list(body.reopened_by))
            return replace(again, reply_by=body.reply_by)
        case _:
            assert_never(body)


def _decision(entry: CaseEntryRow, body: CaseDecided) -> CaseEntryRow:
    return replace(
        entry,
        entry=body.outcome,
        said=body.reason,
        by=_list(*(signature.badge for signature in body.signed_by)),
        round=body.round or "",
        seat=body.seat or 0,
        wager=body.wager or "",
        amount_mc=body.amount_mc,
    )


def _list(*badges: str) -> str:
    return json.dumps(badges)


# --- what was paid by a decision ---------------------------------------------------------------------------


def dispute_postings(paid: DisputePaid, covered_mc: int) -> tuple[Posting, ...]:
    """What the decision covers is the house's cost of disputes; the rest stands beyond entitlement."""
    wager, beyond_mc = paid.wager, paid.amount_mc - covered_mc
    return (
        Posting("disputes", wager, "dispute", covered_mc, 0),
        Posting("beyond_entitlement", wager, "dispute", beyond_mc, 0),
        Posting("paid", wager, "dispute", -paid.amount_mc, 0),
    )


def dispute_rows(
    posted: Posted, paid: DisputePaid, covered_mc: int
) -> tuple[PaymentRow, PaymentMoveRow, CasePaymentRow]:
    """The payment, where its cents stand, and the decision that it is of."""
    row = replace(
        own_book_payment(posted, "", posted.seq),
        seat=paid.seat,
        round=paid.round,
        amount_mc=paid.amount_mc,
        settled_mc=covered_mc,
        beyond_mc=paid.amount_mc - covered_mc,
        reason="too_much" if covered_mc < paid.amount_mc else "",
        slip=paid.slip,
        paid_from=paid.paid_from,
        paid_by=paid.paid_by,
    )
    of = (paid.case, paid.decision_seq, paid.decided_mc, paid.wager)
    return row, payment_move(posted, row), CasePaymentRow(posted.book, posted.seq, *of)
