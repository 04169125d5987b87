"""A Hypothesis machine over the recorder alone, on a real file: any drafts, restarts, two recorders in turn.

`recorder_model` says what is due, `recorder_clients` what is sent. Here is how the world goes on: what the
clocks show, when a recorder dies, when another one takes its place and when it comes back.
"""

from __future__ import annotations

import copy
import shutil
import tempfile
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from events.jsonform import Draft
from events.vocabulary.desk import NoteRecorded
from streams.clock import GamingDays
from streams.errors import Trouble
from streams.log import EVENTS
from streams.recorder.recorder import AnotherRecorder, MalformedEvent, Recorder, draft
from streams.recorder.surroundings import LogSurroundings
from streams.sqlite.log import SqliteLog
from tests.streams.recorder.recorder_clients import (
    DAY,
    DRAFTS,
    HOUR,
    MODES,
    SEATS,
    SECOND,
    SELECTIONS,
    STREAMS,
    YEAR,
    Clients,
    probes,
)
from tests.streams.recorder.recorder_model import RecorderModel
from tests.streams.recorder.table_drafts import AT, UNIT

FACILITY = "PA01"
FLOOD = 450
"""Drafts of a flood, each from a source of its own: beyond what may be remembered."""
FLOODS = 3
"""In one history: more of them make it long and show nothing new."""
MOST_HELD = 300
"""Objects that a recorder may hold for one stream, whatever was recorded there."""
BEFORE_BETS_CLOSE = st.one_of(
    *[st.tuples(st.just("withdraw"), SEATS, st.sampled_from([UNIT, UNIT // 2]))] * 2,
    st.sampled_from([("close_round",), ("void",), ("close",)]),
)
CLOCK_STEPS = (SECOND, 20 * SECOND, HOUR, 9 * HOUR, DAY, -SECOND, -3 * HOUR, -DAY, YEAR, -YEAR)


class FailingLog:
    """A log of which an append may fail, having stored everything or nothing."""

    def __init__(self, log: SqliteLog) -> None:
        self.log = log
        self.fail = ""

    def append(self, *batch: Any) -> Any:
        fail, self.fail = self.fail, ""
        if fail == "before":
            raise Trouble("nothing was stored")
        appended = self.log.append(*batch)
        if fail == "after":
            raise Trouble("the answer was lost")
        return appended

    def __getattr__(self, name: str) -> Any:
        return getattr(self.log, name)


class RecorderMachine(RuleBasedStateMachine):
    """One table, two links and a desk; two recorders on one log, of which one is in charge."""

    def __init__(self) -> None:
        super().__init__()
        self.directory = Path(tempfile.mkdtemp())
        self.days = GamingDays()
        self.now_us = AT
        self.log = FailingLog(SqliteLog(self.directory / "log.sqlite", writable=True))
        self.model = RecorderModel(FACILITY, self.days)
        self.clients = Clients(self.days)
        self.recorders = [self.new_recorder(), self.new_recorder()]
        self.away_from: set[str] = set()
        """Streams that the one in charge has not written since it took its turn."""
        self.floods = 0

    def new_recorder(self) -> Recorder:
        return Recorder(self.log, FACILITY, lambda: self.now_us, self.days, pauses=())

    def send(self, drafts: list[Draft]) -> None:
        """The one in charge records; one that was away finds that it is not alone, and is asked again."""
        before = self.stored()
        troubled = False
        ends = {stream: known.end.seq for stream, known in self.recorders[0]._known.items()}
        while True:
            try:
                answers = self.recorders[0].record_many(drafts)
            except AnotherRecorder:
                assert self.stored() == before, "a recorder that was away has written"
                before, ends = -1, {}
            except Trouble:
                troubled, ends = True, {}
                self.recorders[0] = self.new_recorder()
            else:
                break
        for each, answer in zip(drafts, answers, strict=True):
            unsure, end = troubled or each.stream in self.away_from, ends.get(each.stream)
            self.model.judge(each, answer, self.now_us, may_be_stored=unsure, planned_after=end)
            if end is not None:  # it numbers its drafts one after the other: none of them twice
                ends[each.stream] = max(end, answer.seq)
        # What was there already was only looked up: of such a stream it knows the end of before.
        self.away_from -= {answer.event.stream for answer in answers if not answer.existed}

    def stored(self) -> int:
        return len(list(self.log.read(EVENTS, 0, 0)))

    # What comes

    @rule(what=DRAFTS)
    def one(self, what: Any) -> None:
        self.send([self.clients.draft(*what, now_us=self.now_us)])

    @rule(
        what=st.lists(DRAFTS, min_size=2, max_size=12),
        again=st.lists(st.integers(0, 11), max_size=3),
        spoiled=st.booleans(),
    )
    def several(self, what: list[Any], again: list[int], spoiled: bool) -> None:
        """Some of them twice in the same batch, or with other content."""
        drafts = [self.clients.draft(*each, now_us=self.now_us) for each in what]
        twice = [drafts[number % len(drafts)] for number in again]
        twice = [each for each in twice if each.source_id is not None]
        self.send(drafts + [each._replace(actor="D-97") if spoiled else each for each in twice])

    @rule(
        links=SELECTIONS,
        seats=st.sets(SEATS),
        mode=MODES,
        back=st.lists(BEFORE_BETS_CLOSE, max_size=2),
        then=st.lists(DRAFTS, max_size=4),
    )
    def open_and_wager(self, links: Any, seats: set[int], mode: str, back: Any, then: Any) -> None:
        """The usual beginning of a round: links and table open, a round, wagers, "no more bets" twice.

        The round may be over before that.
        """
        self.round_of(links, seats, mode)
        self.send([self.drawn("table", each, mode) for each in back])
        self.send([self.clients.draft(*each, now_us=self.now_us) for each in then])
        self.send([self.drawn("table", ("no_more_bets",), mode) for _ in range(2)])

    def round_of(self, links: Any, seats: set[int], mode: str) -> None:
        opened = [self.drawn("link", ("open", link, "today"), "live") for link in links]
        round_ = [self.drawn("table", action, mode) for action in (("open", links), ("open_round",))]
        wagers = [("wager", seat, "progressive", UNIT, "value_chip") for seat in sorted(seats)]
        self.send(opened + round_ + [self.drawn("table", wager, mode) for wager in wagers])

    def drawn(self, kind: str, action: Any, mode: str) -> Draft:
        return self.clients.draft((kind, action), mode, 0, "next", "its own", now_us=self.now_us)

    @rule(choice=st.lists(st.integers(0, 1_000_000), min_size=1, max_size=6))
    def repeat(self, choice: list[int]) -> None:
        """Drafts of any age come again, some twice in one batch."""
        again = [each for each in self.clients.sent if each.source_id is not None]
        if again:
            self.send([again[number % len(again)] for number in choice])

    @rule(choice=st.integers(0, 1_000_000), other=st.sampled_from(["D-98", "D-99", "body"]))
    def conflict(self, choice: int, other: str) -> None:
        """A source id comes with other content, twice."""
        again = [each for each in self.clients.sent if each.source_id is not None]
        if not again:
            return
        spoiled = again[choice % len(again)]
        if other == "body":
            body = NoteRecorded(subject="x", text=str(choice % 3))
            note = draft(spoiled.stream, body, occurred_at_us=0, actor="")
            spoiled = spoiled._replace(type=note.type, schema=note.schema, body=note.body)
        else:
            spoiled = spoiled._replace(actor=other)
        self.send([spoiled])
        self.send([spoiled])

    @rule(what=st.lists(DRAFTS, min_size=1, max_size=4), fail=st.sampled_from(["before", "after"]))
    def trouble(self, what: list[Any], fail: str) -> None:
        """An append fails, stored or not; the recorder dies, and the clients ask the next one."""
        named = [each if each[3] != "none" else (*each[:3], "next", each[4]) for each in what]
        drafts = [self.clients.draft(*each, now_us=self.now_us) for each in named]
        self.log.fail = fail
        self.send(drafts)
        self.log.fail = ""

    @precondition(lambda self: self.floods < FLOODS)
    @rule(stream=st.sampled_from(STREAMS), mode=MODES)
    def flood(self, stream: str, mode: str) -> None:
        """Many sources, some of them without numbers: nothing of it may be kept in memory for ever."""
        self.floods += 1
        body = NoteRecorded(subject="x", text="y")
        note = draft(stream, body, occurred_at_us=self.now_us, actor="D-1", mode=mode)
        first = len(self.clients.sent)
        ids = [f"src-{first + n}" + ("#1" if n % 5 else "") for n in range(FLOOD)]
        drafts = [note._replace(source_id=id_) for id_ in ids]
        self.clients.sent += drafts[:4]
        self.send(drafts)

    @rule(what=DRAFTS, wrong=st.sampled_from(["facility", "stream", "source_id", "seq"]))
    def malformed(self, what: Any, wrong: str) -> None:
        """What cannot be an event is answered with an error, and changes nothing."""
        good = self.clients.draft(*what, now_us=self.now_us)
        self.clients.sent.pop()
        bad = {
            "facility": good._replace(facility="PA99"),
            "stream": good._replace(stream="meter:L-1"),
            "source_id": good._replace(source_id="recorder#999999"),
            "seq": good._replace(seq=self.model.head(good.stream)[0] + 7, source_id="never#1"),
        }[wrong]
        try:
            answers = self.recorders[0].record_many([bad])
        except AnotherRecorder:
            return
        assert isinstance(answers[0], MalformedEvent)

    # Time and trouble

    @rule(by=st.sampled_from(CLOCK_STEPS))
    def clock_moves(self, by: int) -> None:
        """The recorder's own clock: mostly on, sometimes set back."""
        self.now_us += by

    @rule()
    def restart(self) -> None:
        self.recorders[0] = self.new_recorder()

    @rule()
    def reopen(self) -> None:
        """The process ends, and another opens the file."""
        self.log.log.close()
        self.log = FailingLog(SqliteLog(self.directory / "log.sqlite", writable=True))
        self.recorders = [self.new_recorder(), self.new_recorder()]

    @rule()
    def take_turns(self) -> None:
        """The other recorder takes over, with what it knew when it was last in charge."""
        self.recorders.reverse()
        self.away_from = set(STREAMS)

    # What holds

    @invariant()
    def the_log_holds_every_fact_once(self) -> None:
        values = [record.value for record in self.log.read(EVENTS, 0, 0)]
        assert values == self.model.values

    @invariant()
    def recovery_from_the_tail_equals_the_state_that_was_lost(self) -> None:
        running, fresh = self.recorders[0], self.new_recorder()
        for stream in STREAMS:
            if stream not in running._known or self.model.head(stream)[0] != running._known[stream].end.seq:
                continue  # it does not know the stream yet, or was away
            lost, found = decisions(running, stream, self.now_us), decisions(fresh, stream, self.now_us)
            differ = [pair for pair in zip(found, lost, strict=True) if pair[0] != pair[1]]
            assert not differ, f"{stream}: a fresh recorder and the running one decide otherwise: {differ}"

    @invariant()
    def no_state_without_bound(self) -> None:
        for stream, known in self.recorders[0]._known.items():
            held = count_held(known)
            assert held <= MOST_HELD, f"{held} objects are held of {stream}"

    def teardown(self) -> None:
        self.log.log.verify()
        self.log.log.close()
        shutil.rmtree(self.directory)


def decisions(recorder: Recorder, stream: str, now_us: int) -> list[Draft]:
    """What a recorder would make of every kind of draft that its state decides, without recording any."""
    # Asked on a copy: what a state learns by being asked is not what it had.
    known = copy.deepcopy(recorder._known_stream(stream), {id(recorder._log): recorder._log})
    links, register = recorder._link_within(set()), recorder._registers_within(set())[0]
    around = LogSurroundings(recorder._day_of, links, register)
    around.move_to(known, now_us)
    return [known.decide(probe, around) for probe in probes(stream, now_us)]


def count_held(root: Any) -> int:
    """How many objects are reachable from one, leaving out the log, code and classes."""
    seen: dict[int, Any] = {}
    waiting = [root]
    while waiting:
        each = waiting.pop()
        known = each is None or id(each) in seen
        if known or callable(each) or isinstance(each, FailingLog | int | bytes):
            continue
        seen[id(each)] = each
        if isinstance(each, dict):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, list | tuple | set | frozenset):
            waiting += each
        elif not isinstance(each, str):
            names = getattr(type(each), "__slots__", ()) or getattr(type(each), "__struct_fields__", ())
            waiting += [getattr(each, name, None) for name in names]
            waiting += list(getattr(each, "__dict__", {}).values())
    return len(seen)
