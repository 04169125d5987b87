"""Milliseconds from a wager appended to the meter readable by another client, router and keeper running.

At 500 and at 2,000 events/s of the simulated floor's mix, all games. The clock starts when "bets closed",
with its progressive wagers, is handed to `KafkaLog.append`, and stops when a client in another process has
the keeper's record of it. The limit is the same way without us: from `append` to that client seeing the event
itself on `events`, no worker running.
"""

from __future__ import annotations

import gc
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from confluent_kafka import Consumer, TopicPartition

from bench.rows import Row, row
from events.envelope import read_header
from events.topics import EVENTS, METERS
from floor.bulk import as_sealed, made
from floor.night import HOUR_US, Night
from streams.clock import GamingDays
from streams.kafka.log import KafkaLog
from streams.kafka.topics import create_topics
from streams.log import Sealed
from tests.kafka_broker import Broker
from tests.workers import Worker

RATES: Final = (500, 2_000)
SECONDS: Final = 25
WARM_UP_S: Final = 5
PARTITIONS: Final = 4
TABLES: Final = 20
TICK_S: Final = 0.01
"""Recorders append a handful of events every so often; the rate says how many."""
PATIENCE_S: Final = 60

Key = tuple[str, int]
"""A stream and a seq: the wager."""


def floor_mix(count: int) -> list[Sealed]:
    """So many events of a floor of twenty tables, from its opening."""
    events: list[Sealed] = []
    for rows in made(Night(1, TABLES, span_us=24 * HOUR_US), "PA-01", GamingDays()):
        events += as_sealed(rows)
        if len(events) >= count:
            break
    return events[:count]


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
    settings = {"group.id": "bench-watcher", "enable.auto.commit": False, "fetch.wait.max.ms": 10}
    consumer = Consumer({"bootstrap.servers": bootstrap, **settings})
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
    """The wager that a record of the keeper follows from: its `source_id` says so."""
    stream, _, seq = read_header(value).source_id.rpartition("#")
    return (stream, int(seq)) if seq.isdigit() else None


def on_events(value: bytes) -> Key | None:
    """The wager itself."""
    event = read_header(value)
    return (event.stream, event.seq) if event.type == "bets_closed" else None


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


def milliseconds(handed: dict[Key, float], seen: dict[Key, float]) -> list[float]:
    """How long each wager took, sorted, those of the warm-up left out."""
    from_then = min(handed.values()) + WARM_UP_S
    return sorted(
        (seen[key] - at) * 1_000 for key, at in handed.items() if at >= from_then or len(handed) < 100
    )


def measure(broker: Broker, prefix: str, rate: int, seconds: int, *, workers: bool) -> list[float]:
    """The latencies of one run, with our workers in between or with nothing."""
    create_topics(broker.bootstrap, prefix, PARTITIONS)
    events = floor_mix(rate * seconds)
    topic, wager_of = (METERS, on_meters) if workers else (EVENTS, on_events)
    log = KafkaLog(broker.bootstrap, prefix=prefix)
    running: list[Worker] = []
    with tempfile.TemporaryDirectory() as directory:
        watcher = Watcher(broker.bootstrap, prefix + topic, wager_of)
        try:
            if workers:
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
            handed = feed(log, events, rate)
            seen = watcher.wait_for(handed)
        finally:
            watcher.stop()
            log.close()
            for worker in running:
                worker.kill()
    return milliseconds(handed, seen)


def run(quick: bool = False) -> list[Row]:
    """The median and the 99th percentile at each rate."""
    seconds = 2 if quick else WARM_UP_S + SECONDS
    rows = []
    with Broker() as broker:
        for rate in RATES[:1] if quick else RATES:
            bare = measure(broker, f"bare{rate}.", rate, seconds, workers=False)
            ours = measure(broker, f"floor{rate}.", rate, seconds, workers=True)
            for percentile, goal in ((50, None), (99, "≤ 50 ms")):
                print(
                    f"latency: {rate}/s p{percentile} {_at(ours, percentile):.1f} ms",
                    file=sys.stderr,
                    flush=True,
                )
                rows.append(
                    row(
                        f"latency_{rate}_p{percentile}",
                        "ms",
                        _at(ours, percentile),
                        n=len(ours),
                        goal=goal,
                        limit=_at(bare, percentile),
                        limit_name="appended and seen on the same topic by the same client, no worker",
                    )
                )
    return rows


def _at(ordered: Sequence[float], percentile: int) -> float:
    return ordered[min(len(ordered) - 1, len(ordered) * percentile // 100)]
