"""Which log a command works on: the embedded instance of a directory, or topics on Kafka.

What the command line says goes before what the environment says. Commands ask for a log to read or to
record into and need not know which of the two they got.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from streams.errors import LogError
from streams.log import Log

DATA_VARIABLE: Final = "PITLEDGER_DATA"
KAFKA_VARIABLE: Final = "PITLEDGER_KAFKA"
PREFIX_VARIABLE: Final = "PITLEDGER_KAFKA_PREFIX"
DEFAULT_DATA: Final = Path("var/pitledger")


class Place(NamedTuple):
    """Where an instance lives. `kafka` is None for an embedded one; `data` holds read models either way."""

    data: Path
    kafka: str | None
    prefix: str | None = None


class Open(NamedTuple):
    """A log to record into. `process` runs the embedded processors to its end; on Kafka workers do."""

    log: Log
    process: Callable[[], None]


def place(args: argparse.Namespace, environment: Mapping[str, str] = os.environ) -> Place:
    """Where the command line and the environment say that the instance is."""
    data = Path(args.data or environment.get(DATA_VARIABLE) or DEFAULT_DATA)
    kafka = args.kafka or (None if args.data else environment.get(KAFKA_VARIABLE)) or None
    return Place(data, kafka, environment.get(PREFIX_VARIABLE))


@contextmanager
def open_log(where: Place) -> Iterator[Log]:
    """The log, to read from."""
    if where.kafka is not None:
        with _kafka(where) as log:
            yield log
        return
    from streams.engines.embedded import LOG_FILE  # noqa: PLC0415 - only what is needed is imported
    from streams.sqlite.log import SqliteLog  # noqa: PLC0415

    file = where.data / LOG_FILE
    if not file.exists():
        raise LogError(
            f"{where.data}: there is no instance here. Name its directory with --data, or make one "
            "with `pitledger import` or `pitledger demo`."
        )
    with SqliteLog(file, writable=False) as opened:
        yield opened


@contextmanager
def open_for_recording(where: Place) -> Iterator[Open]:
    """The log, to record into; an embedded instance that is not there yet is made."""
    if where.kafka is not None:
        with _kafka(where) as log:
            yield Open(log, lambda: None)
        return
    from streams.engines.embedded import Embedded  # noqa: PLC0415 - only what is needed is imported

    try:
        embedded = Embedded(where.data)
    except OSError as error:
        raise LogError(
            f"{where.data}: no instance can be made here ({error.strerror}). Name a directory that you may "
            "write in with --data."
        ) from error
    try:
        yield Open(embedded.log, embedded.process)
    finally:
        embedded.close()


@contextmanager
def _kafka(where: Place) -> Iterator[Log]:
    from streams.kafka.log import KafkaLog  # noqa: PLC0415 - slow to import, and seldom needed
    from streams.kafka.topics import DEFAULT_PREFIX  # noqa: PLC0415

    assert where.kafka is not None
    log = KafkaLog(where.kafka, prefix=where.prefix or DEFAULT_PREFIX)
    try:
        yield log
    finally:
        log.close()
