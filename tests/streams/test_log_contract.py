"""What every log does, whatever stores it: the same tests on SQLite and on a real Kafka broker."""

import threading

import pytest

from events.envelope import NO_PREV
from streams.errors import Conflict, LogError
from streams.log import EVENTS, TOPICS, Head, Sealed
from tests.streams.sealed_events import Chains, sealed, spread

A, B = "table:HCF-01", "table:HCF-02"
OTHER_BODY = b"\x81\xa1x\x01"


@pytest.fixture
def log(any_log):
    """An empty log whose topics have one partition each."""
    return any_log


def stored(log):
    return [record.value for record in log.read(EVENTS, 0, 0)]


def refused(log, batch) -> Conflict:
    before = stored(log)
    with pytest.raises(Conflict) as caught:
        log.append(batch)
    assert stored(log) == before, "a refused batch stores nothing"
    return caught.value


def test_a_batch_is_stored_in_order_and_says_where_it_stands(log):
    batch = Chains().take([A, B, A])
    assert log.append(batch) == [False, False, False]
    records = list(log.read(EVENTS, 0, 0))
    assert [r.value for r in records] == [e.value for e in batch]
    assert [(r.topic, r.partition, r.offset, r.key) for r in records] == [
        (EVENTS, 0, 0, A),
        (EVENTS, 0, 1, B),
        (EVENTS, 0, 2, A),
    ]
    assert log.end(EVENTS, 0) == 3


def test_an_empty_batch_is_nothing(log):
    assert log.append([]) == []
    assert log.end(EVENTS, 0) == 0


def test_the_head_is_the_last_event_or_none(log):
    chains = Chains()
    assert log.head(A) is None
    log.append(chains.take([A, A, B]))
    assert log.head(A) == Head(*chains.heads[A])
    assert log.head(B) == Head(*chains.heads[B])
    assert log.head("table:never") is None


def test_the_same_bytes_again_exist_and_are_stored_once(log):
    batch = Chains().take([A, B] * 300)
    log.append(batch)
    assert log.append(batch[-1:]) == [True]
    assert log.append(batch) == [True] * len(batch)
    assert stored(log) == [e.value for e in batch]


def test_a_batch_may_begin_with_repeats_and_go_on(log):
    batch = Chains().take([A] * 5)
    log.append(batch[:3])
    assert log.append(batch[1:]) == [True, True, False, False]
    assert stored(log) == [e.value for e in batch]


def test_a_repeat_inside_one_batch_exists(log):
    first, second, third = Chains().take([A, A, A])
    assert log.append([first, second, third, first, third]) == [False] * 3 + [True] * 2
    assert log.end(EVENTS, 0) == 3


@pytest.mark.parametrize("seq", [1, 2, 3])
def test_other_bytes_at_a_stored_seq_conflict_and_both_hashes_are_named(log, seq):
    chains = Chains()
    batch = chains.take([A, A, A])
    log.append(batch)
    other = sealed(A, seq, batch[seq - 1].prev, body=OTHER_BODY)
    error = refused(log, [chains.next(A), other])
    assert (error.stream, error.seq, error.ours, error.theirs) == (A, seq, other.hash, batch[seq - 1].hash)
    assert other.hash.hex() in str(error)
    assert batch[seq - 1].hash.hex() in str(error)


def test_other_bytes_inside_one_batch_conflict(log):
    first, second = Chains().take([A, A])
    other = sealed(A, 1, NO_PREV, body=OTHER_BODY)
    error = refused(log, [first, second, other])
    assert (error.ours, error.theirs) == (other.hash, first.hash)


def test_a_gap_conflicts_and_names_the_head(log):
    chains = Chains()
    first, skipped, after = chains.take([A, A, A])
    log.append([first])
    error = refused(log, [after])
    assert (error.seq, error.ours, error.theirs) == (3, after.hash, first.hash)
    assert "ends at seq 1" in str(error)
    log.append([skipped, after])


def test_a_stream_begins_at_seq_1(log):
    assert refused(log, [sealed(A, 2, b"p" * 32)]).theirs == NO_PREV
    assert refused(log, [Sealed(A, 0, NO_PREV, b"h" * 32, "card_dealt", b"v", "x", None)]).seq == 0


def test_a_wrong_prev_conflicts_and_names_what_it_should_be(log):
    chains = Chains()
    log.append([chains.next(A)])
    error = refused(log, [sealed(A, 2, b"w" * 32)])
    assert (error.ours, error.theirs) == (b"w" * 32, chains.heads[A][1])


def test_a_conflict_anywhere_in_a_batch_stores_nothing_of_it(log):
    good = Chains().take([A, B, A])
    refused(log, [*good, sealed(B, 7, b"x" * 32)])
    assert log.head(A) is None
    assert log.append(good) == [False] * 3


