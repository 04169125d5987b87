"""A stream with a gap as its processors count it: up to the gap, and on from where two people resumed it.

A log names a broken chain and reads no further. Whoever has to go on behind it judges the records of the
partition as the router does. That reads the whole partition, so it is for broken chains alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from events.envelope import LIVE, Event, read_header
from events.topics import EVENTS
from projections.records import Record
from projections.routing.chain import Chains, Judged, Verdict
from streams.errors import BrokenChain, Halted
from streams.log import Log


class CountedStream:
    """One pass over a stream; once `values` has ended, the rest shows where it is halted, if it is."""

    __slots__ = ("_gap", "_log", "behind", "last", "stream")

    def __init__(self, log: Log, stream: str) -> None:
        self.stream = stream
        self.behind: list[Judged] = []
        """What does not count because an event before it is missing; empty while the stream runs."""
        self.last: Event | None = None
        """The event with the highest number, whether it counts or not."""
        self._log = log
        self._gap = ""

    def values(self) -> Iterator[bytes]:
        """The events that count, in their order."""
        for partition in range(self._log.partitions(EVENTS)):
            chains = Chains()
            for record in self._of_stream(partition, 0, None):
                judged = chains.judge(record.offset, record.key, record.value)
                if judged.event is not None and (self.last is None or judged.event.seq > self.last.seq):
                    self.last = judged.event
                yield from self._follow(judged, record)
                if judged.replay_from is None:
                    continue
                self.behind = []
                for again in self._of_stream(partition, judged.replay_from, record.offset + 1):
                    yield from self._follow(chains.replay(again.offset, again.key, again.value), again)

    def _of_stream(self, partition: int, start: int, stop: int | None) -> Iterator[Record]:
        records = self._log.read(EVENTS, partition, start, stop)
        return (record for record in records if record.key == self.stream)

    def _follow(self, judged: Judged, record: Record) -> Iterator[bytes]:
        if judged.verdict is Verdict.NEXT:
            if judged.resumed:
                self.behind = []
            yield record.value
        elif judged.verdict is Verdict.GAP:
            self._gap = f"{judged.detail} at {EVENTS}[{record.partition}] offset {record.offset}"
            self.behind = [judged]
        elif judged.verdict is Verdict.HALTED:
            self.behind.append(judged)

    def why_halted(self) -> Halted | None:
        """The gap that the stream is halted at, with the remedy; None while it runs."""
        if not self.behind:
            return None
        return Halted(
            f"{self.stream} is halted: {self._gap}. Restore what is missing from a copy, or have two people "
            f"let it go on: `pitledger resume {self.stream} --by BADGE --by BADGE --reason TEXT`."
        )


def read_counted(log: Log, stream: str, start_seq: int = 1, stop_seq: int | None = None) -> Iterator[bytes]:
    """The events of a stream that count, from a number up to another; those behind its gaps too, where it was
    resumed. `Halted` where the stream is halted before that.
    """
    due = start_seq
    try:
        for record in log.read_stream(stream, start_seq, stop_seq):
            due = read_header(record.value).seq + 1
            yield record.value
    except BrokenChain:
        yield from _across_gaps(log, stream, due, stop_seq)


def _across_gaps(log: Log, stream: str, start_seq: int, stop_seq: int | None) -> Iterator[bytes]:
    counted = CountedStream(log, stream)
    for value in counted.values():
        seq = read_header(value).seq
        if stop_seq is not None and seq >= stop_seq:
            return
        if seq >= start_seq:
            yield value
    halted = counted.why_halted()
    if halted is not None:
        raise halted


def read_tail(log: Log, stream: str, back_to: frozenset[str]) -> list[bytes]:
    """`Log.tail` of the events that count; `Halted` where the stream is halted since a type in `back_to`."""
    try:
        return log.tail(stream, back_to)
    except BrokenChain:
        values: list[bytes] = []
        for value in _across_gaps(log, stream, 1, None):
            event = read_header(value)
            if event.type in back_to and event.mode == LIVE:
                values.clear()
            values.append(value)
        return values
