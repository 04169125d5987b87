"""What the examiner remembers in its stored form, and back into the classes that it was.

The classes of the state say all there is to know: their fields and types are read once, here, so that a field
that is added to one of them is stored and read with no line of code. A step of a round is stored as its event
alone, without what is of no use for judging it; its facts are read from that again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from events.body import read_body
from events.envelope import NO_PREV, Event
from projections.examining.memory.table_state import Step

Read = Callable[[Any], Any]
"""Makes a value of its type of what was stored; None stands for one that is as it is stored."""

_LEAVES: Final = frozenset({str, int, bytes, bool, type(None)})


def _stored_step(value: Any) -> Any:
    """A step of a round as it is stored: what repeats from step to step stands together."""
    if not isinstance(value, Step):
        raise TypeError(f"the examiner cannot store a {type(value).__name__}")
    event = value.event
    place = event.facility, event.stream, event.mode, event.gaming_day, event.round, event.actor
    return *place, event.type, event.schema, event.seq, event.occurred_at_us, event.recorded_at_us, event.body


encode_state: Final = msgspec.msgpack.Encoder(enc_hook=_stored_step).encode
"""What is remembered as bytes; dicts keep their order."""


def _read_step(stored: Any) -> Step:
    facility, stream, mode, day, round_, actor, type_, schema, seq, occurred, recorded, body = stored
    times = occurred, recorded, day, round_, actor, "stored"
    event = Event(facility, stream, seq, NO_PREV, type_, schema, *times, mode, body)
    return Step(event, read_body(event))


def reader_of(hint: Any) -> Read | None:  # noqa: PLR0911 - one for each kind of type
    """What reads the values of a type."""
    kind, args = get_origin(hint) or hint, get_args(hint)
    if kind in _LEAVES or kind is Literal:
        return None
    if kind in (Union, UnionType):
        return _union_reader(args)
    if kind in (dict, Mapping):
        return _dict_reader(reader_of(args[0]), reader_of(args[1]))
    if kind in (set, frozenset, list, Sequence) or (kind is tuple and args[1:] == (Ellipsis,)):
        return _each_reader(list if kind is Sequence else kind, reader_of(args[0]))
    if kind is tuple:
        return _parts_reader(tuple, list(map(reader_of, args)))
    if kind is Step:
        return _read_step
    if isinstance(kind, type):
        return _class_reader(kind)
    raise TypeError(f"the examiner cannot store {hint}: name the types of all its parts")


def shape_of(hint: Any) -> str:
    """A short text that is another one once a class of the state has other fields or types."""
    lines: dict[str, str] = {}
    _add_shape(hint, lines)
    return hashlib.sha256(repr(sorted(lines.items())).encode()).hexdigest()[:16]


def _add_shape(hint: Any, lines: dict[str, str]) -> None:
    for arg in get_args(hint):
        if arg is not Ellipsis:
            _add_shape(arg, lines)
    kind = get_origin(hint) or hint
    if not isinstance(kind, type) or kind.__module__ == "builtins":
        return
    name = f"{kind.__module__}.{kind.__qualname__}"
    if name in lines or not _is_of_ours(kind):
        return
    hints = get_type_hints(kind)
    lines[name] = repr([(field, str(hints[field])) for field in _names(kind)])
    for field in _names(kind):
        _add_shape(hints[field], lines)


def _union_reader(kinds: Sequence[Any]) -> Read | None:
    readers = [reader for reader in map(reader_of, kinds) if reader is not None]
    if not readers:
        return None
    (read,) = readers  # of two kinds that are read differently nobody could tell which one it is
    return lambda value: value if type(value) in _LEAVES else read(value)


def _dict_reader(key: Read | None, value: Read | None) -> Read | None:
    if key is None and value is None:
        return None
    return lambda stored: {
        (each if key is None else key(each)): (of if value is None else value(of))
        for each, of in stored.items()
    }


def _each_reader(kind: type[Any], read: Read | None) -> Read:
    return lambda stored: kind(stored if read is None else map(read, stored))


def _parts_reader(kind: Callable[[Any], Any], readers: Sequence[Read | None]) -> Read:
    return lambda stored: kind(
        part if read is None else read(part) for read, part in zip(readers, stored, strict=True)
    )


def _class_reader(kind: type[Any]) -> Read:
    """For a dataclass, a struct or a named tuple; stored by the names of its fields, or in their order."""
    names, hints = _names(kind), get_type_hints(kind)
    readers = [reader_of(hints[name]) for name in names]

    def read(stored: Any) -> Any:
        parts = [stored[name] for name in names] if isinstance(stored, dict) else stored
        return kind(
            **{
                name: part if reader is None else reader(part)
                for name, reader, part in zip(names, readers, parts, strict=True)
            }
        )

    return read


def _is_of_ours(kind: type[Any]) -> bool:
    named = issubclass(kind, tuple) and hasattr(kind, "_fields")
    return is_dataclass(kind) or issubclass(kind, msgspec.Struct) or named


def _names(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a class, in the order in which msgspec encodes them."""
    if issubclass(kind, msgspec.Struct):
        return kind.__struct_fields__
    if is_dataclass(kind):
        return tuple(field.name for field in fields_of(kind))
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return tuple(kind._fields)
    raise TypeError(f"the examiner cannot store a {kind.__name__}")
