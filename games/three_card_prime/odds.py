"""What Three Card Prime pays, worked out once for each selection of paytables (679a.12(b)–(g))."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.chapter import Rulebook, once_a_selection
from games.ranking.six_card import WITHOUT_OWN_ROW
from games.ranking.three_card import KEYS, ThreeCardHand
from games.rates import Rate

ByCategory = tuple[Rate | None, ...]
"""A rate for each `ThreeCardHand`, None where the hand is not paid."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The fixed and the selected paytables; one that is not selected pays nothing.

    `bad_beat` is None where no column was selected. `all_six` has a rate for a six-card royal in every
    column; `royals_as_royal` says that the column has no row for it.
    """

    play: tuple[Rate, ...]
    bad_beat: ByCategory | None
    both_one_color: Rate
    player_one_color: Rate
    pair_bonus_no_two: ByCategory
    pair_bonus_two: ByCategory
    all_six: Mapping[str, Rate]
    royals_as_royal: bool


def work_out(book: Rulebook, bad_beat: str | None, pair_bonus: str | None, all_six: str | None) -> Odds:
    """679a.12(b)–(g) for one selection."""
    play = book.paytable("play").rows
    prime = book.paytable("prime").rows
    six = dict(book.paytable("all_six", all_six).rows) if all_six else {}
    royals_as_royal = bool(six) and not six.keys() >= WITHOUT_OWN_ROW.keys()
    if royals_as_royal:
        six |= {hand: six[instead] for hand, instead in WITHOUT_OWN_ROW.items()}
    return Odds(
        play=tuple(
            play["flush_or_lower" if hand <= ThreeCardHand.FLUSH else hand.key] for hand in ThreeCardHand
        ),
        bad_beat=by_category(book.paytable("bad_beat", bad_beat).rows) if bad_beat else None,
        both_one_color=prime["same_color_player_and_dealer"],
        player_one_color=prime["same_color_player"],
        pair_bonus_no_two=by_category(book.paytable("pair_bonus_no_two").rows),
        pair_bonus_two=by_category(book.paytable("pair_bonus", pair_bonus).rows if pair_bonus else {}),
        all_six=six,
        royals_as_royal=royals_as_royal,
    )


def by_category(rows: Mapping[str, Rate]) -> ByCategory:
    """The rows of a paytable in the order of `ThreeCardHand`."""
    return tuple(rows.get(key) for key in KEYS)


odds = once_a_selection(work_out, "bad_beat", "pair_bonus", "all_six")
