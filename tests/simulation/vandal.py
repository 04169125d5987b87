"""Stale recorders, and bytes that nobody of ours wrote: what the processors must quarantine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgpack

from events.body import parse_body
from events.envelope import event_hash
from events.topics import EVENTS, LINKS, METERS
from events.vocabulary.legs import WagerLeg
from events.vocabulary.progressive import BetsClosed
from tests.scenario import Desk
from tests.scenario_table import TableDesk
from tests.simulation.floor import Floor


def vandal(floor: Floor, desk: Desk) -> Iterator[None]:
    """Some tricks over the day, and at its end bytes in topics that only processors write to."""
    rng = floor.rng
    for _ in range(rng.randint(1, 7)):
        for _ in range(rng.randrange(10)):
            yield
        rng.choice(_TRICKS)(floor, desk)
        yield
    for topic in (LINKS, METERS):
        if rng.random() < 0.3:
            floor.oracle.malformed(floor.log.append(topic, rng.choice(floor.links), rng.randbytes(9)))
            floor.trace(f"floor: poison on {topic}")


def _fork(floor: Floor, _desk: Desk) -> None:
    if not floor.twins:
        return
    stale = floor.rng.choice(floor.twins)
    stream = floor.oracle.stream(stale.stream)
    if stream.halted or stale.seq >= stream.seq:
        return
    for _ in range(floor.rng.randint(1, 4)):
        if isinstance(stale, TableDesk) and floor.rng.random() < 0.6:
            floor.append(stale.stream, stale.closes_bets({"L0": {1: 100_000}}))
        else:
            floor.append(stale.stream, stale.notes("stale"))


def _poison(floor: Floor, _desk: Desk) -> None:
    rng = floor.rng
    key = rng.choice(floor.desks).stream
    floor.oracle.malformed(floor.log.append(EVENTS, key, rng.randbytes(rng.randrange(40))))
    floor.trace(f"floor: poison under {key}")


def _wrong_key(floor: Floor, desk: Desk) -> None:
    other = floor.rng.choice(floor.desks)
    if other.recorded:
        floor.oracle.malformed(floor.log.append(EVENTS, desk.stream, other.recorded[-1]))
        floor.trace(f"floor: {other.stream} under the key {desk.stream}")


def _bad_body(floor: Floor, _desk: Desk) -> None:
    """A leg that no keeper could read: its event counts, its leg is put aside."""
    table = floor.rng.choice(floor.desks)
    if floor.rng.random() < 0.5:
        value = table.records_raw("bets_closed", 1, msgpack.packb({"legs": 3}))
    else:
        value = table.records(BetsClosed(legs=(WagerLeg(link="L0", leg=0, wagers=()),)))
    floor.oracle.bad_bodies.add(event_hash(value))
    floor.put(table, value)


def _off_table(floor: Floor, desk: Desk) -> None:
    value = desk.records(BetsClosed(legs=(WagerLeg(link="L0", leg=1, wagers=()),)))
    floor.oracle.bad_bodies.add(event_hash(value))
    floor.put(desk, value)


def _false_transfer(floor: Floor, desk: Desk) -> None:
    """Money that never left anywhere, written by somebody who is not a keeper, at a desk."""
    said = {"decider": 2, "source_stream": "link:L1", "source_seq": 2, "balances": (), "signed_by": ()}
    money = {"meter": "major", "account": "primary", "to_link": "L0", "to_meter": "major", "amount_mc": 9_000}
    value = desk.records(parse_body("transfer_sent", {**said, **money, "leg": 1, "reason": "mine"}))
    floor.oracle.bad_bodies.add(event_hash(value))
    floor.put(desk, value)


_TRICKS: tuple[Callable[[Any, Desk], None], ...] = (
    _fork,
    _fork,
    _poison,
    _wrong_key,
    _bad_body,
    _off_table,
    _false_transfer,
)
