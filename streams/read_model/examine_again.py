"""The events of a log, and what keepers decided, examined again, in bulk, and what is found compared with the
topic `findings`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from events.topics import EVENTS, FINDINGS, METERS
from projections.checking.findings import FindingsAgreement
from projections.checking.problems import Note, Problem
from projections.examining.links.link_partition import LinksExaminer
from projections.examining.partition import Examiner
from projections.records import Record
from streams.read_model.bulk_sources import BulkSource

AT_ONCE = 10_000
"""Records that are examined together."""


class ExaminedAgain(NamedTuple):
    """What no examiner wrote, what is there and would be found otherwise, and what is still to come."""

    foreign: list[Problem]
    otherwise: list[Problem]
    to_come: list[Note]


def ends_to_examine(source: BulkSource) -> dict[tuple[str, int], int]:
    """Where the topics end now. Findings first: beside a running examiner some may be missing then, but none
    is of an event that is not looked at."""
    return {
        (topic, partition): source.end(topic, partition)
        for topic in (FINDINGS, METERS, EVENTS)
        for partition in range(source.partitions(topic))
    }


def examine_again(source: BulkSource, ends: Mapping[tuple[str, int], int]) -> ExaminedAgain:
    """Find everything again and compare; in whatever process runs this."""
    agreement = FindingsAgreement()
    for (topic, partition), end in ends.items():
        if topic == EVENTS:
            _examine(source, partition, end, agreement)
        elif topic == METERS:
            links = LinksExaminer()
            for record in source.records(METERS, partition, 0, end):
                agreement.found_again(links.step(record))
    for (topic, partition), end in ends.items():
        if topic == FINDINGS:
            for record in source.records(FINDINGS, partition, 0, end):
                agreement.finding(record)
    return ExaminedAgain(agreement.foreign, list(agreement.otherwise()), list(agreement.to_come()))


def _examine(source: BulkSource, partition: int, end: int, agreement: FindingsAgreement) -> None:
    examiner, waiting = Examiner(), list[Record]()
    for record in source.records(EVENTS, partition, 0, end):
        waiting.append(record)
        if len(waiting) == AT_ONCE or record.offset == end - 1:
            _take(source, examiner, waiting, agreement)
            waiting = []


def _take(
    source: BulkSource, examiner: Examiner, records: list[Record], agreement: FindingsAgreement
) -> None:
    for record, step in examiner.steps(records):
        agreement.found_again(step.outputs)
        if step.replay_from is not None:
            earlier = source.records(EVENTS, record.partition, step.replay_from, record.offset + 1)
            for again in earlier:
                if again.key == record.key:
                    agreement.found_again(examiner.replay(again).outputs)
