"""Writes docs/rules/traceability.md: every subsection of the chapters, and by what it is shown.

Run it with `.venv/bin/python docs/generate_traceability.py`; a test fails while the page is stale. Marks are
read from the source of the tests, `@pytest.mark.reg("58 Pa. Code § 678a.11(d)(1)")` on a function, a class or
a whole module, or `§§` before several sections; and from the scenarios of the examiner, each of which breaks
one rule that must be found. What a marked test sees is read from its source by `evidence.py`: a mark on one
that sees nothing is no evidence. It knows no rule: `rules/sections.toml` lists them.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
ROOT = HERE.parent
SECTIONS = HERE / "rules" / "sections.toml"
PAGE = HERE / "rules" / "traceability.md"
CITATION = re.compile(
    r"58 Pa\. Code (?:§ (?P<section>\d+a\.\d+(?:\([a-zA-Z0-9]+\))*)|ch\. (?P<chapter>\d+a))"
)
MADE_BY = "<!-- Made by docs/generate_traceability.py: change sections.toml or the tests instead. -->\n"
KINDS = ("amount", "finding", "refused")
ABOUT = """\
Each row is a subsection of 58 Pa. Code and what shows it, of three kinds that are read from the tests
themselves (`docs/evidence.py`), not from a label:

- **amount**: a test settles a described round, or events, and sees the amount
- **finding**: a scenario breaks the rule, and the examiner finds it; its clean twin is not found
- **refused**: a test describes or sends what the rule forbids, and sees it refused

A subsection that only introduces others is covered by theirs. *Found as* another: whatever breaks it breaks
that other rule first, and one mistake gives one finding. Where no event tells what the text says, the reason
is given. A test that names its text and sees none of the three (`pytest.mark.cites`) is not here.
"""


@dataclass(frozen=True, slots=True)
class Mark:
    """One citation in the tests: what it cites, where it stands, and what the test sees."""

    citation: str
    file: str
    line: int
    test: str
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rule:
    """A section or subsection; `reason` is why no system can observe it, None where one can; `found_as` is
    the rule that its breach is found as, where it is never found by itself.
    """

    citation: str
    introduces: bool
    reason: str | None
    found_as: str | None = None


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
            found_as = section.get("found_as", {})
            if len({*parts}) != len(parts) or not {*unseen, *found_as} <= {*parts} or {*unseen} & {*found_as}:
                raise ValueError(
                    f"sections.toml, {citation}: a part stands there twice, or is unseen or found as "
                    "another's and unlisted, or both"
                )
            names = ["", *parts]
            rules = tuple(
                Rule(
                    citation + part,
                    any(other != part and other.startswith(part) for other in names),
                    reasons[unseen[part]] if part in unseen else None,
                    f"{chapter}.{found_as[part]}" if part in found_as else None,
                )
                for part in names
            )
            found.append(Section(chapter, citation, section["subject"], rules))
    return tuple(found)


def titles(text: str) -> dict[str, str]:
    """The chapters' titles."""
    return {chapter: table["title"] for chapter, table in tomllib.loads(text).items() if chapter != "reasons"}


