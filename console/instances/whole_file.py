"""A file that takes its place when it is whole: what was there before stays until then.

A name may also be that of something else than a file: `/dev/stdout`, a pipe. Such a thing is written to and
never replaced; root would have had a file where the machine's `/dev/null` was.
"""

from __future__ import annotations

import os
from pathlib import Path

from console.calls.wrong_call import WrongCall
from console.instances.own_files import real_path
from console.printing.output import print_message


def write_whole(option: str, path: Path, content: bytes) -> None:
    """Write the file that an option names, and say so."""
    if not path.name:
        raise WrongCall(f"{option} {path}: this is a folder. Name a file in it.")
    try:
        put_whole(path, content)
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        raise WrongCall(f"{option} {path}: it cannot be written ({why}). Name another file.") from error
    print_message(f"{path}: {len(content):,} bytes.")


def put_whole(path: Path, content: bytes) -> None:
    """Have the content stand there, all of it or nothing; a link goes on leading to where it leads."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    place = real_path(path)
    partial = place.with_name(f"{place.name}.partial")
    try:
        partial.write_bytes(content)
        partial.replace(place)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
