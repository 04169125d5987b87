"""Whether a read model is of the embedded log beside it: one of another log must not be shown or built on.

A file copied to the wrong place, or a log restored from an old copy below a newer read model, would give
figures that nobody recorded. The read model knows the chains by their hashes, so its last event tells.
"""

from __future__ import annotations

from events.envelope import decode, event_hash
from events.errors import MalformedEvent
from events.topics import EVENTS
from projections.read_model.events_model import STATE
from streams.read_model.store import ForeignModel, ReadStore
from streams.sqlite.log import SqliteLog


def require_of(log: SqliteLog, store: ReadStore) -> None:
    """Refuse a read model that holds what the log does not hold.

    Its position is read before the log's end: a writer may move both on meanwhile.
    """
    position, state = store.position(EVENTS, 0)
    end = log.end(EVENTS, 0)
    if position > end:
        raise ForeignModel(store.path, f"it holds {position:,} events, and the log {end:,}")
    if position == 0 or state is None:
        return
    (record,) = log.read_past_damage(EVENTS, position - 1, position)
    try:
        event = decode(record.value)
    except MalformedEvent:
        return  # `check` says that the log is damaged there
    head = STATE.load(state).chains.get(event.stream)
    if head is not None and (head.halted or head.forks):
        return  # what does not continue its stream moves no chain on
    if head is None or (head.seq, head.hash) != (event.seq, event_hash(record.value)):
        raise ForeignModel(store.path, f"its event {position:,} is not {event.stream} seq {event.seq}")
