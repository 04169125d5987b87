"""What a table's play comes to: tallies of its wagers, and house money as double entry in a book of its own.

Fixed awards of progressive wagers, and envy, are the house's: no meter moves, so they are in the book of
their table and not in that of a link. What a claim covers is the link's to pay and not house money; a claim
that comes after the payment takes it out again. The state is small: one round a table.
"""

from __future__ import annotations

from typing import NamedTuple, assert_never

import msgspec

from projections.keeping.link_state import SeatWager
from projections.ledger.accounts import Entry, Posting
from projections.ledger.play import (
    BeforeRange,
    Claimed,
    Envied,
    Move,
    Offered,
    Paid,
    PlayRow,
    RangePlay,
    Rejected,
    Selections,
    is_of,
)

PlayKey = tuple[str, int, str, str, int]
"""Stream, selections, gaming day, wager, stake: the key of a row of `play`."""


class FixedAward(msgspec.Struct, frozen=True, array_like=True):
    """House money that was paid for a progressive wager, and the row of `play` that it is counted in."""

    seat: int
    paid_mc: int
    key: PlayKey

    @property
    def seat_wager(self) -> SeatWager:
        """What a claim must cover to take it over."""
        _, _, _, wager, _ = self.key
        return self.seat, wager


class TableBook(msgspec.Struct, array_like=True):
    """A table: its selections, the progressive wagers on offer, and what its last round claimed and paid.

    `at_us` is the running maximum of the recording times of its entries. `claims` are the wagers that each
    claim covers; `paid` is house money of this round, which a later claim would cover.
    """

    selections: int = 0
    round_selections: int = 0
    offered: frozenset[str] = frozenset()
    at_us: int = 0
    round: str = ""
    claims: dict[int, frozenset[SeatWager]] = {}
    paid: list[FixedAward] = []

    def known(self, selections: Selections) -> int:
        """Selections with what a range could not know put in."""
        if selections is BeforeRange.OF_ROUND:
            return self.round_selections
        if selections is BeforeRange.OF_TABLE:
            return self.selections
        return selections

    def enter_round(self, round_: str) -> None:
        """What another round claimed and paid is forgotten."""
        if round_ != self.round:
            self.round, self.claims, self.paid = round_, {}, []


class JoinedPlay(NamedTuple):
    """What a range adds, with everything known: tallies, and entries in the order of each book."""

    play: list[PlayRow]
    entries: list[Entry]


class TableBooks:
    """The books of all tables of a partition; `join` takes them on over one range after the other."""

    __slots__ = ("tables",)

    def __init__(self, tables: dict[str, TableBook] | None = None) -> None:
        self.tables: dict[str, TableBook] = tables if tables is not None else {}

    def join(self, play: RangePlay) -> JoinedPlay:
        """Take what follows the ranges that were joined before."""
        rows: dict[PlayKey, PlayRow] = {}
        for (stream, selections, day, wager, stake_mc), tally in play.tallies.items():
            row = _row(rows, (stream, self._book(stream).known(selections), day, wager, stake_mc))
            row.wagers += tally.wagers
            row.voided += tally.voided
            row.returned_mc += tally.returned_mc
            row.paid_mc += tally.paid_mc
        entries = [entry for move in play.moves if (entry := self._move(move, rows)) is not None]
        for stream, table in play.tables.items():
            book = self._book(stream)
            book.round_selections, book.selections = (
                book.known(table.round_selections),
                book.known(table.selections),
            )
        return JoinedPlay(list(rows.values()), entries)

    def _book(self, stream: str) -> TableBook:
        return self.tables.setdefault(stream, TableBook())

    def _move(self, move: Move, rows: dict[PlayKey, PlayRow]) -> Entry | None:
        book = self._book(move.stream)
        match move:
            case Offered():
                book.offered = move.wagers
            case Paid():
                return _pay(book, move, rows)
            case Claimed():
                return _claim(book, move, rows)
            case Rejected():
                book.claims.pop(move.claim_seq, None)
            case Envied():
                postings = _house_money("envy", "", "envy", move.amount_mc)
                return _entry(book, move, "envy_paid", postings)
            case _:
                assert_never(move)
        return None


def _pay(book: TableBook, paid: Paid, rows: dict[PlayKey, PlayRow]) -> Entry | None:
    """A fixed award, if the wager is a progressive one and no claim of its round covers it."""
    settled = paid.settled
    if not is_of(settled.wager, book.offered):
        return None
    book.enter_round(paid.round)
    if any((settled.seat, settled.wager) in covered for covered in book.claims.values()):
        return None
    selections = book.known(paid.selections)
    key = (paid.stream, selections, paid.gaming_day, settled.wager, settled.stake_mc)
    book.paid.append(FixedAward(settled.seat, settled.paid_mc, key))
    _row(rows, key).house_mc += settled.paid_mc
    postings = _house_money("fixed_awards", settled.wager, "fixed_award", settled.paid_mc)
    return _entry(book, paid, "wager_settled", postings)


def _claim(book: TableBook, claim: Claimed, rows: dict[PlayKey, PlayRow]) -> Entry | None:
    """A claim covers its wager from here on, and what was paid for it earlier in the round."""
    book.enter_round(claim.round)
    covered = frozenset((seat, claim.wager) for seat in claim.seats)
    book.claims[claim.seq] = covered
    taken = [paid for paid in book.paid if paid.seat_wager in covered]
    book.paid = [paid for paid in book.paid if paid.seat_wager not in covered]
    for paid in taken:
        _row(rows, paid.key).house_mc -= paid.paid_mc
    back_mc = sum(paid.paid_mc for paid in taken)
    postings = _house_money("fixed_awards", claim.wager, "fixed_award", -back_mc)
    return _entry(book, claim, "progressive_claimed", postings) if taken else None


def _house_money(account: str, wager: str, cause: str, mc: int) -> tuple[Posting, ...]:
    """What the house paid: a cost, and money that went to a player."""
    return Posting(account, wager, cause, mc, 0), Posting("paid", wager, cause, -mc, 0)


def _entry(
    book: TableBook, move: Paid | Claimed | Envied, type_: str, postings: tuple[Posting, ...]
) -> Entry:
    book.at_us = max(book.at_us, move.at_us)
    return Entry(
        book=move.stream,
        seq=move.seq,
        at_us=book.at_us,
        day=move.gaming_day,
        of_day=move.gaming_day,
        type=type_,
        source=f"{move.stream}#{move.seq}",
        round=move.round,
        postings=postings,
    )


def _row(rows: dict[PlayKey, PlayRow], key: PlayKey) -> PlayRow:
    row = rows.get(key)
    if row is None:
        row = rows[key] = PlayRow(*key, 0, 0, 0, 0, 0)
    return row
