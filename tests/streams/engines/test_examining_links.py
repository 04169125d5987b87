"""The link fold on an engine: an embedded instance finds what the pure fold of its `meters` finds."""

from __future__ import annotations

import pytest

from events.envelope import decode, encode
from events.topics import FINDINGS, METERS
from projections.examining.check_list import EXAMINER, OF_LINKS
from projections.examining.links.link_partition import LinksExaminer, links_examined_to
from projections.records import Output
from streams.engines import embedded as embedded_engine
from streams.engines.embedded import Embedded
from streams.log import seal_bytes
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.examine_again import ends_to_examine, examine_again
from streams.sqlite.file import LOG_FILE
from tests.projections.examining.links.told_link import erring_links

VALUES = erring_links(links=3, rounds=4)
STREAMS = {f"finding:meter:L{number}" for number in (1, 2, 3)}
A_LINK = ["T24", "A17", "A15", "A17", "A17", "A15", "A17", "A23"]
"""The other table's unit; each slip again, every second payment a dollar short; the last award unpaid."""


def found(log) -> list[Output]:
    """What was found at links, repeats left out."""
    outputs = [Output(FINDINGS, record.key, record.value) for record in log.read(FINDINGS, 0, 0)]
    return list(dict.fromkeys(output for output in outputs if output.key in STREAMS))


def due(log) -> list[Output]:
    examiner = LinksExaminer()
    return [output for record in log.read(METERS, 0, 0) for output in examiner.step(record)]


def feed(instance: Embedded, values: list[bytes]) -> None:
    instance.log.append([seal_bytes(value) for value in values])


@pytest.mark.parametrize("batch", [1, 13, 1_000])
def test_an_embedded_instance_finds_the_same_however_it_is_fed_and_reopened(tmp_path, batch):
    for start in range(0, len(VALUES), batch):
        with Embedded(tmp_path) as instance:
            feed(instance, VALUES[start : start + batch])
            instance.process()
    with Embedded(tmp_path) as instance:
        assert found(instance.log) == due(instance.log)
        assert {output.key for output in due(instance.log)} == STREAMS
        state = instance.log.load_state(EXAMINER + OF_LINKS)
        assert links_examined_to(state) == instance.log.end(METERS, 0)
        rows = instance.store.rows(
            "SELECT id, \"table\" FROM findings WHERE stream = 'meter:L2' ORDER BY seq"
        )
        assert [row["id"] for row in rows] == A_LINK
        assert [row["table"] for row in rows] == ["B2", *["A2"] * (len(A_LINK) - 1)]


def test_records_caught_up_in_bulk_are_examined(tmp_path, monkeypatch):
    monkeypatch.setattr(embedded_engine, "BULK_FROM", 10)
    with Embedded(tmp_path) as instance:
        feed(instance, VALUES)
        instance.catch_up()
        assert found(instance.log) == due(instance.log) != []


def test_without_its_state_it_finds_the_same_again_and_each_is_a_row_once(tmp_path):
    with Embedded(tmp_path) as instance:
        feed(instance, VALUES[:60])
        instance.process()
        instance.log.commit_processed([], {EXAMINER + OF_LINKS: b"of another release"})
    with Embedded(tmp_path) as instance:
        feed(instance, VALUES[60:])
        instance.process()
        assert found(instance.log) == due(instance.log)
        (rows,) = instance.store.rows("SELECT count(*) AS rows FROM findings WHERE stream LIKE 'meter:%'")
        assert rows["rows"] == len(due(instance.log))


def test_what_was_found_at_links_is_found_again_and_what_would_not_be_is_named(tmp_path):
    with Embedded(tmp_path) as instance:
        feed(instance, VALUES)
        instance.process()
        source = SqliteSource(tmp_path / LOG_FILE)
        assert examine_again(source, ends_to_examine(source)) == ([], [], [])
        (first, *_) = [output for output in found(instance.log) if output.key == "finding:meter:L1"]
        forged = decode(first.value)
        instance.log.commit_processed(
            [Output(FINDINGS, first.key, encode(forged._replace(seq=99, prev=bytes(31) + b"1")))], {}
        )
        (problem, *_) = examine_again(source, ends_to_examine(source)).otherwise
    assert "finding:meter:L1" in problem.place


def test_what_is_not_examined_yet_is_to_come(tmp_path):
    with Embedded(tmp_path) as instance:
        feed(instance, VALUES)
        instance.process()
        source = SqliteSource(tmp_path / LOG_FILE)
        ends = {place: 0 if place[0] == FINDINGS else end for place, end in ends_to_examine(source).items()}
        again = examine_again(source, ends)
    assert again.otherwise == []
    assert {note.place for note in again.to_come} >= STREAMS
