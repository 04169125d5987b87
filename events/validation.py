"""Fields from outside, checked by pydantic: strictly, nothing extra, and the bad field is named.

The models are made from the classes of the vocabulary when they are first needed. JSON Schema comes from them
too. Processes that only fold never load this module, nor pydantic.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import GenericAlias, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta
from msgspec.structs import fields as fields_of
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    create_model,
    field_validator,
)

from events.errors import MalformedEvent
from events.facts import Check, Part, Pattern, Rule
from events.money import text


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


def check_fields(part: type[Part], fields: object) -> None:
    """Raise `MalformedEvent` on plain fields that the part does not take, naming the first bad one.

    The others are in its text, so that nobody has to find them one after the other.
    """
    try:
        _validator(part)(fields)
    except ValidationError as error:
        bad: dict[object, tuple[str, str]] = {}
        for each in error.errors(include_url=False):
            place = ".".join(str(step) for step in ("body", *each["loc"]))
            bad.setdefault(each["loc"][:1], (place, _problem(place, each)))
        (place, problem), *others = bad.values()
        also = "".join(f"; {place}: {problem}" for place, problem in others)
        raise MalformedEvent(place, problem + also) from None


def _problem(place: str, error: Mapping[str, Any]) -> str:
    """What is wrong with a field in words; the bound of an amount as people write amounts."""
    if error["type"] == "less_than_equal" and place.endswith("_mc"):
        return f"{text(error['input'])} is more than {text(error['ctx']['le'])}, the most that it may be"
    return str(error["ctx"]["error"] if error["type"] == "value_error" else error["msg"])


def json_schema(part: type[Part]) -> dict[str, Any]:
    """JSON Schema of a part, with those of the parts that it is made of."""
    return model_of(part).model_json_schema()


@functools.cache
def _validator(part: type[Part]) -> Callable[[object], object]:
    return model_of(part).__pydantic_validator__.validate_python  # what model_validate calls


@functools.cache
def model_of(part: type[Part]) -> type[BaseModel]:
    """The pydantic model that takes what the part takes."""
    hints = get_type_hints(part, include_extras=True)
    ruled = {rule.field for rule in part.RULES}
    fields: dict[str, Any] = {}
    for field in fields_of(part):
        default = ... if field.default is NODEFAULT else field.default
        fields[field.name] = (
            _annotation(hints[field.name]),
            Field(default, validate_default=True) if field.name in ruled else default,
        )
    checks: dict[str, Any] = {f"check_{rule.field}": _rule(rule) for rule in part.RULES}
    return create_model(
        part.__name__,
        __base__=_Strict,
        __doc__=part.__doc__,
        __module__=part.__module__,
        __validators__=checks,
        **fields,
    )


def _rule(rule: Rule) -> Any:
    def check(value: Any, info: ValidationInfo) -> Any:
        problem = rule.problem(value, info.data[rule.other]) if rule.other in info.data else ""
        if problem:
            raise ValueError(problem)
        return value

    return field_validator(rule.field, mode="after")(check)


def _annotation(hint: Any) -> Any:
    """A field's type as pydantic reads it."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        details: dict[str, Any] = {}
        others: list[Any] = []
        for each in args[1:]:
            _add(each, details, others)
        return functools.reduce(
            lambda of, each: Annotated[of, each], [Field(**details), *others], _annotation(args[0])
        )
    if origin is tuple:
        return Annotated[GenericAlias(tuple, (_annotation(args[0]), ...)), BeforeValidator(_as_tuple)]
    if origin in (Union, UnionType):
        return Union[tuple(map(_annotation, args))]  # noqa: UP007 - made from a list of types
    if isinstance(hint, type) and issubclass(hint, Part):
        return model_of(hint)
    return hint


def _add(constraint: object, details: dict[str, Any], others: list[Any]) -> None:
    """One annotation of a field: as a detail of `Field`, or beside it."""
    match constraint:
        case str():
            details["description"] = constraint
        case Meta():
            for name in ("ge", "le", "min_length", "max_length"):
                bound = getattr(constraint, name)
                if bound is not None:
                    details[name] = bound
        case Pattern(regex):
            details["pattern"] = regex
        case Check(passes, problem, format_):
            others.append(AfterValidator(_refusing(passes, problem)))
            details["json_schema_extra"] = {"format": format_}


def _refusing(passes: Callable[[str], bool], problem: str) -> Callable[[str], str]:
    def check(value: str) -> str:
        if not passes(value):
            raise ValueError(problem)
        return value

    return check


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
