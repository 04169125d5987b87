"""The pages of the games say what the rulebooks say, and there is one for every game."""

import re
import runpy
from pathlib import Path

import pytest

from games import registry
from games.rulebook import all_rulebooks

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs/rules"
GENERATOR = runpy.run_path(str(ROOT / "docs/generate_rules.py"))
REMEDY = "stale: run .venv/bin/python docs/generate_rules.py"
GAMES = {game.name: game for game in registry.all_games()}


@pytest.fixture(params=sorted(GAMES))
def game(request):
    return GAMES[request.param]


@pytest.fixture
def page(game):
    return (RULES / f"{game.name}.md").read_text(encoding="utf-8")


def test_page_is_what_the_rulebooks_give(game, page):
    assert page == GENERATOR["filled"](page, game), REMEDY


def test_page_has_every_part_once(page):
    assert re.findall(r"<!-- begin (\w+) -->", page) == list(GENERATOR["PARTS"])


def test_page_shows_every_wager_rulebook_switch_and_irregularity(game, page):
    books = [book for book in all_rulebooks() if book.game == game.name]
    names = {wager.name for wager in game.wagers} | {book.name for book in books}
    for book in books:
        names |= set(book.switches) | set(book.options) | set(book.irregularities)
    assert [name for name in sorted(names) if f"`{name}`" not in page] == []


def test_page_shows_every_column_of_every_paytable(game, page):
    for book in all_rulebooks():
        if book.game == game.name:
            for table in book.paytables.values():
                assert GENERATOR["paytable"](table) in page


def test_figure_that_somebody_changes_by_hand_is_found():
    text = (RULES / "three_card_prime.md").read_text(encoding="utf-8")
    wrong = text.replace("| mini royal | 10 to 1 |", "| mini royal | 11 to 1 |")
    assert wrong != text
    assert GENERATOR["filled"](wrong, GAMES["three_card_prime"]) == text


def test_flow_of_a_round_is_drawn_and_every_step_in_it_has_words(page):
    (flow,) = re.findall(r"```mermaid\n(flowchart TD\n.*?)```", page, re.DOTALL)
    words = set(re.findall(r'(\w+)[\[{]"', flow))
    arrows = [line for line in flow.splitlines() if "-->" in line]
    ends = {re.sub(r'[\[{]".*', "", end.strip()) for line in arrows for end in re.split(r"-->|--", line)}
    steps = {end for end in ends if end and not end.startswith('"')}
    assert steps == words
    assert {"bets", "deal", "seat", "win", "lose"} <= steps


def test_index_leads_to_every_page():
    index = (RULES / "index.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\((\w+\.md)\)", index))
    assert linked == {path.name for path in RULES.glob("*.md")} - {"index.md"}
    assert linked == {f"{name}.md" for name in GAMES} | {"traceability.md"}
