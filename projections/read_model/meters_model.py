"""The read model of `meters`: from the keeper's records to meters, links, awards, refusals and the ledger."""

from __future__ import annotations

from dataclasses import fields
from typing import Final, assert_never

import msgspec

from events.envelope import Event, decode
from events.errors import MalformedEvent
from events.vocabulary.award_records import AwardCorrected, AwardLocked, AwardRecord, AwardReturned
from events.vocabulary.meters import (
    BalanceRecord,
    ContributionReversed,
    LegRefused,
    LegSetAside,
    MeterClosed,
    MeterDayClosed,
    MeterOpened,
    MeterRetired,
    MeterTermsChanged,
    StakeDueBack,
    TableComplete,
    TableIncomplete,
    TableJoined,
    TableLeft,
    TermsRecord,
)
from events.vocabulary.transfers import (
    TransferReceived,
    TransferRecord,
    TransferRefused,
    TransferReturned,
    TransferSent,
)
from events.vocabulary.unions import KeeperRecord
from projections.ledger.link_books import LinkBook, is_keeper_type, keeper_record, take
from projections.ledger.open_awards import OpenAward
from projections.ledger.payment_moves import moves_of_record
from projections.ledger.payments import payment_rows
from projections.ledger.rows import BookRows, LinkPastRow, LinkRow, RefusalRow, RunningBook
from projections.read_model.quarantine_model import left_out
from projections.read_model.tables import (
    AwardChangeRow,
    AwardPastRow,
    AwardRow,
    AwardStep,
    Changes,
    GapPastRow,
    GapRow,
    LegSetAsideRow,
    MeterRow,
    ShortfallRow,
    StakeDueBackRow,
    TransferRow,
)
from projections.records import Record
from projections.state_versions import StateFormat

_JSON: Final = msgspec.json.Encoder()
_OF_A_LINK: Final = tuple(field.name for field in fields(LinkRow))
_CHANGES_A_LINK: Final = (MeterOpened, MeterTermsChanged, MeterClosed, MeterRetired, MeterDayClosed)
"""Records after which a link is another: its terms, whether it is in play, its last closed day."""


class LinkProgress(msgspec.Struct, array_like=True):
    """What the model keeps of one link: the number of its last record, its book and its row.

    `waiting`: a record is missing, and the link is shown as waiting for it.
    """

    seq: int
    waiting: bool
    book: LinkBook
    row: LinkRow

    @classmethod
    def before_any(cls, link: str) -> LinkProgress:
        """A link that no record is known of."""
        return cls(0, False, LinkBook(), LinkRow(link, "", "", "", 0, 0, "[]", "[]", 0, 0, "", 0, 0))


class MetersState(msgspec.Struct, array_like=True):
    """What the last record of each link left, and the totals of its book."""

    links: dict[str, LinkProgress]
    books: dict[str, RunningBook]


STATE: Final = StateFormat(1, MetersState)


