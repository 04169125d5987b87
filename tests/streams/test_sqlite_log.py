"""What the embedded log stores, refuses and gives back."""

import sqlite3
import threading
from pathlib import Path

import pytest

from events.envelope import NO_PREV, event_hash, read_header
from streams.errors import Conflict, LogError
from streams.log import EVENTS, FINDINGS, LINKS, METERS, TOPICS, Appended, Head, Sealed
from streams.sqlite_log import SqliteLog
from tests.streams.sealed_events import Chains, sealed, spread

A, B = "table:HCF-01", "table:HCF-02"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "log.db"


@pytest.fixture
def log(path):
    with SqliteLog(path, writable=True) as opened:
        yield opened


def stored(log: SqliteLog) -> list[bytes]:
    return [record.value for record in log.read(EVENTS, 0, 0)]


def reopened(path: Path) -> list[bytes]:
    with SqliteLog(path, writable=False) as log:
        return stored(log)


def test_an_appended_event_is_there_for_everybody_and_after_reopening(log, path):
    batch = Chains().take([A, B, A])
    assert log.append(batch) == [Appended(A, 1, False), Appended(B, 1, False), Appended(A, 2, False)]
    assert stored(log) == reopened(path) == [e.value for e in batch]
    log.close()
    assert reopened(path) == [e.value for e in batch]


def test_a_record_says_where_it_stands_and_its_key_is_its_stream(log):
    log.append(Chains().take([A, B]))
    records = list(log.read(EVENTS, 0, 0))
    assert [(r.topic, r.partition, r.offset, r.key) for r in records] == [
        (EVENTS, 0, 0, A),
        (EVENTS, 0, 1, B),
    ]


def test_the_file_uses_a_write_ahead_log_synced_at_every_commit(log):
    assert log._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert log._connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_the_head_is_the_last_event_or_none(log, path):
    chains = Chains()
    assert log.head(A) is None
    log.append(chains.take([A, A, B]))
    assert log.head(A) == Head(*chains.heads[A])
    with SqliteLog(path, writable=False) as reader:
        assert reader.head(A) == Head(*chains.heads[A])
        assert reader.head("table:never") is None


def test_nothing_is_appended_by_an_empty_batch(log):
    assert log.append([]) == []
    assert log.end(EVENTS, 0) == 0


def test_the_same_bytes_again_exist_and_are_not_stored_twice(log):
    batch = Chains().take([A, B] * 300)
    log.append(batch)
    assert log.append(batch[-1:]) == [Appended(B, 300, True)]
    assert log.append(batch) == [Appended(e.stream, e.seq, True) for e in batch]
    assert stored(log) == [e.value for e in batch]


def test_a_batch_may_begin_with_repeats_and_go_on(log):
    batch = Chains().take([A] * 5)
    log.append(batch[:3])
    assert [a.existed for a in log.append(batch[1:])] == [True, True, False, False]
    assert stored(log) == [e.value for e in batch]


def test_a_repeat_inside_one_batch_exists(log):
    first, second, third = Chains().take([A, A, A])
    assert [a.existed for a in log.append([first, second, third, first, third])] == [False] * 3 + [True] * 2
    assert log.end(EVENTS, 0) == 3


def refused(log: SqliteLog, batch: list[Sealed]) -> Conflict:
    before = stored(log)
    with pytest.raises(Conflict) as caught:
        log.append(batch)
    assert stored(log) == before, "a refused batch stores nothing"
    return caught.value


@pytest.mark.parametrize("seq", [1, 2, 3])
def test_other_bytes_at_a_stored_seq_conflict_and_both_hashes_are_named(log, seq):
    chains = Chains()
    batch = chains.take([A, A, A])
    log.append(batch)
    other = sealed(A, seq, batch[seq - 1].prev, body=b"\x81\xa1x\x01")
    error = refused(log, [chains.next(A), other])
    assert (error.stream, error.seq, error.ours, error.theirs) == (A, seq, other.hash, batch[seq - 1].hash)
    assert other.hash.hex() in str(error)
    assert batch[seq - 1].hash.hex() in str(error)


