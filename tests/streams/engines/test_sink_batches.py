"""A batch over several partitions reaches the read model in one transaction: all of it or nothing."""

import asyncio

import pytest

from events.envelope import decode
from events.topics import EVENTS
from projections.read_model.events_model import EventsModel
from projections.records import Record
from streams.engines.faust_port import FaustSinkPort, LogReader
from streams.engines.sink import Sink
from streams.errors import Overtaken, TopicsMadeAnew, Trouble
from streams.read_model.store import ReadStore
from tests.faults.caches import rows
from tests.traffic import traffic

NOWHERE = LogReader("127.0.0.1:1", EVENTS, "unused.events", 1)
"""Nothing here leaves a gap, so nobody reads from it."""


@pytest.fixture
def store(tmp_path):
    with_store = ReadStore(tmp_path / "read.sqlite")
    yield with_store
    with_store.close()


def two_partitions():
    """Events of four tables, two tables a partition."""
    batches = {0: [], 1: []}
    for event in traffic(200, tables=4, links=1):
        records = batches[int(event.stream[-1]) % 2]
        partition = int(event.stream[-1]) % 2
        records.append(Record(EVENTS, partition, len(records), event.stream, event.value))
    return batches


class TopicsAtHand:
    """What the brokers say, under the name of `Topics`."""

    def __init__(self, ids="these"):
        self.ids = ids

    async def once_known(self):
        return self.ids


def sink_into(store, topics=TopicsAtHand()):  # noqa: B008 - nobody changes it
    return Sink(FaustSinkPort(NOWHERE, EVENTS, store, asyncio.Lock(), topics), EventsModel)


def in_halves(batches):
    first = {partition: records[:20] for partition, records in batches.items()}
    return first, {partition: records[20:] for partition, records in batches.items()}


def test_together_or_one_by_one_the_rows_are_the_same(store, tmp_path):
    other = ReadStore(tmp_path / "other.sqlite")
    batches = two_partitions()

    async def run():
        together, apart = sink_into(store), sink_into(other)
        for part in in_halves(batches):
            await together.handle_all(part)
            for partition, records in part.items():
                await apart.handle(partition, records)

    asyncio.run(run())
    assert store.positions() == {(EVENTS, p): len(records) for p, records in batches.items()}
    assert (store.positions(), store.digest()) == (other.positions(), other.digest())
    other.close()


def test_when_one_partition_was_overtaken_none_moves(store):
    batches = two_partitions()
    first, second = in_halves(batches)

    async def run():
        ours, another = sink_into(store), sink_into(store)
        await ours.handle_all(first)
        await another.handle(1, batches[1][:30])
        before = store.digest()
        with pytest.raises(Overtaken):
            await ours.handle_all(second)
        assert store.positions() == {(EVENTS, 0): 20, (EVENTS, 1): 30}
        assert store.digest() == before
        await ours.handle_all(second)

    asyncio.run(run())
    assert store.positions() == {(EVENTS, p): len(records) for p, records in batches.items()}
    counted = store.rows("SELECT sum(events) AS events FROM rounds")[0]["events"]
    without_round = [r for records in batches.values() for r in records if decode(r.value).round is None]
    assert len(without_round) == 5, "the openings of the link and of its tables"
    assert counted == sum(map(len, batches.values())) - 5


def test_rows_of_topics_that_were_made_anew_never_stand_beside_those_of_the_old_ones(store, tmp_path):
    first, second = in_halves(two_partitions())
    topics = TopicsAtHand()
    sink = sink_into(store, topics)
    asyncio.run(sink.handle_all(first))
    before = store.positions(), store.digest()
    topics.ids = "others"
    with pytest.raises(TopicsMadeAnew):
        asyncio.run(sink.handle_all(second))
    assert (store.positions(), store.digest()) == before
    assert (tmp_path / "read.sqlite.damaged").exists()

    again = ReadStore(tmp_path / "read.sqlite")
    asyncio.run(sink_into(again, topics).handle_all(first))
    assert again.positions() == before[0]
    with pytest.raises(TopicsMadeAnew):  # as does another process, or a reader, that has other topics
        asyncio.run(sink_into(again).handle_all(second))
    again.close()


def test_a_read_model_that_is_damaged_under_the_sinks_is_set_aside_and_made_again(store, tmp_path):
    """Else every process that starts would meet it again."""
    first, second = in_halves(two_partitions())
    asyncio.run(sink_into(store).handle_all(first))
    store.close()
    rows(tmp_path / "read.sqlite")

    damaged = ReadStore(tmp_path / "read.sqlite")
    with pytest.raises(Trouble, match="it is set aside"):
        asyncio.run(sink_into(damaged).handle_all(second))
    assert not (tmp_path / "read.sqlite").exists()
    assert (tmp_path / "read.sqlite.damaged").exists()

    again = ReadStore(tmp_path / "read.sqlite")
    asyncio.run(sink_into(again).handle_all(first))
    with pytest.raises(Trouble):  # the one that still has the damaged file leaves the new one alone
        asyncio.run(sink_into(damaged).handle_all(second))
    damaged.close()
    assert again.positions() == {(EVENTS, p): len(records) for p, records in first.items()}
    again.close()
    assert (tmp_path / "read.sqlite").exists()
