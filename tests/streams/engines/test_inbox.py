"""An idle lane delivers at once, a busy one takes next all that came meanwhile; acknowledged once done."""

import asyncio
from itertools import pairwise
from time import monotonic
from types import SimpleNamespace

import pytest
from aiokafka.client import AIOKafkaClient

from streams.engines import inbox as module
from streams.engines.inbox import (
    BATCH,
    METADATA_PAUSE_S,
    Inbox,
    InboxConsumer,
    InboxConsumerThread,
    pace_metadata,
)

PARTITION = 3


def fetched(*offsets):
    return [SimpleNamespace(offset=offset, key=b"table:1", value=b"v") for offset in offsets]


class Desk:
    """Takes deliveries; whoever holds `busy` keeps it from finishing them."""

    def __init__(self, **how):
        self.busy = asyncio.Lock()
        self.delivered = []
        self.acknowledged = []
        self.inbox = Inbox("events", 8, self.deliver, lambda *done: self.acknowledged.append(done), **how)

    async def deliver(self, batches):
        self.delivered.append({p: [record.offset for record in records] for p, records in batches.items()})
        async with self.busy:
            pass


async def settle():
    for _ in range(10):
        await asyncio.sleep(0)


def test_an_idle_lane_delivers_at_once_and_a_busy_one_takes_all_that_came_meanwhile():
    async def run():
        desk = Desk()
        async with desk.busy:
            desk.inbox.put(PARTITION, fetched(5))
            await settle()
            assert desk.delivered == [{PARTITION: [5]}]
            desk.inbox.put(PARTITION, fetched(6))
            desk.inbox.put(PARTITION, fetched(7, 8))
            await settle()
            assert desk.delivered == [{PARTITION: [5]}]
            assert desk.acknowledged == [], "nothing is acknowledged before it is done"
        await settle()
        assert desk.delivered == [{PARTITION: [5]}, {PARTITION: [6, 7, 8]}]
        assert desk.acknowledged == [(PARTITION, 6), (PARTITION, 9)]

    asyncio.run(run())


def test_no_partition_waits_for_another():
    async def run():
        desk = Desk()
        async with desk.busy:
            desk.inbox.put(0, fetched(1))
            desk.inbox.put(1, fetched(4))
            await settle()
            assert desk.delivered == [{0: [1]}, {1: [4]}]

    asyncio.run(run())


def test_in_a_shared_lane_partitions_are_delivered_together():
    async def run():
        desk = Desk(shared_lane=True)
        async with desk.busy:
            desk.inbox.put(0, fetched(1))
            await settle()
            desk.inbox.put(1, fetched(4))
            desk.inbox.put(0, fetched(2))
        await settle()
        assert desk.delivered == [{0: [1]}, {1: [4], 0: [2]}]
        assert desk.acknowledged == [(0, 2), (1, 5), (0, 3)]

    asyncio.run(run())


def test_what_waits_for_a_partition_that_has_gone_is_forgotten():
    async def run():
        desk = Desk()
        async with desk.busy:
            desk.inbox.put(PARTITION, fetched(5))
            await settle()
            desk.inbox.put(PARTITION, fetched(6))
            desk.inbox.drop([PARTITION])
        await settle()
        assert desk.delivered == [{PARTITION: [5]}]

    asyncio.run(run())


def test_a_batch_has_its_size_and_what_waits_has_a_limit(monkeypatch):
    monkeypatch.setattr(module, "ROOM", BATCH + 2)

    async def run():
        desk = Desk()
        async with desk.busy:
            desk.inbox.put(PARTITION, fetched(0))
            await settle()
            desk.inbox.put(PARTITION, fetched(*range(1, BATCH + 2)))
            assert not desk.inbox.is_full
            desk.inbox.put(PARTITION, fetched(BATCH + 2))
            assert desk.inbox.is_full
        await asyncio.wait_for(desk.inbox.room(), timeout=5)
        await settle()
        assert [len(batch[PARTITION]) for batch in desk.delivered] == [1, BATCH, 2]

    asyncio.run(run())


def test_after_a_pause_one_delivery_has_what_came_in_it():
    async def run():
        desk = Desk(pause_s=0.05)
        for offset in range(4):
            desk.inbox.put(PARTITION, fetched(offset))
            await settle()
        await asyncio.sleep(0.1)
        assert desk.delivered == [{PARTITION: [0]}, {PARTITION: [1, 2, 3]}]

    asyncio.run(run())


@pytest.mark.parametrize(
    ("ours", "name"),
    [
        (InboxConsumer, "_wait_next_records"),
        (InboxConsumer, "_filter_tps_with_pending_acks"),
        (InboxConsumer, "_new_offset"),
        (InboxConsumer, "on_partitions_revoked"),
        (InboxConsumer, "_new_consumer_thread"),
        (InboxConsumerThread, "_create_worker_consumer"),
    ],
)
def test_what_we_override_is_there_in_faust(ours, name):
    assert getattr(ours, name) is not getattr(ours.__base__, name)


def test_whoever_has_no_leader_asks_in_turn_and_not_without_a_pause():
    """`aiokafka`'s own loop, as the fetcher drives it while a partition has no leader and nobody answers."""
    asked = []

    async def run():
        client = AIOKafkaClient()

        async def nobody_answers(*_):
            asked.append(monotonic())
            return False

        client._metadata_update = nobody_answers
        pace_metadata(client)
        asking = asyncio.create_task(client._md_synchronizer())
        for _ in range(4):
            assert await client.force_metadata_update() is False
        asking.cancel()

    asyncio.run(run())
    assert len(asked) == 4
    assert all(later - earlier >= METADATA_PAUSE_S for earlier, later in pairwise(asked))
