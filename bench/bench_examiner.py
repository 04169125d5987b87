"""Events examined per second on one core, against a fold that does nothing.

Half an hour of a floor of all five games on which nobody errs. The limit decodes and hashes the same events
and asks nothing of them. Processor time, rounds alternate, the best of each counts. `NAME=worker` has the
examiner in a Faust worker.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from bench.rows import Row, row
from events.columns import decode_rows
from events.envelope import event_hash
from events.topics import EVENTS
from floor.houses.bulk import as_sealed, made
from floor.night import HOUR_US, Night
from projections.examining.partition import Examiner
from projections.records import CHUNK, Record
from streams.clock import GamingDays

TABLES: Final = 20
SPAN_US: Final = HOUR_US // 2
ROUNDS: Final = 5


def records(tables: int, span_us: int) -> list[Record]:
    """What a partition of `events` holds after a night of a floor."""
    night = made(Night(1, tables, span_us=span_us), "PA-01", GamingDays())
    events = (event for rows in night for event in as_sealed(rows))
    return [Record(EVENTS, 0, offset, each.stream, each.value) for offset, each in enumerate(events)]


def examined(recorded: Sequence[Record]) -> None:
    """All checks, by a state that has seen nothing."""
    found = sum(len(step.outputs) for _, step in Examiner().steps(recorded))
    if found:
        raise RuntimeError(f"{found} findings on a floor where nobody errs")


def looked_through(recorded: Sequence[Record]) -> None:
    """A fold that does nothing."""
    for start in range(0, len(recorded), CHUNK):
        values = [record.value for record in recorded[start : start + CHUNK]]
        decode_rows(values)
        for value in values:
            event_hash(value)


def speed(fold: Callable[[Sequence[Record]], None], recorded: Sequence[Record]) -> float:
    """Events a second of processor time."""
    started = time.process_time()
    fold(recorded)
    return len(recorded) / (time.process_time() - started)


def run(quick: bool = False) -> list[Row]:
    """The fold beside one that does nothing."""
    recorded = records(5, HOUR_US // 10) if quick else records(TABLES, SPAN_US)
    best = {examined: 0.0, looked_through: 0.0}
    for _ in range(1 if quick else ROUNDS):
        for fold, before in best.items():
            best[fold] = max(before, speed(fold, recorded))
    return [
        row(
            "examiner_fold",
            "events/s",
            best[examined],
            n=len(recorded),
            limit=best[looked_through],
            limit_name="decode and hash the same events, and ask nothing of them",
        )
    ]
