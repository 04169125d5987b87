"""Rules that are never found by themselves: what breaks them is found as the rule that the matrix names.

`docs/rules/sections.toml` has them under `found_as`, `NEVER_ALONE` of the list of checks says why.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.projections.examining.told import BOOKS, Told

SECTIONS = tomllib.loads((Path(__file__).parents[3] / "docs/rules/sections.toml").read_text(encoding="utf-8"))


def found_as(chapter, section, part):
    return f"{chapter}.{SECTIONS[chapter]['sections'][section]['found_as'][part]}"


def sections(told):
    return [found.section for found in told.findings]


@pytest.mark.parametrize("chapter", BOOKS)
@pytest.mark.parametrize("broken", [True, False])
def test_second_deck_that_was_not_inspected(chapter, broken):
    """x.4(d): each of two decks goes through (a) to (c)."""
    told = Told(chapter, shuffling="device").opens().receives("red-1", "blue-1").seats().prepares("red-1")
    told.prepares("blue-1", without=("inspects", "verifies") if broken else ())
    told.plays(deck="red-1").plays(deck="blue-1")
    assert set(sections(told)) == ({found_as(chapter, "4", "(d)")} if broken else set())


@pytest.mark.parametrize("chapter", BOOKS)
@pytest.mark.parametrize("pre", ["i", "s", "is"])
def test_deck_that_is_spared_the_inspection_by_half(chapter, pre):
    """x.4(e): (a) to (d) do not apply to a deck that is preinspected and preshuffled, both."""
    told = Told(chapter, shuffling="device").opens().receives("red-1", pre=pre).seats().spreads().washes()
    told.shuffles().plays()
    assert set(sections(told)) == (set() if pre == "is" else {found_as(chapter, "4", "(e)")})


@pytest.mark.parametrize("chapter", BOOKS)
@pytest.mark.parametrize("broken", [True, False])
def test_shoe_that_is_filled_before_the_shuffle(chapter, broken):
    """x.10(a)(1): the cards go into the automated shoe once they are shuffled."""
    told = Told(chapter, "automated_shoe", "device").opens().receives("red-1").seats()
    told.prepares(without=("shuffles",) if broken else ()).plays()
    assert sections(told) == ([found_as(chapter, "10", "(a)(1)")] if broken else [])
