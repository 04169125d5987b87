"""Poison of every kind in every topic and changelog, under workers that run, that are down, that begin anew.

The judge is the pure fold of the log, that no worker leaves, and that `check` names each record once.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter

from events.topics import TOPICS
from tests.end_to_end.poison import EXPECTED, Poison, Written, in_changelogs, of_every_kind, write
from tests.faults.answers import READS, call, require_answer
from tests.faults.kafka import STATEFUL, in_full
from tests.kafka_broker import Broker
from tests.rig import Rig
from tests.traffic import traffic

MOMENTS = ("workers run", "workers are down", "workers begin anew")


def poison(rig: Rig, _broker: Broker, count: int, seed: int) -> int:
    """Each moment in turn, with all kinds in an order of its own; returns how many records were written."""
    rng, written, logs = random.Random(seed), list[Written](), 0
    rig.start_all()
    rig.feed(list(traffic(200, tables=3, links=2, seed=seed)))
    rig.wait()
    for turn in range(count):
        moment = MOMENTS[turn % len(MOMENTS)]
        if moment != MOMENTS[0]:
            _stop_all(rig, files_too=moment == MOMENTS[2])
        written += write(rig, _shuffled(list(of_every_kind(rig, "table:HCF-01", "L1", TOPICS)), rng))
        logs += len(write(rig, list(in_changelogs(rig, STATEFUL))))
        workers = rig.start_all() if moment != MOMENTS[0] else {w.name: w for w in rig.workers}
        rig.feed(list(traffic(100, tables=3, links=2, floor=f"P{turn}-")))
        rig.wait(expected=EXPECTED)
        left = [name for name, worker in workers.items() if not worker.running]
        assert not left, f"{left} left while {moment}:\n{rig.worker_logs()}"
        require_all_named(rig, written)
        for words in rng.sample(READS, 4):
            require_answer(call(rig, *words))
    return len(written) + logs


def require_all_named(rig: Rig, written: list[Written]) -> None:
    """Every check that names something names poison, each record once."""
    problems = rig.problems()
    named = Counter(problem.place.partition(" (")[0] for problem in problems)
    due = Counter(f"{each.topic} {each.partition}:{offset}" for each, offset in written)
    assert named == due, f"not named: {due - named}; not due: {named - due}; {problems[-3:]}"


def _stop_all(rig: Rig, *, files_too: bool) -> None:
    for worker in rig.workers:
        worker.kill()
        if files_too:
            shutil.rmtree(worker.data)
    rig.workers.clear()


def _shuffled(poison: list[Poison], rng: random.Random) -> list[Poison]:
    rng.shuffle(poison)
    return poison


RUNS = {"kafka-poison": in_full("kafka-poison", poison, 2 * len(MOMENTS))}
