"""Ranges of partitions, worked on in parallel processes, with their results in the order of the log."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from itertools import pairwise
from multiprocessing import get_context
from typing import Any, Final, NamedTuple, TypeVar

from streams.child_processes import deaf_to_ctrl_c, end_with_parent

IN_THIS_PROCESS_BELOW: Final = 50_000
"""Fewer records than this are worked on in this process: starting others would take longer."""
AHEAD: Final = 4
"""Ranges that may be done before they are due, so that no process waits for another."""
_COLLECT_AFTER: Final = 100_000
"""New objects after which Python looks for cycles in a process that folds. Folds leave none, and after its
usual 700, about a chunk of events, it would look thousands of times and find nothing."""

Pool = ProcessPoolExecutor | None
"""Where tasks run; None: in this process."""
T = TypeVar("T")


class Range(NamedTuple):
    """A partition, the first offset and the one after the last."""

    partition: int
    low: int
    high: int


def ranges_of(partition: int, start: int, stop: int, size: int) -> list[Range]:
    """What lies between two offsets, in even pieces of about `size`: a small rest would cost a reader too."""
    records = stop - start
    if records <= 0:
        return []
    pieces = max(1, (records + size // 2) // size)
    bounds = [start + records * piece // pieces for piece in range(pieces + 1)]
    return [Range(partition, low, high) for low, high in pairwise(bounds)]


def open_pool(records: int, processes: int = 0) -> AbstractContextManager[Pool]:
    """Processes for so many records, one a core unless given; none where they are few."""
    workers = processes or os.cpu_count() or 1
    if workers == 1 or records < IN_THIS_PROCESS_BELOW:
        return nullcontext()
    return ProcessPoolExecutor(workers, get_context("spawn"), _begin_work)


def _begin_work() -> None:
    end_with_parent()
    gc.set_threshold(_COLLECT_AFTER)


def begin(pool: ProcessPoolExecutor, task: Callable[..., T], *call: Any) -> Future[T]:
    """Have a call of a task made; the first of them start the processes."""
    with deaf_to_ctrl_c():
        return pool.submit(task, *call)


def in_order(pool: Pool, task: Callable[..., T], calls: Iterable[tuple[Any, ...]]) -> Iterator[T]:
    """The results of calls of a task in their order, a few ahead of the one that is taken."""
    if pool is None:
        for call in calls:
            yield task(*call)
        return
    ahead: list[Future[T]] = []
    try:
        for call in calls:
            ahead.append(begin(pool, task, *call))
            if len(ahead) > AHEAD:
                yield ahead.pop(0).result()
        while ahead:
            yield ahead.pop(0).result()
    finally:
        for future in ahead:
            future.cancel()
