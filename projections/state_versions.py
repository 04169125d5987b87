"""How folds store their state: one encoding for all of them, with the version of its format in front.

A state is a tree of typed values: `msgspec.Struct` (best with `array_like=True`), named tuples, dataclasses,
dicts, sets, tuples, texts, numbers and bytes. Equal states give equal bytes, in whatever order their dicts
were filled, so two workers can compare what they stored. A worker refuses a state that is newer than itself.

    >>> class Seats(msgspec.Struct, frozen=True, array_like=True):
    ...     table: str
    ...     stakes: dict[int, int]
    >>> SEATS = StateFormat(1, Seats)
    >>> stored = SEATS.dump(Seats("HCF-01", {2: 500, 1: 300}))
    >>> SEATS.load(stored)
    Seats(table='HCF-01', stakes={1: 300, 2: 500})
    >>> StateFormat(2, Seats).dump(Seats("HCF-01", {})) == stored
    False

Raise the version whenever a class of the state changes its fields. The state is a cache of the log:
whoever meets an older format folds again from the beginning.
"""

from __future__ import annotations

from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from operator import is_
from types import UnionType
from typing import Any, Final, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from events.errors import MalformedEvent

S = TypeVar("S")

_SORTED: Final = msgspec.msgpack.Encoder(order="deterministic").encode
"""Encodes with dicts and sets in order, thirty times as fast as `in_order`; dicts must have texts as keys."""
_LEAVES: Final = frozenset({str, int, bytes, bool, type(None)})
_UNIONS: Final = (Union, UnionType)


class StateTooNew(MalformedEvent):
    """A stored state was written by a newer release."""

    def __init__(self, format_: int, known: int) -> None:
        super().__init__("state", f"its format is {format_}, this release knows {known}: update this worker")


class StateFormat(Generic[S]):
    """The stored form of one class of states, and the version of that form."""

    __slots__ = ("_decoder", "version")

    def __init__(self, version: int, state: type[S]) -> None:
        self.version: Final = version
        self._decoder: Final = msgspec.msgpack.Decoder(state)

    def dump(self, state: S) -> bytes:
        """The state as one value to store; equal states give equal bytes."""
        try:
            return _SORTED((self.version, state))
        except TypeError:
            return msgspec.msgpack.encode((self.version, in_order(state)))

    def load(self, dumped: bytes) -> S:
        """The state of `dump`; one that a newer release wrote is refused."""
        try:
            parts = msgspec.msgpack.decode(dumped, type=list[msgspec.Raw])
            written = msgspec.msgpack.decode(parts[0], type=int)
            if written <= self.version:
                return self._decoder.decode(parts[1])
        except (msgspec.DecodeError, IndexError) as error:
            detail = f"these bytes are not a state of format {self.version} ({error}): fold the log again"
            raise MalformedEvent("state", detail) from None
        raise StateTooNew(written, self.version)


def in_order(value: Any) -> Any:
    """What msgspec encodes as it does the value, but with dicts in the order of their keys, and sets sorted.

    Whatever is in order already is given back as it is: most of a state is, and a state is stored often.
    """
    kind = type(value)
    if kind in _LEAVES:
        return value
    if kind is dict:
        return _dict_in_order(value)
    if kind is set or kind is frozenset:
        return sorted(value) if len(value) > 1 else value
    if isinstance(value, (tuple, list)):
        parts = [v if type(v) in _LEAVES else in_order(v) for v in value]
        return value if all(map(is_, parts, value)) else parts
    return _fields_in_order(value, kind)


def _dict_in_order(value: dict[Any, Any]) -> dict[Any, Any]:
    keys = list(value)
    in_key_order = sorted(keys) if len(keys) > 1 else keys
    if in_key_order != keys:
        value = {key: value[key] for key in in_key_order}
    changed = {}
    for key, part in value.items():
        if type(part) not in _LEAVES and (ordered := in_order(part)) is not part:
            changed[key] = ordered
    return {**value, **changed} if changed else value


def _fields_in_order(value: Any, kind: type) -> Any:
    unordered = _UNORDERED.get(kind)
    if unordered is None:
        unordered = _UNORDERED[kind] = _unordered_fields(kind)
    changed = {}
    for name in unordered:
        part = getattr(value, name)
        if part and (ordered := in_order(part)) is not part:
            changed[name] = ordered
    if not changed:
        return value
    fields = {name: changed[name] if name in changed else getattr(value, name) for name in _names(kind)}
    config = getattr(kind, "__struct_config__", None)
    return list(fields.values()) if config is not None and config.array_like else fields


_UNORDERED: Final[dict[type, tuple[str, ...]]] = {}
"""For each class the fields that may hold a dict or a set, however deep."""


def _unordered_fields(kind: type) -> tuple[str, ...]:
    hints = get_type_hints(kind)
    return tuple(name for name in _names(kind) if _may_be_unordered(hints[name]))


def _may_be_unordered(hint: Any) -> bool:
    origin, parts = get_origin(hint), get_args(hint)
    kind = hint if origin is None else origin
    if kind in _LEAVES or kind is Ellipsis:
        return False
    if kind in _UNIONS or kind in (tuple, list):
        return any(map(_may_be_unordered, parts))
    if kind in (dict, set, frozenset) or not isinstance(kind, type):
        return True
    if issubclass(kind, tuple):
        return any(map(_may_be_unordered, get_type_hints(kind).values()))
    return bool(_unordered_fields(kind))


def _names(kind: type) -> tuple[str, ...]:
    """The fields of a struct or a dataclass, as msgspec encodes them."""
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__
    if is_dataclass(kind):
        return tuple(field.name for field in fields_of(kind))
    raise TypeError(f"a stored state cannot hold a {kind.__name__}")
