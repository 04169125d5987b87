"""A gap in the register of badges, which only Kafka can have: nobody signs by half of it, facts go on."""

import sqlite3

import pytest

from events import decode_body
from events.vocabulary.badges import REGISTER, BadgeIssued, BadgeWithdrawn
from events.vocabulary.desk import NoteRecorded, StreamResumed
from events.vocabulary.links import Signature
from streams.clock import GamingDays
from streams.errors import Halted
from streams.kafka.log import KafkaLog
from streams.kafka.topics import create_topics, partition_of
from streams.log import EVENTS
from streams.recorder.gaps import CountedStream
from streams.recorder.recorder import NotWhileHalted, Recorder, draft
from streams.recorder.resuming import record_resumption
from streams.sqlite.log import SqliteLog
from tests.streams.kafka.kafka_topic import write
from tests.streams.recorder.table_drafts import AT, SIGNED, LinkDrafts, TableDrafts

PARTITIONS = 2
LOST = 5
"""The badge of F-4 is lost; that F-3's was withdrawn, and that X-5 got one, is behind the gap."""
OTHERS = (Signature(badge="D-17", department="table games"), Signature(badge="A-9", department="accounting"))


def fresh(log) -> Recorder:
    return Recorder(log, "PA-01", clock=lambda: AT)


def at_desk(body, stream=REGISTER):
    return draft(stream, body, occurred_at_us=AT, actor="F-3")


def issued(badge, department, rank="staff", signed_by=OTHERS):
    return at_desk(
        BadgeIssued(badge=badge, department=department, rank=rank, signed_by=signed_by, reason="new")
    )


REGISTERED = (
    issued("D-17", "table games", "dealer"),
    issued("A-9", "accounting"),
    issued("F-3", "table games", "floorperson"),
    issued("C-1", "cage"),
    issued("F-4", "table games", "floorperson"),
    at_desk(BadgeWithdrawn(badge="F-3", signed_by=OTHERS, reason="left")),
    issued("X-5", "cage"),
)


@pytest.fixture
def log_without(tmp_path, broker, topic_prefix):
    """Records drafts, brings them to Kafka without one event of a stream, and opens that log."""
    create_topics(broker.bootstrap, topic_prefix, partitions=PARTITIONS)
    opened = KafkaLog(broker.bootstrap, prefix=topic_prefix)

    def copied(drafts, lost):
        with SqliteLog(tmp_path / "whole.sqlite", writable=True) as whole:
            results = fresh(whole).record_many(drafts)
            assert not any(result.refused for result in results)
            for result, record in zip(results, whole.read(EVENTS, 0, 0), strict=True):
                if (result.event.stream, result.seq) != lost:
                    partition = partition_of(record.key, PARTITIONS)
                    pair = (record.key.encode(), record.value)
                    write(broker.bootstrap, topic_prefix + EVENTS, [pair], partition)
        return opened

    yield copied
    opened.close()


@pytest.fixture
def log(log_without):
    return log_without(REGISTERED, (REGISTER, LOST))


def resumes(log, stream, *badges):
    """Let a stream go on from the first event after its gap."""
    counted = CountedStream(log, stream)
    list(counted.values())
    first = counted.behind[0]
    body = StreamResumed(
        stream=stream,
        from_seq=first.event.seq,
        from_hash=first.hash.hex(),
        authorised_by=badges,
        reason="lost",
    )
    return record_resumption(log, at_desk(body, stream), counted.last, GamingDays(), clock=lambda: AT)


def refusal(recorded) -> str:
    assert recorded.refused
    return decode_body(recorded.event).reason


def stamps(recorded):
    assert not recorded.refused
    return [(s.badge, s.department, s.rank, s.register_seq) for s in decode_body(recorded.event).stamps]


def names_gap_and_remedy(text) -> bool:
    wanted = ("desk:badges", "seq 5 is missing", "events[", "pitledger resume desk:badges")
    return all(words in text for words in wanted)


def test_nobody_signs_by_half_a_register(log):
    recorder = fresh(log)
    assert names_gap_and_remedy(refusal(recorder.record(LinkDrafts().open(signed_by=SIGNED))))
    assert names_gap_and_remedy(refusal(recorder.record(LinkDrafts("L-2").open(signed_by=OTHERS))))
    resumption = StreamResumed(
        stream="desk:pit", from_seq=3, from_hash="ab" * 32, authorised_by=("D-17", "A-9"), reason="x"
    )
    assert names_gap_and_remedy(refusal(recorder.record(at_desk(resumption, "desk:pit"))))
    for asked in (recorder.register, lambda: recorder.record(issued("C-2", "cage"))):
        with pytest.raises(Halted) as raised:
            asked()
        assert names_gap_and_remedy(str(raised.value))


