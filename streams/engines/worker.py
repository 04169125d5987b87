"""The four Faust applications: router (events → links), keeper (links → meters), examiner (events, meters →
findings) and sinks (→ read model).

Each has one table at most, so that a rebalance of one does not halt the others. Nothing raises into Faust,
which would acknowledge and skip what raised. Trouble with broker or database is retried a few times, then the
process exits and its supervisor starts it again; nothing is lost, because the log is the truth.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import faust
from aiokafka.errors import KafkaError
from faust.exceptions import ConsumerNotStarted
from faust.types import TP

from events.topics import EVENTS, FINDINGS, LINKS, METERS, QUARANTINE, READ
from projections.examining.check_list import EXAMINER
from projections.read_model.models import MODELS
from streams.engines.examining import ExaminerProcessor, LinksExaminerProcessor
from streams.engines.faust_port import FaustPort, FaustSinkPort, LogReader
from streams.engines.hand_over import hand_over
from streams.engines.inbox import Batches, Inbox, InboxTransport
from streams.engines.log_mark import Topics
from streams.engines.outbox import Outbox
from streams.engines.processor import KeeperProcessor, Processor, RouterProcessor
from streams.engines.sink import Sink
from streams.engines.state_store import KEY, KEY_OF_LINKS
from streams.engines.state_store import URL as STATE_STORE
from streams.engines.watchdog import Watchdog
from streams.engines.worker_files import hold_directory, make_way
from streams.engines.worker_log import EXIT_DEFECT, EXIT_TROUBLE, exit_now, log_to_stderr
from streams.errors import LogError, Overtaken, TopicsMadeAnew, Trouble
from streams.kafka.topics import DEFAULT_PREFIX
from streams.read_model.kafka_source import KafkaSource
from streams.read_model.store import READ_FILE, DamagedModel, ReadStore, set_aside

SWEEP_S: Final = 1.0
SESSION_S: Final = 3.0
"""How long the brokers wait for a worker that was killed, before others take its partitions."""
HEARTBEATS_A_SESSION: Final = 5
LOG_PAUSE_S: Final = 0.05
METERS_PAUSE_S: Final = 0.02
"""Between two transactions of a sink: more events in one sync of the disk. Meters and awards are waited for,
the rest of the log less."""
ROCKSDB_BYTES: Final = 8 * 1024 * 1024
"""Block cache and write buffer of a partition: its one value is small, and the default is 2 GiB."""
RETRIES: Final = 5
METADATA_AGE_MS: Final = 2_000
"""How old a worker's metadata of the topics may be. Its own changelog is made while it starts, and no state
can be stored before the worker has seen it: the retries must outlast that."""
log = logging.getLogger("pitledger.worker")

T = TypeVar("T")


class WorkerSettings(NamedTuple):
    """Where the topics are and where this worker keeps its files."""

    bootstrap: str
    data: Path
    prefix: str = DEFAULT_PREFIX
    partitions: int = 1
    replication: int = 1
    session_s: float = SESSION_S


OUTPUTS: Final[Mapping[str, Sequence[str]]] = {
    "router": (LINKS, QUARANTINE),
    "keeper": (METERS, LINKS, QUARANTINE),
    "examiner": (FINDINGS,),
    "sinks": (),
}
"""The topics that an application writes."""
SOURCES: Final[Mapping[str, Sequence[str]]] = {
    "router": (EVENTS,),
    "keeper": (LINKS,),
    "examiner": (EVENTS, METERS),
    "sinks": READ,
}
"""The topics that it reads."""
Sources = Mapping[str, Callable[[FaustPort], Processor[Any]]]
"""The topics that an application reads, and what runs on each."""


class Handler(Protocol):
    """What runs behind an agent, beside deliveries."""

    async def position(self, partition: int) -> int:
        """The offset of the source that comes next."""

    async def catch_up(self, partition: int, stop: int) -> None:
        """Apply what was not delivered, or raise `Trouble`."""

    def forget(self, partition: int) -> None:
        """Drop what is in memory of a partition."""


def router_app(settings: WorkerSettings) -> faust.App:
    """events → links."""
    return _processor_app(settings, "router", {EVENTS: RouterProcessor})


def keeper_app(settings: WorkerSettings) -> faust.App:
    """links → meters, and back to links what goes from one link to another."""
    return _processor_app(settings, "keeper", {LINKS: KeeperProcessor})


def examiner_app(settings: WorkerSettings) -> faust.App:
    """events, meters → findings; each version of the list of checks is an application of its own."""
    sources: Sources = {EVENTS: ExaminerProcessor, METERS: LinksExaminerProcessor}
    return _processor_app(settings, "examiner", sources, EXAMINER)


def sinks_app(settings: WorkerSettings) -> faust.App:
    """events, links, meters, findings and quarantine → read model."""
    app = faust_app(settings, "sinks")
    use_inboxes(app)
    store = _read_model(settings)
    lock = asyncio.Lock()
    topics = Topics(settings.bootstrap, _topics_of(settings, "sinks"))
    for topic, model in MODELS.items():
        sink = Sink(FaustSinkPort(_reader(settings, topic), topic, store, lock, topics), model)
        deliver = partial(deliver_to_sink, sink)
        acknowledge = partial(_acknowledge, app, settings.prefix + topic)
        pause_s = LOG_PAUSE_S if topic in {EVENTS, LINKS} else METERS_PAUSE_S
        inbox = Inbox(topic, settings.partitions, deliver, acknowledge, shared_lane=True, pause_s=pause_s)
        _consume(app, settings, topic, sink, inbox)
    return app


APPS: Final[dict[str, Callable[[WorkerSettings], faust.App]]] = {
    "router": router_app,
    "keeper": keeper_app,
    "examiner": examiner_app,
    "sinks": sinks_app,
}


def _processor_app(
    settings: WorkerSettings, name: str, sources: Sources, group: str | None = None
) -> faust.App:
    """An application with one table, in which the state of each of its sources has a key."""
    app = faust_app(settings, group or name)
    use_inboxes(app)
    table = app.Table(
        "state",
        partitions=settings.partitions,
        key_type=bytes,
        value_type=bytes,
        standby_buffer_size=1,  # each value is a whole state: a standby that collects them is behind by all
        options={"block_cache_size": ROCKSDB_BYTES, "write_buffer_size": ROCKSDB_BYTES},
    )
    outbox = Outbox(settings.bootstrap, {topic: settings.prefix + topic for topic in OUTPUTS[name]})

    topics = Topics(settings.bootstrap, _topics_of(settings, name))

    async def close(_app: Any, **_: Any) -> None:
        await outbox.close()

    app.on_before_shutdown.connect(close, weak=False)
    for key, (source, processor) in zip((KEY, KEY_OF_LINKS), sources.items(), strict=False):
        running = processor(FaustPort(_reader(settings, source), table, outbox, topics, key))
        acknowledge = partial(_acknowledge, app, settings.prefix + source)
        deliver = partial(deliver_to_processor, running)
        _consume(app, settings, source, running, Inbox(source, settings.partitions, deliver, acknowledge))
    return app


async def deliver_to_processor(processor: Processor[Any], batches: Batches) -> None:
    """Each partition has a lane of its own: none waits for another's acknowledgements."""
    for partition, records in batches.items():
        await retry_or_exit(partition, partial(processor.handle, partition, records))


