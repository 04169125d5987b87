"""The examiner on an engine: what it stores and when, and that nothing on the way changes what it finds."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.envelope import decode
from events.topics import EVENTS, FINDINGS
from projections.examining.check_list import EXAMINER
from projections.examining.partition import examined_to
from projections.records import Output, Record
from streams.engines import embedded as embedded_engine
from streams.engines.embedded import Embedded
from streams.engines.examining import ExaminerProcessor
from streams.engines.faust_port import MOST_STATE_BYTES, FaustPort
from streams.errors import Trouble
from streams.log import seal_bytes
from tests.projections.examining.chained import erring_floor, examined
from tests.projections.folding import sources

VALUES = erring_floor(tables=3, rounds=4)
DUE = examined(sources(VALUES))


class PortAtHand:
    """A port that keeps what it is given, in order."""

    def __init__(self, *, state_is_cache: bool) -> None:
        self.state_is_cache = state_is_cache
        self.sent: list[Output] = []
        self.states: list[bytes] = []
        self.log = sources(VALUES)

    async def read(self, partition: int, start: int, stop: int) -> list[Record]:
        return self.log[start:stop]

    async def send(self, outputs: list[Output]) -> None:
        self.sent += outputs

    async def load(self, partition: int) -> bytes | None:
        return self.states[-1] if self.states else None

    async def store(self, partition: int, state: bytes, last: Record | None) -> None:
        self.states.append(state)

    async def acknowledge(self, partition: int, next_offset: int) -> None: ...


def run(processor: ExaminerProcessor, log: list[Record], batch: int = 7) -> None:
    for start in range(0, len(log), batch):
        asyncio.run(processor.handle(0, log[start : start + batch]))


def test_where_state_is_a_cache_findings_do_not_store_it():
    port = PortAtHand(state_is_cache=True)
    run(ExaminerProcessor(port), port.log)

    assert (port.sent, port.states) == (DUE, [])


def test_after_a_crash_the_same_findings_come_again_with_the_same_bytes():
    port = PortAtHand(state_is_cache=True)
    processor = ExaminerProcessor(port)
    processor.store_every = 20
    half = len(port.log) // 2
    run(processor, port.log[:half])
    before = len(port.sent)
    del port.states[1:]  # the later ones are lost
    assert 0 < examined_to(port.states[0]) < half
    run(ExaminerProcessor(port), port.log[half:])

    again = port.sent[before:]
    assert set(port.sent[:before]) | set(again) == set(DUE)
    assert again == DUE[-len(again) :]
    assert len(again) + before > len(DUE), "some were sent twice"


def test_where_one_transaction_takes_both_every_finding_comes_with_its_state():
    port = PortAtHand(state_is_cache=False)
    for start in range(0, len(port.log), 7):
        run(ExaminerProcessor(port), port.log[start : start + 7])

    assert port.sent == DUE


@pytest.mark.parametrize("stored", [b"damaged", b""])
def test_a_state_that_cannot_be_read_is_thrown_away_on_both_engines(stored):
    for is_cache in (True, False):
        port = PortAtHand(state_is_cache=is_cache)
        port.states = [stored]
        run(ExaminerProcessor(port), port.log)
        assert port.sent == DUE


def test_a_state_that_no_changelog_would_take_is_not_stored(caplog):
    table: dict[bytes, bytes] = {}
    port = FaustPort(_Reader(), table, _Outbox(), _Topics())
    last = Record(EVENTS, 0, 0, "", b"")

    async def stored(state: bytes) -> None:
        await port.load(0)
        await port.store(0, state, last)

    asyncio.run(stored(bytes(MOST_STATE_BYTES + 1)))
    assert not table
    assert "more partitions would help" in caplog.text
    asyncio.run(stored(b"short"))
    assert len(table) == 1


class _Reader:
    full_name = "pitledger.events"

    async def read(self, *_): ...


class _Topics:
    async def now(self, within_s: float = 0.0) -> str:
        return "these"


class _Outbox:
    async def send(self, *_): ...


class FaultyPort(PortAtHand):
    """A port of which some calls fail: a send may then have stored some of what it was given, in any part."""

    def __init__(self, faults: list[int]) -> None:
        super().__init__(state_is_cache=True)
        self._faults = iter(faults)

    def _fails(self) -> int:
        return next(self._faults, 0)

    async def send(self, outputs: list[Output]) -> None:
        fault = self._fails()
        if fault:
            self.sent += outputs[fault % 3 :: 2]
            raise Trouble("refused")
        await super().send(outputs)

    async def store(self, partition: int, state: bytes, last: Record | None) -> None:
        fault = self._fails()
        if fault == 1:
            raise Trouble("refused")
        if fault != 2:  # lost without a word
            await super().store(partition, state, last)


@given(st.lists(st.integers(0, 3), max_size=40), st.integers(1, 30), st.integers(1, 60))
@settings(deadline=None, max_examples=60)
def test_whatever_fails_every_finding_comes_with_the_same_bytes_and_none_else(faults, batch, store_every):
    port = FaultyPort(faults)
    processor = ExaminerProcessor(port)
    processor.store_every = store_every
    for start in range(0, len(port.log), batch):
        while True:
            try:
                asyncio.run(processor.handle(0, port.log[start : start + batch]))
                break
            except Trouble:
                continue

    assert set(port.sent) == set(DUE)


def found(log) -> list[Output]:
    return [Output(FINDINGS, record.key, record.value) for record in log.read(FINDINGS, 0, 0)]


@pytest.mark.parametrize("batch", [1, 13, 1_000])
def test_an_embedded_instance_finds_the_same_however_it_is_fed_and_reopened(tmp_path, batch):
    for start in range(0, len(VALUES), batch):
        with Embedded(tmp_path) as instance:
            instance.log.append([seal_bytes(value) for value in VALUES[start : start + batch]])
            instance.process()
    with Embedded(tmp_path) as instance:
        assert found(instance.log) == DUE
        assert examined_to(instance.log.load_state(EXAMINER)) == len(VALUES)
        (rows,) = instance.store.rows("SELECT count(*) AS rows FROM findings")
        assert rows["rows"] == len(DUE)


def test_events_caught_up_in_bulk_are_examined_beside(tmp_path, monkeypatch):
    monkeypatch.setattr(embedded_engine, "BULK_FROM", 10)
    with Embedded(tmp_path) as instance:
        instance.log.append([seal_bytes(value) for value in VALUES])
        handled = []
        monkeypatch.setattr(instance._examiner, "handle", lambda *call: handled.append(call))
        instance.catch_up()
        assert (found(instance.log), handled) == (DUE, [])


def test_an_examiner_that_is_elsewhere_catches_up_by_itself(tmp_path, monkeypatch):
    with Embedded(tmp_path) as instance:
        instance.log.append([seal_bytes(value) for value in VALUES[:30]])
        instance.process()
        instance.log.commit_processed([], {EXAMINER: b"of another release"})
    monkeypatch.setattr(embedded_engine, "BULK_FROM", 10)
    with Embedded(tmp_path) as instance:
        instance.log.append([seal_bytes(value) for value in VALUES[30:]])
        instance.catch_up()
        assert list(dict.fromkeys(found(instance.log))) == DUE, "but for those that came twice"
        assert instance.log.end(EVENTS, 0) == len(VALUES)
        (rows,) = instance.store.rows("SELECT count(*) AS rows FROM findings")
        assert rows["rows"] == len(DUE)


def test_findings_name_their_tables_streams():
    assert {decode(output.value).stream for output in DUE} == {f"finding:table:T-{n}" for n in range(3)}
    assert len(DUE) > 12
