"""What Heads-Up Hold 'Em pays, worked out once for each selection of paytables (677a.12(b)–(e))."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.chapter import Rulebook, once_a_selection
from games.ranking.poker import KEYS
from games.rates import Rate


@dataclass(frozen=True, slots=True)
class Odds:
    """The fixed and the selected paytables, by category of the hand (Pocket Bonus: by row)."""

    odds: tuple[Rate | None, ...]
    bad_beat: tuple[Rate | None, ...]
    pocket: Mapping[str, Rate]
    trips: tuple[Rate | None, ...]


def work_out(book: Rulebook, pocket_bonus: str | None, trips_plus: str | None) -> Odds:
    """The paytables of one selection; a paytable that is not selected pays nothing."""
    return Odds(
        by_category(book.paytable("odds").rows),
        by_category(book.paytable("bad_beat").rows),
        book.paytable("pocket_bonus", pocket_bonus).rows if pocket_bonus else {},
        by_category(book.paytable("trips_plus", trips_plus).rows if trips_plus else {}),
    )


def by_category(rows: Mapping[str, Rate]) -> tuple[Rate | None, ...]:
    """The rows of a paytable in the order of `PokerHand`."""
    return tuple(rows.get(key) for key in KEYS)


odds = once_a_selection(work_out, "pocket_bonus", "trips_plus")
