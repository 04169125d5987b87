"""`pitledger settle FILE`: described rounds in, what they must pay out, as JSON lines and in order.

It moves lines; what they mean is `games.describing`'s business. A broken line answers with an error of its
own and the rest goes on; the exit code is then 2.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Annotated

from console.calls.arguments import input_file, one
from console.calls.options import NO_OPTIONS, GlobalOptions
from console.calls.wrong_call import WrongCall
from games.describing.describe import answer_line, refusal
from games.errors import DescriptionError


def settle(
    file: Annotated[
        Path, one(input_file, "FILE", "a JSON object or JSON lines of them; - is standard input")
    ],
    /,
    *,
    options: GlobalOptions = NO_OPTIONS,  # noqa: ARG001 - what it prints is JSON in any case
) -> int:
    """Answer each described round with what it must pay, a line each, in order.

    Exit code 2: at least one description was in error.

    Examples:
        pitledger settle rounds.jsonl
        pitledger settle - < rounds.jsonl
    """
    if str(file) == "-":
        return settle_lines(sys.stdin.buffer, sys.stdout, at_once=True)
    return settle_lines(_lines_of(file), sys.stdout)


def _lines_of(file: Path) -> Iterator[bytes]:
    """The lines of a file; what fails elsewhere meanwhile, such as the output, is no fault of it."""
    try:
        source = file.open("rb")
    except OSError as error:
        raise _cannot_read(file, error) from error
    with source:
        while True:
            try:
                line = source.readline()
            except OSError as error:
                raise _cannot_read(file, error) from error
            if not line:
                return
            yield line


def _cannot_read(file: Path, error: OSError) -> WrongCall:
    return WrongCall(
        f"cannot read {file}: {error.strerror}. Name a file of descriptions, or - for standard input."
    )


def settle_lines(source: Iterable[bytes], target: IO[str], *, at_once: bool = False) -> int:
    """Answer each description in `source` with a line in `target`.

    `at_once` hands over every answer before the next line is read, for a partner that waits for it.
    """
    code = 0
    for description in descriptions(source):
        try:
            if isinstance(description, BrokenLine):
                raise description.error
            line = answer_line(description)
        except DescriptionError as error:
            line = json.dumps(refusal(error.field, error.message))
            code = 2
        target.write(line + "\n")
        if at_once:
            target.flush()
    target.flush()
    return code


class BrokenLine:
    """A line that is not JSON, with the error that is its answer."""

    def __init__(self, cause: object) -> None:
        self.error = DescriptionError("$", f"not a JSON object: {cause}")


def descriptions(source: Iterable[bytes]) -> Iterator[object]:
    """Every object of the source: one a line, or a single one that spans lines."""
    lines = (line for line in source if not line.isspace())
    first = next(lines, None)
    if first is None:
        yield BrokenLine("nothing in it")
        return
    try:
        whole = [json.loads(first)]
    except (ValueError, RecursionError):
        rest = list(lines)
        try:
            whole = [json.loads(b"".join([first, *rest]))]
        except (ValueError, RecursionError):
            yield from parsed([first, *rest])
            return
    yield from whole
    yield from parsed(lines)


def parsed(lines: Iterable[bytes]) -> Iterator[object]:
    """Each line's JSON value, or a BrokenLine."""
    loads = json.loads
    for line in lines:
        try:
            yield loads(line)
        except (ValueError, RecursionError) as error:
            yield BrokenLine(error)
