"""Where more happens at a table than is followed, that is said: once, and what is below the bound is not."""

from __future__ import annotations

import pytest

from projections.examining.check_list import BOUNDS
from projections.examining.memory.deck_state import MOST_LIVE, MOST_REMOVED
from projections.examining.memory.table_state import MOST_MOVEMENTS
from tests.projections.examining.told import Told


def said(table: Told, id_: str) -> list[str]:
    return [found.message for found in table.findings if found.id == id_]


def with_removed(count: int) -> Told:
    """A table from which so many decks were taken."""
    table = Told().ready()
    for number in range(count):
        table.receives(f"blue-{number}")
        table.says(
            "deck_removed", deck=f"blue-{number}", counted=52, missing=[], removed_by="F-1", reason="worn"
        )
    return table


@pytest.mark.parametrize(("beyond", "times"), [(0, 0), (1, 1), (3, 1)])
def test_a_deck_too_many_that_was_removed_is_said_once(beyond, times):
    assert len(said(with_removed(MOST_REMOVED + beyond), "X01")) == times


@pytest.mark.parametrize(("count", "times"), [(MOST_LIVE, 0), (MOST_LIVE + 1, 1)])
def test_more_decks_at_the_table_than_are_followed(count, times):
    table = Told().opens().seats()
    for number in range(count):
        table.receives(f"red-{number}")
    table.receives("red-0")
    assert len(said(table, "X02")) == times


def test_a_deck_that_is_not_followed_is_not_called_unknown():
    names = [f"red-{number}" for number in range(MOST_LIVE + 1)]
    table = Told().opens().receives(*names).seats().begins(names[-1])
    assert said(table, "X02") != []
    assert said(table, "D40") == []


@pytest.mark.parametrize(("cards", "times"), [(MOST_MOVEMENTS, 0), (MOST_MOVEMENTS + 1, 1)])
def test_a_round_of_more_cards_than_are_followed(cards, times):
    table = Told().ready().begins()
    for _ in range(cards):
        table.says("card_dealt", to="seat", seat=1, position=1)
    table.says("round_closed")
    found = [each for each in table.findings if each.id == "X03"]
    assert len(found) == times
    assert all((each.section, each.severity, each.round) == (None, "record", "T-1-1") for each in found)


def test_bounds_are_of_no_section():
    assert [check.id for check in BOUNDS] == ["X01", "X02", "X03"]
