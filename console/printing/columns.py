"""Rows in columns for people, a row of bars for a meter's recent history."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from typing import Final

from console.printing.lines import page_width, wrapped
from console.wording.visible import visible

_BETWEEN: Final = 2
_FURTHER: Final = 4
"""How far a row that goes on is indented."""
BARS: Final = "▁▂▃▄▅▆▇█"


def print_columns(headings: Sequence[str], rows: Sequence[Sequence[str]], indent: int = 0) -> None:
    """Print a table that fits where it is written."""
    for line in columns(headings, rows, page_width(sys.stdout) - indent):
        print(textwrap.indent(line, " " * indent))


def columns(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Lines of a table, no wider than `width`.

    A heading that ends in `>` is of a column of amounts: it is aligned to the right. One that ends in `~` is
    of a detail: where there is no room beside the rest, it stands below it, the last detail first. What is
    still too wide goes on in a line of its own. No value is cut.
    """
    right = [heading.endswith(">") for heading in headings]
    table = [[heading.rstrip(">~") for heading in headings], *([*map(_in_one_line, row)] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    aligned = [_aligned(row, widths, right) for row in table]
    beside, below = [*range(len(headings))], list[int]()
    details = [each for each in beside if headings[each].endswith("~")]
    while details and _widest(aligned, beside) > width:
        below.insert(0, details.pop())
        beside.remove(below[0])
    lines = [beside] if _widest(aligned, beside) <= width else _lines(beside, widths, width)
    for row, cells in zip(table, aligned, strict=True):
        for indent, line in zip(chain([0], repeat(_FURTHER)), lines, strict=False):
            shown = _beside(cells[each] for each in line)
            if not indent or shown.strip(" -"):  # of a row that goes on, nothing more is known
                yield f"{'':{indent}}{shown}"
        said = [f"{table[0][each]} {row[each]}".strip() for each in below if row[each] not in ("", "-")]
        if said and row is not table[0]:
            yield wrapped(", ".join(said), width, _FURTHER, _FURTHER)


def _in_one_line(cell: str) -> str:
    return visible(cell).replace("\n", "\\n")


def _aligned(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> list[str]:
    return [
        cell.rjust(wide) if to_right else cell.ljust(wide)
        for cell, wide, to_right in zip(row, widths, right, strict=True)
    ]


def _beside(cells: Iterable[str]) -> str:
    return (" " * _BETWEEN).join(cells).rstrip()


def _widest(aligned: Sequence[Sequence[str]], beside: Sequence[int]) -> int:
    """How wide the table is with these columns side by side: empty ones at its end take no room."""
    return max(len(_beside(cells[each] for each in beside)) for cells in aligned)


def _lines(numbers: Sequence[int], widths: Sequence[int], width: int) -> list[list[int]]:
    """As many columns to a line as there is room for; further lines are indented."""
    lines: list[list[int]] = [[]]
    room = width
    for each in numbers:
        if lines[-1] and widths[each] > room:
            lines.append([])
            room = width - _FURTHER
        lines[-1].append(each)
        room -= widths[each] + _BETWEEN
    return lines


def sparkline(amounts: Sequence[int]) -> str:
    """One bar an amount, from the lowest of them to the highest; all low where nothing moved."""
    if not amounts:
        return ""
    low, high = min(amounts), max(amounts)
    step = max(high - low, 1)
    return "".join(BARS[(len(BARS) - 1) * (amount - low) // step] for amount in amounts)
