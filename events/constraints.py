"""What msgspec does not check while it decodes: the form of texts, and rules between fields.

Texts repeat from event to event, so those that passed are remembered: most are judged by one look into a set,
and those of many parts together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin, get_type_hints

from events.facts import Check, Part, Pattern, Rule

_REMEMBERED_AT_MOST: Final = 16_384

_Get = Callable[[Any], Any]


class _Form:
    """The form of a text, and the texts that are known to have it.

    Types are checked while a body is decoded, so None is only found where it is allowed.
    """

    __slots__ = ("known", "passes")

    def __init__(self, constraint: Pattern | Check) -> None:
        match constraint:
            case Pattern(regex):
                self.passes: Callable[[str], object] = re.compile(regex).fullmatch
            case Check(passes):
                self.passes = passes
        self.known: set[str | None] = {None}

    def is_of_all(self, texts: Iterable[str | None]) -> bool:
        """Whether all texts have the form; those that have are known from now on."""
        for text in texts:
            if text is None or text in self.known:
                continue
            if not self.passes(text):
                return False
            if len(self.known) >= _REMEMBERED_AT_MOST:
                self.known = {None}
            self.known.add(text)
        return True


@dataclass(slots=True)
class _Plan:
    """What to look at in the parts of one class: by the field, and for lists of what the field holds."""

    texts: list[tuple[_Get, _Form]] = field(default_factory=list)
    text_lists: list[tuple[_Get, _Form]] = field(default_factory=list)
    parts: list[tuple[_Get, _Plan]] = field(default_factory=list)
    part_lists: list[tuple[_Get, _Plan]] = field(default_factory=list)
    rules: tuple[Rule, ...] = ()
    texts_only: bool = False
    """Whether there is nothing to look at but single texts: so it is for most events."""

    def is_broken_by(self, part: Part) -> bool:
        """Whether a part does not keep the rules of its class."""
        for rule in self.rules:  # noqa: SIM110 - `any` over a generator takes three times as long
            if rule.problem(getattr(part, rule.field), getattr(part, rule.other)):
                return True
        return False

    def is_empty(self) -> bool:
        """Whether there is nothing to look at."""
        return not (self.texts or self.text_lists or self.parts or self.part_lists or self.rules)


_PLANS: Final[dict[type[Part], _Plan]] = {}
_FORMS: Final[dict[Pattern | Check, _Form]] = {}


def fits(part: Part) -> bool:
    """Whether a decoded part has only texts of the right form, and keeps its own rules."""
    kind = type(part)
    plan = _PLANS.get(kind) or _plan(kind)
    for get, form in plan.texts:
        text = get(part)
        if not (text in form.known or form.is_of_all((text,))):
            return False
    return plan.texts_only or _all_fit_inside((part,), plan)


def _all_fit(parts: Sequence[Part], plan: _Plan) -> bool:
    for get, form in plan.texts:
        if not (form.known.issuperset(map(get, parts)) or form.is_of_all(map(get, parts))):
            return False
    return plan.texts_only or _all_fit_inside(parts, plan)


def _all_fit_inside(parts: Sequence[Part], plan: _Plan) -> bool:
    """Whether what parts hold beyond single texts fits, and their rules are kept."""
    for get, form in plan.text_lists:
        if not all(map(form.is_of_all, map(get, parts))):
            return False
    for get, inner in plan.part_lists:
        for part in parts:
            if not _all_fit(get(part), inner):
                return False
    for get, inner in plan.parts:
        if not _all_fit([each for each in map(get, parts) if each is not None], inner):
            return False
    return not plan.rules or not any(map(plan.is_broken_by, parts))


def _plan(kind: type[Part]) -> _Plan:
    """The plan of a class, made when it is first needed."""
    plan = _Plan(rules=kind.RULES)
    hints = get_type_hints(kind, include_extras=True)
    for name in kind.__struct_fields__:
        hint = _without_none(hints[name])
        is_list = get_origin(hint) is tuple
        found = _constraint(_without_none(get_args(hint)[0]) if is_list else hint)
        if isinstance(found, _Form):
            (plan.text_lists if is_list else plan.texts).append((attrgetter(name), found))
        elif isinstance(found, _Plan) and not found.is_empty():
            (plan.part_lists if is_list else plan.parts).append((attrgetter(name), found))
    plan.texts_only = not (plan.text_lists or plan.parts or plan.part_lists or plan.rules)
    return _PLANS.setdefault(kind, plan)


def _without_none(hint: Any) -> Any:
    """A type without its description, and without None where that is the only other choice."""
    if get_origin(hint) is Annotated:
        of, *metadata = get_args(hint)
        return hint if any(isinstance(each, (Pattern, Check)) for each in metadata) else _without_none(of)
    if get_origin(hint) in (Union, UnionType):
        choices = [choice for choice in get_args(hint) if choice is not type(None)]
        return _without_none(choices[0]) if len(choices) == 1 else hint
    return hint


def _constraint(hint: Any) -> _Form | _Plan | None:
    if get_origin(hint) is Annotated:
        own = next(each for each in get_args(hint)[1:] if isinstance(each, (Pattern, Check)))
        return _FORMS.get(own) or _FORMS.setdefault(own, _Form(own))
    if isinstance(hint, type) and issubclass(hint, Part):
        return _PLANS.get(hint) or _plan(hint)
    assert get_origin(hint) not in (tuple, Union, UnionType) or not _has_form(hint), (
        f"{hint} is not looked at"
    )
    return None


def _has_form(hint: Any) -> bool:
    """Whether a choice of types hides a form that nobody would look at."""
    return any(isinstance(_constraint(_without_none(each)), (_Form, _Plan)) for each in get_args(hint))
