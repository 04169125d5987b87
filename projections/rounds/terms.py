"""What a round was played under: rulebook, paytables, options, limit, by the event that selected them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from events.vocabulary.table import SelectionsChanged, TableOpened
from games import rulebook
from games.chapter import Choice
from games.errors import UnknownRulebook


@dataclass(frozen=True, slots=True)
class Terms:
    """The selections in force when a round was opened. `game` is empty where nobody knows the rulebook."""

    game: str
    rulebook: str
    paytables: Mapping[str, str]
    options: Mapping[str, Choice]
    payout_limit_mc: int | None
    boxes_per_player: int

    def under(
        self,
        other_rulebook: str | None = None,
        paytables: Mapping[str, str] | None = None,
        options: Mapping[str, Choice] | None = None,
    ) -> Terms:
        """The same table under another rulebook, other paytables or other readings: what if?"""
        name = other_rulebook or self.rulebook
        return replace(
            self,
            game=rulebook.by_name(name).game,
            rulebook=name,
            paytables={**self.paytables, **(paytables or {})},
            options={**self.options, **(options or {})},
        )


def terms_of(selected: TableOpened | SelectionsChanged) -> Terms:
    """The terms of a table's opening, or of what replaced its selections in full."""
    limit_mc = selected.payout_limit_mc
    if limit_mc is None and selected.chapter_limit is not None:
        limit_mc = selected.chapter_limit.limit_mc
    return Terms(
        game=game_of(selected.rulebook),
        rulebook=selected.rulebook,
        paytables={chosen.wager: chosen.paytable for chosen in selected.paytables},
        options={chosen.option: chosen.value for chosen in selected.options},
        payout_limit_mc=limit_mc,
        boxes_per_player=selected.boxes_per_player,
    )


def game_of(name: str) -> str:
    """The game of a rulebook; empty where nobody knows it."""
    try:
        return rulebook.by_name(name).game
    except UnknownRulebook:
        return ""
