"""Readers that nobody has read to their end: closed when the process ends, before what they need goes.

A generator in the middle of reading holds a consumer of Kafka's, or a connection to a file. Python would
close it last of all, when the modules that it needs are gone: a traceback that nobody can catch, or a process
that does not end.
"""

from __future__ import annotations

import atexit
import weakref
from collections.abc import Generator
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")

_unfinished: weakref.WeakSet[Generator[Any, None, None]] = weakref.WeakSet()


def closed_at_exit(reading: Generator[T, None, None]) -> Generator[T, None, None]:
    """The same generator, closed when the process ends if nobody has closed it before."""
    _unfinished.add(reading)
    return reading


@atexit.register
def _close_unfinished() -> None:
    for reading in list(_unfinished):
        with suppress(ValueError):  # a thread is reading at this moment: it ends with the process
            reading.close()
