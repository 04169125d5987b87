"""The three Faust applications: router (events → links), keeper (links → meters), sinks (→ read model).

Each has one table at most, so that a rebalance of one does not halt the others. No agent raises: Faust would
acknowledge and skip what raised. Trouble with broker or database is retried a few times, then the process
exits and its supervisor starts it again; nothing is lost, because the log is the truth.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn, Protocol, TypeVar

import faust

from events.topics import EVENTS, LINKS, METERS, QUARANTINE
from projections.read_model.models import MODELS
from projections.records import Record
from streams.engines.faust_port import FaustPort, FaustSinkPort, LogReader, record_of
from streams.engines.hand_over import hand_over
from streams.engines.processor import KeeperProcessor, Processor, RouterProcessor
from streams.engines.sink import Sink
from streams.engines.watchdog import Watchdog
from streams.errors import Overtaken, Trouble
from streams.kafka.topics import DEFAULT_PREFIX
from streams.read_model.rebuild import KafkaSource
from streams.read_model.store import READ_FILE, ReadStore

BATCH: Final = 1_000
WITHIN: Final = 0.02
"""Seconds that a batch is collected for: every stage adds it to the way from wager to meter. With less, the
batches are so small at 2,000 events/s that the router falls behind (docs/performance.md)."""
SINK_WITHIN: Final = 0.05
"""The same where nobody's meter waits: a larger batch is one sync of the disk for more events."""
SWEEP_S: Final = 1.0
RETRIES: Final = 5
METADATA_AGE_MS: Final = 2_000
"""How old a worker's idea of the topics may be. Its own changelog is made while it starts, and until it has
heard of that no state can be stored: the retries must outlast it."""
EXIT_TROUBLE: Final = 75
"""The process gave up on a server; start it again."""
EXIT_DEFECT: Final = 70
"""The process met what must not happen; start it again and read its log."""

log = logging.getLogger("pitledger.worker")

T = TypeVar("T")


class Where(NamedTuple):
    """Where the topics are and where this worker keeps its files."""

    bootstrap: str
    data: Path
    prefix: str = DEFAULT_PREFIX
    partitions: int = 1
    replication: int = 1


Batches = Mapping[int, Sequence[Record]]
"""What was delivered, by partition."""
Deliver = Callable[[Batches], Awaitable[None]]
"""Applies what was delivered; never raises."""


class Handler(Protocol):
    """What runs behind an agent, beside deliveries."""

    async def position(self, partition: int) -> int:
        """The offset of the source that comes next."""

    async def catch_up(self, partition: int, stop: int) -> None:
        """Apply what was not delivered, or raise `Trouble`."""

    def forget(self, partition: int) -> None:
        """Drop what is in memory of a partition."""


def router_app(where: Where) -> faust.App:
    """events → links."""
    return _processor_app(where, "router", EVENTS, (LINKS, QUARANTINE), RouterProcessor)


def keeper_app(where: Where) -> faust.App:
    """links → meters, and back to links what one link tells another."""
    return _processor_app(where, "keeper", LINKS, (METERS, LINKS, QUARANTINE), KeeperProcessor)


def sinks_app(where: Where) -> faust.App:
    """events, links, meters and quarantine → read model."""
    app = _app(where, "sinks")
    store = ReadStore(where.data / READ_FILE)
    lock = asyncio.Lock()
    for topic, model in MODELS.items():
        sink = Sink(FaustSinkPort(_reader(where, topic), topic, store, lock), model)
        _agent(
            app,
            where,
            topic,
            sink,
            deliver=partial(_together, sink),
            within=SINK_WITHIN if topic in {EVENTS, LINKS} else WITHIN,
        )
    return app


APPS: Final[dict[str, Callable[[Where], faust.App]]] = {
    "router": router_app,
    "keeper": keeper_app,
    "sinks": sinks_app,
}


def _processor_app(
    where: Where, name: str, source: str, outputs: Sequence[str], processor: type[Processor[Any]]
) -> faust.App:
    app = _app(where, name)
    table = app.Table(
        "state",
        partitions=where.partitions,
        key_type=bytes,
        value_type=bytes,
        standby_buffer_size=1,  # each value is a whole state: a standby that collects them is behind by all
        options={"block_cache_size": 8 * 1024 * 1024, "write_buffer_size": 8 * 1024 * 1024},
    )
    topics = {topic: _topic(app, where, topic) for topic in outputs}
    port = FaustPort(_reader(where, source), table, topics)
    running = processor(port)
    _agent(app, where, source, running, deliver=partial(_side_by_side, running), within=WITHIN)
    return app


async def _side_by_side(processor: Processor[Any], batches: Batches) -> None:
    """Partitions of a processor know nothing of each other, so none waits for another's acknowledgements."""
    await asyncio.gather(
        *(
            or_exit(partition, partial(processor.handle, partition, records))
            for partition, records in batches.items()
        )
    )


async def _together(sink: Sink, batches: Batches) -> None:
    """Partitions of a sink share one transaction."""
    await or_exit(", ".join(map(str, sorted(batches))), partial(sink.handle_all, batches))


def _reader(where: Where, topic: str) -> LogReader:
    return LogReader(where.bootstrap, topic, where.prefix + topic)


