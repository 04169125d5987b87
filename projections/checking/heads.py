"""Whether a log's own table of the last event of each stream agrees with what its events come to.

Recording goes on from that table: behind a wrong row the next event would be a gap or a fork. An event that
was taken off the end of the log leaves no other trace.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from events.envelope import NO_PREV
from projections.checking.problems import Problem
from projections.routing.chain import ChainHead
from projections.routing.marks import remembers

REMEDY: Final = "restore the log from a backup"
_NO_EVENT: Final = ChainHead(0, NO_PREV, b"")


class StoredHead(NamedTuple):
    """A row of that table, as it is: somebody's SQL may have left anything in it.

    `there` is the hash of what is at its offset, None where nothing is. `later`: that lies behind the end
    up to which the events were looked at.
    """

    seq: object
    hash: object
    offset: object
    there: bytes | None
    later: bool


def head_problems(
    folded: Mapping[str, ChainHead], stored: Mapping[str, StoredHead], named: Collection[str]
) -> Iterator[Problem]:
    """Where they differ: one problem a stream, and none for those that are `named` for something already."""
    for stream in sorted({*folded, *stored} - set(named)):
        head, row = folded.get(stream, _NO_EVENT), stored.get(stream)
        if not _explained(head, row) and (difference := _difference(head, row)):
            yield Problem("chain", stream, f"the log's table of heads has {difference}: {REMEDY}")


def _explained(head: ChainHead, row: StoredHead | None) -> bool:
    """Whether they may differ though nobody has changed anything.

    What comes behind a gap is stored and not applied, and what lost may have been stored as the last.
    """
    if head.halted:
        return True
    if row is None:
        return head.seq == 0
    return row.later or (isinstance(row.hash, bytes) and remembers(head.forks, row.hash))


def _difference(head: ChainHead, row: StoredHead | None) -> str:
    """What the table has and what the events end with; empty where that is the same."""
    end = f"its events end with seq {head.seq} ({head.hash.hex()})" if head.seq else "no event of it is there"
    if row is None:
        return f"no last event of it, and {end}"
    known = row.hash.hex() if isinstance(row.hash, bytes) else repr(row.hash)
    has = f"seq {row.seq!r} ({known}) at offset {row.offset!r} as its last event"
    if (row.seq, row.hash) != (head.seq, head.hash):
        return f"{has}, and {end}"
    return "" if row.there == head.hash else f"{has}, which is not there"
