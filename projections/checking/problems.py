"""What a check finds."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """Something that does not hold, and where."""

    check: str
    place: str
    detail: str
