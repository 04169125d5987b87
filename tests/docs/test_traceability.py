"""Every rule that a system can observe has a test, and every test cites a rule that exists."""

import runpy
from pathlib import Path

import pytest

from tests.games.on_disk import CHAPTERS

ROOT = Path(__file__).parents[2]
MATRIX = runpy.run_path(str(ROOT / "docs/generate_traceability.py"))
SECTIONS = ROOT / "docs/rules/sections.toml"
REMEDY = "stale: run .venv/bin/python docs/generate_traceability.py"
TOML = """
[reasons]
camera = "only the camera sees it"
[1a]
title = "A game"
[1a.sections.1]
subject = "definitions"
[1a.sections.2]
subject = "the table"
parts = ["(a)", "(b)", "(b)(1)", "(b)(2)"]
[1a.sections.2.unseen]
"(b)(2)" = "camera"
"""


@pytest.fixture(scope="module")
def chapters():
    return MATRIX["sections"](SECTIONS.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def cites():
    return MATRIX["by_citation"](MATRIX["every_mark"]())


def cited(*citations):
    found = [MATRIX["Mark"](f"58 Pa. Code § {c}", "tests/t.py", 1, "test_it") for c in citations]
    return MATRIX["by_citation"](iter(found))


def test_every_rule_that_a_system_can_observe_has_a_test(chapters, cites):
    assert MATRIX["untested"](chapters, cites) == []


def test_every_mark_cites_a_rule_that_exists(chapters, cites):
    assert MATRIX["unknown"](chapters, cites) == []


def test_page_is_what_the_marks_give():
    assert MATRIX["PAGE"].read_text(encoding="utf-8") == MATRIX["wanted"](), REMEDY


def test_every_chapter_has_its_thirteen_sections(chapters):
    numbers = {}
    for section in chapters:
        numbers.setdefault(section.chapter, []).append(section.citation)
    assert list(numbers) == CHAPTERS
    assert {"647a", "663a", "677a", "678a", "679a"} <= set(CHAPTERS)
    for chapter, found in numbers.items():
        assert found == [f"{chapter}.{n}" for n in range(1, 14)]


def test_rulebooks_cite_rules_that_exist(chapters):
    """Paytables, switches, irregularities, equipment: what a verdict shows can be looked up."""
    known = {rule.citation for section in chapters for rule in section.rules}
    for path in sorted((ROOT / "games/rulebooks").glob("*.toml")):
        shown = set(MATRIX["re"].findall(r'"(\d+a\.\d+[^" ]*)"', path.read_text(encoding="utf-8")))
        assert shown <= known, (path.name, sorted(shown - known))


def test_rule_without_a_test_is_found_and_one_that_introduces_others_is_not():
    toy = MATRIX["sections"](TOML)
    assert MATRIX["untested"](toy, cited()) == ["1a.1", "1a.2(a)", "1a.2(b)(1)"]
    assert MATRIX["untested"](toy, cited("1a.1", "1a.2(a)", "1a.2(b)")) == ["1a.2(b)(1)"]
    assert MATRIX["untested"](toy, cited("1a.1", "1a.2(a)", "1a.2(b)(1)")) == []


def test_mark_that_cites_nothing_is_found():
    toy = MATRIX["sections"](TOML)
    assert MATRIX["unknown"](toy, cited("1a.2(b)", "1a.2")) == []
    assert [m.citation for m in MATRIX["unknown"](toy, cited("1a.2(c)", "1a.3"))] == [
        "58 Pa. Code § 1a.2(c)",
        "58 Pa. Code § 1a.3",
    ]


def test_matrix_shows_tests_reasons_and_holes():
    toy = MATRIX["sections"](TOML)
    page = MATRIX["page"](toy, MATRIX["titles"](TOML), cited("1a.2(a)"))
    assert "| 1a.1 | **no test** |" in page
    assert "| 1a.2 | by its parts |" in page
    assert "| 1a.2(a) | [t.py](../../tests/t.py): `test_it` |" in page
    assert "| 1a.2(b)(2) | *not observable: only the camera sees it* |" in page
    assert "| 1a A game | 4 | 1 | 1 | 2 |" in page


def test_marks_are_read_from_functions_classes_parameters_and_modules():
    source = """
pytestmark = [pytest.mark.reg("of the module")]

@pytest.mark.reg("of a function")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.reg("of a parameter"))])
def test_one(x): ...

@mark.reg("of a class")
class TestTwo:
    @pytest.mark.reg("of a method")
    async def test_three(self): ...
"""
    found = {mark.citation: mark.test for mark in MATRIX["marks_in"](source, "tests/t.py")}
    assert found == {
        "of the module": "",
        "of a function": "test_one",
        "of a parameter": "test_one",
        "of a class": "TestTwo",
        "of a method": "test_three",
    }


def test_one_mark_cites_several_sections():
    source = '@pytest.mark.reg("58 Pa. Code §§ 1a.2(a), 1a.2(b)(1)")\ndef test_one(): ...'
    found = [(mark.citation, mark.test) for mark in MATRIX["marks_in"](source, "tests/t.py")]
    assert found == [("58 Pa. Code § 1a.2(a)", "test_one"), ("58 Pa. Code § 1a.2(b)(1)", "test_one")]


@pytest.mark.parametrize(
    "citations", ["58 Pa. Code §§ 1a.2,1a.3", "58 Pa. Code §§ 1a.2, ", "58 Pa. Code §§ x"]
)
def test_list_that_is_not_one_of_sections_is_refused(citations):
    source = f'@pytest.mark.reg("{citations}")\ndef test_one(): ...'
    with pytest.raises(ValueError, match="is not a citation"):
        MATRIX["by_citation"](MATRIX["marks_in"](source, "tests/t.py"))


@pytest.mark.parametrize(
    "source", ["@pytest.mark.reg(NAME)", "@pytest.mark.reg()", '@pytest.mark.reg("a", "b")']
)
def test_mark_without_a_written_citation_is_refused(source):
    with pytest.raises(ValueError, match=r"tests/t\.py:1: a reg mark has one citation"):
        list(MATRIX["marks_in"](f"{source}\ndef test_one(): ...", "tests/t.py"))


@pytest.mark.parametrize(
    "citation", ["678a.11", "58 Pa. Code § 678a", "58 Pa. Code § 678a.11 (d)", "§ 678a.11(d)"]
)
def test_mark_that_is_no_citation_is_refused(citation):
    with pytest.raises(ValueError, match="is not a citation"):
        MATRIX["cited"](MATRIX["Mark"](citation, "tests/t.py", 3, "test_it"))


def test_whole_chapter_can_be_cited():
    assert MATRIX["cited"](MATRIX["Mark"]("58 Pa. Code ch. 678a", "tests/t.py", 3, "test_it")) == "678a"


@pytest.mark.parametrize(
    ("old", "new"), [('"(b)(2)"]', '"(b)(2)", "(a)"]'), ('"(b)(2)" = "camera"', '"(c)" = "camera"')]
)
def test_list_of_sections_that_contradicts_itself_is_refused(old, new):
    with pytest.raises(ValueError, match=r"sections\.toml, 1a\.2"):
        MATRIX["sections"](TOML.replace(old, new))
