"""Writes docs/rules/traceability.md: every subsection of the chapters, and the tests that are marked with it.

Run it with `.venv/bin/python docs/generate_traceability.py`; a test fails while the page is stale. Marks are
read from the source of the tests, `@pytest.mark.reg("58 Pa. Code § 678a.11(d)(1)")` on a function, a class or
a whole module, or `§§` before several sections; and from the scenarios of the examiner, each of which breaks
one rule that must be found. It knows no rule: `rules/sections.toml` lists them.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
SECTIONS = HERE / "rules" / "sections.toml"
PAGE = HERE / "rules" / "traceability.md"
CITATION = re.compile(
    r"58 Pa\. Code (?:§ (?P<section>\d+a\.\d+(?:\([a-zA-Z0-9]+\))*)|ch\. (?P<chapter>\d+a))"
)
MADE_BY = "<!-- Made by docs/generate_traceability.py: change sections.toml or the tests instead. -->\n"
ABOUT = """\
Each row is a subsection of 58 Pa. Code and the tests that are marked with it. A subsection that only
introduces others is covered by theirs. Where no system can observe what the text says, the reason is given.
"""


@dataclass(frozen=True, slots=True)
class Mark:
    """One citation in the tests: what it cites, and where it stands."""

    citation: str
    file: str
    line: int
    test: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A section or subsection; `reason` is why no system can observe it, None where one can."""

    citation: str
    introduces: bool
    reason: str | None


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a chapter with its rules, itself first."""

    chapter: str
    citation: str
    subject: str
    rules: tuple[Rule, ...]


def sections(text: str) -> tuple[Section, ...]:
    """The chapters of sections.toml; ValueError where it contradicts itself."""
    data = tomllib.loads(text)
    reasons = data.pop("reasons")
    found = []
    for chapter, table in data.items():
        for number, section in table["sections"].items():
            citation = f"{chapter}.{number}"
            parts, unseen = section.get("parts", []), section.get("unseen", {})
            if len(set(parts)) != len(parts) or not unseen.keys() <= set(parts):
                raise ValueError(
                    f"sections.toml, {citation}: a part stands there twice, or is unseen and unlisted"
                )
            names = ["", *parts]
            rules = tuple(
                Rule(
                    citation + part,
                    any(other != part and other.startswith(part) for other in names),
                    reasons[unseen[part]] if part in unseen else None,
                )
                for part in names
            )
            found.append(Section(chapter, citation, section["subject"], rules))
    return tuple(found)


def titles(text: str) -> dict[str, str]:
    """The chapters' titles."""
    return {chapter: table["title"] for chapter, table in tomllib.loads(text).items() if chapter != "reasons"}


