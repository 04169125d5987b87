"""The odds of 647a.12 for one selection of paytables, by the rank of the hand, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.chapter import MeterParameters, Paytable, Rulebook, once_a_selection
from games.ranking.poker import KEYS
from games.rates import Rate

ByRank = tuple[Rate | None, ...]
"""A rate for each `PokerHand`, None where the hand is not paid."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What the selected paytables pay; a wager that nobody may have placed has no rates."""

    bonus: Mapping[str, Rate]
    progressive: ByRank
    progressive_meters: tuple[MeterParameters, ...]
    five_card: ByRank
    five_card_meter: MeterParameters
    magic_card: Rate
    lucky_bonus: Rate
    six_card: Mapping[str, Rate]


def work_out(book: Rulebook, bonus: str | None, progressive: str | None, six_card: str | None) -> Odds:
    """647a.12(b) and (d)–(f) for these columns; a table without a selected column has no rates."""
    five_card = book.progressive(table="five_card_hand_bonus")
    chosen = book.progressive(progressive) if progressive else None
    extra = book.paytable("magic_and_lucky").rows
    return Odds(
        bonus=book.paytable("bonus", bonus).rows if bonus else {},
        progressive=by_rank(chosen.paytable) if chosen else (),
        progressive_meters=chosen.meters if chosen else (),
        five_card=by_rank(five_card.paytable),
        five_card_meter=five_card.meters[0],
        magic_card=extra["magic_card"],
        lucky_bonus=extra["lucky_bonus"],
        six_card=book.paytable("six_card_bonus", six_card).rows if six_card else {},
    )


def by_rank(paytable: Paytable) -> ByRank:
    """The rows of a paytable in the order of `PokerHand`."""
    return tuple(paytable.rows.get(hand) for hand in KEYS)


odds = once_a_selection(work_out, "bonus", "progressive", "six_card_bonus")
