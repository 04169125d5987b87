"""A rough night: deliveries repeated, late and out of order, a recorder that dies, clocks that are wrong."""

from dataclasses import replace

import pytest

from events.envelope import encode
from floor import casino as casino_module
from floor.houses.transport import SHIFTS_US, Trouble
from floor.plan import START_US
from streams.clock import GamingDays
from tests.floor.rough import moved, wrong_in
from tests.floor.rough_nights import (
    ALL_AT_ONCE,
    CALM,
    LATE,
    Floor,
    calm_given,
    in_this_process,
    in_two_processes,
    on_kafka,
)
from tests.rig import Rig

ROUGH = Trouble(repeated_ppm=200_000, delayed_ppm=20_000, crashed_ppm=600_000)
WRONG_CLOCKS = Trouble(drift_ppm=50, offset_us=3_000_000)
BEFORE_CUT_OFF_US = START_US + 1_434 * 60_000_000
"""Minutes before a gaming day ends."""


@pytest.fixture
def night(tmp_path, monkeypatch):
    """Plays a floor by a bad line."""
    monkeypatch.setattr(casino_module, "RECORDED_AT_ONCE", 150)

    def play(trouble, seed=1, name="log", **floor):
        return in_this_process(tmp_path / name, Floor(seed, **floor), trouble)

    return play


def values_of(night):
    """The bytes of each stream."""
    return {stream: list(map(encode, events)) for stream, events in night.streams.items()}


def test_nothing_is_lost_or_doubled_whatever_happens_on_the_way(night):
    calm = night(CALM)
    rough = night(ROUGH, name="rough")

    assert rough.happened.repeated > 100
    assert rough.happened.delayed > 10
    assert rough.happened.crashed > 3
    assert values_of(rough) == values_of(calm)
    assert rough.problems == []


def test_the_same_seed_is_as_rough_again(night):
    first, again, other = (night(ROUGH, seed, name) for seed, name in ((2, "a"), (2, "b"), (3, "c")))

    assert first.happened == again.happened
    assert first.values == again.values
    assert first.happened != other.happened


def test_clocks_drift_table_by_table_and_the_log_stays_sound(night):
    calm = night(CALM)
    wrong = night(WRONG_CLOCKS, name="wrong")

    assert wrong.problems == []
    off = {}
    for stream, events in wrong.streams.items():
        pairs = list(zip(events, calm.streams[stream], strict=True))
        off[stream] = [event.occurred_at_us - right.occurred_at_us for event, right in pairs]
        assert [event.body for event, _ in pairs] == [right.body for _, right in pairs]
        assert [e.recorded_at_us for e, _ in pairs] == [right.recorded_at_us for _, right in pairs]
        assert [e.occurred_at_us for e, _ in pairs] == sorted(e.occurred_at_us for e, _ in pairs)
        most = (
            WRONG_CLOCKS.offset_us
            + (pairs[-1][1].occurred_at_us - START_US) * WRONG_CLOCKS.drift_ppm // 1_000_000
        )
        assert max(map(abs, off[stream])) <= most + 1
    tables = [by for stream, by in off.items() if stream.startswith("table:")]
    assert len({by[0] for by in tables}) == len(tables), "each is off by its own"
    assert any(by[0] != by[-1] for by in tables), "and goes on drifting"


def test_late_facts_within_a_stream_and_repeats_of_any_age_change_no_money(night):
    calm = night(CALM, lucky=True)
    rough = night(LATE, name="late", lucky=True)

    assert rough.happened.late > 100
    assert rough.happened.repeated > 100
    assert rough.happened.crashed > 3
    assert sum(moved(events) for events in rough.streams.values()) > 100
    assert list(wrong_in(calm.streams, rough.streams, GamingDays())) == []
    assert rough.meters == calm.meters
    assert "progressive_paid" in {event.type for events in calm.streams.values() for event in events}
    assert rough.problems == []


def test_clocks_that_are_set_wrong_by_seconds_hours_and_years_end_no_day_and_lose_nothing(night):
    calm = night(CALM, start_us=BEFORE_CUT_OFF_US, rounds=12)
    rough = night(ALL_AT_ONCE, name="all", start_us=BEFORE_CUT_OFF_US, rounds=12)

    assert list(wrong_in(calm.streams, rough.streams, GamingDays(), SHIFTS_US, late_ends=True)) == []
    off = {
        event.occurred_at_us - event.recorded_at_us for events in rough.streams.values() for event in events
    }
    assert min(off) < -360 * 86_400_000_000
    assert max(off) > 360 * 86_400_000_000
    ended = [
        event for events in rough.streams.values() for event in events if event.type == "table_day_ended"
    ]
    assert len(ended) == 5, "the night goes past the cut-off"
    assert rough.meters == calm.meters
    assert rough.problems == []


def test_a_recorder_in_a_process_that_is_killed_within_appends_loses_and_doubles_nothing(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(casino_module, "RECORDED_AT_ONCE", 150)
    floor = Floor(rounds=4, lucky=True)
    calm = in_this_process(tmp_path / "calm", floor, CALM)
    rough = in_two_processes(tmp_path / "rough", floor, replace(LATE, crashed_ppm=0), kills=2)

    assert rough.happened.crashed == 2
    assert sum(map(moved, rough.streams.values())) > 30
    assert list(wrong_in(calm.streams, rough.streams, GamingDays())) == []
    assert rough.meters == calm.meters
    assert rough.problems == []


def test_on_kafka_too_every_fact_is_there_once_in_the_right_day(broker, topic_prefix, tmp_path, monkeypatch):
    monkeypatch.setattr(casino_module, "RECORDED_AT_ONCE", 150)
    floor = Floor(rounds=3, lucky=True)
    with Rig(broker.bootstrap, topic_prefix, tmp_path, partitions=2) as rig:
        rig.start("router")
        rig.start("keeper")
        happened, rough = on_kafka(rig, floor, ALL_AT_ONCE)
        rig.wait(sinks=False)
        calm = calm_given(rig, floor, rough)

    assert min(happened.repeated, happened.late) > 20
    assert happened.crashed > 0
    assert sum(map(moved, rough.values())) > 20
    assert list(wrong_in(calm, rough, GamingDays(), SHIFTS_US, late_ends=True)) == []


def test_the_judge_sees_what_is_lost_doubled_changed_or_in_the_wrong_day(night):
    calm = night(CALM, rounds=1).streams
    stream = "table:" + next(name for name in calm if name.startswith("table:")).removeprefix("table:")
    events = calm[stream]

    def found(*changed):
        return list(wrong_in(calm, {**calm, stream: list(changed)}, GamingDays()))

    assert found(*events) == []
    assert any("is lost" in text for text in found(*events[:-1]))
    assert any("there 2 times" in text for text in found(*events, events[3]))
    assert any(
        "gaming day" in text for text in found(*events[:-1], events[-1]._replace(gaming_day="2099-01-01"))
    )
    assert any("it was" in text for text in found(events[0]._replace(round="other"), *events[1:]))
    assert any("it happened" in text for text in found(events[0]._replace(occurred_at_us=1), *events[1:]))
    assert any("goes back" in text for text in found(*events[:-1], events[-1]._replace(recorded_at_us=1)))
    assert moved([*events[1:3], events[0]]) == 1
