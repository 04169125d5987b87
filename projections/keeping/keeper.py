"""The keeper's fold: from `links` to `meters`, one partition at a time.

Every link has a book: how far the legs of each of its sources have come, and the state of its meters. A leg
that came before is dropped, one that is early is held until the missing one comes (or the control of the link
that its wagers were taken at), and each leg in its turn is decided by `projections.keeping.meter`. Records
are events on `meter:LINK`, numbered densely and chained.
"""

from __future__ import annotations

from typing import Final, assert_never

import msgspec
from msgspec.structs import replace

from events.bounds import UNOPENED_LINKS_A_PARTITION
from events.envelope import Event, encode, event_hash, read_header, stream_name
from events.errors import MalformedEvent
from events.topics import LINKS, METERS
from events.vocabulary.links import LinkLegSetAside
from events.vocabulary.marks import ClaimWhileHalted, RouterMark, StreamContinued, StreamHalted
from events.vocabulary.meters import LegSetAside, TableComplete, TableIncomplete
from events.vocabulary.progressive import ProgressiveClaimed
from events.vocabulary.transfers import TransferLeg
from events.vocabulary.unions import KeeperRecord
from projections.keeping.books import UNOPENED, Book, SourceProgress, opens_a_link
from projections.keeping.contributions import set_aside_whole
from projections.keeping.deciders import ACTOR, Deciders
from projections.keeping.evolution import evolve, remember_leg
from projections.keeping.leg_sequence import HELD_BYTES_A_LINK, Awaited, room_left, setting_aside_problem
from projections.keeping.legs import Decision, Leg, addressed_link, attempt_of, leg_of, refusal, source_of
from projections.keeping.meter import decide
from projections.keeping.pots import balances_of
from projections.records import Output, Record, quarantine
from projections.state_versions import StateFormat


class _Stored(msgspec.Struct, frozen=True, array_like=True):
    """A keeper as it is stored."""

    next_offset: int
    books: dict[str, Book]


