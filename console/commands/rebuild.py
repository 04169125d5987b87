"""`pitledger rebuild`: the read model built again beside the old one, compared, then switched.

Equal positions must give equal digests. A difference is not switched to unless a named person accepts it, and
that is an event on the desk's stream.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from console.calls.arguments import MOST_PROCESSES, number, one
from console.calls.names import person, words
from console.calls.options import NO_OPTIONS, GlobalOptions, Location
from console.calls.wrong_call import WrongCall
from console.instances.instance import bulk_source, open_embedded, read_model_file, writable_log
from console.printing.output import print_json, print_message, progress, reached
from console.recording.clerk import open_clerk
from projections.checking.problems import Problem
from streams.errors import LogError
from streams.read_model.bulk_sources import BulkSource
from streams.read_model.examine_again import ends_to_examine, examine_again
from streams.read_model.own_log import require_of
from streams.read_model.ranges import begin, open_pool
from streams.read_model.rebuild import all_of, build
from streams.read_model.store import (
    DamagedModel,
    ForeignModel,
    ReadStore,
    outdated,
    remove,
    set_aside,
    switch,
    unused,
)
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog

DESK: Final = "desk:operations"
"""The stream of what operators accept."""
Positions = dict[tuple[str, int], int]
"""An offset by topic and partition."""


def rebuild(
    *,
    accept: Annotated[
        str | None, one(person, "BADGE", "switch although the new one differs; who accepts it")
    ] = None,
    reason: Annotated[str, one(words, "TEXT", "why the difference is accepted")] = "",
    processes: Annotated[
        int, number("processes to use (default: one a core)", least=0, most=MOST_PROCESSES)
    ] = 0,
    source_ids: Annotated[
        bool, Parameter(negative="", help="make the embedded log's index of source ids again instead")
    ] = False,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Build the read model again beside the old one, compare both at equal positions, and switch.

    What was found is found again beside that, from the events alone, and compared too.

    Exit code 1: they differ, and nothing was switched.

    Examples:
        pitledger rebuild
        pitledger rebuild --accept A-7 --reason "a defect of the old release is mended"
        pitledger rebuild --source-ids
    """
    _require_one_call(accept, reason, source_ids)
    if source_ids:
        return _make_source_index_again(options)
    where = options.location()
    source = bulk_source(where)
    old_file = read_model_file(where)
    new_file = old_file.with_suffix(".new.sqlite")
    with unused(old_file):
        pass  # before the work, not after it: a model in use cannot be switched
    started = time.monotonic()
    with _examining(source, processes) as examined:
        same, old_digest, new_digest = _build_beside(source, old_file, new_file, processes)
        found_otherwise = examined()
    for problem in found_otherwise:
        print_message(f"{problem.place}: {problem.detail}.")
    same = same and not found_otherwise
    if not same and not accept:
        what = "What is found now" if found_otherwise else "The new read model"
        print_message(f"{what} differs from the old one; it is at {new_file} and nothing was switched.")
        print_message("Look into it, then run this again with --accept BADGE --reason TEXT.")
    else:
        if not same:
            assert accept is not None
            with open_clerk(options) as clerk:
                digests = {"old_digest": old_digest or new_digest, "new_digest": new_digest}
                accepted = {"accepted_by": accept, "reason": reason}
                clerk.record(DESK, "read_model_accepted", {**digests, **accepted}, accept)
        switch(new_file, old_file)
        if where.kafka is None:
            _follow_up(where)
    events = sum(all_of(source).values())
    report = {
        "records": events,
        "seconds": round(time.monotonic() - started, 3),
        "same": same,
        "switched": same or bool(accept),
        "digest": new_digest,
        "found_otherwise": [problem.place for problem in found_otherwise],
    }
    if options.json:
        print_json(report)
    elif report["switched"]:
        print(f"{events:,} records folded in {report['seconds']} s; the read model was switched.")
    return 0 if report["switched"] else 1


