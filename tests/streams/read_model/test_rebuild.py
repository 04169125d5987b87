"""The bulk reader gives what the live sinks give, on clean logs and on damaged ones."""

from __future__ import annotations

import random
from contextlib import closing
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.envelope import read_header
from events.errors import MalformedEvent
from events.topics import EVENTS, FINDINGS, LINKS, METERS, QUARANTINE
from events.vocabulary.desk import StreamResumed
from projections.read_model.bulk import fold_range
from projections.records import Chunk, Record
from streams.engines.embedded import Embedded
from streams.read_model import ranges, rebuild
from streams.read_model.bulk_sources import SqliteSource
from streams.read_model.rebuild import all_of, build
from streams.read_model.store import ReadStore
from streams.sqlite.file import LOG_FILE
from tests.traffic import Clock, Table, traffic


def quiet(_done: int, _total: int) -> None:
    """No progress is shown."""


@dataclass
class MemorySource:
    """A log of one partition a topic, in memory; keys are the streams by default."""

    events: list[bytes]
    keys: dict[int, str] = field(default_factory=dict)
    range_size: int = 100_000

    def partitions(self, _topic):
        return 1

    def end(self, topic, _partition):
        return len(self.events) if topic == EVENTS else 0

    def _key(self, offset):
        value = self.events[offset]
        try:
            return self.keys.get(offset) or read_header(value).stream
        except MalformedEvent:
            return "table:HCF-01"

    def chunks(self, _partition, start, stop):
        yield Chunk(start, [self._key(at).encode() for at in range(start, stop)], self.events[start:stop])

    def records(self, topic, partition, start, stop):
        for offset in range(start, stop):
            yield Record(topic, partition, offset, self._key(offset), self.events[offset])


def built(tmp_path, source, name, *, in_bulk, monkeypatch):
    """The digest and state of a model built from a source, in bulk or one record at a time."""
    store = ReadStore(tmp_path / f"{name}.sqlite", durable=False)
    with monkeypatch.context() as patch:
        if not in_bulk:
            patch.setattr(rebuild, "fold_task", lambda *_: None)
        build(source, store, all_of(source), quiet, processes=1)
    answer = store.digest(), store.position(EVENTS, 0)
    store.close()
    return answer


@pytest.fixture
def instance(tmp_path):
    with Embedded(tmp_path / "instance") as embedded:
        embedded.log.append(list(traffic(3_000, tables=5, links=2)))
        embedded.process()
        yield embedded


def test_a_model_built_anew_equals_the_live_one(instance, tmp_path):
    source = SqliteSource(instance.data / LOG_FILE)
    for processes in (1, 2):
        store = ReadStore(tmp_path / f"new{processes}.sqlite", durable=False)
        build(source, store, all_of(source), quiet, processes)
        assert store.digest() == instance.store.digest()
        assert store.positions() == instance.store.positions()
        for topic in (EVENTS, LINKS, METERS):
            assert store.position(topic, 0) == instance.store.position(topic, 0)
        store.close()


def test_ranges_in_other_processes_are_joined_in_order(instance, tmp_path, monkeypatch):
    monkeypatch.setattr(ranges, "IN_THIS_PROCESS_BELOW", 0)
    source = SqliteSource(instance.data / LOG_FILE, range_size=500)
    store = ReadStore(tmp_path / "new.sqlite", durable=False)
    seen = []
    build(source, store, all_of(source), lambda done, total: seen.append((done, total)), processes=2)
    assert store.digest() == instance.store.digest()
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1] == sum(all_of(source).values())
    store.close()


@pytest.mark.parametrize(
    ("start", "stop", "lengths"),
    [
        (0, 0, []),
        (9, 5, []),
        (0, 1, [1]),
        (3, 13, [10]),
        (0, 14, [14]),
        (0, 15, [7, 8]),
        (5, 36, [10, 10, 11]),
    ],
)
def test_ranges_are_even_and_leave_nothing_out(start, stop, lengths):
    pieces = ranges.ranges_of(2, start, stop, 10)
    assert [piece.high - piece.low for piece in pieces] == lengths
    covered = [offset for piece in pieces for offset in range(piece.low, piece.high)]
    assert covered == list(range(start, stop))
    assert {piece.partition for piece in pieces} <= {2}


