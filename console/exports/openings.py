"""Whom references in a bag stand for, where that was asked for: a file of its own, each line proving itself.

An opening goes into a bag only where an event of that bag refers to it: nobody else is disclosed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final

from events.references import Opening

OPENINGS_FILE: Final = "openings.jsonl"
_NAMED: Final = re.compile(rb"\xa6(player)\xd9\x40([0-9a-f]{64})|\xa7(account)\xd9\x40([0-9a-f]{64})")
"""A field of a body that refers to somebody, as events write it; no other bytes of an event can look so."""


class Disclosed:
    """Openings that may go into a bag, and those of them that its entries refer to."""

    def __init__(self, openings: Iterable[Opening]) -> None:
        self._may = {(each.kind, each.reference): each for each in openings}
        self._found: dict[tuple[str, str], Opening] = {}

    @property
    def anybody(self) -> bool:
        """Whether there is anybody to look for."""
        return bool(self._may)

    def look(self, entry: bytes) -> None:
        """Take an entry of the bag."""
        for player, one, account, other in _NAMED.findall(entry):
            named = (player or account).decode(), (one or other).decode()
            if named in self._may:
                self._found[named] = self._may[named]

    def __len__(self) -> int:
        return len(self._found)

    def content(self) -> bytes:
        """The file: a line each, in the order of references."""
        found = sorted(self._found.values(), key=lambda each: (each.reference, each.kind))
        return "".join(f"{json.dumps(opening_json(each), ensure_ascii=False)}\n" for each in found).encode()


def opening_json(opening: Opening) -> dict[str, str]:
    """An opening as scripts, bags and their verifier read it."""
    return {
        "reference": opening.reference,
        "kind": opening.kind,
        "label": opening.label,
        "salt": opening.salt.hex(),
    }
