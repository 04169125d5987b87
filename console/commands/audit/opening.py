"""Where the audit log of an instance is, what it is made of, and the passphrase of its key."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getpass
from pathlib import Path

from console.instance import brokers, bulk_source, require_instance, require_own_directory
from console.kafka_address import require_answering
from console.options import Location
from console.output import progress
from console.read_model import open_read_model
from streams.notary.folder import AUDIT_FOLDER, require_audit_log
from streams.notary.keys import PASSPHRASE_VARIABLE, KeyRefused, needs_passphrase, read_vkey
from streams.notary.notary import Notary
from streams.notary.publishing import CheckpointFile, Publication


def audit_folder(where: Location) -> Path:
    """The folder of the audit log of an instance that is there."""
    require_instance(where)
    require_own_directory(where)
    return where.data / AUDIT_FOLDER


@contextmanager
def open_notary(where: Location) -> Iterator[Notary]:
    """The notary of an instance, up to date with what is recorded."""
    folder = audit_folder(where)
    with Notary(folder, _publication(where, folder)) as notary:
        _work_out_what_follows(where)
        source = bulk_source(where)
        with progress("Notarising", notary.behind(source), "records") as bar:
            notary.catch_up(source, lambda count: bar.advance(count, count))
        yield notary


def _work_out_what_follows(where: Location) -> None:
    """Meters and findings that follow from what is recorded; on Kafka workers make them, as they come."""
    if where.kafka is None:
        with open_read_model(where, examined=True):
            pass


def _publication(where: Location, folder: Path) -> Publication:
    if where.kafka is None:
        return CheckpointFile(folder)
    from streams.notary.kafka_publishing import CheckpointTopic  # noqa: PLC0415 - slow to import, seldom needed

    bootstrap, prefix = brokers(where)
    require_answering(bootstrap)
    return CheckpointTopic(folder, read_vkey(folder), bootstrap, prefix)


def passphrase_of(folder: Path) -> str | None:
    """The passphrase of the key, where it has one: from the environment, or asked for at a terminal."""
    require_audit_log(folder)
    if not needs_passphrase(folder):
        return None
    return _given() or _asked("Passphrase of the audit log's key: ")


def new_passphrase() -> str:
    """A passphrase for a new key: from the environment, or asked for twice."""
    if given := _given():
        return given
    if not sys.stdin.isatty():
        raise KeyRefused(f"--passphrase: give it in {PASSPHRASE_VARIABLE}, or call this at a terminal.")
    first = _asked("New passphrase for the audit log's key: ")
    if not first or first != _asked("Once more: "):
        raise KeyRefused(
            "--passphrase: it was empty, or not the same twice. Nothing was made: call this again."
        )
    return first


def _given() -> str | None:
    return os.environ.get(PASSPHRASE_VARIABLE) or None


def _asked(prompt: str) -> str | None:
    if not sys.stdin.isatty():
        return None
    return getpass(prompt)