def test_the_longest_partition_is_folded_first_so_that_no_process_is_idle_at_the_end(tmp_path):
    """Of what is missing: a long partition that is nearly done comes last."""
    ends = {0: 40, 1: 0, 2: 120, 3: 80}
    events = {
        number: [event.value for event in traffic(end, seed=number, floor=f"{number}-")][:end]
        for number, end in ends.items()
    }
    asked = []

    class Partitions(MemorySource):
        def chunks(self, partition, start, stop):
            asked.append((partition, start, stop))
            return MemorySource(events[partition]).chunks(0, start, stop)

    with closing(ReadStore(tmp_path / "new.sqlite", durable=False)) as store:
        build(Partitions([]), store, {(EVENTS, 2): 100}, quiet, processes=1)
        seen = []
        stops = {(EVENTS, number): end for number, end in ends.items()}
        build(Partitions([]), store, stops, lambda *done: seen.append(done), processes=1)
        assert asked == [(2, 0, 100), (3, 0, 80), (0, 0, 40), (2, 100, 120)]
        assert seen == [(180, 240), (220, 240), (240, 240)]
        assert store.positions() == {place: end for place, end in stops.items() if end}


def test_building_goes_on_from_where_a_model_is(instance, tmp_path):
    source = SqliteSource(instance.data / LOG_FILE)
    store = ReadStore(tmp_path / "new.sqlite", durable=False)
    build(source, store, {(EVENTS, 0): 1_234, (METERS, 0): 17}, quiet, processes=1)
    assert store.positions() == {(EVENTS, 0): 1_234, (METERS, 0): 17}
    build(source, store, all_of(source), quiet, processes=1)
    assert store.digest() == instance.store.digest()
    store.close()


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_damage_anywhere_gives_the_same_model_either_way(data, tmp_path_factory):
    """Repeats, forks, gaps, poison and foreign keys, at random places."""
    tmp_path = tmp_path_factory.mktemp("damage")
    values = [event.value for event in traffic(120, tables=3, links=1, seed=data.draw(st.integers(1, 50)))]
    source = MemorySource(values)
    for _ in range(data.draw(st.integers(0, 3))):
        at = data.draw(st.integers(1, len(values) - 1))
        match data.draw(st.sampled_from(["repeat", "drop", "poison", "key", "swap"])):
            case "repeat":
                values.insert(at, values[data.draw(st.integers(0, at - 1))])
            case "drop":
                values.pop(at)
            case "poison":
                values.insert(at, b"\xc1")
            case "key":
                source.keys[at] = "table:OTHER"
            case "swap":
                values[at - 1], values[at] = values[at], values[at - 1]
    with pytest.MonkeyPatch.context() as patch:
        bulk = built(tmp_path, source, "bulk", in_bulk=True, monkeypatch=patch)
        slow = built(tmp_path, source, "slow", in_bulk=False, monkeypatch=patch)
    assert bulk == slow


def test_a_resumed_stream_is_replayed_when_a_model_is_built(tmp_path, monkeypatch):
    table = Table("HCF-01", "L1", Clock(), random.Random(3))
    first, lost, *rest = [*table.play(), *table.play()]
    resume = table.say(
        StreamResumed(
            stream=table.name,
            from_seq=rest[0].seq,
            from_hash=rest[0].hash.hex(),
            authorised_by=("a", "b"),
            reason="r",
        )
    )
    more = list(table.play())
    values = [event.value for event in (first, *rest, resume, *more)]
    source = MemorySource(values)
    assert fold_range(0, source.chunks(0, 0, len(values))) is None
    store = ReadStore(tmp_path / "read.sqlite", durable=False)
    build(source, store, all_of(source), quiet, processes=1)
    rounds = store.rows("SELECT round, events, first_seq FROM rounds ORDER BY first_seq")
    assert [row["round"] for row in rounds] == ["HCF-01-1", "HCF-01-2", "HCF-01-3"]
    assert sum(row["events"] for row in rounds) == len(values) - 2  # the table's opening, the resumption
    assert store.rows("SELECT missing_seq FROM halts") == [{"missing_seq": 0}]
    assert lost.seq == 2
    store.close()


def test_every_model_has_its_topic():
    topics = (EVENTS, LINKS, METERS, FINDINGS, QUARANTINE)
    assert set(all_of(MemorySource([]))) == {(topic, 0) for topic in topics}
