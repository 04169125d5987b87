"""What a marked test sees: an amount, a finding or a refusal. Read from its source, never from a label.

- `amount`: an assertion looks at money that was worked out for the test: what a settled round did with a
  wager, its payouts, returned stakes and totals, a meter, a field in cents or millicents.
- `refused`: an error of ours is expected, or an assertion looks at a refusal.
- `finding`: an assertion looks at findings of the examiner. Its scenarios are all of this kind: each is
  broken and found by `tests/projections/examining/test_each_check.py`.

A test is read together with the functions and fixtures of the tests that it calls by name. This knows no rule
and no page.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

MONEY_NAME = re.compile(r"(^|_)(cents|mc)$")
MONEY_OF_A_VERDICT = {"paid", "total", "returned", "everything_returned", "meters"}
"""What tests ask of a settled round (`tests/games/builders.py`); called, it says all about a wager."""
WRITTEN_OUT = {"usd", "dollars", "cents"}
"""What makes an amount of what a test writes out (`tests/amounts.py`, `tests/projections/judging.py`)."""
SETTLING = "settle"
"""The fixture or method whose answer is a settled round."""
REFUSAL = re.compile(r"^error$|(^|_)(refus|reject)\w*$|(Refus|Reject)\w*$")
ROOMS = ("events", "games", "projections", "streams", "console", "floor")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def _functions(path: Path) -> dict[str, Function]:
    """The functions and methods of a module by their names."""
    return {node.name: node for node in ast.walk(_tree(path)) if isinstance(node, Function)}


@cache
def _imports(path: Path) -> dict[str, str]:
    """The names that a module imports from others, and from which."""
    return {
        alias.asname or alias.name: node.module
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


@dataclass(frozen=True)
class Read:
    """A function of the tests, and where it stands."""

    root: Path
    path: Path
    function: Function

    @cache  # noqa: B019 - a page is made once
    def named(self, name: str) -> Read | None:
        """The function or fixture that a name means here."""
        module = _imports(self.path).get(name)
        places = [self.path]
        if module is not None:
            places = [self.root / f"{module.replace('.', '/')}.py"] if module.startswith("tests") else []
        else:
            folders = [folder for folder in self.path.parents if self.root in folder.parents]
            places += [folder / "conftest.py" for folder in folders]
        for place in places:
            if place.exists() and name in _functions(place):
                return Read(self.root, place, _functions(place)[name])
        return None

    def reached(self) -> list[Read]:
        """It, and all that it calls by name."""
        found: list[Read] = []
        todo = [self]
        while todo:
            each = todo.pop()
            if each not in found:
                found.append(each)
                todo += [read for name in each.called() if (read := each.named(name)) is not None]
        return found

    def called(self) -> Iterator[str]:
        """The fixtures that it asks for, and the names that it calls."""
        yield from (argument.arg for argument in self.function.args.args)
        for node in ast.walk(self.function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node.func.id

    def returns(self) -> Iterator[ast.expr]:
        """What it gives back."""
        for node in ast.walk(self.function):
            if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
                yield node.value

    def settles(self, value: ast.AST, depth: int = 3) -> bool:
        """Whether an expression settles a round, itself or by a function of the tests."""
        for node in ast.walk(value):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func).rpartition(".")[2]
                if name == SETTLING:
                    return True
                helper = self.named(name) if depth and isinstance(node.func, ast.Name) else None
                if helper and any(helper.settles(each, depth - 1) for each in helper.returns()):
                    return True
        return False

    def holding(self, wanted: Callable[[ast.AST], bool]) -> set[str]:
        """Local names whose value has something wanted in it."""
        names: set[str] = set()
        for node in ast.walk(self.function):
            match node:
                case ast.Assign(targets=bound, value=value) if any(map(wanted, ast.walk(value))):
                    targets: list[ast.expr] = bound
                case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value) if any(
                    map(wanted, ast.walk(value))
                ):
                    targets = [target]
                case _:
                    continue
            names |= {name.id for each in targets for name in ast.walk(each) if isinstance(name, ast.Name)}
        return names

    @cache  # noqa: B019 - as above
    def verdicts(self) -> set[str]:
        """Local names that hold settled rounds."""
        return self.holding(lambda node: isinstance(node, ast.Call) and self.settles(node))

    def is_money(self, node: ast.AST, verdicts: set[str], depth: int = 3) -> bool:
        """Whether a node takes out an amount."""
        match node:
            case ast.Attribute(attr=name):
                return bool(MONEY_NAME.search(name)) or name in MONEY_OF_A_VERDICT
            case (
                ast.Constant(value=str(name))
                | ast.keyword(arg=str(name))
                | ast.Subscript(slice=ast.Constant(value=str(name)))
            ):
                return bool(MONEY_NAME.search(name))
            case ast.Call(func=ast.Name(id=name)):
                if name in verdicts or name in WRITTEN_OUT:
                    return True
                helper = self.named(name) if depth else None
                return helper is not None and any(
                    helper.is_money(part, helper.verdicts(), depth - 1)
                    for each in helper.returns()
                    for part in ast.walk(each)
                )
            case ast.Call(func=ast.Call() as inner):
                return self.settles(inner)
        return False

    def takes_money(self, node: ast.AST, verdicts: set[str]) -> bool:
        """The same for what a name is given: an amount that is only written down there is none."""
        return not isinstance(node, ast.Constant | ast.keyword) and (
            self.is_money(node, verdicts) and not _is_name_of(getattr(node, "func", node), WRITTEN_OUT)
        )

    def worked_out(self, node: ast.AST) -> bool:
        """Whether an assertion looks at more than what is written down: at a call, or a local name."""
        local = {name.id for name in ast.walk(self.function) if _is_bound(name)}
        local |= {argument.arg for argument in self.function.args.args}
        return any(
            isinstance(part, ast.Call) or (isinstance(part, ast.Name) and part.id in local)
            for part in ast.walk(node)
        )

    def expects_an_error(self, call: ast.Call) -> bool:
        """`pytest.raises` of an error of a package of ours, not of a KeyError by accident."""
        if not ast.unparse(call.func).endswith("raises") or not call.args:
            return False
        names = {name for node in ast.walk(call.args[0]) for name in _words(node)}
        return any(_imports(self.path).get(name, "").split(".")[0] in ROOMS for name in names)

    def sees(self) -> set[str]:
        """What its own lines see."""
        found = set()
        verdicts = self.verdicts()
        amounts = self.holding(lambda node: self.takes_money(node, verdicts))
        refusals = self.holding(_is_refusal)
        for node in ast.walk(self.function):
            if isinstance(node, ast.Call) and self.expects_an_error(node):
                found.add("refused")
            if isinstance(node, ast.Assert) and self.worked_out(node.test):
                inside = list(ast.walk(node.test))
                if any(self.is_money(part, verdicts) or _is_name_of(part, amounts) for part in inside):
                    found.add("amount")
                words = {word for part in inside for word in _words(part)}
                if (words & refusals or any(map(_is_refusal, inside))) and not _denies(node.test):
                    found.add("refused")
                if "findings" in words:
                    found.add("finding")
        return found


def _is_bound(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _words(node: ast.AST) -> Iterator[str]:
    """The name that a node is or holds; sentences are none."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            yield name


def _is_name_of(node: ast.AST, names: Collection[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _is_refusal(node: ast.AST) -> bool:
    return any(REFUSAL.search(word) for word in _words(node))


def _denies(test: ast.expr) -> bool:
    """`x not in y`, `not x`: that something was not refused."""
    match test:
        case ast.UnaryOp(op=ast.Not()) | ast.Compare(ops=[ast.NotIn()]):
            return True
    return False


@cache
def kinds_of(file: str, test: str, root: Path) -> set[str]:
    """Which of the three a test sees; a class or a whole module sees something if each of its tests does."""
    path = root / file
    if test in _functions(path):
        return _kinds(Read(root, path, _functions(path)[test]))
    classes = [node for node in ast.walk(_tree(path)) if isinstance(node, ast.ClassDef) and node.name == test]
    scope: ast.AST = classes[0] if classes else _tree(path)
    each = [
        _kinds(Read(root, path, node))
        for node in ast.walk(scope)
        if isinstance(node, Function) and node.name.startswith("test_")
    ]
    return set.union(*each) if each and all(each) else set()


def _kinds(test: Read) -> set[str]:
    return {kind for read in test.reached() for kind in read.sees()}
