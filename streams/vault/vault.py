"""The vault: the opening of every reference, made durable before an event may hold the reference.

The same label has the same reference for ever, whichever process asks; a person's accounts have the salt of
the player. An opening that was forgotten is gone, and a label that comes again is somebody new.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_bytes
from threading import Lock
from types import TracebackType
from typing import Final, NamedTuple

from events.references import SALT_BYTES, Mention, Opening, is_reference
from streams.vault.file import damaged, open_vault_file, vault_errors_as_ours

REMEMBERED: Final = 100_000
"""Mentions whose reference is in memory; players come again, so nearly all are."""
_BATCH: Final = 500
_LOOK_AGAIN: Final = -1
_BEGINNING: Final = re.compile(r"[0-9a-f]{8,64}")

Salts = Callable[[], bytes]


def random_salt() -> bytes:
    """The salt of a person: nobody can guess it, so nobody can try labels."""
    return token_bytes(SALT_BYTES)


class Kept(NamedTuple):
    """An opening of a person, who is a number in this vault alone."""

    person: int
    opening: Opening


class Vault:
    """The vault of one file; safe to call from several threads, and beside other processes."""

    def __init__(self, path: Path, new_salt: Salts = random_salt) -> None:
        """`new_salt` is asked once for each person."""
        self.path = path
        self._new_salt = new_salt
        self._connection: sqlite3.Connection | None = None
        self._lock = Lock()
        self._known: dict[Mention, str] = {}
        self._version = _LOOK_AGAIN

    def __enter__(self) -> Vault:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file; what was asked for is durable."""
        with self._lock, suppress(sqlite3.Error):
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    @property
    def exists(self) -> bool:
        """Whether anybody was ever kept here."""
        return self.path.exists()

    def known(self, mentions: Iterable[Mention]) -> dict[Mention, str]:
        """The references of those who are known here already."""
        wanted = list(dict.fromkeys(mentions))
        with self._lock:
            self._follow_others()
            found = {each: self._known[each] for each in wanted if each in self._known}
            if len(found) < len(wanted) and (connection := self._opened(make=False)) is not None:
                with vault_errors_as_ours(self.path):
                    looked_up = {
                        each: reference
                        for each in wanted
                        if each not in found and (reference := self._look_up(connection, each)) is not None
                    }
                self._remember(looked_up)
                found |= looked_up
            return found

    def references(self, mentions: Iterable[Mention]) -> dict[Mention, str]:
        """The reference of each, of somebody new a new one; the openings are durable when this returns."""
        wanted = list(dict.fromkeys(mentions))
        found = self.known(wanted)
        missing = [each for each in wanted if each not in found]
        if missing:
            with self._lock:
                with self._writing() as connection:
                    made = {each: self._reference(connection, each) for each in missing}
                self._remember(made)
            found |= made
        return found

    def can_open(self, reference: str) -> bool:
        """Whether the opening of a reference is here."""
        return bool(self._rows("reference = ?", (reference,)))

    def label_of(self, reference: str) -> str | None:
        """Whom a reference stands for; None where that cannot be known."""
        rows = self._rows("reference = ?", (reference,))
        return self._as_kept(rows[0]).opening.label if rows else None

    def keep(self, openings: Sequence[Opening]) -> None:
        """Keep openings that were made elsewhere; durable when this returns."""
        if not openings:
            return
        with self._lock, self._writing() as connection:
            for each in openings:
                person = _person_of_salt(connection, each)
                _insert(connection, each, person)

    def kept(self) -> Iterator[Kept]:
        """All openings, in the order in which they were made."""
        after = 0
        while rows := self._rows("number > ? ORDER BY number LIMIT ?", (after, _BATCH)):
            after = rows[-1][0]
            yield from (self._as_kept(row) for row in rows)

    def of(self, named: str) -> list[Kept]:
        """All openings of whom a label or a reference names, the person's accounts among them.

        Of a reference the beginning is enough.
        """
        people = {row[1] for row in self._rows("label = ?", (named,))}
        if _BEGINNING.fullmatch(named):
            beginning = (named, f"{named}g")  # behind the last hex digit
            people |= {row[1] for row in self._rows("reference >= ? AND reference < ?", beginning)}
        return [
            self._as_kept(row)
            for person in sorted(people)
            for row in self._rows("person = ? ORDER BY number", (person,))
        ]

    def forget(self, references: Iterable[str]) -> None:
        """Delete openings, so that nobody can open the references any more."""
        rows = [(each,) for each in references]
        with self._lock, self._writing() as connection:
            connection.executemany("DELETE FROM openings WHERE reference = ?", rows)
        self._version = _LOOK_AGAIN

    def make(self) -> None:
        """Make the vault, with nobody in it yet."""
        with self._lock:
            self._opened(make=True)

    def _remember(self, references: Mapping[Mention, str]) -> None:
        if len(self._known) + len(references) > REMEMBERED:
            self._known.clear()
        self._known.update(references)

    def _look_up(self, connection: sqlite3.Connection, mention: Mention) -> str | None:
        select = "SELECT reference, label, salt FROM openings"
        rows = connection.execute(
            f"{select} WHERE label = ? AND kind = ? ORDER BY number LIMIT 1", (mention.label, mention.kind)
        )
        for reference, label, salt in rows:
            if Opening(mention.kind, label, salt).reference != reference:
                raise damaged(self.path)
            return str(reference)
        return None

    def _reference(self, connection: sqlite3.Connection, mention: Mention) -> str:
        found = self._look_up(connection, mention)  # another process may have been faster
        if found is not None:
            return found
        person, salt = self._holder(connection, mention)
        made = Opening(mention.kind, mention.label, salt)
        _insert(connection, made, person)
        return made.reference

    def _holder(self, connection: sqlite3.Connection, mention: Mention) -> tuple[int, bytes]:
        """The person of a new opening, and the salt: of an account, those of its player."""
        if mention.player:
            by = "reference = ?" if is_reference(mention.player) else "label = ? AND kind = 'player'"
            rows = connection.execute(
                f"SELECT person, salt FROM openings WHERE {by} ORDER BY number LIMIT 1",  # noqa: S608
                (mention.player,),
            )
            for person, salt in rows:
                return person, salt
        return _new_person(connection), self._new_salt()

    def _follow_others(self) -> None:
        """Another process may have forgotten somebody whom we remember."""
        connection = self._opened(make=False)
        if connection is None:
            return
        with vault_errors_as_ours(self.path):
            version = connection.execute("PRAGMA data_version").fetchone()[0]
            if version != self._version:
                self._known.clear()
                self._version = version

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: when it is left, what was written is durable, or nothing is."""
        connection = self._opened(make=True)
        assert connection is not None
        with vault_errors_as_ours(self.path):
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _opened(self, *, make: bool) -> sqlite3.Connection | None:
        if self._connection is None:
            self._connection = open_vault_file(self.path, make=make)
        return self._connection

    def _rows(self, where: str, values: tuple[object, ...]) -> list[tuple[int, int, str, str, str, bytes]]:
        with self._lock, vault_errors_as_ours(self.path):
            connection = self._opened(make=False)
            if connection is None:
                return []
            return connection.execute(
                f"SELECT number, person, reference, kind, label, salt FROM openings WHERE {where}",  # noqa: S608
                values,
            ).fetchall()

    def _as_kept(self, row: tuple[int, int, str, str, str, bytes]) -> Kept:
        _, person, reference, kind, label, salt = row
        opening = Opening(kind, label, salt)
        if opening.reference != reference:
            raise damaged(self.path)
        return Kept(person, opening)


def _new_person(connection: sqlite3.Connection) -> int:
    number: int = connection.execute("SELECT coalesce(max(person), 0) + 1 FROM openings").fetchone()[0]
    return number


def _person_of_salt(connection: sqlite3.Connection, opening: Opening) -> int:
    rows = connection.execute("SELECT person FROM openings WHERE salt = ? LIMIT 1", (opening.salt,))
    for (person,) in rows:
        return int(person)
    return _new_person(connection)


def _insert(connection: sqlite3.Connection, opening: Opening, person: int) -> None:
    connection.execute(
        "INSERT OR IGNORE INTO openings (reference, kind, label, salt, person) VALUES (?, ?, ?, ?, ?)",
        (opening.reference, opening.kind, opening.label, opening.salt, person),
    )
