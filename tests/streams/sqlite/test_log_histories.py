"""Any history of appends, repeats, conflicts, outputs, reopenings: the log holds what a list would."""

import shutil
import tempfile
from pathlib import Path

import hypothesis.strategies as st
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from projections.records import Output
from streams.errors import Conflict
from streams.log import EVENTS, LINKS, METERS, Head, Sealed
from streams.sqlite.log import SqliteLog
from tests.streams.sealed_events import Chains, sealed

STREAMS = [f"table:T-{number}" for number in range(4)] + ["link:L-1"]
streams = st.sampled_from(STREAMS)
types = st.sampled_from(["card_dealt", "round_opened", "round_closed"])


class LogAgainstList(RuleBasedStateMachine):
    """The model is the list of appended events, in order."""

    def __init__(self):
        super().__init__()
        self.directory = Path(tempfile.mkdtemp())
        self.path = self.directory / "log.db"
        self.model: list[Sealed] = []
        self.links: list[tuple[str, bytes]] = []
        self.state: bytes | None = None

    @initialize()
    def open(self):
        self.log = SqliteLog(self.path, writable=True)

    def chains(self) -> Chains:
        chains = Chains()
        for event in self.model:
            chains.heads[event.stream] = (event.seq, event.hash)
        return chains

    @rule(plan=st.lists(st.tuples(streams, types), min_size=1, max_size=8), repeat=st.integers(1, 300))
    def append(self, plan, repeat):
        chains = self.chains()
        batch = [chains.next(stream, type_=type_) for stream, type_ in plan * repeat][:300]
        assert self.log.append(batch) == [False] * len(batch)
        self.model += batch

    @rule(data=st.data(), more=st.lists(streams, max_size=3))
    def append_again(self, data, more):
        if not self.model:
            return
        start = data.draw(st.integers(0, len(self.model) - 1))
        again = self.model[start : start + data.draw(st.integers(1, 400))]
        fresh = self.chains().take(more)
        results = self.log.append([*again, *fresh, *fresh])
        assert results == [True] * len(again) + [False] * len(fresh) + [True] * len(fresh)
        self.model += fresh

    @rule(data=st.data(), stream=streams, before=st.lists(streams, max_size=3))
    def conflict(self, data, stream, before):
        chains = self.chains()
        good = chains.take(before)
        seq, digest = chains.heads.get(stream, (0, bytes(32)))
        bad_seq = data.draw(st.integers(1, seq + 3))
        prev = b"w" * 32 if bad_seq > 1 else bytes(32)
        bad = sealed(stream, bad_seq, prev, body=b"\x81\xa3bad\x01")
        if seq == 0 and bad_seq == 1:
            return
        with pytest.raises(Conflict) as caught:
            self.log.append([*good, bad])
        ours = bad.prev if bad_seq == seq + 1 else bad.hash
        every = {(e.stream, e.seq): e.hash for e in [*self.model, *good]}
        assert (caught.value.ours, caught.value.theirs) == (ours, every.get((stream, bad_seq), digest))

    @rule(keys=st.lists(streams, max_size=5), state=st.binary(max_size=20))
    def process(self, keys, state):
        outputs = [Output(LINKS, key, bytes([number])) for number, key in enumerate(keys)]
        self.log.commit_processed([*outputs, Output(METERS, "link:L-1", state)], {"router": state})
        self.links += [(key, value) for _, key, value, _ in outputs]
        self.state = state

    @rule()
    def reopen(self):
        self.log.close()
        self.open()

    @rule(stream=streams, data=st.data())
    def read_stream(self, stream, data):
        mine = [e.value for e in self.model if e.stream == stream]
        start = data.draw(st.integers(1, len(mine) + 2))
        stop = data.draw(st.none() | st.integers(1, len(mine) + 3))
        got = [r.value for r in self.log.read_stream(stream, start, stop)]
        assert got == mine[start - 1 : None if stop is None else stop - 1]

    @rule(stream=streams, back_to=st.frozensets(types, max_size=2))
    def tail(self, stream, back_to):
        mine = [e for e in self.model if e.stream == stream]
        last = max((i for i, e in enumerate(mine) if e.type in back_to), default=0)
        assert self.log.tail(stream, back_to) == [e.value for e in mine[last:]]

    @invariant()
    def it_holds_what_the_list_holds(self):
        if not hasattr(self, "log"):
            return
        records = list(self.log.read(EVENTS, 0, 0))
        assert [r.value for r in records] == [e.value for e in self.model]
        assert [(r.offset, r.key) for r in records] == [(i, e.stream) for i, e in enumerate(self.model)]
        assert [(r.key, r.value) for r in self.log.read(LINKS, 0, 0)] == self.links
        assert self.log.load_state("router") == self.state
        heads = self.chains().heads
        for stream in STREAMS:
            assert self.log.head(stream) == (Head(*heads[stream]) if stream in heads else None)

    def teardown(self):
        if hasattr(self, "log"):
            self.log.verify()
            self.log.close()
        shutil.rmtree(self.directory)


LogAgainstList.TestCase.settings = settings(max_examples=30, stateful_step_count=15, deadline=None)
TestLogAgainstList = LogAgainstList.TestCase
