"""Rows in columns for people, a row of bars for a meter's recent history, amounts below a millicent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from events.money import MC_PER_DOLLAR, RATE_UNIT, text

BARS: Final = "▁▂▃▄▅▆▇█"


def columns(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Lines of a table. A heading that ends in `>` is of a column of amounts: it is aligned to the right."""
    right = [heading.endswith(">") for heading in headings]
    table = [[heading.removesuffix(">") for heading in headings], *rows]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for line in table:
        cells = (
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(line, widths, right, strict=True)
        )
        yield "  ".join(cells).rstrip()


def sparkline(amounts: Sequence[int]) -> str:
    """One bar an amount, from the lowest of them to the highest; all low where nothing moved."""
    if not amounts:
        return ""
    low, high = min(amounts), max(amounts)
    step = max(high - low, 1)
    return "".join(BARS[(len(BARS) - 1) * (amount - low) // step] for amount in amounts)


def exact(amount_mc: int, nano: int) -> str:
    """An amount with what divisions left over, in dollars: `$1.15`, or `$0.000000023` for 23 nanodollars."""
    if not nano:
        return text(amount_mc)
    amount = amount_mc * RATE_UNIT + nano
    whole, rest = divmod(abs(amount), MC_PER_DOLLAR * RATE_UNIT)
    return f"{'-' if amount < 0 else ''}${whole:,}.{rest:09d}"
