"""The router's fold: from `events` to `links`, one partition at a time.

It keeps the chain heads of its partition, sends every leg to its link, puts aside what does not continue its
stream, and halts a stream only when a later event proves a gap. Nineteen events in twenty carry no leg:
for these it reads the header and sends nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgpack

from events.body import decode_body
from events.envelope import Event, encode, stream_name
from events.errors import MalformedEvent
from events.topics import LINKS
from projections.records import Output, Record, quarantine
from projections.routing.chain import Chains, Judged, Verdict
from projections.state_versions import StateTooNew

FORMAT: Final = 1
"""Version of the stored state. A worker refuses state newer than itself."""


class Step(NamedTuple):
    """What follows from one record. `replay_from` asks for the range up to this record, to be replayed."""

    outputs: Sequence[Output]
    replay_from: int | None = None


_NOTHING: Final = Step(())


def _several(body: Any) -> list[str]:
    return [leg.link for leg in body.legs]


def _one(body: Any) -> list[str]:
    return [body.link]


LEG_TYPES: Final[dict[str, Callable[[Any], list[str]]]] = {
    "table_opened": _several,
    "selections_changed": _several,
    "table_day_ended": _several,
    "bets_closed": _several,
    "round_voided": _several,
    "progressive_claimed": _one,
    "progressive_validated": _one,
    "progressive_rejected": _one,
    "progressive_paid": _one,
}
"""The types that carry legs, and which links they go to."""


class Router:
    """The state of one partition of `events` and the step that moves it on.

    `feeds` are the links that each stream has sent legs to; `resumed` says for a stream that was halted and
    resumed from which number, and which links have had their first leg since.
    """

    __slots__ = ("chains", "feeds", "next_offset", "resumed")

    def __init__(self) -> None:
        self.next_offset = 0
        self.chains = Chains()
        self.feeds: dict[str, set[str]] = {}
        self.resumed: dict[str, tuple[int, set[str]]] = {}

    def step(self, record: Record) -> Step:
        """Judge one record, in the order of the partition."""
        self.next_offset = record.offset + 1
        return self._follow(record, self.chains.judge(record.offset, record.key, record.value))

    def replay(self, record: Record) -> Step:
        """Judge a record again that stood still in a stream that is being resumed."""
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

    def _next(self, record: Record, judged: Judged) -> Step:
        event = judged.event
        assert event is not None
        if event.stream.startswith("link:"):
            return Step((Output(LINKS, event.owner, record.value, barrier=event.stream in self.resumed),))
        links_of = LEG_TYPES.get(event.type)
        if links_of is None:
            return _NOTHING
        try:
            links = _links(event, links_of)
        except MalformedEvent as error:
            return Step((quarantine(record, "malformed", str(error), found=judged.hash),))
        if event.stream in self.resumed:
            return Step(tuple(output for link in links for output in self._since(event, link, record.value)))
        self.feeds.setdefault(event.stream, set()).update(links)
        return Step(tuple(Output(LINKS, link, record.value) for link in links))

    def _since(self, event: Event, link: str, value: bytes) -> tuple[Output, ...]:
        """A leg of a resumed stream: the first to a link tells it which numbers it need not wait for."""
        from_seq, settled = self.resumed[event.stream]
        feeds = self.feeds.setdefault(event.stream, set())
        leg = Output(LINKS, link, value, barrier=link not in settled)
        settled.add(link)
        if link in feeds:
            return (leg,)
        feeds.add(link)
        fields = {"stream": event.stream, "from_seq": from_seq}
        return (Output(LINKS, link, _mark(event, "stream_continued", fields), barrier=True), leg)

    def _claim(self, judged: Judged) -> tuple[Output, ...]:
        """A claim that is not applied is refused at once, never left waiting."""
        event = judged.event
        if event is None or event.type != "progressive_claimed":
            return ()
        try:
            _links(event, _one)
            body: Any = decode_body(event)
        except MalformedEvent:
            return ()
        fields = {"link": body.link, "table": event.owner, "claim_seq": event.seq, "seat": body.seat}
        return (Output(LINKS, body.link, _mark(event, "claim_while_halted", fields), barrier=True),)

    def _halted(self, judged: Judged) -> tuple[Output, ...]:
        assert judged.event is not None
        missing = self.chains.heads[judged.event.stream].seq + 1
        return self._marks(judged.event, "stream_halted", missing)

    def _continued(self, judged: Judged) -> tuple[Output, ...]:
        assert judged.event is not None
        self.resumed[judged.event.stream] = (judged.event.seq, set())
        return self._marks(judged.event, "stream_continued", judged.event.seq)

    def _marks(self, event: Event, type_: str, from_seq: int) -> tuple[Output, ...]:
        """Tell every link that the stream has fed."""
        value = _mark(event, type_, {"stream": event.stream, "from_seq": from_seq})
        links = {event.owner} if event.kind == "link" else self.feeds.get(event.stream, ())
        return tuple(Output(LINKS, link, value, barrier=True) for link in sorted(links))

    def dump(self) -> bytes:
        """The state as one value to store."""
        feeds = [[stream, sorted(links)] for stream, links in sorted(self.feeds.items())]
        resumed = [[stream, seq, sorted(settled)] for stream, (seq, settled) in sorted(self.resumed.items())]
        dumped: bytes = msgpack.packb([FORMAT, self.next_offset, self.chains.dump(), feeds, resumed])
        return dumped

    @classmethod
    def load(cls, dumped: bytes | None) -> Router:
        """The state of `dump`; None is the beginning."""
        router = cls()
        if dumped is None:
            return router
        format_, *rest = msgpack.unpackb(dumped)
        if format_ > FORMAT:
            raise StateTooNew(format_, FORMAT)
        router.next_offset, chains, feeds, resumed = rest
        router.chains = Chains.load(chains)
        router.feeds = {stream: set(links) for stream, links in feeds}
        router.resumed = {stream: (seq, set(settled)) for stream, seq, settled in resumed}
        return router


def _links(event: Event, links_of: Callable[[Any], list[str]]) -> list[str]:
    """The links that an event sends legs to; refuses legs that no keeper could put in order."""
    if event.kind != "table":
        raise MalformedEvent("stream", f"legs come from tables, not from {event.stream}")
    body: Any = decode_body(event)
    links = links_of(body)
    numbers = [leg.leg for leg in body.legs] if links_of is _several else [body.leg]
    if 0 in numbers:
        raise MalformedEvent("body.leg", "the leg has no number: only the recorder may append it")
    if len(set(links)) < len(links):
        raise MalformedEvent("body.legs", "a link is named twice: one leg a link")
    return links


def _quarantine(record: Record, judged: Judged) -> Output:
    return quarantine(
        record, judged.verdict.value, judged.detail, found=judged.hash, expected=judged.expected
    )


def _mark(event: Event, type_: str, fields: dict[str, Any]) -> bytes:
    """What the router tells a link about a stream: an event of its own, timed by the one that caused it."""
    return encode(
        event._replace(
            stream=stream_name("router", event.owner),
            seq=event.seq,
            type=type_,
            schema=1,
            actor="router",
            source_id=f"{event.stream}#{event.seq}",
            body=msgpack.packb(fields, use_bin_type=True),
        )
    )
