"""One seed from the opening to the last check, and many of them on several cores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from tests.simulation.checks import check
from tests.simulation.floor import SILENT, Floor
from tests.simulation.history import new_floor
from tests.simulation.oracle import Oracle
from tests.simulation.worker import Code
from tests.simulation.world import Violation, World

CODE = Code()


class Outcome(NamedTuple):
    """What became of a seed: the faults it saw, and the violation it ended with, if any."""

    seed: int
    faults: int
    events: int
    kind: str = ""
    text: str = ""


def run_seed(seed: int, code: Code = CODE, trace: Callable[[str], None] | None = None) -> Outcome:
    """Play one history under faults; come to rest, check, and perhaps go on for a second part."""
    rng = Random(seed)
    world = World(rng, code, trace)
    oracle = Oracle()
    floor = new_floor(Random(seed + 1), world.log, oracle, trace or SILENT)
    parts = rng.choice((1, 1, 2))
    try:
        for part in range(parts):
            if part:
                world.unsettle()
            play(world, floor, rng, last=part == parts - 1)
            world.recover()
            check(world, oracle.truth, thorough=seed % 8 == 0)
    except Violation as violation:
        return Outcome(seed, world.faults, len(oracle.truth.applied), violation.kind, str(violation))
    finally:
        for worker in world.workers:
            if worker.task is not None:
                worker.task.close()
    return Outcome(seed, world.faults, len(oracle.truth.applied))


def play(world: World, floor: Floor, rng: Random, *, last: bool) -> None:
    """Events and worker turns in any order, and then some more turns; the last part plays to the end."""
    pace = rng.choice((0.1, 0.25, 0.5))
    more = True
    turns = rng.randrange(40, 200)
    while more and (last or turns):
        turns -= not last
        if rng.random() < pace:
            more = floor.act()
        else:
            world.step()
    for _ in range(rng.randrange(200)):
        world.step()


def run_many(seeds: Iterable[int], code: Code = CODE, processes: int = 2) -> Iterator[Outcome]:
    """The outcomes of seeds, in order."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        numbers = iter(seeds)
        while chunk := list(islice(numbers, 2_000)):
            yield from pool.map(run_seed, chunk, [code] * len(chunk), chunksize=50)


def first_found(code: Code, seeds: Iterable[int]) -> Outcome | None:
    """The first of some seeds that finds something wrong with the code."""
    outcomes = (run_seed(seed, code) for seed in seeds)
    return next((outcome for outcome in outcomes if outcome.kind), None)
