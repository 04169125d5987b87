"""What the Poker Bonus of Five Card Hi-Lo pays, worked out once for each paytable (663a.12(d))."""

from __future__ import annotations

from dataclasses import dataclass

from games.chapter import Rulebook, once_a_selection
from games.ranking.poker import CATEGORY_SHIFT, KEYS, PokerHand, leading_rank
from games.rates import Rate

SIX, SEVEN = 4, 5  # ranks


@dataclass(frozen=True, slots=True)
class PokerRates:
    """One column of the Poker Bonus: by category of the hand, and for pairs by their rank (663a.6(b)(9))."""

    by_category: tuple[Rate | None, ...]
    pairs: tuple[Rate | None, ...]

    def rate(self, strength: int) -> Rate | None:
        """What a poker hand of this strength pays, None where it loses."""
        category = strength >> CATEGORY_SHIFT
        return (
            self.pairs[leading_rank(strength)] if category == PokerHand.PAIR else self.by_category[category]
        )


def work_out(book: Rulebook, letter: str) -> PokerRates:
    """663a.12(d): the selected column."""
    rows = book.paytable("poker_bonus", letter).rows
    from_sixes, from_sevens = rows.get("pair_of_sixes_or_better"), rows.get("pair_of_sevens_or_better")
    pairs = tuple(
        (from_sevens if rank >= SEVEN else None) or (from_sixes if rank >= SIX else None)
        for rank in range(13)
    )
    return PokerRates(tuple(rows.get(key) for key in KEYS), pairs)


poker_rates = once_a_selection(work_out, "poker_bonus")
