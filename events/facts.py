"""What every part of a body is: a frozen class with named fields, and what its fields must be like.

One definition serves the edge and the core. msgspec decodes bytes into the class and checks types and `Meta`
while it does; `Pattern` and `Check`, which it cannot check fast, are looked at by `events.constraints`; and
`events.validation` makes a pydantic model of it all, for fields that come in from outside. A text among the
annotations of a field describes it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple, dataclass_transform

import msgspec


class Pattern(NamedTuple):
    """A text is of this form, from its first character to its last."""

    regex: str


class Check(NamedTuple):
    """A text passes a test that no pattern can express; `format` is what JSON Schema calls it."""

    passes: Callable[[str], bool]
    problem: str
    format: str


class Refers(NamedTuple):
    """A text names somebody who is not staff: an event has a reference in its place (`events.references`)."""

    kind: str
    """`player` or `account`."""


class Rule(NamedTuple):
    """What must hold between two fields of a part: `problem(value, other)` is what does not, or empty."""

    field: str
    other: str
    problem: Callable[[Any, Any], str]


class _FactType(msgspec.StructMeta):
    """Makes every part frozen, named by keywords, and closed to fields that it does not have."""

    def __new__(
        mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> _FactType:
        every = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True}
        made: _FactType = super().__new__(mcls, name, bases, namespace, **(every | options))
        return made


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Part(msgspec.Struct, frozen=True, metaclass=_FactType):
    """A piece of a body. Its class checks nothing when it is called: `parse_body` and `decode_body` do."""

    RULES: ClassVar[tuple[Rule, ...]] = ()
