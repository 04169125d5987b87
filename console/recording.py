"""How a command records for a person, and hears what the keepers of links make of it.

On an embedded instance the answer is there once everything was processed. On Kafka the keeper is a worker of
its own: the command waits for it, so many seconds and no longer.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from console.gaming_days import gaming_days
from console.importing import DEFAULT_FACILITY, facility_of
from console.instance import Open, open_for_recording, place
from events.body import newest_fields, parse_body
from events.envelope import Event, decode, read_header
from events.errors import MalformedEvent
from events.topics import METERS
from streams.clock import DayOf, now_us
from streams.log import Log
from streams.recorder.recorder import Recorded, Recorder, draft
from streams.recorder.tracks import LOOKED_BACK

WAIT_S: Final = 10.0
_PAUSE_S: Final = 0.1


class Answer(NamedTuple):
    """A record of a keeper."""

    link: str
    record: int
    type: str
    fields: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The record as scripts read it."""
        return {"link": self.link, "record": self.record, "type": self.type, **self.fields}


Wanted = Callable[[Answer], bool]


class Clerk:
    """Records for a person, and looks for answers among the records that keepers write from now on."""

    def __init__(self, opened: Open, facility: str | None, day_of: DayOf, wait_s: float) -> None:
        self._log = opened.log
        self.process = opened.process
        self._wait_s = wait_s
        self._recorder = Recorder(
            opened.log, facility_of(opened.log) or facility or DEFAULT_FACILITY, day_of=day_of
        )
        self._marks = {p: opened.log.end(METERS, p) for p in range(opened.log.partitions(METERS))}
        self._heard: list[Answer] = []

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
    ) -> Recorded:
        """Record one fact, now or as of when it occurred; a repeat of its id is answered, not doubled."""
        if occurred_at_us is None:
            occurred_at_us = self._first_said(stream, source_id) or now_us()
        recorded = self._recorder.record(
            draft(
                stream,
                parse_body(type_, fields),
                occurred_at_us=occurred_at_us,
                actor=actor,
                source_id=source_id,
            )
        )
        if recorded.existed:
            self._marks = dict.fromkeys(self._marks, 0)
        return recorded

    def _first_said(self, stream: str, source_id: str | None) -> int | None:
        """When the event of an id occurred: asked again it is the same fact, not a later one."""
        head = None if source_id is None else self._log.head(stream)
        if head is None:
            return None
        for record in self._log.read_stream(stream, max(1, head.seq - LOOKED_BACK + 1), head.seq + 1):
            event = read_header(record.value)
            if event.source_id == source_id:
                return event.occurred_at_us
        return None

    def answer(self, wanted: Wanted) -> Answer | None:
        """The first record that is wanted; None where none came in time."""
        self.process()
        give_up = time.monotonic() + self._wait_s
        while True:
            self._listen()
            for answer in self._heard:
                if wanted(answer):
                    return answer
            if time.monotonic() >= give_up:
                return None
            time.sleep(_PAUSE_S)

    def _listen(self) -> None:
        for partition, start in self._marks.items():
            for record in self._log.read(METERS, partition, start):
                self._marks[partition] = record.offset + 1
                answer = _answer(record.value)
                if answer is not None:
                    self._heard.append(answer)


def _answer(value: bytes) -> Answer | None:
    """A record of a keeper; None for bytes that are none, which `pitledger check` reports."""
    try:
        event = decode(value)
        return Answer(event.owner, event.seq, event.type, newest_fields(event))
    except (MalformedEvent, ValueError, TypeError):
        return None


def answers_to(recorded: Recorded) -> Wanted:
    """Wants what a keeper decided about this very event."""
    return lambda answer: (
        answer.fields.get("source_stream") == recorded.event.stream
        and answer.fields.get("source_seq") == recorded.seq
    )


def refused_because(event: Event) -> str:
    """Why the system refused: the reason that its event holds."""
    return str(newest_fields(event)["reason"])


@contextmanager
def open_clerk(args: argparse.Namespace) -> Iterator[Clerk]:
    """A clerk of the instance that the command line names."""
    where = place(args)
    with open_for_recording(where) as opened:
        wait_s = 0.0 if where.kafka is None else args.wait
        yield Clerk(opened, getattr(args, "facility", None), gaming_days(args), wait_s)


def add_wait_option(parser: argparse.ArgumentParser) -> None:
    """How long a command on Kafka waits for the keeper."""
    parser.add_argument(
        "--wait",
        type=float,
        default=WAIT_S,
        metavar="SECONDS",
        help="on Kafka: how long to wait for the keeper's answer (default %(default)s)",
    )
