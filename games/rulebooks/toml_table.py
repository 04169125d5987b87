"""A table of a TOML file with its address in the file, read strictly, key by key.

What the keys mean is the reader's affair (`rulebooks.reading`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar, cast

from games.chapter import Choice
from games.errors import RulebookError

T = TypeVar("T")
REQUIRED = object()
UNQUOTABLE = re.compile(r"[\"\\\x00-\x1f]")


class TomlTable:
    """A TOML table with its address; hands out its keys one by one and objects to what is left over."""

    def __init__(self, file: str, address: str, data: object) -> None:
        self.file = file
        self.address = address
        if not isinstance(data, dict):
            raise RulebookError(file, address, f"expected a table, found {data!r}")
        self.data: dict[str, object] = dict(data)

    def error(self, key: str, message: str) -> RulebookError:
        """A refusal at `key` of this table."""
        return RulebookError(self.file, f"{self.address}.{key}".lstrip("."), message)

    def take(self, key: str, kind: type[T], default: object = REQUIRED) -> T:
        """The value of `key`, which must be of `kind` (a bool is not an int here)."""
        if key not in self.data:
            if default is REQUIRED:
                raise self.error(key, f"missing; add `{key}` ({kind.__name__})")
            return cast("T", default)
        value = self.data.pop(key)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(key, f"expected {kind.__name__}, found {value!r}")
        if kind is str and UNQUOTABLE.search(str(value)):
            raise self.error(key, f"no quotes, backslashes or control characters in a text, found {value!r}")
        return value

    def amount(self, key: str, default: object = REQUIRED) -> int:
        """A whole number that is not negative."""
        value = self.take(key, int, default)
        if value is not None and value < 0:
            raise self.error(key, f"may not be negative, found {value}")
        return value

    def names(self, key: str, default: object = REQUIRED) -> tuple[str, ...]:
        """A list of different names."""
        values = self.take(key, list, default)
        if not all(isinstance(value, str) for value in values) or len(set(values)) != len(values):
            raise self.error(key, f"expected a list of different names, found {values!r}")
        return tuple(values)

    def choices(self, key: str) -> tuple[Choice, ...]:
        """A list of values of which one is chosen."""
        values = self.take(key, list)
        if not values or not all(isinstance(value, bool | int | str) for value in values):
            raise self.error(key, f"expected a list of values, found {values!r}")
        return tuple(values)

    def table(self, key: str, *, optional: bool = False) -> TomlTable:
        """The table under `key`; an empty one when it is optional and absent."""
        data = self.take(key, dict, {} if optional else REQUIRED)
        return TomlTable(self.file, f"{self.address}.{key}".lstrip("."), data)

    def tables(self) -> Iterator[tuple[str, TomlTable]]:
        """Every remaining key as a table of its own."""
        for key in list(self.data):
            yield key, self.table(key)

    def finish(self) -> None:
        """Refuse whatever has not been taken."""
        for key in self.data:
            raise self.error(key, "unknown key; remove it or correct its spelling")
