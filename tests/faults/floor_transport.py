"""Floors behind a bad line in full, three ways: `make faults NAME=floor-transport [COUNT=seeds]`.

`floor-transport` loses the recorder in this process, `floor-transport-processes` kills its process with
SIGKILL within appends, `floor-transport-kafka` is the same on Kafka. The log must hold every fact of the
calm floor once, in the right gaming day, and meters must be as due.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from floor.houses.transport import SHIFTS_US
from floor.plan import START_US
from streams.clock import GamingDays
from tests.faults.kafka import in_full
from tests.floor.rough import wrong_in
from tests.floor.rough_nights import (
    ALL_AT_ONCE,
    CALM,
    LATE,
    Floor,
    calm_given,
    in_this_process,
    in_two_processes,
    on_kafka,
)
from tests.kafka_broker import Broker
from tests.rig import NotSettled, Rig

SEEDS = 40
ROUNDS = 40
KILLS_A_SEED = 10
BEFORE_CUT_OFF_US = START_US + 23 * 3_600_000_000
"""Every night goes past the end of a gaming day."""


def _floor(seed: int, rounds: int = ROUNDS) -> Floor:
    return Floor(seed, rounds, BEFORE_CUT_OFF_US, lucky=True)


def in_process(folder: Path, seed: int) -> Iterator[str]:
    """Late and repeated facts change no money; with tables that fall behind, the pure fold is the judge."""
    floor = _floor(seed)
    calm = in_this_process(folder / "calm", floor, CALM)
    late = in_this_process(folder / "late", floor, replace(LATE, shifted_ppm=ALL_AT_ONCE.shifted_ppm))
    yield from wrong_in(calm.streams, late.streams, GamingDays(), SHIFTS_US)
    if late.meters != calm.meters:
        yield f"the meters are {late.meters}, and {calm.meters} without trouble"
    dry = floor._replace(lucky=False)
    calm, rough = (
        in_this_process(folder / name, dry, trouble)
        for name, trouble in (("dry", CALM), ("all", ALL_AT_ONCE))
    )
    yield from wrong_in(calm.streams, rough.streams, GamingDays(), SHIFTS_US, late_ends=True)
    yield from map(str, late.problems + rough.problems)


def in_processes(folder: Path, seed: int) -> Iterator[str]:
    """The recorder is another process, and dies at any moment of an append."""
    floor = _floor(seed)
    calm = in_this_process(folder / "calm", floor, CALM)
    rough = in_two_processes(folder / "rough", floor, replace(LATE, crashed_ppm=0), KILLS_A_SEED)
    yield from wrong_in(calm.streams, rough.streams, GamingDays())
    if rough.meters != calm.meters:
        yield f"the meters are {rough.meters}, and {calm.meters} without trouble"
    yield from map(str, rough.problems)


def in_kafka(rig: Rig, _broker: Broker, count: int, seed: int) -> None:
    """A night of so many rounds at each table on Kafka."""
    floor = _floor(seed, count)
    rig.start_all()
    _, rough = on_kafka(rig, floor, ALL_AT_ONCE)
    rig.wait()
    wrong = list(wrong_in(calm_given(rig, floor, rough), rough, GamingDays(), SHIFTS_US, late_ends=True))
    if wrong:
        raise NotSettled(f"{wrong[:5]}\n{rig.worker_logs()}")


def _seeds(name: str, judged: Callable[[Path, int], Iterable[str]], default: int) -> Any:
    def run(count: int | None = None) -> dict[str, Any]:
        seeds = default if count is None else count
        wrong, first = 0, 0
        for seed in range(1, seeds + 1):
            with TemporaryDirectory() as directory:
                for text in judged(Path(directory), seed):
                    print(f"{name}, seed {seed}: {text}", file=sys.stderr)
                    wrong += 1
                    first = first or seed
        return {
            "name": name,
            "runs": seeds,
            "faults": 0,
            "lost": 0,
            "doubled": 0,
            "wrong": wrong,
            "seed": first,
        }

    return run


RUNS = {
    "floor-transport": _seeds("floor-transport", in_process, SEEDS),
    "floor-transport-processes": _seeds("floor-transport-processes", in_processes, SEEDS // 4),
    "floor-transport-kafka": in_full("floor-transport-kafka", in_kafka, ROUNDS, partitions=8),
}
