"""When a processor stores its state: always after outputs, now and then otherwise, and after duplicates."""

import asyncio

import pytest

from events.envelope import read_header
from events.topics import EVENTS
from projections.records import Record
from streams.engines.processor import RouterProcessor
from tests.traffic import traffic


class PortAtHand:
    """A port that remembers what was asked of it, in order."""

    def __init__(self):
        self.calls = []
        self.state = None

    async def read(self, partition, start, stop):
        raise AssertionError("nothing is missing here")

    async def send(self, outputs):
        self.calls.append(("send", len(outputs)))

    async def load(self, partition):
        return self.state

    async def store(self, partition, state, last):
        self.calls.append(("store", None))
        self.state = state

    async def acknowledge(self, partition, next_offset):
        self.calls.append(("acknowledge", next_offset))

    def made(self):
        """The kinds of calls since the last time."""
        made, self.calls = [kind for kind, _ in self.calls], []
        return made


@pytest.fixture
def records():
    events = [event for event in traffic(300, tables=1, links=1) if event.stream.startswith("table:")]
    return [Record(EVENTS, 0, offset, event.stream, event.value) for offset, event in enumerate(events)]


@pytest.fixture
def port():
    return PortAtHand()


def first_leg(records):
    return next(r.offset for r in records if read_header(r.value).type == "bets_closed")


def test_outputs_then_state_then_acknowledgement(records, port):
    processor = RouterProcessor(port)
    leg = first_leg(records)
    asyncio.run(processor.handle(0, records[: leg + 1]))
    assert port.made() == ["send", "store", "acknowledge"]


def test_events_that_nothing_follows_from_are_not_stored_one_by_one(records, port):
    processor = RouterProcessor(port)
    processor.store_every = 5
    leg = first_leg(records)
    asyncio.run(processor.handle(0, records[: leg + 1]))
    port.made()
    quiet = records[leg + 1 : leg + 7]
    for record in quiet[:4]:
        asyncio.run(processor.handle(0, [record]))
    assert port.made() == ["acknowledge"] * 4
    asyncio.run(processor.handle(0, [quiet[4]]))
    assert port.made() == ["store", "acknowledge"]


def test_a_duplicate_rewrites_the_state_and_sends_nothing(records, port):
    processor = RouterProcessor(port)
    leg = first_leg(records)
    asyncio.run(processor.handle(0, records[: leg + 1]))
    port.made()
    asyncio.run(processor.handle(0, records[: leg + 1]))
    assert port.made() == ["store", "acknowledge"]


def test_a_worker_that_starts_from_old_state_goes_on_from_the_log(records):
    """What was not stored is read again; nothing of it had outputs, so nothing is sent twice."""

    class Log(PortAtHand):
        async def read(self, partition, start, stop):
            return records[start:stop]

    port = Log()
    leg = first_leg(records)
    before = RouterProcessor(port)
    asyncio.run(before.handle(0, records[: leg + 1]))
    asyncio.run(before.handle(0, records[leg + 1 : leg + 4]))
    port.made()
    after = RouterProcessor(port)
    asyncio.run(after.handle(0, [records[leg + 4]]))
    assert asyncio.run(after.position(0)) == leg + 5
    assert "send" not in port.made()
