"""The read model for commands that read: it shows what is recorded, or says how far behind it is.

An import that was interrupted, or a disk that was full, leaves events that nothing has followed from yet. An
embedded instance catches up at once, where nobody is writing it. On Kafka workers do, and may be down.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from console.calls.options import Location
from console.instances.instance import open_embedded, read_model_file, require_instance
from console.instances.kafka_address import addresses
from console.printing.output import print_message
from events.topics import EVENTS, METERS, READ
from streams.errors import BeingWritten, LogError, Trouble
from streams.read_model.own_log import require_of
from streams.read_model.store import READ_FILE, ForeignModel, ReadStore
from streams.sqlite.file import LOG_FILE

if TYPE_CHECKING:
    from pathlib import Path

    from streams.kafka.progress import Places
    from streams.sqlite.log import SqliteLog

TELL_FROM: Final = 50_000
"""Records from which on it is worth saying that there is something to wait for."""
PATIENCE_S: Final = 2.0
"""How long running workers may take to come to the end."""
_ASK_S: Final = 3.0
_PAUSE_S: Final = 0.2


@contextmanager
def open_read_model(
    where: Location, *, as_it_is: bool = False, examined: bool = False
) -> Iterator[ReadStore]:
    """The read model, to read from: up to date where that can be, unless it is wanted as it is.

    Where it is to be `examined`, what was recorded and not examined yet counts as behind too.
    """
    require_instance(where)
    if where.kafka is not None:
        addresses(where.kafka)
    file = read_model_file(where)
    if not as_it_is:
        _bring_up_to_date(where, examined)
    if where.kafka is not None and not file.exists():
        raise LogError(
            f"{file}: there is no read model of what is on Kafka at {where.kafka}. The sinks make it: start "
            "`pitledger worker sinks` and name their directory with --data."
        )
    store = ReadStore(file, writable=False)
    try:
        yield store
    finally:
        store.close()


def _bring_up_to_date(where: Location, examined: bool) -> None:
    """Have the read model hold what is recorded; where it cannot, say so on standard error."""
    if where.kafka is not None:
        _tell_of_workers(where, where.kafka, examined)
    elif behind := _records_behind(where):
        _catch_up(where, behind, examined=examined)
    elif examined and (behind := _not_examined(where)):
        _catch_up(where, behind, examined=True, beside_writer=True)


def keep_up(where: Location) -> None:
    """For a process that does this again and again: have an embedded instance worked on and examined.

    A process that writes meanwhile does it itself; what hinders is raised.
    """
    if not _records_behind(where) and not _not_examined(where):
        return
    with suppress(BeingWritten), open_embedded(where.data) as embedded:
        embedded.catch_up(examine_many=True)


def _records_behind(where: Location) -> int:
    """How many records of an embedded log are not in its read model."""
    from streams.sqlite.log import SqliteLog  # noqa: PLC0415

    with SqliteLog(where.data / LOG_FILE, writable=False) as log:
        ends = {topic: log.end(topic, 0) for topic in READ}
        positions = _positions(where, log) if (where.data / READ_FILE).exists() else {}
    return sum(max(0, end - positions.get((topic, 0), 0)) for topic, end in ends.items())


def _not_examined(where: Location) -> int:
    """How many events of an embedded log, and decisions on its links, its examiner has not noted as done."""
    from projections.examining.check_list import EXAMINER, OF_LINKS  # noqa: PLC0415 - only what is needed
    from projections.examining.links.link_partition import links_examined_to  # noqa: PLC0415
    from projections.examining.partition import examined_to  # noqa: PLC0415
    from streams.sqlite.log import SqliteLog  # noqa: PLC0415

    with SqliteLog(where.data / LOG_FILE, writable=False) as log:
        events = log.end(EVENTS, 0) - examined_to(log.load_state(EXAMINER))
        return events + log.end(METERS, 0) - links_examined_to(log.load_state(EXAMINER + OF_LINKS))


def _positions(
    where: Location, log: SqliteLog | None = None, topic_ids: str = ""
) -> dict[tuple[str, int], int]:
    """How far the read model is; it must be of that log, or of the topics with those ids."""
    store = ReadStore(where.data / READ_FILE, writable=False)
    try:
        if log is not None:
            require_of(log, store)
        if topic_ids:
            store.require_made_of(topic_ids)
        return store.positions()
    finally:
        store.close()


def _catch_up(where: Location, behind: int, *, examined: bool, beside_writer: bool = False) -> None:
    """Work on what is recorded; what hinders that is said.

    Unless it is to be `examined`, examining many events is left to who asks what was found: it takes longer
    than all the rest. `beside_writer`: a process that writes does it itself, and only notes it seldom.
    """
    try:
        with open_embedded(where.data) as embedded:
            if behind >= TELL_FROM:
                print_message(f"{where.data}: catching up with {behind:,} records …")
            embedded.catch_up(examine_many=examined)
    except (LogError, Trouble) as error:
        if beside_writer and isinstance(error, BeingWritten):
            return
        print_message(
            f"What follows is {behind:,} records behind what is recorded. {error} Then call this again."
        )


def tell_what_is_to_come(where: Location) -> None:
    """For a check, which changes nothing: what has not been worked on yet looks as if it were missing."""
    if where.kafka is None:
        behind = _records_behind(where)
        if behind:
            print_message(
                f"Nothing has followed yet from {behind:,} record{'s' * (behind != 1)}: what is still to "
                "come counts as missing below. Call `pitledger meters`, which catches up, then check again."
            )
        return
    try:
        waiting = _workers_behind(where, where.kafka, examined=True)
    except (Trouble, ForeignModel):
        return  # the check itself says so
    if waiting:
        print_message(
            f"Workers are behind: {_counted(waiting)}. What is still to come counts as missing below: check "
            f"again later. If that does not change, start {_commands(waiting)}."
        )


def _tell_of_workers(where: Location, kafka: str, examined: bool) -> None:
    try:
        waiting = _workers_behind(where, kafka, examined)
    except Trouble as error:
        print_message(f"What follows may be old: {error}. It is as of the last record that the sinks took.")
        return
    if waiting:
        print_message(
            f"What follows is behind: {_counted(waiting)}. If that does not change, start "
            f"{_commands(waiting)}."
        )


def _workers_behind(where: Location, kafka: str, examined: bool) -> dict[str, int]:
    """The workers that do not come to the end by themselves within a moment, and by how many records.

    That of the examiner counts where what was found is asked for.
    """
    from streams.kafka.progress import Behind, WorkersProgress  # noqa: PLC0415 - slow to import, and seldom needed
    from streams.kafka.topics import DEFAULT_PREFIX  # noqa: PLC0415
    from streams.read_model.kafka_source import KafkaSource  # noqa: PLC0415

    if not (where.data / READ_FILE).exists():
        return {}
    prefix = where.prefix or DEFAULT_PREFIX
    workers = WorkersProgress(kafka, prefix, _ASK_S)
    _positions(where, topic_ids=KafkaSource(kafka, prefix).topic_ids())
    give_up = time.monotonic() + PATIENCE_S
    names = [name for name in Behind._fields if examined or name != "examiner"]
    while True:
        positions = _positions(where)
        behind = workers.behind(positions)
        _require_no_further(where.data / READ_FILE, positions, workers.ends)
        waiting = {name: getattr(behind, name) for name in names if getattr(behind, name)}
        if not waiting or time.monotonic() > give_up:
            return waiting
        time.sleep(_PAUSE_S)


def _counted(waiting: dict[str, int]) -> str:
    return ", ".join(f"{name} {count:,} record{'s' * (count != 1)}" for name, count in waiting.items())


def _require_no_further(file: Path, positions: Places, ends: Places) -> None:
    """Refuse a read model that has read further than the topics go: they are others, or were made anew."""
    for place, end in sorted(ends.items()):
        if positions.get(place, 0) > end:
            topic, partition = place
            there = f"partition {partition} of {topic} ends at {end:,}"
            raise ForeignModel(file, f"it has read {positions[place]:,} records where {there}")


def _commands(waiting: dict[str, int]) -> str:
    return " and ".join(f"`pitledger worker {name}`" for name in waiting)
