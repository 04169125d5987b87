"""The games are found, not listed; a game of somebody else's registers itself."""

from dataclasses import replace

import pytest

from games import registry
from games.errors import GamesError, UnknownGame
from tests.games.on_disk import GAMES

FIVE = ["five_card_hi_lo", "heads_up_holdem", "high_card_flush", "texas_holdem_bonus", "three_card_prime"]
"""The games of this release; a folder more is a game more."""


@pytest.fixture
def nothing_found_yet(monkeypatch):
    """The registry as a fresh process has it."""
    monkeypatch.setattr(registry, "_GAMES", {})


@pytest.mark.usefixtures("nothing_found_yet")
def test_first_question_finds_every_folder_with_a_game():
    assert [game.name for game in registry.all_games()] == GAMES
    assert set(FIVE) <= set(GAMES)


@pytest.mark.usefixtures("nothing_found_yet")
@pytest.mark.parametrize("name", FIVE)
def test_first_question_for_one_game_finds_it(name):
    assert registry.by_name(name).name == name


@pytest.mark.usefixtures("nothing_found_yet")
def test_unknown_game_names_those_that_there_are():
    with pytest.raises(UnknownGame) as caught:
        registry.by_name("poker")
    assert str(caught.value) == f"no game 'poker': there are {', '.join(GAMES)}"


@pytest.mark.usefixtures("nothing_found_yet")
def test_game_registers_once_and_another_of_its_name_never():
    game = registry.by_name("high_card_flush")
    registry.register(game)
    assert [g.name for g in registry.all_games()] == GAMES
    another = replace(game)
    with pytest.raises(GamesError) as caught:
        registry.register(another)
    assert str(caught.value) == "a game called 'high_card_flush' is registered already"
