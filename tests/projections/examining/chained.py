"""Streams that were told fact by fact as records of a partition: numbered, chained, one beside another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from events.envelope import NO_PREV, Event, encode, event_hash
from projections.examining.partition import Examiner
from projections.records import Output, Record
from tests.projections.examining.told import Told
from tests.projections.folding import routed


def chained(events: Iterable[Event], stream: str = "table:T-1") -> list[bytes]:
    """The events of one stream, each with the hash of the one before it."""
    values: list[bytes] = []
    for event in events:
        prev = event_hash(values[-1]) if values else NO_PREV
        values.append(encode(event._replace(stream=stream, seq=len(values) + 1, prev=prev)))
    return values


def in_turn(*streams: Sequence[bytes]) -> list[bytes]:
    """Streams as they would stand in one partition: one event of each, then the next."""
    longest = max(map(len, streams))
    return [stream[place] for place in range(longest) for stream in streams if place < len(stream)]


def erring_floor(tables: int, rounds: int) -> list[bytes]:
    """Tables without signs that deal unshuffled cards: something is found in every round."""
    told = []
    for number in range(tables):
        table = Told().ready(signs=())
        for _ in range(rounds + number):
            table.plays()
        told.append(chained(table.events, f"table:T-{number}"))
    return in_turn(*told)


def examined(log: list[Record], cuts: Iterable[int] = ()) -> list[Output]:
    """What an examiner issues; at the `cuts` its state is stored, and another goes on from there."""
    examiner, outputs, start = Examiner(), list[Output](), 0
    for stop in [*sorted({cut for cut in cuts if cut < len(log)}), len(log)]:
        part = log[start:stop]
        outputs += routed(log, examiner.steps(part), examiner)
        examiner, start = Examiner.load(examiner.dump()), stop
        assert examiner.next_offset == stop
    return outputs


def one_by_one(log: list[Record]) -> list[Output]:
    """As `examined`, by single steps."""
    examiner = Examiner()
    return routed(log, ((record, examiner.step(record)) for record in log), examiner)
