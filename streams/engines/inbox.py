"""From Faust's consumer to a handler by the fetch, not by the message.

Faust gives every message two tasks, a lock, three queues and a dozen callbacks: nine tenths of a router's
time, and a batch that is collected by the clock waits though nobody is busy. So what was fetched of a source
topic goes to its inbox as it came. A lane that is idle starts at once; a busy one takes next all that came
meanwhile. Faust keeps what it is here for: the group, the assignment, tables with changelogs and standbys,
recovery, committing offsets. Changelog records still go through it.

Nothing here is relied on for correctness: `streams.engines.processor` and `streams.engines.sink` judge every
record by its offset and read from the log what was not delivered. Offsets that are committed are those of
batches whose outputs and state are safe, so that a rebalance in the middle of a batch skips nothing.

The consumer relies on Faust's inside, on a pinned version and under test: `Consumer._wait_next_records` is
where fetched records come in, `_filter_tps_with_pending_acks` and `_new_offset` choose what to commit,
`_create_worker_consumer` makes `aiokafka`'s consumer, whose client asks by `_metadata_update`.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from time import monotonic
from typing import Any, Final

from faust.transport.drivers import aiokafka as driver
from faust.types import TP

from projections.records import Record, key_text
from streams.kafka.topics import placed_key

BATCH: Final = 1_000
"""How many records of a partition are delivered at once."""
ROOM: Final = 20 * BATCH
"""How many records of a topic may wait before no more are fetched."""

FETCH_WAIT_MS: Final = 100
"""How long the broker may keep a fetch until a record comes. `aiokafka` sends one at a time, without those
partitions whose last records are still to be taken: they wait until it is back, 1.5 s by Faust's setting."""

METADATA_PAUSE_S: Final = 0.1
"""Between two questions about who leads what: `aiokafka` asks again at once while a partition has no leader,
1,700 times a second when the broker went away at that moment."""

Batches = Mapping[int, Sequence[Record]]
"""What is delivered, by partition."""
Deliver = Callable[[Batches], Awaitable[None]]
"""Applies what is delivered; returns when outputs and state are safe, and never raises."""
Acknowledge = Callable[[int, int], None]
"""Takes a partition and the offset before which everything is done."""


class Inbox:
    """What was fetched of one topic and has not been delivered yet."""

    def __init__(
        self,
        topic: str,
        partitions: int,
        deliver: Deliver,
        acknowledge: Acknowledge,
        *,
        shared_lane: bool = False,
        pause_s: float = 0.0,
    ) -> None:
        """Each partition has a lane of its own, or all share one and are delivered together.

        With a pause a lane delivers at once when it was idle, but not again before so many seconds.
        """
        self._topic = topic
        self._partitions = partitions
        self._deliver = deliver
        self.acknowledge = acknowledge
        self._shared_lane = shared_lane
        self._pause_s = pause_s
        self._waiting: dict[int, deque[Any]] = {}
        self._locks: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._running: dict[int, asyncio.Task[None]] = {}
        self._has_room = asyncio.Event()
        self._has_room.set()

    def put(self, partition: int, fetched: Iterable[Any]) -> None:
        """Take what was fetched, and start delivering it unless its lane is busy."""
        self._waiting.setdefault(partition, deque()).extend(fetched)
        self._note_room()
        lane = self._lane(partition)
        if lane not in self._running:
            self._running[lane] = asyncio.create_task(self._run(lane), name=f"{self._topic} lane {lane}")

    def drop(self, partitions: Iterable[int]) -> None:
        """Forget what waits: the worker that has the partitions now fetches it again."""
        for partition in partitions:
            self._waiting.pop(partition, None)
        self._note_room()

    @property
    def is_full(self) -> bool:
        """Whether enough waits for now."""
        return not self._has_room.is_set()

    async def room(self) -> None:
        """Return when there is room again."""
        await self._has_room.wait()

    def lock(self, partition: int) -> asyncio.Lock:
        """Held while the partition is worked on; the sweep takes it too."""
        return self._locks[self._lane(partition)]

    def _lane(self, partition: int) -> int:
        return 0 if self._shared_lane else partition

    async def _run(self, lane: int) -> None:
        try:
            while batches := self._take([*self._waiting] if self._shared_lane else [lane]):
                async with self._locks[lane]:
                    await self._deliver(batches)
                for partition, records in batches.items():
                    self.acknowledge(partition, records[-1].offset + 1)
                if self._pause_s:
                    await asyncio.sleep(self._pause_s)
        finally:
            del self._running[lane]

    def _take(self, partitions: Iterable[int]) -> dict[int, list[Record]]:
        """All that waits, at most a batch of each partition."""
        taken = {}
        for partition in partitions:
            waiting = self._waiting.get(partition)
            if not waiting:
                continue
            fetched = [waiting.popleft() for _ in range(min(len(waiting), BATCH))]
            taken[partition] = [record_of(self._topic, partition, self._partitions, each) for each in fetched]
            if not waiting:
                del self._waiting[partition]
        self._note_room()
        return taken

    def _note_room(self) -> None:
        if sum(map(len, self._waiting.values())) < ROOM:
            self._has_room.set()
        else:
            self._has_room.clear()


