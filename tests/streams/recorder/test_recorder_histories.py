"""Over every history: numbers and legs are dense, and a crash anywhere changes nothing that is recorded."""

import tempfile
from collections import defaultdict
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from events import decode_body, event_hash, read_header
from events.envelope import NO_PREV
from projections.routing.legs import LEG_TYPES
from streams.log import EVENTS
from streams.recorder.recorder import Recorder
from streams.sqlite.log import SqliteLog
from tests.streams.recorder.table_drafts import AT, UNIT, LinkDrafts, TableDrafts

LINKS = ("L-1", "L-2")
SEATS = st.integers(1, 3)
ACTIONS = st.one_of(
    st.just(("open",)),
    st.just(("select",)),
    st.just(("close",)),
    st.just(("end_day",)),
    st.just(("open_round",)),
    st.just(("no_more_bets",)),
    st.just(("lock_out",)),
    st.just(("close_round",)),
    st.just(("void",)),
    st.tuples(st.just("wager"), SEATS, st.sampled_from(["progressive", "progressive_2", "ante"])),
    st.tuples(st.just("wager"), SEATS, st.just("progressive"), st.sampled_from([UNIT, UNIT + 1])),
    st.tuples(st.just("withdraw"), SEATS),
    st.tuples(st.just("deal"), SEATS),
    st.tuples(st.just("claim"), SEATS, st.sampled_from(LINKS)),
    st.tuples(st.just("pay"), st.integers(1, 9), SEATS, st.sampled_from(LINKS)),
    st.tuples(st.just("link"), st.sampled_from(LINKS), st.sampled_from(["open", "close", "change"])),
)
STEPS = st.lists(
    st.tuples(
        st.integers(0, 1),
        ACTIONS,
        st.sampled_from([LINKS, ("L-1",), ("L-2",), ()]),
        st.sampled_from(["go on", "go on", "go on", "repeat", "crash", "crash and repeat", "spoil"]),
        st.sampled_from(["live", "live", "live", "test", "training"]),
    ),
    max_size=40,
)


def drafts_of(steps):
    """Each step's draft, and what happens after it."""
    tables = [TableDrafts("T-1"), TableDrafts("T-2")]
    links_of = {name: LinkDrafts(name) for name in LINKS}
    for link in links_of.values():
        yield link.open(), "go on"
    for number, (name, *arguments), links, then, mode in steps:
        table = tables[number]
        if name == "link":
            yield getattr(links_of[arguments[0]], arguments[1])(mode=mode), then
            continue
        if name in ("open", "select"):
            table.links = links
        yield getattr(table, name)(*arguments)._replace(mode=mode), then


def recorder_on(log) -> Recorder:
    return Recorder(log, "PA-01", clock=lambda: AT, day_of=lambda _: "2026-01-01")


def play(path: Path, steps, *, crashes: bool) -> list[bytes]:
    """Record the steps; with `crashes` the recorder is lost where a step has it, and clients ask again."""
    with SqliteLog(path, writable=True) as log:
        recorder = recorder_on(log)
        for draft, then in drafts_of(steps):
            recorded = recorder.record(draft)
            if crashes and "crash" in then:
                recorder = recorder_on(log)
            if crashes and "repeat" in then:
                again = recorder.record(draft)
                assert (again.existed, again.event) == (True, recorded.event)
            if then == "spoil":
                spoiled = recorder.record(draft._replace(actor="D-99"))
                assert spoiled.event.type == "record_refused"
        return [record.value for record in log.read(EVENTS, 0, 0)]


@settings(max_examples=60, deadline=None)
@given(STEPS)
def test_a_crash_anywhere_gives_the_same_bytes(steps):
    with tempfile.TemporaryDirectory() as place:
        straight = play(Path(place) / "straight.sqlite", steps, crashes=False)
        crashed = play(Path(place) / "crashed.sqlite", steps, crashes=True)
    assert crashed == straight


@settings(max_examples=40, deadline=None)
@given(STEPS, st.integers(1, 7))
def test_numbers_and_legs_are_dense_however_drafts_are_batched(steps, size):
    drafts = [draft for draft, _ in drafts_of(steps)]
    with tempfile.TemporaryDirectory() as place, SqliteLog(Path(place) / "l.sqlite", writable=True) as log:
        for start in range(0, len(drafts), size):
            recorder_on(log).record_many(drafts[start : start + size])
        values = [record.value for record in log.read(EVENTS, 0, 0)]
    assert len(values) == len(drafts)
    heads = defaultdict(lambda: (0, NO_PREV))
    legs = defaultdict(int)
    for value in values:
        event = read_header(value)
        assert (event.seq - 1, event.prev) == heads[event.stream]
        heads[event.stream] = (event.seq, event_hash(value))
        for link, leg in legs_of(event):
            assert leg == legs[event.stream, link] + 1
            legs[event.stream, link] = leg


def legs_of(event):
    if event.type not in LEG_TYPES:
        return []
    body = decode_body(event)
    if event.mode != "live":
        assert not getattr(body, "legs", ())
        assert not getattr(body, "leg", 0)
        return []
    return [(leg.link, leg.leg) for leg in getattr(body, "legs", (body,)) if leg.leg]
