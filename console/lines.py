"""Lines for people that fit a terminal: what is too long goes on, indented, on the next."""

from __future__ import annotations

import textwrap

from console.help import WIDTH


def print_lines(text: str, indent: int = 0, further: int | None = None) -> None:
    """Print a text, its first line indented by so much, further ones by that or more."""
    first, rest = " " * indent, " " * (indent + 2 if further is None else further)
    lines = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    )
    print("\n".join(lines) if lines else first.rstrip())