def marks(tests: Path) -> Iterator[Mark]:
    """Every `reg` mark below a folder, in the order of files and lines."""
    for path in sorted(tests.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if "mark.reg" in source:
            yield from marks_in(source, path.relative_to(tests.parent).as_posix())


def marks_in(source: str, file: str) -> Iterator[Mark]:
    """The marks of one module. One outside a decorator (`pytestmark`) belongs to the whole module."""
    tree = ast.parse(source)
    owners: dict[ast.AST, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                owners |= dict.fromkeys(ast.walk(decorator), node.name)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.reg"):
            if len(node.args) != 1 or not isinstance(node.args[0], ast.Constant):
                raise ValueError(f"{file}:{node.lineno}: a reg mark has one citation, written out")
            for citation in _each(str(node.args[0].value)):
                yield Mark(citation, file, node.lineno, owners.get(node, ""))


def broken_and_found() -> Iterator[Mark]:
    """The rules that scenarios of the examiner break, each by a mark of its own."""
    if str(ROOT) not in sys.path:
        sys.path.append(str(ROOT))  # called as a program, only this folder is
    of_tables = import_module("tests.projections.examining.every_scenario").EVERY
    of_links = import_module("tests.projections.examining.links.link_scenarios").SCENARIOS
    for scenario in (*of_tables, *of_links):
        code = scenario.tell.__code__
        if scenario.section is not None:
            file = Path(code.co_filename).relative_to(ROOT).as_posix()
            name = "" if code.co_name.startswith("<") else f" {code.co_name}"
            yield Mark(f"58 Pa. Code § {scenario.section}", file, code.co_firstlineno, f"{scenario.id}{name}")


def every_mark() -> list[Mark]:
    """All that the matrix rests on."""
    return [*marks(ROOT / "tests"), *broken_and_found()]


def _each(citations: str) -> list[str]:
    """The citations of a mark: as lawyers write it, `§§` is followed by several sections."""
    code, several, listed = citations.partition(" §§ ")
    return [f"{code} § {section}" for section in listed.split(", ")] if several else [citations]


def cited(mark: Mark) -> str:
    """What a mark cites: a section ("678a.11(d)(1)") or a chapter ("678a"); ValueError when it is neither."""
    match = CITATION.fullmatch(mark.citation)
    if match is None:
        raise ValueError(
            f"{mark.file}:{mark.line}: {mark.citation!r} is not a citation: "
            "write '58 Pa. Code § 678a.11(d)(1)'"
        )
    return match["section"] or match["chapter"]


def by_citation(found: Iterable[Mark]) -> dict[str, list[Mark]]:
    """Marks by what they cite."""
    result: dict[str, list[Mark]] = {}
    for mark in found:
        result.setdefault(cited(mark), []).append(mark)
    return result


def unknown(chapters: tuple[Section, ...], cites: Mapping[str, list[Mark]]) -> list[Mark]:
    """Marks that cite what the chapters do not have."""
    known = {rule.citation for section in chapters for rule in section.rules}
    known |= {section.chapter for section in chapters}
    return [mark for citation, found in cites.items() if citation not in known for mark in found]


def untested(chapters: tuple[Section, ...], cites: Mapping[str, list[Mark]]) -> list[str]:
    """Subsections that a system can observe and no test cites: those that introduce others stand and fall
    with them.
    """
    return [
        rule.citation
        for section in chapters
        for rule in section.rules
        if not rule.introduces and rule.reason is None and rule.citation not in cites
    ]


def page(chapters: tuple[Section, ...], names: Mapping[str, str], cites: Mapping[str, list[Mark]]) -> str:
    """The matrix."""
    parts = ["# Which test shows which rule\n", MADE_BY, ABOUT, summary(chapters, names, cites)]
    for section in chapters:
        if section is next(other for other in chapters if other.chapter == section.chapter):
            parts.append(f"## {section.chapter} {names[section.chapter]}\n")
        parts.append(f"### § {section.citation} {section.subject}\n")
        rows = ["| rule | tests |", "|---|---|"]
        rows += [
            f"| {rule.citation} | {cell(rule, cites.get(rule.citation, []))} |" for rule in section.rules
        ]
        parts.append("\n".join(rows) + "\n")
    return "\n".join(parts)


def summary(chapters: tuple[Section, ...], names: Mapping[str, str], cites: Mapping[str, list[Mark]]) -> str:
    """How many rules each chapter has, and how they are covered."""
    rows = [
        "| chapter | rules | with a test | that no system observes | without either |",
        "|---|---|---|---|---|",
    ]
    for chapter, name in names.items():
        rules = [r for s in chapters if s.chapter == chapter for r in s.rules if not r.introduces]
        tested = sum(rule.citation in cites for rule in rules)
        unseen = sum(rule.reason is not None and rule.citation not in cites for rule in rules)
        open_ = len(rules) - tested - unseen
        rows.append(f"| {chapter} {name} | {len(rules)} | {tested} | {unseen} | {open_} |")
    return "\n".join(rows) + "\n"


def cell(rule: Rule, found: list[Mark]) -> str:
    """The tests of a rule, by module; or why there is none."""
    modules: dict[str, list[str]] = {}
    for mark in found:
        names = modules.setdefault(mark.file, [])
        if mark.test not in names:
            names.append(mark.test)
    shown = []
    for file, tests in modules.items():
        listed = ", ".join(f"`{test}`" if test else "all of it" for test in tests)
        shown.append(f"[{file.removeprefix('tests/')}](../../{file}): {listed}")
    if rule.reason is not None:
        shown.append(f"*not observable: {rule.reason}*")
    if not shown and rule.introduces:
        shown.append("by its parts")
    return "<br>".join(shown) or "**no test**"


def wanted() -> str:
    """The page as it should be."""
    text = SECTIONS.read_text(encoding="utf-8")
    return page(sections(text), titles(text), by_citation(every_mark()))


def main() -> int:
    """Write the page; say what is missing."""
    PAGE.write_text(wanted(), encoding="utf-8")
    chapters, cites = sections(SECTIONS.read_text(encoding="utf-8")), by_citation(every_mark())
    for mark in unknown(chapters, cites):
        print(f"{mark.file}:{mark.line}: no such section: {mark.citation}")
    for citation in untested(chapters, cites):
        print(f"{citation}: no test")
    return 0


if __name__ == "__main__":
    sys.exit(main())
