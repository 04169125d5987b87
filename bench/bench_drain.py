"""A backlog drained by one router and one keeper, and by two of each: events a second by the clock, and what
an event costs each of them and the broker in processor time.

Workers and broker share the machine. The clock starts when every worker has joined and the first meter has
moved, so that starting costs nobody anything; it stops when router and keeper have committed the end of
their sources, which they do once a second.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from bench.bench_kafka_read import fill, realistic
from bench.rows import Row, row
from events.topics import METERS
from streams.kafka.progress import WorkersProgress
from streams.read_model.kafka_source import KafkaSource
from tests.kafka_broker import Broker
from tests.workers import Worker

COUNT: Final = 400_000
PARTITIONS: Final = 8
LIMIT_S: Final = 300
_TICKS: Final = os.sysconf("SC_CLK_TCK")


def processor_s(pid: int) -> float:
    """The processor time that a process has taken so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def drain(broker: Broker, prefix: str, each: int, count: int) -> dict[str, float]:
    """Seconds by the clock, and of processor time, that a backlog takes `each` routers and keepers."""
    source = KafkaSource(broker.bootstrap, prefix)
    progress = WorkersProgress(broker.bootstrap, prefix, LIMIT_S)
    names = [name for name in ("router", "keeper") for _ in range(each)]
    with tempfile.TemporaryDirectory() as directory:
        workers = [
            Worker(name, broker.bootstrap, Path(directory) / f"{name}-{number}", prefix, PARTITIONS)
            for number, name in enumerate(names)
        ]
        try:
            deadline = time.monotonic() + LIMIT_S
            while not any(source.end(METERS, partition) for partition in range(PARTITIONS)):
                _require(deadline)
            before = _used(broker, workers)
            left = sum(progress.behind({})[:2])
            while any(progress.behind({})[:2]):
                _require(deadline)
            after = _used(broker, workers)
        finally:
            for worker in workers:
                worker.kill()
    spent = {name: after[name] - before[name] for name in after}
    print(f"drain: {each} each, {left:,} left of {count:,}: {spent}", file=sys.stderr, flush=True)
    return {**spent, "left": left}


def _require(deadline: float) -> None:
    if time.monotonic() > deadline:
        raise RuntimeError(f"the backlog is not drained after {LIMIT_S} s")
    time.sleep(0.05)


def _used(broker: Broker, workers: list[Worker]) -> dict[str, float]:
    """The clock, and the processor time of all so far."""
    used = {"clock": time.monotonic(), "broker": processor_s(broker.pid), "router": 0.0, "keeper": 0.0}
    for worker in workers:
        used[worker.name] += processor_s(worker.pid)
    return used


def run(quick: bool = False) -> list[Row]:
    """One of each, then two of each, on topics of their own."""
    count = 3_000 if quick else COUNT
    events = list(realistic(count))
    rows = []
    with Broker() as broker:
        for each in (1, 2):
            prefix = f"drain{each}."
            fill(broker.bootstrap, prefix, events, PARTITIONS)
            spent = drain(broker, prefix, each, count)
            rows.append(row(f"drain_{each}_each", "records/s", spent["left"] / spent["clock"], n=count))
            rows += [
                row(
                    f"drain_{each}_each_{name}",
                    "µs/record",
                    1e6 * spent[name] / max(spent["left"], 1),
                    n=count,
                )
                for name in ("router", "keeper", "broker")
            ]
    return rows
