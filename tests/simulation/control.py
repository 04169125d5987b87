"""Links of the simulated floor: opened, closed, adjusted, emptied into each other, their days closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgpack

from events.vocabulary.links import Account
from tests.projections.judging import terms
from tests.scenario import SEVEN_CARDS, SIGNED, SIX_CARDS, UNIT_MC, LinkDesk
from tests.simulation.floor import Actor, Floor


def control(floor: Floor, desk: LinkDesk) -> Actor:
    """One link, from its opening on."""
    rng = floor.rng
    if floor.late_opening:
        for _ in range(rng.randrange(12)):
            yield
    given = _terms(floor)
    floor.append(desk.stream, desk.opens(**given))
    floor.opened.add(desk.owner)
    yield
    while rng.random() < 0.8:
        for _ in range(rng.randrange(8)):
            yield
        yield from rng.choice(_DEEDS)(floor, desk, given)
        yield from floor.resume(desk)


def _terms(floor: Floor) -> dict[str, Any]:
    """One meter or two, seldom far from their limit."""
    rng = floor.rng
    meters = {}
    for name in ("major", "minor")[: rng.randint(1, 2)]:
        seed, reseed = rng.randrange(10_000_000), rng.choice((0, rng.randrange(1_000_000)))
        limit = rng.choice((0, 0, max(seed, reseed) + rng.randrange(1, 1_000_000)))
        meters[name] = (seed, reseed, rng.randrange(1, 2_500), rng.choice((0, rng.randrange(1, 900))), limit)
    awards = ((SEVEN_CARDS, min(meters), 10_000), (SIX_CARDS, max(meters), 1_000))
    return terms(meters, awards, guard_mc=rng.choice((0, 4 * UNIT_MC)))


def _closed_and_opened(floor: Floor, desk: LinkDesk, given: dict[str, Any]) -> Actor:
    """Out of play and in again, with another guard; some try it while the link is live."""
    rng = floor.rng
    if rng.random() < floor.mishaps:
        floor.put(desk, desk.records_raw("link_opened", 1, msgpack.packb({"meters": 1})))
        yield
    if rng.random() < 0.8:
        floor.put(desk, desk.closes())
        yield
    if rng.random() < 0.4:
        given["guard_mc"] = rng.choice((0, 3 * UNIT_MC, 4 * UNIT_MC))
        floor.put(desk, desk.changes_terms(**given))
        yield
    floor.put(desk, desk.opens(**given))
    yield


def _adjusted(floor: Floor, desk: LinkDesk, _given: dict[str, Any]) -> Actor:
    rng = floor.rng
    meter, account = _place(floor, desk.owner)
    amount = rng.choice((1, -1)) * rng.randrange(1, 300_000)
    floor.put(desk, desk.adjusts(amount, meter, account, signed=SIGNED if rng.random() < 0.9 else SIGNED[:1]))
    yield


def _sent(floor: Floor, desk: LinkDesk, _given: dict[str, Any]) -> Actor:
    """Some of a meter goes to another link, in several parts; where that has no such meter it comes back."""
    rng = floor.rng
    others = [link for link in (*floor.links, "L9") if link != desk.owner or rng.random() < 0.1]
    other = rng.choice(others)
    for _ in range(rng.randint(1, 6)):
        meter, account = _place(floor, desk.owner)
        there = rng.choice(("major", "major", "minor"))
        floor.put(desk, desk.transfers(rng.randrange(1, 200_000), other, there, meter, account))
        yield


def _emptied(floor: Floor, desk: LinkDesk, given: dict[str, Any]) -> Actor:
    """All that is on display goes to another link; the link is closed and, if it is empty, given up."""
    others = [link for link in floor.links if link != desk.owner]
    if not others:
        return
    floor.put(desk, desk.closes())
    yield
    for meter, balance in sorted(floor.balances.get(desk.owner, {}).items()):
        for account in ("primary", "reserve"):
            amount = balance[f"{account}_mc"]
            if amount:
                there = {"meter": meter, "to_meter": "major", "account": account}
                floor.put(desk, desk.transfers(amount, floor.rng.choice(others), **there))
                yield
    for _ in range(floor.rng.randrange(12)):
        yield
    floor.put(desk, desk.retires())
    yield
    if floor.rng.random() < 0.7:
        floor.put(desk, desk.opens(**given))
        yield


def _day_closed(floor: Floor, desk: LinkDesk, _given: dict[str, Any]) -> Actor:
    """Two people close a day without the tables that are cut off, or without any."""
    rng = floor.rng
    silent = [stream.partition(":")[2] for stream in floor.silent]
    missing = silent if rng.random() < 0.3 else [table.owner for table in floor.desks]
    desk.day = max(table.day for table in floor.desks)
    day = rng.choice(floor.desks).day
    floor.put(desk, desk.closes_day(day, missing, signed=SIGNED if rng.random() < 0.9 else ()))
    yield


def _place(floor: Floor, link: str) -> tuple[str, Account]:
    """A meter, as a rule one that the link has, and one of its two accounts."""
    rng = floor.rng
    known = sorted(floor.balances.get(link, {})) or ["major"]
    return rng.choice([*known, *known, "nobody"]), rng.choice(("primary", "primary", "reserve"))


_DEEDS: tuple[Callable[[Any, LinkDesk, dict[str, Any]], Actor], ...] = (
    _closed_and_opened,
    _adjusted,
    _sent,
    _sent,
    _emptied,
    _day_closed,
    _day_closed,
)
"""What is done to a link, each as often as it is listed."""
