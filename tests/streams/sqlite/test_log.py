"""What the embedded log does beyond the contract of every log: its file, its readers, its outputs."""

import sqlite3
import threading
from pathlib import Path

import pytest

from events.envelope import NO_PREV, read_header
from projections.records import Output
from streams.errors import LogError
from streams.log import EVENTS, FINDINGS, LINKS, METERS, Head
from streams.sqlite.log import SqliteLog
from tests.streams.sealed_events import Chains, sealed, spread

A, B = "table:HCF-01", "table:HCF-02"


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
    log.append(batch)
    assert reopened(path) == [e.value for e in batch]
    log.close()
    assert reopened(path) == [e.value for e in batch]


def test_the_file_uses_a_write_ahead_log_synced_at_every_commit(log):
    assert log._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert log._connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_reader_knows_the_heads_too(log, path):
    chains = Chains()
    log.append(chains.take([A, A, B]))
    with SqliteLog(path, writable=False) as reader:
        assert reader.head(A) == Head(*chains.heads[A])
        assert reader.head(B) == Head(*chains.heads[B])
        assert reader.head("table:never") is None


def test_one_partition_keeps_the_order_of_a_long_batch(log):
    batch = spread(5_000, 3)
    log.append(batch)
    values = [e.value for e in batch]
    assert stored(log) == values
    reading = log.read(EVENTS, 0, 4_000)
    log.append([sealed(A, 1, NO_PREV)])
    assert [r.value for r in reading] == values[4_000:]


def test_values_come_in_chunks_with_their_offsets(log):
    batch = spread(25, 2)
    log.append(batch)
    chunks = list(log.read_events(3, 24, chunk=10))
    assert [(chunk.start, len(chunk.values)) for chunk in chunks] == [(3, 10), (13, 10), (23, 1)]
    assert [value for chunk in chunks for value in chunk.values] == [each.value for each in batch[3:24]]


@pytest.mark.parametrize(
    ("start", "stop"),
    [(1, None), (255, 258), (256, 257), (257, 513), (800, 850), (-3, 2), (5, 5), (900, None)],
)
def test_a_reader_reads_a_stream_from_any_seq_to_any_seq(log, path, start, stop):
    batch = spread(6_000, 7)
    log.append(batch)
    mine = [e.value for e in batch if e.stream == "table:T-03"]
    with SqliteLog(path, writable=False) as reader:
        for view in (log, reader):
            got = [r.value for r in view.read_stream("table:T-03", start, stop)]
            assert got == mine[max(start, 1) - 1 : None if stop is None else max(stop - 1, 0)]


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


def test_a_tail_goes_back_over_many_signposts_for_a_reader_too(log, path):
    """Events 1 to 41 of the stream, then the one that opens a round, then 859 more."""
    chains = Chains()
    earlier = chains.take([A, B, B] * 41)
    opened = chains.next(A, type_="round_opened")
    batch = [*earlier, opened, *chains.take([A, B, B] * 859)]
    log.append(batch)
    mine = [e.value for e in batch if e.stream == A]
    with SqliteLog(path, writable=False) as reader:
        for view in (log, reader):
            assert view.tail(A, frozenset({"round_opened", "never"})) == mine[41:]
            assert view.tail(A, frozenset({"never"})) == mine
            assert view.tail(A, frozenset({"card_dealt"})) == mine[-1:]
            assert view.tail("table:never", frozenset()) == []


def test_what_processors_emit_and_their_states_are_stored_together(log, path):
    log.commit_processed(
        [Output(LINKS, "link:L1", b"a"), Output(METERS, "link:L1", b"m")], {"router": b"r1", "keeper": b"k1"}
    )
    log.commit_processed([Output(LINKS, "link:L2", b"b")], {"router": b"r2"})
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
        again.commit_processed([Output(LINKS, "link:L1", b"c")], {})
        assert [(record.offset, record.value) for record in again.read(LINKS, 0, 0)] == [
            (0, b"a"),
            (1, b"b"),
            (2, b"c"),
        ]


def test_outputs_to_events_or_nowhere_are_refused_whole(log):
    for topic in (EVENTS, "rumours"):
        with pytest.raises(LogError, match=f"topic '{topic}' takes no outputs"):
            log.commit_processed([Output(LINKS, "link:L1", b"a"), Output(topic, "k", b"v")], {"router": b"r"})
    assert log.end(LINKS, 0) == 0
    assert log.load_state("router") is None


def test_a_topic_or_partition_that_is_not_there_is_named(log):
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
    messages = []

    def follow() -> None:
        try:
            list(log.follow(EVENTS, 0, 0, timeout=120))
        except LogError as error:
            messages.append(str(error))

    thread = threading.Thread(target=follow)
    thread.start()
    log.close()
    thread.join(30)
    assert "this log is closed" in messages[0]


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


def test_a_closed_log_says_which_file_it_was(log):
    log.append(Chains().take([A]))
    reading, more = log.read(EVENTS, 0, 0), [sealed(A, 2, b"x" * 32)]
    log.close()
    for use in (lambda: next(reading), lambda: log.head(A), lambda: log.append(more), log.verify):
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
