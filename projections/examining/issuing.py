"""Findings as events: numbered densely and chained in each stream, timed by the event that they follow from.

An event holds no position in any log and no clock of its own: two engines that read the same stream write
the same bytes. What cannot be stored as it is, because a text or an amount is too long, is stored without it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import msgspec

from events.body import checked, decode_body
from events.envelope import NO_PREV, Event, decode, encode, event_hash, stream_name
from events.errors import MalformedEvent
from events.kinds import TEXT_AT_MOST
from events.topics import FINDINGS
from events.vocabulary.findings import MOST_EVENTS, FindingIssued
from projections.examining.finding import Finding
from projections.records import Output, Record

ACTOR: Final = "examiner@"
"""Behind it stands the version of the list of checks."""
NOT_EXAMINED: Final = "R00"
"""The id of what says that an event could not be examined."""


class Series(msgspec.Struct, array_like=True):
    """The findings of a stream so far: the number and the hash of the last."""

    seq: int = 0
    prev: bytes = NO_PREV

    def issue(self, source: Event, finding: Finding) -> Output:
        """A finding as the next event of its stream, at the event that completed the breach."""
        try:
            value = self._encoded(source, finding)
        except (MalformedEvent, OverflowError):
            value = self._encoded(source, _storable(finding))
        self.seq += 1
        self.prev = event_hash(value)
        return Output(FINDINGS, finding_stream(source.stream), value)

    def _encoded(self, source: Event, finding: Finding) -> bytes:
        body = FindingIssued(
            check=finding.check,
            id=finding.id,
            version=finding.version,
            severity=finding.severity,
            section=finding.section,
            stream=finding.stream,
            table=finding.table,
            source_seq=source.seq,
            events=finding.events[:MOST_EVENTS],
            seat=finding.seat,
            wager=finding.wager,
            due_mc=finding.due_mc,
            done_mc=finding.done_mc,
            message=finding.message[:TEXT_AT_MOST],
            remedy=finding.remedy,
        )
        return encode(
            Event(
                facility=source.facility,
                stream=finding_stream(source.stream),
                seq=self.seq + 1,
                prev=self.prev,
                type=FindingIssued.TYPE,
                schema=FindingIssued.SCHEMA,
                occurred_at_us=finding.at_us,
                recorded_at_us=source.recorded_at_us,
                gaming_day=finding.gaming_day,
                round=finding.round,
                actor=f"{ACTOR}{finding.version}",
                source_id=f"{source.stream}#{source.seq}",
                mode=finding.mode,
                body=checked(body).to_bytes(),
            )
        )


def finding_stream(examined: str) -> str:
    """The stream of what is found in a stream."""
    return stream_name("finding", examined)


def not_examined(event: Event, error: Exception, version: int) -> Finding:
    """What says that an event could not be examined. Its words are the same wherever it is read."""
    why = str(error) if isinstance(error, MalformedEvent) else type(error).__name__
    return Finding(
        check="event_not_examined",
        id=NOT_EXAMINED,
        severity="record",
        section=None,
        stream=event.stream,
        table=event.owner if event.kind == "table" else None,
        round=event.round,
        seat=None,
        wager=None,
        at_us=event.occurred_at_us,
        gaming_day=event.gaming_day,
        events=(event.seq,),
        message=f"Event {event.seq} ({event.type}) could not be examined: {why}.",
        mode=event.mode,
        version=version,
    )


def _storable(finding: Finding) -> Finding:
    """A finding without what no event can hold: the check, its section and its events say enough."""
    return replace(
        finding,
        section=finding.section and finding.section[:TEXT_AT_MOST],
        table=finding.table if finding.stream == f"table:{finding.table}" else None,
        round=None,
        seat=None,
        wager=None,
        due_mc=None,
        done_mc=None,
        severity="procedure" if finding.severity == "money" else finding.severity,
        message=f"Amounts or names cannot be stored with this. {finding.message}",
    )


class Issued(msgspec.Struct, frozen=True):
    """A finding as it stands in the topic: its stream and number, and what it says."""

    stream: str
    seq: int
    prev: bytes
    finding: Finding


def read_issued(record: Record) -> Issued:
    """The finding of a record; `MalformedEvent` for what no examiner wrote there."""
    event = decode(record.value)
    if record.key != event.stream:
        raise MalformedEvent("key", f"{record.key!r} is not the stream {event.stream!r}")
    body = decode_body(event)
    if not isinstance(body, FindingIssued):
        raise MalformedEvent("type", f"{event.type} is not a finding")
    if (event.stream, event.actor) != (finding_stream(body.stream), f"{ACTOR}{body.version}"):
        raise MalformedEvent("stream", f"{event.actor} finds nothing of {body.stream} on {event.stream}")
    finding = Finding(
        check=body.check,
        id=body.id,
        severity=body.severity,
        section=body.section,
        stream=body.stream,
        table=body.table,
        round=event.round,
        seat=body.seat,
        wager=body.wager,
        at_us=event.occurred_at_us,
        gaming_day=event.gaming_day,
        events=body.events,
        message=body.message,
        mode=event.mode,
        version=body.version,
        remedy=body.remedy,
        due_mc=body.due_mc,
        done_mc=body.done_mc,
    )
    return Issued(event.stream, event.seq, event.prev, finding)
