"""The file of `--errors`: the lines that were not taken, each with what is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISREG
from typing import IO

from console.calls.wrong_call import WrongCall
from console.commands.importing.lines import NotTaken
from console.instances.own_files import require_not_of_an_instance


@contextmanager
def open_error_file(path: Path, source: Path, data: Path) -> Iterator[IO[str]]:
    """The file for lines not taken. What it holds stays until the lines are known, and nothing of it is left
    where there was none and the import could not run."""
    require_not_of_an_instance("--errors", path, data)
    try:
        existed = path.exists()
        if existed and source.exists() and path.samefile(source):
            raise WrongCall(f"--errors: {path} is the file that is imported: name another file")
        file = path.open("a", encoding="utf-8")
    except OSError as error:
        raise WrongCall(f"--errors: cannot write {path}: {error.strerror}; name another file") from error
    with file:
        try:
            yield file
        except BaseException:
            if not existed:
                path.unlink()
            raise


def write_errors(file: IO[str], lines: Mapping[int, str], not_taken: Sequence[NotTaken]) -> None:
    """Put the lines there in place of what the file held."""
    try:
        if S_ISREG(os.fstat(file.fileno()).st_mode):
            file.truncate(0)
        file.writelines(f"{error.as_json(lines[error.line])}\n" for error in not_taken)
        file.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), file.fileno())  # closing it would fail again
        raise WrongCall(
            f"--errors: cannot write {file.name}: {error.strerror}; what could be taken is recorded: name "
            "another file and call again"
        ) from error