def test_an_event_over_the_limit_is_refused(log):
    with pytest.raises(LogError, match=r"seq 1: the event has 65536 bytes and at most 65535 are taken"):
        log.append([Sealed(A, 1, NO_PREV, b"h" * 32, "card_dealt", b"v" * 65_536, "x", None)])
    assert log.end(EVENTS, 0) == 0


def test_an_event_at_the_limit_is_taken(log):
    small = sealed(A, 1, NO_PREV, body=bytes(65_000))
    event = sealed(A, 1, NO_PREV, body=bytes(65_000 + 65_535 - len(small.value)))
    assert len(event.value) == 65_535
    log.append([event])
    assert stored(log) == [event.value]


def test_reading_takes_a_range_and_the_end_as_of_the_call(log):
    batch = spread(2_500, 3)
    log.append(batch)
    values = stored(log)
    assert sorted(values) == sorted(e.value for e in batch)
    reading = log.read(EVENTS, 0, 2_000)
    log.append([sealed(A, 1, NO_PREV)])
    assert [r.value for r in reading] == values[2_000:]
    assert [r.value for r in log.read(EVENTS, 0, 10, 20)] == values[10:20]
    assert [r.value for r in log.read(EVENTS, 0, 2_490, 9_999)][:10] == values[2_490:]
    assert list(log.read(EVENTS, 0, 2_501)) == list(log.read(EVENTS, 0, 7, 7)) == []


@pytest.mark.parametrize(
    ("start", "stop"),
    [(1, None), (255, 258), (256, 257), (257, 513), (200, 450), (-3, 2), (5, 5), (600, 601), (900, None)],
)
def test_a_stream_is_read_from_any_seq_to_any_seq(log, start, stop):
    batch = spread(1_800, 3)
    log.append(batch)
    mine = [e.value for e in batch if e.stream == "table:T-01"]
    got = [r.value for r in log.read_stream("table:T-01", start, stop)]
    assert got == mine[max(start, 1) - 1 : None if stop is None else max(stop - 1, 0)]
    assert list(log.read_stream("table:never", start, stop)) == []


def test_the_tail_goes_back_to_a_type_or_to_the_first_event(log):
    chains = Chains()
    batch = []
    for number in range(300):
        batch += chains.take([A, B, B])
        if number == 40:
            batch.append(chains.next(A, type_="round_opened"))
    log.append(batch)
    mine = [e for e in batch if e.stream == A]
    opened = next(i for i, e in enumerate(mine) if e.type == "round_opened")
    assert log.tail(A, frozenset({"round_opened", "never"})) == [e.value for e in mine[opened:]]
    assert log.tail(A, frozenset({"never"})) == [e.value for e in mine]
    assert log.tail(A, frozenset({"card_dealt"})) == [mine[-1].value]
    assert log.tail("table:never", frozenset()) == []


def test_following_gives_what_is_there_then_what_comes_then_ends(log):
    chains = Chains()
    log.append(chains.take([A, B]))
    got = []
    came = [threading.Event() for _ in range(5)]

    def follow() -> None:
        for record in log.follow(EVENTS, 0, 1, timeout=2.0):
            got.append(record.offset)
            came[record.offset].set()

    thread = threading.Thread(target=follow)
    thread.start()
    assert came[1].wait(20)
    log.append(chains.take([A]))
    assert came[2].wait(20)
    log.append(chains.take([A, B]))
    assert came[4].wait(20)
    thread.join()
    assert got == [1, 2, 3, 4]


def test_many_threads_append_to_their_own_streams(log):
    chains = {f"table:T-{number}": Chains() for number in range(8)}
    failures = []

    def record(stream: str) -> None:
        try:
            for _ in range(40):
                log.append(chains[stream].take([stream, stream]))
        except LogError as error:
            failures.append(error)

    threads = [threading.Thread(target=record, args=[stream]) for stream in chains]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert log.end(EVENTS, 0) == 8 * 80
    for stream, made in chains.items():
        assert log.head(stream) == Head(*made.heads[stream])
        assert len(list(log.read_stream(stream, 1))) == 80


def test_topics_have_partitions_and_no_others(log):
    assert [log.partitions(topic) for topic in TOPICS] == [1] * len(TOPICS)
    assert [log.end(topic, 0) for topic in TOPICS] == [0] * len(TOPICS)
    with pytest.raises(LogError):
        log.partitions("rumours")
    with pytest.raises(LogError):
        log.read(EVENTS, 1, 0)


def test_a_closed_log_says_so(log):
    log.append(Chains().take([A]))
    reading = log.read(EVENTS, 0, 0)
    log.close()
    log.close()
    for use in (lambda: next(reading), lambda: log.head(A), lambda: log.append([sealed(A, 2, b"x" * 32)])):
        with pytest.raises(LogError, match="this log is closed"):
            use()
