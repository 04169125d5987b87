"""The recent past of a meter as a small drawing: a stepped line, 96 by 20."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

WIDTH: Final = 96
HEIGHT: Final = 20


def sparkline(history: Sequence[tuple[int, int]]) -> str:
    """The points of a path, drawn in whole units; empty where there is nothing to compare."""
    if len(history) < 2:
        return ""
    amounts = [amount_mc for _, amount_mc in history]
    least, span = min(amounts), max(amounts) - min(amounts) or 1
    steps = len(amounts) - 1
    parts = [f"M0 {_y(amounts[0], least, span)}"]
    for number, amount in enumerate(amounts[1:], 1):
        parts.append(f"H{number * WIDTH // steps}V{_y(amount, least, span)}")
    return "".join(parts)


def _y(amount_mc: int, least: int, span: int) -> int:
    return HEIGHT - 1 - (amount_mc - least) * (HEIGHT - 2) // span
