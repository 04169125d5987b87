"""The notary: reads what was recorded, grows the audit log by it, and signs how far it is.

Entries and tiles, durable; then the record, durable; then a signature, and the checkpoint is published. So
whatever ends it, nothing is signed that could be gone, and it goes on from its record. One process a
facility, by the lock of the folder. After an error it is closed and opened anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final, Protocol

from events.errors import PitledgerError
from events.topics import EVENTS
from projections.records import CHUNK, Chunk, Record
from streams.errors import LogError
from streams.notary.folder import INDEX_FILE, FolderLock, require_audit_log
from streams.notary.growth import GrowingLog
from streams.notary.index import EntryIndex, EventFinder, signposts
from streams.notary.key_change import finish_key_change, prepare_key_change
from streams.notary.keys import read_vkey
from streams.notary.leaves import SOURCES, Leaf, LeafMaker, Wrapped, wrapped
from streams.notary.publishing import Publication
from streams.notary.record import AuditRecord, load_record
from streams.notary.tlog.checkpoints import Checkpoint, open_checkpoint
from streams.notary.tlog.notes import Signer, VerifierKey

COMMIT_ENTRIES: Final = 65_536
COMMIT_BYTES: Final = 32 * 1024 * 1024
"""As soon as there is so much of either, it is made durable and recorded, so memory stays flat."""

Progress = Callable[[int], None]
"""Takes how many records were read since it was called last."""


class WillNotSign(PitledgerError):
    """The notary does not sign: what it would sign could be a second history beside what was published."""


class Source(Protocol):
    """What is notarised: a log whose topics can be read by offset, embedded or on Kafka."""

    def partitions(self, topic: str) -> int:
        """How many partitions a topic has."""

    def end(self, topic: str, partition: int) -> int:
        """The offset behind the last record of a partition."""

    def chunks(self, partition: int, start: int, stop: int) -> Iterator[Chunk]:
        """Records of `events` from one offset up to another, many at a time."""

    def records(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Record]:
        """Records of any topic."""


class Notary:
    """The audit log of a facility, open to be grown and signed; nobody else can open it meanwhile."""

    def __init__(self, folder: Path, publication: Publication) -> None:
        self._folder = folder
        self._publication = publication
        require_audit_log(folder)
        self._lock = FolderLock(folder)
        try:
            self._open()
        except BaseException:
            self._lock.release()
            raise

    def _open(self) -> None:
        record = load_record(self._folder)
        finish_key_change(self._folder, record)
        self.vkey = read_vkey(self._folder)
        self.record = record or AuditRecord(self.vkey.name, self.vkey.public)
        self._require_own(self.record)
        self._require_not_beyond(self.record)
        self._log = GrowingLog(self._folder, self.record)
        self._index = EntryIndex(self._folder / INDEX_FILE, writable=True)
        self._index.put_right(self._log.tiles, self.record.size)
        self._finder = EventFinder(self._log.tiles, self._index)
        self._maker = LeafMaker(self.record.heads, self._is_logged)
        self._waiting: list[Leaf] = []
        self._waiting_at: dict[tuple[str, int], bytes] | None = None
        self._waiting_bytes = 0

    def close(self) -> None:
        """Let another process be the notary; what was not recorded is read again next time."""
        self._index.close()
        self._log.close()
        self._lock.release()

    def __enter__(self) -> Notary:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def behind(self, source: Source) -> int:
        """How many records are to be read; refuses a log that is shorter than what was notarised of it."""
        return sum(end - start for _, _, start, end in self._to_read(source))

    def catch_up(self, source: Source, progress: Progress = lambda _: None) -> None:
        """Take in everything that is recorded as of now; it is durable when this returns."""
        for topic, partition, start, end in list(self._to_read(source)):
            at = start
            for chunk in chunks_of(source, topic, partition, start, end):
                at += len(chunk.values)
                self._take(topic, partition, chunk, at)
                progress(len(chunk.values))
            if at != end:
                raise LogError(f"{topic}[{partition}]: records up to {end} are due, and they end at {at}.")
        self.commit()

    def add(self, leaf: Leaf) -> None:
        """Take in an entry of the notary's own."""
        self._waiting.append(leaf)
        self.commit()

    def commit(self) -> None:
        """Make durable what was taken in, and record it."""
        self._write_waiting()
        self._log.commit(self.record)

    def checkpoint(self, signers: list[Signer]) -> bytes:
        """Sign the log as it is recorded, and publish that; what is published already is not signed again."""
        if self.vkey not in [signer.verifier for signer in signers]:
            raise WillNotSign(f"{self._folder}: {self.vkey.text} signs here by now. Call this again")
        checkpoint = Checkpoint(self.vkey.name, self.record.size, self.record.root)
        last = self._require_not_beyond(self.record)
        self._publication.require_current(signers)
        signed = last if last is not None and len(signers) == 1 else checkpoint.signed(signers)
        return self._publication.publish(signed)

    def change_key(self, old: Signer, passphrase: str | None) -> VerifierKey:
        """Another key from here on: both sign the change, which is an entry, and the checkpoint over it."""
        self._publication.require_current([old])
        new, note = prepare_key_change(self._folder, old, passphrase)
        self.add(Leaf(wrapped(Wrapped.KEY_CHANGE, note)))
        self.checkpoint([old, new])
        self.record.public_key = new.verifier.public
        self.commit()
        finish_key_change(self._folder, self.record)
        self.vkey = new.verifier
        return new.verifier

    def _to_read(self, source: Source) -> Iterator[tuple[str, int, int, int]]:
        for topic in SOURCES:
            positions = self.record.positions.setdefault(topic, [])
            positions += [0] * (source.partitions(topic) - len(positions))
            for partition, start in enumerate(positions):
                end = source.end(topic, partition)
                if end < start:
                    raise WillNotSign(
                        f"{topic}[{partition}] ends at offset {end}, and {start} records of it are in the "
                        "audit log: records are missing, or an old copy of the log was restored. Restore a "
                        "newer one."
                    )
                if end > start:
                    yield topic, partition, start, end

    def _take(self, topic: str, partition: int, chunk: Chunk, upto: int) -> None:
        for leaf in self._maker.take(topic, partition, chunk):
            self._waiting.append(leaf)
            if self._waiting_at is not None:
                self._waiting_at[leaf.series, leaf.seq] = leaf.entry
        self._waiting_bytes += sum(map(len, chunk.values))
        self.record.positions[topic][partition] = upto
        if len(self._waiting) >= COMMIT_ENTRIES or self._waiting_bytes >= COMMIT_BYTES:
            self.commit()

    def _write_waiting(self) -> None:
        start = self._log.size
        self._log.add([leaf.entry for leaf in self._waiting])
        self._index.add(signposts(self._waiting, start), self._log.size)
        self._waiting, self._waiting_at, self._waiting_bytes = [], None, 0

    def _is_logged(self, series: str, seq: int, value: bytes) -> bool:
        """Whether these bytes are that event in the log; what waits to be written is looked at first."""
        if self._waiting_at is None:
            self._waiting_at = {(leaf.series, leaf.seq): leaf.entry for leaf in self._waiting}
        waiting = self._waiting_at.get((series, seq))
        if waiting is not None:
            return waiting == value
        found = self._finder.find(series, seq, self.record.size)
        return found is not None and found.entry == value

    def _require_own(self, record: AuditRecord) -> None:
        if (record.origin, record.public_key) != (self.vkey.name, self.vkey.public):
            raise WillNotSign(
                f"{self._folder}: the record is of {record.origin} and not of the key {self.vkey.text}. "
                "Restore the whole folder from one backup."
            )

    def _require_not_beyond(self, record: AuditRecord) -> bytes | None:
        """What was published of the record's size; `WillNotSign` for one beyond it, or of another tree."""
        last = None
        for note in self._publication.published():
            checkpoint = open_checkpoint(note, [self.vkey])
            if checkpoint.size > record.size or (
                checkpoint.size == record.size and checkpoint.root != record.root
            ):
                raise WillNotSign(
                    f"{self._folder}: a checkpoint over {checkpoint.size} entries was published, and the "
                    f"record is of {record.size}: it was restored from an old copy, or is of another "
                    "history. Nothing is signed: restore the folder as it was when that was signed, or later."
                )
            if checkpoint.size == record.size:
                last = note
        return last


def chunks_of(source: Source, topic: str, partition: int, start: int, stop: int) -> Iterator[Chunk]:
    """The records of a range, many at a time."""
    if topic == EVENTS:
        yield from source.chunks(partition, start, stop)
        return
    rest = source.records(topic, partition, start, stop)
    while records := list(islice(rest, CHUNK)):
        keys: list[bytes | None] = [record.key.encode() for record in records]
        yield Chunk(records[0].offset, keys, [record.value for record in records])
