"""What High Card Flush pays, worked out once for each selection of paytables (678a.12(b)–(d))."""

from __future__ import annotations

from dataclasses import dataclass

from games.chapter import MeterParameters, Rulebook, once_a_selection
from games.high_card_flush.wagers import BONUSES
from games.rates import Rate

LENGTHS = ("zero", "one", "two", "three", "four", "five", "six", "seven")
"""How paytables call the length of a flush or straight flush."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The selected paytables by length of the flush or straight flush, None where that length loses."""

    flush: tuple[Rate | None, ...]
    straight_flush: tuple[Rate | None, ...]
    progressive: tuple[Rate | None, ...]
    meters: tuple[MeterParameters, ...]


def work_out(book: Rulebook, flush: str | None, straight_flush: str | None, progressive: str | None) -> Odds:
    """678a.12(b)–(d) for one selection of paytables."""
    return Odds(
        rates(book, "flush_bonus", flush),
        rates(book, "straight_flush_bonus", straight_flush),
        rates(book, "progressive", progressive),
        book.progressive(progressive).meters if progressive else (),
    )


def rates(book: Rulebook, table: str, letter: str | None) -> tuple[Rate | None, ...]:
    """One column by length; all lose where no column was selected."""
    rows = book.paytable(table, letter).rows if letter else {}
    hand = "flush" if table == "flush_bonus" else "straight_flush"
    return tuple(rows.get(f"{length}_card_{hand}") for length in LENGTHS)


odds = once_a_selection(work_out, *BONUSES)
