"""Every reading command while a worker on Kafka is interrupted at random: killed, told to stop, or frozen.

Events stop coming before anything is asked, so whoever says nothing must show what is shown once all workers
are through: that, from a read model that is folded from the topics alone, is the judge.
"""

from __future__ import annotations

import random
import signal
import tempfile
import time
import uuid
from collections import Counter
from pathlib import Path

from streams.read_model.rebuild import all_of, build
from streams.read_model.store import READ_FILE, ReadStore
from tests.console.calling import Called, pitledger
from tests.faults.answers import READS
from tests.faults.interrupted import Wrong, interrupted_embedded
from tests.kafka_broker import Broker
from tests.rig import NAMES, Rig
from tests.traffic import traffic
from tests.workers import Worker

ASKED = 3
"""Commands a turn."""
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGSTOP)
BEHIND = ("What follows is behind: ", "Workers are behind: ")
EMBEDDED_OF_TEN = 6
"""The rest of the interruptions are of workers."""


def interrupted_workers(rig: Rig, count: int, seed: int) -> Counter[str]:
    """So many interruptions of a worker; how often what was met."""
    rng, met = random.Random(seed), Counter[str]()
    workers = rig.start_all()
    rig.feed(list(traffic(100, tables=2, links=1)))
    rig.wait()
    for turn in range(count):
        name, how = rng.choice(NAMES), rng.choice(SIGNALS)
        feeder = rig.feed_slowly(list(traffic(60, tables=2, links=1, floor=f"I{turn}-")), 1)
        time.sleep(rng.uniform(0, 1))
        workers[name].killed = True  # so that nobody starts it again meanwhile
        workers[name].send_signal(how)
        feeder.join()
        asked = rng.sample(READS, ASKED)
        answers = [call(rig, words, rig.directory / "sinks") for words in asked]
        workers[name] = _up_again(rig, workers[name], how)
        rig.wait()
        met[f"{name} {how.name}"] += 1
        with tempfile.TemporaryDirectory() as directory:
            _fold(rig, Path(directory))
            for words, shown in zip(asked, answers, strict=True):
                met[_judged(words, shown, call(rig, words, Path(directory)))] += 1
    return met


def call(rig: Rig, words: tuple[str, ...], data: Path) -> Called:
    """Ask the read model of a directory."""
    return pitledger(*words, "--kafka", rig.bootstrap, "--data", data, PITLEDGER_KAFKA_PREFIX=rig.prefix)


def _up_again(rig: Rig, worker: Worker, how: signal.Signals) -> Worker:
    if how is signal.SIGSTOP:
        worker.resume()
        worker.killed = False
        return worker
    worker.wait(60)
    if worker in rig.workers:
        rig.workers.remove(worker)
    return rig.start(worker.name)


def _fold(rig: Rig, directory: Path) -> None:
    """A read model of all that these topics hold."""
    store = ReadStore(directory / READ_FILE)
    try:
        store.make_of(rig.source.topic_ids())
        build(rig.source, store, all_of(rig.source), lambda _done, _total: None, processes=1)
    finally:
        store.close()


def _judged(words: tuple[str, ...], shown: Called, right: Called) -> str:
    """How a command has answered; `Wrong` where it shows something else and does not say that it may."""
    if "Traceback" in shown.err:
        raise Wrong(f"{words}: {shown.err}")
    if shown.err.startswith(BEHIND):
        return "says how far behind it is"
    if (shown.code, shown.out) != (right.code, right.out):
        raise Wrong(f"{words} shows\n{shown}\nand the log says\n{right}")
    return "right"


def run(count: int | None) -> dict[str, object]:
    """Both engines, as `make faults` runs it."""
    faults, seed = count or 100, random.randrange(1_000_000)
    embedded = faults * EMBEDDED_OF_TEN // 10
    wrong, met = 0, Counter[str]()
    try:
        with tempfile.TemporaryDirectory() as directory:
            met += interrupted_embedded(Path(directory), embedded, seed)
        with Broker() as broker, tempfile.TemporaryDirectory() as directory:
            prefix = f"faults-{uuid.uuid4().hex[:8]}-"
            with Rig(broker.bootstrap, prefix, Path(directory), partitions=2) as rig:
                met += interrupted_workers(rig, faults - embedded, seed)
    except AssertionError as error:
        print(error)
        wrong = 1
    print(f"  {dict(met)}")
    names = {"name": "interrupted-reads", "runs": 2, "faults": faults, "seed": seed}
    return {**names, "lost": wrong, "doubled": wrong, "wrong": wrong}


RUNS = {"interrupted-reads": run}
