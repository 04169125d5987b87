"""The parts that the simulation stands on do what the real ones do."""

import pytest

from events.topics import EVENTS, LINKS, METERS, QUARANTINE
from projections.read_model.models import MODELS
from projections.records import Output, Record
from streams.engines.processor import in_groups, in_runs
from streams.errors import Overtaken
from streams.read_model.store import CONTENT, ReadStore
from tests.simulation.floor import SILENT
from tests.simulation.history import new_floor
from tests.simulation.memory import MemoryLog, MemoryReadModel
from tests.simulation.oracle import Oracle
from tests.simulation.run import Random, play
from tests.simulation.worker import Code
from tests.simulation.world import World


def finished_world(seed):
    """A world at rest after one history."""
    rng = Random(seed)
    world = World(rng, Code(), None)
    play(world, new_floor(rng, world.log, Oracle(), SILENT), rng, last=True)
    world.recover()
    return world


def batches(log: MemoryLog, size: int):
    """The changes of each partition in batches of a size: topic, partition, expected position, changes."""
    for topic, model in MODELS.items():
        for number, records in enumerate(log.topics[topic]):
            folding = model(None)
            for start in range(0, len(records), size):
                for record in records[start : start + size]:
                    replay_from = folding.step(record)
                    if replay_from is not None:
                        for earlier in records[replay_from : record.offset + 1]:
                            if earlier.key == record.key:
                                folding.replay(earlier)
                yield topic, number, start, folding.changes(min(start + size, len(records)))


@pytest.mark.parametrize("seed", range(6))
def test_the_read_model_in_memory_holds_what_the_one_in_sqlite_holds(tmp_path, seed):
    world = finished_world(seed)
    memory, sqlite = MemoryReadModel(), ReadStore(tmp_path / "read.sqlite", durable=False)
    for topic, partition, expected, changes in batches(world.log, size=3):
        for store in (memory, sqlite):
            store.commit(topic, partition, expected, changes)
            with pytest.raises(Overtaken):
                store.commit(topic, partition, expected, changes)
    for table in CONTENT:
        rows = {tuple(row.values()) for row in sqlite.rows(f"SELECT * FROM {table}")}
        assert rows == set(memory.rows()[table].values())
    sqlite.close()


def test_a_key_always_goes_to_the_same_partition():
    log = MemoryLog({EVENTS: 3, LINKS: 2, METERS: 2, QUARANTINE: 1}, salt=7)
    records = [log.append(EVENTS, f"table:T{n % 9}", b"") for n in range(90)]
    places = {record.key: record.partition for record in records}
    assert all(record.partition == places[record.key] for record in records)
    assert len(set(places.values())) == 3
    for partition in log.topics[EVENTS]:
        assert [record.offset for record in partition] == list(range(len(partition)))


def test_what_must_be_alone_shares_a_send_with_nothing():
    outputs = [Output("links", key, b"", barrier=key.isupper()) for key in "abCDeF"]
    assert [[output.key for output in group] for group in in_groups(outputs)] == [
        ["a", "b"],
        ["C"],
        ["D"],
        ["e"],
        ["F"],
    ]
    assert list(in_groups([])) == []


def test_deliveries_are_split_where_offsets_are_missing():
    records = [Record(EVENTS, 0, offset, "", b"") for offset in (3, 4, 4, 2, 3, 7, 8)]
    assert [[record.offset for record in run] for run in in_runs(records)] == [[3, 4, 4, 2, 3], [7, 8]]
