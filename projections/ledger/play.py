"""What was wagered and paid at the tables, added up by selections, gaming day, wager and stake.

A range of events is added up without knowing what came before it: which selections were in force and which
wagers fed a link when it began stays open, and `projections.ledger.table_books` settles that when it joins
the range to what it knows. So ranges can be added up side by side, and a live batch is a range like any
other.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final, assert_never, get_args

from events.body import read_body, read_facts
from events.envelope import LIVE, Event
from events.errors import MalformedEvent
from events.vocabulary.awards import AwardDocumented, EnvyPaid, FixedAwardValidated, ProgressiveLightVerified
from events.vocabulary.cases import CaseEvent, DisputePaid
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.links import PaymentCorrected
from events.vocabulary.play import RoundOpened, WagerSettled
from events.vocabulary.progressive import (
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveRejected,
    ProgressiveValidated,
    RoundVoided,
)
from events.vocabulary.table import SelectionsChanged, TableOpened
from events.vocabulary.unions import AwardEvent
from projections.house_money import fixed_hands_of, is_of
from projections.keeping.days import in_the_future
from projections.ledger.accounts import believable
from projections.ledger.award_steps import AwardStepRow, award_step
from projections.ledger.cases import CaseEventRow, case_row
from projections.ledger.readings import DeskEvent, DeskRow, desk_row
from projections.ledger.table_moves import (
    AwardPaidTo,
    BeforeRange,
    Claimed,
    Corrected,
    Disputed,
    Ended,
    Envied,
    Move,
    Occasion,
    Offered,
    Paid,
    PaidForNothing,
    Rejected,
    Selections,
    Voided,
)
from projections.rounds.table_rows import RowEvent, TableRow, table_rows

_CACHED_AT_MOST: Final = 4_096


@dataclass(slots=True)
class PlayRow:
    """Wagers of one stake, settled at one table on one gaming day under the same selections; rows add up.

    `selections_seq` is the event of that stream that made the selections, 0 for none. Void wagers count in
    `voided` alone. `house_mc` is what of `paid_mc` is a fixed award of a progressive wager.
    """

    stream: str
    selections_seq: int
    gaming_day: str
    wager: str
    stake_mc: int
    wagers: int
    voided: int
    returned_mc: int
    paid_mc: int
    house_mc: int


@dataclass(slots=True)
class SelectionsRow:
    """What a table's rounds are played under from `seq` on, as JSON objects.

    `units` are the progressive wagers and the one amount that each takes, in millicents. `payout_limit_mc` is
    0 where there is none; `limit_section` is the section that gives it to a table which names none.
    """

    stream: str
    seq: int
    gaming_day: str
    recorded_at_us: int
    rulebook: str
    paytables: str
    options: str
    units: str
    payout_limit_mc: int
    limit_section: str
    boxes_per_player: int


@dataclass(slots=True)
class StakeReturnedRow:
    """A void wager whose stake, or a part of it, went back to the player."""

    stream: str
    seq: int
    round: str
    seat: int
    wager: str
    returned_mc: int
    recorded_at_us: int


class TableRange:
    """The selections of one table in a range; `offered` None: no round opened in it yet.

    `terms` are the rulebook and the paytables by which its last round offers progressive wagers.
    """

    __slots__ = ("offered", "round_selections", "selections", "terms")

    def __init__(self) -> None:
        self.selections: Selections = BeforeRange.OF_TABLE
        self.round_selections: Selections = BeforeRange.OF_ROUND
        self.offered: frozenset[str] | None = None
        self.terms: tuple[str, tuple[tuple[str, str], ...]] | None = None


RangeKey = tuple[str, Selections, str, str, int]
"""Stream, selections, gaming day, wager, stake."""


@dataclass(slots=True)
class Tally:
    """How many wagers of one key were settled and voided, and what went back to their players."""

    wagers: int = 0
    voided: int = 0
    returned_mc: int = 0
    paid_mc: int = 0


RangeRow = SelectionsRow | StakeReturnedRow | AwardStepRow | DeskRow | TableRow | CaseEventRow
"""A row that an event makes by itself."""

OwnCash = PaymentCorrected | DisputePaid
TableEvent = RoundOpened | RoundVoided | TableOpened | SelectionsChanged | TableDayEnded | OwnCash
PlayEvent = WagerSettled | TableEvent | DeskEvent | CaseEvent
"""The events that count only where they are live."""
WatchedEvent = PlayEvent | AwardEvent | RowEvent
"""The events that play is read from. Steps of an award, whose the boxes are and who works there are of every
mode."""

WATCHED: Final = frozenset(body.TYPE for body in get_args(WatchedEvent))
"""Their types; everything else goes by on its header alone."""
SETTLED: Final = WagerSettled.TYPE


class RangePlay:
    """The play of a range of events, each of them the next of its stream."""

    __slots__ = ("_read", "moves", "rows", "tables", "tallies")

    def __init__(self) -> None:
        self.tables: dict[str, TableRange] = {}
        self.tallies: dict[RangeKey, Tally] = {}
        self.rows: list[RangeRow] = []
        self.moves: list[Move] = []
        self._read: dict[bytes, WagerSettled | None] = {}

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """What a parallel process hands over: without the bodies that it remembered."""
        handed = {name: getattr(self, name) for name in self.__slots__ if name != "_read"}
        return None, {**handed, "_read": {}}

    def take(self, event: Event) -> None:
        """Add one event of a type in `WATCHED`; one whose body cannot be read counts for nothing."""
        if event.type == SETTLED:
            self.settle(
                event.stream,
                event.seq,
                event.recorded_at_us,
                event.gaming_day,
                event.round,
                event.actor,
                event.mode,
                event.schema,
                event.body,
            )
            return
        live = event.mode == LIVE
        if live and event.type == RoundOpened.TYPE:
            self._open_round(event.stream)
        try:
            body = read_body(event)
        except MalformedEvent:
            return
        self.rows += table_rows(event, body)
        if isinstance(body, AwardEvent):
            self._award(event, body)
        elif live and isinstance(body, PlayEvent):
            self._take_body(event, body)

    def settle(  # noqa: PLR0917 - the fields of an event, one by one: see `projections.read_model.bulk`
        self,
        stream: str,
        seq: int,
        at_us: int,
        day: str,
        round_: str | None,
        actor: str,
        mode: str,
        schema: int,
        body: bytes,
    ) -> None:
        """Add one `wager_settled`: the hot path, since every fourth event is one."""
        if mode != LIVE:
            return
        try:
            settled = self._read[body]
        except KeyError:
            settled = self._remember(schema, body)
        if settled is None:
            return
        table = self.tables.get(stream) or self._table(stream)
        key = (stream, table.round_selections, day, settled.wager, settled.stake_mc)
        tally = self.tallies.get(key)
        if tally is None:
            tally = self.tallies[key] = Tally()
        if settled.outcome == "void":
            tally.voided += 1
            if settled.returned_mc:
                stake = (settled.seat, settled.wager, settled.returned_mc)
                self.rows.append(StakeReturnedRow(stream, seq, round_ or "", *stake, at_us))
            return
        tally.wagers += 1
        tally.returned_mc += settled.returned_mc
        tally.paid_mc += settled.paid_mc
        if settled.paid_mc and (table.offered is None or is_of(settled.wager, table.offered)):
            on = Occasion(stream, seq, at_us, day, round_ or "", actor, table.round_selections)
            self.moves.append(Paid(on, settled))

    def _remember(self, schema: int, body: bytes) -> WagerSettled | None:
        """Read a body once: equal wagers have equal bytes, and there are few different ones."""
        if len(self._read) >= _CACHED_AT_MOST:
            self._read.clear()
        settled = self._read[body] = read_settled(schema, body)
        return settled

    def _table(self, stream: str) -> TableRange:
        return self.tables.setdefault(stream, TableRange())

    def _occasion(self, event: Event) -> Occasion:
        """Where and when an event moves money of its table's own book."""
        at = (event.stream, event.seq, event.recorded_at_us, event.gaming_day, event.round or "")
        return Occasion(*at, event.actor, self._table(event.stream).round_selections)

    def _take_body(self, event: Event, body: PlayEvent) -> None:  # noqa: C901 - one case a type
        match body:
            case RoundOpened():
                self._offer(event.stream, body)
            case TableOpened() | SelectionsChanged():
                self._select(event, body)
            case RoundVoided():
                returned = {leg.link: leg.seats for leg in body.legs if leg.seats}
                self.moves.append(Voided(self._occasion(event), returned))
            case TableDayEnded(day=day):
                if not in_the_future(day, event.gaming_day):
                    self.moves.append(Ended(self._occasion(event), day))
            case PaymentCorrected():
                if event.kind == "table":  # a link posts its own
                    self.moves.append(Corrected(self._occasion(event), body))
            case DisputePaid():
                if believable(body.amount_mc, body.decided_mc):
                    self.moves.append(Disputed(self._occasion(event), body))
            case WagerSettled():
                pass  # read in `settle`
            case _:
                self._take_desk(event, body)

    def _take_desk(self, event: Event, body: DeskEvent | CaseEvent) -> None:
        row = case_row(event, body) if isinstance(body, CaseEvent) else desk_row(event, body)
        if row is not None:
            self.rows.append(row)

    def _select(self, event: Event, body: TableOpened | SelectionsChanged) -> None:
        self.rows.append(_selections(event, body))
        self._table(event.stream).selections = event.seq

    def _open_round(self, stream: str) -> None:
        """A round is judged by what it was opened under, whatever is selected while it goes on."""
        table = self._table(stream)
        table.round_selections = table.selections

    def _offer(self, stream: str, body: RoundOpened) -> None:
        table = self._table(stream)
        terms = (body.rulebook, tuple((offer.wager, offer.paytable) for offer in body.progressives))
        if terms != table.terms:
            table.terms = terms
            table.offered = frozenset(offer.wager for offer in body.progressives)
            self.moves.append(Offered(stream, table.offered, fixed_hands_of(body)))

    def _award(self, event: Event, body: AwardEvent) -> None:
        step = award_step(event, body)
        if step is None:
            return
        self.rows.append(step)
        if event.mode != LIVE:
            return
        match body:
            case ProgressiveClaimed():
                self.moves.append(Claimed(self._occasion(event), body))
            case ProgressiveRejected():
                self.moves.append(Rejected(self._occasion(event), body.claim_seq))
            case EnvyPaid():
                self.moves.append(Envied(self._occasion(event), body))
            case ProgressivePaid():
                paid = AwardPaidTo if body.leg else PaidForNothing
                self.moves.append(paid(self._occasion(event), body))
            case (
                ProgressiveLightVerified()
                | ProgressiveValidated()
                | AwardDocumented()
                | FixedAwardValidated()
            ):
                pass  # no money of the table's own book follows from it
            case _:
                assert_never(body)


def read_settled(schema: int, body: bytes) -> WagerSettled | None:
    """A `wager_settled`; None if it cannot be read, or nobody can have staked so much."""
    try:
        settled = read_facts(WagerSettled, schema, body)
    except MalformedEvent:
        return None
    amounts = (settled.stake_mc, settled.returned_mc, settled.paid_mc)
    return settled if believable(*amounts) else None


def _selections(event: Event, body: TableOpened | SelectionsChanged) -> SelectionsRow:
    given = body.chapter_limit
    return SelectionsRow(
        event.stream,
        event.seq,
        event.gaming_day,
        event.recorded_at_us,
        body.rulebook,
        json.dumps({each.wager: each.paytable for each in body.paytables}, sort_keys=True),
        json.dumps({each.option: each.value for each in body.options}, sort_keys=True),
        json.dumps({each.wager: each.unit_wager_mc for each in body.progressives}, sort_keys=True),
        payout_limit_mc=(body.payout_limit_mc or 0) if given is None else given.limit_mc,
        limit_section="" if given is None else given.section,
        boxes_per_player=body.boxes_per_player,
    )
