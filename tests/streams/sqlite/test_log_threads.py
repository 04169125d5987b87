"""Group commit: many threads append at once, each gets its own outcome, and they share the syncs."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from events.envelope import read_header
from projections.records import Output
from streams.errors import Conflict, LogError, Trouble
from streams.log import EVENTS, LINKS
from streams.sqlite.log import SqliteLog, _Waiting
from tests.streams.sealed_events import Chains, sealed


@pytest.fixture
def log(tmp_path):
    with SqliteLog(tmp_path / "log.db", writable=True) as opened:
        yield opened


def all_at_once(log: SqliteLog, jobs: list) -> list:
    """Run every job in a thread of its own so that they all wait for the same commit; results or errors."""

    def outcome(job):
        try:
            return job()
        except (LogError, Trouble) as error:
            return error

    with ThreadPoolExecutor(len(jobs)) as pool:
        with log._turn:  # the commit before: everybody arrives while it is on its way
            futures = [pool.submit(outcome, job) for job in jobs]
            while len(log._waiting) < len(jobs):
                threading.Event().wait(0.001)
        return [future.result() for future in futures]


def commits(log: SqliteLog) -> list[str]:
    """The list to which every COMMIT from now on is added."""
    seen: list[str] = []
    log._connection.set_trace_callback(lambda sql: seen.append(sql) if sql == "COMMIT" else None)
    return seen


def test_all_who_wait_are_committed_in_one_transaction(log):
    batches = [Chains().take([f"table:T-{number}"] * 3) for number in range(20)]
    seen = commits(log)
    results = all_at_once(log, [lambda batch=batch: log.append(batch) for batch in batches])
    assert results == [[False] * 3] * 20
    assert len(seen) == 1
    assert log.end(EVENTS, 0) == 60


def test_a_conflict_fails_its_own_batch_and_no_other(log):
    log.append([sealed("table:T-0", 1, bytes(32))])
    good = [Chains().take([f"table:G-{number}"] * 2) for number in range(5)]
    bad = [[*Chains().take([f"table:B-{number}"]), sealed("table:T-0", 3, b"x" * 32)] for number in range(5)]
    jobs = [lambda batch=batch: log.append(batch) for pair in zip(good, bad, strict=True) for batch in pair]
    seen = commits(log)
    results = all_at_once(log, jobs)
    assert all(isinstance(result, Conflict) for result in results[1::2])
    assert all(len(result) == 2 for result in results[0::2])
    assert len(seen) == 1
    assert log.end(EVENTS, 0) == 11
    assert log.head("table:B-0") is None


def test_the_same_batch_from_many_threads_is_stored_once(log):
    batch = Chains().take(["table:T-1", "table:T-2"] * 5)
    results = all_at_once(log, [lambda: log.append(batch)] * 6)
    assert sorted(result[0] for result in results) == [False] + [True] * 5
    assert log.end(EVENTS, 0) == 10


def test_two_who_write_different_events_at_one_seq_get_one_winner(log):
    rivals = [sealed("table:T-1", 1, bytes(32), body=bytes([0x91, number])) for number in range(4)]
    results = all_at_once(log, [lambda rival=rival: log.append([rival]) for rival in rivals])
    losers = [result for result in results if isinstance(result, Conflict)]
    assert len(losers) == 3
    assert {loser.theirs for loser in losers} == {log.head("table:T-1").hash}
    assert len({id(loser) for loser in losers}) == 3


def test_what_processors_commit_goes_with_the_events_that_wait(log):
    seen = commits(log)
    batch = Chains().take(["table:T-1"])
    all_at_once(
        log,
        [
            lambda: log.append(batch),
            lambda: log.commit_processed([Output(LINKS, "link:L", b"v")], {"router": b"s"}),
        ],
    )
    assert len(seen) == 1
    assert (log.end(EVENTS, 0), log.end(LINKS, 0), log.load_state("router")) == (1, 1, b"s")


def test_repeats_from_many_threads_are_each_looked_up(log):
    batch = Chains().take(["table:T-1"] * 40)
    log.append(batch)
    parts = [batch[start : start + 5] for start in (0, 30, 10, 20)]
    results = all_at_once(log, [lambda part=part: log.append(part) for part in parts])
    assert results == [[True] * 5] * 4


def test_a_transaction_ends_somewhere_however_many_wait(log, monkeypatch):
    monkeypatch.setattr("streams.sqlite.log.GROUP_EVENTS", 10)
    batches = [Chains().take([f"table:T-{number}"] * 6) for number in range(6)]
    seen = commits(log)
    results = all_at_once(log, [lambda batch=batch: log.append(batch) for batch in batches])
    assert [len(result) for result in results] == [6] * 6
    assert len(seen) == 3
    assert log.end(EVENTS, 0) == 36


def test_who_waits_behind_a_full_transaction_is_committed_in_the_next(log, monkeypatch):
    monkeypatch.setattr("streams.sqlite.log.GROUP_EVENTS", 1)
    first, second = Chains().take(["table:T-1"]), Chains().take(["table:T-2"])
    log._waiting.append(_Waiting(first))
    assert log.append(second) == [False]
    assert log.end(EVENTS, 0) == 2


def test_trouble_with_the_file_is_raised_to_all_and_a_conflict_to_its_own(log, tmp_path):
    log._connection.execute("PRAGMA busy_timeout=20")
    raw = sqlite3.connect(tmp_path / "log.db", isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")
    good = [Chains().take([f"table:G-{number}"]) for number in range(3)]
    bad = [sealed("table:G-9", 2, b"x" * 32)]
    results = all_at_once(log, [lambda batch=batch: log.append(batch) for batch in [*good, bad]])
    raw.execute("ROLLBACK")
    raw.close()
    assert [type(result) for result in results] == [Trouble, Trouble, Trouble, Conflict]
    assert len({id(result) for result in results}) == 4
    assert all("another program has kept the file locked" in str(result) for result in results[:3])
    assert not any(any(log.append(batch)) for batch in good)


def test_an_interrupted_commit_is_trouble_to_the_others_and_the_log_goes_on(log):
    """Ctrl-C may strike the thread that commits for all, and after the commit at that."""
    mine, other = Chains().take(["table:T-1"]), _Waiting(Chains().take(["table:T-2"]))
    log._waiting.append(other)

    def interrupt() -> None:
        raise KeyboardInterrupt

    log._grew.notify_all = interrupt
    with pytest.raises(KeyboardInterrupt):
        log.append(mine)
    del log._grew.notify_all
    assert isinstance(other.error, Trouble)
    assert log.append([*mine, *other.batch]) == [True, True]
    assert log.append(Chains().take(["table:T-3"]))[0] is False
    assert log.end(EVENTS, 0) == 3


def test_many_threads_lose_nothing_and_keep_the_order_of_every_stream(log, tmp_path):
    threads, batches_each = 16, 30

    def record(number: int) -> list[bytes]:
        chains = Chains()
        mine = []
        for size in range(1, batches_each + 1):
            batch = chains.take([f"table:T-{number}"] * (size % 7 + 1))
            assert not any(log.append(batch))
            mine += [e.value for e in batch]
        return mine

    with ThreadPoolExecutor(threads) as pool:
        written = list(pool.map(record, range(threads)))
    log.close()
    with SqliteLog(tmp_path / "log.db", writable=False) as reader:
        reader.verify()
        assert reader.end(EVENTS, 0) == sum(len(mine) for mine in written)
        for number, mine in enumerate(written):
            assert [r.value for r in reader.read_stream(f"table:T-{number}", 1)] == mine


def test_readers_run_beside_writers(log):
    stop = threading.Event()

    def read() -> int:
        rounds = 0
        while not stop.is_set():
            seqs: dict[str, int] = {}
            for record in log.read(EVENTS, 0, 0):
                assert read_header(record.value).seq == seqs.get(record.key, 0) + 1
                seqs[record.key] = seqs.get(record.key, 0) + 1
            rounds += 1
        return rounds

    def write(number: int) -> None:
        chains = Chains()
        for _ in range(40):
            log.append(chains.take([f"table:T-{number}"] * 2))

    with ThreadPoolExecutor(6) as pool:
        readers = [pool.submit(read) for _ in range(2)]
        writers = [pool.submit(write, number) for number in range(4)]
        for writer in writers:
            writer.result()
        stop.set()
        assert all(reader.result() > 0 for reader in readers)
    assert log.end(EVENTS, 0) == 320