def _require_one_call(accept: str | None, reason: str, source_ids: bool) -> None:
    """Refuse arguments that do not go together."""
    if accept and not reason:
        raise WrongCall("--accept needs a --reason: both are recorded in the log")
    if reason and not accept:
        raise WrongCall("--reason belongs to --accept BADGE: who accepts that the new one differs?")
    if source_ids and accept:
        raise WrongCall("--source-ids and --accept: give one of them; an index has nothing to accept")


@contextmanager
def _examining(source: BulkSource, processes: int) -> Iterator[Callable[[], list[Problem]]]:
    """Have the events examined again, beside other work where there are processes for it.

    What has not been examined yet is not found otherwise. Gives what to call for the answer.
    """
    ends = ends_to_examine(source)
    with open_pool(sum(ends.values()), processes) as pool:
        if pool is None:
            yield lambda: examine_again(source, ends).otherwise
        else:
            future = begin(pool, examine_again, source, ends)
            yield lambda: future.result().otherwise


def _follow_up(where: Location) -> None:
    """Have meters follow from what was accepted, and from what was recorded before an interruption.

    The new model is at the end of `events`, so no reading command would see that they are behind.
    """
    with suppress(LogError), open_embedded(where.data) as embedded:  # who writes now does it themselves
        embedded.catch_up()


def _make_source_index_again(options: GlobalOptions) -> int:
    where = options.location()
    if where.kafka is not None:
        raise WrongCall("--source-ids is for an embedded log; on Kafka delete the file, and it is made again")
    with writable_log(where) as log:
        events = log.make_source_index_again()
    if options.json:
        print_json({"events": events})
    else:
        print(f"The index of source ids was made again from {events:,} events.")
    return 0


def _build_beside(
    source: BulkSource, old_file: Path, new_file: Path, processes: int
) -> tuple[bool, str, str]:
    """Build up to the old one's positions, compare, then go on to the end of the log."""
    remove(new_file)
    new = ReadStore(new_file, durable=False)
    whole = False
    try:
        new.make_of(source.topic_ids())
        stops = all_of(source)
        with progress("rebuild", sum(stops.values()), "records") as bar:
            advance = reached(bar)
            old_digest = ""
            if old_file.exists() and outdated(old_file):
                print_message(
                    "The old read model is of an earlier release: there is nothing to compare with."
                )
            elif old_file.exists():
                old_digest = _digest_at_equal_positions(
                    old_file,
                    source,
                    lambda positions: build(source, new, positions, advance, processes),
                )
            same = old_digest in ("", new.digest())
            build(source, new, stops, advance, processes)
        new.require_made_of(source.topic_ids())  # they may have been made anew meanwhile
        whole = True
        return same, old_digest, new.digest()
    finally:
        new.close()
        if not whole:
            remove(new_file)  # half a read model is of no use to anybody


def _digest_at_equal_positions(
    old_file: Path, source: BulkSource, build_to: Callable[[Positions], None]
) -> str:
    """The old one's digest, once the new one is where the old one is; empty where it cannot be compared."""
    try:
        old = ReadStore(old_file, writable=False)
        try:
            _require_own(old, source)
            build_to(old.positions())
            return old.digest()
        finally:
            old.close()
    except DamagedModel as error:
        aside = set_aside(old_file)
        what = "of another log" if isinstance(error, ForeignModel) else "damaged"
        print_message(f"The old read model is {what}: there is nothing to compare with. It is now {aside}.")
        return ""


def _require_own(old: ReadStore, source: BulkSource) -> None:
    """Refuse a read model that is not of this log, the embedded one beside it or that on Kafka."""
    old.require_made_of(source.topic_ids())
    log_file = old.path.with_name(LOG_FILE)
    if log_file.exists():
        with SqliteLog(log_file, writable=False) as log:
            require_of(log, old)
