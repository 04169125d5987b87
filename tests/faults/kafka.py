"""Workers and the broker failing for real, on a real broker; the judge is the pure fold of the log.

Each scenario takes a rig and a count, does its worst while a floor plays, lets everything come to rest and
returns when nothing is lost, nothing is counted twice and every meter equals the fold, to the millicent.
"""

from __future__ import annotations

import random
import shutil
import tempfile
import time
import traceback
import uuid
from collections.abc import Callable
from pathlib import Path

from tests.kafka_broker import Broker
from tests.rig import NAMES, Rig
from tests.traffic import traffic
from tests.workers import SESSION_S, Worker

STATEFUL = ("router", "keeper")

Scenario = Callable[[Rig, Broker, int, int], int | None]
"""Takes a rig, a broker, a count and a seed; may return how many faults it has made of the count."""


def kill_workers(rig: Rig, _broker: Broker, count: int, seed: int) -> None:
    """One worker of each application, killed with SIGKILL at random moments."""
    rng = random.Random(seed)
    events = list(traffic(600 + 100 * count, tables=12, links=2, seed=seed))
    workers = rig.start_all()
    feeder = rig.feed_slowly(events, seconds=3 * count)
    for _ in range(count):
        time.sleep(rng.uniform(0.2, 6))
        name = rng.choice(NAMES)
        workers[name].kill()
        workers[name] = rig.start(name)
    feeder.join()
    rig.wait()


def make_zombies(rig: Rig, _broker: Broker, count: int, seed: int) -> None:
    """Of two workers one is paused past its session and continued, so that it writes stale state.

    Then only other links move, both are killed, and a fresh one recovers from an empty directory.
    """
    for turn in range(count):
        events = list(traffic(600, tables=6, links=4, seed=seed + turn, floor=f"A{turn}-"))
        first, second = _pair(rig, "one"), _pair(rig, "two")
        half = len(events) // 2
        rig.feed(events[:half])
        rig.wait(sinks=False)
        for worker in first:
            worker.pause()
        feeder = rig.feed_slowly(events[half:], seconds=3)
        time.sleep(SESSION_S + 5)
        for worker in first:
            worker.resume()
        feeder.join()
        rig.wait(sinks=False)
        rig.feed(list(traffic(200, tables=2, links=1, seed=seed + turn, floor=f"B{turn}-")))
        rig.wait(sinks=False)
        _bury(rig, [*first, *second])
    rig.start_all()
    rig.feed(list(traffic(200, tables=2, links=1, seed=seed, floor="C-")))
    rig.wait()


def kill_broker(rig: Rig, broker: Broker, count: int, seed: int) -> None:
    """The broker is killed and restarted while a floor plays."""
    rng = random.Random(seed)
    events = list(traffic(700 + 200 * count, tables=12, links=2, seed=seed))
    rig.start_all()
    rig.feed(events[:100])
    rig.wait()  # until every worker has joined: one that is still starting sees nothing of the kill
    feeder = rig.feed_slowly(events[100:], seconds=5 * count)
    for _ in range(count):
        time.sleep(rng.uniform(1, 5))
        broker.kill()
        time.sleep(rng.uniform(0, 2))
        broker.restart()
    feeder.join()
    rig.wait()


def refuse_changelog(rig: Rig, broker: Broker, count: int, seed: int) -> None:
    """The broker refuses every changelog write; then the workers lose their directories too."""
    for turn in range(count):
        rig.start_all()
        rig.feed(list(traffic(300, tables=4, links=2, seed=seed + turn, floor=f"A{turn}-")))
        rig.wait(sinks=False)
        changelogs = [f"{rig.prefix}{name}-state-changelog" for name in STATEFUL]
        for topic in changelogs:
            broker.refuse_writes(topic)
        rig.feed(list(traffic(300, tables=4, links=2, seed=seed + turn, floor=f"B{turn}-")))
        rig.wait(sinks=False)
        for topic in changelogs:
            broker.allow_writes(topic)
        _bury(rig, list(rig.workers))
    rig.start_all()
    rig.feed(list(traffic(200, tables=2, links=1, seed=seed, floor="C-")))
    rig.wait()


def _pair(rig: Rig, slot: str) -> list[Worker]:
    return [rig.start(name, slot) for name in STATEFUL]


def _bury(rig: Rig, workers: list[Worker]) -> None:
    """Kill the workers and take their directories."""
    for worker in workers:
        if worker.running:
            worker.kill()
        shutil.rmtree(worker.log.parent, ignore_errors=True)
    rig.workers = [worker for worker in rig.workers if worker not in workers]


def in_full(name: str, scenario: Scenario, default: int, partitions: int = 4) -> Callable[[int | None], dict]:
    """The scenario as `make faults` runs it: a broker of its own, and figures."""

    def run(count: int | None) -> dict:
        faults = count or default
        seed = random.randrange(1_000_000)
        wrong = 0
        with Broker() as broker, tempfile.TemporaryDirectory() as directory:
            prefix = f"faults-{uuid.uuid4().hex[:8]}-"
            with Rig(broker.bootstrap, prefix, Path(directory), partitions) as rig:
                try:
                    faults = scenario(rig, broker, faults, seed) or faults
                except AssertionError:
                    traceback.print_exc()
                    wrong = 1
        return {
            "name": name,
            "runs": 1,
            "faults": faults,
            "lost": wrong,
            "doubled": wrong,
            "wrong": wrong,
            "seed": seed,
        }

    return run


RUNS = {
    "kafka-kill-workers": in_full("kafka-kill-workers", kill_workers, 20),
    "kafka-zombies": in_full("kafka-zombies", make_zombies, 5, partitions=2),
    "kafka-kill-broker": in_full("kafka-kill-broker", kill_broker, 10),
    "kafka-refuse-changelog": in_full("kafka-refuse-changelog", refuse_changelog, 5),
}
