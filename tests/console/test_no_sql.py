"""The console formats and asks: it holds no SQL, opens no database, and one place makes recorders."""

import ast
import re
from pathlib import Path

from tests.test_layout import ROOT

STATEMENT = re.compile(
    r"\b(SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s.+\sSET|DELETE\s+FROM|CREATE\s+(TABLE|INDEX)|WITH\s+RECURSIVE|PRAGMA)\b",
    re.DOTALL,
)
MODULES = sorted((ROOT / "console").rglob("*.py"))


def tree(path: Path) -> ast.Module:
    """A module as Python reads it."""
    return ast.parse(path.read_text("utf-8"))


def strings(tree: ast.AST) -> list[str]:
    """Every text in a module, pieces of formatted ones included."""
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def imported(tree: ast.AST) -> set[str]:
    """Everything that a module imports, at its top or where it is used: modules, and names of modules."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {str(node.module)}
    return names


def test_a_statement_would_be_found():
    assert STATEMENT.search("SELECT 1 FROM links")
    assert STATEMENT.search("\n  UPDATE meters\n SET a = 1")
    assert not STATEMENT.search("select what to update from the list")


def test_no_module_holds_sql_or_opens_a_database():
    assert MODULES
    assert not [path for path in MODULES if any(map(STATEMENT.search, strings(tree(path))))]
    assert not [path for path in MODULES if "sqlite3" in imported(tree(path))]
    assert not [path for path in MODULES if re.search(r"\.(rows|execute)\(", path.read_text("utf-8"))]


def test_one_place_makes_recorders_only_the_clerk_drafts_and_nobody_seals_events():
    for name, by in (("streams.recorder.recorder.draft", {"clerk.py"}), ("streams.log.seal", set())):
        assert {path.name for path in MODULES if name in imported(tree(path))} == by
    made = {path.name for path in MODULES if re.search(r"Recorder\(", path.read_text("utf-8"))}
    assert made == {"recorders.py"}
