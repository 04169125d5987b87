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
from collections.abc import Iterator
from itertools import count as numbers
from pathlib import Path
from typing import Any

from floor.life import Stop
from floor.night import HOUR_US
from floor.plan import START_US
from floor.play.registry import all_plays
from floor.trouble.erring import Rates
from floor.trouble.mistakes import MISTAKES
from tests.faults.kafka import in_full
from tests.floor.clean import wrong_in
from tests.floor.findings_clean import examined
from tests.floor.findings_planted import LUCKY, NOT_YET, Erred, erred, opened
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
    made, wrong = 0, 0
    for game in all_plays():
        each = min(ROUNDS_AT_ONCE, -(-rounds // TABLES))
        for portion in range(-(-rounds // (TABLES * each))):
            floor = examined(game, seed=seed + portion, tables=TABLES, rounds=each)
            for found in floor.found:
                print(f"{game}, seed {seed + portion}: {found}", file=sys.stderr)
            wrong += len(floor.found)
            made += TABLES * each
    return _figures("floor-findings-clean", made, 0, wrong, seed)


def findings(count: int | None = None) -> dict[str, Any]:
    """A day with every mistake planted: `runs` are tables, `faults` what was planted, `lost` what was not
    found or, on a whole floor, never planted, `wrong` what was found beside it."""
    tables, seed = count or DAY_TABLES, random.randrange(1_000_000)
    made, lost, wrong = 0, 0, 0
    never = {each.kind for each in MISTAKES}
    for name, night in _nights(seed, tables):
        missed, beside = night.differences()
        for named in missed:
            print(f"{name}: planted and not found: {named}", file=sys.stderr)
        for named in beside:
            print(f"{name}: found and not planted: {named}", file=sys.stderr)
        made += len(night.planted)
        lost += missed.total()
        wrong += beside.total()
        never -= {planted.kind for planted in night.planted}
        print(f"{name}: {len(night.planted)} planted, {len(night.found)} found", file=sys.stderr)
    print(f"never planted: {sorted(never)}", file=sys.stderr)
    print(f"not examined yet: {NOT_YET}", file=sys.stderr)
    lost += len(never) if tables >= DAY_TABLES else 0
    return _figures("floor-findings", tables, made, wrong, seed) | {"lost": lost}


def _nights(seed: int, tables: int) -> Iterator[tuple[str, Erred]]:
    """Tables that open wrongly, then the day, some tables of it at once. Every second floor is lucky, or
    nobody would win a meter."""
    yield f"openings, seed {seed}", opened(seed, tables_each=30)
    stop = Stop(at_us=START_US + 24 * HOUR_US)
    for portion in range(-(-tables // AT_ONCE)):
        own = seed + portion
        hands = LUCKY if portion % 2 else None
        yield (
            f"seed {own}",
            erred(seed=own, tables=AT_ONCE, stop=stop, rates=DAY_RATES, hands=hands, shares=2),
        )


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
