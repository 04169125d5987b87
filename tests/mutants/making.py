"""Makes the mutants: mutmut writes them beside the code in `mutants/`, mypy sorts out those it refuses.

mutmut 3.7 leaves out every decorated class and function; those whose decorator is harmless here (dataclasses,
caches) are let in, since `Rate.payout` is one of them. Knows nothing of tests.
"""

from __future__ import annotations

import bisect
import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import libcst as cst
import libcst.matchers as m
from mutmut import __main__ as mutmut
from mutmut.configuration import Config
from mutmut.mutation.data import MutantLineSpans, SourceFileMutationData
from mutmut.mutation.file_mutation import MutationVisitor
from mutmut.utils.format_utils import get_mutant_name

FOLDER = Path("mutants")
ILL_TYPED = 37  # mutmut's exit code for a mutant that the type checker refuses

_CACHE = m.Decorator(decorator=m.Name("cache") | m.Call(func=m.Name("lru_cache")))
_DATACLASS = m.Decorator(decorator=m.Call(func=m.Name("dataclass")))
# What mypy says about a mutant only because its copies stand in one file with the original.
OF_THE_COPIES = frozenset({"no-redef", "has-type", "unused-ignore"})
_MYPY = (
    sys.executable,
    "-m",
    "mypy",
    "--output",
    "json",
    "--cache-dir",
    "../.mypy_cache/mutants",
    "-p",
    "games",
)

_skip_as_mutmut_does = MutationVisitor._skip_node_and_children


def _skip(visitor: MutationVisitor, node: cst.CSTNode) -> bool:
    """What mutmut would leave alone, without the harmlessly decorated; a decorator itself is never broken."""
    if isinstance(node, cst.Decorator):
        return True
    if isinstance(node, cst.FunctionDef | cst.ClassDef) and len(node.decorators) == 1:
        harmless = _CACHE if isinstance(node, cst.FunctionDef) else _DATACLASS
        if m.matches(node.decorators[0], harmless):
            return False
    return _skip_as_mutmut_does(visitor, node)


def make() -> dict[str, SourceFileMutationData]:
    """Bring `mutants/` up to date; every mutant by the file that it breaks, as mutmut keeps them."""
    MutationVisitor._skip_node_and_children = _skip
    os.environ["MUTANT_UNDER_TEST"] = "mutant_generation"
    Config.ensure_loaded()
    shutil.rmtree(FOLDER / "tests", ignore_errors=True)  # mutmut would keep what has been there before
    for copied in FOLDER.glob("games/rulebooks/*.toml"):
        copied.unlink()
    FOLDER.mkdir(exist_ok=True)
    with contextlib.redirect_stdout(None):
        mutmut.copy_src_dir()
        mutmut.copy_also_copy_files()
        made = mutmut.create_mutants(max_children=os.cpu_count() or 1)
    files = dict(_files())
    if made.mutated:
        _sort_out_ill_typed(files)
    return files


def _files() -> Iterator[tuple[str, SourceFileMutationData]]:
    for path in sorted(mutmut.walk_mutatable_files()):
        data = SourceFileMutationData(path=path)
        data.load()
        if data.exit_code_by_key:
            yield str(path), data


def _sort_out_ill_typed(files: dict[str, SourceFileMutationData]) -> None:
    """Mark the mutants that `make lint` would not let through: no test has to catch those."""
    for data in files.values():
        data.type_check_error_by_key.clear()
    ran = subprocess.run(_MYPY, cwd=FOLDER, capture_output=True, text=True, check=False)
    for line in ran.stdout.splitlines():
        error = json.loads(line)
        data = files.get(error["file"])
        if data is None or error["severity"] != "error" or error["code"] in OF_THE_COPIES:
            continue
        function = _function_at(error["file"], error["line"])
        if function.endswith("__mutmut_orig"):
            raise SystemExit(f"mypy refuses the unbroken code: {error}; run `make lint` first")
        data.type_check_error_by_key[get_mutant_name(Path(error["file"]), function)] = error["message"]
    if ran.stderr or not ran.stdout:
        raise SystemExit(
            f"mypy did not get through the mutants: {ran.stderr or 'it found nothing to refuse'}"
        )
    for data in files.values():
        for name in data.type_check_error_by_key:
            data.exit_code_by_key[name] = ILL_TYPED
        data.save()


_SPANS: dict[str, list[tuple[int, int, str]]] = {}


def _function_at(file: str, line: int) -> str:
    if file not in _SPANS:
        spans = MutantLineSpans.load(file)
        assert spans is not None
        _SPANS[file] = sorted((s.start, s.end, name) for name, s in spans.span_by_function_name.items())
    place = bisect.bisect_right(_SPANS[file], (line, sys.maxsize, "")) - 1
    start, end, name = _SPANS[file][place]
    if place < 0 or not start <= line <= end:
        raise SystemExit(f"mypy refuses mutants/{file}:{line}, which is no mutant")
    return name
