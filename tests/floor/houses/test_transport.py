"""A rough night: deliveries repeated, late and out of order, a recorder that dies, clocks that are wrong."""

from collections import defaultdict

import pytest

from events.envelope import read_header
from events.topics import EVENTS
from floor import casino as casino_module
from floor.casino import Casino
from floor.houses.instances import EmbeddedHouse
from floor.houses.transport import RoughHouse, Trouble
from floor.life import Stop
from floor.plan import START_US, lay_out
from streams.clock import GamingDays
from streams.engines.embedded import Embedded
from streams.recorder.recorder import Recorder
from tests.floor.watched import FACILITY, Played

ROUGH = Trouble(repeated_ppm=200_000, delayed_ppm=20_000, crashed_ppm=400_000)
WRONG_CLOCKS = Trouble(drift_ppm=50, offset_us=3_000_000)


@pytest.fixture
def night(tmp_path, monkeypatch):
    """Plays a floor by a bad line; gives what went wrong, the values of each stream, and the problems."""
    monkeypatch.setattr(casino_module, "RECORDED_AT_ONCE", 150)

    def play(trouble, seed=1, name="log"):
        with Embedded(tmp_path / name) as embedded:
            days = GamingDays()
            plan = lay_out(seed, 5)
            house = RoughHouse(
                lambda: EmbeddedHouse(embedded, Recorder(embedded.log, FACILITY, day_of=days)), trouble, seed
            )
            Casino(house, plan.tables(START_US, days), plan.links, Stop(rounds=6)).run()
            embedded.process()
            streams = defaultdict(list)
            for record in embedded.log.read(EVENTS, 0, 0):
                streams[read_header(record.value).stream].append(record.value)
            return house.happened, streams, Played(embedded, [], "").problems()

    return play


def test_nothing_is_lost_or_doubled_whatever_happens_on_the_way(night):
    _, calm, _ = night(Trouble())
    happened, rough, problems = night(ROUGH, name="rough")

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
    _, calm, _ = night(Trouble())
    _, wrong, problems = night(WRONG_CLOCKS, name="wrong")

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
