"""What High Card Flush pays, worked out once for each selection of paytables (678a.12(b)–(d))."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.chapter import MeterParameters, Rulebook
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


_ODDS: dict[tuple[str, str | None, str | None, str | None], Odds] = {}


def odds(book: Rulebook, selected: Mapping[str, str]) -> Odds:
    """678a.12(b)–(d) for one selection of paytables, worked out once."""
    letters = [selected.get(table) for table in BONUSES]
    key = (book.sha256, letters[0], letters[1], letters[2])
    found = _ODDS.get(key)
    if found is None:
        flush, straight_flush, progressive = (
            rates(book, *pair) for pair in zip(BONUSES, letters, strict=True)
        )
        meters = book.progressive(letters[2]).meters if letters[2] else ()
        found = _ODDS[key] = Odds(flush, straight_flush, progressive, meters)
    return found


def rates(book: Rulebook, table: str, letter: str | None) -> tuple[Rate | None, ...]:
    """One column by length; all lose where no column was selected."""
    rows = book.paytable(table, letter).rows if letter else {}
    hand = "flush" if table == "flush_bonus" else "straight_flush"
    return tuple(rows.get(f"{length}_card_{hand}") for length in LENGTHS)
