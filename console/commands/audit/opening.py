"""Where the audit log of an instance is, what it is made of, its policy, and the passphrase of its key."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from getpass import getpass
from pathlib import Path

from console.calls.options import Location
from console.instances.instance import brokers, bulk_source, require_instance, require_own_directory
from console.instances.kafka_address import require_answering
from console.instances.read_model import open_read_model
from console.printing.output import print_message, progress
from streams.errors import LogError
from streams.notary.folder import AUDIT_FOLDER, POLICY_FILE, disk_errors_as_ours, require_audit_log
from streams.notary.keys import PASSPHRASE_VARIABLE, KeyRefused, needs_passphrase, read_vkey
from streams.notary.notary import Notary
from streams.notary.publishing import CheckpointFile, Publication
from streams.notary.tlog.policies import BadPolicy, Policy, read_policy
from streams.notary.witness.gathering import WitnessedPublication


def audit_folder(where: Location) -> Path:
    """The folder of the audit log of an instance that is there."""
    require_instance(where)
    require_own_directory(where)
    return where.data / AUDIT_FOLDER


@contextmanager
def open_notary(where: Location) -> Iterator[Notary]:
    """The notary of an instance, up to date with what is recorded."""
    folder = audit_folder(where)
    require_audit_log(folder)
    publication = WitnessedPublication(
        folder, publication_of(where, folder), policy_of(folder), print_message
    )
    with Notary(folder, publication) as notary:
        _work_out_what_follows(where)
        source = bulk_source(where)
        with progress("Notarising", notary.behind(source), "records") as bar:
            notary.catch_up(source, lambda count: bar.advance(count, count))
        yield notary


def policy_of(folder: Path) -> Policy:
    """Which witnesses are asked, and how many must have cosigned; nobody where nothing was said."""
    path = folder / POLICY_FILE
    with disk_errors_as_ours(path):
        content = path.read_bytes() if path.exists() else b"quorum none\n"
    try:
        return read_policy(content)
    except BadPolicy as error:
        raise LogError(f"{path}: {error}. Give it anew with `pitledger audit policy FILE`") from None


def _work_out_what_follows(where: Location) -> None:
    """Meters and findings that follow from what is recorded; on Kafka workers make them, as they come."""
    if where.kafka is None:
        with open_read_model(where, examined=True):
            pass


def publication_of(where: Location, folder: Path) -> Publication:
    """Where checkpoints of an instance go, before witnesses are asked."""
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
    return given_passphrase("Passphrase of the audit log's key: ")


def given_passphrase(prompt: str) -> str | None:
    """The passphrase of a key that has one: from the environment, or asked for at a terminal."""
    return os.environ.get(PASSPHRASE_VARIABLE) or _asked(prompt)


def new_passphrase(whose: str = "the audit log's key", variable: str = PASSPHRASE_VARIABLE) -> str:
    """A passphrase for a new key: from the environment, or asked for twice."""
    if given := os.environ.get(variable):
        return given
    if not sys.stdin.isatty():
        raise KeyRefused(f"--passphrase: give it in {variable}, or call this at a terminal.")
    first = _asked(f"New passphrase for {whose}: ")
    if not first or first != _asked("Once more: "):
        raise KeyRefused(
            "--passphrase: it was empty, or not the same twice. Nothing was made: call this again."
        )
    return first


def _asked(prompt: str) -> str | None:
    if not sys.stdin.isatty():
        return None
    return getpass(prompt)
