"""A rough night: deliveries repeated, late and out of order, a recorder that dies, clocks that are wrong."""

from collections import defaultdict
from typing import NamedTuple

import pytest

from events.envelope import read_header
from events.topics import EVENTS
from floor import casino as casino_module
from floor.casino import Casino
from floor.houses.instances import EmbeddedHouse
from floor.houses.transport import SHIFTS_US, Happened, RoughHouse, Trouble
from floor.life import Stop
from floor.plan import START_US, lay_out
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.read_model.queries.meters import link_meters
from streams.recorder.recorder import Recorder
from tests.floor.on_kafka import LuckyAtTimes
from tests.floor.rough import moved, streams_of, wrong_in
from tests.floor.watched import FACILITY, Played

ROUGH = Trouble(repeated_ppm=200_000, delayed_ppm=20_000, crashed_ppm=600_000)
WRONG_CLOCKS = Trouble(drift_ppm=50, offset_us=3_000_000)
LATE = Trouble(repeated_ppm=150_000, late_ppm=150_000, crashed_ppm=600_000)
"""Late within a table, and never between tables: order changes no money."""
ALL_AT_ONCE = Trouble(
    repeated_ppm=100_000, late_ppm=100_000, delayed_ppm=20_000, crashed_ppm=400_000, shifted_ppm=20_000
)
BEFORE_CUT_OFF_US = START_US + 1_434 * 60_000_000
"""Minutes before a gaming day ends."""


class Night(NamedTuple):
    """What a rough night left behind: the values of each stream, what its meters show, and problems."""

    happened: Happened
    streams: dict
    problems: list
    meters: dict
    events: dict


@pytest.fixture
def night(tmp_path, monkeypatch):
    """Plays a floor by a bad line."""
    monkeypatch.setattr(casino_module, "RECORDED_AT_ONCE", 150)

    def play(trouble, seed=1, name="log", *, lucky=False, start_us=START_US, rounds=6):
        with Embedded(tmp_path / name) as embedded:
            days = GamingDays()
            plan = lay_out(seed, 5)
            house = RoughHouse(
                lambda: EmbeddedHouse(embedded, Recorder(embedded.log, FACILITY, day_of=days)), trouble, seed
            )
            tables = plan.tables(start_us, days)
            for table in tables if lucky else ():
                table.make_deck = LuckyAtTimes
            Casino(house, tables, plan.links, Stop(rounds=rounds)).run()
            embedded.process()
            values = [record.value for record in embedded.log.read(EVENTS, 0, 0)]
            streams = defaultdict(list)
            for value in values:
                streams[read_header(value).stream].append(value)
            meters = {
                (each.link, meter.meter): (meter.amount_mc, meter.reserve_mc, meter.residual_nano)
                for each in link_meters(embedded.store)
                for meter in each.meters
            }
            problems = Played(embedded, [], "").problems()
            return Night(house.happened, streams, problems, meters, streams_of(values))

    return play


def test_nothing_is_lost_or_doubled_whatever_happens_on_the_way(night):
    _, calm, *_ = night(Trouble())
    happened, rough, problems, *_ = night(ROUGH, name="rough")

    assert happened.repeated > 100
    assert happened.delayed > 10
    assert happened.crashed > 3
    assert rough == calm
    assert problems == []


def test_the_same_seed_is_as_rough_again(night):
    first, again, other = (night(ROUGH, seed, name) for seed, name in ((2, "a"), (2, "b"), (3, "c")))

    assert first[0] == again[0]
    assert first[1] == again[1]
    assert first[0] != other[0]


def test_clocks_drift_table_by_table_and_the_log_stays_sound(night):
    _, calm, *_ = night(Trouble())
    _, wrong, problems, *_ = night(WRONG_CLOCKS, name="wrong")

    assert problems == []
    off = {}
    for stream, values in wrong.items():
        pairs = [
            (read_header(value), read_header(right))
            for value, right in zip(values, calm[stream], strict=True)
        ]
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
    calm = night(Trouble(), lucky=True)
    rough = night(LATE, name="late", lucky=True)

    assert rough.happened.late > 100
    assert rough.happened.repeated > 100
    assert rough.happened.crashed > 3
    assert sum(moved(events) for events in rough.events.values()) > 100
    assert list(wrong_in(calm.events, rough.events, GamingDays())) == []
    assert rough.meters == calm.meters
    assert "progressive_paid" in {event.type for events in calm.events.values() for event in events}
    assert rough.problems == []


def test_clocks_that_are_set_wrong_by_seconds_hours_and_years_end_no_day_and_lose_nothing(night):
    calm = night(Trouble(), start_us=BEFORE_CUT_OFF_US, rounds=12)
    rough = night(ALL_AT_ONCE, name="all", start_us=BEFORE_CUT_OFF_US, rounds=12)

    assert list(wrong_in(calm.events, rough.events, GamingDays(), SHIFTS_US)) == []
    off = {
        event.occurred_at_us - event.recorded_at_us for events in rough.events.values() for event in events
    }
    assert min(off) < -360 * 86_400_000_000
    assert max(off) > 360 * 86_400_000_000
    ended = [event for events in rough.events.values() for event in events if event.type == "table_day_ended"]
    assert len(ended) == 5, "the night goes past the cut-off"
    assert rough.meters == calm.meters
    assert rough.problems == []


def test_the_judge_sees_what_is_lost_doubled_changed_or_in_the_wrong_day(night):
    calm = night(Trouble(), rounds=1).events
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
