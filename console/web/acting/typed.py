"""What was typed into a form, read field by field; what is wrong with each is said beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from console.web.acting.form import Field, Form, Sheet

LONGEST: Final = 1_000
"""Characters of a field: a reason of several lines."""
_OF_CHECKS: Final = "."


class Read(NamedTuple):
    """The fields as they were read, and by name what is wrong with those that could not be."""

    values: dict[str, Any]
    wrong: dict[str, str]


def read(form: Form, sheet: Sheet, typed: Mapping[str, str]) -> Read:
    """Read every field of a form."""
    values: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for field in form.fields:
        try:
            values[field.name] = _one(field, sheet, typed)
        except ValueError as error:
            wrong[field.name] = str(error)
    return Read(values, wrong)


def of_form(form: Form, sent: Mapping[str, str]) -> dict[str, str]:
    """Of all that was sent, what belongs to the fields of a form, with line ends as they are everywhere."""
    kept = {}
    for field in form.fields:
        for name, text in sent.items():
            if name == field.name or (field.kind == "checks" and name.startswith(field.name + _OF_CHECKS)):
                kept[name] = text.replace("\r\n", "\n").strip()
    return kept


def checked(field: Field, typed: Mapping[str, str], offered: Sequence[str]) -> tuple[str, ...]:
    """Which of what a field offers was ticked."""
    return tuple(each for each in offered if typed.get(f"{field.name}{_OF_CHECKS}{each}"))


def _one(field: Field, sheet: Sheet, typed: Mapping[str, str]) -> Any:
    offered = sheet.choices.get(field.name, ())
    if field.kind == "checks":
        ticked = checked(field, typed, offered)
        if field.needed and not ticked:
            raise ValueError("tick at least one")
        return ticked
    text = typed.get(field.name, "")
    if not text:
        if field.needed:
            raise ValueError("this is needed")
        return None
    if len(text) > LONGEST:
        raise ValueError(f"{len(text):,} characters are too many: write at most {LONGEST:,}")
    if field.kind == "choice" and text not in offered:
        raise ValueError(f"{text!r} is not one of {', '.join(offered) or 'anything that is offered'}")
    return field.read(text)
