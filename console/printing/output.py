"""What commands print: JSON documents on standard output, messages and progress on standard error.

A bar is drawn for a person at a terminal only; a log file gets a plain count now and then.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Protocol

from console.printing.lines import spoken, terminal_width, text_width, wrapped
from console.printing.standard_streams import stream_behind, visible_streams
from console.wording.visible import visible

_WORD_SHOWN: Final = 60
_LONG_WORD: Final = re.compile(r"\S{250,}")
"""No word of ours is so long, and no path that people type."""
PLAIN_SECONDS: Final = 5.0
"""How often a count is written where there is no terminal."""


def print_json(document: object) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(visible(json.dumps(document, indent=2, ensure_ascii=ascii_only())))
    sys.stdout.write("\n")


def print_json_line(document: object) -> None:
    """A JSON document in one line of standard output, there at once for whoever reads along."""
    sys.stdout.write(visible(json.dumps(document, ensure_ascii=ascii_only())))
    sys.stdout.write("\n")
    sys.stdout.flush()


def ascii_only() -> bool:
    """Whether standard output does not take every character: JSON can be written without them."""
    return str(sys.stdout.encoding or "utf-8").lower().replace("_", "-") not in ("utf-8", "utf8")


def print_message(text: str) -> None:
    """A message for people, on standard error; at a terminal in lines that fit."""
    said = presentable(spoken(text))
    if terminal_width(sys.stderr) is not None:
        indent = len(said) - len(said.lstrip())
        said = wrapped(said.lstrip(), text_width(sys.stderr), indent)
    print(said, file=sys.stderr)


def presentable(text: str) -> str:
    """A message in one line that steers no terminal, whatever was typed; words of a page's length are cut."""
    seen = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
    return _LONG_WORD.sub(lambda word: f"{word[0][:_WORD_SHOWN]}… ({len(word[0]):,} characters)", seen)


def print_in_red(text: str) -> None:
    """A line that somebody must see; plain where nothing shows colours, or nobody wants them."""
    coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    if coloured:
        print(f"\x1b[31m{visible(text)}\x1b[0m", file=stream_behind(sys.stdout))
    else:
        print(text)


class Progress(Protocol):
    """How far a long piece of work has come."""

    def advance(self, amount: int, count: int) -> None:
        """Add to what is done: an amount of the total, and things to count."""


def reached(bar: Progress) -> Callable[[int, int], None]:
    """Takes how many things are done in all, again and again, and gives the bar what is new of it."""
    before = 0

    def advance(done: int, _total: int) -> None:
        nonlocal before
        bar.advance(done - before, done - before)
        before = done

    return advance


@contextmanager
def progress(title: str, total: int, things: str) -> Iterator[Progress]:
    """Show how far work on `total`, such as bytes, has come, and how many `things` that were."""
    if sys.stderr.isatty():
        with _bar(title, total, things) as bar:
            yield bar
    else:
        yield _Counts(title, total, things)


class _Counts:
    """A line on standard error every few seconds."""

    def __init__(self, title: str, total: int, things: str) -> None:
        self._title = title
        self._total = total
        self._things = things
        self._done = self._count = 0
        self._next = time.monotonic() + PLAIN_SECONDS

    def advance(self, amount: int, count: int) -> None:
        self._done += amount
        self._count += count
        if time.monotonic() >= self._next:
            self._next = time.monotonic() + PLAIN_SECONDS
            percent = min(100 * self._done // max(self._total, 1), 100)  # how much there is may be a guess
            print_message(f"{self._title}: {self._count:,} {self._things}, {percent} %")


class _Bar:
    """A bar of rich on standard error."""

    def __init__(self, bar: Any, task: Any) -> None:
        self._bar = bar
        self._task = task
        self._count = 0

    def advance(self, amount: int, count: int) -> None:
        self._count += count
        self._bar.update(self._task, advance=amount, count=f"{self._count:,}")


@contextmanager
def _bar(title: str, total: int, things: str) -> Iterator[_Bar]:
    from rich import progress as rich_progress  # noqa: PLC0415 - slow to import, and only for a terminal
    from rich.console import Console  # noqa: PLC0415

    columns = (
        rich_progress.TextColumn("{task.description}"),
        rich_progress.BarColumn(),
        rich_progress.TaskProgressColumn(),
        rich_progress.TextColumn(f"{{task.fields[count]}} {things}"),
        rich_progress.TimeRemainingColumn(),
    )
    with (
        rich_progress.Progress(
            *columns, console=Console(file=stream_behind(sys.stderr)), transient=True
        ) as bar,
        visible_streams(),
    ):
        yield _Bar(bar, bar.add_task(title, total=total, count="0"))
