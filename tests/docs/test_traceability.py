"""Every rule that a system can observe is shown by an amount, a finding or a refusal; each mark is on a test
that sees one of these, and every test cites a rule that exists.
"""

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
[1a.sections.3]
subject = "the cards"
parts = ["(a)", "(b)"]
[1a.sections.3.found_as]
"(b)" = "3(a)"
"""


@pytest.fixture(scope="module")
def chapters():
    return MATRIX["sections"](SECTIONS.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def cites():
    return MATRIX["by_citation"](MATRIX["every_mark"]())


def cited(*citations, kinds=("amount",)):
    found = [MATRIX["Mark"](f"58 Pa. Code § {c}", "tests/t.py", 1, "test_it", kinds) for c in citations]
    return MATRIX["by_citation"](iter(found))


def test_every_rule_that_a_system_can_observe_is_shown(chapters, cites):
    assert MATRIX["untested"](chapters, cites) == []


def test_every_mark_is_on_a_test_that_sees_an_amount_a_finding_or_a_refusal(cites):
    seen_nothing = MATRIX["empty"](mark for found in cites.values() for mark in found)
    assert [(mark.file, mark.test) for mark in seen_nothing] == [], "a real test, a scenario, or mark.cites"


def test_nothing_that_is_called_unobservable_is_shown_all_the_same(chapters, cites):
    assert MATRIX["seen_after_all"](chapters, cites) == []


def test_rules_that_are_found_as_others_are_not_called_unobservable_and_name_rules_that_are_found(
    chapters, cites
):
    rules = [rule for section in chapters for rule in section.rules if rule.found_as]
    assert rules
    for rule in rules:
        assert "finding" in MATRIX["kinds"](cites[rule.found_as]), rule.citation


def test_every_mark_cites_a_rule_that_exists(chapters, cites):
    assert MATRIX["unknown"](chapters, cites) == []
    about = MATRIX["by_citation"](MATRIX["marks"](ROOT / "tests", "cites"))
    assert about
    assert MATRIX["unknown"](chapters, about) == []


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
    cards = ["1a.3(a)", "1a.3(b)"]
    assert MATRIX["untested"](toy, cited()) == ["1a.1", "1a.2(a)", "1a.2(b)(1)", *cards]
    assert MATRIX["untested"](toy, cited("1a.1", "1a.2(a)", "1a.2(b)", *cards)) == ["1a.2(b)(1)"]
    assert MATRIX["untested"](toy, cited("1a.1", "1a.2(a)", "1a.2(b)(1)", *cards)) == []


def test_mark_on_a_test_that_sees_nothing_shows_nothing():
    toy = MATRIX["sections"](TOML)
    every = ["1a.1", "1a.2(a)", "1a.2(b)(1)", "1a.3(a)", "1a.3(b)"]
    nothing = cited(*every, kinds=())
    assert MATRIX["untested"](toy, nothing) == every
    assert [mark.citation for mark in MATRIX["empty"](nothing["1a.1"])] == ["58 Pa. Code § 1a.1"]
    assert MATRIX["empty"](cited("1a.1")["1a.1"]) == []
    assert "| 1a.1 | – | **not shown** |" in MATRIX["page"](toy, MATRIX["titles"](TOML), nothing)


def test_rule_that_is_found_as_another_needs_the_finding_of_that():
    toy = MATRIX["sections"](TOML)
    others = ["1a.1", "1a.2(a)", "1a.2(b)(1)", "1a.3(a)"]
    assert MATRIX["untested"](toy, cited(*others, kinds=("finding",))) == []
    assert MATRIX["untested"](toy, cited(*others, kinds=("amount",))) == ["1a.3(b)"]


def test_what_is_called_unobservable_and_is_shown_is_named():
    toy = MATRIX["sections"](TOML)
    assert MATRIX["seen_after_all"](toy, cited("1a.1", "1a.2(b)(2)", "1a.3(b)")) == ["1a.2(b)(2)", "1a.3(b)"]
    assert MATRIX["seen_after_all"](toy, cited("1a.2(b)(2)", kinds=())) == []


def test_mark_that_cites_nothing_is_found():
    toy = MATRIX["sections"](TOML)
    assert MATRIX["unknown"](toy, cited("1a.2(b)", "1a.2")) == []
    assert [m.citation for m in MATRIX["unknown"](toy, cited("1a.2(c)", "1a.4"))] == [
        "58 Pa. Code § 1a.2(c)",
        "58 Pa. Code § 1a.4",
    ]


def test_matrix_shows_tests_reasons_and_holes():
    toy = MATRIX["sections"](TOML)
    seen = cited("1a.2(a)", kinds=("refused", "amount"))
    page = MATRIX["page"](toy, MATRIX["titles"](TOML), seen | cited("1a.3(a)", kinds=("finding",)))
    assert "| 1a.1 | – | **not shown** |" in page
    assert "| 1a.2 | – | by its parts |" in page
    assert "| 1a.2(a) | amount, refused | [t.py](../../tests/t.py): `test_it` |" in page
    assert "| 1a.2(b)(2) | – | *not observable: only the camera sees it* |" in page
    assert "| 1a.3(a) | finding | [t.py](../../tests/t.py): `test_it` |" in page
    assert "| 1a.3(b) | – | *found as 1a.3(a)* |" in page
    # Six rules: an amount, a finding, a refusal; two are shown, one is found as another, one unobservable.
    assert "| 1a A game | 6 | 1 | 1 | 1 | 2 | 1 | 1 | 2 |" in page
    assert "| all | 6 | 1 | 1 | 1 | 2 | 1 | 1 | 2 |" in page


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

NAMED = pytest.mark.reg("of a name")

@NAMED
def test_four(): ...
"""
    found = {mark.citation: mark.test for mark in MATRIX["marks_in"](source, "tests/t.py")}
    assert found == {
        "of the module": "",
        "of a function": "test_one",
        "of a parameter": "test_one",
        "of a class": "TestTwo",
        "of a method": "test_three",
        "of a name": "test_four",
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
    ("old", "new"),
    [
        ('"(b)(2)"]', '"(b)(2)", "(a)"]'),
        ('"(b)(2)" = "camera"', '"(c)" = "camera"'),
        ('"(b)" = "3(a)"', '"(c)" = "3(a)"'),
        ("[1a.sections.3.found_as]", '[1a.sections.3.unseen]\n"(b)" = "camera"\n[1a.sections.3.found_as]'),
    ],
)
def test_list_of_sections_that_contradicts_itself_is_refused(old, new):
    with pytest.raises(ValueError, match=r"sections\.toml, 1a\.[23]"):
        MATRIX["sections"](TOML.replace(old, new))
