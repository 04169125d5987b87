"""Every invariant of a log and its read model, checked from the log alone.

It reads everything once a topic and reports what does not hold; it changes nothing. The judges are the pure
folds: what Faust, SQLite or a crash did on the way does not matter here.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from events.body import decode_body
from events.envelope import read_header
from events.errors import MalformedEvent
from events.topics import EVENTS, LINKS, METERS, QUARANTINE
from projections.checking.agreement import LinksAgreement, MetersAgreement, MoneyAgreement, Problem
from projections.records import Output, Quarantined, Record, read_quarantined
from streams.read_model.rebuild import BulkSource, build
from streams.read_model.store import ReadStore

Progress = Callable[[str, int], None]
Place = tuple[str, int, int]
"""Topic, partition and offset."""
_EVERY = 10_000


def check_log(source: BulkSource, progress: Progress) -> Iterator[Problem]:
    """Chains and bodies of `events`, then that `links` and `meters` follow from them, then the money.

    `meters` is read twice: which version of the decider wrote each record must be known before they are
    decided again.

    What follows is read up to an earlier moment than what it follows from: beside running workers something
    may still be missing, but nothing looks decided otherwise.
    """
    ends = {
        (topic, partition): source.end(topic, partition)
        for topic in (QUARANTINE, METERS, LINKS, EVENTS)
        for partition in range(source.partitions(topic))
    }
    links, meters, money = LinksAgreement(), MetersAgreement(), MoneyAgreement()
    due_aside: dict[Place, Problem] = {}
    for record in _records(source, EVENTS, ends, progress):
        yield from _check_event(source, record, links, due_aside)
    for record in _records(source, METERS, ends, progress):
        meters.learn(record)
    for record in _records(source, LINKS, ends, progress):
        outputs = meters.link(record)
        links.expect(outputs)
        for aside in _asides(outputs):
            due_aside[_place(aside)] = _problem("links", aside)
        links.link(record)
    for record in _records(source, METERS, ends, progress):
        meters.meter(record)
        money.meter(record)
    yield from links.problems()
    yield from meters.problems()
    yield from money.problems()
    for record in _records(source, QUARANTINE, ends, progress):
        aside = read_quarantined(record.value)
        due_aside.pop(_place(aside), None)
        yield _problem("quarantine", aside)
    yield from _first_of_each_stream(due_aside.values())


def _check_event(
    source: BulkSource, record: Record, links: LinksAgreement, due_aside: dict[Place, Problem]
) -> Iterator[Problem]:
    """One event: its body if it counts, else that it is to be put aside."""
    step = links.event(record)
    outputs = list(step.outputs)
    if step.replay_from is not None:
        for earlier in _of_stream(source, record, step.replay_from):
            outputs += links.replay(earlier).outputs
    asides = _asides(outputs)
    for aside in asides:
        due_aside[_place(aside)] = _problem("chain", aside)
    if not asides:
        event = read_header(record.value)
        try:
            decode_body(event)
        except MalformedEvent as error:
            yield Problem("body", f"{event.stream}#{event.seq}", str(error))


def _asides(outputs: Iterable[Output]) -> list[Quarantined]:
    """What must stand in quarantine."""
    return [read_quarantined(output.value) for output in outputs if output.topic == QUARANTINE]


def _place(aside: Quarantined) -> Place:
    return aside.topic, aside.partition, aside.offset


def _first_of_each_stream(problems: Iterable[Problem]) -> Iterator[Problem]:
    """After the first event that was changed behind our back all later ones of its stream are astray."""
    told = set()
    for problem in problems:
        stream = problem.place.rpartition("(")[2]
        if stream not in told:
            told.add(stream)
            yield problem


def _of_stream(source: BulkSource, record: Record, start: int) -> Iterator[Record]:
    for earlier in source.records(EVENTS, record.partition, start, record.offset + 1):
        if earlier.key == record.key:
            yield earlier


def _records(
    source: BulkSource, topic: str, ends: Mapping[tuple[str, int], int], progress: Progress
) -> Iterator[Record]:
    for partition in range(source.partitions(topic)):
        for record in source.records(topic, partition, 0, ends[topic, partition]):
            if record.offset % _EVERY == 0:
                progress(topic, record.offset)
            yield record


def _problem(check: str, aside: Quarantined) -> Problem:
    place = f"{aside.topic} {aside.partition}:{aside.offset} ({aside.key})"
    return Problem(check, place, f"{aside.reason}: {aside.detail}")


def check_read_model(source: BulkSource, store: ReadStore, progress: Progress) -> Iterator[Problem]:
    """The read model equals one that is built anew up to the same positions."""
    with store.at_one_moment():
        positions, digest = store.positions(), store.digest()
    with tempfile.TemporaryDirectory() as directory:
        fresh = ReadStore(Path(directory) / "fresh.sqlite", durable=False)
        try:
            build(source, fresh, positions, lambda done, _total: progress("read model", done))
            if fresh.digest() != digest:
                detail = "its rows differ from a fresh build at the same positions: run `pitledger rebuild`"
                yield Problem("read model", str(store.path), detail)
        finally:
            fresh.close()
