"""What comes to a link and what follows from it: the leg with its typed body, and the decision on it.

A record of `links` is decoded here, once: whatever decides on it works with the typed body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, Protocol, TypedDict, TypeVar

import msgspec

from events.body import decode_body
from events.envelope import Event, decode, stream_name
from events.errors import MalformedEvent
from events.kinds import TEXT_AT_MOST
from events.vocabulary.desk import TableDayEnded
from events.vocabulary.legs import WagerLeg
from events.vocabulary.links import (
    LinkAdjusted,
    LinkControl,
    LinkDayClosed,
    LinkLegSetAside,
    LinkRetired,
    LinkTermsChanged,
    LinkTransferred,
    PaymentCorrected,
)
from events.vocabulary.marks import RouterMark
from events.vocabulary.meters import Attempt, LegRefused
from events.vocabulary.progressive import (
    BetsClosed,
    LegToOneLink,
    ProgressiveClaimed,
    ProgressivePaid,
    ProgressiveRejected,
    ProgressiveValidated,
    RoundVoided,
)
from events.vocabulary.table import SelectionsChanged, TableOpened
from events.vocabulary.transfers import TransferLeg, TransferRefused, TransferSent
from events.vocabulary.unions import KeeperRecord, LegToEveryLink, LinkInput, RoundEnded
from projections.keeping.deciders import DECIDER
from projections.keeping.link_state import LastRound, LinkState, Redrawn, SeatWager
from projections.keeping.pots import balances_of


class UnreadableControl(msgspec.Struct, frozen=True):
    """A control event whose body cannot be read: its number counts, its request is refused."""

    problem: str


class OtherEvent(msgspec.Struct, frozen=True):
    """An event of the link's own stream that asks for nothing, such as a note: only its number counts."""


LegBody = LinkInput | UnreadableControl | OtherEvent
"""All that a leg can hold."""


class Leg(msgspec.Struct, frozen=True):
    """One thing that comes to a link: its header, its typed body, and the version that decides on it.

    `owner` is the table or link that sent it; `number` its dense number from that sender, 0 for a mark.
    `control_seq` is the control of the link that its wagers were taken at, 0 where it has none.
    """

    event: Event
    owner: str
    body: LegBody
    link: str
    number: int
    control_seq: int = 0
    decider: int = DECIDER

    @property
    def source_id(self) -> str:
        """The event that the records about this leg answer."""
        return f"{self.event.stream}#{self.event.seq}"


class Source(TypedDict):
    """The fields of every record that name what it answers, and the version that decided it."""

    decider: int
    source_stream: str
    source_seq: int


def source_of(leg: Leg) -> Source:
    """The source of the records that follow from a leg."""
    return {"decider": leg.decider, "source_stream": leg.event.stream, "source_seq": leg.event.seq}


class Accepted(NamedTuple):
    """Wagers of a round that can win; `again` is what the link has of that round already."""

    round: str
    wagers: dict[SeatWager, int]
    again: LastRound | None


class Decision(NamedTuple):
    """A record to write, with the balances that it leaves.

    A returned award comes with its meter as it is without that award: no record shows the locks behind it.
    `accepted` are the wagers that a record is about and that can win, whether they fed the meters or not.
    """

    record: KeeperRecord
    redrawn: Redrawn | None = None
    accepted: Accepted | None = None


Decide = Callable[[LinkState, Leg], list[Decision]]


class _Part(Protocol):
    @property
    def link(self) -> str: ...
    @property
    def leg(self) -> int: ...


P = TypeVar("P", bound=_Part)


def part_for_link(parts: Iterable[P], link: str) -> P:
    """The part of a body that is about one link."""
    for part in parts:
        if part.link == link:
            return part
    raise MalformedEvent("body.legs", f"no leg of it goes to {link}")


def addressed_link(record: TransferLeg) -> str:
    """The other link that a transfer, or the answer to one, goes to as well."""
    return record.to_link if isinstance(record, TransferSent) else record.from_link


def leg_of(value: bytes, link: str) -> Leg:
    """A record of `links` as a leg; everything in it is checked, whoever wrote it there."""
    event = decode(value)
    kind, _, owner = event.stream.partition(":")
    if kind == "link":
        return _from_own_stream(event, owner, link)
    body = decode_body(event)
    if kind == "table":
        if isinstance(body, LegToEveryLink):
            part = part_for_link(body.legs, link)
            control_seq = part.control_seq if isinstance(part, WagerLeg) and part.wagers else 0
            return Leg(event, owner, body, link, part.leg, control_seq)
        if isinstance(body, LegToOneLink) and body.link == link:
            return Leg(event, owner, body, link, body.leg)
    elif kind == "meter":
        if isinstance(body, TransferLeg) and addressed_link(body) == link:
            return Leg(event, owner, body, link, body.leg)
    elif kind == "router" and isinstance(body, RouterMark):
        stream_name("link", link)  # a mark does not name its link, so the key must be one
        return Leg(event, owner, body, link, 0)
    raise MalformedEvent("body", f"{event.type} of {event.stream} is not a leg to {link}")


def _from_own_stream(event: Event, owner: str, link: str) -> Leg:
    """An event of a link's own stream: its number counts even where its body cannot be read."""
    if owner != link:
        raise MalformedEvent("stream", f"{event.stream} is not the stream of {link}")
    body: LegBody
    try:
        read = decode_body(event)
        body = read if isinstance(read, LinkControl) else OtherEvent()
    except MalformedEvent as error:
        body = UnreadableControl(str(error))
    return Leg(event, owner, body, link, event.seq)


_ATTEMPTS: Final[dict[type, Attempt]] = {
    RoundVoided: "reversal",
    ProgressiveClaimed: "claim",
    ProgressiveValidated: "validation",
    ProgressiveRejected: "rejection",
    ProgressivePaid: "payment",
    TableOpened: "join",
    SelectionsChanged: "join",
    TableDayEnded: "day_close",
    LinkTermsChanged: "terms",
    LinkRetired: "retirement",
    LinkAdjusted: "adjustment",
    LinkTransferred: "transfer",
    LinkDayClosed: "day_close",
    LinkLegSetAside: "set_aside",
    PaymentCorrected: "payment_correction",
    TransferSent: "transfer",
    TransferRefused: "transfer",
}
"""What was asked for, by the body that asks; of the others wagers ask to be fed, and the rest is control."""


def attempt_of(body: LegBody) -> Attempt:
    """What a leg asks for, in the words of a refusal."""
    if isinstance(body, BetsClosed | RoundEnded):
        return "contribution"
    return _ATTEMPTS.get(type(body), "control")


def refusal(state: LinkState, leg: Leg, attempted: Attempt, claim_seq: int, reason: str) -> list[Decision]:
    """The one decision that follows from what cannot be granted, with the reason and what to do."""
    record = LegRefused(
        **source_of(leg),
        balances=balances_of(state.meters),
        table=leg.owner,
        claim_seq=claim_seq,
        attempted=attempted,
        reason=reason[:TEXT_AT_MOST],
    )
    return [Decision(record)]
