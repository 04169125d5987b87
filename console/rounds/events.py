"""The events of a round, read from the log where the read model says that they are; and what is wrong there.

What is missing, quarantined or does not count is named with its number or its place. The round is then
rebuilt from what counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from events.body import Body, decode_body
from events.columns import decode_rows
from events.envelope import Event, event_hash, read_header
from events.errors import MalformedEvent
from projections.routing.chain import Chains, Judged, Verdict
from streams.errors import Halted, LogError
from streams.log import Log
from streams.read_model.queries.round_context import QuarantinedRecord, missing_from, quarantined_between
from streams.read_model.queries.rounds import RoundLocation
from streams.read_model.store import ReadStore
from streams.recorder.gaps import read_counted

_ENDS: Final = ("round_closed", "round_voided")
_LOST: Final = (Verdict.MALFORMED, Verdict.FORK, Verdict.STALE)
"""Records that are not the event of their number; they are quarantined."""


class Trouble(NamedTuple):
    """Something wrong with the record of a round.

    `what` is `missing`, `damaged`, `quarantined` or `not_counted`; `seq` the event, `offset` the place in the
    log.
    """

    what: str
    seq: int | None
    offset: int | None
    why: str


class RoundEvents(NamedTuple):
    """The events of a round that count, and why they are not all there; empty where they are.

    `bodies` are their facts, where they have been read already.
    """

    events: list[Event]
    missing: str
    troubles: tuple[Trouble, ...] = ()
    bodies: list[Body] | None = None


def events_of_round(log: Log, of: RoundLocation) -> RoundEvents:
    """The events of a round from the log, as the chain rule reads it; behind a gap as they count."""
    return _plain(log, of) or _looked_for(log, of)


def _plain(log: Log, of: RoundLocation) -> RoundEvents | None:
    """A round that has ended, each of its events where the index has it and chained to the one before; None
    for any other, which is looked for among all that lies between its first event and its last."""
    places = of.places
    if not places:  # asked to decode nothing, `decode_rows` raises, each time with what the last times held
        return None
    try:
        values = log.read_at(places)
        rows = decode_rows(values)
        events = list(map(Event._make, rows))
        bodies = list(map(decode_body, events))
    except (LogError, MalformedEvent):
        return None
    seq, prev = of.first_seq, events[0].prev
    for event, value in zip(events, values, strict=True):
        if (event.stream, event.round, event.mode) != (of.stream, of.round, of.mode):
            return None
        if event.seq != seq or event.prev != prev:
            return None
        seq, prev = seq + 1, event_hash(value)
    ended = any(event.type in _ENDS for event in events)
    return RoundEvents(events, "", (), bodies) if ended else None


def _looked_for(log: Log, of: RoundLocation) -> RoundEvents:
    """The events of a round among all that lies between its first and its last, and what is wrong there."""
    events: list[Event] = []
    troubles: list[Trouble] = []
    try:
        for record in _judged(log, of):
            if record.judged.verdict is Verdict.NEXT and record.judged.event is not None:
                events.append(record.judged.event)
            troubles += _trouble(of, record)
    except LogError as error:  # the bytes are damaged: what lies before them counts
        troubles.append(Trouble("damaged", None, None, str(error)))
    missing = next((each.why for each in troubles if each.what in ("missing", "damaged")), "")
    if any(each.what == "missing" for each in troubles):
        events = []
        try:
            events += map(read_header, read_counted(log, of.stream))
        except Halted:  # then the round is shown as far as it counts
            pass
        except LogError as error:
            troubles.append(Trouble("damaged", None, None, str(error)))
        counted = {event.seq for event in events}
        troubles = [each for each in troubles if each.what != "not_counted" or each.seq not in counted]
    own, bodies, unread = _read(
        [event for event in events if (event.round, event.mode) == (of.round, of.mode)]
    )
    lost = missing or _broken_off(own, [*unread, *troubles])
    return RoundEvents(own, lost, (*unread, *troubles), bodies)


def _read(events: list[Event]) -> tuple[list[Event], list[Body], list[Trouble]]:
    """Events with their facts, and those whose bodies cannot be read: what they say is lost."""
    read: list[Event] = []
    bodies: list[Body] = []
    unread: list[Trouble] = []
    for event in events:
        try:
            bodies.append(decode_body(event))
            read.append(event)
        except MalformedEvent as error:
            why = f"{event.type.replace('_', ' ')} cannot be read: {error}"
            unread.append(Trouble("damaged", event.seq, None, f"event {event.seq}, {why}"))
    return read, bodies, unread


def _broken_off(events: list[Event], troubles: list[Trouble]) -> str:
    """Why events of the round are lost although no gap was proved: one cannot be read, or no later one
    continues the chain."""
    damaged = [each.why for each in troubles if each.what == "damaged"]
    if damaged:
        return damaged[0]
    last = events[-1].seq if events else 0
    forks = [each for each in troubles if each.what == "quarantined" and (each.seq or 0) > last]
    ended = any(event.type in _ENDS for event in events)
    return f"the chain breaks at event {forks[0].seq}: {forks[0].why}" if forks and not ended else ""


class _Judged(NamedTuple):
    """A record with its verdict, and the number that the chain rule waited for."""

    offset: int
    due: int
    judged: Judged


def _judged(log: Log, of: RoundLocation) -> Iterator[_Judged]:
    """The records of the table while the round was played."""
    chains = Chains()
    for record in log.read_between(of.stream, of.partition, of.first_offset, of.last_offset + 1):
        head = chains.heads.get(of.stream)
        due = 0 if head is None else head.seq + 1
        judged = chains.judge(record.offset, record.key, record.value)
        if head is None and judged.event is not None:
            chains.start(judged.event)
            judged = chains.judge(record.offset, record.key, record.value)
        yield _Judged(record.offset, due, judged)


def _trouble(of: RoundLocation, record: _Judged) -> Iterator[Trouble]:
    offset, due, judged = record
    event = judged.event
    if judged.verdict in _LOST:
        yield Trouble("quarantined", None if event is None else event.seq, offset, judged.detail)
    if event is None:
        return
    if judged.verdict is Verdict.GAP:
        last = event.seq - 1
        which = f"event {due} is" if due == last else f"events {due} to {last} are"
        yield Trouble("missing", due, offset, f"{which} missing: event {event.seq} came")
    if judged.verdict in (Verdict.GAP, Verdict.HALTED) and event.round == of.round:
        why = f"{event.type.replace('_', ' ')} does not count: an event before it is missing"
        yield Trouble("not_counted", event.seq, offset, why)


def troubles_around(store: ReadStore, of: RoundLocation, found: RoundEvents) -> RoundEvents:
    """The same with what the read model knows of a round that is cut short: where its table is halted, and
    what was quarantined since."""
    ended = any(event.type in _ENDS for event in found.events)
    stop = of.last_offset + 1 if ended else None
    named = {each.offset for each in found.troubles}
    troubles = [*found.troubles]
    troubles += [
        _quarantined(each) for each in quarantined_between(store, of, stop) if each.offset not in named
    ]
    missing = found.missing
    lacks = 0 if ended else missing_from(store, of.stream)
    if lacks and not missing:
        missing = f"the round is cut short: event {lacks} is missing, and what follows does not count"
        troubles.insert(0, Trouble("missing", lacks, None, missing))
    if found.events and found.events[0].type != "round_opened":
        troubles.insert(0, Trouble("missing", None, None, "the round's opening is not among its events"))
    return found._replace(missing=missing, troubles=tuple(troubles))


def _quarantined(record: QuarantinedRecord) -> Trouble:
    return Trouble("quarantined", None, record.offset, f"{record.reason.replace('_', ' ')}: {record.detail}")
