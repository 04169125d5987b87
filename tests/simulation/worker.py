"""A simulated worker and the port it works through: each call of the port is a turn, and may go wrong.

A worker knows its world by `Surroundings` alone, and nothing of what crashes and pauses it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Sequence
from dataclasses import dataclass
from random import Random
from types import coroutine
from typing import Any, Protocol

from events.topics import EVENTS, LINKS, METERS, QUARANTINE
from projections.read_model.models import MODELS
from projections.read_model.tables import Changes
from projections.records import Output, Record
from streams.engines.processor import KeeperProcessor, RouterProcessor
from streams.engines.sink import Sink
from streams.errors import Overtaken, Trouble
from tests.simulation.memory import MemoryLog, MemoryReadModel

TopicPartition = tuple[str, int]
"""A topic and a partition of it."""


@dataclass(frozen=True, slots=True)
class Code:
    """The code under test; a mistake put in on purpose replaces one part."""

    router: Callable[[Any], Any] = RouterProcessor
    keeper: Callable[[Any], Any] = KeeperProcessor
    sink: Callable[[Any, Any], Any] = Sink
    compare_and_set: bool = True
    sweeps: bool = True
    """Whether workers look for records that were acknowledged and never delivered."""
    group_delivers: bool = False
    """Whether the group delivers whatever nobody has acknowledged: then there is less to find."""


APPS: dict[str, tuple[str, ...]] = {
    "router": (EVENTS,),
    "keeper": (LINKS,),
    "sinks": (EVENTS, LINKS, METERS, QUARANTINE),
}
"""The three applications and the topics that each reads."""


class Surroundings(Protocol):
    """What a worker meets: the log and the stores, the code under test, and a fault now and then."""

    rng: Random
    code: Code
    calm: bool
    tracing: bool
    trace: Callable[[str], None]
    log: MemoryLog
    read_model: MemoryReadModel
    changelogs: dict[TopicPartition, list[bytes]]

    def fault(self, name: str) -> bool:
        """Whether this is the moment for a fault."""
        ...


@coroutine
def turn() -> Generator[None, None, None]:
    """Let the scheduler do something else before the next effect."""
    yield


class Worker:
    """One process of one application. All its fields are memory, and gone with it."""

    def __init__(self, surroundings: Surroundings, app: str, number: int) -> None:
        self.app = app
        self.name = f"{app}-{number}"
        self.local: dict[TopicPartition, bytes | None] = {}
        self.assigned: dict[TopicPartition, int] = {}
        self.acknowledged: dict[TopicPartition, int] = {}
        self.task: Coroutine[Any, Any, None] | None = None
        self.work: Callable[[], Coroutine[Any, Any, None]] = turn
        self.at: TopicPartition = ("", 0)
        self.next_cursor = 0
        self.attempts = 0
        self.paused = False
        self.unaware = False
        self.handlers: dict[str, Any] = {}
        code = surroundings.code
        for topic in APPS[app]:
            port = SimulatedPort(surroundings, self, topic)
            if app == "sinks":
                self.handlers[topic] = code.sink(port, MODELS[topic])
            else:
                handler = code.router(port) if app == "router" else code.keeper(port)
                handler.store_every = (1, 4, 500)[number % 3]
                self.handlers[topic] = handler

    def begin(
        self, place: TopicPartition, next_cursor: int, work: Callable[[], Coroutine[Any, Any, None]]
    ) -> None:
        """Start some work on a partition, after which deliveries go on from `next_cursor`."""
        self.at, self.next_cursor, self.work, self.attempts = place, next_cursor, work, 0
        self.task = work()

    async def sweep(self, place: TopicPartition, end: int) -> None:
        """Apply what the log holds and nobody delivered."""
        handler = self.handlers[place[0]]
        if await handler.position(place[1]) < end:
            await handler.catch_up(place[1], end)

    def drop(self, place: TopicPartition) -> None:
        """The worker learns that a partition is no longer its own."""
        self.assigned.pop(place, None)
        self.handlers[place[0]].forget(place[1])


class SimulatedPort:
    """The port of one worker for one topic: each call takes a turn, and may go wrong."""

    state_is_cache = True

    def __init__(self, surroundings: Surroundings, worker: Worker, topic: str) -> None:
        self._surroundings = surroundings
        self._worker = worker
        self._topic = topic

    async def read(self, partition: int, start: int, stop: int) -> Sequence[Record]:
        """Read a range; some of it is enough."""
        await turn()
        around = self._surroundings
        if around.fault("read"):
            raise Trouble("simulated: the log cannot be read")
        records = around.log.topics[self._topic][partition][start:stop]
        return records if around.calm else records[: around.rng.randint(1, len(records) or 1)]

    async def send(self, outputs: Sequence[Output]) -> None:
        """Append outputs. A refused send may have stored all, none, or some with holes between."""
        await turn()
        around = self._surroundings
        refused = around.fault("send")
        stored = around.rng.choice((0.0, 0.5, 0.5, 1.0)) if refused else 1.0
        repeats = 2 if around.fault("repeat") else 1
        for _ in range(repeats):
            for output in outputs:
                if stored == 1.0 or around.rng.random() < stored:
                    record = around.log.append(output.topic, output.key, output.value)
                    if around.tracing:
                        at = f"{record.topic} {record.partition}/{record.offset}"
                        around.trace(f"{self._worker.name}: sent {at} key {record.key}")
                if not around.calm and around.rng.random() < 0.05:
                    await turn()
        if refused:
            raise Trouble("simulated: the broker refused a send")

    async def load(self, partition: int) -> Any:
        """The state of the worker's own table, or the read model's position and state."""
        await turn()
        if self._surroundings.fault("load"):
            raise Trouble("simulated: the state cannot be loaded")
        if self._worker.app == "sinks":
            return self._surroundings.read_model.position(self._topic, partition)
        return self._worker.local.get((self._topic, partition))

    async def store(self, partition: int, state: bytes, last: Record | None) -> None:
        """Write to the worker's table and the changelog; the latter may miss it."""
        await turn()
        around = self._surroundings
        if around.fault("store"):
            raise Trouble("simulated: the state cannot be stored")
        self._worker.local[self._topic, partition] = state
        if not around.fault("changelog"):
            around.changelogs.setdefault((self._topic, partition), []).append(state)

    async def commit(self, partition: int, expected: int, changes: Changes) -> None:
        """Rows and position in one step; the answer may get lost."""
        await turn()
        around = self._surroundings
        if around.fault("commit"):
            raise Trouble("simulated: the database did not answer, nothing is written")
        if around.fault("overtaken"):
            raise Overtaken("simulated: somebody moved the position")
        around.read_model.commit(self._topic, partition, expected, changes)
        if around.fault("commit"):
            raise Trouble("simulated: the database did not answer, though all is written")

    async def acknowledge(self, partition: int, next_offset: int) -> None:
        """Note how far the worker is; the group learns of it later, or never."""
        await turn()
        self._worker.acknowledged[self._topic, partition] = next_offset
