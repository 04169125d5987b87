"""A stored state counts where the log is the one that it was made from, and nowhere else."""

import asyncio
import re

import pytest

from events.topics import EVENTS, LINKS
from projections.records import Record
from streams.engines.faust_port import FaustPort
from streams.engines.log_mark import LogMark, Topics, taken_apart
from streams.engines.outbox import Outbox
from streams.engines.state_store import KEY
from streams.errors import TopicsMadeAnew, Trouble
from streams.kafka.topic_ids import TopicIds, topic_ids
from streams.kafka.topics import create_topics
from tests.kafka_broker import QUICK_START, Broker
from tests.rig import Rig, create_anew

LOG = [Record(LINKS, 0, offset, f"L{offset}", b"leg %d" % offset) for offset in range(3)]


class LogAtHand:
    """A log in memory, under the names of `LogReader` and `Topics`."""

    full_name = LINKS

    def __init__(self, records, ids="these"):
        self.records = records
        self.named = ids

    async def read(self, _partition, start, stop):
        return self.records[start:stop]

    async def now(self, _within_s=0.0):
        return self.named


def loaded(table, log, partition=0):
    """What a worker that starts on that log has of a state."""
    return asyncio.run(FaustPort(log, table, Outbox("nowhere", {}), log).load(partition))


def stored_after(last):
    """A table with the state of a worker whose last record that was."""
    log, table = LogAtHand(LOG), {}
    port = FaustPort(log, table, Outbox("nowhere", {}), log)

    async def work():
        await port.load(0)
        await port.store(0, b"mine", last)

    asyncio.run(work())
    return table


def test_a_state_is_loaded_as_it_was_stored():
    assert loaded(stored_after(LOG[2]), LogAtHand(LOG)) == b"mine"
    assert loaded(stored_after(LOG[0]), LogAtHand(LOG)) == b"mine", "it may be behind"


OTHERS = {
    "made anew, and filled with the same again": (LogAtHand(LOG, "others"), "topics .* were made anew"),
    "empty": (LogAtHand([]), "goes further than the log, which has no record 2"),
    "shorter": (LogAtHand(LOG[:2]), "goes further than the log, which has no record 2"),
    "another record": (LogAtHand([*LOG[:2], Record(LINKS, 0, 2, "L2", b"leg 9")]), "record 2 .* is another"),
    "another key": (LogAtHand([*LOG[:2], Record(LINKS, 0, 2, "L9", b"leg 2")]), "record 2 .* is another"),
}


@pytest.mark.parametrize(("log", "said"), OTHERS.values(), ids=OTHERS)
def test_a_state_of_another_log_is_thrown_away_and_that_is_said(log, said, caplog):
    assert loaded(stored_after(LOG[2]), log) is None
    (line,) = caplog.messages
    assert re.search(f"^partition 0: its stored state is thrown away .*{said}", line)


MARK = LogMark.after(LINKS, "these", LOG[2])


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        b"\xc1",
        b"links[0]\nof a release before",
        MARK._replace(place="links[1]").before(b"of another partition"),
        MARK._replace(place="events[0]").before(b"of another topic"),
        MARK._replace(offset=-1).before(b"no offset"),
        MARK._replace(offset=10**30).before(b"no offset"),
        MARK.before(b"no number").replace(b" 2 ", b" " + b"9" * 5_000 + b" "),
        MARK._replace(record="").before(b"no record"),
        MARK.before(b"").rstrip(b"\n"),
    ],
)
def test_what_somebody_else_has_stored_counts_for_nothing_and_ends_nobody(stored):
    """The changelog is a topic: a stranger can put anything into it."""
    assert loaded({KEY: stored}, LogAtHand(LOG)) is None


def test_a_state_that_nothing_came_to_keeps_its_mark():
    table = stored_after(LOG[1])
    log = LogAtHand(LOG)
    port = FaustPort(log, table, Outbox("nowhere", {}), log)

    async def repeated():
        state = await port.load(0)
        await port.store(0, state, None)

    before = dict(table)
    asyncio.run(repeated())
    assert table == before


def test_what_is_stored_names_its_last_record():
    mark, state = taken_apart(stored_after(LOG[1])[KEY])
    assert (mark.place, mark.topics, mark.offset, state) == ("links[0]", "these", 1, b"mine")
    assert mark.has_last(LOG[1:])
    assert not mark.has_last(LOG)


def test_topics_that_are_made_anew_have_other_ids(broker, topic_prefix, tmp_path):
    names = [f"{topic_prefix}{topic}" for topic in (EVENTS, LINKS)]
    with pytest.raises(Trouble, match=f"do not know {names[0]}, {names[1]} yet"):
        topic_ids(broker.bootstrap, names)
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=1):
        first = topic_ids(broker.bootstrap, names)
        create_topics(broker.bootstrap, topic_prefix)
        assert topic_ids(broker.bootstrap, names[::-1]) == first
    topics = Topics(broker.bootstrap, names)

    async def asked_before_and_after():
        before = await topics.now()
        create_anew(broker, topic_prefix)
        remembered = await topics.now(within_s=600)
        return before, remembered, await topics.now()

    before, remembered, after = asyncio.run(asked_before_and_after())
    assert before == remembered == first != after


def test_nothing_is_sent_that_follows_from_topics_that_are_gone():
    """What is in memory is of the old ones; what was asked before the outputs came says nothing."""

    class Sent(list):
        async def send(self, outputs):
            self.extend(outputs)

    log, sent = LogAtHand(LOG), Sent()
    port = FaustPort(log, {}, sent, log)

    async def work():
        await port.load(0)
        await port.send(["of these"])
        log.named = "others"
        with pytest.raises(TopicsMadeAnew):
            await port.send(["of those that are gone"])
        await port.load(0)
        await port.send(["of the others"])

    asyncio.run(work())
    assert sent == ["of these", "of the others"]


def test_a_connection_that_broke_is_made_again(tmp_path):
    with Broker(tmp_path, java=QUICK_START) as broker:
        create_topics(broker.bootstrap, "x-", 1)
        ids = TopicIds(broker.bootstrap, [f"x-{EVENTS}"])
        before = ids.now()
        broker.restart()
        for attempts_left in (1, 0):
            try:
                assert ids.now() == before
            except Trouble:
                assert attempts_left, "the second time it connects"
            else:
                break
        ids.close()


def test_brokers_that_do_not_answer_are_trouble(monkeypatch):
    monkeypatch.setattr("streams.kafka.topic_ids._ANSWER_MS", 200)
    with pytest.raises(Trouble, match="does not say which topics it has"):
        topic_ids("127.0.0.1:1", ["events"])
