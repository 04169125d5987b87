"""Whether a read model is of the log beside it: one of another log must not be shown or built on.

A file copied to the wrong place, or a log restored from an old copy below a newer read model, would give
figures that nobody recorded. The read model knows the chains by their hashes, so the last event that it took
tells: in its own log that is the head of a stream. A record after it that moved nothing on says little: a
number far back may be an old repeat here, and another event of a longer stream there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from events.topics import EVENTS
from projections.read_model.events_model import STATE
from projections.records import Record
from projections.routing.chain import Chains, Verdict
from projections.routing.marks import remembers
from streams.read_model.store import ForeignModel, ReadStore
from streams.sqlite.log import SqliteLog

_MOST_AT_ONCE = 4_096
"""Records read in one go on the way back; the first goes are short, as mostly the last record tells."""

Reading = Callable[[int, int], Iterable[Record]]
"""The records of a partition of `events` from one offset up to another."""


def require_of(log: SqliteLog, store: ReadStore) -> None:
    """Refuse a read model that holds what the log does not hold.

    Its position is read before the log's end: a writer may move both on meanwhile.
    """
    position, state = store.position(EVENTS, 0)
    end = log.end(EVENTS, 0)
    if position > end:
        raise ForeignModel(store.path, f"it holds {position:,} events, and the log {end:,}")
    if state is not None and (
        other := another_last_event(position, state, partial(log.read_past_damage, EVENTS))
    ):
        raise ForeignModel(store.path, other)


def another_last_event(position: int, state: bytes, read: Reading) -> str | None:
    """What shows that a read model with that state has not read these records; None where it has.

    Each is judged once more, from the last one back to the head of a stream. What moves its stream on, or
    halts it, is new to the read model, and so is a last record that is a fork which it has not met.
    """
    heads = STATE.load(state).chains
    if position == 0 or not any(head.seq for head in heads.values()):
        return None  # nothing continued any stream
    known = {stream: (head.seq, head.hash, head.forks) for stream, head in heads.items()}
    chains = Chains(heads)
    damaged = False
    for record in _backwards(position, read):
        judged = chains.judge(record.offset, record.key, record.value)
        event = judged.event
        if event is None:
            damaged = True  # `check` says so
            continue
        seq, digest, forks = known.get(event.stream, (0, b"", b""))
        if (event.seq, judged.hash) == (seq, digest):
            return None
        if judged.verdict is Verdict.REPEAT and damaged:
            return None  # the head itself may be what is damaged
        is_last = record.offset == position - 1
        new_fork = judged.verdict is Verdict.FORK and not remembers(forks, judged.hash)
        if judged.verdict in (Verdict.NEXT, Verdict.GAP) or (is_last and new_fork):
            return f"its event {record.offset + 1:,} is not {event.stream} seq {event.seq}"
    return None if damaged else f"none of its streams is among the first {position:,} events"


def _backwards(position: int, read: Reading) -> Iterator[Record]:
    """The records before a position, the last one first."""
    many = 1
    while position > 0:
        start = max(0, position - many)
        yield from reversed(list(read(start, position)))
        position, many = start, min(many * 4, _MOST_AT_ONCE)
