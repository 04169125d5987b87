"""Which log and read model a command works on: those of an embedded instance, or of topics on Kafka.

Commands ask for a log to read or to record into and need not know which of the two they got. What only one
of them needs is imported where it is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from console.calls.options import Location
from console.instances.kafka_address import addresses, require_answering
from streams.engines.worker_files import kept_for_kafka, source_index_file
from streams.errors import LogError
from streams.log import TOPICS, Log
from streams.read_model.store import READ_FILE
from streams.sqlite.file import LOG_FILE
from streams.vault.file import VAULT_FILE

if TYPE_CHECKING:
    from streams.engines.embedded import Embedded
    from streams.kafka.log import KafkaLog
    from streams.read_model.bulk_sources import BulkSource
    from streams.sqlite.log import SqliteLog
    from streams.vault.vault import Vault


class Open(NamedTuple):
    """A log to record into, and the vault of who is named in it. `process` runs the embedded processors to
    its end; on Kafka workers do.

    `catch_up` does the same for whoever has recorded many events, but for findings: examining many waits for
    whoever asks for them.
    """

    log: Log
    vault: Vault
    process: Callable[[], None]
    catch_up: Callable[[], None]
    is_embedded: bool


@contextmanager
def open_log(where: Location) -> Iterator[Log]:
    """The log, to read from."""
    if where.kafka is not None:
        with _kafka(where) as log:
            yield log
        return
    from streams.sqlite.log import SqliteLog  # noqa: PLC0415 - only what is needed is imported

    with SqliteLog(_log_file(where), writable=False) as opened:
        yield opened


@contextmanager
def open_for_recording(where: Location) -> Iterator[Open]:
    """The log, to record into; an embedded instance that is not there yet is made."""
    if where.kafka is not None:
        with _kafka(where) as log, open_vault(where) as vault:
            log.require_as_many_partitions()
            yield Open(log, vault, lambda: None, lambda: None, is_embedded=False)
        return
    with open_embedded(where.data) as embedded, open_vault(where) as vault:
        catch_up = partial(embedded.catch_up, examine_many=False)
        yield Open(embedded.log, vault, embedded.process, catch_up, is_embedded=True)


def open_vault(where: Location) -> Vault:
    """The vault of an instance, beside its log or in the directory of its recorder on Kafka."""
    from streams.vault.vault import Vault  # noqa: PLC0415 - only what is needed is imported

    return Vault(where.data / VAULT_FILE)


def require_instance(where: Location) -> None:
    """Refuse a directory without an instance, for what can only follow on something that is there."""
    if where.kafka is None:
        _log_file(where)


@contextmanager
def writable_log(where: Location) -> Iterator[SqliteLog]:
    """The log of an embedded instance that is there, to write, with no processor behind it."""
    from streams.sqlite.log import SqliteLog  # noqa: PLC0415 - only what is needed is imported

    with SqliteLog(_log_file(where), writable=True) as opened:
        yield opened


def open_embedded(data: Path, *, had_one: bool = False) -> Embedded:
    """The embedded instance of a directory; it is made if it is not there yet.

    Where one was until now, no worker had the directory: what looks like a worker's there is somebody's.
    """
    from streams.engines.embedded import Embedded  # noqa: PLC0415 - only what is needed is imported

    try:
        _require_no_directory(data / LOG_FILE)
        if not had_one:
            _require_not_of_kafka(data)
        return Embedded(data)
    except OSError as error:
        raise LogError(
            f"{data}: no instance can be made here ({error.strerror}). Name a directory that you may "
            "write in with --data."
        ) from error


def _require_not_of_kafka(data: Path) -> None:
    """Refuse to make an instance beside what one on Kafka keeps."""
    kept = None if (data / LOG_FILE).exists() else kept_for_kafka(data)
    if kept is not None:
        raise LogError(
            f"{data}: {kept.name} is here, which an instance on Kafka keeps, and no log. Name that instance "
            "with --kafka, or another directory with --data."
        )


def read_model_file(where: Location) -> Path:
    """The file of the read model: beside the embedded log, or in the directory of the sinks."""
    require_own_directory(where)
    return where.data / READ_FILE


def require_own_directory(where: Location) -> None:
    """Refuse for Kafka the directory of an embedded instance: the one's read model is not the other's."""
    if where.kafka is None:
        return
    if (where.data / LOG_FILE).exists():
        raise LogError(
            f"{where.data}: an embedded instance is here, and this is for Kafka. Name the directory of its "
            "workers with --data, or leave out --kafka to look at the embedded one."
        )


def _require_no_embedded_named(where: Location) -> None:
    """The same where only the log is read or written, unless nobody has named the directory."""
    if where.cache == where.data:
        require_own_directory(where)


def bulk_source(where: Location, *, past_damage: bool = False, topics: Sequence[str] = TOPICS) -> BulkSource:
    """Topics of the log, to read in ranges and from several processes; past records that are damaged, if
    asked."""
    if where.kafka is not None:
        from streams.kafka.topics import (  # noqa: PLC0415 - only what is needed is imported
            DEFAULT_PREFIX,
            require_as_many_partitions,
        )
        from streams.read_model.kafka_source import KafkaSource  # noqa: PLC0415

        _require_no_embedded_named(where)
        require_answering(where.kafka)
        source = KafkaSource(where.kafka, where.prefix or DEFAULT_PREFIX)
        require_as_many_partitions(where.kafka, {topic: source.partitions(topic) for topic in topics})
        return source
    from streams.read_model.bulk_sources import SqliteSource  # noqa: PLC0415

    return SqliteSource(_log_file(where), past_damage=past_damage)


def _log_file(where: Location) -> Path:
    """The log of an embedded instance that is there."""
    file = where.data / LOG_FILE
    try:
        found = file.exists()
    except OSError as error:
        raise LogError(
            f"{where.data}: this cannot be read ({error.strerror}). Name a directory that you may read in "
            "with --data."
        ) from error
    if where.data.is_file():
        raise LogError(f"{where.data}: this is a file. Name the directory of an instance with --data.")
    if not found:
        raise LogError(
            f"{where.data}: there is no instance here. Name its directory with --data, or make one with "
            "`pitledger demo`; import, badge issue and link open make one too."
        )
    _require_no_directory(file)
    return file


def _require_no_directory(log_file: Path) -> None:
    if log_file.is_dir():
        raise LogError(
            f"{log_file}: a directory has the name of the log. Name the directory of an instance with --data."
        )


@contextmanager
def _kafka(where: Location) -> Iterator[KafkaLog]:
    from streams.kafka.log import KafkaLog  # noqa: PLC0415 - slow to import, and seldom needed
    from streams.kafka.topics import DEFAULT_PREFIX  # noqa: PLC0415

    assert where.kafka is not None
    _require_no_embedded_named(where)
    require_answering(where.kafka)
    prefix = where.prefix or DEFAULT_PREFIX
    log = KafkaLog(where.kafka, prefix=prefix, source_index=_source_index_file(where, prefix))
    try:
        yield log
    finally:
        log.close()


def _source_index_file(where: Location, prefix: str) -> Path | None:
    """The index of source ids that a recorder on Kafka keeps: one for each instance on Kafka."""
    if where.cache is None or where.kafka is None:
        return None
    return source_index_file(where.cache, prefix, sha256(where.kafka.encode()).hexdigest()[:8])


def brokers(where: Location) -> tuple[str, str]:
    """The brokers and the prefix of the topics; without brokers the call is wrong."""
    from streams.kafka.topics import DEFAULT_PREFIX  # noqa: PLC0415 - slow to import, and seldom needed

    if where.kafka is None:
        raise LogError("this command works on Kafka: name its brokers with --kafka HOST:PORT")
    addresses(where.kafka)
    return where.kafka, where.prefix or DEFAULT_PREFIX
