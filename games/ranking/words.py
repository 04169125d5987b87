"""Hands in the words of the floor: "pair of nines against ace-king high".

A strength says all that is needed, so that words and money rest on the same number. Which hands a wager
compares is each game's own; this module knows no wager.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from games.cards import RANKS
from games.errors import DescriptionError
from games.ranking import poker, three_card
from games.ranking.flushes import SUIT, best_flush
from games.ranking.six_card import SIX_CARD_ROYAL_DIAMONDS, SIX_CARD_ROYAL_OTHER

NOT_SHOWN: Final = "cards not shown"
NOT_QUALIFIED: Final = "(not qualified)"
BAD_BEAT: Final = "(bad beat)"
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")
RANK_WORDS: Final = (
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_KICKERS_FROM: Final = {
    "high_card": 0,
    "pair": 1,
    "two_pair": 2,
    "three_of_a_kind": 1,
    "flush": 0,
    "four_of_a_kind": 1,
}
"""From which rank of a strength on its cards only part hands that are called alike; others have none."""
_RANKS_OF: Final = {"high_card": 5, "pair": 4, "two_pair": 3, "three_of_a_kind": 3, "flush": 5,
                    "four_of_a_kind": 2}  # fmt: skip
"""How many ranks a poker strength has, where some of them are kickers."""
_THREE_CARD_RANKS_OF: Final = {"high_card": 3, "pair": 2, "three_of_a_kind": 1, "flush": 3}
_SIX_CARD: Final = {
    SIX_CARD_ROYAL_DIAMONDS: "six-card royal flush of diamonds",
    SIX_CARD_ROYAL_OTHER: "six-card royal flush",
}


class Named(NamedTuple):
    """A hand as it is called, and with every card that can part it from another that is called the same."""

    short: str
    full: str


def plural(rank: int) -> str:
    """A rank of which a hand has several: "nines", "sixes"."""
    word = RANK_WORDS[rank]
    return f"{word}es" if word.endswith("x") else f"{word}s"


def ranks_text(ranks: Sequence[int]) -> str:
    """Ranks as cards show them: K-Q-9-4-2."""
    return "-".join(RANKS[rank] for rank in ranks)


def poker_hand(strength: int) -> Named:
    """A poker strength: "full house, aces over kings"."""
    ranks = [strength >> 16 - 4 * place & 15 for place in range(5)]
    return _named(poker.category(strength), ranks, _RANKS_OF)


def three_card_hand(strength: int) -> Named:
    """A strength of three cards: "ten-high straight"."""
    ranks = [strength >> 8 - 4 * place & 15 for place in range(3)]
    return _named(three_card.category(strength), ranks, _THREE_CARD_RANKS_OF)


def six_card_hand(category: str, strength: int) -> str:
    """A category of six cards, with the strength of their best five: "six-card royal flush of diamonds"."""
    return _SIX_CARD.get(category) or poker_hand(strength).short


def _named(category: str, ranks: Sequence[int], counted: dict[str, int]) -> Named:
    short = _SHORT[category](ranks)
    kickers = ranks[_KICKERS_FROM.get(category, 5) : counted.get(category, 0)]
    if not kickers:
        return Named(short, short)
    if category == "high_card":
        return Named(short, f"{ranks_text(kickers)} high")
    return Named(short, f"{short} {'' if category == 'flush' else 'with '}{ranks_text(kickers)}")


_SHORT: Final[dict[str, Callable[[Sequence[int]], str]]] = {
    "high_card": lambda ranks: f"{RANK_WORDS[ranks[0]]}-{RANK_WORDS[ranks[1]]} high",
    "pair": lambda ranks: f"pair of {plural(ranks[0])}",
    "two_pair": lambda ranks: f"two pair, {plural(ranks[0])} and {plural(ranks[1])}",
    "three_of_a_kind": lambda ranks: f"three of a kind, {plural(ranks[0])}",
    "straight": lambda ranks: f"{RANK_WORDS[ranks[0]]}-high straight",
    "flush": lambda ranks: f"{RANK_WORDS[ranks[0]]}-high flush",
    "full_house": lambda ranks: f"full house, {plural(ranks[0])} over {plural(ranks[1])}",
    "four_of_a_kind": lambda ranks: f"four of a kind, {plural(ranks[0])}",
    "straight_flush": lambda ranks: f"{RANK_WORDS[ranks[0]]}-high straight flush",
    "royal_flush": lambda _ranks: "royal flush",
    "mini_royal": lambda _ranks: "mini-royal",
}


def two_cards(first: int, second: int) -> str:
    """Two cards alone: "pair of tens", "ace-king suited"."""
    low, high = sorted((first >> 2, second >> 2))
    if low == high:
        return f"pair of {plural(high)}"
    suited = "suited" if first & 3 == second & 3 else "unsuited"
    return f"{RANK_WORDS[high]}-{RANK_WORDS[low]} {suited}"


def against(ours: Named | None, theirs: Named | None, *, qualified: bool = True) -> str:
    """The two hands of a contest; None is one that nobody has shown, where the verdict needs it not."""
    more = "" if qualified else f" {NOT_QUALIFIED}"
    if ours is None or theirs is None:
        player, dealer = (hand.short if hand else NOT_SHOWN for hand in (ours, theirs))
    elif ours.full == theirs.full:
        player, dealer = ours.full, "the same"
    elif ours.short == theirs.short:
        player, dealer = ours.full, theirs.full
    else:
        player, dealer = ours.short, theirs.short
    return f"{player} against {dealer}{more}"


def if_shown(hand: Callable[[], Named]) -> Named | None:
    """A hand, or None where its cards have not been shown: nothing depended on them."""
    try:
        return hand()
    except DescriptionError:
        return None


def flush_hand(bits: int) -> Named:
    """The best flush of a hand: "four-card flush K-Q-9-4"."""
    flush = best_flush(bits)
    ranks = [rank for rank in reversed(range(13)) if flush >> rank & 1]
    name = f"{NUMBERS[len(ranks)]}-card flush {ranks_text(ranks)}"
    return Named(name, name)


def flush_by_all_seven(bits: int, cards: Sequence[int]) -> Named:
    """The length of the best flush, and all seven cards, where they decide between flushes of one length."""
    ranks = ranks_text(sorted((card >> 2 for card in cards), reverse=True))
    name = f"{NUMBERS[best_flush(bits) >> 13]}-card flush, all seven {ranks}"
    return Named(name, name)


def straight_flush(bits: int, *, ace_low: bool) -> str:
    """The longest straight flush of a hand, the highest of equal ones, if it has three cards or more."""
    runs = [run for suit in range(4) for run in _runs(bits >> 13 * suit & SUIT, ace_low)]
    best = max(runs, key=lambda run: (len(run), run[0]))
    if len(best) < 3:
        return "no three suited in a row"
    return f"{NUMBERS[len(best)]}-card straight flush {ranks_text(best)}"


def _runs(ranks: int, ace_low: bool) -> list[list[int]]:
    """The ranks of a suit in rows, each highest first; an ace also ends the row of the two, as rank -1."""
    held = [rank for rank in reversed(range(13)) if ranks >> rank & 1]
    if ace_low and held and held[0] == 12:
        held.append(-1)
    runs = [[rank] for rank in held[:1]]
    for before, rank in pairwise(held):
        if before - rank == 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return runs
