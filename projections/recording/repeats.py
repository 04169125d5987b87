"""Whether a draft has the content of a recorded event: a client that got no answer may safely ask again.

What the recorder assigned or filled in is left out of the comparison, and a refusal answers for what was
refused, so the answer is the same before and after a crash.
"""

from __future__ import annotations

from typing import Final, assert_never, get_args

import msgspec
from msgspec.structs import replace

from events.body import Body, decode_body, read_body
from events.envelope import LIVE, Event
from events.errors import MalformedEvent
from events.jsonform import Draft
from events.source_ids import RECORDER, split_source_id
from events.vocabulary.badges import BadgeRefused, BadgeWithdrawn
from events.vocabulary.desk import RecordRefused, TableDayEnded
from events.vocabulary.legs import VoidedLeg
from events.vocabulary.links import LinkChangeRefused, LinkTerms, PaymentCorrected
from events.vocabulary.play import RoundClosed, RoundOpened, WagerPlaced, WagerRefused
from events.vocabulary.progressive import (
    BetsClosed,
    LegToOneLink,
    ProgressiveClaimed,
    ProgressiveValidated,
    RoundVoided,
)
from events.vocabulary.table import SelectionsChanged, TableClosed, TableOpened, TableRefused
from events.vocabulary.unions import TableLeg
from projections.recording.drafts import attempt_sha256, refused
from projections.recording.stamping import BADGES, unstamped

_FILLED_IN: Final = frozenset(kind.TYPE for kind in get_args(TableLeg))
"""What is recorded with more than it came with."""


def same_content(draft: Draft, event: Event) -> bool:
    """Whether the draft is the one that this event was recorded for."""
    if (draft.occurred_at_us, draft.round, draft.actor, draft.mode) != (
        event.occurred_at_us,
        event.round,
        event.actor,
        event.mode,
    ):
        return False
    if draft.type != event.type:
        return _refuses(read_body(event), draft)
    if draft.body == event.body:
        return True
    if draft.type in _FILLED_IN:
        return _as_sent(read_body(draft), draft.mode) == _as_sent(read_body(event), event.mode)
    if draft.type in BADGES:
        return _as_signed(read_body(draft)) == _as_signed(read_body(event))
    return draft.schema != event.schema and draft.body == decode_body(event).to_bytes()


def same_fact(one: Event, other: Event) -> bool:
    """Whether two events of one source id were recorded for the same draft, whatever became of it."""
    try:
        if same_content(Draft._make(one), other) or same_content(Draft._make(other), one):
            return True
        attempted = _attempted(read_body(one))
        return attempted is not None and attempted == _attempted(read_body(other))
    except (MalformedEvent, msgspec.MsgspecError):
        return False


def _attempted(recorded: Body) -> object:
    """What a refusal refused; None for what is not one."""
    match recorded:
        case RecordRefused() | TableRefused() | LinkChangeRefused() | BadgeRefused():
            return recorded.attempted_sha256
        case WagerRefused():
            return _attempt(recorded)
        case _:
            return None


def require_clients_id(draft: Draft) -> None:
    """Refuse an id that a recorder makes itself, other than that of a copy, whose number is in it."""
    if draft.source_id is None or not draft.source_id.startswith(RECORDER):
        return
    source, number = split_source_id(draft.source_id)
    if source == RECORDER and number is not None and (draft.prev is None or number != draft.seq):
        raise MalformedEvent(
            "source_id",
            f"{draft.source_id!r} is an id that the recorder makes, and this is not its event: "
            "give an id of the client's, or none",
        )


def require_id_once(copy: Event, existing: Event | None) -> None:
    """Refuse a copy whose source id its stream has already, under another number: no recorder wrote both."""
    if existing is not None:
        raise MalformedEvent(
            "source_id",
            f"{copy.source_id!r} is that of seq {existing.seq} of {copy.stream} already, and an id is taken "
            "once: copy the stream again from where it was recorded",
        )


def refuse_repeat(draft: Draft, existing: Event) -> Draft:
    """The refusal of a source id that comes again with other content."""
    refusal = RecordRefused(
        attempted_type=draft.type,
        attempted_source_id=draft.source_id or "",
        attempted_sha256=attempt_sha256(draft),
        code="duplicate",
        existing_seq=existing.seq,
        reason=f"its source id is that of seq {existing.seq}, with other content: give it one of its own",
    )
    return refused(draft, refusal)._replace(source_id=None)


def _as_sent(body: Body, mode: str) -> Body:
    """A body without what the recorder fills in, or leaves out where it is not live."""
    assert isinstance(body, TableLeg)
    return unstamped(_unfilled(body, mode))


def _unfilled(body: TableLeg, mode: str) -> TableLeg:  # noqa: PLR0911 - one case a kind of filling in
    match body:
        case TableOpened() | SelectionsChanged():
            return replace(body, chapter_limit=None, legs=())
        case TableDayEnded() | BetsClosed() | RoundClosed() | TableClosed():
            return replace(body, legs=())
        case RoundOpened():
            selected = replace(body, rulebook="", rulebook_sha256="", selections_seq=0, progressives=())
            return replace(selected, legs=(), left=())
        case RoundVoided():
            return replace(body, legs=_returned(body.legs) if mode == LIVE else ())
        case ProgressiveClaimed():
            return replace(body, leg=0, control_seq=0, selections_seq=0, shown=None, made=None, claimed_by=())
        case ProgressiveValidated():
            return replace(body, leg=0, seen=None, shown=None)
        case _:
            if isinstance(body, LegToOneLink):
                return replace(body, leg=0)
            assert_never(body)


def _as_signed(body: Body) -> Body:
    """A body without what the recorder found: in the register of badges, in the rulebook, of a payment."""
    if isinstance(body, BadgeWithdrawn):
        body = replace(body, department=None, rank=None)
    elif isinstance(body, LinkTerms):
        body = replace(body, wagers=())
    elif isinstance(body, PaymentCorrected):
        body = replace(body, found=None)
    return unstamped(body)


def _returned(legs: tuple[VoidedLeg, ...]) -> tuple[VoidedLeg, ...]:
    """The legs of a void without their numbers, and without the links whose wagers all count."""
    seats: dict[str, tuple[int, ...]] = {}
    for leg in legs:
        if leg.seats:
            seats[leg.link] = (*seats.get(leg.link, ()), *leg.seats)
    return tuple(VoidedLeg(link=link, leg=0, seats=returned) for link, returned in sorted(seats.items()))


def _refuses(recorded: Body, draft: Draft) -> bool:
    """Whether what was recorded is the refusal of this attempt: all that was sent must be the same."""
    match recorded:
        case RecordRefused() | TableRefused() | LinkChangeRefused() | BadgeRefused():
            return recorded.attempted_sha256 == attempt_sha256(draft)
        case WagerRefused():
            attempted = read_body(draft)
            return isinstance(attempted, WagerPlaced) and _attempt(attempted) == _attempt(recorded)
        case _:
            return False


def _attempt(wager: WagerPlaced | WagerRefused) -> tuple[int, str, int, str]:
    return (wager.seat, wager.wager, wager.amount_mc, wager.instrument)