async def deliver_to_sink(sink: Sink, batches: Batches) -> None:
    """Partitions of a sink share one transaction."""
    await retry_or_exit(", ".join(map(str, sorted(batches))), partial(sink.handle_all, batches))


def _reader(settings: WorkerSettings, topic: str) -> LogReader:
    return LogReader(settings.bootstrap, topic, settings.prefix + topic, settings.partitions)


def _topics_of(settings: WorkerSettings, name: str) -> list[str]:
    return sorted({settings.prefix + topic for topic in (*SOURCES[name], *OUTPUTS[name])})


def faust_app(settings: WorkerSettings, name: str) -> faust.App:
    for noisy in ("aiokafka", "faust", "mode"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    return faust.App(
        f"{settings.prefix}{name}",
        broker=";".join(f"kafka://{host}" for host in settings.bootstrap.split(",")),
        store=STATE_STORE,
        datadir=str(settings.data / name),
        consumer_auto_offset_reset="earliest",
        consumer_metadata_max_age_ms=METADATA_AGE_MS,
        broker_session_timeout=settings.session_s,
        broker_heartbeat_interval=settings.session_s / HEARTBEATS_A_SESSION,
        broker_commit_interval=1.0,
        producer_acks=-1,
        producer_linger=0.0,
        topic_disable_leader=True,
        topic_partitions=settings.partitions,
        topic_replication_factor=settings.replication,
        web_enabled=False,
        broker_client_id=f"{settings.prefix}{name}-{os.getpid()}",
        worker_redirect_stdouts=False,
        recovery_consistency_check=False,  # else a changelog that was made anew would end every start
    )


def faust_topic(app: faust.App, settings: WorkerSettings, topic: str) -> Any:
    return app.topic(
        settings.prefix + topic,
        key_type=bytes,
        value_type=bytes,
        key_serializer="raw",
        value_serializer="raw",
        partitions=settings.partitions,
    )


def use_inboxes(app: faust.App) -> None:
    """Have what was fetched go to inboxes."""
    app.transport = InboxTransport(app.conf.broker_consumer, app)


def _acknowledge(app: faust.App, full_name: str, partition: int, next_offset: int) -> None:
    app.consumer.finished(TP(full_name, partition), next_offset)


def _consume(app: faust.App, settings: WorkerSettings, topic: str, handler: Handler, inbox: Inbox) -> None:
    """Wire a handler to a topic. Its state goes with the partitions, and it never relies on a delivery."""
    full_name = settings.prefix + topic
    app.transport.inboxes[full_name] = inbox
    app.topics.add(faust_topic(app, settings, topic))  # so that the group subscribes to it

    async def forget(_app: Any, revoked: Any, **_: Any) -> None:
        for tp in revoked:
            if tp.topic == full_name:
                handler.forget(tp.partition)

    app.on_partitions_revoked.connect(forget, weak=False)
    _sweeper(app, full_name, handler, inbox)


def _sweeper(app: faust.App, full_name: str, handler: Handler, inbox: Inbox) -> None:
    """Look now and then for records that Faust has taken for done and never delivered.

    A rebalance can do that; were such a record the last for a while, nothing would show it.
    """
    before: dict[int, int] = {}

    async def sweep() -> None:
        if app.rebalancing or app.in_recovery or not app.consumer:
            return
        for tp in sorted(app.consumer.assignment()):
            if tp.topic != full_name:
                continue
            async with inbox.lock(tp.partition):
                end = _highwater(app, tp)
                if not end:
                    continue
                position = await retry_or_exit(tp.partition, partial(handler.position, tp.partition))
                if position < end and before.get(tp.partition) == position:
                    await retry_or_exit(tp.partition, partial(handler.catch_up, tp.partition, end))
                    inbox.acknowledge(tp.partition, end)  # no record may come that would do it
                before[tp.partition] = position

    app.timer(interval=SWEEP_S, name=f"sweep {full_name}")(sweep)


def _highwater(app: faust.App, tp: TP) -> int | None:
    """Where a partition ends; None where nobody knows, or it has just gone to another worker."""
    if app.rebalancing or tp not in app.consumer.assignment():
        return None
    try:
        end: int | None = app.consumer.highwater(tp)
    except (AssertionError, AttributeError, ConsumerNotStarted):  # what `aiokafka` and Faust say then
        return None
    return end


async def retry_or_exit(partition: int | str, work: Callable[[], Awaitable[T]]) -> T:
    """Do the work; never raises. What fails after some retries ends the process."""
    for attempt in range(1, RETRIES + 1):
        try:
            return await work()
        except Overtaken as error:
            log.info("partition %s: %s", partition, error)
        except TopicsMadeAnew as error:
            log.critical("partition %s: %s; leaving, to be started again", partition, error)
            exit_now(EXIT_TROUBLE)
        except Trouble as error:
            log.warning("partition %s, attempt %s of %s: %s", partition, attempt, RETRIES, error)
            await asyncio.sleep(0.2 * 2**attempt)
        except LogError as error:  # the log is not whole: nothing that is decided without it would be right
            log.critical("partition %s: %s; leaving", partition, str(error).rstrip("."))
            exit_now(EXIT_DEFECT)
        except Exception:  # Faust would skip the batch: the log must not be skipped
            log.critical("partition %s: a defect; leaving", partition, exc_info=True)
            exit_now(EXIT_DEFECT)
    log.critical("partition %s: %s attempts failed; leaving, to be started again", partition, RETRIES)
    return exit_now(EXIT_TROUBLE)


def run(name: str, settings: WorkerSettings) -> None:
    """Run one application until it is stopped."""
    hold_directory(name, settings.data)
    log_to_stderr()
    if name == "sinks":
        _catch_up_in_bulk(settings)
    app = APPS[name](settings)
    make_way(settings.data, (app.conf.datadir, app.conf.appdir, app.conf.tabledir))
    # A full collection would go over everything imported so far: some 40 ms in which no wager gets on. All of
    # it stays until the end anyway, so it need never be looked at again.
    gc.collect()
    gc.freeze()
    Watchdog(
        settings.bootstrap,
        app.conf.id,
        app.conf.broker_client_id,
        _topics_of(settings, name),
        partial(exit_now, EXIT_TROUBLE),
    ).start()
    worker = faust.Worker(app, loglevel="WARN", quiet=True, redirect_stdouts=False, override_logging=False)
    worker.spinner = None  # it writes what only a terminal understands into the log
    try:
        worker.execute_from_commandline()
    except SystemExit as ended:
        if ended.code:
            raise SystemExit(code_of(worker.crash_reason)) from None
        raise


def code_of(crash: BaseException | None) -> int:
    """The exit code where Faust itself has ended; it has written why."""
    cause = crash
    while cause is not None:
        if isinstance(cause, KafkaError | OSError):
            return EXIT_TROUBLE
        cause = cause.__cause__
    return EXIT_DEFECT


def _catch_up_in_bulk(settings: WorkerSettings) -> None:
    """Before the sinks join their group: what they missed goes faster without Faust."""
    store = _read_model(settings)
    try:
        hand_over(KafkaSource(settings.bootstrap, settings.prefix), store, f"{settings.prefix}sinks")
    except DamagedModel as error:
        log.warning("%s; set aside", error)
        store.set_aside()
    finally:
        store.close()


def _read_model(settings: WorkerSettings) -> ReadStore:
    """The read model of the sinks; one that is damaged is set aside and made again from the log."""
    path = settings.data / READ_FILE
    try:
        return ReadStore(path)
    except DamagedModel as error:
        log.warning("%s; set aside as %s", error, set_aside(path))
        return ReadStore(path)
