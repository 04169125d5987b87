"""The simulated floor in full: clean rounds put to `games` again, and an hour on Kafka while workers die.

`make faults NAME=floor-clean [COUNT=rounds a game]`, `floor-luck` and `floor-findings-clean` likewise,
`make faults NAME=floor-findings [COUNT=tables]`, `make faults NAME=floor-workers [COUNT=faults]`.
"""

from __future__ import annotations

import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from itertools import count as numbers
from pathlib import Path
from typing import Any, NamedTuple

from floor.life import Stop
from floor.night import HOUR_US
from floor.plan import START_US
from floor.play.registry import all_plays
from floor.trouble.erring import Rates
from floor.trouble.mistakes import MISTAKES
from tests.faults.kafka import in_full
from tests.floor.clean import wrong_in
from tests.floor.findings_clean import examined
from tests.floor.findings_planted import LUCKY, NOT_YET, Erred, Named, erred, opened
from tests.floor.long_run import LongRun
from tests.floor.on_kafka import KafkaFloor
from tests.floor.watched import played
from tests.kafka_broker import Broker
from tests.rig import NotSettled, Rig
from tests.workers import SESSION_S

ROUNDS_A_GAME = 20_000
TABLES, ROUNDS_AT_ONCE = 8, 125
DAY_TABLES, AT_ONCE, DAY_RATES = 200, 10, Rates(400_000, 100_000)
"""A day, so many tables of it at once."""
EVENTS_AN_HOUR = 15_000
"""At least so many, at ten tables; all faults fall into them."""
SECONDS_A_FAULT = 5
"""So slowly the hour is played, that workers come back between faults."""
THREE = (("router", "a"), ("keeper", "a"), ("keeper", "b"))
"""Three workers between a wager and its meter; the sinks are beside them."""


