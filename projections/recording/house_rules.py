"""What the recorder asks the rulebooks: how a progressive wager is made, which payout limit a table has.

A rulebook that this release does not have decides nothing: the fact is recorded, and judged when it is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from events.money import MC_PER_CENT, text
from events.vocabulary.table import ChapterLimit
from games import registry, rulebook
from games.errors import GamesError
from games.game import Wager

ProgressiveBy = Literal["value_chip", "electronic"]


class LimitProblem(NamedTuple):
    """Why a payout limit may not be set: the code and section of `table_refused`, and the reason."""

    code: Literal["payout_limit_below_floor", "payout_limit_not_allowed"]
    reason: str
    section: str


def progressive_by(rulebook_name: str, wager: str) -> ProgressiveBy | None:
    """What a progressive wager must be made with (x.7); None where the rulebook names nothing.

    A Progressive Jackpot or Payout Wager takes value chips alone; the Five Card Hand Bonus is electronic
    (58 Pa. Code § 647a.7(d)(4)).
    """
    known = _progressive_wagers(rulebook_name).get(wager)
    return None if known is None or known.instrument == "chips" else known.instrument


def is_progressive(rulebook_name: str, wager: str) -> bool:
    """Whether the rulebook has a progressive wager of that name; where none is named, whether any has."""
    if not rulebook_name:
        return any(wager in _progressive_wagers(known) for known in rulebook.shelf())
    return wager in _progressive_wagers(rulebook_name)


@lru_cache(maxsize=64)
def _progressive_wagers(rulebook_name: str) -> Mapping[str, Wager]:
    try:
        game = registry.by_name(rulebook.by_name(rulebook_name).game)
    except GamesError:
        return {}
    return {known.name: known for known in game.wagers if known.progressive}


def limit_problem(
    rulebook_name: str, limit_mc: int | None, minimum_wager_mc: int, boxes: int
) -> LimitProblem | None:
    """What is wrong with an aggregate payout limit (x.12); None where it may be set, or none is."""
    if limit_mc is None:
        return None
    try:
        book = rulebook.by_name(rulebook_name)
        game = registry.by_name(book.game)
    except GamesError:
        return None
    floor_cents = game.payout_limit_floor_cents(book, _selections(minimum_wager_mc, boxes))
    if floor_cents is None:
        reason = f"{book.name} has no payout limit: open the table without one"
        return LimitProblem("payout_limit_not_allowed", reason, "")
    floor_mc = floor_cents * MC_PER_CENT
    if limit_mc >= floor_mc:
        return None
    section = book.payout_limit.section if book.payout_limit is not None else ""
    reason = f"a payout limit of {text(limit_mc)} is below its floor: set {text(floor_mc)} or more"
    return LimitProblem("payout_limit_below_floor", reason, section)


def chapter_limit(
    rulebook_name: str, limit_mc: int | None, minimum_wager_mc: int, boxes: int
) -> ChapterLimit | None:
    """The payout limit that a chapter gives a table which names none (647a.12(c)); None where it has its own,
    or needs none.
    """
    if limit_mc is not None:
        return None
    try:
        book = rulebook.by_name(rulebook_name)
        game = registry.by_name(book.game)
    except GamesError:
        return None
    given = game.payout_limit_in_force(book, None, _selections(minimum_wager_mc, boxes))
    if given is None:
        return None
    return ChapterLimit(limit_mc=given.cents * MC_PER_CENT, section=given.section)


def _selections(minimum_wager_mc: int, boxes: int) -> dict[str, int]:
    """What the floor of a payout limit goes by, in cents."""
    return {"minimum_wager_cents": -(-minimum_wager_mc // MC_PER_CENT), "boxes": boxes}
