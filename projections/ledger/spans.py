"""A span of gaming days, or of moments, and what lies in it."""

from __future__ import annotations

Bound = str | int | None
"""An end of a span: a gaming day, a moment in microseconds, or none."""


def within(gaming_day: str, at_us: int, start: Bound, end: Bound) -> bool:
    """Whether something of a day and a moment is in a span: both days included, or after one moment and up
    to the other."""
    since = start is None or (gaming_day >= start if isinstance(start, str) else at_us > start)
    until = end is None or (gaming_day <= end if isinstance(end, str) else at_us <= end)
    return since and until