class MetersModel:
    """Folds a partition of `meters`; the state is what the last record of each link left.

    A number seen before is dropped. One that is early is left out too: the keeper sends again from the one
    that is missing, and only then goes on. Until then the link is shown as waiting for it.
    """

    def __init__(self, dumped: bytes | None) -> None:
        state = STATE.load(dumped) if dumped else MetersState({}, {})
        self._links = state.links
        self._books = BookRows(state.books)
        self._changes = Changes(0, b"")
        self._meters: dict[tuple[str, str], MeterRow] = {}
        self._moved: set[str] = set()

    def step(self, record: Record) -> int | None:
        """Take one record, if it is the next of its link."""
        try:
            event = _keeper_event(record)
        except MalformedEvent as error:
            self._leave_out(record, "malformed", str(error))
            return None
        name = event.owner
        link = self._links.get(name)
        if link is None:
            link = self._links[name] = LinkProgress.before_any(name)
        missing = link.seq + 1
        if event.seq > missing and not link.waiting:
            link.waiting = True
            self._changes.add(GapRow(name, "keeper", "records", missing))
        if event.seq == missing:
            link.seq = event.seq
            if link.waiting:
                link.waiting = False
                self._changes.add(GapRow(name, "keeper", "", 0))
            try:
                body = keeper_record(event)
            except MalformedEvent as error:  # no keeper writes it: the link goes on without it
                self._leave_out(record, "malformed", f"{event.type} {error}")
            else:
                self._take(record, link, event, body)
        return None

    def replay(self, record: Record) -> None:
        """Nothing on `meters` is ever replayed."""

    def changes(self, next_offset: int) -> Changes:
        """What the records since the last call did."""
        changes = self._changes
        changes.next_offset = next_offset
        changes.add_all(MeterRow, self._meters.values())
        changes.add(*self._books.rows())
        changes.add(*(self._links[name].row for name in sorted(self._moved)))
        changes.state = STATE.dump(MetersState(self._links, self._books.books))
        self._changes = Changes(0, b"")
        self._meters = {}
        self._moved = set()
        return changes

    def _take(self, record: Record, link: LinkProgress, event: Event, body: KeeperRecord) -> None:
        known = link.book.balances.keys()
        entry, award, problem = take(link.book, event, body)
        if problem:
            self._leave_out(record, "unbalanced", problem)
        if entry is not None:
            self._books.post(entry)
        row, seq, at_us = link.row, event.seq, link.book.at_us
        for meter, amounts in link.book.balances.items():
            if entry is not None or problem or meter not in known:
                self._meters[row.link, meter] = MeterRow(row.link, meter, seq, at_us, *amounts)
        self._moved.add(row.link)
        row.seq, row.at_us, row.closed_day = event.seq, link.book.at_us, link.book.closed_day
        if isinstance(body, AwardRecord):
            day = link.book.day_for(event.gaming_day)
            rows = [*payment_rows(event, body, day)]
            self._changes.add(*rows, *moves_of_record(event, body, day, link.book.at_us, rows))
        self._follow(row, event, body, award)
        self._keep_past(row, event, body, award)

    def _follow(  # noqa: C901, PLR0912 - one case a type of record
        self, row: LinkRow, event: Event, body: KeeperRecord, award: OpenAward | None
    ) -> None:
        """What a record does to the row of its link, and the rows that it adds."""
        if isinstance(body, TransferRecord):
            self._changes.add(*_transfers(event, body, row.at_us))
            return
        if isinstance(body, BalanceRecord):
            return  # the meters and the book have it all
        if isinstance(body, AwardRecord):
            if award is not None:
                self._changes.add(_award_row(event, body, award))
            if isinstance(body, AwardReturned | AwardCorrected):
                self._changes.add(_award_change(event, body))
            return
        match body:
            case MeterOpened():
                _set_terms(row, body)
                row.live = 1
            case MeterTermsChanged():
                _set_terms(row, body)
            case MeterClosed():
                row.live = 0
            case MeterRetired():
                row.retired = 1  # it was closed before
            case LegRefused():
                asked = (body.table, body.attempted, body.reason, event.recorded_at_us)
                source = f"{body.source_stream}#{body.source_seq}"
                of = (source, event.gaming_day, row.at_us)
                self._changes.add(RefusalRow(event.owner, event.seq, *asked, *of))
            case LegSetAside():
                legs = (body.table, body.leg, body.last_leg, body.reason)
                self._changes.add(LegSetAsideRow(event.owner, event.seq, *legs, event.recorded_at_us))
            case TableIncomplete():
                self._gap(event, (body.table, body.what, body.from_number), row.at_us)
            case TableComplete():
                self._gap(event, (body.table, "", 0), row.at_us)
            case StakeDueBack():
                self._changes.add(*_stakes(event, body, row.at_us))
            case TableJoined() | TableLeft():
                pass
            case _:
                assert_never(body)

    def _gap(self, event: Event, gap: tuple[str, str, int], at_us: int) -> None:
        self._changes.add(GapRow(event.owner, *gap), GapPastRow(event.owner, event.seq, *gap, at_us))

    def _keep_past(self, row: LinkRow, event: Event, body: KeeperRecord, award: OpenAward | None) -> None:
        """What later records will change, as this one leaves it: for who asks for a moment in the past."""
        if isinstance(body, _CHANGES_A_LINK):
            self._changes.add(LinkPastRow(**{name: getattr(row, name) for name in _OF_A_LINK}))
        if isinstance(body, AwardRecord) and award is not None:
            self._changes.add(_award_past(event, body, award, row.at_us))
        if isinstance(body, ContributionReversed | AwardReturned):
            self._changes.add(*_shortfalls(event, body, row.at_us))

    def _leave_out(self, record: Record, reason: str, detail: str) -> None:
        self._changes.add(left_out(record, reason, detail))


