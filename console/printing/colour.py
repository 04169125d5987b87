"""Lines in colour for a terminal: red suits red, and what differs. What is piped has no colour.

The words are the same with and without: nothing is said by colour alone.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from typing import Final

from console.printing.standard_streams import stream_behind
from console.wording.visible import visible

RED_CARDS: Final = re.compile(r"(?<![\w-])[2-9TJQKA][dh](?![\w-])")
"""Cards of the red suits, as words by themselves."""
DIFFERENCES: Final = re.compile(r"(?<!\S)[-+]\$[0-9,.]+")
"""Amounts with their sign: what was paid too much or too little."""
RED: Final = "red"
BOLD_RED: Final = "bold red"


def print_painted(line: str, *painted: tuple[re.Pattern[str], str]) -> None:
    """Print a line, or several; at a terminal what the patterns find has their colour."""
    line = visible(line)
    if not painted or not _wants_colour():
        print(line)
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import, and only for a terminal
    from rich.text import Text  # noqa: PLC0415

    text = Text(line)
    for pattern, style in painted:
        text.highlight_regex(pattern, style)
    Console(file=stream_behind(sys.stdout)).print(text, soft_wrap=True, markup=False, highlight=False)


def print_all_painted(lines: Iterable[str], *painted: tuple[re.Pattern[str], str]) -> None:
    """The same for many lines."""
    for line in lines:
        print_painted(line, *painted)


def _wants_colour() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
