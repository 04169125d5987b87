"""The keeper's fold: from `links` to `meters`, one partition at a time.

Every link has a book: how far the legs of each of its sources have come, and the state of its meters. A leg
that came before is dropped, one that is early is held until the missing one comes, and each leg in its turn
is decided by `projections.keeping.meter`. Records are events on `meter:LINK`, numbered densely and chained.
"""

from __future__ import annotations

from typing import Final, Literal, assert_never

import msgspec
from msgspec.structs import replace

from events.envelope import NO_PREV, Event, encode, event_hash, stream_name
from events.errors import MalformedEvent
from events.topics import LINKS, METERS
from events.vocabulary.links import LinkLegSetAside
from events.vocabulary.marks import ClaimWhileHalted, RouterMark, StreamContinued, StreamHalted
from events.vocabulary.meters import LegRefused, LegSetAside, TableComplete, TableIncomplete
from events.vocabulary.progressive import ProgressiveClaimed
from events.vocabulary.unions import KeeperRecord
from projections.keeping.deciders import ACTOR, Deciders
from projections.keeping.leg_sequence import HELD_BYTES_A_LINK, LegSequence, room_left, setting_aside_problem
from projections.keeping.legs import Leg, addressed_link, leg_of, refusal, source_of
from projections.keeping.link_state import LinkState
from projections.keeping.meter import decide, evolve, remember_leg
from projections.keeping.pots import balances_of
from projections.keeping.refused_claims import RefusedClaims
from projections.records import Output, Record, quarantine
from projections.state_versions import StateFormat


class SourceProgress(msgspec.Struct, array_like=True):
    """How far a link has followed one source: a table, its own control, or another link.

    `incomplete_from` is the first number that is missing, 0 where none is: of a leg where it `waits_for_leg`,
    else of an event of the stream. `refused_claims` are the claims that were refused while the stream was
    halted.
    """

    legs: LegSequence[bytes] = msgspec.field(default_factory=LegSequence)
    incomplete_from: int = 0
    refused_claims: RefusedClaims = msgspec.field(default_factory=RefusedClaims)
    waits_for_leg: bool = False


class Book(msgspec.Struct, array_like=True):
    """One link: its sources, its meters, and the number and hash of its last record."""

    state: LinkState = LinkState()
    sources: dict[str, SourceProgress] = {}
    seq: int = 0
    prev: bytes = NO_PREV


class _Stored(msgspec.Struct, frozen=True, array_like=True):
    """A keeper as it is stored."""

    next_offset: int
    books: dict[str, Book]


