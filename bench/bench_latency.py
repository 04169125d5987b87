"""Milliseconds from a wager appended to the meter readable by another client, router and keeper running.

At 500 and at 2,000 events/s of a simulated floor whose tables all have a progressive. The clock starts when
"bets closed", with its progressive wagers, is handed to `KafkaLog.append`, and stops when a client in another
process has the keeper's record of it.

The limit shows how busy the machine was: in the same seconds a bare client, in a process of its own, sends as
many messages a second to a topic of its own and reads them back.
"""

from __future__ import annotations

import gc
import struct
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, NamedTuple

from confluent_kafka import Consumer, Producer, TopicPartition

from bench.rows import Row, row
from events.envelope import read_header
from events.topics import EVENTS, METERS
from floor.houses.bulk import as_sealed, made
from floor.night import HOUR_US, Night
from streams.clock import GamingDays
from streams.kafka.log import KafkaLog
from streams.kafka.topics import create_topics
from streams.log import Sealed
from tests.kafka_broker import Broker
from tests.workers import Worker

AIMS: Final = {(500, 50): 15, (500, 99): 30, (2_000, 50): 25, (2_000, 99): 50}
"""Milliseconds, by events a second and percentile."""
RATES: Final = sorted({rate for rate, _ in AIMS})
WAGERS: Final = 2_000
"""How many are measured at each rate."""
WARM_UP_S: Final = 5
PARTITIONS: Final = 4
TABLES: Final = 20
GAMES: Final = ("high_card_flush", "texas_holdem_bonus")
"""Those with a progressive: a wager in some sixty events. With all five games it is one in 160."""
TICK_S: Final = 0.01
"""Recorders append a handful of events every so often; the rate is how many."""
PATIENCE_S: Final = 60

_READING: Final = {"enable.auto.commit": False, "fetch.wait.max.ms": 10}
_MOMENT: Final = struct.Struct("<d")
_PADDING: Final = bytes(200)

Key = tuple[str, int]
"""A stream and a seq: the wager."""


def floor_mix(rate: int, count: int) -> list[Sealed]:
    """The events of a floor from its opening: a warm-up, then enough for so many wagers."""
    events: list[Sealed] = []
    warm_up = rate * WARM_UP_S
    measured = 0
    for rows in made(Night(1, TABLES, span_us=24 * HOUR_US, games=GAMES), "PA-01", GamingDays()):
        sealed = as_sealed(rows)
        measured += len(wagers(sealed[max(0, warm_up - len(events)) :]))
        events += sealed
        if measured >= count:
            break
    return events


class Watcher:
    """Another client, in a process of its own: notes when it first sees the record of each wager."""

    def __init__(self, bootstrap: str, topic: str, wager_of: Callable[[bytes], Key | None]) -> None:
        context = get_context("spawn")
        self._asking, answering = context.Pipe()
        self._process = context.Process(
            target=watch, args=(answering, bootstrap, topic, wager_of), daemon=True
        )
        self._process.start()
        self._asking.recv()

    def seen(self) -> dict[Key, float]:
        """Each wager seen so far, and when."""
        self._asking.send("seen")
        answer: dict[Key, float] = self._asking.recv()
        return answer

    def wait_for(self, wagers: Iterable[Key]) -> dict[Key, float]:
        """Return when all have been seen."""
        deadline = time.monotonic() + PATIENCE_S
        wanted = set(wagers)
        while missing := wanted - (seen := self.seen()).keys():
            if time.monotonic() > deadline:
                raise RuntimeError(
                    f"{len(missing)} wagers were not seen within {PATIENCE_S} s: {min(missing)}"
                )
            time.sleep(0.5)
        return seen

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()


def watch(asked: Connection, bootstrap: str, topic: str, wager_of: Callable[[bytes], Key | None]) -> None:
    """What the watcher's process does. Its clock is the machine's, so moments compare across processes."""
    consumer = Consumer({"bootstrap.servers": bootstrap, **_READING, "group.id": "bench-watcher"})
    consumer.assign([TopicPartition(topic, partition, 0) for partition in range(PARTITIONS)])
    seen: dict[Key, float] = {}
    asked.send("ready")
    while True:
        message = consumer.poll(0.05)
        if message is not None and not message.error():
            now = time.monotonic()
            wager = wager_of(message.value())
            if wager is not None:
                seen.setdefault(wager, now)
        elif asked.poll():  # only when nothing waits to be read
            asked.recv()
            asked.send(seen)


def on_meters(value: bytes) -> Key | None:
    """The wager that a record of the keeper follows from: named in its `source_id`."""
    stream, _, seq = read_header(value).source_id.rpartition("#")
    return (stream, int(seq)) if seq.isdigit() else None


def wagers(batch: Sequence[Sealed]) -> list[Key]:
    """The events of a batch that change a meter: "bets closed" with at least one progressive wager."""
    return [
        (each.stream, each.seq) for each in batch if each.type == "bets_closed" and b"amount_mc" in each.value
    ]


def feed(log: KafkaLog, events: Sequence[Sealed], rate: int) -> dict[Key, float]:
    """Append at a steady rate; returns when each wager was handed over."""
    handed: dict[Key, float] = {}
    size = max(1, round(rate * TICK_S))
    started = time.monotonic()
    for number, start in enumerate(range(0, len(events), size)):
        due = started + number * size / rate
        time.sleep(max(0.0, due - time.monotonic()))
        batch = events[start : start + size]
        handed.update(dict.fromkeys(wagers(batch), time.monotonic()))
        log.append(batch)
    return handed


