"""The instance of a demo: known by its mark and its events, and replaced only while it is the demo's alone.

What a demo records has its own source ids. So the log itself says whether anybody else has recorded into it
since, even where a demo was killed; then it is somebody's instance, and stays.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Final

from console.instances.demo_audit import is_of_a_demo, remove_demo_audit_log
from console.instances.instance import open_embedded
from console.instances.own_files import ACCOUNTS_FILE, EXPORTS_FOLDER, MARK_FILE
from events.envelope import read_header
from events.errors import MalformedEvent
from events.jsonform import Draft
from events.source_ids import split_source_id
from events.topics import EVENTS
from floor.casino import House
from floor.steps import Award, Outcome
from streams.engines.embedded import Embedded
from streams.errors import LogError
from streams.notary.folder import AUDIT_FOLDER
from streams.read_model.store import READ_FILE
from streams.sqlite.file import LOG_FILE, WriterLock
from streams.sqlite.log import SqliteLog
from streams.vault.file import VAULT_FILE

SOURCE: Final = "demo"
"""The source of all that a demo records."""
OF_CONSOLE: Final = "demo/console-"
"""How the ids begin of what people have the console beside a demo record: it belongs to the demo, too."""
MARK: Final = "made by `pitledger demo`, which replaces this instance unless somebody else recorded into it\n"
DATABASES: Final = (VAULT_FILE, READ_FILE, LOG_FILE)
"""What a demo leaves, the log last: whatever ends the removal halfway, it can be repeated."""
_BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""What SQLite keeps of a database: the file, and what lies beside it."""
_REMEDY: Final = "Name another directory with --data, or move this one away"


class DemoHouse:
    """A house that numbers what the floor records, under the demo's own source."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._numbers = count(1)

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Let the house record, each draft under an id of the demo."""
        return self._house.record(
            [draft._replace(source_id=f"{SOURCE}#{next(self._numbers)}") for draft in drafts]
        )

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        """The house's own answer."""
        return self._house.award(link, table, claim_seq, now_us)


def open_fresh(data: Path) -> Embedded:
    """An empty instance: a new one, or in the place of an earlier demo. Nothing else is ever removed."""
    had_one = (data / LOG_FILE).exists()
    if had_one:
        _remove_demo(data)
    elif (data / MARK_FILE).exists() and not _is_marked(data):
        raise LogError(f"{data / MARK_FILE}: this is yours, and a demo needs the name. {_REMEDY}.")
    embedded = open_embedded(data, had_one=had_one)
    if embedded.log.end(EVENTS):
        embedded.close()
        raise LogError(f"{data}: somebody has just made an instance here. {_REMEDY}.")
    (data / MARK_FILE).write_text(MARK)
    return embedded


def _remove_demo(data: Path) -> None:
    """Remove the files of a demo's instance, while nobody else can write it; a user's files stay."""
    if not _is_marked(data):
        raise LogError(f"{data}: an instance is here already, and it is not a demo's. {_REMEDY}.")
    audit = data / AUDIT_FOLDER
    if audit.exists() and not is_of_a_demo(audit):
        raise LogError(f"{data}: this instance has an audit log, so somebody relies on it. {_REMEDY}.")
    lock = WriterLock(data / LOG_FILE)
    try:
        with SqliteLog(data / LOG_FILE, writable=False) as log:
            other = _first_of_others(log)
        if other is not None:
            raise LogError(
                f"{data}: a demo made this instance, but since then somebody has recorded into it ({other}), "
                f"and no demo removes that. {_REMEDY}."
            )
        if audit.exists():
            remove_demo_audit_log(audit)
            shutil.rmtree(data / EXPORTS_FOLDER, ignore_errors=True)  # of the log that goes
        for database in DATABASES:
            for ending in reversed(_BESIDE):
                (data / (database + ending)).unlink(missing_ok=True)
        (data / ACCOUNTS_FILE).unlink(missing_ok=True)
    finally:
        lock.release()


def _is_marked(data: Path) -> bool:
    """Whether the mark is here: a file of ours, not merely something of that name."""
    mark = data / MARK_FILE
    return mark.is_file() and mark.read_bytes() == MARK.encode()


def _first_of_others(log: SqliteLog) -> str | None:
    """The first event that is not the demo's own; what cannot be read is not either."""
    for record in log.read(EVENTS, 0, 0):
        try:
            event = read_header(record.value)
        except MalformedEvent:
            return f"the record at offset {record.offset}"
        is_own = split_source_id(event.source_id)[0] == SOURCE or event.source_id.startswith(OF_CONSOLE)
        if not is_own:
            return f"{event.stream} seq {event.seq}, {event.type} by {event.actor}"
    return None
