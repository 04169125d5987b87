"""What Heads-Up Hold 'Em pays, worked out once for each selection of paytables (677a.12(b)–(e))."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from games.ranking.poker import KEYS
from games.rates import Rate
from games.rulebook import by_name


@dataclass(frozen=True, slots=True)
class Odds:
    """The fixed and the selected paytables, by category of the hand (Pocket Bonus: by row)."""

    odds: tuple[Rate | None, ...]
    bad_beat: tuple[Rate | None, ...]
    pocket: Mapping[str, Rate]
    trips: tuple[Rate | None, ...]


@lru_cache(maxsize=64)
def odds(rulebook_name: str, pocket_bonus: str | None, trips_plus: str | None) -> Odds:
    """The paytables of one selection; a paytable that is not selected pays nothing."""
    book = by_name(rulebook_name)

    def by_category(rows: Mapping[str, Rate]) -> tuple[Rate | None, ...]:
        return tuple(rows.get(key) for key in KEYS)

    return Odds(
        by_category(book.paytable("odds").rows),
        by_category(book.paytable("bad_beat").rows),
        book.paytable("pocket_bonus", pocket_bonus).rows if pocket_bonus else {},
        by_category(book.paytable("trips_plus", trips_plus).rows if trips_plus else {}),
    )