class BareClient:
    """A producer and a consumer with nothing between them, in a process of their own."""

    def __init__(self, bootstrap: str, topic: str, rate: int) -> None:
        context = get_context("spawn")
        self._asking, answering = context.Pipe()
        self._process = context.Process(target=echo, args=(answering, bootstrap, topic, rate), daemon=True)
        self._process.start()
        self._asking.recv()

    def stop(self) -> list[tuple[float, float]]:
        """When each message was sent and seen; ends the process."""
        self._asking.send("stop")
        seen: list[tuple[float, float]] = self._asking.recv()
        self._process.join()
        return seen


def echo(asked: Connection, bootstrap: str, topic: str, rate: int) -> None:
    """What the bare client's process does: a message is the moment at which it was sent, and some padding.

    One partition, and what is sent in a millisecond goes together: it is to show how busy the machine is, not
    to make it so.
    """
    producer = Producer({"bootstrap.servers": bootstrap, "acks": "all", "linger.ms": 1})
    seen: list[tuple[float, float]] = []
    stopped = threading.Event()
    ready = threading.Event()
    reading = threading.Thread(target=_read_back, args=(bootstrap, topic, seen, ready, stopped))
    reading.start()
    ready.wait()
    asked.send("ready")
    started = time.monotonic()
    sent = 0
    while not asked.poll():
        for _ in range(max(1, round(rate * TICK_S))):
            producer.produce(topic, _MOMENT.pack(time.monotonic()) + _PADDING, partition=0)
            sent += 1
        producer.poll(0)
        time.sleep(max(0.0, started + sent / rate - time.monotonic()))
    producer.flush()
    stopped.set()
    reading.join()
    asked.send(seen)


def _read_back(
    bootstrap: str,
    topic: str,
    seen: list[tuple[float, float]],
    ready: threading.Event,
    stopped: threading.Event,
) -> None:
    consumer = Consumer({"bootstrap.servers": bootstrap, **_READING, "group.id": "bench-bare"})
    consumer.assign([TopicPartition(topic, 0, 0)])
    while not stopped.is_set():
        message = consumer.poll(0.05)
        ready.set()
        if message is not None and not message.error():
            now = time.monotonic()
            seen.append((_MOMENT.unpack_from(message.value())[0], now))
    consumer.close()


class Measured(NamedTuple):
    """Milliseconds, sorted, those of the warm-up left out."""

    ours: list[float]
    bare: list[float]


def milliseconds(moments: Iterable[tuple[float, float]], since: float) -> list[float]:
    """How long each took that was sent at or after that moment."""
    return sorted((seen - sent) * 1_000 for sent, seen in moments if sent >= since)


def measure(broker: Broker, prefix: str, rate: int, count: int, warm_up_s: float = WARM_UP_S) -> Measured:
    """The latencies of one run with our workers, and those of the bare client beside it."""
    create_topics(broker.bootstrap, prefix, PARTITIONS)
    create_topics(broker.bootstrap, f"bare-{prefix}", 1)
    events = floor_mix(rate, count)
    log = KafkaLog(broker.bootstrap, prefix=prefix)
    running: list[Worker] = []
    with tempfile.TemporaryDirectory() as directory:
        watcher = Watcher(broker.bootstrap, prefix + METERS, on_meters)
        try:
            running += [
                Worker(name, broker.bootstrap, Path(directory) / name, prefix, PARTITIONS)
                for name in ("router", "keeper")
            ]
            opening = [event for event in events[:100] if event.type == "link_opened"]
            log.append(opening)
            watcher.wait_for((event.stream, event.seq) for event in opening)
            events = events[len(opening) :]
            gc.collect()
            gc.freeze()  # so many prepared events are no part of a recorder: going over them would hold it up
            bare = BareClient(broker.bootstrap, f"bare-{prefix}{EVENTS}", rate)
            handed = feed(log, events, rate)
            echoed = bare.stop()
            seen = watcher.wait_for(handed)
        finally:
            watcher.stop()
            log.close()
            for worker in running:
                worker.kill()
    since = min(handed.values()) + warm_up_s
    ours = milliseconds(((sent, seen[key]) for key, sent in handed.items()), since)
    return Measured(ours, milliseconds(echoed, since))


def run(quick: bool = False) -> list[Row]:
    """The median and the 99th percentile at each rate."""
    rows = []
    with Broker() as broker:
        for rate in RATES[:1] if quick else RATES:
            if quick:
                measured = measure(broker, f"floor{rate}.", rate, count=10, warm_up_s=0)
            else:
                measured = measure(broker, f"floor{rate}.", rate, WAGERS)
            for percentile in (50, 99):
                ours, bare = _at(measured.ours, percentile), _at(measured.bare, percentile)
                print(
                    f"latency: {rate}/s p{percentile} {ours:.1f} ms, a bare client {bare:.1f} ms",
                    file=sys.stderr,
                    flush=True,
                )
                rows.append(
                    row(
                        f"latency_{rate}_p{percentile}",
                        "ms",
                        ours,
                        n=len(measured.ours),
                        goal=f"≤ {AIMS[rate, percentile]} ms",
                        limit=bare,
                        limit_name="a bare client's way from producer to consumer, same rate, same seconds",
                    )
                )
    return rows


def _at(ordered: Sequence[float], percentile: int) -> float:
    return ordered[min(len(ordered) - 1, len(ordered) * percentile // 100)]
