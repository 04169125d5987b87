"""What a table's play comes to: tallies of its wagers, and the table's own book as double entry.

Fixed awards of progressive wagers, and envy, are the house's: no meter moves, so they are in the book of
their table and not in that of a link. So is cash that was paid in the name of a link that the table never
fed: nobody owed it, and it stands beyond entitlement. A book follows the end-of-day markers of its own table:
what comes later of an ended day is posted to the next. The state is small: one round a table.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple, assert_never

import msgspec

from events.vocabulary.links import PaymentCorrected
from projections.house_money import SLIPS_KEPT, FixedAward, RoundAwards, is_of, mended_mc, same_slip
from projections.ledger.accounts import Entry, Posting, day_posted
from projections.ledger.play import PlayRow, RangePlay
from projections.ledger.table_moves import (
    BeforeRange,
    BookMove,
    Claimed,
    Corrected,
    Ended,
    Envied,
    Move,
    Occasion,
    Offered,
    Paid,
    PaidForNothing,
    Rejected,
    Selections,
)
from projections.ledger.table_payments import (
    ENVY,
    FIXED,
    NO_AWARD,
    PAYMENT,
    SAME_SLIP,
    Outcome,
    TableDayRow,
    TablePaymentChangeRow,
    TablePaymentRow,
)

PlayKey = tuple[str, int, str, str, int]
"""Stream, selections, gaming day, wager, stake: the key of a row of `play`."""
BookRow = TablePaymentRow | TablePaymentChangeRow | TableDayRow
"""A row that the book of a table adds to its postings."""

_ACCOUNT_OF: Final = {FIXED: "fixed_awards", ENVY: "envy", PAYMENT: "beyond_entitlement"}
"""The account on which each kind of payment stands."""


class TableBook(msgspec.Struct, array_like=True):
    """A table: its selections, the progressive wagers on offer, and what its last round claimed and paid.

    `at_us` is the running maximum of the recording times of its entries. `closed_day` is the last gaming day
    that the table's own marker ended. `slips` are the last ones that were paid in its own book, each with its
    payment's number.
    """

    selections: int = 0
    round_selections: int = 0
    offered: frozenset[str] = frozenset()
    at_us: int = 0
    awards: RoundAwards = msgspec.field(default_factory=RoundAwards)
    closed_day: str = ""
    slips: dict[str, int] = {}

    def known(self, selections: Selections) -> int:
        """Selections with what a range could not know put in."""
        if selections is BeforeRange.OF_ROUND:
            return self.round_selections
        if selections is BeforeRange.OF_TABLE:
            return self.selections
        return selections

    def first_with(self, slip: str, seq: int) -> int:
        """The payment that a slip was paid by before; 0 where it is new, or there is none."""
        key = same_slip(slip)
        if not key:
            return 0
        if key in self.slips:
            return self.slips[key]
        self.slips[key] = seq
        if len(self.slips) > SLIPS_KEPT:
            del self.slips[next(iter(self.slips))]
        return 0

    def forget_slip_of(self, payment_seq: int) -> None:
        """A payment that never happened used up no slip."""
        self.slips = {slip: seq for slip, seq in self.slips.items() if seq != payment_seq}


class JoinedPlay(NamedTuple):
    """What a range adds, with everything known: tallies, entries in the order of each book, its rows."""

    play: list[PlayRow]
    entries: list[Entry]
    rows: list[BookRow]


class TableBooks:
    """The books of all tables of a partition; `join` takes them on over one range after the other."""

    __slots__ = ("tables",)

    def __init__(self, tables: dict[str, TableBook] | None = None) -> None:
        self.tables: dict[str, TableBook] = tables if tables is not None else {}

    def join(self, play: RangePlay) -> JoinedPlay:
        """Take what follows the ranges that were joined before."""
        tallies: dict[PlayKey, PlayRow] = {}
        for (stream, selections, day, wager, stake_mc), tally in play.tallies.items():
            row = _tally(tallies, (stream, self._book(stream).known(selections), day, wager, stake_mc))
            row.wagers += tally.wagers
            row.voided += tally.voided
            row.returned_mc += tally.returned_mc
            row.paid_mc += tally.paid_mc
        posting = _Posting(tallies)
        for move in play.moves:
            self._move(move, posting)
        for stream, table in play.tables.items():
            book = self._book(stream)
            book.round_selections, book.selections = (
                book.known(table.round_selections),
                book.known(table.selections),
            )
        return JoinedPlay(list(tallies.values()), posting.entries, posting.rows)

    def _book(self, stream: str) -> TableBook:
        return self.tables.setdefault(stream, TableBook())

    def _move(self, move: Move, posting: _Posting) -> None:
        match move:
            case Offered():
                self._book(move.stream).offered = move.wagers
            case Rejected():
                self._book(move.stream).awards.reject(move.claim_seq)
            case _:
                posting.take(self._book(move.on.stream), move)


class _Posting:
    """The entries and rows of one range while its moves are gone through."""

    def __init__(self, tallies: dict[PlayKey, PlayRow]) -> None:
        self._tallies = tallies
        self.entries: list[Entry] = []
        self.rows: list[BookRow] = []

    def take(self, book: TableBook, move: BookMove) -> None:
        match move:
            case Paid():
                self._pay(book, move)
            case Claimed():
                self._claim(book, move)
            case Envied():
                self._envy(book, move)
            case PaidForNothing():
                self._pay_for_nothing(book, move)
            case Corrected():
                self._correct(book, move)
            case Ended():
                self._end(book, move)
            case _:
                assert_never(move)

    def _pay(self, book: TableBook, paid: Paid) -> None:
        """A fixed award, if the wager is a progressive one and no claim of its round covers it."""
        on, settled = paid
        if not is_of(settled.wager, book.offered):
            return
        selections = book.known(on.selections)
        award = FixedAward(
            *(on.seq, settled.seat, settled.wager, settled.paid_mc, settled.stake_mc),
            *(selections, on.gaming_day),
        )
        if not book.awards.pay(on.round, award):
            return
        _tally(self._tallies, _key(on.stream, award)).house_mc += award.paid_mc
        self._post(book, on, "wager_settled", *_paid(FIXED, settled.wager, "fixed_award", award.paid_mc))
        self.rows.append(
            TablePaymentRow(
                *_place(book, on),
                kind=FIXED,
                seat=settled.seat,
                wager=settled.wager,
                stake_mc=settled.stake_mc,
                amount_mc=settled.paid_mc,
                paid_from=settled.paid_from or "",
                badge=on.actor,
            )
        )

    def _claim(self, book: TableBook, claim: Claimed) -> None:
        """A claim covers its wager from here on, and takes over what was paid for it earlier in the round."""
        on = claim.on
        covered = frozenset((seat, claim.wager) for seat in claim.seats)
        taken = book.awards.claim(on.round, on.seq, covered)
        for award in taken:
            _tally(self._tallies, _key(on.stream, award)).house_mc -= award.paid_mc
        if taken:
            back_mc = sum(award.paid_mc for award in taken)
            self._post(book, on, "progressive_claimed", *_paid(FIXED, claim.wager, "fixed_award", -back_mc))
        self.rows += [_change(book, on, award.seq, "claimed", award.paid_mc) for award in taken]

    def _envy(self, book: TableBook, envied: Envied) -> None:
        on, envy = envied
        self._post(book, on, "envy_paid", *_paid(ENVY, "", "envy", envy.amount_mc))
        self.rows.append(
            TablePaymentRow(
                *_place(book, on),
                kind=ENVY,
                seat=envy.seat,
                amount_mc=envy.amount_mc,
                badge=on.actor,
                hand=envy.hand,
            )
        )

    def _pay_for_nothing(self, book: TableBook, paid: PaidForNothing) -> None:
        """Nobody owed it: it stands beyond entitlement. A slip that was paid before is the same cash."""
        on, payment = paid
        before = book.first_with(payment.slip, on.seq)
        beyond_mc = 0 if before else payment.amount_mc
        self._post(book, on, "progressive_paid", *_paid(PAYMENT, "", "payment", beyond_mc))
        self.rows.append(
            TablePaymentRow(
                *_place(book, on),
                kind=PAYMENT,
                seat=payment.seat,
                amount_mc=payment.amount_mc,
                badge=payment.paid_by,
                beyond_mc=beyond_mc,
                reason=SAME_SLIP if before else NO_AWARD,
                link=payment.link,
                claim_seq=payment.claim_seq,
                slip=payment.slip,
                same_slip_as=before,
                paid_from=payment.paid_from,
            )
        )

    def _correct(self, book: TableBook, corrected: Corrected) -> None:
        """What never happened or came back was not paid; what is written off the house bears by name."""
        on, correction = corrected
        found = correction.found
        if found is None:  # no recorder wrote it
            return
        mc = mended_mc(correction, found)
        debit = "house" if correction.outcome == "written_off" else "paid"
        self._post(
            *(book, on, "payment_corrected"),
            Posting(debit, found.wager, "payment_correction", mc, 0),
            Posting(_ACCOUNT_OF[found.kind], found.wager, "payment_correction", -mc, 0),
        )
        if found.kind == FIXED:
            book.awards.mend(correction.payment_seq, mc)
        if correction.outcome == "never_happened":
            book.forget_slip_of(correction.payment_seq)
        self.rows.append(
            _change(book, on, correction.payment_seq, correction.outcome, mc, correction=correction)
        )

    def _end(self, book: TableBook, ended: Ended) -> None:
        book.closed_day = max(book.closed_day, ended.day)
        self.rows.append(TableDayRow(ended.on.stream, book.closed_day, ended.on.seq, ended.on.at_us))

    def _post(self, book: TableBook, on: Occasion, type_: str, *postings: Posting) -> None:
        book.at_us = max(book.at_us, on.at_us)
        moved = tuple(posting for posting in postings if posting.mc)
        if not moved:
            return
        self.entries.append(
            Entry(
                book=on.stream,
                seq=on.seq,
                at_us=book.at_us,
                day=day_posted(on.gaming_day, book.closed_day),
                of_day=on.gaming_day,
                type=type_,
                source=f"{on.stream}#{on.seq}",
                round=on.round,
                postings=moved,
            )
        )


def _paid(kind: str, wager: str, cause: str, mc: int) -> tuple[Posting, Posting]:
    """What was paid: on the account of its kind, and as money that went to a player."""
    return Posting(_ACCOUNT_OF[kind], wager, cause, mc, 0), Posting("paid", wager, cause, -mc, 0)


def _place(book: TableBook, on: Occasion) -> tuple[str, int, str, str, str, int, int]:
    """Where a payment is, on the day that the book posts it to, and the selections it was made under."""
    day = day_posted(on.gaming_day, book.closed_day)
    return on.stream, on.seq, on.round, day, on.gaming_day, book.at_us, book.known(on.selections)


def _change(
    book: TableBook,
    on: Occasion,
    payment_seq: int,
    outcome: Outcome,
    mc: int,
    *,
    correction: PaymentCorrected | None = None,
) -> TablePaymentChangeRow:
    signers = () if correction is None else correction.signed_by
    return TablePaymentChangeRow(
        stream=on.stream,
        seq=on.seq,
        payment_seq=payment_seq,
        outcome=outcome,
        amount_mc=mc,
        document="" if correction is None else correction.document,
        signed_by=json.dumps([signature.badge for signature in signers]),
        reason="" if correction is None else correction.reason,
        day=day_posted(on.gaming_day, book.closed_day),
        of_day=on.gaming_day,
        at_us=book.at_us,
    )


def _key(stream: str, award: FixedAward) -> PlayKey:
    """The row of `play` that a fixed award is counted in."""
    return stream, award.selections, award.gaming_day, award.wager, award.stake_mc


def _tally(tallies: dict[PlayKey, PlayRow], key: PlayKey) -> PlayRow:
    row = tallies.get(key)
    if row is None:
        row = tallies[key] = PlayRow(*key, 0, 0, 0, 0, 0)
    return row
