"""What a table's play comes to: tallies of its wagers, and the table's own book as double entry.

Fixed awards of progressive wagers, and envy, are the house's: no meter moves, so they are in the book of
their table and not in that of a link. So is cash that was paid in the name of a link that the table never
fed: nobody owed it, and it stands beyond entitlement. A book follows the end-of-day markers of its own table:
what comes later of an ended day is posted to the next. The state is small: a few rounds a table.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Final, NamedTuple, assert_never

import msgspec

from events.vocabulary.links import PaymentCorrected
from projections.dispute_cash import DisputeCash
from projections.house_money import (
    FixedAward,
    FixedHand,
    HouseMoney,
    Moved,
    Slips,
    claim_of,
    is_of,
    mended_mc,
)
from projections.ledger.accounts import BEYOND, Entry, Posting, day_posted
from projections.ledger.cases import CasePaymentRow, dispute_postings, dispute_rows
from projections.ledger.house_payments import (
    DISPUTE,
    ENVY,
    FIXED,
    PAYMENT,
    Change,
    HousePaymentChangeRow,
    HousePaymentRow,
    TableDayRow,
)
from projections.ledger.payment_moves import Mending, PaymentMoveRow, Posted, own_book_payment, payment_move
from projections.ledger.payments import PaymentRow
from projections.ledger.play import PlayRow, RangePlay
from projections.ledger.rows import RefusalRow
from projections.ledger.table_moves import (
    AwardPaidTo,
    BeforeRange,
    BookMove,
    Claimed,
    Corrected,
    Disputed,
    Ended,
    Envied,
    Move,
    Occasion,
    Offered,
    Paid,
    PaidForNothing,
    Rejected,
    Selections,
    Voided,
)

PlayKey = tuple[str, int, str, str, int]
"""Stream, selections, gaming day, wager, stake: the key of a row of `play`."""
HouseRow = HousePaymentRow | HousePaymentChangeRow | CasePaymentRow
BookRow = HouseRow | PaymentRow | PaymentMoveRow | RefusalRow | TableDayRow
"""A row that the book of a table adds to its postings."""

_ACCOUNT_OF: Final = {FIXED: "fixed_awards", ENVY: "envy", PAYMENT: BEYOND, DISPUTE: BEYOND}
"""The account on which each kind of payment stands."""


class TableBook(msgspec.Struct, array_like=True):
    """A table: its selections, the progressive wagers on offer and the hands of them that it pays itself, and
    what its last rounds claimed and paid.

    `at_us` is the running maximum of the recording times of its entries. `closed_day` is the last gaming day
    that the table's own marker ended.
    """

    selections: int = 0
    round_selections: int = 0
    offered: frozenset[str] = frozenset()
    at_us: int = 0
    money: HouseMoney = msgspec.field(default_factory=HouseMoney)
    closed_day: str = ""
    slips: Slips = msgspec.field(default_factory=Slips)
    fixed: frozenset[FixedHand] = frozenset()
    disputes: DisputeCash = msgspec.field(default_factory=DisputeCash)

    def known(self, selections: Selections) -> int:
        """Selections with what a range could not know put in."""
        if selections is BeforeRange.OF_ROUND:
            return self.round_selections
        if selections is BeforeRange.OF_TABLE:
            return self.selections
        return selections


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
                book = self._book(move.stream)
                book.offered, book.fixed = move.wagers, move.fixed
            case _:
                posting.take(self._book(move.on.stream), move)


class _Posting:
    """The entries and rows of one range while its moves are gone through."""

    def __init__(self, tallies: dict[PlayKey, PlayRow]) -> None:
        self._tallies = tallies
        self.entries: list[Entry] = []
        self.rows: list[BookRow] = []

    def take(self, book: TableBook, move: BookMove) -> None:  # noqa: C901 - one case a move
        """One move after the other, each in the order of its book."""
        match move:
            case Paid():
                self._pay(book, move)
            case Claimed(on, body):
                claim = claim_of(body, book.fixed)
                self._move(book, on, "progressive_claimed", book.money.claim(on.round, on.seq, claim))
            case Rejected(on, claim_seq):
                self._move(book, on, "progressive_rejected", book.money.reject(claim_seq))
            case Voided(on, returned):
                self._move(book, on, "round_voided", book.money.void(on.round, returned))
            case AwardPaidTo(on, paid):
                moved = book.money.name(paid.claim_seq, paid.seat, paid.amount_mc)
                self._move(book, on, "progressive_paid", moved)
            case Envied():
                self._envy(book, move)
            case PaidForNothing():
                self._pay_for_nothing(book, move)
            case Disputed():
                self._pay_dispute(book, move)
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
        award = FixedAward(
            *(on.seq, settled.seat, settled.wager, settled.paid_mc, settled.stake_mc),
            *(book.known(on.selections), on.gaming_day, settled.paid_from or "", on.actor),
        )
        self._move(book, on, "wager_settled", book.money.pay(on.round, award))

    def _move(self, book: TableBook, on: Occasion, type_: str, moved: list[Moved]) -> None:
        """What became house money, and what no longer is; nothing is posted where neither did."""
        if moved:
            self._post_house(book, on, type_, moved)

    def _post_house(
        self, book: TableBook, on: Occasion, type_: str, moved: list[Moved], *more: Posting
    ) -> Posted:
        """What moved of house money, with `more` postings of the same event."""
        mc_of: Counter[str] = Counter()
        for award, mc in moved:
            mc_of[award.wager] += mc
            _tally(self._tallies, _key(on.stream, award)).house_mc += mc
        postings = [posting for wager, mc in mc_of.items() for posting in _paid(FIXED, wager, mc)]
        posted = self._post(book, on, type_, *postings, *more)
        for award, mc in moved:
            if not award.listed:
                self.rows.append(_fixed_award(posted, on.round, award))
            taken_mc = -mc if award.listed else award.paid_mc - award.mended_mc - mc
            if taken_mc:
                self.rows.append(_change(posted, award.seq, "claimed", taken_mc))
        return posted

    def _envy(self, book: TableBook, envied: Envied) -> None:
        on, envy = envied
        posted = self._post(book, on, "envy_paid", *_paid(ENVY, "", envy.amount_mc))
        days = (posted.day, posted.of_day, posted.at_us)
        self.rows.append(
            HousePaymentRow(
                *(on.stream, on.seq, ENVY, on.round, *days, book.known(on.selections)),
                seat=envy.seat,
                wager="",
                hand=envy.hand,
                stake_mc=0,
                amount_mc=envy.amount_mc,
                paid_from="",
                paid_by=on.actor,
            )
        )

    def _pay_for_nothing(self, book: TableBook, paid: PaidForNothing) -> None:
        """Nobody owed it: it stands beyond entitlement. A slip that was paid before is the same cash."""
        on, payment = paid
        before = book.slips.first_with(payment.slip, on.seq)
        beyond_mc = 0 if before else payment.amount_mc
        moved = [] if before else book.money.name(payment.claim_seq, payment.seat, payment.amount_mc)
        posted = self._post_house(book, on, "progressive_paid", moved, *_paid(PAYMENT, "", beyond_mc))
        if before:
            self.rows.append(_same_slip(on, payment.slip, before))
            return
        row = replace(
            own_book_payment(posted, payment.link, on.seq),
            claim_seq=payment.claim_seq,
            seat=payment.seat,
            round=on.round,
            amount_mc=payment.amount_mc,
            beyond_mc=payment.amount_mc,
            reason="no_award",
            slip=payment.slip,
            paid_from=payment.paid_from,
            paid_by=payment.paid_by,
        )
        self.rows += [row, payment_move(posted, row)]

    def _pay_dispute(self, book: TableBook, disputed: Disputed) -> None:
        """Cash by the decision of a case. A slip that was paid before is the same cash."""
        on, paid = disputed
        before = book.slips.first_with(paid.slip, on.seq)
        if before:
            self.rows.append(_same_slip(on, paid.slip, before))
            return
        covered_mc = book.disputes.pay(on.seq, paid)
        posted = self._post(book, on, "dispute_paid", *dispute_postings(paid, covered_mc))
        self.rows += dispute_rows(posted, paid, covered_mc)

    def _correct(self, book: TableBook, corrected: Corrected) -> None:
        """What never happened or came back was not paid; what is written off the house bears by name."""
        on, correction = corrected
        found = correction.found
        if found is None:  # no recorder wrote it
            return
        mc, seq = mended_mc(correction, found), correction.payment_seq
        debit = "house" if correction.outcome == "written_off" else "paid"
        covered_mc = found.covered_mc if found.kind == DISPUTE else 0
        posted = self._post(
            *(book, on, "payment_corrected"),
            Posting(debit, found.wager, "payment_correction", mc, 0),
            Posting(_ACCOUNT_OF[found.kind], found.wager, "payment_correction", covered_mc - mc, 0),
            Posting("disputes", found.wager, "payment_correction", -covered_mc, 0),
        )
        if found.kind in (PAYMENT, DISPUTE):
            if correction.outcome == "never_happened":
                book.slips.forget(seq)
                book.disputes.undo(found.decision, covered_mc)
            signed = (correction.signed_by, correction.reason, correction.document)
            row = replace(
                own_book_payment(posted, found.link, seq),
                reason="no_award" if found.kind == PAYMENT else "too_much" if mc > covered_mc else "",
                settled_mc=-covered_mc,
                beyond_mc=covered_mc - mc,
                undone_mc=mc if correction.outcome == "never_happened" else 0,
                recovered_mc=mc if correction.outcome == "recovered" else 0,
                written_off_mc=mc if correction.outcome == "written_off" else 0,
            )
            self.rows += [row, payment_move(posted, row, Mending(correction.outcome, *signed))]
            return
        if found.kind == FIXED:
            book.money.mend(seq, mc)
        self.rows.append(_change(posted, seq, correction.outcome, mc, correction=correction))

    def _end(self, book: TableBook, ended: Ended) -> None:
        book.closed_day = max(book.closed_day, ended.day)
        self.rows.append(TableDayRow(ended.on.stream, book.closed_day, ended.on.seq, ended.on.at_us))

    def _post(self, book: TableBook, on: Occasion, type_: str, *postings: Posting) -> Posted:
        """An entry, unless nothing moved; gives the day and moment that it has, or would have."""
        book.at_us = max(book.at_us, on.at_us)
        day = day_posted(on.gaming_day, book.closed_day)
        moved = tuple(posting for posting in postings if posting.mc)
        if moved:
            source = f"{on.stream}#{on.seq}"
            self.entries.append(
                Entry(on.stream, on.seq, book.at_us, day, on.gaming_day, type_, source, on.round, moved)
            )
        return Posted(on.stream, on.seq, type_, day, on.gaming_day, book.at_us)


def _paid(kind: str, wager: str, mc: int) -> tuple[Posting, Posting]:
    """What was paid: on the account of its kind, and as money that went to a player."""
    return Posting(_ACCOUNT_OF[kind], wager, kind, mc, 0), Posting("paid", wager, kind, -mc, 0)


def _fixed_award(posted: Posted, round_: str, award: FixedAward) -> HousePaymentRow:
    """The row of a fixed award, on the day from which on it is house money."""
    return HousePaymentRow(
        *(posted.book, award.seq, FIXED, round_, posted.day, posted.of_day, posted.at_us, award.selections),
        seat=award.seat,
        wager=award.wager,
        hand="",
        stake_mc=award.stake_mc,
        amount_mc=award.paid_mc,
        paid_from=award.paid_from,
        paid_by=award.paid_by,
    )


def _same_slip(on: Occasion, slip: str, before: int) -> RefusalRow:
    """A payment that posted nothing, among what was refused: under the book that would have had it."""
    table = on.stream.partition(":")[2]
    reason = (
        f"slip {slip.strip()} is that of payment {before} of {table}: the same slip is the same "
        "cash, and nothing is posted. If this is other cash, record it with a slip of its own"
    )
    refused = (on.stream, on.seq, table, "payment", reason, on.at_us)
    return RefusalRow(*refused, f"{on.stream}#{on.seq}", on.gaming_day, on.at_us)


def _change(
    posted: Posted, payment_seq: int, change: Change, mc: int, *, correction: PaymentCorrected | None = None
) -> HousePaymentChangeRow:
    signers = () if correction is None else correction.signed_by
    return HousePaymentChangeRow(
        stream=posted.book,
        seq=posted.seq,
        payment_seq=payment_seq,
        change=change,
        amount_mc=mc,
        document="" if correction is None else correction.document,
        signed_by=json.dumps([signature.badge for signature in signers]),
        reason="" if correction is None else correction.reason,
        day=posted.day,
        of_day=posted.of_day,
        at_us=posted.at_us,
    )


def _key(stream: str, award: FixedAward) -> PlayKey:
    """The row of `play` that a fixed award is counted in."""
    return stream, award.selections, award.gaming_day, award.wager, award.stake_mc


def _tally(tallies: dict[PlayKey, PlayRow], key: PlayKey) -> PlayRow:
    row = tallies.get(key)
    if row is None:
        row = tallies[key] = PlayRow(*key, 0, 0, 0, 0, 0)
    return row
