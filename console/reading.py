"""Where a command reads from: the read model of an instance, and its log in bulk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from console.instance import Place
from streams.engines.embedded import LOG_FILE
from streams.errors import LogError
from streams.kafka.topics import DEFAULT_PREFIX
from streams.read_model.rebuild import BulkSource, KafkaSource, SqliteSource
from streams.read_model.store import READ_FILE, ReadStore


def read_model_file(where: Place) -> Path:
    """The file of the read model: beside the embedded log, or in the directory of the sinks."""
    return where.data / READ_FILE


@contextmanager
def open_read_model(where: Place) -> Iterator[ReadStore]:
    """The read model, to read from."""
    store = ReadStore(read_model_file(where), writable=False)
    try:
        yield store
    finally:
        store.close()


def bulk_source(where: Place) -> BulkSource:
    """The log, to read in ranges and from several processes."""
    if where.kafka is not None:
        return KafkaSource(where.kafka, where.prefix or DEFAULT_PREFIX)
    path = where.data / LOG_FILE
    if not path.exists():
        raise LogError(f"{where.data}: there is no instance here; name its directory with --data")
    return SqliteSource(path)
