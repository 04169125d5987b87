"""Mistakes put in on purpose, so that the simulation shows that it would find them.

Each is the code as somebody might have written it, whole in everything else. Some mistakes are harmless
while the other protections stand: the state is a cache that may be old anyway, so acknowledging after the
outputs but before the state loses nothing; acknowledging on arrival loses something only if nobody sweeps
for records that were never delivered. So whoever takes the group's word here takes it in full: no sweeps,
and, to be fair, a group that loses nothing by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from events.body import decode_body
from events.envelope import Event, decode
from events.errors import MalformedEvent
from events.topics import LINKS
from events.vocabulary.unions import TableLeg
from projections.keeping.books import Book, SourceProgress
from projections.keeping.keeper import Keeper
from projections.keeping.leg_sequence import LegSequence
from projections.keeping.legs import Leg, leg_of
from projections.read_model.meters_model import MetersModel
from projections.records import Output, Record
from projections.routing.legs import LEG_TYPES, legs_of
from projections.routing.router import Router
from streams.engines.processor import (
    KeeperProcessor,
    Processor,
    RouterProcessor,
    in_groups,
    in_runs,
)
from streams.engines.sink import Sink
from streams.errors import Trouble
from tests.simulation.worker import Code


class AcknowledgesFirst:
    """Acknowledges a batch on arrival, before its outputs and its state are safe."""

    _port: Any

    async def handle(self, partition: int, records: Sequence[Record]) -> None:
        """A crash from here on: nobody delivers these records again."""
        await self._port.acknowledge(partition, records[-1].offset + 1)
        await super().handle(partition, records)  # type: ignore[misc]


async def _applied(apply: Any, state: Any, records: Sequence[Record]) -> list[Output]:
    """What follows from the records that the state does not know yet."""
    outputs: list[Output] = []
    for record in records:
        if record.offset >= state.next_offset:
            outputs += await apply(state, record)
    return outputs


class StateFirst:
    """Stores the state before the outputs are sent."""

    _port: Any
    _apply: Any

    async def _run(self, state: Any, partition: int, records: Sequence[Record]) -> None:
        outputs = await _applied(self._apply, state, records)
        await self._port.store(partition, state.dump())
        for group in in_groups(outputs):
            await self._port.send(group)
        await self._port.acknowledge(partition, records[-1].offset + 1)


class TrustsGroup:
    """Applies whatever the group delivers, whatever `next_offset` the state has."""

    _port: Any
    _state: Any
    _apply: Any
    forget: Any

    async def handle(self, partition: int, records: Sequence[Record]) -> None:
        """No record is skipped as a duplicate, no gap is filled from the log."""
        try:
            state = await self._state(partition)
            for run in in_runs(records):
                outputs: list[Output] = []
                for record in run:
                    outputs += await self._apply(state, record)
                for group in in_groups(outputs):
                    await self._port.send(group)
                await self._port.store(partition, state.dump())
                await self._port.acknowledge(partition, run[-1].offset + 1)
        except Trouble:
            self.forget(partition)
            raise


class MarksAmongLegs:
    """Sends a mark together with the legs around it: a refused send may leave the mark out, or a leg."""

    _port: Any
    _apply: Any

    async def _run(self, state: Any, partition: int, records: Sequence[Record]) -> None:
        outputs = await _applied(self._apply, state, records)
        if outputs:
            await self._port.send(outputs)
        await self._port.store(partition, state.dump())
        await self._port.acknowledge(partition, records[-1].offset + 1)


class SendsToLinksLast:
    """Sends its records, stores its state, and only then sends to other links: a crash between loses that."""

    _port: Any
    _apply: Any

    async def _run(self, state: Any, partition: int, records: Sequence[Record]) -> None:
        outputs = await _applied(self._apply, state, records)
        to_links = [output for output in outputs if output.topic == LINKS]
        for group in in_groups([output for output in outputs if output.topic != LINKS]):
            await self._port.send(group)
        await self._port.store(partition, state.dump())
        if to_links:
            await self._port.send(to_links)
        await self._port.acknowledge(partition, records[-1].offset + 1)


class TakesTwice:
    """Takes whatever another link sends, also what came before."""

    async def _apply(self, state: Keeper, record: Record) -> Sequence[Output]:
        legs, number = _legs(state, record)
        if legs is not None:
            legs.next_leg = min(legs.next_leg, number)
        return state.step(record)


class TakesOutOfTurn:
    """Takes what another link sends in whatever order it comes; what comes late is then a repeat."""

    async def _apply(self, state: Keeper, record: Record) -> Sequence[Output]:
        legs, _ = _legs(state, record)
        if legs is not None:
            legs.skip = True
        return state.step(record)


def _legs(state: Keeper, record: Record) -> tuple[LegSequence[bytes] | None, int]:
    """How far a link has followed another, and the number of what comes now."""
    try:
        leg = leg_of(record.value, record.key)
    except MalformedEvent:
        return None, 0
    book = state.books.get(record.key)
    if leg.event.kind != "meter" or book is None:
        return None, 0
    return book.sources.setdefault(leg.event.stream, SourceProgress()).legs, leg.number


class Forgets:
    """Stores a state that lacks something: nobody misses it until a worker starts again."""

    part: str

    def _load(self, dumped: bytes | None) -> Keeper:
        keeper = Keeper.load(dumped)
        for book in keeper.books.values():
            book.state = replace(book.state, **{self.part: {}})
        return keeper


class Backdates(MetersModel):
    """A ledger that posts what comes late to the day that it is of, closed or not."""

    def _take(self, source: Record, link: Any, event: Event, body: dict[str, Any]) -> None:
        closed, link.book.closed_day = link.book.closed_day, ""
        super()._take(source, link, event, body)
        link.book.closed_day = max(closed, link.book.closed_day)


def _backdating(port: Any, model: Any) -> Sink:
    return Sink(port, Backdates if model is MetersModel else model)


class HeadlessRouter(Processor[Router]):
    """Routes every leg that it can read, with no memory of how far its stream has come."""

    def _load(self, dumped: bytes | None) -> Router:
        return Router.load(dumped)

    async def _apply(self, state: Router, record: Record) -> Sequence[Output]:
        state.state.next_offset = record.offset + 1
        try:
            event = decode(record.value)
            if event.kind == "link":
                return (Output(LINKS, event.owner, record.value),)
            routed = event.kind == "table" and event.type in LEG_TYPES
            legs = legs_of(cast("TableLeg", decode_body(event))) if routed else []
        except MalformedEvent:
            return ()
        return tuple(Output(LINKS, leg.link, record.value) for leg in legs)


class _AcknowledgingRouter(AcknowledgesFirst, RouterProcessor):
    pass


class _AcknowledgingKeeper(AcknowledgesFirst, KeeperProcessor):
    pass


class _HastyRouter(StateFirst, RouterProcessor):
    pass


class _HastyKeeper(StateFirst, KeeperProcessor):
    pass


class _HurriedRouter(MarksAmongLegs, RouterProcessor):
    pass


class _TrustingRouter(TrustsGroup, RouterProcessor):
    pass


class _TrustingKeeper(TrustsGroup, KeeperProcessor):
    pass


class _SendingToLinksLast(SendsToLinksLast, KeeperProcessor):
    pass


class _TakingTwice(TakesTwice, KeeperProcessor):
    pass


class _TakingOutOfTurn(TakesOutOfTurn, KeeperProcessor):
    pass


class _WithoutLocks(Forgets, KeeperProcessor):
    part = "locks"


class _WithoutDays(Forgets, KeeperProcessor):
    part = "days"


class _WithoutTables(Forgets, KeeperProcessor):
    part = "tables"


class Impatient(Keeper):
    """Decides on wagers although the control that they were taken at has not come."""

    __slots__ = ()

    def _in_turn(self, book: Book, progress: SourceProgress, leg: Leg, record: Record) -> list[Output]:
        return super()._in_turn(book, progress, replace(leg, control_seq=0), record)


class _HearsNoControl(KeeperProcessor):
    def _load(self, dumped: bytes | None) -> Keeper:
        return Impatient.load(dumped)


class _WithoutSent(Forgets, KeeperProcessor):
    part = "sent"


class _WithoutTransit(Forgets, KeeperProcessor):
    part = "transit"


class Mistake(NamedTuple):
    """A mistake, the number of seeds within which it must be found, and the seed at which to begin.

    A mistake that few histories show begins near one that did: which it is changes with the floor.
    """

    code: Code
    within: int
    begin: int = 0


MISTAKES: dict[str, Mistake] = {
    "router_acknowledges_first": Mistake(
        Code(router=_AcknowledgingRouter, sweeps=False, group_delivers=True), 300
    ),
    "keeper_acknowledges_first": Mistake(
        Code(keeper=_AcknowledgingKeeper, sweeps=False, group_delivers=True), 300, begin=210
    ),
    "router_stores_state_first": Mistake(Code(router=_HastyRouter), 1_000),
    "keeper_stores_state_first": Mistake(Code(keeper=_HastyKeeper), 1_000),
    "router_trusts_group": Mistake(Code(router=_TrustingRouter, sweeps=False, group_delivers=True), 1_000),
    "keeper_trusts_group": Mistake(Code(keeper=_TrustingKeeper, sweeps=False, group_delivers=True), 1_000),
    "keeper_sends_to_links_last": Mistake(Code(keeper=_SendingToLinksLast), 300),
    "keeper_takes_links_twice": Mistake(Code(keeper=_TakingTwice), 300),
    "keeper_takes_links_out_of_turn": Mistake(Code(keeper=_TakingOutOfTurn), 1_000),
    "keeper_stores_no_locks": Mistake(Code(keeper=_WithoutLocks), 1_000),
    "keeper_stores_no_days": Mistake(Code(keeper=_WithoutDays), 300),
    "keeper_stores_no_tables": Mistake(Code(keeper=_WithoutTables), 300),
    "keeper_waits_for_no_control": Mistake(Code(keeper=_HearsNoControl), 300),
    "keeper_stores_no_numbers": Mistake(Code(keeper=_WithoutSent), 300),
    "keeper_stores_no_transit": Mistake(Code(keeper=_WithoutTransit), 3_000),
    "ledger_posts_to_closed_days": Mistake(Code(sink=_backdating), 300),
    "router_keeps_no_heads": Mistake(Code(router=HeadlessRouter), 1_000),
    "router_sends_marks_among_legs": Mistake(Code(router=_HurriedRouter), 3_000, begin=415),
    "nobody_sweeps": Mistake(Code(sweeps=False), 1_000),
    "sink_without_compare_and_set": Mistake(Code(compare_and_set=False), 1_000),
}
"""By name, as `python -m tests.simulation --mistake NAME` takes them."""
