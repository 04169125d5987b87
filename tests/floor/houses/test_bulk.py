"""A night made by several processes: the bytes of one, links kept together, memory flat, crashes reported."""

import hashlib

import pytest

from floor.errors import FloorError
from floor.houses import bulk
from floor.houses.bulk import as_sealed, made, share_of
from floor.night import HOUR_US, Night
from floor.plan import START_US
from streams.clock import GamingDays
from tests.floor.watched import FACILITY

NIGHT = Night(3, 22, rounds=5)


def digest(windows):
    whole = hashlib.sha256()
    for rows in windows:
        whole.update(b"".join(sealed.value for sealed in as_sealed(rows)))
    return whole.hexdigest()


def test_several_processes_give_the_bytes_of_one():
    assert all(len(NIGHT.shares(processes)) == processes for processes in (2, 3))

    one, two, three = (digest(made(NIGHT, FACILITY, GamingDays(), processes)) for processes in (1, 2, 3))

    assert one == two == three


def test_the_length_of_windows_changes_nothing(monkeypatch):
    expected = digest(made(NIGHT, FACILITY, GamingDays()))

    monkeypatch.setattr(bulk, "WINDOW_EVENTS", 100)
    windows = list(made(NIGHT, FACILITY, GamingDays()))

    assert len(windows) > 20
    assert digest(windows) == expected


def test_rows_come_in_the_order_of_their_moments_and_no_stream_is_out_of_order():
    rows = [row for window in made(NIGHT, FACILITY, GamingDays(), 2) for row in window]
    seqs = {}

    assert [row[:2] for row in rows] == sorted(row[:2] for row in rows)
    for _, _, stream, seq, *_ in rows:
        assert seq == seqs.get(stream, 0) + 1
        seqs[stream] = seq
    assert seqs.keys() == NIGHT.streams().keys()


def test_tables_of_one_link_are_played_by_one_process():
    night = Night(1, 90, rounds=1)
    submissions = night.plan().submissions
    shares = night.shares(2)
    fed = [
        {link.name for number in share for link in submissions[number].progressives.values()}
        for share in shares
    ]

    assert sorted(number for share in shares for number in share) == list(range(90))
    assert abs(len(shares[0]) - len(shares[1])) <= 8
    assert fed[0]
    assert fed[1]
    assert not fed[0] & fed[1]


def test_a_long_night_is_held_a_window_at_a_time(monkeypatch):
    monkeypatch.setattr(bulk, "WINDOW_EVENTS", 500)
    night = Night(1, 10, span_us=3 * HOUR_US)

    sizes = [len(rows) for rows, *_ in share_of(night, FACILITY, GamingDays(), None)]

    assert sum(sizes) > 10_000
    assert max(sizes) < 5 * 500


class Stops:
    """Gaming days that end in the middle of the night."""

    def __call__(self, time_us):
        if time_us > START_US + HOUR_US // 4:
            raise SystemExit(3)
        return "2026-03-02"


def test_a_process_that_ends_is_told_not_waited_for():
    with pytest.raises(FloorError, match="ended with 3: call again"):
        digest(made(Night(1, 10, span_us=HOUR_US), FACILITY, Stops(), 2))


def test_a_night_ends_by_rounds_or_by_time():
    for rounds, span_us in ((None, None), (1, 1)):
        with pytest.raises(FloorError, match="name one of them"):
            Night(1, 1, rounds, span_us)
