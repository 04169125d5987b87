"""The forger: somebody who changes entries, makes all again that depends on them, and signs."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgpack

from console.exports.verify_bag import Key
from events.envelope import decode, encode
from events.times import parse_time
from streams.notary.folder import AUDIT_FOLDER
from tests.console.exports.audited_evening import LATE, audited_evening
from tests.faults.bag_forgeries import chained_again
from tests.streams.notary.embedded_log import entries_of

CSV = "data/ledger/csv"
BEANCOUNT, HLEDGER = "data/ledger/ledger.beancount", "data/ledger/ledger.journal"


_LATER: Final = b"?" * 32
"""For the hash of the event before, until all are chained again."""


class Evening(NamedTuple):
    """A bag, its key, the folder of the audit log with the secret key, and the entries."""

    bag: Path
    key: Key
    audit: Path
    entries: list[bytes]


def make_evening(folder: Path) -> Evening:
    """Everything that moves money, exported."""
    bag, key, data = audited_evening(folder)
    size = int((bag / "data/checkpoint").read_text("utf-8").split("\n")[1])
    return Evening(bag, key, data / AUDIT_FOLDER, entries_of(data / AUDIT_FOLDER, size))


class Forger:
    """The entries of a log as somebody changes them who can sign."""

    def __init__(self, evening: Evening, bag: Path, dice: random.Random) -> None:
        self.bag = bag
        self.events = [decode(entry) for entry in evening.entries]
        self.facts: list[dict[str, Any]] = [
            msgpack.unpackb(event.body, strict_map_key=False) for event in self.events
        ]
        self._dice = dice

    def one(self, *types: str, **facts: object) -> int:
        """The index of one event of these types, with these facts."""
        found = [
            index
            for index, event in enumerate(self.events)
            if event.type in types
            and all(self.facts[index].get(k) == v for k, v in facts.items())
            and event.recorded_at_us < parse_time(LATE)  # what is just happening may not be decided yet
        ]
        return self._dice.choice(found)

    def source(self, index: int) -> int:
        """The index of what a decision answers."""
        facts = self.facts[index]
        named = (facts["source_stream"], facts["source_seq"])
        return next(i for i, event in enumerate(self.events) if (event.stream, event.seq) == named)

    def shift(self, index: int, primary: int = 0, reserve: int = 0, residual: int = 0) -> None:
        """The balances of a link differ from here on."""
        stream = self.events[index].stream
        for at in range(index, len(self.events)):
            if self.events[at].stream == stream:
                for balance in self.facts[at]["balances"]:
                    balance["primary_mc"] += primary
                    balance["reserve_mc"] += reserve
                    balance["primary_residual"] += residual

    def drop(self, index: int) -> None:
        """A record of a keeper is left out, and those behind it are numbered again."""
        gone = self.events.pop(index)
        self.facts.pop(index)
        self._renumber(gone.stream, gone.seq, -1)

    def put_in(self, index: int, type_: str, facts: dict[str, Any]) -> None:
        """A record of a keeper behind another, with its balances."""
        at = self.events[index]
        source = f"{facts['source_stream']}#{facts['source_seq']}"
        made = at._replace(type=type_, seq=at.seq + 1, source_id=source, prev=_LATER)
        self._renumber(at.stream, at.seq, 1)
        self.events.insert(index + 1, made)
        self.facts.insert(index + 1, deepcopy(facts))

    def say_behind(self, index: int, type_: str, facts: dict[str, Any]) -> None:
        """An event of a table or link behind another of its stream, of the same moment."""
        at = self.events[index]
        source = f"{at.source_id}-again"
        made = at._replace(type=type_, seq=at.seq + 1, source_id=source, prev=_LATER)
        self._renumber(at.stream, at.seq, 1)
        self.events.insert(index + 1, made)
        self.facts.insert(index + 1, deepcopy(facts))

    def _renumber(self, stream: str, behind: int, by: int) -> None:
        for at, event in enumerate(self.events):
            facts = self.facts[at]
            if event.stream == stream and event.seq > behind:
                self.events[at] = event._replace(seq=event.seq + by)
            if facts.get("source_stream") == stream and facts["source_seq"] > behind:
                facts["source_seq"] += by
                self.events[at] = event._replace(source_id=f"{stream}#{facts['source_seq']}")

    def entries(self) -> list[bytes]:
        """Everything with its bodies, chained again."""
        made = [
            encode(event._replace(body=msgpack.packb(facts)))
            for event, facts in zip(self.events, self.facts, strict=True)
        ]
        return chained_again(made, 0)

    def edit(self, name: str, change: Callable[[list[str]], int]) -> str:
        """Change the lines of a file of the bag; it is to be named."""
        path = self.bag / name
        lines = path.read_text("utf-8").splitlines()
        change(lines)
        path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        return f"file {name}"

    def a_line(self, lines: list[str], has: str) -> int:
        """The number of a line with these letters."""
        return self._dice.choice([number for number, line in enumerate(lines) if has in line])


def named(index: int) -> str:
    """The place of an entry."""
    return f"index {index}"
