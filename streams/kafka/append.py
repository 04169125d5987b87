"""Appending to the log on Kafka: checked before against known heads, and afterwards by the offsets it got.

Kafka takes any bytes from anybody. Where somebody else's record came between what this writer knew and what
it wrote, that range is read, and only an event that is its stream's next by partition order is acknowledged.
A stale writer thus gets `Conflict`, although its bytes stay in the log as a fork. Threads that append
meanwhile share the next wave.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence

from events.envelope import MAX_EVENT_BYTES, NO_PREV
from events.errors import PitledgerError
from streams.continuation import continues
from streams.errors import BrokenChain, Conflict, LogError, Trouble
from streams.kafka.heads import MAX_STREAM_EVENTS_IN_A_WAVE, ChainLink
from streams.kafka.lookup import StreamLookup
from streams.kafka.partition import CLOSED
from streams.kafka.sender import WAVE_BYTES, WaveSender, record_bytes
from streams.log import NO_GAPS, Gaps, Head, Origin, Sealed


class _Ticket:
    """One call of `append` while it waits for its wave."""

    __slots__ = ("answers", "batch", "done", "error", "gaps", "origin", "past")

    def __init__(self, batch: Sequence[Sealed], origin: Origin, gaps: Gaps) -> None:
        self.batch = list(batch)
        self.gaps = gaps
        self.origin = origin
        self.answers: list[bool | None] = [None] * len(self.batch)
        self.past: dict[tuple[str, int], bytes] = {}
        self.error: PitledgerError | None = None
        self.done = False

    def waiting(self) -> list[tuple[int, Sealed]]:
        """The events without an answer, with their places."""
        return [(at, event) for at, event in enumerate(self.batch) if self.answers[at] is None]

    def answer(self, at: int, *, existed: bool) -> None:
        self.answers[at] = existed

    def fail(self, error: PitledgerError) -> None:
        if not self.done:
            self.error = error
            self.done = True


_Sending = tuple[_Ticket, int, Sealed]


class Appender:
    """The one writer of a process to the streams' topic."""

    def __init__(self, lookup: StreamLookup, sender: WaveSender) -> None:
        self._lookup = lookup
        self._sender = sender
        self._turn = lookup.lock  # nobody may move the heads between sending a wave and judging it
        self._queue: list[_Ticket] = []
        self._queue_lock = threading.Lock()
        self._unsure: set[int] = set()
        self._closed = False

    def append(
        self, batch: Sequence[Sealed], origin: Origin = Origin.RECORDED, gaps: Gaps = NO_GAPS
    ) -> list[bool]:
        """See `streams.log.Log.append` and `streams.kafka.log`."""
        for event in batch:
            if len(event.value) > MAX_EVENT_BYTES:
                raise LogError(
                    f"{event.stream} seq {event.seq}: the event has {len(event.value)} bytes and at most "
                    f"{MAX_EVENT_BYTES} are taken."
                )
        ticket = _Ticket(batch, origin, gaps)
        with self._queue_lock:
            self._queue.append(ticket)
        with self._turn:
            if not ticket.done:
                with self._queue_lock:
                    tickets, self._queue = self._queue, []
                self._append_all(tickets)
        if ticket.error is not None:
            raise ticket.error
        return [answer for answer in ticket.answers if answer is not None]

    def close(self) -> None:
        """Wait for the append under way, then let go of the producer."""
        with self._turn:
            self._closed = True
            self._sender.close()

    def _append_all(self, tickets: list[_Ticket]) -> None:
        try:
            if self._closed:
                raise LogError(CLOSED)
            while waiting := [ticket for ticket in tickets if not ticket.done]:
                self._append_wave(waiting)
        except PitledgerError as error:
            for ticket in tickets:
                ticket.fail(error)
        finally:
            for ticket in tickets:
                ticket.fail(Trouble("The append was interrupted; whether it is stored is not known."))

    def _append_wave(self, tickets: list[_Ticket]) -> None:
        """Check what still waits, send as much of it as one wave takes, and judge what came of it."""
        streams = {event.stream for ticket in tickets for _, event in ticket.waiting()}
        for partition in sorted({self._lookup.partition(stream) for stream in streams} & self._unsure):
            self._refresh(partition)
        self._lookup.learn(streams)
        wave = self._fill(self._plan(tickets))
        if not wave:
            return
        self._unsure.update(wave)
        settled = self._sender.send(
            {at: [(event, ticket.origin) for ticket, _, event in each] for at, each in wave.items()}
        )
        for partition, sendings in wave.items():
            offsets, error = settled[partition]
            if error is None:
                self._judge(partition, sendings, offsets)
                continue
            for ticket, _, _ in sendings:
                ticket.fail(error)

    def _refresh(self, partition: int) -> None:
        self._lookup.refresh(partition)
        self._unsure.discard(partition)

    def _plan(self, tickets: list[_Ticket]) -> list[_Sending]:
        """What is to be sent; tickets that are complete or cannot be stored are done with."""
        fresh, refused = self._check(tickets)
        doubtful = {
            self._lookup.partition(error.stream) for _, error in refused if isinstance(error, Conflict)
        }
        if doubtful:
            # What we know may be old: look at the end of the log before accusing anybody.
            for partition in sorted(doubtful):
                self._refresh(partition)
            fresh, refused = self._check(tickets)
        for ticket, error in refused:
            ticket.fail(error)
        for ticket in tickets:
            if not ticket.waiting():
                ticket.done = True
        return fresh

    def _check(self, tickets: list[_Ticket]) -> tuple[list[_Sending], list[tuple[_Ticket, LogError]]]:
        """What is new of each ticket, given the known heads and the tickets before it."""
        fresh: list[_Sending] = []
        refused: list[tuple[_Ticket, LogError]] = []
        heads: dict[str, Head] = {}
        offered: dict[tuple[str, int], bytes] = {}
        for ticket in tickets:
            try:
                news = self._check_ticket(ticket, heads, offered)
            except LogError as error:
                refused.append((ticket, error))
                continue
            for _, _, event in news:
                heads[event.stream] = Head(event.seq, event.hash)
                offered[event.stream, event.seq] = event.hash
            fresh.extend(news)
        return fresh, refused

    def _check_ticket(
        self, ticket: _Ticket, heads: Mapping[str, Head], offered: Mapping[tuple[str, int], bytes]
    ) -> list[_Sending]:
        news: list[_Sending] = []
        heads, offered = dict(heads), dict(offered)
        self._recall(ticket)

        def stored_hash(event: Sealed) -> bytes:
            place = event.stream, event.seq
            return offered[place] if place in offered else ticket.past[place]

        for at, event in ticket.waiting():
            place = event.stream, event.seq
            head = heads.get(event.stream) or self._lookup.known_head(event.stream) or Head(0, NO_PREV)
            if continues(event, head, stored_hash, ticket.gaps):
                heads[event.stream] = Head(event.seq, event.hash)
                offered[place] = event.hash
                news.append((ticket, at, event))
            elif place in ticket.past:
                ticket.answer(at, existed=True)
        return news

    def _recall(self, ticket: _Ticket) -> None:
        """Look up what is stored at the numbers that the ticket offers again."""
        oldest: dict[str, int] = {}
        for _, event in ticket.waiting():
            head = self._lookup.known_head(event.stream)
            if (
                head is not None
                and 1 <= event.seq <= head.seq
                and (event.stream, event.seq) not in ticket.past
            ):
                oldest[event.stream] = min(event.seq, oldest.get(event.stream, event.seq))
        for stream, seq in oldest.items():
            for link in self._links_back_to(stream, seq):
                ticket.past[stream, link.seq] = link.hash

    def _links_back_to(self, stream: str, seq: int) -> list[ChainLink]:
        """The events of a learned stream from a number on; all of them where it has a gap on the way."""
        links: list[ChainLink] = []
        try:
            for _, link in self._lookup.walk_back(stream):
                links.append(link)
                if link.seq <= seq:
                    break
        except BrokenChain:
            return self._lookup.all_links(stream)
        return links

    def _fill(self, fresh: list[_Sending]) -> dict[int, list[_Sending]]:
        """As much as one wave takes; once an event has to wait, so do those behind it in its stream."""
        wave: dict[int, list[_Sending]] = defaultdict(list)
        size: dict[int, int] = defaultdict(int)
        count: dict[str, int] = defaultdict(int)
        full: set[str] = set()
        for sending in fresh:
            event = sending[2]
            partition = self._lookup.partition(event.stream)
            needed = size[partition] + record_bytes(event)
            if needed > WAVE_BYTES or count[event.stream] == MAX_STREAM_EVENTS_IN_A_WAVE:
                full.add(event.stream)
            if event.stream not in full:
                wave[partition].append(sending)
                size[partition] = needed
                count[event.stream] += 1
        return dict(wave)

    def _judge(self, partition: int, sendings: list[_Sending], offsets: list[int]) -> None:
        """Answer each event that became its stream's; where another writer's did, it is a conflict."""
        ours = [
            ChainLink(event.stream, event.seq, event.prev, event.hash, event.type) for _, _, event in sendings
        ]
        became = self._lookup.advance(partition, ours, offsets)
        self._unsure.discard(partition)
        for (ticket, at, event), offset in zip(sendings, offsets, strict=True):
            winner = became.get((event.stream, event.seq))
            if winner is not None and winner.hash == event.hash:
                ticket.answer(at, existed=winner.offset != offset)
                continue
            head = self._lookup.known_head(event.stream) or Head(0, NO_PREV)
            problem = f"another writer was faster, ours stays at offset {offset} as a fork"
            ticket.fail(
                Conflict(event.stream, event.seq, problem, event.hash, winner.hash if winner else head.hash)
            )
