"""Finds the games of the floor: every module of this package that has a `PLAY`; a new one needs no change
here."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

import floor.play
from floor.errors import FloorError
from floor.play.play import Play
from games import rulebook


@cache
def all_plays() -> dict[str, Play]:
    """Every game of the floor, by its name in `games`."""
    found: dict[str, Play] = {}
    for module in pkgutil.iter_modules(floor.play.__path__):
        play = getattr(import_module(f"floor.play.{module.name}"), "PLAY", None)
        if play is not None:
            found[rulebook.by_name(play.rulebook).game] = play
    return dict(sorted(found.items()))


def by_game(name: str) -> Play:
    """How the game called `name` is played."""
    plays = all_plays()
    if name not in plays:
        raise FloorError(f"the floor has no game {name!r}: it has {', '.join(plays)}")
    return plays[name]