def _keeper_event(record: Record) -> Event:
    """A record of the keeper, by its header."""
    event = decode(record.value)
    if event.kind != "meter" or event.owner != record.key or not is_keeper_type(event.type):
        raise MalformedEvent("stream", f"{event.stream} {event.type} is not a record of the keeper")
    return event


def _stakes(event: Event, body: StakeDueBack, at_us: int) -> list[StakeDueBackRow]:
    """Each stake that is due back, numbered within its record."""
    return [
        StakeDueBackRow(
            link=event.owner,
            seq=event.seq,
            number=number,
            table=body.table,
            round=body.round,
            seat=stake.seat,
            wager=stake.wager,
            amount_mc=stake.amount_mc,
            reason=stake.reason,
            recorded_at_us=event.recorded_at_us,
            at_us=at_us,
        )
        for number, stake in enumerate(body.stakes, 1)
    ]


def _transfers(event: Event, body: TransferRecord, at_us: int) -> list[TransferRow]:
    """The step that a record is of a transfer; a refusal is none, for the sender returns it then."""
    match body:
        case TransferSent():
            of = (event.owner, body.to_link, body.leg, "sent")
        case TransferReceived():
            of = (body.from_link, event.owner, body.number, "received")
        case TransferReturned():
            of = (event.owner, body.to_link, body.number, "returned")
        case TransferRefused():
            return []
        case _:
            assert_never(body)
    return [TransferRow(*of, body.meter, body.amount_mc, at_us)]


def _award_row(event: Event, body: AwardRecord, award: OpenAward) -> AwardRow:
    """An award as a record of it leaves it: a new one, or a step of one that is known."""
    row = AwardRow if isinstance(body, AwardLocked) else AwardStep
    won = (body.seat, body.hand, body.wager) if isinstance(body, AwardLocked) else (0, "", "")
    seat, hand, wager = won
    return row(
        link=event.owner,
        table=body.table,
        claim_seq=body.claim_seq,
        round=event.round or "",
        seat=seat,
        hand=hand,
        meter=award.meter,
        amount_mc=award.amount_mc,
        status=award.status,
        recorded_at_us=event.recorded_at_us,
        wager=wager,
        paid_mc=award.paid_mc,
        owed=_JSON.encode(sorted(award.owed.items())).decode(),
    )


def _award_past(event: Event, body: AwardRecord, award: OpenAward, at_us: int) -> AwardPastRow:
    """An award as this record leaves it."""
    owed = _JSON.encode(sorted(award.owed.items())).decode()
    stands = (award.amount_mc, award.status, award.paid_mc, owed, at_us)
    return AwardPastRow(event.owner, body.table, body.claim_seq, event.seq, *stands)


def _shortfalls(event: Event, body: ContributionReversed | AwardReturned, at_us: int) -> list[ShortfallRow]:
    """What the house bears of a void or a rejection, numbered within its record."""
    return [
        ShortfallRow(
            link=event.owner,
            seq=event.seq,
            number=number,
            table=body.table,
            round=event.round or "",
            meter=short.meter,
            amount_mc=short.amount_mc,
            because=short.because,
            reason=body.reason,
            of_day=event.gaming_day,
            at_us=at_us,
        )
        for number, short in enumerate(body.shortfalls, 1)
    ]


def _award_change(event: Event, body: AwardReturned | AwardCorrected) -> AwardChangeRow:
    """That an award went back or was corrected, as people read it."""
    if isinstance(body, AwardReturned):
        change, before_mc = "voided" if body.because == "void" else "rejected", body.amount_mc
        said, because = (body.rejected_by, body.reason), ("", 0)
    else:
        change, before_mc = "corrected", body.before_mc
        said, because = ("", ""), (body.because_table, body.because_claim_seq)
    award = (body.table, body.claim_seq, change, before_mc, body.amount_mc)
    return AwardChangeRow(event.owner, event.seq, *award, *said, *because, event.recorded_at_us)


def _set_terms(row: LinkRow, body: TermsRecord) -> None:
    row.rulebook, row.paytable, row.wager = body.rulebook, body.paytable, body.wager
    row.unit_wager_mc, row.guard_mc = body.unit_wager_mc, body.guard_mc
    row.meters, row.awards = _JSON.encode(body.meters).decode(), _JSON.encode(body.awards).decode()