def marks(tests: Path, name: str = "reg") -> Iterator[Mark]:
    """Every mark of that name below a folder, in the order of files and lines."""
    for path in sorted(tests.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if f"mark.{name}" in source:
            yield from marks_in(source, path.relative_to(tests.parent).as_posix(), name)


def marks_in(source: str, file: str, name: str = "reg") -> Iterator[Mark]:
    """The marks of one module. One with a name belongs to what it decorates, `pytestmark` to all tests."""
    tree = ast.parse(source)
    owners: dict[ast.AST, list[str]] = {}
    decorated: dict[str, list[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            for decorator in node.decorator_list:
                owners |= {part: [node.name] for part in ast.walk(decorator)}
                decorated.setdefault(ast.unparse(decorator), []).append(node.name)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in decorated:
            owners[node.value] = decorated[ast.unparse(node.targets[0])]
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(f"mark.{name}"):
            if len(node.args) != 1 or not isinstance(node.args[0], ast.Constant):
                raise ValueError(f"{file}:{node.lineno}: a {name} mark has one citation, written out")
            for citation in _each(str(node.args[0].value)):
                yield from (Mark(citation, file, node.lineno, owner) for owner in owners.get(node, [""]))


def _of_root(module: str) -> ModuleType:
    """A module of the repository: called as a program, only this folder is on the path."""
    if str(ROOT) not in sys.path:
        sys.path.append(str(ROOT))
    return import_module(module)


def broken_and_found() -> Iterator[Mark]:
    """The rules that scenarios of the examiner break, each by a mark of its own."""
    of_tables = _of_root("tests.projections.examining.every_scenario").EVERY
    of_links = _of_root("tests.projections.examining.links.link_scenarios").SCENARIOS
    for scenario in (*of_tables, *of_links):
        code = scenario.tell.__code__
        if scenario.section is not None:
            file = Path(code.co_filename).relative_to(ROOT).as_posix()
            name = "" if code.co_name.startswith("<") else f" {code.co_name}"
            test = f"{scenario.id}{name}"
            yield Mark(f"58 Pa. Code § {scenario.section}", file, code.co_firstlineno, test, ("finding",))


def every_mark() -> list[Mark]:
    """All that the matrix rests on, with what each sees."""
    kinds_of = _of_root("docs.evidence").kinds_of
    found = [
        replace(mark, kinds=tuple(sorted(kinds_of(mark.file, mark.test, ROOT))))
        for mark in marks(ROOT / "tests")
    ]
    return [*found, *broken_and_found()]


def empty(found: Iterable[Mark]) -> list[Mark]:
    """Marks on tests that see no amount, no finding and no refusal."""
    return [mark for mark in found if not mark.kinds]


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


def kinds(found: Iterable[Mark]) -> tuple[str, ...]:
    """What the tests of a rule see together."""
    seen = {kind for mark in found for kind in mark.kinds}
    return tuple(kind for kind in KINDS if kind in seen)


def untested(chapters: tuple[Section, ...], cites: Mapping[str, list[Mark]]) -> list[str]:
    """Subsections that a system can observe and nothing shows: those that introduce others stand and fall
    with them, and one that is found as another with that.
    """
    return [
        rule.citation
        for section in chapters
        for rule in section.rules
        if not rule.introduces and rule.reason is None and not kinds(cites.get(rule.citation, []))
        if rule.found_as is None or "finding" not in kinds(cites.get(rule.found_as, []))
    ]


def seen_after_all(chapters: tuple[Section, ...], cites: Mapping[str, list[Mark]]) -> list[str]:
    """Subsections that are called unobservable, or found as another only, and that something shows."""
    return [
        rule.citation
        for section in chapters
        for rule in section.rules
        if (rule.reason or rule.found_as) and kinds(cites.get(rule.citation, []))
    ]


def page(chapters: tuple[Section, ...], names: Mapping[str, str], cites: Mapping[str, list[Mark]]) -> str:
    """The matrix."""
    parts = ["# Which test shows which rule\n", MADE_BY, ABOUT, summary(chapters, names, cites)]
    for section in chapters:
        if section is next(other for other in chapters if other.chapter == section.chapter):
            parts.append(f"## {section.chapter} {names[section.chapter]}\n")
        parts.append(f"### § {section.citation} {section.subject}\n")
        rows = ["| rule | shown by | tests |", "|---|---|---|"]
        for rule in section.rules:
            found = cites.get(rule.citation, [])
            rows.append(f"| {rule.citation} | {', '.join(kinds(found)) or '–'} | {cell(rule, found)} |")
        parts.append("\n".join(rows) + "\n")
    return "\n".join(parts)


def summary(chapters: tuple[Section, ...], names: Mapping[str, str], cites: Mapping[str, list[Mark]]) -> str:
    """How many rules each chapter has, and how they are shown; a rule can be shown in several ways."""
    heads = ["rules", *KINDS, "in any of these ways", "found as another", "not observable", "not shown"]
    rows = [f"| chapter | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
    total = [0] * len(heads)
    for chapter, name in names.items():
        rules = [r for s in chapters if s.chapter == chapter for r in s.rules if not r.introduces]
        seen = {rule.citation: kinds(cites.get(rule.citation, [])) for rule in rules}
        rest = [rule for rule in rules if not seen[rule.citation]]
        counts = [
            len(rules),
            *(sum(kind in each for each in seen.values()) for kind in KINDS),
            len(rules) - len(rest),
            sum(rule.found_as is not None for rule in rest),
            sum(rule.reason is not None for rule in rest),
            sum(rule.found_as is None and rule.reason is None for rule in rest),
        ]
        total = [sum(pair) for pair in zip(total, counts, strict=True)]
        rows.append(f"| {chapter} {name} | {' | '.join(map(str, counts))} |")
    rows.append(f"| all | {' | '.join(map(str, total))} |")
    return "\n".join(rows) + "\n"


def cell(rule: Rule, found: list[Mark]) -> str:
    """The tests of a rule, by module; or why there is none."""
    modules: dict[str, list[str]] = {}
    for mark in found:
        names = modules.setdefault(mark.file, [])
        if mark.kinds and mark.test not in names:
            names.append(mark.test)
    shown = []
    for file, tests in modules.items():
        listed = ", ".join(f"`{test}`" if test else "all of it" for test in tests)
        if listed:
            shown.append(f"[{file.removeprefix('tests/')}](../../{file}): {listed}")
    if rule.reason is not None:
        shown.append(f"*not observable: {rule.reason}*")
    if rule.found_as is not None:
        shown.append(f"*found as {rule.found_as}*")
    if not shown and rule.introduces:
        shown.append("by its parts")
    return "<br>".join(shown) or "**not shown**"


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
    for mark in empty(mark for found in cites.values() for mark in found):
        print(f"{mark.file}:{mark.line}: {mark.test} sees no amount, no finding and no refusal")
    for citation in untested(chapters, cites):
        print(f"{citation}: not shown")
    return 0


if __name__ == "__main__":
    sys.exit(main())
