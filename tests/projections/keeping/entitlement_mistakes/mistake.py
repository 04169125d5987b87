"""A mistake: the code as it is but for one rule that somebody forgot, and the history that shows it.

A rule is left out by an edit of the source of one function, which must be there exactly once: where the code
has changed the edit fails, and the mistake is to be put in anew. What follows from the edit is whatever the
rest of the code makes of it.
"""

from __future__ import annotations
import __future__

import inspect
import sys
import textwrap
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FunctionType, TracebackType
from typing import Any, NamedTuple

import pytest

from tests.projections.keeping.entitlement_mistakes.telling import Telling

History = Callable[[Telling], None]
JUDGES = Path(__file__).parents[1]


class Edit(NamedTuple):
    """A function of `projections`, by its dotted name, and what stands in it instead of what."""

    where: str
    old: str
    new: str


class Mistake(NamedTuple):
    """A rule of entitlement, what is left out with it, a history that needs it, and the judge that says so.

    `reasons` are words of the refusals and accounts that the rule is known by: without the mistake the
    history has them all. `by_chance` says whether the machine of any history finds it in a reasonable time.
    """

    name: str
    design: str
    """The paragraph of "Progressive meters" in the design."""
    rule: str
    edits: tuple[Edit, ...]
    history: History
    found_by: str
    reasons: tuple[str, ...]
    by_chance: bool


MISTAKES: dict[str, Mistake] = {}
"""By the name of its history."""


def mistake(
    *edits: Edit, found_by: str, reasons: tuple[str, ...] = (), by_chance: bool = True
) -> Callable[[History], History]:
    """A history as that of a mistake: its docstring is the rule that the mistake leaves out."""

    def enter(history: History) -> History:
        name, rule = history.__name__, (history.__doc__ or "").strip()
        assert name not in MISTAKES
        design = history.__globals__["DESIGN"]
        MISTAKES[name] = Mistake(name, design, rule, edits, history, found_by, reasons, by_chance)
        return history

    return enter


def put_in(patch: pytest.MonkeyPatch, edits: tuple[Edit, ...]) -> None:
    """The code with these edits, wherever it is called from."""
    for edit in edits:
        owner, name = _owner(edit.where)
        known: FunctionType = getattr(owner, name)
        source = textwrap.dedent(
            inspect.getsource(known) if not hasattr(known, "mistaken") else known.mistaken
        )
        assert source.count(edit.old) == 1, f"{edit.where} has changed: {edit.old!r}"
        source = source.replace(edit.old, edit.new)
        made: dict[str, Any] = {}
        flags = __future__.annotations.compiler_flag
        exec(compile(source, edit.where, "exec", flags), known.__globals__, made)
        made[name].mistaken = source
        _replace(patch, owner, name, made[name])


def _owner(where: str) -> tuple[Any, str]:
    """The module or class of a function, and its name there."""
    *path, name = where.split(".")
    for depth in range(len(path), 0, -1):
        try:
            owner: Any = import_module(".".join(["projections", *path[:depth]]))
        except ModuleNotFoundError:
            continue
        for attribute in path[depth:]:
            owner = getattr(owner, attribute)
        return owner, name
    raise LookupError(where)


def _replace(patch: pytest.MonkeyPatch, owner: Any, name: str, made: Any) -> None:
    known = getattr(owner, name)
    patch.setattr(owner, name, made)
    for module in [each for path, each in sys.modules.items() if path.startswith("projections.")]:
        for attribute, value in list(vars(module).items()):
            if value is known:
                patch.setattr(module, attribute, made)


def judge_of(error: AssertionError) -> str:
    """The rule or invariant of the lying tables by which something was found; empty where none of them
    did."""
    found, trace = "", error.__traceback__
    last: TracebackType | None = None
    while trace is not None:
        code = trace.tb_frame.f_code
        last = trace
        if Path(code.co_filename).parent == JUDGES and code.co_qualname.startswith("Lying"):
            found = code.co_qualname.split(".")[1]
        trace = trace.tb_next
    by_us = last is not None and Path(last.tb_frame.f_code.co_filename).parent == JUDGES
    return found if by_us else ""
