"""The router's fold: from `events` to `links`, one partition at a time.

It keeps the chain heads of its partition, sends every leg to its link, quarantines what does not continue its
stream, and halts a stream only when a later event proves a gap. Nineteen events in twenty carry no leg:
for these it reads the header and sends nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, assert_never, cast

import msgspec

from events.body import Body, decode_body, may_be_on, require_own_stream
from events.columns import Row, decode_rows
from events.envelope import LIVE, Event, encode, event_hash, stream_name
from events.errors import MalformedEvent
from events.topics import EVENTS, LINKS
from events.vocabulary.marks import ClaimWhileHalted, StreamContinued, StreamHalted
from events.vocabulary.progressive import ProgressiveClaimed
from events.vocabulary.unions import TableLeg
from projections.records import CHUNK, Chunk, Output, Record, quarantine
from projections.routing.chain import ChainHead, Chains, Judged, Verdict
from projections.routing.legs import LEG_TYPES, legs_of
from projections.state_versions import StateFormat


class Resumed(msgspec.Struct, array_like=True):
    """A stream that was halted and goes on from a number, and the links that have had a leg of it since."""

    from_seq: int
    caught_up: set[str]


class RouterState(msgspec.Struct, array_like=True):
    """What the router remembers of one partition of `events`.

    `feeds` are the links that each stream has sent legs to.
    """

    next_offset: int = 0
    heads: dict[str, ChainHead] = msgspec.field(default_factory=dict)
    feeds: dict[str, set[str]] = msgspec.field(default_factory=dict)
    resumed: dict[str, Resumed] = msgspec.field(default_factory=dict)


STATE: Final = StateFormat(1, RouterState)
"""The stored form of the state."""


class Step(NamedTuple):
    """What follows from one record. `replay_from` asks for the range up to this record, to be replayed."""

    outputs: Sequence[Output]
    replay_from: int | None = None


_NOTHING: Final = Step(())


class Router:
    """The state of one partition of `events` and the step that moves it on."""

    __slots__ = ("chains", "state")

    def __init__(self, state: RouterState | None = None) -> None:
        self.state = RouterState() if state is None else state
        self.chains = Chains(self.state.heads)

    @property
    def next_offset(self) -> int:
        """The offset of the record that comes next."""
        return self.state.next_offset

    def step(self, record: Record) -> Step:
        """Judge one record, in the order of the partition."""
        self.state.next_offset = record.offset + 1
        return self._follow(record, self.chains.judge(record.offset, record.key, record.value))

    def steps(self, records: Sequence[Record]) -> Iterator[tuple[Record, Step]]:
        """As `step` for record after record, at half its cost: those steps that something follows from.

        What a step asks to be replayed must be replayed before the next is asked for.
        """
        for start in range(0, len(records), CHUNK):
            chunk = records[start : start + CHUNK]
            values = [record.value for record in chunk]
            try:
                rows = decode_rows(values)
            except MalformedEvent:
                yield from ((record, self.step(record)) for record in chunk)
                continue
            for record, row, digest in zip(chunk, rows, map(event_hash, values), strict=True):
                stream, seq, prev, type_ = row[1:5]
                if stream != record.key or not self.chains.take_next(stream, seq, prev, digest):
                    yield record, self.step(record)
                    continue
                self.state.next_offset = record.offset + 1
                if _may_be_sent(type_, stream):
                    judged = Judged(Verdict.NEXT, Event._make(row), digest, digest, "")
                    yield record, self._next(record, judged)

    def take_range(self, events: int, sent: Iterable[tuple[Record, Judged]]) -> list[Output]:
        """As `steps`, over so many events at once: the chains were carried over all of them already, and
        `sent` are those that something may follow from, as `next_events` finds them.
        """
        self.state.next_offset += events
        return [output for record, judged in sent for output in self._next(record, judged).outputs]

    def replay(self, record: Record) -> Step:
        """Judge again a record that was halted, in a stream that is being resumed."""
        return self._follow(record, self.chains.replay(record.offset, record.key, record.value), again=True)

    def _follow(self, record: Record, judged: Judged, *, again: bool = False) -> Step:
        match judged.verdict:
            case Verdict.NEXT:
                marks = self._continued(judged) if judged.resumed else ()
                step = self._next(record, judged)
                return Step((*marks, *step.outputs)) if marks else step
            case Verdict.REPEAT:
                return _NOTHING
            case Verdict.HALTED:
                return _NOTHING if again else Step(self._claim(judged))
            case Verdict.GAP:
                return Step((_quarantine(record, judged), *self._halted(judged), *self._claim(judged)))
            case Verdict.RESUME:
                return Step((), judged.replay_from)
            case Verdict.FORK | Verdict.STALE | Verdict.MALFORMED | Verdict.UNRESUMED:
                return Step((_quarantine(record, judged),))
            case _:
                assert_never(judged.verdict)

    def _next(self, record: Record, judged: Judged) -> Step:
        event = judged.event
        assert event is not None
        to_keeper: tuple[Output, ...] = ()
        if event.stream.startswith("link:"):  # all of it: a keeper counts every number of its link's stream
            to_keeper = (
                Output(LINKS, event.owner, record.value, barrier=event.stream in self.state.resumed),
            )
        try:
            require_own_stream(event.type, event.stream)
            if to_keeper:
                return Step(to_keeper)
            if event.type not in LEG_TYPES or event.mode != LIVE:
                return _NOTHING
            links = links_fed_by(event)
        except MalformedEvent as error:
            return Step((*to_keeper, quarantine(record, "malformed", str(error), found=judged.hash)))
        if event.stream in self.state.resumed:
            return Step(
                tuple(out for link in links for out in self._since_resumed(event, link, record.value))
            )
        self.state.feeds.setdefault(event.stream, set()).update(links)
        return Step(tuple(Output(LINKS, link, record.value) for link in links))

    def _since_resumed(self, event: Event, link: str, value: bytes) -> tuple[Output, ...]:
        """A leg of a resumed stream: the first to a link comes after a mark from where it is to count."""
        resumed = self.state.resumed[event.stream]
        feeds = self.state.feeds.setdefault(event.stream, set())
        leg = Output(LINKS, link, value, barrier=link not in resumed.caught_up)
        resumed.caught_up.add(link)
        if link in feeds:
            return (leg,)
        feeds.add(link)
        mark = StreamContinued(stream=event.stream, from_seq=resumed.from_seq)
        return (Output(LINKS, link, _mark(event, mark), barrier=True), leg)

    def _claim(self, judged: Judged) -> tuple[Output, ...]:
        """A claim that is not applied is refused at once, never left waiting."""
        event = judged.event
        if event is None or event.type != ProgressiveClaimed.TYPE or event.mode != LIVE:
            return ()
        try:
            claim = _table_leg(event)
        except MalformedEvent:
            return ()
        assert isinstance(claim, ProgressiveClaimed)
        mark = ClaimWhileHalted(link=claim.link, table=event.owner, claim_seq=event.seq, seat=claim.seat)
        return (Output(LINKS, claim.link, _mark(event, mark), barrier=True),)

    def _halted(self, judged: Judged) -> tuple[Output, ...]:
        assert judged.event is not None
        missing = self.state.heads[judged.event.stream].seq + 1
        return self._marks(judged.event, StreamHalted(stream=judged.event.stream, from_seq=missing))

    def _continued(self, judged: Judged) -> tuple[Output, ...]:
        event = judged.event
        assert event is not None
        self.state.resumed[event.stream] = Resumed(event.seq, set())
        return self._marks(event, StreamContinued(stream=event.stream, from_seq=event.seq))

    def _marks(self, event: Event, mark: StreamHalted | StreamContinued) -> tuple[Output, ...]:
        """The mark, to every link that the stream has fed."""
        value = _mark(event, mark)
        links = {event.owner} if event.kind == "link" else self.state.feeds.get(event.stream, ())
        return tuple(Output(LINKS, link, value, barrier=True) for link in sorted(links))

    def dump(self) -> bytes:
        """The state as one value to store."""
        return STATE.dump(self.state)

    @classmethod
    def load(cls, dumped: bytes | None) -> Router:
        """The state of `dump`; None is the beginning."""
        return cls(None if dumped is None else STATE.load(dumped))


def _may_be_sent(type_: str, stream: str) -> bool:
    """Whether anything may follow from the next event of a stream."""
    return type_ in LEG_TYPES or stream.startswith("link:") or not may_be_on(type_, stream)


def next_events(
    partition: int, chunk: Chunk, rows: list[Row], digests: list[bytes]
) -> list[tuple[Record, Judged]]:
    """Those that something may follow from, of decoded and hashed events that are each the next of its stream
    and of a type that may be on it.
    """
    return [
        (
            Record(EVENTS, partition, offset, row[1], value),
            Judged(Verdict.NEXT, Event._make(row), digest, digest, ""),
        )
        for offset, (row, digest, value) in enumerate(
            zip(rows, digests, chunk.values, strict=True), chunk.start
        )
        if row[4] in LEG_TYPES or row[1].startswith("link:")
    ]


def links_fed_by(event: Event) -> list[str]:
    """The links that an event goes to when it is the next of a stream that runs; most go to none.

    Of a table only live events go anywhere; of a link's own stream all do, since their numbers count.

    `MalformedEvent` for legs that no keeper could put in order.
    """
    if event.stream.startswith("link:"):
        return [event.owner]
    if event.type not in LEG_TYPES or event.mode != LIVE:
        return []
    return [leg.link for leg in legs_of(_table_leg(event))]


def _table_leg(event: Event) -> TableLeg:
    """The body of an event that carries legs; refuses legs that no keeper could put in order."""
    require_own_stream(event.type, event.stream)
    body = cast("TableLeg", decode_body(event))
    legs = legs_of(body)
    if any(leg.number == 0 for leg in legs):
        raise MalformedEvent("body.leg", "the leg has no number: only the recorder may append it")
    if len({leg.link for leg in legs}) < len(legs):
        raise MalformedEvent("body.legs", "a link is named twice: one leg a link")
    return body


def _quarantine(record: Record, judged: Judged) -> Output:
    return quarantine(
        record, judged.verdict.value, judged.detail, found=judged.hash, expected=judged.expected
    )


def _mark(event: Event, mark: Body) -> bytes:
    """A mark about a stream: an event of the router's own, timed by the one that caused it."""
    return encode(
        event._replace(
            stream=stream_name("router", event.owner),
            seq=event.seq,
            type=mark.TYPE,
            schema=mark.SCHEMA,
            actor="router",
            source_id=f"{event.stream}#{event.seq}",
            body=mark.to_bytes(),
        )
    )
