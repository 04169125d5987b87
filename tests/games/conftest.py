"""The table of a game under the names that its tests use; each game's own conftest gives the `game_table`."""

import pytest

from tests.games.plain_readings import BATCH, ROUNDS


@pytest.fixture
def place(game_table):
    """One seat of a round."""
    return game_table.place


@pytest.fixture
def describe(game_table):
    """A round as `pitledger settle` takes it."""
    return game_table.describe


@pytest.fixture
def settle(game_table):
    """The verdict on a round."""
    return game_table.settle


@pytest.fixture
def hands(game_table):
    """The hands that settled a round, in words."""
    return game_table.hands


@pytest.fixture
def refused(game_table):
    """The field and message of a round that cannot be."""
    return game_table.refused


@pytest.fixture(params=range(0, ROUNDS, BATCH))
def first_seed(request):
    """The first of a batch of rounds on which a plain reading is compared with its game."""
    return request.param