def _app(where: Where, name: str) -> faust.App:
    for noisy in ("aiokafka", "faust", "mode"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    return faust.App(
        f"{where.prefix}{name}",
        broker=";".join(f"kafka://{host}" for host in where.bootstrap.split(",")),
        store="rocksdb://",
        datadir=str(where.data / name),
        consumer_auto_offset_reset="earliest",
        consumer_metadata_max_age_ms=METADATA_AGE_MS,
        broker_session_timeout=10.0,
        broker_heartbeat_interval=2.0,
        broker_commit_interval=1.0,
        producer_acks=-1,
        producer_linger=0.0,
        topic_disable_leader=True,
        topic_partitions=where.partitions,
        topic_replication_factor=where.replication,
        web_enabled=False,
        broker_client_id=f"{where.prefix}{name}-{os.getpid()}",
        worker_redirect_stdouts=False,
    )


def _topic(app: faust.App, where: Where, topic: str) -> Any:
    return app.topic(
        where.prefix + topic,
        key_type=bytes,
        value_type=bytes,
        key_serializer="raw",
        value_serializer="raw",
        partitions=where.partitions,
    )


def _agent(
    app: faust.App, where: Where, topic: str, handler: Handler, *, deliver: Deliver, within: float
) -> None:
    """Wire a handler to a topic. Its state goes with the partitions, and it never relies on a delivery."""
    one_at_a_time = asyncio.Lock()

    async def agent(stream: Any) -> AsyncIterator[None]:
        async for batch in stream.take_events(BATCH, within=within):
            async with one_at_a_time:
                await deliver(_by_partition(topic, batch))
            yield

    app.agent(_topic(app, where, topic), name=f"{app.conf.id}.{topic}")(agent)

    async def forget(_app: Any, revoked: Any, **_: Any) -> None:
        for tp in revoked:
            if tp.topic == where.prefix + topic:
                handler.forget(tp.partition)

    app.on_partitions_revoked.connect(forget, weak=False)
    _sweeper(app, where.prefix + topic, handler, one_at_a_time)


def _sweeper(app: faust.App, full_name: str, handler: Handler, one_at_a_time: asyncio.Lock) -> None:
    """Look now and then for records that Faust has acknowledged and never delivered.

    A rebalance that interrupts a batch does that; were its last record the last for a while, nothing would
    show it.
    """
    before: dict[int, int] = {}

    async def sweep() -> None:
        if app.rebalancing or app.in_recovery or not app.consumer:
            return
        for tp in sorted(app.consumer.assignment()):
            end = app.consumer.highwater(tp) if tp.topic == full_name else None
            if not end:
                continue
            async with one_at_a_time:
                position = await or_exit(tp.partition, partial(handler.position, tp.partition))
                if position < end and before.get(tp.partition) == position:
                    await or_exit(tp.partition, partial(handler.catch_up, tp.partition, end))
                before[tp.partition] = position

    app.timer(interval=SWEEP_S, name=f"sweep {full_name}")(sweep)


def _by_partition(topic: str, batch: Sequence[Any]) -> dict[int, list[Record]]:
    partitions: dict[int, list[Record]] = defaultdict(list)
    for event in batch:
        message = event.message
        partition = message.partition
        partitions[partition].append(record_of(topic, partition, message.offset, message.key, message.value))
    return partitions


async def or_exit(partition: int | str, work: Callable[[], Awaitable[T]]) -> T:
    """Do the work; never raises. What fails after some retries ends the process."""
    for attempt in range(1, RETRIES + 1):
        try:
            return await work()
        except Overtaken as error:
            log.info("partition %s: %s", partition, error)
        except Trouble as error:
            log.warning("partition %s, attempt %s of %s: %s", partition, attempt, RETRIES, error)
            await asyncio.sleep(0.2 * 2**attempt)
        except Exception:  # Faust would skip the batch: the log must not be skipped
            log.critical("partition %s: a defect; leaving", partition, exc_info=True)
            leave(EXIT_DEFECT)
    log.critical("partition %s: %s attempts failed; leaving, to be started again", partition, RETRIES)
    return leave(EXIT_TROUBLE)


def leave(code: int) -> NoReturn:
    """End the process at once: nothing in memory is worth keeping, an orderly stop would commit offsets."""
    logging.shutdown()
    os._exit(code)


def run(name: str, where: Where) -> None:
    """Run one application until it is stopped."""
    where.data.mkdir(parents=True, exist_ok=True)
    if name == "sinks":
        _catch_up_in_bulk(where)
    app = APPS[name](where)
    # A full collection would go over everything imported so far: some 40 ms in which no wager gets on. All of
    # it stays until the end anyway, so it need never be looked at again.
    gc.collect()
    gc.freeze()
    Watchdog(where.bootstrap, app.conf.id, app.conf.broker_client_id, partial(leave, EXIT_TROUBLE)).start()
    worker = faust.Worker(app, loglevel="WARN", quiet=False, redirect_stdouts=False)
    worker.execute_from_commandline()


def _catch_up_in_bulk(where: Where) -> None:
    """Before the sinks join their group: what they missed goes faster without Faust."""
    store = ReadStore(where.data / READ_FILE)
    try:
        hand_over(KafkaSource(where.bootstrap, where.prefix), store, f"{where.prefix}sinks")
    finally:
        store.close()