def record_of(topic: str, partition: int, partitions: int, fetched: Any) -> Record:
    """A Kafka message as a record; a key that is not text, or not of this partition, matches no stream."""
    key = key_text(placed_key(fetched.key, partition, partitions))
    return Record(topic, partition, fetched.offset, key, fetched.value or b"")


class InboxConsumerThread(driver.AIOKafkaConsumerThread):  # type: ignore[misc]
    """The thread in which Faust's consumer fetches, with a shorter wait for the first record."""

    def _create_worker_consumer(self, transport: Any) -> Any:
        consumer = super()._create_worker_consumer(transport)
        consumer._fetch_max_wait_ms = FETCH_WAIT_MS  # noqa: SLF001 - Faust has 1,500 there, and no setting
        pace_metadata(consumer._client)  # noqa: SLF001
        return consumer


def pace_metadata(client: Any) -> None:
    """Have a client of `aiokafka` pause between two questions about metadata, whoever wants them asked."""
    ask, asked_at = client._metadata_update, float("-inf")  # noqa: SLF001 - all questions come by here

    async def ask_in_turn(*args: Any) -> bool:
        nonlocal asked_at
        await asyncio.sleep(max(0.0, asked_at + METADATA_PAUSE_S - monotonic()))
        try:
            answered: bool = await ask(*args)
        finally:
            asked_at = monotonic()
        return answered

    client._metadata_update = ask_in_turn  # noqa: SLF001


class InboxConsumer(driver.Consumer):  # type: ignore[misc]
    """Faust's consumer, but records of topics that have an inbox go there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._inboxes: dict[str, Inbox] = self.transport.inboxes
        self._finished: dict[TP, int] = {}

    def _new_consumer_thread(self) -> Any:
        return InboxConsumerThread(self, loop=self.loop, beacon=self.beacon)

    def finished(self, tp: TP, next_offset: int) -> None:
        """Everything before this offset is done; it is committed with the next commit."""
        self._finished[tp] = next_offset

    async def _wait_next_records(self, timeout: float) -> tuple[Any, Any]:
        records, active = await super()._wait_next_records(timeout)
        if not records or not self.flow_active or self.should_stop:
            return records, active  # a rebalance: Faust goes back to the committed offsets by itself
        left = {}
        for tp, fetched in records.items():
            inbox = self._inboxes.get(tp.topic)
            if inbox is None:
                left[tp] = fetched
            elif tp in active:
                self.app.monitor.stream_inbound_time[tp] = monotonic()
                inbox.put(tp.partition, fetched)
        for inbox in self._inboxes.values():
            if inbox.is_full:
                await self.wait_first(inbox.room(), self.suspend_flow.wait())
        return left, active

    async def on_partitions_revoked(self, revoked: set[TP]) -> None:
        """Drop what is fetched and finished of them: another worker delivers and commits it."""
        for tp in revoked:
            self._finished.pop(tp, None)
            if tp.topic in self._inboxes:
                self._inboxes[tp.topic].drop([tp.partition])
        await super().on_partitions_revoked(revoked)

    def _filter_tps_with_pending_acks(self, topics: Any = None) -> Iterator[TP]:
        return (tp for tp in list(self._finished) if topics is None or tp in topics or tp.topic in topics)

    def _new_offset(self, tp: TP) -> int | None:
        return self._finished.pop(tp, None)


class InboxTransport(driver.Transport):  # type: ignore[misc]
    """Faust's transport with that consumer."""

    Consumer = InboxConsumer

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.inboxes: dict[str, Inbox] = {}
