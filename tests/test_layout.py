"""How the repository is laid out: modules that say what they are for and stay small, and nothing in a
committed file that only makes sense on the machine it was written on.

Which package may import which is import-linter's to say (`make lint`).
"""

from __future__ import annotations

import ast
import graphlib
import re
import subprocess
import tomllib
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PACKAGES = ("events", "games", "projections", "streams", "floor", "console")
LONGEST_MODULE = 400
LONGEST_TEST_MODULE = 500
"""A list of examples has no seam."""
LONGER = {
    "console/exports/verify_bag.py": "one file that outsiders read, and run by itself",
    "tests/games/texas_holdem_bonus/test_plain_reading.py": "a whole chapter, read independently",
}
"""Modules that may be longer, and why."""
LONGEST_FUNCTION = 70
WIDEST_MODULE = 20
"""So many modules of ours may a module import."""
VAGUE = {"utils", "util", "helpers", "helper", "common", "base", "manager", "misc"}
HOSTS = {
    "in-toto.io",
    "json-schema.org",
    "keepachangelog.com",
    "maven.apache.org",
    "semver.org",
    "www.apache.org",
    "www.w3.org",
}
"""The hosts that a committed file may name; a package registry is the business of whoever installs."""
VENDORED = "console/web/assets/vendored/"
"""Files of others, as they published them."""


def committed(pattern: str = "*") -> list[str]:
    """Paths of the files that git has, of one kind."""
    done = subprocess.run(
        ["git", "ls-files", "-z", "--", pattern], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return sorted(path for path in done.stdout.split("\0") if path and (ROOT / path).is_file())


MODULES = committed("*.py")


def tree(path: str) -> ast.Module:
    """A module as Python reads it; not kept, or every collection of garbage in the session would walk it."""
    return ast.parse((ROOT / path).read_text("utf-8"))


def opening(path: str) -> str:
    """The first paragraph of a module's docstring."""
    return (ast.get_docstring(tree(path)) or "").partition("\n\n")[0].strip()


def test_every_module_says_what_it_is_for():
    assert not [path for path in MODULES if not opening(path).endswith((".", ":", ")"))]


def test_every_folder_of_modules_is_a_package_with_its_sentence():
    folders = {Path(path).parent for path in MODULES if path.split("/")[0] in PACKAGES}

    assert folders
    assert not [folder for folder in folders if not opening(f"{folder}/__init__.py").endswith(".")]


def test_modules_stay_small():
    lengths = {path: len((ROOT / path).read_text("utf-8").splitlines()) for path in MODULES}
    limits = {
        path: LONGEST_TEST_MODULE if Path(path).name.startswith("test_") else LONGEST_MODULE
        for path in MODULES
    }

    long = {path for path, length in lengths.items() if length > limits[path]}

    assert not long - set(LONGER), "look for the seam"
    assert not set(LONGER) - long, "short again: take it off the list"


def test_functions_stay_small():
    functions = [
        (path, node.name, (node.end_lineno or 0) - node.lineno + 1)
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]

    assert functions
    assert not [found for found in functions if found[2] > LONGEST_FUNCTION]


def test_no_module_has_a_name_that_says_nothing():
    assert not [path for path in MODULES if VAGUE & {Path(path).stem, *Path(path).parts}]


def test_the_layers_are_told_of_every_package():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    contracts = {contract["name"]: contract for contract in project["importlinter"]["contracts"]}
    layers = contracts["Imports point inward"]
    pure = contracts["The core does no I/O and reads no clock"]
    on_disk = {Path(path).parts[0] for path in MODULES if Path(path).name == "__init__.py"}
    ours = on_disk - {"tests", "bench", "docs"}

    assert ours == set(PACKAGES) == set(project["importlinter"]["root_packages"])
    assert set(re.findall(r"\w+", " ".join(layers["layers"]))) == ours
    assert set(pure["source_modules"]) == {"events", "games", "projections"}
    assert set(project["mypy"]["packages"]) == ours
    assert {name.rstrip("*") for name in project["setuptools"]["packages"]["find"]["include"]} == ours


def cycle(*packages: str) -> list[str]:
    """Modules of these packages that import each other round in a circle, the first that is found.

    Imports behind TYPE_CHECKING count. What a package re-exports counts as the package's own.
    """
    graph = grimp.build_graph(*packages, cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    try:
        graphlib.TopologicalSorter(imports).prepare()
    except graphlib.CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_imports_half_of_the_house():
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    widths = {module: len(graph.find_modules_directly_imported_by(module)) for module in graph.modules}

    assert not {module: width for module, width in widths.items() if width > WIDEST_MODULE}


def test_no_module_imports_itself_by_way_of_others():
    assert cycle(*PACKAGES) == []


def test_no_module_of_the_tests_imports_itself_by_way_of_others():
    imports = {
        path: {
            f"{name.replace('.', '/')}.py"
            for node in ast.walk(tree(path))
            if isinstance(node, ast.ImportFrom) and node.module
            for name in (node.module, *(f"{node.module}.{each.name}" for each in node.names))
        }
        for path in MODULES
        if path.startswith("tests/")
    }
    ours = {path: named & imports.keys() for path, named in imports.items()}

    assert any(ours.values())
    graphlib.TopologicalSorter(ours).prepare()


def test_a_cycle_behind_type_checking_is_found(tmp_path, monkeypatch):
    package = tmp_path / "circular"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "first.py").write_text("from circular.second import Second\n")
    hidden = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import circular.first\n"
    (package / "second.py").write_text(f"{hidden}class Second: ...\n")
    monkeypatch.syspath_prepend(tmp_path)

    assert set(cycle("circular")) == {"circular.first", "circular.second"}


def test_no_committed_file_names_a_path_of_somebodys_machine():
    # The brackets keep the pattern from finding itself.
    machine = re.compile(rb"(?<![\w.])/(?:w[o]rk|r[o]ot|h[o]me|tmp/b[a]sh)[/\w]")

    assert not [path for path in committed() if machine.search((ROOT / path).read_bytes())]


def test_no_committed_file_names_a_host_that_it_has_no_business_with():
    named = {
        (path, host.decode())
        for path in committed()
        if not path.startswith(VENDORED)
        for host in re.findall(rb"https?://(?:[^/@\s]*@)?([\w.-]+)", (ROOT / path).read_bytes())
    }
    local = re.compile(r"127\.0\.0\.1|localhost|elsewhere")

    assert not {(path, host) for path, host in named if host not in HOSTS and not local.fullmatch(host)}


def test_versions_are_pinned_in_one_place_and_name_no_place_to_get_them_from():
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()

    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[\w.+!]+", line) for line in lines if not line.startswith("#"))
    assert not [path for path in committed() if re.search(r"(\.lock|-lock\.json|-lock\.yaml)$", path)]


def test_every_committed_file_is_text_but_a_few_small_pictures():
    pictures = committed("docs/pictures/*.png")

    assert not [path for path in committed() if path not in pictures and b"\0" in (ROOT / path).read_bytes()]
    assert len(pictures) < 12
    assert not [path for path in pictures if (ROOT / path).stat().st_size > 200_000]


def test_scripts_stop_at_the_first_error():
    scripts = [path for path in committed() if (ROOT / path).read_bytes().startswith(b"#!")]

    assert scripts
    for path in scripts:
        text = (ROOT / path).read_text("utf-8")
        assert (ROOT / path).stat().st_mode & 0o111, f"{path} cannot be executed"
        assert re.search(r"^set -eu?o? ?|^exec ", text, re.MULTILINE), f"{path} runs on after an error"
