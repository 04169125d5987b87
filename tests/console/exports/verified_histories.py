"""Histories of links and tables, shown to the verifier as an audit log would show them.

A history is what came to links and what their keepers recorded. The verifier sees all of it in one of several
orders, since an audit log promises none between what was asked and what was decided.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgpack

from console.exports.verify_bag import Link, Links, Said, unpack_event
from events.envelope import decode, encode
from projections.ledger.link_books import LinkBook, keeper_record, take
from tests.streams.sealed_events import spread

ORDERS = ("asked first", "decided first", "mixed")


class Listed:
    """Entries in a list."""

    def __init__(self, entries: Sequence[bytes]) -> None:
        self._entries = entries

    def at(self, index: int) -> bytes:
        """The entry of an index."""
        return self._entries[index]


def in_order(asked: Iterable[bytes], decided: Iterable[bytes], order: str) -> list[bytes]:
    """The entries of a history: every stream in the order of its numbers, each event once."""
    unique = {(decode(value).stream, decode(value).seq): value for value in asked}
    events = [value for _, value in sorted(unique.items())]
    events = [value for value in events if not decode(value).stream.startswith(("meter:", "router:"))]
    records = list(decided)
    if order == "mixed":
        return _merged(events, records)
    return [*events, *records] if order == "asked first" else [*records, *events]


def _merged(*parts: list[bytes]) -> list[bytes]:
    dice, streams = random.Random(15), dict[str, list[bytes]]()
    for value in [value for part in parts for value in part]:
        streams.setdefault(decode(value).stream, []).append(value)
    found = []
    while streams:
        name = dice.choice(sorted(streams))
        found.append(streams[name].pop(0))
        if not streams[name]:
            del streams[name]
    return found


class Posted:
    """In the place of the bag's ledger: what the verifier says that each decision posts."""

    def __init__(self) -> None:
        self.lines: dict[tuple[str, int], dict[tuple[str, str, str], list[int]]] = {}

    def decision(self, link: Link, said: Said, lines: dict[tuple[str, str, str], list[int]]) -> None:
        """A decision, and what it posts."""
        self.lines[link.name, said.seq] = lines


def posted_by_us(entries: Iterable[bytes]) -> dict[tuple[str, int], dict[tuple[str, str, str], list[int]]]:
    """What the ledger itself posts of the same decisions."""
    books: dict[str, LinkBook] = {}
    found = {}
    for event in map(decode, entries):
        if event.kind == "meter":
            taken = take(books.setdefault(event.owner, LinkBook()), event, keeper_record(event))
            postings = () if taken.entry is None else taken.entry.postings
            found[event.owner, event.seq] = {
                (each.account, each.meter, each.cause): [each.mc, each.nano] for each in postings
            }
    return found


def with_a_wrong_field(entries: Sequence[bytes], dice: random.Random) -> tuple[list[bytes], int, str]:
    """A history of which one field of one decision says something else: its entries, where, which field."""
    index = dice.choice([at for at, entry in enumerate(entries) if decode(entry).kind == "meter"])
    return with_another(entries, index, dice.choice(paths_in(entries[index])))


def paths_in(entry: bytes) -> list[tuple[Any, ...]]:
    """Where each value stands in the body of an event."""
    return list(_leaves(msgpack.unpackb(decode(entry).body, strict_map_key=False), ()))


def without_each_field(entries: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Of every decision one field left out."""
    for index, event in enumerate(map(decode, entries)):
        facts = msgpack.unpackb(event.body, strict_map_key=False)
        for name in facts if event.kind == "meter" else ():
            body = msgpack.packb({key: value for key, value in facts.items() if key != name})
            yield [*entries[:index], encode(event._replace(body=body)), *entries[index + 1 :]]


def with_another(entries: Sequence[bytes], index: int, path: tuple[Any, ...]) -> tuple[list[bytes], int, str]:
    """A history of which one event says something else in one place: its entries, where, which field."""
    event = decode(entries[index])
    facts = msgpack.unpackb(event.body, strict_map_key=False)
    holder = facts
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = _other(holder[path[-1]])
    forged = [*entries]
    forged[index] = encode(event._replace(body=msgpack.packb(facts)))
    return forged, index, f"{event.type}: {'.'.join(map(str, path))}"


def _leaves(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list) and value:
        for step, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _leaves(each, (*path, step))
    elif value is not None and value not in ([], {}):
        yield path


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return f"{value}x" if isinstance(value, str) else value


FIELDS = {
    "facility": "X", "stream": "table:T-09", "seq": 40, "prev": b"y" * 32, "type": "bets_closed", "schema": 2,
    "occurred_at_us": 1, "recorded_at_us": 2**50, "gaming_day": "2026-03-09", "round": None, "actor": "ö",
    "source_id": "x" * 40, "mode": "test", "body": b"x" * 300,
}  # fmt: skip
"""Of each field of an event another content."""


def changed_fields() -> Iterator[list[bytes]]:
    """Events of two tables, the last with one field that says something else or is of another length."""
    known = [each.value for each in spread(12, 2)]
    for field, other in FIELDS.items():
        yield [*known[:-1], encode(decode(known[-1])._replace(**{field: other}))]
    for field in range(len(FIELDS)):
        for by in (-1, 1):
            parts = [bytearray(msgpack.packb(each)) for each in msgpack.unpackb(known[-1])]
            length = parts[field][0] == 0xC4  # of bytes, it stands behind their kind
            parts[field][length] = (parts[field][length] + by) % 256
            yield [*known[:-1], b"\x9e" + b"".join(parts)]


def checked(entries: Sequence[bytes], ledger: Posted | None = None) -> Links:
    """What the verifier makes of these entries; `Bad` where something does not hold."""
    heads: dict[str, tuple[int, bytes]] = {}
    links = Links(Listed(entries), heads, ledger)  # type: ignore[arg-type]
    for index, entry in enumerate(entries):
        value = unpack_event(entry)
        heads[value[1]] = (value[2], b"")
        if value[1].startswith("meter:"):
            links.decides(index, value)
        else:
            links.newest = max(links.newest, value[7])
            links.asks(index, value)
    links.finish()
    return links