STATE: Final = StateFormat(1, _Stored)
_NOT_STORABLE: Final = (
    "what would be recorded is longer than a record can be, or has an amount that none can hold: check the "
    "amounts, and ask for less at once"
)


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
        progress = None if book is None else book.sources.get(leg.event.stream)
        if book is None or progress is None:
            return self._from_new(leg, record)
        return self._in_turn(book, progress, leg, record)

    def _from_new(self, leg: Leg, record: Record) -> list[Output]:
        """A mark of the router, or a leg of a link or of a source that is followed from now on, if it can."""
        book = self.books.get(leg.link)
        if book is None:
            if self._unopened() >= UNOPENED_LINKS_A_PARTITION and not opens_a_link(leg.body, leg.event.mode):
                return _out_of_bounds(record, UNOPENED)
            book = self.books[leg.link] = Book()
        match leg.body:
            case StreamHalted() | StreamContinued() | ClaimWhileHalted() as mark:
                return self._marked(book, leg, mark, record)
        if problem := book.too_many(leg.event.stream):
            return _out_of_bounds(record, problem)
        return self._in_turn(book, book.source(leg.event.stream), leg, record)

    def _in_turn(self, book: Book, progress: SourceProgress, leg: Leg, record: Record) -> list[Output]:
        """A leg and what was held behind it are decided when their turn has come."""
        legs, number, control_seq = progress.legs, leg.number, leg.control_seq
        if number != legs.next_leg and legs.is_repeat(number):
            return []
        unheard = control_seq > book.state.opened_seq and control_seq > book.heard_seq(leg.link)
        if unheard or (number != legs.next_leg and legs.is_early(number)):
            return self._early(book, progress, leg, record)
        legs.take(number)
        outputs = self._decided(book, progress, leg)
        if leg.event.stream.startswith("link:"):
            outputs += self._heard(book, leg)
        if legs.held:
            outputs += self._due(book, progress, leg.link)
        if progress.missing:
            outputs += self._still_missing(book, progress, leg, leg.owner)
        return outputs

    def _unopened(self) -> int:
        return sum(not book.state.meters for book in self.books.values())

    def _due(self, book: Book, progress: SourceProgress, link: str) -> list[Output]:
        """What follows from the legs of a source that were held, as far as their turn has come."""
        outputs: list[Output] = []
        for value in progress.legs.due(book.heard_seq(link)):
            leg = leg_of(value, link)
            outputs += self._decided(book, progress, leg)
            if leg.event.stream.startswith("link:"):
                outputs += self._heard(book, leg)
        return outputs

    def _heard(self, book: Book, leg: Leg) -> list[Output]:
        """What follows from the legs that have waited for a control of the link, which has come now."""
        outputs: list[Output] = []
        for stream in sorted(book.sources):
            waiting = book.sources[stream]
            awaited = waiting.legs.awaited()
            if awaited is not None and awaited.what == "control" and stream != leg.event.stream:
                outputs += self._due(book, waiting, leg.link)
                outputs += self._still_missing(book, waiting, leg, stream.partition(":")[2])
        return outputs

    def _still_missing(self, book: Book, progress: SourceProgress, leg: Leg, source: str) -> list[Output]:
        """After a leg: that its source is complete again, or that it waits for something else now."""
        if not progress.missing:
            return []
        awaited = progress.legs.awaited()
        if awaited is None:
            progress.incomplete_from, progress.missing = 0, ""
            return self._complete(book, leg, source)
        if progress.missing == "stream" or awaited == (progress.missing, progress.incomplete_from):
            return []
        return self._incomplete(book, progress, leg, source, awaited)

    def _decided(self, book: Book, progress: SourceProgress, leg: Leg) -> list[Output]:
        """What follows from a leg whose turn has come."""
        refused = progress.refused_claims
        refused_before = isinstance(leg.body, ProgressiveClaimed) and leg.event.seq in refused
        refused.passed(leg.event.seq)
        if refused_before:
            return []
        if self._deciders is not None:
            leg = self._by_version(book, leg)
        if isinstance(leg.body, LinkLegSetAside):
            return self._set_aside(book, leg, leg.body) if leg.event.mode == "live" else []
        return self._recorded(book, leg, decide(book.state, leg))

    def _recorded(self, book: Book, leg: Leg, decisions: list[Decision]) -> list[Output]:
        """The records of what was decided on a leg, and the state after it.

        Where one of them is too long to be stored, or has an amount that no record can hold, a refusal stands
        in place of all of them.
        """
        before, seq, prev = book.state, book.seq, book.prev
        outputs: list[Output] = []
        try:
            for decision in decisions:
                book.state = evolve(book.state, decision, leg)
                outputs += self._write(book, leg, decision.record)
        except (MalformedEvent, OverflowError):
            book.state, book.seq, book.prev = before, seq, prev
            claim_seq = leg.event.seq if isinstance(leg.body, ProgressiveClaimed) else 0
            decisions = refusal(before, leg, attempt_of(leg.body), claim_seq, _NOT_STORABLE)
            outputs = self._write(book, leg, decisions[0].record)
        book.state = remember_leg(book.state, leg, before, decisions)
        return outputs

    def _set_aside(self, book: Book, leg: Leg, change: LinkLegSetAside) -> list[Output]:
        """A missing leg is passed over, and what was held behind it is decided: this is about the order of
        legs, which no meter knows. One that waits for a control is here: its stakes are due back."""
        progress = book.sources.get(stream_name("table", change.table))
        problem = setting_aside_problem(None if progress is None else progress.legs, change)
        if problem or progress is None:
            return self._recorded(book, leg, refusal(book.state, leg, "set_aside", 0, problem))
        record = LegSetAside(
            **source_of(leg),
            balances=balances_of(book.state.meters),
            table=change.table,
            leg=change.leg,
            last_leg=change.last_leg,
            signed_by=change.signed_by,
            reason=change.reason,
        )
        outputs = self._recorded(book, leg, [Decision(record)])
        if read_header(outputs[0].value).type != LegSetAside.TYPE:
            return outputs
        for value in progress.legs.pass_over(change.last_leg):
            waited = self._by_version(book, leg_of(value, leg.link))
            outputs += self._recorded(book, waited, set_aside_whole(book.state, waited, change.reason))
        outputs += self._due(book, progress, leg.link)
        return outputs + self._still_missing(book, progress, leg, change.table)

    def _by_version(self, book: Book, leg: Leg) -> Leg:
        """The leg, to be decided by the version that wrote the records about it."""
        if self._deciders is None:
            return leg
        return replace(leg, decider=self._deciders.deciding(leg.link, book.seq + 1, leg.source_id))

    def _early(self, book: Book, progress: SourceProgress, leg: Leg, record: Record) -> list[Output]:
        """A leg before its turn: hold it rather than lose the missing one, or feed a link unknown."""
        legs = progress.legs
        room = room_left(each.legs for each in book.sources.values())
        if not legs.hold(leg.number, leg.control_seq, record.value, len(record.value), room):
            missing = (
                f"leg {legs.next_leg} of {leg.owner} is missing"
                if legs.is_early(leg.number)
                else (f"control {leg.control_seq} of the link has not come")
            )
            detail = (
                f"{missing}, and with leg {leg.number} more than the {HELD_BYTES_A_LINK:,} bytes would be "
                "held that a link may hold"
            )
            return [quarantine(record, "held", detail, found=event_hash(record.value))]
        awaited = legs.awaited()
        assert awaited is not None
        if progress.missing == "stream" or awaited == (progress.missing, progress.incomplete_from):
            return []
        return self._incomplete(book, progress, leg, leg.owner, awaited)

    def _marked(self, book: Book, leg: Leg, mark: RouterMark, record: Record) -> list[Output]:
        """What the router reports about a stream; reported twice, or late, it changes nothing."""
        stream = stream_name("table", leg.owner) if isinstance(mark, ClaimWhileHalted) else mark.stream
        if problem := book.too_many(stream):
            return _out_of_bounds(record, problem)
        progress = book.source(stream)
        match mark:
            case ClaimWhileHalted():
                if not progress.refused_claims.add(mark.claim_seq):
                    return []
                leg = self._by_version(book, leg)
                return [
                    output
                    for each in decide(book.state, leg)
                    for output in self._write(book, leg, each.record)
                ]
            case StreamHalted():
                if progress.incomplete_from or mark.from_seq <= progress.legs.resumed_seq:
                    return []
                return self._incomplete(book, progress, leg, leg.owner, Awaited("stream", mark.from_seq))
            case StreamContinued():
                return self._due(book, progress, leg.link) if progress.legs.resume(mark.from_seq) else []
            case _ as never:
                assert_never(never)

    def _incomplete(
        self, book: Book, progress: SourceProgress, leg: Leg, source: str, awaited: Awaited
    ) -> list[Output]:
        progress.missing, progress.incomplete_from = awaited
        leg = self._by_version(book, leg)
        record = TableIncomplete(
            **source_of(leg),
            balances=balances_of(book.state.meters),
            table=source,
            what=awaited.what,
            from_number=awaited.number,
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
                stream=f"meter:{leg.link}",
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
        if isinstance(record, TransferLeg):
            outputs.append(Output(LINKS, addressed_link(record), value))
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


def _out_of_bounds(record: Record, problem: str) -> list[Output]:
    return [quarantine(record, "bound", problem, found=event_hash(record.value))]