STATE: Final = StateFormat(1, _Stored)


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
        """Take one record, in the order of the partition."""
        self.next_offset = record.offset + 1
        try:
            leg = leg_of(record.value, record.key)
        except MalformedEvent as error:
            return [quarantine(record, "malformed", str(error), found=event_hash(record.value))]
        book = self.books.get(leg.link)
        if book is None:
            book = self.books[leg.link] = Book()
        match leg.body:
            case StreamHalted() | StreamContinued() | ClaimWhileHalted() as mark:
                return self._marked(book, leg, mark)
        progress = _progress(book, leg.event.stream)
        if progress.legs.is_repeat(leg.number):
            return []
        if progress.legs.is_early(leg.number):
            return self._early(book, progress, leg, record)
        due = progress.legs.advance(leg.number)
        outputs = self._decided(book, progress, leg)
        for value in due:
            outputs += self._decided(book, progress, leg_of(value, leg.link))
        return outputs + self._still_missing(book, progress, leg, leg.owner)

    def _still_missing(self, book: Book, progress: SourceProgress, leg: Leg, source: str) -> list[Output]:
        """After a leg: that its source is complete again, or that it waits for another leg now."""
        legs = progress.legs
        if not progress.incomplete_from:
            return []
        if not legs.held:
            progress.incomplete_from = 0
            return self._complete(book, leg, source)
        if progress.waits_for_leg and progress.incomplete_from != legs.next_leg:
            progress.incomplete_from = legs.next_leg
            return self._incomplete(book, leg, source, "legs", legs.next_leg)
        return []

    def _decided(self, book: Book, progress: SourceProgress, leg: Leg) -> list[Output]:
        """What follows from a leg whose turn has come."""
        refused_before = isinstance(leg.body, ProgressiveClaimed) and leg.event.seq in progress.refused_claims
        progress.refused_claims.passed(leg.event.seq)
        if refused_before:
            return []
        leg = self._by_version(book, leg)
        if isinstance(leg.body, LinkLegSetAside):
            return self._set_aside(book, leg, leg.body) if leg.event.mode == "live" else []
        outputs: list[Output] = []
        refused = False
        before = book.state
        for decision in decide(before, leg):
            book.state = evolve(book.state, decision, leg)
            outputs += self._write(book, leg, decision.record)
            refused = isinstance(decision.record, LegRefused)
        book.state = remember_leg(book.state, leg, before, refused=refused)
        return outputs

    def _set_aside(self, book: Book, leg: Leg, change: LinkLegSetAside) -> list[Output]:
        """A missing leg is passed over, and what was held behind it is decided: this is about the order of
        legs, which no meter knows."""
        progress = book.sources.get(stream_name("table", change.table))
        problem = setting_aside_problem(None if progress is None else progress.legs, change)
        if problem or progress is None:
            (refused,) = refusal(book.state, leg, "set_aside", 0, problem)
            return self._write(book, leg, refused.record)
        record = LegSetAside(
            **source_of(leg),
            balances=balances_of(book.state.meters),
            table=change.table,
            leg=change.leg,
            last_leg=change.last_leg,
            signed_by=change.signed_by,
            reason=change.reason,
        )
        outputs = self._write(book, leg, record)
        for value in progress.legs.advance(change.last_leg):
            outputs += self._decided(book, progress, leg_of(value, leg.link))
        return outputs + self._still_missing(book, progress, leg, change.table)

    def _by_version(self, book: Book, leg: Leg) -> Leg:
        """The leg, to be decided by the version that wrote the records about it."""
        if self._deciders is None:
            return leg
        return replace(leg, decider=self._deciders.deciding(leg.link, book.seq + 1, leg.source_id))

    def _early(self, book: Book, progress: SourceProgress, leg: Leg, record: Record) -> list[Output]:
        """A leg before its turn: hold it rather than lose the missing one."""
        legs = progress.legs
        room = room_left(each.legs for each in book.sources.values())
        if not legs.hold(leg.number, record.value, len(record.value), room):
            detail = (
                f"leg {legs.next_leg} of {leg.owner} is missing, and with leg {leg.number} more than the "
                f"{HELD_BYTES_A_LINK:,} bytes would be held that a link may hold"
            )
            return [quarantine(record, "held", detail, found=event_hash(record.value))]
        if progress.incomplete_from:
            return []
        progress.incomplete_from, progress.waits_for_leg = legs.next_leg, True
        return self._incomplete(book, leg, leg.owner, "legs", legs.next_leg)

    def _marked(self, book: Book, leg: Leg, mark: RouterMark) -> list[Output]:
        """What the router reports about a stream; reported twice, or late, it changes nothing."""
        match mark:
            case ClaimWhileHalted():
                progress = _progress(book, stream_name("table", leg.owner))
                if not progress.refused_claims.add(mark.claim_seq):
                    return []
                leg = self._by_version(book, leg)
                return [
                    output
                    for each in decide(book.state, leg)
                    for output in self._write(book, leg, each.record)
                ]
            case StreamHalted():
                progress = _progress(book, mark.stream)
                if progress.incomplete_from or mark.from_seq <= progress.legs.resumed_seq:
                    return []
                progress.incomplete_from, progress.waits_for_leg = mark.from_seq, False
                return self._incomplete(book, leg, leg.owner, "stream", mark.from_seq)
            case StreamContinued():
                progress = _progress(book, mark.stream)
                outputs: list[Output] = []
                for value in progress.legs.resume(mark.from_seq):
                    outputs += self._decided(book, progress, leg_of(value, leg.link))
                return outputs
            case _ as never:
                assert_never(never)

    def _incomplete(
        self, book: Book, leg: Leg, source: str, what: Literal["stream", "legs"], from_number: int
    ) -> list[Output]:
        leg = self._by_version(book, leg)
        record = TableIncomplete(
            **source_of(leg),
            balances=balances_of(book.state.meters),
            table=source,
            what=what,
            from_number=from_number,
        )
        return self._write(book, leg, record)

    def _complete(self, book: Book, leg: Leg, source: str) -> list[Output]:
        leg = self._by_version(book, leg)
        record = TableComplete(
            **source_of(leg),
            balances=balances_of(book.state.meters),
            table=source,
        )
        return self._write(book, leg, record)

    def _write(self, book: Book, leg: Leg, record: KeeperRecord) -> list[Output]:
        """A record as the next event of its link, timed by what caused it; it may go to another link too."""
        event = leg.event
        book.seq += 1
        value = encode(
            Event(
                facility=event.facility,
                stream=stream_name("meter", leg.link),
                seq=book.seq,
                prev=book.prev,
                type=record.TYPE,
                schema=record.SCHEMA,
                occurred_at_us=event.occurred_at_us,
                recorded_at_us=event.recorded_at_us,
                gaming_day=event.gaming_day,
                round=event.round,
                actor=f"{ACTOR}{leg.decider}",
                source_id=leg.source_id,
                mode=event.mode,
                body=record.to_bytes(),
            )
        )
        book.prev = event_hash(value)
        outputs = [Output(METERS, leg.link, value)]
        other_link = addressed_link(record)
        if other_link is not None:
            outputs.append(Output(LINKS, other_link, value))
        return outputs

    def dump(self) -> bytes:
        """The state as one value to store."""
        return STATE.dump(_Stored(self.next_offset, self.books))

    @classmethod
    def load(cls, dumped: bytes | None, deciders: Deciders | None = None) -> Keeper:
        """The state of `dump`; None is the beginning."""
        keeper = cls(deciders)
        if dumped is not None:
            stored = STATE.load(dumped)
            keeper.next_offset, keeper.books = stored.next_offset, stored.books
        return keeper


def _progress(book: Book, stream: str) -> SourceProgress:
    progress = book.sources.get(stream)
    if progress is None:
        progress = book.sources[stream] = SourceProgress()
    return progress
