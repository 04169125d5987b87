"""Who follows findings stays through an outage: it is told once, and each finding comes once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from events.topics import FINDINGS
from projections.examining.issuing import read_issued
from projections.records import Record
from streams.engines.embedded import Embedded
from streams.errors import Trouble
from streams.log import seal_bytes
from streams.read_model import findings
from streams.read_model.findings import FindingsToCome
from tests.projections.examining.chained import erring_floor


class BadLine:
    """A log behind a line that breaks: now when it is asked for the end, now in the middle of a range."""

    def __init__(self, embedded: Embedded) -> None:
        self._log = embedded.log
        self.calls = 0

    def partitions(self, topic: str) -> int:
        return self._log.partitions(topic)

    def end(self, topic: str, partition: int) -> int:
        self.calls += 1
        if self.calls in (2, 3, 4):
            raise Trouble("no broker answers")
        return self._log.end(topic, partition)

    def read(self, topic: str, partition: int, start: int, stop: int) -> Iterator[Record]:
        for number, record in enumerate(self._log.read(topic, partition, start, stop)):
            if number == 2:
                raise Trouble("the line broke")
            yield record


@pytest.fixture
def instance(tmp_path: Path) -> Iterator[Embedded]:
    with Embedded(tmp_path) as embedded:
        yield embedded


def test_an_outage_is_told_once_and_loses_and_doubles_nothing(instance, monkeypatch):
    monkeypatch.setattr(findings, "LOOK_EVERY_S", 0)
    instance.process()
    line = BadLine(instance)
    to_come = FindingsToCome(instance.store, line)
    instance.log.append([seal_bytes(value) for value in erring_floor(tables=2, rounds=3)])
    instance.process()
    records = instance.log.read(FINDINGS, 0, 0, instance.log.end(FINDINGS, 0))
    due = [read_issued(record).finding for record in records]
    told: list[str] = []

    came = list(islice(to_come.follow(lambda trouble: told.append(str(trouble))), len(due)))

    assert len(due) > 4
    assert came == due
    assert told[:1] == ["the line broke"]
    assert "no broker answers" not in told, "it is the same outage"
