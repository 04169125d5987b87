"""Standard output and standard error, as every command writes to them: nothing recorded steers a terminal.

Whatever is printed, by whichever part, passes here. What steers the terminal on purpose, such as a colour or
a bar, is written to the stream behind, by whoever made its words visible before.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any, TextIO, cast

from console.wording.visible import visible


class _Visible:
    """A stream whose text shows what would steer a terminal by its number."""

    def __init__(self, behind: IO[str]) -> None:
        self.behind = behind

    def write(self, text: str) -> int:
        """Write a text; its length is that of what was asked for."""
        self.behind.write(visible(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several."""
        self.behind.writelines(map(visible, lines))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)


@contextmanager
def visible_streams() -> Iterator[None]:
    """Meanwhile whatever is printed steers no terminal."""
    before = sys.stdout, sys.stderr
    out, err = _Visible(sys.stdout), _Visible(sys.stderr)
    sys.stdout, sys.stderr = cast("TextIO", out), cast("TextIO", err)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def stream_behind(stream: IO[str]) -> IO[str]:
    """The stream itself, for what steers a terminal on purpose."""
    while isinstance(stream, _Visible):
        stream = stream.behind
    return stream
