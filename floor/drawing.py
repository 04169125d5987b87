"""Draws rules submissions: plausible, different from table to table, the same for the same seed.

What the chapter demands (the floor of a payout limit, which wagers must be offered) comes from `games`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final

from floor.play.play import Play
from floor.table.links import Link
from floor.table.submission import Submission
from games import registry, rulebook
from games.chapter import Rulebook
from games.game import Game, Procedure
from games.procedure.dealing import Shuffling

MINIMUMS: Final = (500, 1_000, 1_500, 2_500)
"""Smallest Ante Wagers, in cents."""
EQUIPMENT: Final[tuple[tuple[Procedure, Shuffling], ...]] = (
    ("manual_shoe", "manual"),
    ("manual_shoe", "device"),
    ("manual_shoe", "counting_device"),
    ("hand", "device"),
    ("hand", "counting_device"),
    ("automated_shoe", "device"),
    ("automated_shoe", "counting_device"),
    ("automated_shoe", "reshuffling_device"),
)
"""How cards are dealt and shuffled; from the hand only what a device has shuffled (x.9(a)(1)): such a table
does not get its decks preshuffled."""


def draw(play: Play, table: str, rng: random.Random, links: Sequence[Link]) -> Submission:
    """A submission for a table of this game that feeds these links."""
    book = rulebook.by_name(play.rulebook)
    game = registry.by_name(book.game)
    progressives = {wager: link for link in links for wager in link.wagers}
    wagers = _wagers(game, rng, progressives)
    dealing, shuffling = rng.choice(EQUIPMENT)
    minimum = rng.choice(MINIMUMS)
    boxes = book.boxes.most or rng.choice((1, 2, 2))
    return Submission(
        table=table,
        game=game.name,
        rulebook=book.name,
        paytables=_paytables(book, game, rng, wagers, progressives),
        options=play.draw_options(rng, dealing, shuffling),
        wagers=wagers,
        progressives=progressives,
        payout_limit=_payout_limit(book, game, rng, minimum, boxes),
        minimum=minimum,
        maximum=minimum * rng.choice((10, 20, 40)),
        positions=book.positions,
        boxes=boxes,
        dealing=dealing,
        shuffling=shuffling,
        decks=2 if shuffling in ("device", "counting_device") and rng.randrange(2) else 1,
        preshuffled=rng.randrange(4) == 0 and dealing != "hand",
        reads_cards=dealing != "hand" and rng.randrange(2) == 0,
        odds_on_sign=rng.randrange(2) == 0,
    )


def _wagers(game: Game, rng: random.Random, progressives: Mapping[str, Link]) -> tuple[str, ...]:
    """Every wager that must be offered, most of the optional ones, progressive ones where there is a link."""
    offered = []
    for wager in game.wagers:
        if wager.timing == "result":
            continue
        if wager.progressive:
            takes = wager.name in progressives
        else:
            takes = not wager.optional or wager.timing == "decision" or rng.randrange(10) > 0
        if takes:
            offered.append(wager.name)
    return tuple(offered)


def _paytables(
    book: Rulebook, game: Game, rng: random.Random, offered: Sequence[str], progressives: Mapping[str, Link]
) -> dict[str, str]:
    """A column of every paytable that is selected, save of wagers not on offer; a link brings its own."""
    paid_by: dict[str | None, list[str]] = {}
    for wager in game.wagers:
        if wager.timing != "result":
            paid_by.setdefault(wager.paytable, []).append(wager.name)
    selected = {
        name: rng.choice(sorted(table.columns)) for name, table in book.paytables.items() if table.selected
    }
    selected |= {link.table: link.paytable for link in progressives.values() if link.table in selected}
    return {
        name: letter
        for name, letter in selected.items()
        if name not in paid_by or any(wager in offered for wager in paid_by[name])
    }


def _payout_limit(book: Rulebook, game: Game, rng: random.Random, minimum: int, boxes: int) -> int | None:
    """The lowest limit that may be set, where there must be one; elsewhere one table in three sets it."""
    if book.payout_limit is None or not (book.payout_limit.mandatory or rng.randrange(3) == 0):
        return None
    return game.payout_limit_floor_cents(book, {"minimum_wager_cents": minimum, "boxes": boxes})