def clean(count: int | None = None) -> dict[str, Any]:
    """So many clean rounds of each game: `runs` are rounds, `wrong` what does not hold."""
    rounds, seed = count or ROUNDS_A_GAME, random.randrange(1_000_000)
    made, wrong = 0, 0
    for game in all_plays():
        left = rounds
        for portion in numbers(seed):
            if left <= 0:
                break
            each = min(ROUNDS_AT_ONCE, -(-left // TABLES))
            for text in _portion(game, portion, each):
                print(f"{game}, seed {portion}: {text}", file=sys.stderr)
                wrong += 1
            left -= TABLES * each
            made += TABLES * each
    return _figures("floor-clean", made, 0, wrong, seed)


def luck(count: int | None = None) -> dict[str, Any]:
    """So many rounds of each game, always the same ones: `wrong` is what comes more or less often than luck
    explains."""
    rounds, made, wrong = count or ROUNDS_A_GAME, 0, 0
    for game in all_plays():
        run = LongRun(game, TABLES, -(-rounds // TABLES))
        for text in run.off():
            print(f"{game}: {text}", file=sys.stderr)
            wrong += 1
        made += run.rounds
    return _figures("floor-luck", made, 0, wrong, seed=1)


def findings_clean(count: int | None = None) -> dict[str, Any]:
    """So many rounds of each game where things happen and nobody errs: `wrong` is what the examiner finds."""
    rounds, seed = count or ROUNDS_A_GAME, random.randrange(1_000_000)
    each = min(ROUNDS_AT_ONCE, -(-rounds // TABLES))
    portions = [
        (game, seed + portion, each)
        for game in all_plays()
        for portion in range(-(-rounds // (TABLES * each)))
    ]
    wrong = 0
    with ProcessPoolExecutor() as processes:
        for (game, own, _), found in zip(portions, processes.map(_found_clean, portions), strict=True):
            for text in found:
                print(f"{game}, seed {own}: {text}", file=sys.stderr)
            wrong += len(found)
    return _figures("floor-findings-clean", len(portions) * TABLES * each, 0, wrong, seed)


def _found_clean(portion: tuple[str, int, int]) -> list[str]:
    game, seed, rounds = portion
    return [*map(str, examined(game, seed=seed, tables=TABLES, rounds=rounds).found)]


def findings(count: int | None = None) -> dict[str, Any]:
    """A day with every mistake planted: `runs` are tables, `faults` what was planted, `lost` what was not
    found or, on a whole floor, never planted, `wrong` what was found beside it.

    Tables that open wrongly, then the day, some tables of it at once."""
    tables, seed = count or DAY_TABLES, random.randrange(1_000_000)
    made, lost, wrong = 0, 0, 0
    never = {each.kind for each in MISTAKES}
    with ProcessPoolExecutor() as processes:
        openings = processes.submit(_openings, seed)
        parts = processes.map(_part_of_day, [(seed, number) for number in range(-(-tables // AT_ONCE))])
        for night in chain((openings.result(),), parts):
            for named in night.missed.elements():
                print(f"{night.name}: planted and not found: {named}", file=sys.stderr)
            for named in night.beside.elements():
                print(f"{night.name}: found and not planted: {named}", file=sys.stderr)
            made += night.kinds.total()
            lost += night.missed.total()
            wrong += night.beside.total()
            never -= night.kinds.keys()
            print(f"{night.name}: {night.kinds.total()} planted, {night.found} found", file=sys.stderr)
    print(f"never planted: {sorted(never)}", file=sys.stderr)
    print(f"not examined yet: {NOT_YET}", file=sys.stderr)
    lost += len(never) if tables >= DAY_TABLES else 0
    return _figures("floor-findings", tables, made, wrong, seed) | {"lost": lost}


class _Night(NamedTuple):
    """What came of some tables: how often each mistake was planted, and where that is not what was found."""

    name: str
    kinds: Counter[str]
    found: int
    missed: Counter[Named]
    beside: Counter[Named]


def _night(name: str, night: Erred) -> _Night:
    kinds = Counter(planted.kind for planted in night.planted)
    return _Night(name, kinds, len(night.found), *night.differences())


def _openings(seed: int) -> _Night:
    return _night(f"openings, seed {seed}", opened(seed, tables_each=30))


def _part_of_day(part: tuple[int, int]) -> _Night:
    """Every second floor is lucky, or nobody would win a meter."""
    seed, number = part
    own, hands = seed + number, LUCKY if number % 2 else None
    stop = Stop(at_us=START_US + 24 * HOUR_US)
    night = erred(seed=own, tables=AT_ONCE, stop=stop, rates=DAY_RATES, hands=hands, shares=2)
    return _night(f"seed {own}", night)


def _portion(game: str, seed: int, rounds: int) -> Iterator[str]:
    with (
        tempfile.TemporaryDirectory() as folder,
        played(Path(folder), seed=seed, tables=TABLES, rounds=rounds, games=(game,)) as floor,
    ):
        yield from wrong_in(floor.events, TABLES * rounds)
        yield from map(str, floor.problems())


def _figures(name: str, runs: int, faults: int, wrong: int, seed: int) -> dict[str, Any]:
    return {
        "name": name,
        "runs": runs,
        "faults": faults,
        "lost": 0,
        "doubled": 0,
        "wrong": wrong,
        "seed": seed,
    }


def kill_and_pause_workers(rig: Rig, _broker: Broker, count: int, seed: int) -> None:
    """A floor's hour on 8 partitions, while any of three workers is killed or paused at random.

    A pause may be longer than a session: then the other keeper has taken over when the paused one comes back.
    """
    rng = random.Random(seed)
    for place in (*THREE, ("sinks",)):
        rig.start(*place)
    stop = Stop(at_us=START_US + HOUR_US)
    floor = KafkaFloor(rig, seed, stop, rate=max(1, EVENTS_AN_HOUR // (SECONDS_A_FAULT * count)))
    playing = threading.Thread(target=floor.play, name="floor")
    playing.start()
    for moment in sorted(rng.randrange(EVENTS_AN_HOUR) for _ in range(count)):
        while playing.is_alive() and floor.house.recorded < moment:
            rig.supervise()
            playing.join(0.1)
        if floor.failed is None and not playing.is_alive():
            raise NotSettled(f"the hour was over after {floor.house.recorded} events: a fault came too late")
        _fault(rig, rng)
    while playing.is_alive():
        rig.supervise()
        playing.join(0.5)
    rig.wait()
    wrong = floor.problems()
    if wrong:
        raise NotSettled(f"{wrong[:5]}\n{rig.worker_logs()}")


def _fault(rig: Rig, rng: random.Random) -> None:
    place = rng.choice(THREE)
    worker = rig.running(*place)
    if rng.randrange(3):
        worker.kill()
        rig.start(*place)
    else:
        worker.pause()
        time.sleep(rng.choice((1, SESSION_S / 2, SESSION_S + 4)))
        worker.resume()


RUNS = {
    "floor-clean": clean,
    "floor-findings": findings,
    "floor-findings-clean": findings_clean,
    "floor-luck": luck,
    "floor-workers": in_full("floor-workers", kill_and_pause_workers, 50, partitions=8),
}