def test_other_bytes_inside_one_batch_conflict(log):
    first, second = Chains().take([A, A])
    other = sealed(A, 1, NO_PREV, body=b"\x81\xa1x\x01")
    error = refused(log, [first, second, other])
    assert (error.ours, error.theirs) == (other.hash, first.hash)


def test_a_gap_conflicts_and_names_the_head(log):
    chains = Chains()
    log.append([chains.next(A)])
    skipped, after = chains.take([A, A])
    error = refused(log, [after])
    assert (error.seq, error.ours, error.theirs) == (3, after.hash, event_hash(stored(log)[0]))
    assert "ends at seq 1" in str(error)
    log.append([skipped, after])


def test_a_stream_begins_at_seq_1(log):
    assert refused(log, [sealed(A, 2, b"p" * 32)]).theirs == NO_PREV
    assert refused(log, [Sealed(A, 0, NO_PREV, b"h" * 32, "card_dealt", b"v")]).seq == 0


def test_a_wrong_prev_conflicts_and_names_what_it_should_be(log):
    chains = Chains()
    log.append([chains.next(A)])
    wrong = sealed(A, 2, b"w" * 32)
    error = refused(log, [wrong])
    assert (error.ours, error.theirs) == (b"w" * 32, chains.heads[A][1])


def test_all_of_a_batch_or_nothing_of_it(log):
    chains = Chains()
    good = chains.take([A, B, A])
    refused(log, [*good, sealed(B, 7, b"x" * 32)])
    assert log.head(A) is None
    assert [a.existed for a in log.append(good)] == [False] * 3


def test_an_event_over_the_limit_is_refused(log):
    with pytest.raises(LogError, match=r"seq 1: the event has 65536 bytes and at most 65535 are taken"):
        log.append([Sealed(A, 1, NO_PREV, b"h" * 32, "card_dealt", b"v" * 65_536)])
    assert log.end(EVENTS, 0) == 0


def test_reading_takes_a_range_and_the_end_as_of_the_call(log):
    batch = spread(5_000, 3)
    log.append(batch)
    values = [e.value for e in batch]
    reading = log.read(EVENTS, 0, 4_000)
    log.append([sealed(A, 1, NO_PREV)])
    assert [r.value for r in reading] == values[4_000:]
    assert [r.value for r in log.read(EVENTS, 0, 10, 20)] == values[10:20]
    assert [r.value for r in log.read(EVENTS, 0, 4_990, 9_999)][:10] == values[4_990:]
    assert list(log.read(EVENTS, 0, 5_001)) == list(log.read(EVENTS, 0, 7, 7)) == []


def test_values_come_in_chunks_with_their_offsets(log):
    batch = spread(25, 2)
    log.append(batch)
    chunks = list(log.read_values(EVENTS, 3, 24, chunk=10))
    assert [len(chunk) for chunk in chunks] == [10, 10, 1]
    assert [row for chunk in chunks for row in chunk] == [(i, batch[i].value) for i in range(3, 24)]


def test_a_stream_is_read_from_any_seq_to_any_seq(log, path):
    batch = spread(6_000, 7)
    log.append(batch)
    mine = [e.value for e in batch if e.stream == "table:T-03"]
    with SqliteLog(path, writable=False) as reader:
        for view in (log, reader):
            for start, stop in [
                (1, None),
                (255, 258),
                (256, 257),
                (257, 513),
                (800, 850),
                (-3, 2),
                (5, 5),
                (900, None),
            ]:
                got = [r.value for r in view.read_stream("table:T-03", start, stop)]
                assert got == mine[max(start, 1) - 1 : None if stop is None else max(stop - 1, 0)]
    assert list(log.read_stream("table:never", 1)) == []


