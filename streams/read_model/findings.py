"""Findings, for now by examining the tables' streams when they are asked for: the same on both logs.

Whoever asks needs to know nothing of that: an index in the read model can take the place of `find`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from events.envelope import Event
from events.topics import EVENTS
from projections.examining.examiner import TableExaminer
from projections.examining.finding import Finding, by_weight
from projections.records import Record
from projections.routing.chain import Chains, Verdict
from streams.log import Log


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which findings are asked for; None is any."""

    table: str | None = None
    day: str | None = None
    round: str | None = None
    section: str | None = None
    severity: str | None = None
    mode: str | None = None

    def takes(self, finding: Finding) -> bool:
        """Whether a finding is among them; a section stands for its subsections too."""
        exact = (
            (self.table, finding.table),
            (self.day, finding.gaming_day),
            (self.round, finding.round),
            (self.severity, finding.severity),
            (self.mode, finding.mode),
        )
        if any(asked is not None and asked != has for asked, has in exact):
            return False
        return self.section is None or _within(finding.section, self.section)


def _within(section: str | None, asked: str) -> bool:
    if section is None or not section.startswith(asked):
        return False
    return section[len(asked) :][:1] in ("", "(", ".")


def find(log: Log, wanted: Wanted) -> list[Finding]:
    """The findings that are asked for, those first that weigh most."""
    found: list[Finding] = []
    for partition in range(log.partitions(EVENTS)):
        examiners: dict[str, TableExaminer] = {}
        for event in _counted(log, partition, wanted.table):
            examiner = examiners.get(event.stream)
            if examiner is None:
                examiner = examiners[event.stream] = TableExaminer()
            found += filter(wanted.takes, examiner.take(event))
    return sorted(found, key=by_weight)


def _counted(log: Log, partition: int, table: str | None) -> Iterator[Event]:
    """The events of tables that count by the chain rule; behind a gap those since two people resumed it."""
    chains = Chains()
    for record in log.read(EVENTS, partition, 0):
        if not _of_table(record, table):
            continue
        judged = chains.judge(record.offset, record.key, record.value)
        if judged.verdict is Verdict.NEXT and judged.event is not None:
            yield judged.event
        if judged.replay_from is None:
            continue
        for again in log.read(EVENTS, partition, judged.replay_from, record.offset + 1):
            if again.key == record.key:
                replayed = chains.replay(again.offset, again.key or "", again.value)
                if replayed.verdict is Verdict.NEXT and replayed.event is not None:
                    yield replayed.event


def _of_table(record: Record, table: str | None) -> bool:
    kind, _, name = (record.key or "").partition(":")
    return kind == "table" and table in (None, name)
