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

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from types import UnionType
from typing import Any, Final, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from events.errors import MalformedEvent

S = TypeVar("S")

Order = Callable[[Any], Any]
"""Gives what msgspec encodes like the value, but with dicts in the order of their keys, and sets sorted."""

_SORTED: Final = msgspec.msgpack.Encoder(order="deterministic").encode
"""Encodes with dicts and sets in order, faster than by an `Order`; all dicts must have texts as keys."""

_LEAVES: Final = frozenset({str, int, bytes, bool, type(None)})
_CONTAINERS: Final = (dict, set, frozenset, tuple, list, UnionType)


class StateTooNew(MalformedEvent):
    """A stored state was written by a newer release."""

    def __init__(self, format_: int, known: int) -> None:
        super().__init__("state", f"its format is {format_}, this release knows {known}: update this worker")


class StateFormat(Generic[S]):
    """The stored form of one class of states, and the version of that form."""

    __slots__ = ("_decoder", "_order", "version")

    def __init__(self, version: int, state: type[S]) -> None:
        self.version: Final = version
        self._decoder: Final = msgspec.msgpack.Decoder(state)
        self._order: Final = None if _key_types(state) <= {str} else _order_of(state)

    def dump(self, state: S) -> bytes:
        """The state as one value to store; equal states give equal bytes."""
        if self._order is None:
            return _SORTED((self.version, state))
        return msgspec.msgpack.encode((self.version, self._order(state)))

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


# --- the order of what a dict or a set holds ---------------------------------------------------------------


def _key_types(hint: Any) -> set[Any]:
    """The types of the keys of all dicts in a type, however deep."""
    kind, args = get_origin(hint) or hint, get_args(hint)
    if kind in _LEAVES or kind in (Literal, Ellipsis):
        return set()
    parts = _field_types(kind, args) if isinstance(kind, type) and kind not in _CONTAINERS else args
    keys: set[Any] = set().union(*map(_key_types, parts))
    return keys | {args[0]} if kind is dict else keys


def _order_of(hint: Any) -> Order | None:  # noqa: PLR0911 - one for each kind of type
    """What puts the values of a type in order; None where they hold no dict and no set, however deep.

    Worked out once for each format, so that storing a state looks only where something may be out of order.
    """
    kind, args = get_origin(hint) or hint, get_args(hint)
    if kind in _LEAVES or kind is Literal:
        return None
    if kind in (Union, UnionType):
        return _union_order(args)
    if kind is dict:
        return _dict_order(_order_of(args[1]))
    if kind in (set, frozenset):
        return lambda value: sorted(value) if len(value) > 1 else value
    if kind is list or (kind is tuple and args[1:] == (Ellipsis,)):
        return _each_order(_order_of(args[0]))
    if kind is tuple:
        return _parts_order(list(map(_order_of, args)))
    if isinstance(kind, type):
        return _class_order(kind, args)
    raise TypeError(f"a stored state cannot hold {hint}: name the types of all its parts")


def _union_order(kinds: Iterable[Any]) -> Order | None:
    orders = [order for order in map(_order_of, kinds) if order is not None]
    if not orders:
        return None
    (order,) = orders  # of two kinds with dicts in them msgspec could not tell which one it reads
    return lambda value: value if type(value) in _LEAVES else order(value)


def _dict_order(order: Order | None) -> Order:
    def ordered(value: dict[Any, Any]) -> dict[Any, Any]:
        keys = list(value)
        by_key = sorted(keys) if len(keys) > 1 else keys
        if order is not None:
            return {key: order(value[key]) for key in by_key}
        return value if by_key == keys else {key: value[key] for key in by_key}

    return ordered


def _each_order(order: Order | None) -> Order | None:
    return None if order is None else lambda value: list(map(order, value))


def _parts_order(orders: Sequence[Order | None]) -> Order | None:
    if not any(orders):
        return None
    return lambda value: [
        part if order is None else order(part) for order, part in zip(orders, value, strict=True)
    ]


def _class_order(kind: type, args: Sequence[Any]) -> Order | None:
    """For a named tuple, a struct or a dataclass, by its fields; `args` are those of a generic one."""
    names = _names(kind)
    orders = list(map(_order_of, _field_types(kind, args)))
    if issubclass(kind, tuple):
        return _parts_order(orders)
    if not any(orders):
        return None
    unordered = [(name, order) for name, order in zip(names, orders, strict=True) if order is not None]

    def ordered(value: Any) -> Any:
        """The value itself where all is in order: msgspec encodes it faster than its parts."""
        changed = {}
        for name, order in unordered:
            part = getattr(value, name)
            if part and (after := order(part)) is not part:
                changed[name] = after
        if not changed:
            return value
        fields = {name: changed[name] if name in changed else getattr(value, name) for name in names}
        return list(fields.values()) if array_like else fields

    array_like = issubclass(kind, msgspec.Struct) and kind.__struct_config__.array_like
    return ordered


def _field_types(kind: type, args: Sequence[Any]) -> list[Any]:
    """The types of the fields of a class; `args` are those of a generic one."""
    hints = get_type_hints(kind)
    given = dict(zip(getattr(kind, "__parameters__", ()), args, strict=True))
    return [_with_arguments(hints[name], given) for name in _names(kind)]


def _with_arguments(hint: Any, given: Mapping[Any, Any]) -> Any:
    """The type of a field of a generic class, where the class has got its arguments."""
    parameters = getattr(hint, "__parameters__", ())
    return hint[tuple(given[each] for each in parameters)] if parameters else given.get(hint, hint)


def _names(kind: type) -> tuple[str, ...]:
    """The fields of a class, in the order in which msgspec encodes them."""
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__
    if is_dataclass(kind):
        return tuple(field.name for field in fields_of(kind))
    if issubclass(kind, tuple):
        return tuple(get_type_hints(kind))
    raise TypeError(f"a stored state cannot hold a {kind.__name__}")