def test_a_stream_that_has_the_log_to_itself_is_read_up_to_its_signposts(log):
    batch = Chains().take([A] * 600)
    log.append(batch)
    for start, stop in [(1, 256), (200, 256), (255, 512), (256, 600), (1, 601)]:
        assert [r.offset for r in log.read_stream(A, start, stop)] == list(range(start - 1, stop - 1))


def test_a_stream_whose_name_is_inside_anothers_is_kept_apart(log):
    chains = Chains()
    batch = chains.take(["table:T-1", "table:T-11", "link:T-1", "table:T-1"])
    log.append(batch)
    assert [r.offset for r in log.read_stream("table:T-1", 1)] == [0, 3]
    assert log.tail("table:T-1", frozenset()) == [batch[0].value, batch[3].value]


def test_only_every_256th_event_of_a_stream_has_a_signpost(log):
    batch = spread(1_100, 2)
    log.append(batch[:700])
    log.append(batch[700:])
    rows = log._connection.execute("SELECT stream, seq, offset FROM signposts").fetchall()
    assert rows == [
        (f"table:T-0{t}", seq, (seq - 1) * 2 + t) for t in (0, 1) for seq in (1, 256, 512)
    ]  # fmt: skip


def test_the_tail_goes_back_to_a_type_or_to_the_first_event(log, path):
    chains = Chains()
    batch = []
    for number in range(900):
        batch += chains.take([A, B, B])
        if number == 40:
            batch.append(chains.next(A, type_="round_opened"))
    log.append(batch)
    mine = [e for e in batch if e.stream == A]
    opened = next(i for i, e in enumerate(mine) if e.type == "round_opened")
    with SqliteLog(path, writable=False) as reader:
        for view in (log, reader):
            assert view.tail(A, frozenset({"round_opened", "never"})) == [e.value for e in mine[opened:]]
            assert view.tail(A, frozenset({"never"})) == [e.value for e in mine]
            assert view.tail(A, frozenset({"card_dealt"})) == [mine[-1].value]
            assert view.tail("table:never", frozenset()) == []


def test_what_processors_emit_and_their_states_are_stored_together(log, path):
    log.commit_processed(
        [(LINKS, "link:L1", b"a"), (METERS, "link:L1", b"m")], {"router": b"r1", "keeper": b"k1"}
    )
    log.commit_processed([(LINKS, "link:L2", b"b")], {"router": b"r2"})
    log.commit_processed([], {})
    assert [(r.offset, r.key, r.value) for r in log.read(LINKS, 0, 0)] == [
        (0, "link:L1", b"a"),
        (1, "link:L2", b"b"),
    ]
    log.close()
    with SqliteLog(path, writable=True) as again:
        assert (again.end(LINKS, 0), again.end(METERS, 0), again.end(FINDINGS, 0)) == (2, 1, 0)
        assert (again.load_state("router"), again.load_state("keeper")) == (b"r2", b"k1")
        assert again.load_state("sinks") is None
        again.commit_processed([(LINKS, "link:L1", b"c")], {})
        assert [chunk for chunk in again.read_values(LINKS, 0)] == [[(0, b"a"), (1, b"b"), (2, b"c")]]  # noqa: C416


def test_outputs_to_events_or_nowhere_are_refused_whole(log):
    for topic in (EVENTS, "rumours"):
        with pytest.raises(LogError, match=f"topic '{topic}' takes no outputs"):
            log.commit_processed([(LINKS, "link:L1", b"a"), (topic, "k", b"v")], {"router": b"r"})
    assert log.end(LINKS, 0) == 0
    assert log.load_state("router") is None


def test_every_topic_has_one_partition_and_no_others(log):
    assert [log.partitions(topic) for topic in TOPICS] == [1] * len(TOPICS)
    with pytest.raises(LogError, match="no topic 'rumours'"):
        log.partitions("rumours")
    with pytest.raises(LogError, match="partition 0 only, not 1"):
        log.read(EVENTS, 1, 0)


