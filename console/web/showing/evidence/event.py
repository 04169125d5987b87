"""One event: who said what when, its place in its chain, what rests on it, and its bytes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from console.pages.happened import finding_tone
from console.web.asked import Asked
from console.web.entry.roles import WHO_SEE_HITS
from console.web.frame.places import address, event_address, finding_address
from console.web.frame.words import plain
from console.web.showing.evidence.body_fields import about_type, fields_of
from console.web.view import NotFound, View
from events.body import unpack_body
from events.envelope import Event, event_hash
from events.jsonform import to_json
from events.times import SECOND_US
from projections.examining.issuing import ACTOR
from streams.read_model.findings import findings_resting_on, shown_version
from streams.read_model.queries.resting_on import (
    awards_of_claim,
    posted_for,
    refused_for,
)
from streams.recorder.stored_event import StoredEvent, stored_event

_A_LINE: Final = 16
_SHOWN: Final = 2_048
"""Bytes that the page shows; `.json` has all of them."""
_APART_US: Final = SECOND_US


class Resting(NamedTuple):
    """Something that rests on an event: what it is, in a few words, and where it is looked at."""

    what: str
    words: str
    href: str = ""
    tone: str = ""


class Line(NamedTuple):
    """A line of bytes: where it begins, the bytes in hex, and those that are letters."""

    at: str
    hex: str
    letters: str


def event(asked: Asked) -> View:
    """An event by its stream and number."""
    stream, seq = asked.places["stream"], number_of(asked.places["seq"])
    found = _find(asked, stream, seq)
    if found is None:
        raise NotFound(_why_none(asked, stream, seq))
    own = found.event
    resting = list(resting_on(asked, own))
    values = {
        "event": own,
        "fields": fields_of(own, unpack_body(own)),
        "about": about_type(own.type),
        "apart": _apart(own),
        "hash": event_hash(found.record.value).hex(),
        "size": len(found.record.value),
        "lines": [*_lines(found.record.value[:_SHOWN])],
        "record": found.record,
        "resting": resting,
        "before": event_address(stream, seq - 1) if seq > 1 else "",
        "after": event_address(stream, seq + 1) if _find(asked, stream, seq + 1) else "",
    }
    return View("event.html", f"{stream} {seq}", lambda: _document(found, resting), values)


def number_of(text: str) -> int:
    """The number in an address."""
    if not (text.isascii() and text.isdecimal() and len(text) < 19 and int(text)):
        raise NotFound(f"{text!r} is not the number of an event: they are whole, and begin at 1.")
    return int(text)


def _find(asked: Asked, stream: str, seq: int) -> StoredEvent | None:
    """The event; among findings, that of the list of checks that is shown."""
    is_finding = stream.startswith("finding:")
    return stored_event(
        asked.log, stream, seq, f"{ACTOR}{shown_version(asked.store)}" if is_finding else None
    )


def _why_none(asked: Asked, stream: str, seq: int) -> str:
    if _find(asked, stream, 1) is not None:
        head = asked.log.head(stream)
        upto = f": it goes up to {head.seq:,}" if head else ""
        return f"{stream} has no event {seq:,}{upto}."
    return (
        f"There is no stream {stream}. A stream is called by its kind and its owner: table:TCP-01, "
        "link:HCF-L1, desk:accounting, meter:HCF-L1, finding:table:TCP-01."
    )


def _apart(of: Event) -> str:
    """How far the two clocks are from each other, where that is to be seen."""
    apart = of.recorded_at_us - of.occurred_at_us
    if abs(apart) < _APART_US:
        return ""
    seconds = f"{abs(apart) // SECOND_US:,} s"
    return f"recorded {seconds} after it happened" if apart > 0 else f"the device's clock was {seconds} ahead"


def resting_on(asked: Asked, of: Event) -> Iterator[Resting]:
    """What refers to an event."""
    if of.round and of.kind == "table":
        at = f"?at={of.seq}"
        yield Resting("round", of.round, address("/rounds/{round}", round=of.round) + at)
    for posted in posted_for(asked.store, of.stream, of.seq, of.gaming_day):
        if posted.stream != of.stream:
            words = f"{plain(posted.type)}, record {posted.seq} of {posted.book}"
            yield Resting("meter", words, event_address(posted.stream, posted.seq))
        else:
            yield Resting("posting", f"{plain(posted.type)}, to the day {posted.day}")
    for reason in refused_for(asked.store, of.stream, of.seq):
        yield Resting("refused", reason, tone="warn")
    for numbered in findings_resting_on(asked.store, of.stream, of.seq):
        found = numbered.finding
        where = finding_address(found.stream, numbered.seq)
        yield Resting("finding", f"{found.id} {found.message}", where, finding_tone(found))
    if of.kind == "table" and asked.role in WHO_SEE_HITS:
        for award in awards_of_claim(asked.store, of.owner, of.seq):
            words = f"{plain(award.hand)} from {award.link}: {plain(award.status)}"
            yield Resting("award", words, f"/ledger/hits?link={award.link}&table={award.table}", "pending")


def _lines(content: bytes) -> Iterator[Line]:
    for at in range(0, len(content), _A_LINE):
        part = content[at : at + _A_LINE]
        letters = "".join(chr(each) if 32 <= each < 127 else "·" for each in part)
        yield Line(f"{at:04x}", part.hex(" "), letters)


def _document(found: StoredEvent, resting: list[Resting]) -> dict[str, Any]:
    value, record = found.record.value, found.record
    return {
        **to_json(found.event),
        "hash": event_hash(value).hex(),
        "bytes": value.hex(),
        "topic": record.topic,
        "partition": record.partition,
        "offset": record.offset,
        "rests_on_it": [
            {"what": each.what, "words": each.words, "at": each.href or None} for each in resting
        ],
    }
