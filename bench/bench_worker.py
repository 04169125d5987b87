"""Events per second of one worker, against a Faust agent that does nothing: router and sinks on the realistic
mix, the keeper on legs, each of which moves a meter, the examiner on a floor of all games where nobody errs.

The limit has the same settings and reads the same topic in the same run: an agent that takes each event and
drops it. Ours get past it, because fetched records go to inboxes and not through agents; so an inbox that
drops everything is measured too. Every worker starts on a topic that is already full. What counts is the time
from its first delivery to its last, so starting the process costs nobody anything. Rounds alternate and the
best of each counts.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from bench.bench_examiner import records as floor_records
from bench.bench_kafka_read import fill, fill_topic, realistic
from bench.bench_meters import legs
from bench.rows import Row, row
from events.topics import EVENTS, LINKS
from floor.night import HOUR_US
from streams.engines import hand_over, worker
from streams.engines.inbox import Batches, Inbox
from streams.log import Sealed
from tests.kafka_broker import Broker

COUNT: Final = 60_000
EXAMINED_TABLES: Final = 30
"""An hour of so many is about as much."""
PARTITIONS: Final = 8
ROUNDS: Final = 3
LIMIT_S: Final = 300
BARE: Final = "bare"
BARE_LINKS: Final = "bare-links"
BARE_FLOOR: Final = "bare-floor"
INBOX: Final = "inbox"
ON_LINKS: Final = ("keeper", BARE_LINKS)
EXAMINER: Final = "examiner"
ON_FLOOR: Final = (EXAMINER, BARE_FLOOR)
STAND_INS: Final = (BARE, BARE_LINKS, BARE_FLOOR, INBOX)
"""What does nothing, in the place of a worker."""
_PROGRAM: Final = "import sys; from bench.bench_worker import work; work(*sys.argv[1:])"


class Deliveries:
    """Counts what was delivered; after the last event it prints the speed and ends the process."""

    def __init__(self, count: int) -> None:
        self._left = count
        self._first = 0
        self._started = 0.0

    def note(self, events: int) -> None:
        """So many events are done. The first delivery starts the clock and is not counted."""
        self._left -= events
        if not self._first:
            self._first, self._started = self._left, time.perf_counter()
        elif self._left <= 0:
            taken = time.perf_counter() - self._started
            print(json.dumps({"events_per_s": self._first / taken}), flush=True)
            worker.exit_now(0)


def work(name: str, bootstrap: str, data: str, prefix: str, count: str) -> None:
    """In a process of its own: run a worker over the topic."""
    sys.argv = sys.argv[:1]  # Faust reads them
    where = worker.WorkerSettings(bootstrap, Path(data), prefix, PARTITIONS)
    deliveries = Deliveries(int(count))
    if name in STAND_INS:
        stand_in(name, deliveries)
    else:
        # The way that every delivery takes, with a note on the far side of it.
        for way in ("deliver_to_processor", "deliver_to_sink"):
            setattr(worker, way, _noted(getattr(worker, way), deliveries))
    hand_over.WORTH_IT = sys.maxsize  # what Faust does is measured here, not the bulk reader
    worker.run(name, where)


def stand_in(name: str, deliveries: Deliveries) -> None:
    """Have the worker know an application that does nothing, and the topic that it reads."""
    topic = LINKS if name == BARE_LINKS else EVENTS
    app = inbox_app if name == INBOX else partial(bare_app, topic=topic)
    known = {
        "APPS": lambda where: app(where, name, deliveries=deliveries),
        "SOURCES": (topic,),
        "OUTPUTS": (),
    }
    for table, entry in known.items():
        setattr(worker, table, {name: entry})


def bare_app(where: worker.WorkerSettings, name: str, deliveries: Deliveries, *, topic: str) -> Any:
    """A worker with our settings and an agent that does nothing."""
    app = worker.faust_app(where, name)

    async def agent(stream: Any) -> AsyncIterator[None]:
        async for _ in stream:
            deliveries.note(1)
            yield

    app.agent(worker.faust_topic(app, where, topic), name="bare")(agent)
    return app


def inbox_app(where: worker.WorkerSettings, name: str, deliveries: Deliveries) -> Any:
    """A worker with our settings and an inbox that does nothing: what is left once the folds cost nothing."""

    async def deliver(batches: Batches) -> None:
        deliveries.note(sum(map(len, batches.values())))

    app = worker.faust_app(where, name)
    worker.use_inboxes(app)
    app.transport.inboxes[where.prefix + EVENTS] = Inbox(EVENTS, where.partitions, deliver, lambda *_: None)
    app.topics.add(worker.faust_topic(app, where, EVENTS))
    return app


def _noted(
    deliver: Callable[[Any, Batches], Awaitable[None]], deliveries: Deliveries
) -> Callable[[Any, Batches], Awaitable[None]]:
    async def delivered(handler: Any, batches: Batches) -> None:
        await deliver(handler, batches)
        deliveries.note(sum(map(len, batches.values())))

    return delivered


def measure(bootstrap: str, name: str, prefix: str, count: int) -> float:
    """Events per second of one worker over a full topic that it has never seen."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-W", "ignore", "-c", _PROGRAM, name, bootstrap, data, prefix, str(count)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"the worker {name} ended with {done.returncode}:\n{done.stderr[-4000:]}")
    print(f"worker: {name} {done.stdout.strip()}", file=sys.stderr, flush=True)
    return float(json.loads(done.stdout.splitlines()[-1])["events_per_s"])


def run(quick: bool = False) -> list[Row]:
    """Router, sinks, examiner, keeper and an inbox that does nothing beside the bare agent."""
    count, rounds = (3_000, 1) if quick else (COUNT, ROUNDS)
    events: list[Sealed] = list(realistic(count))
    moves = list(legs(count))
    played = floor_records(5, HOUR_US // 10) if quick else floor_records(EXAMINED_TABLES, HOUR_US)
    best = dict.fromkeys((BARE, INBOX, "router", "sinks", *ON_FLOOR, *ON_LINKS), 0.0)
    with Broker() as broker:
        for number in range(rounds):
            prefix = f"bench{number}."  # a round has topics and consumer groups of its own
            fill(broker.bootstrap, prefix, events, PARTITIONS)
            fill_topic(broker.bootstrap, f"meters{number}.", LINKS, moves, PARTITIONS)
            fill_topic(
                broker.bootstrap,
                f"floor{number}.",
                EVENTS,
                ((each.key, each.value) for each in played),
                PARTITIONS,
            )
            topics = dict.fromkeys(ON_LINKS, (f"meters{number}.", len(moves)))
            topics |= dict.fromkeys(ON_FLOOR, (f"floor{number}.", len(played)))
            for name, speed in best.items():
                of, records = topics.get(name, (prefix, count))
                best[name] = max(speed, measure(broker.bootstrap, name, of, records))
    return [
        row(
            f"worker_{name}",
            unit,
            best[name],
            n=len(played) if name == EXAMINER else count,
            goal=goal,
            limit=best[bare],
            limit_name="Faust agent that does nothing, same settings and topic",
        )
        for name, bare, unit, goal in (
            ("router", BARE, "events/s", "≥ 0.8 × limit"),
            ("sinks", BARE, "events/s", "≥ 0.8 × limit"),
            (EXAMINER, BARE_FLOOR, "events/s", "≥ 0.8 × limit"),
            ("keeper", BARE_LINKS, "movements/s", "≥ 0.8 × limit"),
            (INBOX, BARE, "events/s", None),
        )
    ]
