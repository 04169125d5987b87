"""What is found on a floor with every mistake planted is the same on every engine, byte for byte.

`make faults NAME=floor-findings-engines [COUNT=tables]`: an embedded instance finds what was planted and
nothing else; `rebuild` finds it again; on Kafka it is found while router, keeper and examiners are killed.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from events.topics import FINDINGS
from floor.life import Stop
from floor.night import HOUR_US
from floor.plan import START_US
from projections.examining.issuing import read_issued
from projections.records import Record
from streams.engines.embedded import Embedded
from streams.log import Sealed
from tests.console.calling import pitledger
from tests.faults.floor import DAY_RATES
from tests.floor.findings_planted import LUCKY, Erred, differences, erred
from tests.kafka_broker import Broker
from tests.rig import NotSettled, Rig

TABLES, TABLES_A_KILL = 200, 10
PARTITIONS = 8
PLACES = (("router", "a"), ("keeper", "a"), ("examiner", "a"), ("examiner", "b"))
"""Those that findings follow from; of the examiners one takes over from the other."""
SECONDS_A_KILL = 6
AT_ONCE = 20_000
STANDS_STILL_S = 300
"""So long nothing may be found before what is due: then a worker hangs."""

Found = dict[str, list[bytes]]
"""Findings by stream."""


def engines(count: int | None = None) -> dict[str, Any]:
    """An hour of so many tables: `faults` is what was planted, `lost` what was not found, `wrong` what was
    found beside it, or otherwise on another engine; `doubled` are streams with two findings of one number."""
    tables, seed = count or TABLES, random.randrange(1_000_000)
    events: list[Sealed] = []
    night = _night(seed, tables, events)
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        found = _embedded(Path(folder) / "embedded", events, problems)
        lost, beside = differences(night.planted, _findings(found))
        problems += [f"found and not planted: {named}" for named in beside.elements()]
        for named in lost.elements():
            print(f"seed {seed}: planted and not found: {named}", file=sys.stderr)
        doubled = _on_kafka(Path(folder), events, found, seed, problems)
    for text in problems:
        print(f"seed {seed}: {text}", file=sys.stderr)
    print(f"{len(events):,} events, {sum(map(len, found.values())):,} findings on {len(found)} streams")
    return {
        "name": "floor-findings-engines",
        "runs": tables,
        "faults": len(night.planted),
        "lost": lost.total(),
        "doubled": doubled,
        "wrong": len(problems),
        "seed": seed,
    }


def _night(seed: int, tables: int, events: list[Sealed]) -> Erred:
    """An hour with a link for each table: tables that share one have their places in `links` in another order
    on Kafka, and so other awards (docs/explanation/same-across-engines.md)."""
    return erred(
        seed=seed,
        tables=tables,
        stop=Stop(at_us=START_US + HOUR_US),
        rates=DAY_RATES,
        hands=LUCKY,
        shares=2,
        tables_a_link=1,
        keep=events.extend,
    )


def _embedded(data: Path, events: list[Sealed], problems: list[str]) -> Found:
    """What an embedded instance finds, portion by portion; `rebuild` must find it again."""
    found: Found = {}
    for start in range(0, len(events), AT_ONCE):
        with Embedded(data) as instance:
            instance.log.append(events[start : start + AT_ONCE])
            instance.process(models=False)
    with Embedded(data) as instance:
        instance.catch_up()
        for record in instance.log.read(FINDINGS, 0, 0):
            found.setdefault(record.key, []).append(record.value)
    again = pitledger("rebuild", "--data", data, "--json", "--processes", 1)
    if again.code or not again.document["same"]:
        problems.append(f"rebuild finds otherwise: {again.document['found_otherwise'][:5]}")
    return found


def _findings(found: Found) -> Iterator[Any]:
    for stream, values in found.items():
        for offset, value in enumerate(values):
            yield read_issued(Record(FINDINGS, 0, offset, stream, value)).finding


def _on_kafka(folder: Path, events: list[Sealed], due: Found, seed: int, problems: list[str]) -> int:
    """Feed the events to Kafka while workers are killed, and compare what is found there."""
    prefix = f"faults-{uuid.uuid4().hex[:8]}-"
    with Broker() as broker, Rig(broker.bootstrap, prefix, folder / "kafka", PARTITIONS) as rig:
        first = [event for event in events if not event.stream.startswith("table:")]
        rest = [event for event in events if event.stream.startswith("table:")]
        for place in PLACES:
            rig.start(*place)
        rig.feed(first)
        rig.wait(sinks=False)
        rng = random.Random(seed)
        kills = max(len(PLACES), len(due) // TABLES_A_KILL)
        feeder = rig.feed_slowly(rest, kills * SECONDS_A_KILL)
        for turn in range(kills):
            time.sleep(rng.uniform(1, 2 * SECONDS_A_KILL - 1))
            place = PLACES[turn % len(PLACES)]
            rig.running(*place).kill()
            rig.start(*place)
        feeder.join()
        _until_found(rig, sum(map(len, due.values())))
        rig.wait(sinks=False)
        found = rig.findings()
    streams = sorted(due.keys() | found.keys())
    problems += [f"{each}: found otherwise on Kafka" for each in streams if due.get(each) != found.get(each)]
    return sum(len(found.get(each, ())) > len(due.get(each, ())) for each in streams)


def _until_found(rig: Rig, due: int) -> None:
    """Wait until as much is found as is due: the whole log is judged after that, not every moment."""
    found, since = 0, time.monotonic()
    while found < due:
        rig.supervise()
        now = sum(rig.source.end(FINDINGS, partition) for partition in range(rig.partitions))
        if now > found:
            found, since = now, time.monotonic()
        elif time.monotonic() - since > STANDS_STILL_S:
            raise NotSettled(f"{found} findings of {due}\n{rig.worker_logs()}")
        time.sleep(1)


RUNS = {"floor-findings-engines": engines}
