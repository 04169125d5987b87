"""A file that takes its place when it is whole: what was there before stays until then."""

from __future__ import annotations

import os
from pathlib import Path

from console.calls.wrong_call import WrongCall
from console.printing.output import print_message


def write_whole(option: str, path: Path, content: bytes) -> None:
    """Write the file that an option names, and say so."""
    if not path.name:
        raise WrongCall(f"{option} {path}: this is a folder. Name a file in it.")
    partial = path.with_name(f"{path.name}.partial")
    try:
        partial.write_bytes(content)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        why = os.strerror(error.errno) if error.errno else str(error)
        raise WrongCall(f"{option} {path}: it cannot be written ({why}). Name another file.") from error
    print_message(f"{path}: {len(content):,} bytes.")
