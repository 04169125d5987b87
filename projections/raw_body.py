"""Bodies as they are stored, read without the vocabulary: for folds that go over millions of events.

A body on a checked chain may still be malformed: its writer was no recorder of ours. Then it is `Unreadable`
and counts for nothing here; `check` is what reports it. Processes that only fold import this and little else.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

import msgpack

MOST_MC: Final = 10**14
"""A billion dollars: an amount above it is no stake and no payment, and sums of less always fit 64 bits."""

_Fields = dict[str, Any]


class Unreadable(Exception):
    """A body, or a field of it, is not what its type says."""


def fields_of(body: bytes) -> _Fields:
    """The fields of a body that nobody has checked."""
    try:
        fields = msgpack.unpackb(body)
    except (ValueError, TypeError, msgpack.exceptions.UnpackException, RecursionError):
        raise Unreadable from None
    if type(fields) is not dict:
        raise Unreadable
    return fields


def amount(fields: _Fields, name: str) -> int:
    """An amount of millicents, or a number."""
    value = signed_amount(fields, name)
    if value < 0:
        raise Unreadable
    return value


def signed_amount(fields: _Fields, name: str) -> int:
    """An amount of millicents that may be negative."""
    value = fields.get(name)
    if type(value) is not int or not -MOST_MC <= value <= MOST_MC:
        raise Unreadable
    return value


def word(fields: _Fields, name: str) -> str:
    """A text."""
    value = fields.get(name)
    if type(value) is not str:
        raise Unreadable
    return value


def parts(fields: _Fields, name: str) -> list[_Fields]:
    """A list of parts, each with fields of its own."""
    return _several(fields, name, dict)


def words(fields: _Fields, name: str) -> list[str]:
    """A list of texts."""
    return _several(fields, name, str)


def numbers(fields: _Fields, name: str) -> list[int]:
    """A list of numbers."""
    return _several(fields, name, int)


T = TypeVar("T")


def _several(fields: _Fields, name: str, kind: type[T]) -> list[T]:
    value = fields.get(name)
    if type(value) is not list or any(type(each) is not kind for each in value):
        raise Unreadable
    return value
