"""The log's own table of the last event of each stream, read to be compared with the events."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from events.envelope import event_hash
from projections.checking.heads import StoredHead
from streams.sqlite.file import close_quietly, open_reader, sqlite_errors_as_ours

_END: Final = "SELECT coalesce(max(offset) + 1, 0) FROM events"
_HEADS: Final = (
    "SELECT stream, seq, hash, heads.offset, CAST(value AS BLOB)"
    " FROM heads LEFT JOIN events ON events.offset = heads.offset"
)


def stored_heads(path: Path, end: int) -> dict[str, StoredHead]:
    """All rows by stream; those that a recorder has moved on behind `end` since are `later`."""
    connection = open_reader(path)
    connection.text_factory = lambda text: text.decode("utf-8", "replace")  # it may be no text at all
    try:
        with sqlite_errors_as_ours(path):
            connection.execute("BEGIN")  # one moment of the log, though it may be growing
            (end_now,) = connection.execute(_END).fetchone()
            return {
                stream if isinstance(stream, str) else repr(stream): StoredHead(
                    seq,
                    digest,
                    offset,
                    None if value is None else event_hash(value),
                    isinstance(offset, int) and end <= offset < end_now,
                )
                for stream, seq, digest, offset, value in connection.execute(_HEADS)
            }
    finally:
        close_quietly(connection)
