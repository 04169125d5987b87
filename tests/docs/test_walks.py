"""The walks of the architecture page lead through modules that exist, and through every stage of the data."""

import re
from pathlib import Path

import pytest

from events.topics import EVENTS, LINKS, METERS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/explanation/architecture.md").read_text("utf-8")
WALKS = dict(
    re.findall(
        r"### ([^\n]+)\n(.*?)(?=\n### |\n## |\Z)",
        PAGE.partition("## Three walks through the code")[2].partition("\n## ")[0],
        re.DOTALL,
    )
)
MODULE = re.compile(r"`([a-z_]+(?:/[a-z_]+)+\.py)`")


def test_there_are_three_walks():
    assert len(WALKS) == 3


@pytest.mark.parametrize("walk", WALKS)
def test_every_module_of_a_walk_exists(walk):
    modules = MODULE.findall(WALKS[walk])
    assert [module for module in modules if not (ROOT / module).is_file()] == []
    assert any(module.startswith("projections/") for module in modules)
    assert any(module.startswith("console/") for module in modules[-4:]), "it ends where people look"


@pytest.mark.parametrize("walk", WALKS)
def test_every_step_of_a_walk_is_numbered_and_names_a_module_or_a_topic(walk):
    steps = re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |\Z)", WALKS[walk], re.DOTALL | re.MULTILINE)
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
    assert all(MODULE.search(text) or "**" in text for _, text in steps)


def test_the_money_passes_the_three_topics():
    for walk in list(WALKS)[:2]:
        assert set(re.findall(r"\*\*(\w+)\*\*", WALKS[walk])) == {EVENTS, LINKS, METERS}
