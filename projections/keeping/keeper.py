"""The keeper's fold: from `links` to `meters`, one partition at a time.

Every link has a book: how far each of its sources has been heard, and the state of its meters. A leg
heard before is dropped, one that is early is held until the missing one comes, and each leg in its turn is
decided by `projections.keeping.meter`. Records are events on `meter:LINK`, numbered densely and chained.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import msgpack

from events.body import body_class, decode_body, newest_fields
from events.envelope import NO_PREV, Event, decode, encode, event_hash, stream_name
from events.errors import MalformedEvent
from events.topics import LINKS, METERS
from projections.keeping.deciders import ACTOR, DECIDER, Deciders
from projections.keeping.legs import Decision, Leg
from projections.keeping.link_state import LinkState
from projections.keeping.meter import balances, decide, evolve, hear
from projections.keeping.stored_link import dump_link, load_link
from projections.keeping.transfers import ADDRESSED_BY
from projections.records import Output, Record, quarantine
from projections.state_versions import StateTooNew

FORMAT: Final = 1
"""Version of the stored state. A worker refuses state newer than itself."""
HELD_AT_MOST: Final = 256
"""More early legs than this of one table are put aside: its missing leg is not just late."""


@dataclass(slots=True)
class Hearing:
    """How far a link has heard one source.

    After a halted stream was resumed from `resumed_seq`, `skip` lets one gap in the legs pass: what the lost
    events carried never comes. `unheard` are the claims that were refused while the stream stood still.
    """

    next_leg: int = 1
    heard_at_us: int = 0
    incomplete_from: int = 0
    resumed_seq: int = 0
    skip: bool = False
    held: dict[int, bytes] = field(default_factory=dict)
    unheard: set[int] = field(default_factory=set)


@dataclass(slots=True)
class Book:
    """One link: its sources, its meters, and the number and hash of its last record."""

    state: LinkState = field(default_factory=LinkState)
    sources: dict[str, Hearing] = field(default_factory=dict)
    seq: int = 0
    prev: bytes = NO_PREV


class Keeper:
    """The state of one partition of `links` and the step that moves it on.

    It decides by the newest version, or by the one that `deciders` knows to have written the records.
    """

    __slots__ = ("_deciders", "books", "next_offset")

    def __init__(self, deciders: Deciders | None = None) -> None:
        self.next_offset = 0
        self.books: dict[str, Book] = {}
        self._deciders = deciders

    def step(self, record: Record) -> list[Output]:
        """Hear one record, in the order of the partition."""
        self.next_offset = record.offset + 1
        try:
            leg = leg_of(record.value, record.key)
            event = leg.event
            number = leg_number(leg)
        except (MalformedEvent, ValueError, KeyError, TypeError, StopIteration) as error:
            return [quarantine(record, "malformed", repr(error), found=event_hash(record.value))]
        book = self.books.setdefault(record.key, Book())
        if event.kind == "router":
            return self._marked(book, leg)
        hearing = book.sources.setdefault(event.stream, Hearing())
        if number < hearing.next_leg:
            return []
        if number > hearing.next_leg and not hearing.skip:
            return self._early(book, hearing, leg, number, record)
        outputs = self._hear(book, hearing, leg, number)
        while (held := hearing.held.pop(hearing.next_leg, None)) is not None:
            outputs += self._hear(book, hearing, leg_of(held, record.key), hearing.next_leg)
        if hearing.incomplete_from and not hearing.held:
            hearing.incomplete_from = 0
            outputs += self._record(book, leg, Decision("table_complete", {"table": leg.event.owner}))
        return outputs

    def _hear(self, book: Book, hearing: Hearing, leg: Leg, number: int) -> list[Output]:
        hearing.next_leg = number + 1
        hearing.skip = False
        hearing.heard_at_us = max(hearing.heard_at_us, leg.event.recorded_at_us)
        outputs: list[Output] = []
        if leg.event.type == "progressive_claimed" and leg.event.seq in hearing.unheard:
            return outputs
        refused = False
        before = book.state
        for decision in decide(before, leg, self._decider(book, leg)):
            book.state = evolve(book.state, decision, leg)
            outputs += self._record(book, leg, decision)
            refused = decision.type == "leg_refused"
        book.state = hear(book.state, leg, before, refused=refused)
        return outputs

    def _decider(self, book: Book, leg: Leg) -> int:
        if self._deciders is None:
            return DECIDER
        return self._deciders.deciding(leg.link, book.seq + 1, _source_id(leg))

    def _early(self, book: Book, hearing: Hearing, leg: Leg, number: int, record: Record) -> list[Output]:
        """A leg before its turn: hold it rather than lose the missing one."""
        if len(hearing.held) >= HELD_AT_MOST and number not in hearing.held:
            detail = f"leg {hearing.next_leg} is missing and {HELD_AT_MOST} later ones are held already"
            return [quarantine(record, "held", detail, found=event_hash(record.value))]
        hearing.held[number] = record.value
        if hearing.incomplete_from:
            return []
        hearing.incomplete_from = hearing.next_leg
        return self._record(book, leg, _incomplete(leg.event.owner, "legs", hearing.next_leg))

    def _marked(self, book: Book, leg: Leg) -> list[Output]:
        """What the router says of a stream; saying it twice, or late, changes nothing."""
        stream = leg.fields.get("stream") or stream_name("table", leg.event.owner)
        hearing = book.sources.setdefault(stream, Hearing())
        match leg.event.type:
            case "claim_while_halted":
                return self._unheard(book, hearing, leg)
            case "stream_halted":
                from_seq = leg.fields["from_seq"]
                if hearing.incomplete_from or from_seq <= hearing.resumed_seq:
                    return []
                hearing.incomplete_from = from_seq
                return self._record(book, leg, _incomplete(leg.event.owner, "stream", from_seq))
            case "stream_continued":
                return self._continued(book, hearing, leg)
        return []

    def _unheard(self, book: Book, hearing: Hearing, leg: Leg) -> list[Output]:
        claim_seq = leg.fields["claim_seq"]
        if claim_seq in hearing.unheard:
            return []
        hearing.unheard.add(claim_seq)
        decisions = decide(book.state, leg, self._decider(book, leg))
        return [output for decision in decisions for output in self._record(book, leg, decision)]

    def _continued(self, book: Book, hearing: Hearing, leg: Leg) -> list[Output]:
        """The stream goes on from an event that two badges named: what was lost is not waited for."""
        if leg.fields["from_seq"] <= hearing.resumed_seq:
            return []
        hearing.resumed_seq = leg.fields["from_seq"]
        outputs: list[Output] = []
        for number in sorted(hearing.held):
            outputs += self._hear(book, hearing, leg_of(hearing.held.pop(number), leg.link), number)
        hearing.skip = True
        return outputs

    def _record(self, book: Book, leg: Leg, decision: Decision) -> list[Output]:
        """A decision as the next record of its link, timed by what caused it; another link may hear it."""
        event = leg.event
        decider = self._decider(book, leg)
        body = {
            "decider": decider,
            "source_stream": event.stream,
            "source_seq": event.seq,
            "balances": balances(book.state),
            **decision.fields,
        }
        book.seq += 1
        value = encode(
            Event(
                facility=event.facility,
                stream=stream_name("meter", leg.link),
                seq=book.seq,
                prev=book.prev,
                type=decision.type,
                schema=body_class(decision.type).SCHEMA,
                occurred_at_us=event.occurred_at_us,
                recorded_at_us=event.recorded_at_us,
                gaming_day=event.gaming_day,
                round=event.round,
                actor=f"{ACTOR}{decider}",
                source_id=_source_id(leg),
                mode=event.mode,
                body=msgpack.packb(body, use_bin_type=True),
            )
        )
        book.prev = event_hash(value)
        outputs = [Output(METERS, leg.link, value)]
        addressed = ADDRESSED_BY.get(decision.type)
        if addressed is not None:
            outputs.append(Output(LINKS, decision.fields[addressed], value))
        return outputs

    def dump(self) -> bytes:
        """The state as one value to store."""
        books = [
            [
                link,
                dump_link(book.state),
                [
                    [
                        name,
                        h.next_leg,
                        h.heard_at_us,
                        h.incomplete_from,
                        h.resumed_seq,
                        h.skip,
                        sorted(h.held.items()),
                        sorted(h.unheard),
                    ]
                    for name, h in sorted(book.sources.items())
                ],
                book.seq,
                book.prev,
            ]
            for link, book in sorted(self.books.items())
        ]
        dumped: bytes = msgpack.packb([FORMAT, self.next_offset, books])
        return dumped

    @classmethod
    def load(cls, dumped: bytes | None, deciders: Deciders | None = None) -> Keeper:
        """The state of `dump`; None is the beginning."""
        keeper = cls(deciders)
        if dumped is None:
            return keeper
        format_, *rest = msgpack.unpackb(dumped)
        if format_ > FORMAT:
            raise StateTooNew(format_, FORMAT)
        keeper.next_offset, books = rest
        for link, state, sources, seq, prev in books:
            hearings = {
                name: Hearing(leg, at, incomplete, resumed, skip, dict(held), set(unheard))
                for name, leg, at, incomplete, resumed, skip, held, unheard in sources
            }
            keeper.books[link] = Book(load_link(state), hearings, seq, prev)
        return keeper


def leg_of(value: bytes, link: str) -> Leg:
    """A record of `links` as a link hears it; its body is checked, whoever wrote it there."""
    event = decode(value)
    try:
        decode_body(event)
    except MalformedEvent as error:
        if event.kind == "link":
            return Leg(event, {}, link, str(error))
        raise
    fields = newest_fields(event)
    if event.kind == "meter" and fields.get(ADDRESSED_BY.get(event.type, "")) != link:
        raise MalformedEvent("body", f"{event.type} of {event.stream} is not for {link}: no leg of it")
    return Leg(event, fields, link)


def _source_id(leg: Leg) -> str:
    return f"{leg.event.stream}#{leg.event.seq}"


def _incomplete(table: str, what: str, from_number: int) -> Decision:
    return Decision("table_incomplete", {"table": table, "what": what, "from_number": from_number})


def leg_number(leg: Leg) -> int:
    """The dense number of a leg: a control event has its seq, a mark none."""
    kind = leg.event.kind
    if kind == "link":
        return leg.event.seq
    if kind == "router":
        return 0
    fields: Any = leg.fields
    if "legs" in fields:
        return int(next(part["leg"] for part in fields["legs"] if part["link"] == leg.link))
    return int(fields["leg"])
