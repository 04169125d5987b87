"""Draws the map of the folders in docs/explanation/architecture.md from the imports between them.

Run it with `.venv/bin/python docs/generate_map.py`; a test fails while the map is stale. An arrow says that
one folder imports another. An arrow that other arrows imply is left out, or nobody could read the map.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import grimp

HERE = Path(__file__).parent
ROOT = HERE.parent
PAGE = HERE / "explanation" / "architecture.md"
PACKAGES = ("console", "floor", "streams", "projections", "games", "events")
"""Outermost first."""
BEGIN = "<!-- Made by docs/generate_map.py from here -->\n"
END = "<!-- to here -->\n"

Edges = dict[str, set[str]]


def folder_of(module: str) -> str:
    """The folder that a module is in, as a dotted name."""
    path = ROOT.joinpath(*module.split("."))
    return module if path.is_dir() else module.rpartition(".")[0]


def imports() -> Edges:
    """Which folder imports which others."""
    sys.path.insert(0, str(ROOT))  # before docs/, whose folder events/ is no package
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    edges: Edges = {folder_of(module): set() for module in graph.modules}
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            if folder_of(imported) != folder_of(module):
                edges[folder_of(module)].add(folder_of(imported))
    return edges


def reachable(edges: Edges, start: str) -> set[str]:
    """Every folder that can be reached from one."""
    seen: set[str] = set()
    waiting = list(edges[start])
    while waiting:
        folder = waiting.pop()
        if folder not in seen:
            seen.add(folder)
            waiting.extend(edges[folder])
    return seen


def without_implied(edges: Edges) -> Edges:
    """The arrows that no other way implies."""
    return {
        folder: {to for to in others if not any(to in reachable(edges, via) for via in others - {to})}
        for folder, others in edges.items()
    }


def sentence(folder: str) -> str:
    """What the folder is for, as its `__init__.py` says."""
    init = ROOT.joinpath(*folder.split("."), "__init__.py")
    docstring = ast.get_docstring(ast.parse(init.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.partition("\n\n")[0].split())


def modules_in(folder: str) -> int:
    """How many modules the folder holds itself."""
    files = ROOT.joinpath(*folder.split(".")).glob("*.py")
    return sum(1 for file in files if file.name != "__init__.py")


def label(package: str, folder: str) -> str:
    """What stands in the folder's box."""
    return folder.removeprefix(f"{package}.") if folder != package else f"{package}/*.py"


def drawing(edges: Edges) -> str:
    """The map as a mermaid flowchart, a box a folder, a frame a package."""
    lines = ["```mermaid", "flowchart TB"]
    for package in PACKAGES:
        inside = sorted(folder for folder in edges if folder.partition(".")[0] == package)
        lines.append(f'    subgraph {package}_ ["{package}"]')
        lines += [f'        {folder.replace(".", "_")}["{label(package, folder)}"]' for folder in inside]
        lines.append("    end")
    for folder, others in sorted(without_implied(edges).items()):
        lines += [f"    {folder.replace('.', '_')} --> {to.replace('.', '_')}" for to in sorted(others)]
    return "\n".join([*lines, "```", ""])


def table(edges: Edges) -> str:
    """Every folder with its sentence."""
    rows = ["| folder | modules | in one sentence |", "|---|---|---|"]
    for package in PACKAGES:
        inside = sorted(folder for folder in edges if folder.partition(".")[0] == package)
        rows += [f"| `{f.replace('.', '/')}/` | {modules_in(f)} | {sentence(f)} |" for f in inside]
    return "\n".join([*rows, ""])


def page(text: str) -> str:
    """The page with the map drawn again."""
    before, _, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not end:
        raise SystemExit(f"{PAGE.name} lacks the two lines between which the map belongs")
    edges = imports()
    return f"{before}{BEGIN}{drawing(edges)}\n{table(edges)}{END}{after}"


def main() -> int:
    """Write the page, or with --check only say whether it is stale."""
    text = PAGE.read_text(encoding="utf-8")
    fresh = page(text)
    if "--check" in sys.argv:
        return int(fresh != text)
    PAGE.write_text(fresh, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
