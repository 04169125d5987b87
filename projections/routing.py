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
from events.topics import EVENTS, LINKS
from projections.chain import Chains, Judged, Verdict
from projections.outputs import Output, Source, quarantined

FORMAT: Final = 1
"""Version of the stored state. A worker refuses state newer than itself."""


class StateTooNew(MalformedEvent):
    """A stored state was written by a newer release."""

    def __init__(self, format_: int, known: int) -> None:
        super().__init__("state", f"its format is {format_}, this release knows {known}: update this worker")


class Step(NamedTuple):
    """What follows from one record. `replay_from` asks for the range up to this record, to be read again."""

    outputs: Sequence[Output]
    replay_from: int = -1
    stream: str = ""


_NOTHING: Final = Step(())


def _several(body: Any) -> list[str]:
    return [leg.link for leg in body.legs]


def _one(body: Any) -> list[str]:
    return [body.link]


LEG_TYPES: Final[dict[str, Callable[[Any], list[str]]]] = {
    "bets_closed": _several,
    "round_voided": _several,
    "progressive_claimed": _one,
    "progressive_validated": _one,
    "progressive_rejected": _one,
    "progressive_paid": _one,
}
"""The types that carry legs, and which links they go to."""


class Router:
    """The state of one partition of `events` and the step that moves it on."""

    __slots__ = ("chains", "feeds", "next_offset", "resuming")

    def __init__(self) -> None:
        self.next_offset = 0
        self.chains = Chains()
        self.feeds: dict[str, set[str]] = {}
        self.resuming: dict[str, tuple[int, bytes, int]] = {}

    def step(self, source: Source) -> Step:
        """Judge one record, in the order of the partition."""
        self.next_offset = source.offset + 1
        judged = self.chains.judge(source.offset, source.key, source.value)
        match judged.verdict:
            case Verdict.NEXT:
                return self._next(source, judged)
            case Verdict.REPEAT:
                return _NOTHING
            case Verdict.GAP | Verdict.HALTED:
                return self._halted(source, judged)
            case Verdict.FORK | Verdict.STALE | Verdict.MALFORMED:
                return Step((_aside(source, judged),))

    def replay(self, source: Source) -> Step:
        """Judge once more a record of a stream that is being resumed; what lies before its start stays unapplied.

        The last record of the range is the one that asked for the resumption.
        """
        from_seq, from_hash, last_offset = self.resuming[source.key]
        outputs: tuple[Output, ...] = ()
        if self.chains.tracks[source.key].halted:
            probe = Chains().judge(source.offset, source.key, source.value)
            if probe.event is None or probe.event.seq != from_seq or probe.hash != from_hash:
                if source.offset < last_offset:
                    return _NOTHING
                del self.resuming[source.key]
                detail = (
                    f"no event with seq {from_seq} and that hash came after the gap: the stream stays halted"
                )
                return Step((quarantined(EVENTS, source, "not resumed", detail, probe.hash, from_hash),))
            self.chains.resume(source.key, probe.event)
            outputs = self._marks(
                probe.event, "stream_continued", {"stream": source.key, "from_seq": from_seq}
            )
        if source.offset == last_offset:
            del self.resuming[source.key]
        return Step((*outputs, *self.step(source).outputs))

    def _next(self, source: Source, judged: Judged) -> Step:
        event = judged.event
        assert event is not None
        if event.stream.startswith("link:"):
            return Step((Output(LINKS, event.owner, source.value),))
        links_of = LEG_TYPES.get(event.type)
        if links_of is None:
            return _NOTHING
        try:
            links = links_of(decode_body(event))
        except MalformedEvent as error:
            return Step((quarantined(EVENTS, source, "malformed", str(error), judged.hash),))
        self.feeds.setdefault(event.stream, set()).update(links)
        return Step(tuple(Output(LINKS, link, source.value) for link in links))

    def _halted(self, source: Source, judged: Judged) -> Step:
        event = judged.event
        assert event is not None
        if event.type == "stream_resumed":
            return self._resume(source, judged, event)
        if judged.verdict is Verdict.GAP:
            marks = self._marks(
                event, "stream_halted", {"stream": event.stream, "from_seq": self._missing(event)}
            )
            return Step((_aside(source, judged), *marks, *self._claim(event)))
        return Step(self._claim(event))

    def _missing(self, event: Event) -> int:
        return self.chains.tracks[event.stream].seq + 1

    def _claim(self, event: Event) -> tuple[Output, ...]:
        """A claim that is not applied is refused at once, never left waiting."""
        if event.type != "progressive_claimed":
            return ()
        try:
            body: Any = decode_body(event)
        except MalformedEvent:
            return ()
        fields = {"link": body.link, "table": event.owner, "claim_seq": event.seq, "seat": body.seat}
        return (Output(LINKS, body.link, _mark(event, "claim_unheard", fields)),)

    def _resume(self, source: Source, judged: Judged, event: Event) -> Step:
        """Two badges let a halted stream go on from an event that is in the log."""
        try:
            body: Any = decode_body(event)
        except MalformedEvent as error:
            return Step((quarantined(EVENTS, source, "malformed", str(error), judged.hash),))
        if len(set(body.authorised_by)) < 2:
            return Step(
                (quarantined(EVENTS, source, "unsigned", "two badges are needed to resume", judged.hash),)
            )
        track = self.chains.tracks[event.stream]
        self.resuming[event.stream] = (body.from_seq, bytes.fromhex(body.from_hash), source.offset)
        return Step((), track.halt_offset, event.stream)

    def _marks(self, event: Event, type_: str, fields: dict[str, Any]) -> tuple[Output, ...]:
        value = _mark(event, type_, fields)
        return tuple(Output(LINKS, link, value) for link in sorted(self.feeds.get(event.stream, ())))

    def dump(self) -> bytes:
        """The state as one value to store."""
        feeds = [[stream, sorted(links)] for stream, links in sorted(self.feeds.items())]
        dumped: bytes = msgpack.packb([FORMAT, self.next_offset, self.chains.dump(), feeds])
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
        router.next_offset, chains, feeds = rest
        router.chains = Chains.load(chains)
        router.feeds = {stream: set(links) for stream, links in feeds}
        return router


def _aside(source: Source, judged: Judged) -> Output:
    return quarantined(EVENTS, source, judged.verdict.value, judged.detail, judged.hash, judged.expected)


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
