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

Raise the version whenever a class of the state changes its fields. The state is a cache of what the log says:
whoever meets an older format folds again from the beginning.
"""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

import msgspec

from events.errors import MalformedEvent

S = TypeVar("S")

_SORTED: Final = msgspec.msgpack.Encoder(order="deterministic").encode
"""Encodes with dicts and sets in order, thirty times as fast as `in_order`; dicts must have texts as keys."""
_LEAVES: Final = frozenset({str, int, bytes, bool, type(None)})


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


def in_order(value: Any) -> Any:  # noqa: PLR0911 - one for each kind of value
    """A value as msgspec would encode it, but with dicts in the order of their keys, and sets sorted."""
    kind = type(value)
    if kind in _LEAVES:
        return value
    if kind is dict:
        return {key: v if type(v) in _LEAVES else in_order(v) for key, v in sorted(value.items())}
    if kind is set or kind is frozenset:
        return sorted(value)
    if isinstance(value, (tuple, list)):
        return [v if type(v) in _LEAVES else in_order(v) for v in value]
    if isinstance(value, msgspec.Struct):
        if not kind.__struct_config__.array_like:
            return {name: in_order(getattr(value, name)) for name in kind.__struct_fields__}
        fields = [getattr(value, name) for name in kind.__struct_fields__]
        return [v if type(v) in _LEAVES else in_order(v) for v in fields]
    if hasattr(kind, "__dataclass_fields__"):
        return {name: in_order(getattr(value, name)) for name in kind.__dataclass_fields__}
    raise TypeError(f"a stored state cannot hold a {kind.__name__}: {value!r}")
