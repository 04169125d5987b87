"""The clerk: all that a command records for a person goes through it, by the facility's zone and cut-off.

On an embedded instance a keeper's answer is there once everything was processed. On Kafka the keeper is a
worker of its own: the clerk waits for it, so many seconds and no longer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from secrets import token_hex
from typing import Any, Final, NamedTuple

from console.calls.options import GlobalOptions
from console.instances.instance import Open, open_for_recording
from console.recording.recorders import DEFAULT_FACILITY, new_recorder, require_facility
from console.recording.signing import WAIT_S
from console.recording.told_writes import Told
from events.body import body_fields, parse_body, read_body
from events.envelope import Event, decode, read_header
from events.errors import MalformedEvent
from events.topics import METERS
from events.vocabulary.badges import BadgeRefused
from events.vocabulary.desk import RecordRefused, StreamResumed
from events.vocabulary.keeper_facts import KeeperFact
from events.vocabulary.links import LinkChangeRefused
from events.vocabulary.play import WagerRefused
from events.vocabulary.table import TableRefused
from projections.recording.completing import DayOf
from streams.clock import now_us
from streams.log import Log, SourceKey
from streams.recorder.recorder import AnotherRecorder, Recorded, Recorder, draft

_PAUSE_S: Final = 0.1
_SENT_AGAIN: Final = 3
"""How often a fact is sent again that lost against another recorder's."""


class Answer(NamedTuple):
    """A record of a keeper."""

    link: str
    record: int
    body: KeeperFact

    def as_json(self) -> dict[str, Any]:
        """The record as scripts read it."""
        return {"link": self.link, "record": self.record, "type": self.body.TYPE, **body_fields(self.body)}


Wanted = Callable[[Answer], bool]


class Clerk:
    """Records for a person, and looks for answers among the records that keepers write from now on."""

    def __init__(
        self,
        opened: Open,
        facility: str | None,
        day_of: DayOf,
        wait_s: float,
        recorder: Recorder | None = None,
    ) -> None:
        """With `recorder` it shares the one that others of this process record through."""
        self._log = opened.log
        self.vault = opened.vault
        self._day_of = day_of
        self.process = opened.process
        self._told = Told(opened.log, is_embedded=opened.is_embedded)
        self.wait_s = wait_s
        require_facility(opened.log, facility)
        self.recorder = recorder or new_recorder(
            opened.log, facility or DEFAULT_FACILITY, day_of, opened.vault
        )
        self._marks = {p: opened.log.end(METERS, p) for p in range(opened.log.partitions(METERS))}
        self._answers: list[Answer] = []

    @property
    def log(self) -> Log:
        """The log that is recorded into."""
        return self._log

    def record(
        self,
        stream: str,
        type_: str,
        fields: dict[str, Any],
        actor: str,
        *,
        occurred_at_us: int | None = None,
        source_id: str | None = None,
        round_name: str | None = None,
    ) -> Recorded:
        """Record one fact, now or as of when it occurred; a repeat of its id is answered, not doubled."""
        if occurred_at_us is None:
            occurred_at_us = self._first_occurrence(stream, source_id) or now_us()
        id_ = f"typed-{token_hex(8)}" if source_id is None else source_id
        write = partial(record_fact, self.recorder, stream, type_, fields, actor)
        write = partial(write, occurred_at_us=occurred_at_us, source_id=id_, round_name=round_name)
        has_own_id = source_id is not None
        recorded = self._told.fact(write, SourceKey(stream, id_), type_, has_own_id=has_own_id)
        if recorded.existed:
            self._marks = dict.fromkeys(self._marks, 0)
        return recorded

    def resume(self, body: StreamResumed, last: Event) -> Recorded:
        """Record that a halted stream is resumed, or the refusal; `last` is the stream's head."""
        made = draft(last.stream, body, occurred_at_us=now_us(), actor=body.authorised_by[0], mode=last.mode)
        return self._told.resumption(made, last, self._day_of)

    def _first_occurrence(self, stream: str, source_id: str | None) -> int | None:
        """When the event of an id occurred: asked again it is the same fact, not a later one."""
        if source_id is None:
            return None
        key = SourceKey(stream, source_id)
        value = self._log.recorded([key]).get(key)
        return None if value is None else read_header(value).occurred_at_us

    def answer(self, wanted: Wanted) -> Answer | None:
        """The first record that is wanted; None where none came in time."""
        self.process()
        give_up = time.monotonic() + self.wait_s
        while True:
            self._read_answers()
            for answer in self._answers:
                if wanted(answer):
                    return answer
            if time.monotonic() >= give_up:
                return None
            time.sleep(_PAUSE_S)

    def _read_answers(self) -> None:
        for partition, start in self._marks.items():
            for record in self._log.read(METERS, partition, start):
                self._marks[partition] = record.offset + 1
                answer = _answer(record.value)
                if answer is not None:
                    self._answers.append(answer)


def _answer(value: bytes) -> Answer | None:
    """A record of a keeper; None for bytes that are not one, which `pitledger check` reports."""
    try:
        event = decode(value)
        body = read_body(event)
    except (MalformedEvent, ValueError, TypeError):
        return None
    return Answer(event.owner, event.seq, body) if isinstance(body, KeeperFact) else None


def answers_to(recorded: Recorded) -> Wanted:
    """Wants what a keeper decided about this very event."""
    source = (recorded.event.stream, recorded.seq)
    return lambda answer: (answer.body.source_stream, answer.body.source_seq) == source


def refused_because(event: Event) -> str:
    """Why the system refused: the reason that its event holds."""
    body = read_body(event)
    assert isinstance(body, BadgeRefused | LinkChangeRefused | RecordRefused | TableRefused | WagerRefused)
    return body.reason


def record_fact(
    recorder: Recorder,
    stream: str,
    type_: str,
    fields: dict[str, Any],
    actor: str,
    *,
    occurred_at_us: int | None = None,
    source_id: str | None = None,
    round_name: str | None = None,
) -> Recorded:
    """Record one fact of a command's own as of when it occurred, or now.

    Where another recorder was faster it is sent again. On Kafka what lost stays in the log: by an id, made
    here where the caller has none, the two are one fact, and `check` has nothing to complain of.
    """
    at_us = now_us() if occurred_at_us is None else occurred_at_us
    body = parse_body(type_, fields)
    id_ = f"typed-{token_hex(8)}" if source_id is None else source_id
    made = draft(stream, body, occurred_at_us=at_us, actor=actor, source_id=id_, round=round_name)
    for _ in range(_SENT_AGAIN):
        with suppress(AnotherRecorder):
            return recorder.record(made, by_system=True)
    return recorder.record(made, by_system=True)


def load_validation() -> None:
    """Load what checks a person's facts, before a log is opened.

    Ctrl-C in the middle of so long an import would leave it in pieces.
    """
    import events.validation  # noqa: F401, PLC0415


@contextmanager
def open_clerk(
    options: GlobalOptions, facility: str | None = None, wait_s: float = WAIT_S
) -> Iterator[Clerk]:
    """A clerk of the instance that the command line names."""
    load_validation()
    where = options.location()
    days = options.gaming_days()
    with open_for_recording(where) as opened:
        yield Clerk(opened, facility, days, 0.0 if where.kafka is None else wait_s)
