"""Lines for people that fit a terminal: what is too long goes on, indented, on the next.

A time and a command that is to be typed are not broken. What is piped is as wide as a terminal of a hundred
columns: a script asks for `--json`.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
from typing import IO, Final

from console.wording.hints import typed_here
from console.wording.local_time import in_local_time, local_time
from console.wording.visible import visible

WIDTH: Final = 100
_UNBROKEN: Final = re.compile(
    r"`[^`\n]+`|[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)? [A-Z+-][A-Z0-9]+"
)
_JOINT: Final = "\0"


def terminal_width(file: IO[str]) -> int | None:
    """The columns of the terminal that a file is; None where it is not one.

    It is asked of the file itself: messages go to a terminal although the answer goes to a pipe.
    """
    if not file.isatty():
        return None
    said = os.environ.get("COLUMNS", "")
    if said.isdecimal() and int(said):
        return int(said)
    try:
        return os.get_terminal_size(file.fileno()).columns or WIDTH
    except OSError:  # it is a terminal and does not know
        return WIDTH


def page_width(file: IO[str]) -> int:
    """How wide a table may be that is written there: as the terminal, or as a page where it is none."""
    return terminal_width(file) or WIDTH


def text_width(file: IO[str]) -> int:
    """How wide a text may be that is written there: lines longer than a hundred are hard to read."""
    return min(WIDTH, page_width(file))


def spoken(text: str) -> str:
    """What any part of Pitledger says, as people read it here: local times, commands that work."""
    return visible(in_local_time(typed_here(text)))


def wrapped(text: str, width: int, indent: int = 0, further: int | None = None) -> str:
    """A text in lines of a width, the first indented by so much, further ones by that or more."""
    first, rest = " " * indent, " " * (indent + 2 if further is None else further)
    most = width - len(rest)
    lines = textwrap.wrap(
        _UNBROKEN.sub(lambda found: _joined(found[0], most), text),
        width,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return "\n".join(lines).replace(_JOINT, " ") if lines else first.rstrip()


def _joined(words: str, most: int) -> str:
    return words.replace(" ", _JOINT) if len(words) <= most else words


def print_lines(text: str, indent: int = 0, further: int | None = None) -> None:
    """Print a text, its first line indented by so much, further ones by that or more."""
    print(wrapped(spoken(text), text_width(sys.stdout), indent, further))


def show_moment(at_us: int | None) -> None:
    """Of which moment what follows is, where one was asked for."""
    if at_us is not None:
        print(f"As of {local_time(at_us)}")


def print_command(command: str, indent: int) -> None:
    """Print a command that is to be typed; at a terminal that is too narrow for it, on several lines."""
    wide = terminal_width(sys.stdout)
    if wide is None:
        print(f"{'':{indent}}{command}")
        return
    lines = textwrap.wrap(command, max(20, wide - indent - 4), break_on_hyphens=False, break_long_words=False)
    print(textwrap.indent(" \\\n  ".join(lines), " " * indent))


def print_row(text: str, indent: int = 0, further: int | None = None) -> None:
    """The same for a line of a table, which is as wide as the terminal is."""
    print(wrapped(spoken(text), page_width(sys.stdout), indent, further))
