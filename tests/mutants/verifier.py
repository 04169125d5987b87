"""The verifier of bags broken in many small ways: honest bags must stay good, and every forgery be found.

`make mutants NAME=verify_bag` (or `NAME='verify_bag.locked*'`). The verifier is one file whose tests make
bags for seconds, so they are made once, and each mutant is tried on them in a forked process: the bags of
`tests/console/exports`, the same forgeries, the same histories. What only changes the words of a refusal is
left out: those are for people.
"""

from __future__ import annotations

import ast
import fnmatch
import gc
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import textwrap
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import libcst as cst
from mutmut.mutation.file_mutation import create_mutations, deep_replace

from console.exports import verify_bag
from tests.mutants.making import OF_THE_COPIES
from tests.mutants.verifier_bags import of_bags
from tests.mutants.verifier_histories import Case, of_common_events, of_links, of_pieces, of_streams, of_sums

FILE = Path(verify_bag.__file__)
AIM = 95
SECONDS = 30


class Mutant(NamedTuple):
    """A function or method, broken: its name, its class, its source, and the line that differs."""

    name: str
    owner: str
    function: str
    source: str
    changed: str

    @property
    def qualified(self) -> str:
        """The name that its frames have."""
        return f"{self.owner}.{self.function}" if self.owner else self.function


class _Wordless(ast.NodeTransformer):
    """Takes the words of refusals away: what is left is what a mutant must not change."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """The why of a refusal, the name of what is compared."""
        self.generic_visit(node)
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        keeps = {"ValueError": 0, "Bad": 1, "bad": 0, "_bad": 0, "require": 2}.get(called)
        if keeps is not None:
            node.args = node.args[:keeps]
        if called in ("add_argument", "ArgumentParser"):
            node.keywords = [
                each for each in node.keywords if each.arg not in ("metavar", "help", "description")
            ]
        return node


def _without_words(source: str) -> str:
    return ast.dump(_Wordless().visit(ast.parse(source)))


def mutants() -> Iterator[Mutant]:
    """Every mutant of the verifier's functions, as mutmut makes them."""
    module, mutations, _, _ = create_mutations(str(FILE), FILE.read_text("utf-8"))
    owners = {
        id(statement): node.name.value
        for node in module.body
        if isinstance(node, cst.ClassDef)
        for statement in node.body.body
    }
    numbers: Counter[str] = Counter()
    for mutation in mutations:
        function = mutation.contained_by_top_level_function
        if not isinstance(function, cst.FunctionDef):
            continue
        broken = deep_replace(function, mutation.original_node, mutation.mutated_node)
        assert isinstance(broken, cst.FunctionDef)
        before, after = (
            textwrap.dedent(cst.Module([]).code_for_node(each)).strip() + "\n" for each in (function, broken)
        )
        owner = owners.get(id(function), "")
        name = f"verify_bag.{owner + '.' if owner else ''}{function.name.value}"
        numbers[name] += 1
        if _without_words(before) == _without_words(after):
            continue
        lines = [line for line in after.splitlines() if line not in before.splitlines()]
        yield Mutant(f"{name}#{numbers[name]}", owner, function.name.value, after, "; ".join(lines).strip())


def break_by(mutant: Mutant) -> None:
    """The broken code in the function itself, so that everybody who holds it has it."""
    space: dict[str, Any] = {}
    source = mutant.source
    if mutant.owner:  # what is in a class may ask for `super()`
        source = f"class {mutant.owner}:\n{textwrap.indent(source, '    ')}"
    exec(compile(source, str(FILE), "exec"), vars(verify_bag).copy(), space)
    sound, broken = (
        vars(of[mutant.owner])[mutant.function] if mutant.owner else of[mutant.function]
        for of in (vars(verify_bag), space)
    )
    sound.__code__, sound.__defaults__ = broken.__code__, broken.__defaults__
    sound.__kwdefaults__ = broken.__kwdefaults__


class Tried(NamedTuple):
    """A case as it goes with the sound verifier: what comes of it, in how long, by which of its functions."""

    case: Case
    outcome: object
    seconds: float
    reached: frozenset[str]


