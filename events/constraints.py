"""What msgspec does not check while it decodes: the form of texts, and rules between fields.

Texts repeat from event to event, so those that passed are remembered: most are judged by one look into a set.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import UnionType
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints

from events.facts import Check, Part, Pattern

Test = Callable[[Any], bool]
_REMEMBERED_AT_MOST: Final = 16_384

_Tests = tuple[tuple[str, Test], ...]


class _Plan(NamedTuple):
    """What to look at in a class: its fields by name, and whether it has rules of its own."""

    tests: _Tests
    rules: bool


_PLANS: Final[dict[type[Part], _Plan]] = {}
_REMEMBERING: Final[dict[object, Test]] = {}


def fits(part: Part) -> bool:
    """Whether a decoded part has only texts of the right form, and keeps its own rules."""
    kind = type(part)
    plan = _PLANS.get(kind) or _plan(kind)
    for name, test in plan.tests:
        if not test(getattr(part, name)):
            return False
    return not plan.rules or not any(
        rule.problem(getattr(part, rule.field), getattr(part, rule.other)) for rule in kind.RULES
    )


def _plan(kind: type[Part]) -> _Plan:
    hints = get_type_hints(kind, include_extras=True)
    found = {name: _test(hints[name]) for name in kind.__struct_fields__}
    tests = tuple((name, test) for name, test in found.items() if test is not None)
    return _PLANS.setdefault(kind, _Plan(tests, rules=bool(kind.RULES)))


def _test(hint: Any) -> Test | None:
    """The test of a field's values; None where there is nothing to look at."""
    origin = get_origin(hint)
    if origin is Annotated:
        of, *metadata = get_args(hint)
        own = next((each for each in metadata if isinstance(each, (Pattern, Check))), None)
        return _test(of) if own is None else _remembering(own)
    if origin is tuple:
        each = _test(get_args(hint)[0])
        return None if each is None else lambda values: all(map(each, values))
    if origin in (Union, UnionType):
        choices = [test for test in map(_test, get_args(hint)) if test is not None]
        if not choices:
            return None
        (only,) = choices  # a text or part among the choices is told from the others by its type alone
        return lambda value: value is None or only(value)
    if isinstance(hint, type) and issubclass(hint, Part):
        plan = _plan(hint)
        return fits if plan.tests or plan.rules else None
    return None


def _remembering(constraint: Pattern | Check) -> Test:
    """The test of a text, with a memory that all fields of that form share."""
    known = _REMEMBERING.get(constraint)
    if known is None:
        form = constraint.regex if isinstance(constraint, Pattern) else ""
        passes: Test = re.compile(form).fullmatch if form else constraint.passes  # type: ignore[assignment,union-attr]
        known = _REMEMBERING[constraint] = _memory(passes)
    return known


def _memory(passes: Callable[[str], object]) -> Test:
    seen: set[str] = set()

    def test(text: str) -> bool:
        if text in seen:
            return True
        if not passes(text):
            return False
        if len(seen) >= _REMEMBERED_AT_MOST:
            seen.clear()
        seen.add(text)
        return True

    return test
