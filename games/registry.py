"""Finds the games: every folder of this package that has a `GAME` is one, so a sixth needs no change here.

A game that lives elsewhere (a toy in a test) registers itself.
"""

from __future__ import annotations

import pkgutil
from importlib import import_module

import games
from games.errors import GamesError, UnknownGame
from games.game import Game

_GAMES: dict[str, Game] = {}


def register(game: Game) -> None:
    """Add a game; the same one again changes nothing, another one of its name is refused."""
    if _GAMES.setdefault(game.name, game) is not game:
        raise GamesError(f"a game called {game.name!r} is registered already")


def discover() -> None:
    """Register every subpackage with a `GAME`."""
    for found in pkgutil.iter_modules(games.__path__):
        if found.ispkg:
            game = getattr(import_module(f"games.{found.name}"), "GAME", None)
            if game is not None:
                register(game)


def all_games() -> tuple[Game, ...]:
    """Every game, by name."""
    if not _GAMES:
        discover()
    return tuple(game for _, game in sorted(_GAMES.items()))


def by_name(name: str) -> Game:
    """The game called `name`."""
    if not _GAMES:
        discover()
    try:
        return _GAMES[name]
    except (KeyError, TypeError):
        raise UnknownGame(f"no game {name!r}: there are {', '.join(sorted(_GAMES))}") from None