@pytest.mark.parametrize("writable", [True, False])
def test_following_gives_what_is_there_and_then_what_comes(log, path, writable):
    chains = Chains()
    log.append(chains.take([A, B]))
    follower = log if writable else SqliteLog(path, writable=False)
    got = []
    came = [threading.Event() for _ in range(5)]

    def follow() -> None:
        for record in follower.follow(EVENTS, 0, 1, timeout=120):
            got.append(record.offset)
            came[record.offset].set()
            if record.offset == 4:
                return

    thread = threading.Thread(target=follow)
    thread.start()
    assert came[1].wait(30)
    log.append(chains.take([A]))
    assert came[2].wait(30), "the append must wake who follows, long before the timeout"
    log.append(chains.take([A, B]))
    thread.join(30)
    assert got == [1, 2, 3, 4]
    if not writable:
        follower.close()


def test_following_ends_when_nothing_comes(log):
    log.append(Chains().take([A, B]))
    assert [r.offset for r in log.follow(EVENTS, 0, 0, timeout=0.02)] == [0, 1]
    assert list(log.follow(LINKS, 0, 0, timeout=0)) == []


def test_closing_wakes_who_follows(log):
    told = []

    def follow() -> None:
        try:
            list(log.follow(EVENTS, 0, 0, timeout=120))
        except LogError as error:
            told.append(str(error))

    thread = threading.Thread(target=follow)
    thread.start()
    log.close()
    thread.join(30)
    assert "this log is closed" in told[0]


def test_a_reader_sees_what_is_committed_while_the_writer_lives_on(log, path):
    chains = Chains()
    with SqliteLog(path, writable=False) as reader:
        for number in range(1, 6):
            log.append(chains.take([A]))
            assert reader.end(EVENTS, 0) == number
            assert len(list(reader.read_stream(A, 1))) == number


def test_a_reader_cannot_append(log, path):
    with SqliteLog(path, writable=False) as reader:
        with pytest.raises(LogError, match="open for reading"):
            reader.append(Chains().take([A]))
        with pytest.raises(LogError, match="open for reading"):
            reader.commit_processed([], {"router": b"s"})


def test_a_reader_that_takes_its_time_does_not_hold_back_the_write_ahead_log(log, path):
    chains = Chains()
    log.append([chains.next(A, body=b"\xc5\x80\x00" + bytes(32_768)) for _ in range(10)])
    reading = log.read(EVENTS, 0, 0)
    next(reading)
    busy, frames, moved = log._connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
    assert (busy, frames) == (0, moved)
    assert len(list(reading)) == 9


def test_a_closed_log_says_so(log):
    log.append(Chains().take([A]))
    reading = log.read(EVENTS, 0, 0)
    log.close()
    log.close()
    for use in (
        lambda: next(reading),
        lambda: log.head(A),
        lambda: log.append([sealed(A, 2, b"x" * 32)]),
        log.verify,
    ):
        with pytest.raises(LogError, match=r"log\.db: this log is closed"):
            use()


def test_the_writer_may_be_opened_again_once_it_is_closed(path):
    chains = Chains()
    for number in range(1, 4):
        with SqliteLog(path, writable=True) as log:
            log.append(chains.take([A]))
            assert log.head(A).seq == number
            log.verify()


def test_a_path_may_hold_any_character(tmp_path):
    path = tmp_path / "50% of a?b#c é.db"
    with SqliteLog(path, writable=True) as log:
        log.append(Chains().take([A]))
    assert len(reopened(path)) == 1
    assert path.exists()


def test_the_tables_are_the_documented_ones(log, path):
    log.append(Chains().take([A]))
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as raw:
        assert raw.execute("SELECT offset, value FROM events").fetchall() == [(0, stored(log)[0])]
        assert read_header(stored(log)[0]).stream == A
        assert raw.execute("SELECT stream, seq, offset FROM heads").fetchall() == [(A, 1, 0)]
    raw.close()
