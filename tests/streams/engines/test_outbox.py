"""Outputs arrive in order, each in its key's partition, and each sender is answered for its own."""

import asyncio

import pytest

from events.topics import LINKS, METERS
from projections.records import Output
from streams.engines.outbox import BATCH_BYTES, Outbox
from streams.errors import Trouble
from streams.kafka.topics import create_topics, partition_of
from tests.streams.kafka.kafka_topic import read_all

PARTITIONS = 2


@pytest.fixture
def outbox(broker, topic_prefix):
    create_topics(broker.bootstrap, topic_prefix, PARTITIONS)
    return Outbox(broker.bootstrap, {topic: topic_prefix + topic for topic in (LINKS, METERS)})


def run(outbox, work):
    async def and_close():
        try:
            return await work
        finally:
            await outbox.close()

    return asyncio.run(and_close())


def stored(broker, prefix, topic):
    return [
        [(record.key.decode(), record.value) for record in read_all(broker.bootstrap, prefix + topic, number)]
        for number in range(PARTITIONS)
    ]


def test_outputs_of_many_senders_arrive_in_order_where_their_key_belongs(outbox, broker, topic_prefix):
    of_sender = [
        [Output(topic, f"link:{sender}", f"{topic} {number}".encode()) for number in range(50)]
        for sender, topic in enumerate((LINKS, METERS, LINKS, METERS, LINKS))
    ]

    async def send_all():
        await asyncio.gather(*map(outbox.send, of_sender))
        await outbox.send([Output(LINKS, "link:0", b"last")])

    run(outbox, send_all())
    for topic in (LINKS, METERS):
        for number, records in enumerate(stored(broker, topic_prefix, topic)):
            for key in {key for key, _ in records}:
                assert partition_of(key, PARTITIONS) == number
                sent = [output.value for output in of_sender[int(key[5:])]]
                sent += [b"last"] * (key == "link:0")
                assert [value for other, value in records if other == key] == sent
    assert sum(map(len, stored(broker, topic_prefix, LINKS))) == 151


def test_more_than_a_batch_arrives_whole(outbox, broker, topic_prefix):
    values = [bytes([number]) * (BATCH_BYTES // 3) for number in range(10)] + [
        b"x" * (2 * BATCH_BYTES),
        b"end",
    ]
    run(outbox, outbox.send([Output(METERS, "link:1", value) for value in values]))
    (records,) = filter(None, stored(broker, topic_prefix, METERS))
    assert [value for _, value in records] == values


def test_a_refused_topic_is_trouble_for_its_sender_alone(outbox, broker, topic_prefix):
    broker.refuse_writes(topic_prefix + METERS)

    async def both():
        return await asyncio.gather(
            outbox.send([Output(METERS, "link:1", b"refused")]),
            outbox.send([Output(LINKS, "link:1", b"taken")]),
            return_exceptions=True,
        )

    refused, taken = run(outbox, both())
    assert isinstance(refused, Trouble)
    assert "did not take 1 outputs" in str(refused)
    assert taken is None


def test_without_a_broker_sending_is_trouble():
    outbox = Outbox("127.0.0.1:1", {METERS: METERS})
    with pytest.raises(Trouble, match="did not take 1 outputs"):
        run(outbox, outbox.send([Output(METERS, "link:1", b"")]))


def test_a_batch_that_was_cancelled_is_not_taken_for_acknowledged(outbox):
    """No broker can be made to do this: the client gives its batches up while it is being stopped."""

    async def send_while_the_client_stops():
        await outbox.send([Output(LINKS, "link:0", b"first")])
        send_batch = outbox._producer.send_batch

        async def given_up(*args, **kwargs):
            acknowledged = await send_batch(*args, **kwargs)
            acknowledged.cancel()
            return acknowledged

        outbox._producer.send_batch = given_up
        await outbox.send([Output(LINKS, "link:0", b"second")])

    with pytest.raises(Trouble, match="did not take 1 outputs"):
        run(outbox, send_while_the_client_stops())