def tried(case: Case) -> Tried:
    """Try a case, and see which functions it reaches: no other can change its outcome."""
    reached: set[str] = set()

    def notice(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename == str(FILE):
            reached.add(frame.f_code.co_qualname.partition(".<locals>")[0])

    started = time.process_time()
    sys.setprofile(notice)
    try:
        outcome = case()
    finally:
        sys.setprofile(None)
    return Tried(case, outcome, time.process_time() - started, frozenset(reached))


def by_function(cases: Iterable[Case]) -> dict[str, list[Tried]]:
    """Of each function the cases that reach it, the quickest first."""
    found: dict[str, list[Tried]] = {}
    for each in sorted(map(tried, cases), key=lambda each: each.seconds):
        for name in each.reached:
            found.setdefault(name, []).append(each)
    return found


def caught(mutant: Mutant, cases: list[Tried]) -> bool:
    """Whether a case has another outcome with the mutant than without."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        silence = os.open(os.devnull, os.O_RDWR)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        try:
            break_by(mutant)
            same = all(each.case() == each.outcome for each in cases)
            os._exit(0 if same else 1)
        except BaseException:  # noqa: BLE001 - whatever it is, it is noticed
            os._exit(1)
    return os.waitpid(child, 0)[1] != 0


def ill_typed(chosen: list[Mutant]) -> set[str]:
    """Those that mypy refuses, by name: `make lint` does not let them through, so no test has to."""
    lines, at = FILE.read_text("utf-8").splitlines(), ast.parse(FILE.read_text("utf-8"))
    ends: dict[tuple[str, str], int] = {}
    for node in at.body:
        for each in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(each, ast.FunctionDef):
                ends[node.name if isinstance(node, ast.ClassDef) else "", each.name] = each.end_lineno or 0
    copies: dict[int, list[tuple[str, str]]] = {}
    for number, mutant in enumerate(chosen):
        indent = "    " if mutant.owner else ""
        renamed = mutant.source.replace(f"def {mutant.function}(", f"def {mutant.function}__{number}(", 1)
        copies.setdefault(ends[mutant.owner, mutant.function], []).append(
            (mutant.name, textwrap.indent(renamed, indent))
        )
    made: list[str] = []
    of_line: dict[int, str] = {}
    for number, line in enumerate(lines, 1):
        made.append(line)
        for name, source in copies.get(number, ()):
            for each in ["", *source.splitlines()]:
                made.append(each)
                of_line[len(made)] = name
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / FILE.name
        copy.write_text("\n".join(made) + "\n", "utf-8")
        ran = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--output", "json", "--cache-dir", folder, str(copy)],
            capture_output=True,
            text=True,
            check=False,
        )
    errors = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
    errors = [each for each in errors if each["code"] not in OF_THE_COPIES]
    if ran.returncode > 1 or any(each["line"] not in of_line for each in errors):
        raise SystemExit(f"mypy did not get through:\n{ran.stdout[-2000:]}{ran.stderr}")
    return {of_line[each["line"]] for each in errors if each["severity"] == "error"}


def run(pattern: str, sample: int | None, seed: int) -> int:
    """Make the mutants, try them or a sample, and say what survived."""
    wanted = [each for each in mutants() if fnmatch.fnmatchcase(each.name, pattern)]
    if not wanted:
        print(f"no mutant is called {pattern}")
        return 2
    chosen = random.Random(seed).sample(wanted, min(len(wanted), sample or len(wanted)))
    refused = ill_typed(chosen)
    drawn, chosen = len(chosen), [each for each in chosen if each.name not in refused]
    with tempfile.TemporaryDirectory() as name:
        cases = [*of_links(), *of_streams(), *of_sums(), *of_common_events(), *of_bags(Path(name))]
        reaching = by_function([*of_pieces(), *cases])
        gc.freeze()
        survivors = []
        for number, mutant in enumerate(chosen, 1):
            if not caught(mutant, reaching.get(mutant.qualified, [])):
                survivors.append(mutant)
                print(f"{number}/{len(chosen)} {mutant.name}: SURVIVED: {mutant.changed}", flush=True)
            if number % 20 == 0:
                print(f"{number}/{len(chosen)} tried, {len(survivors)} survived", flush=True)
    share = 100 * (1 - len(survivors) / len(chosen))
    print(
        f"\n{drawn} of {len(wanted)} mutants drawn, {len(refused)} refused by mypy; {len(chosen)} tried "
        f"on {len(cases)} cases, {len(survivors)} survived: "
        f"{share:.1f} % caught"
    )
    return int(share < AIM)
