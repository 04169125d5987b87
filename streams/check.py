"""Every invariant of a log and its read model, checked from the log alone.

It reads everything once a topic and reports what does not hold; it changes nothing. The judges are the pure
folds: what Faust, SQLite or a crash did on the way does not matter here.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from events.body import decode_body
from events.errors import MalformedEvent
from events.topics import EVENTS, LINKS, METERS, QUARANTINE
from projections.agreement import LinksAgreement, MetersAgreement, MoneyAgreement, Problem
from projections.chain import Chains, Verdict
from projections.outputs import Source, read_quarantined
from streams.read_store import ReadStore
from streams.rebuild import BulkSource, build

Progress = Callable[[str, int], None]
_EVERY = 10_000


def check_log(source: BulkSource, progress: Progress) -> Iterator[Problem]:
    """Chains and bodies of `events`, then that `links` and `meters` follow from them, then the money."""
    links, meters, money = LinksAgreement(), MetersAgreement(), MoneyAgreement()
    for partition in range(source.partitions(EVENTS)):
        yield from _check_events(source, partition, links, progress)
    for record in _records(source, LINKS, progress):
        links.link(record)
        meters.link(record)
        money.control(record)
    for record in _records(source, METERS, progress):
        meters.meter(record)
        money.meter(record)
    yield from links.problems()
    yield from meters.problems()
    yield from money.problems()
    for record in _records(source, QUARANTINE, progress):
        yield _put_aside(record)


def _check_events(
    source: BulkSource, partition: int, links: LinksAgreement, progress: Progress
) -> Iterator[Problem]:
    chains = Chains()
    stop = source.end(EVENTS, partition)
    for record in source.sources(EVENTS, partition, 0, stop):
        if record.offset % _EVERY == 0:
            progress(EVENTS, record.offset)
        judged = chains.judge(record.offset, record.key, record.value)
        if judged.verdict is Verdict.NEXT and judged.event is not None:
            try:
                decode_body(judged.event)
            except MalformedEvent as error:
                yield Problem("body", f"{judged.event.stream}#{judged.event.seq}", str(error))
        elif judged.verdict is Verdict.GAP and judged.event is not None:
            yield Problem("chain", judged.event.stream, f"{judged.detail} at offset {record.offset}")
        if judged.replay_from >= 0:
            for earlier in _of_stream(source, record, judged.replay_from):
                chains.replay(earlier.offset, earlier.key, earlier.value)
        step = links.event(record)
        if step.replay_from >= 0:
            for earlier in _of_stream(source, record, step.replay_from):
                links.replay(earlier)


def _of_stream(source: BulkSource, record: Source, start: int) -> Iterator[Source]:
    for earlier in source.sources(EVENTS, record.partition, start, record.offset + 1):
        if earlier.key == record.key:
            yield earlier


def _records(source: BulkSource, topic: str, progress: Progress) -> Iterator[Source]:
    for partition in range(source.partitions(topic)):
        for record in source.sources(topic, partition, 0, source.end(topic, partition)):
            if record.offset % _EVERY == 0:
                progress(topic, record.offset)
            yield record


def _put_aside(record: Source) -> Problem:
    fields = read_quarantined(record.value)
    place = f"{fields['topic']} {fields['partition']}:{fields['offset']} ({fields['key']})"
    return Problem("quarantine", place, f"{fields['reason']}: {fields['detail']}")


def check_read_model(source: BulkSource, store: ReadStore, progress: Progress) -> Iterator[Problem]:
    """The read model equals one that is built anew up to the same positions."""
    with tempfile.TemporaryDirectory() as directory:
        fresh = ReadStore(Path(directory) / "fresh.sqlite", durable=False)
        try:
            build(source, fresh, store.positions(), lambda done, _total: progress("read model", done))
            if fresh.digest() != store.digest():
                detail = "its rows differ from a fresh build at the same positions: run `pitledger rebuild`"
                yield Problem("read model", str(store.path), detail)
        finally:
            fresh.close()