def test_facts_at_tables_go_on_and_nothing_is_known_of_who_they_name(log):
    recorder, table = fresh(log), TableDrafts()
    drafts = [table.open(), table.open_round(), table.wager(1, "ante"), table.no_more_bets()]
    assert not any(result.refused for result in recorder.record_many(drafts))
    assert stamps(recorder.record(table.validate(1, 2))) == [("F-3", None, None, 4)]
    assert stamps(recorder.record(table.pay(1, 2))) == [("C-1", None, None, 4)]
    note = NoteRecorded(subject="x", text="y")
    assert not recorder.record(at_desk(note, "desk:pit")).refused


def test_the_register_goes_on_by_two_who_held_a_badge_before_its_gap_and_hold_it_behind(log):
    before = fresh(log)
    assert before.record(LinkDrafts().open(signed_by=OTHERS)).refused
    for badge, why in (("F-3", "F-3 was withdrawn"), ("F-4", "F-4 is not in"), ("X-5", "X-5 is not in")):
        assert why in refusal(resumes(log, REGISTER, badge, "A-9"))
    assert "same department" in refusal(resumes(log, REGISTER, "F-3", "D-17"))
    resumed = resumes(log, REGISTER, "D-17", "A-9")
    assert [stamp[:2] for stamp in stamps(resumed)] == [("D-17", "table games"), ("A-9", "accounting")]

    for recorder, link in ((before, LinkDrafts("L-2")), (fresh(log), LinkDrafts("L-3"))):
        register = recorder.register()
        assert (register.seq, register.unreadable) == (resumed.seq, "")
        assert register.holder("F-3") is None
        assert register.holder("X-5") is not None
        assert "F-3 was withdrawn" in refusal(recorder.record(link.open(signed_by=SIGNED)))
        assert stamps(recorder.record(link.open(signed_by=OTHERS)))[0][1] == "table games"
    again = fresh(log).record(issued("F-4", "table games"))
    assert (again.refused, again.seq) == (False, resumed.seq + 1)
    assert before.register().holder("F-4") is not None
    assert "issued already" in refusal(fresh(log).record(issued("x-5", "cage")))


def test_a_register_whose_first_event_is_missing_is_not_believed_either(log_without):
    log = log_without(REGISTERED[:4], (REGISTER, 1))
    table = TableDrafts()
    fresh(log).record(table.open())
    assert stamps(fresh(log).record(table.validate(1, 2))) == [("F-3", None, None, 1)]
    assert "seq 1 is missing" in refusal(fresh(log).record(LinkDrafts().open(signed_by=SIGNED)))


def test_a_table_goes_on_after_it_was_resumed_in_the_middle_of_a_round(log_without):
    table = TableDrafts()
    drafts = [table.open(), table.open_round(), table.wager(1, "ante"), table.wager(2, "ante")]
    log = log_without([*drafts, table.wager(3, "ante")], (table.stream, 4))
    with pytest.raises(Halted, match="seq 4 is missing"):
        fresh(log).record(table.no_more_bets())
    resumed = resumes(log, table.stream, "S-1", "A-2")
    closed = fresh(log).record(table.no_more_bets())
    assert (closed.refused, closed.seq) == (False, resumed.seq + 1)


def test_a_halted_stream_holds_up_no_other_of_the_same_call(log_without, tmp_path):
    """On both engines; each draft of the halted one is answered with the gap and the remedy."""
    table, running = TableDrafts(), TableDrafts("HCF-02")
    drafts = [table.open(), table.open_round(), table.wager(1, "ante"), table.wager(2, "ante")]
    drafts.append(table.wager(3, "ante"))
    on_kafka = log_without(drafts, (table.stream, 4))
    lose_an_event(tmp_path / "whole.sqlite", 3)
    more = [table.no_more_bets(), running.open(), table.deal(1), running.open_round()]
    with SqliteLog(tmp_path / "whole.sqlite", writable=True) as embedded:
        for log in (on_kafka, embedded):
            results = fresh(log).record_many(more)
            assert [isinstance(result, NotWhileHalted) for result in results] == [True, False, True, False]
            assert [results[1].seq, results[3].seq] == [1, 2]
            for halted in results[::2]:
                assert halted.field == "stream"
                assert "table:HCF-01 is halted: seq 4 is missing" in halted.problem
                assert "pitledger resume table:HCF-01" in halted.problem


def lose_an_event(path, offset):
    """Put a repeat of the log's first event in the place of another."""
    with sqlite3.connect(path) as log:
        (first,) = log.execute("SELECT value FROM events ORDER BY offset LIMIT 1").fetchone()
        assert log.execute("UPDATE events SET value = ? WHERE offset = ?", (first, offset)).rowcount == 1
    log.close()
