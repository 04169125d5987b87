"""What a check finds."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """Something that does not hold, and where."""

    check: str
    place: str
    detail: str


class Note(NamedTuple):
    """Something that happened and is accounted for: it is shown, and nothing is wrong."""

    place: str
    detail: str
