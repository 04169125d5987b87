"""The one record of an audit log: how far it is, of which root, and where it goes on.

It is written when entries and tiles are durable, and before anything is signed. What the folder holds beyond
it was never signed and is cut off.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final

import msgspec

from streams.errors import LogError
from streams.notary.folder import RECORD_FILE, disk_errors_as_ours, sync_file, sync_folder, write_durably
from streams.notary.tlog.tree import EMPTY_ROOT

FORMAT: Final = 1
_DIGEST: Final = 32
_Hash = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
_Number = Annotated[int, msgspec.Meta(ge=0)]


class SeriesHead(msgspec.Struct, array_like=True):
    """The last event of a series in the audit log; `lost` has marks of the last that were forks of it."""

    seq: _Number
    hash: _Hash
    lost: bytes = b""


class AuditRecord(msgspec.Struct, forbid_unknown_fields=True):
    """How far an audit log is. `positions` has for each topic the next offset of each partition."""

    origin: str
    public_key: _Hash
    size: _Number = 0
    root: _Hash = EMPTY_ROOT
    positions: dict[str, list[_Number]] = {}
    heads: dict[str, SeriesHead] = {}
    format: int = FORMAT


_ENCODE: Final = msgspec.msgpack.Encoder().encode
_DECODE: Final = msgspec.msgpack.Decoder(AuditRecord).decode


def store_record(folder: Path, record: AuditRecord) -> None:
    """Put the record in its place; returns when it is safe."""
    content = _ENCODE(record)
    write_durably(folder / RECORD_FILE, sha256(content).digest() + content)


def load_record(folder: Path) -> AuditRecord | None:
    """The record, safe on the disk; None before the first.

    A process that was killed may have left one that is in the memory of the machine alone: what is signed
    next must not be gone after a power cut.
    """
    path = folder / RECORD_FILE
    with disk_errors_as_ours(path):
        if not path.exists():
            return None
        sync_file(path)
        sync_folder(folder)
        content = path.read_bytes()
    digest, content = content[:_DIGEST], content[_DIGEST:]
    if sha256(content).digest() != digest:
        raise _damaged(path, "it does not have the hash that it begins with")
    try:
        record = _DECODE(content)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise _damaged(path, str(error)) from None
    if record.format != FORMAT:
        raise LogError(
            f"{path}: this record has format {record.format}, and this release knows {FORMAT}. Use the "
            "release of Pitledger that wrote it; nothing was changed."
        )
    return record


def _damaged(path: Path, problem: str) -> LogError:
    return LogError(
        f"{path}: the record of the audit log is damaged ({problem}). Nothing is signed: restore the folder "
        f"{path.parent} from a backup, then call this again."
    )
