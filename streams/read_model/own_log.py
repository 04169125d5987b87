"""Whether a read model is of the log beside it: one of another log must not be shown or built on.

A file copied to the wrong place, or a log restored from an old copy below a newer read model, would give
figures that nobody recorded. The read model knows the chains by their hashes, so its last event tells.
"""

from __future__ import annotations

from events.topics import EVENTS
from projections.read_model.events_model import STATE
from projections.records import Record
from projections.routing.chain import Chains, Verdict
from projections.routing.marks import remembers
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
    if other := another_last_event(record, state):
        raise ForeignModel(store.path, f"its event {position:,} is not {other}")


def another_last_event(record: Record, state: bytes) -> str | None:
    """What the last event of a partition is in the log, if a read model with that state has not seen it.

    It is judged once more: what moves its stream on, or halts it, or is a fork that nobody has met, is new.
    """
    heads = STATE.load(state).chains
    forks = {stream: head.forks for stream, head in heads.items()}
    judged = Chains(heads).judge(record.offset, record.key, record.value)
    if judged.event is None:
        return None  # `check` says that the log is damaged there
    event = judged.event
    known_fork = remembers(forks.get(event.stream, b""), judged.hash)
    if judged.verdict in (Verdict.NEXT, Verdict.GAP) or (judged.verdict is Verdict.FORK and not known_fork):
        return f"{event.stream} seq {event.seq}"
    return None
