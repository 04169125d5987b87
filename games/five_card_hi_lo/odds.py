"""What Five Card Hi-Lo pays, worked out once for each paytable (663a.12(b)–(d))."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from games.ranking.poker import CATEGORY_SHIFT, KEYS, PokerHand, leading_rank
from games.rates import Rate
from games.rulebook import by_name

SIX, SEVEN = 4, 5  # ranks


@lru_cache(maxsize=64)
def rates(rulebook_name: str, table: str, letter: str) -> Mapping[str, Rate]:
    """One column of the Ante Bonus or of the Tie Wager."""
    return by_name(rulebook_name).paytable(table, letter).rows


@lru_cache(maxsize=64)
def poker_rates(rulebook_name: str, letter: str) -> tuple[tuple[Rate | None, ...], tuple[Rate | None, ...]]:
    """One column of the Poker Bonus: by category of the hand, and for pairs by their rank (663a.6(b)(9))."""
    rows = rates(rulebook_name, "poker_bonus", letter)
    from_sixes, from_sevens = rows.get("pair_of_sixes_or_better"), rows.get("pair_of_sevens_or_better")
    pairs = tuple(
        (from_sevens if rank >= SEVEN else None) or (from_sixes if rank >= SIX else None)
        for rank in range(13)
    )
    return tuple(rows.get(key) for key in KEYS), pairs


def poker_rate(rulebook_name: str, letter: str, strength: int) -> Rate | None:
    """What a poker hand of this strength pays, None where it loses."""
    by_category, pairs = poker_rates(rulebook_name, letter)
    category = strength >> CATEGORY_SHIFT
    return pairs[leading_rank(strength)] if category == PokerHand.PAIR else by_category[category]
