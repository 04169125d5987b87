"""What the sinks keep for people: the round index from `events`, meters and awards from `meters`.

A batch of records becomes `Changes`: rows to add or merge, the state needed to go on, and the new position.
A store takes them in one transaction or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import msgpack

from events.body import newest_fields
from events.envelope import Event, decode, event_hash
from events.errors import MalformedEvent
from events.topics import EVENTS, METERS, QUARANTINE
from projections.bulk import RangeFold, join
from projections.chain import Chains, Judged, Verdict
from projections.outputs import Source, read_quarantined
from projections.rounds import RoundChange, RoundChanges
from projections.routing import StateTooNew

FORMAT: Final = 1


@dataclass(slots=True)
class MeterRow:
    """A meter of a link as its last record leaves it."""

    link: str
    meter: str
    seq: int
    recorded_at_us: int
    primary_mc: int
    reserve_mc: int
    primary_residual: int
    reserve_residual: int


@dataclass(slots=True)
class AwardRow:
    """An award and how far it has come: locked, validated, paid, returned."""

    link: str
    table: str
    claim_seq: int
    round: str
    seat: int
    hand: str
    meter: str
    amount_mc: int
    status: str
    recorded_at_us: int


@dataclass(slots=True)
class AwardStep:
    """A later step of an award."""

    link: str
    table: str
    claim_seq: int
    status: str
    recorded_at_us: int


@dataclass(slots=True)
class RefusalRow:
    """Something that the keeper refused."""

    link: str
    seq: int
    table: str
    attempted: str
    reason: str
    recorded_at_us: int


@dataclass(slots=True)
class GapRow:
    """A table of a link that is not heard in full; `from_number` 0: it is complete again."""

    link: str
    table: str
    what: str
    from_number: int


@dataclass(slots=True)
class HaltRow:
    """A stream that stands still after a gap, as of `recorded_at_us`; `missing_seq` 0: it goes on."""

    stream: str
    missing_seq: int
    recorded_at_us: int


@dataclass(slots=True)
class AsideRow:
    """A quarantined record: where it stood and why it was put aside."""

    topic: str
    partition: int
    offset: int
    key: str
    reason: str
    detail: str
    found: str
    expected: str


@dataclass(slots=True)
class Changes:
    """What a batch does to the read model."""

    next_offset: int
    state: bytes
    rounds: list[RoundChange] = field(default_factory=list)
    meters: list[MeterRow] = field(default_factory=list)
    awards: list[AwardRow] = field(default_factory=list)
    award_steps: list[AwardStep] = field(default_factory=list)
    refusals: list[RefusalRow] = field(default_factory=list)
    gaps: list[GapRow] = field(default_factory=list)
    halts: list[HaltRow] = field(default_factory=list)
    asides: list[AsideRow] = field(default_factory=list)


class Model(Protocol):
    """A fold of one source partition into changes. `step` may ask for a range to be replayed, -1 if not."""

    def step(self, source: Source) -> int:
        """Take one record, in the order of the partition."""

    def replay(self, source: Source) -> None:
        """Take again a record of a stream that is being resumed."""

    def changes(self, next_offset: int) -> Changes:
        """What the records since the last call did."""


class EventsModel:
    """Folds a partition of `events` into the round index; the state is the chain heads.

    What does not continue its stream is the router's to put aside; here it is left out, by the same rule.
    """

    def __init__(self, dumped: bytes | None) -> None:
        self.chains = Chains.load(_unpack(dumped)) if dumped else Chains()
        self._rounds = RoundChanges()
        self._halts: dict[str, HaltRow] = {}

    def step(self, source: Source) -> int:
        """Judge one record and count it in its round."""
        judged = self.chains.judge(source.offset, source.key, source.value)
        self._follow(source, judged)
        return judged.replay_from

    def replay(self, source: Source) -> None:
        """As `step`, for a record that stood still."""
        self._follow(source, self.chains.replay(source.offset, source.key, source.value))

    def _follow(self, source: Source, judged: Judged) -> None:
        event = judged.event
        if event is None:
            return
        if judged.verdict is Verdict.NEXT:
            self._rounds.add(source.partition, source.offset, event)
            if judged.resumed:
                self._halts[event.stream] = HaltRow(event.stream, 0, event.recorded_at_us)
        elif judged.verdict is Verdict.GAP:
            missing = self.chains.tracks[event.stream].seq + 1
            self._halts[event.stream] = HaltRow(event.stream, missing, event.recorded_at_us)

    def take(self, fold: RangeFold, next_offset: int) -> Changes | None:
        """The changes of a clean range that follows; None, and nothing taken, if it does not follow."""
        if not join(self.chains, fold):
            return None
        changes = self.changes(next_offset)
        changes.rounds = list(fold.rounds.values())
        return changes

    def changes(self, next_offset: int) -> Changes:
        """Rounds and halts since the last call."""
        state = msgpack.packb([FORMAT, self.chains.dump()])
        changes = Changes(
            next_offset, state, rounds=list(self._rounds.changes.values()), halts=list(self._halts.values())
        )
        self._rounds = RoundChanges()
        self._halts = {}
        return changes


_AWARD_STATUS: Final = {"award_validated": "validated", "award_paid": "paid", "award_returned": "returned"}


class MetersModel:
    """Folds a partition of `meters`; the state is the number of the last record of each link.

    A number seen before is dropped. One that is early is left out too: the keeper sends again from the one
    that is missing, and only then goes on. Until then the link is shown as waiting for it.
    """

    def __init__(self, dumped: bytes | None) -> None:
        numbers, waiting = _unpack(dumped) if dumped else ((), ())
        self.numbers: dict[str, int] = dict(numbers)
        self.waiting: set[str] = set(waiting)
        self._changes = Changes(0, b"")
        self._meters: dict[tuple[str, str], MeterRow] = {}

    def step(self, source: Source) -> int:
        """Take one record, if it is the next of its link."""
        try:
            event, body = _record(source)
        except (MalformedEvent, ValueError, TypeError) as error:
            found = event_hash(source.value).hex()
            self._changes.asides.append(
                AsideRow(METERS, *source[:3], "malformed", str(error), found=found, expected="")
            )
            return -1
        link = event.owner
        missing = self.numbers.get(link, 0) + 1
        if event.seq > missing and link not in self.waiting:
            self.waiting.add(link)
            self._changes.gaps.append(GapRow(link, "keeper", "records", missing))
        if event.seq == missing:
            self.numbers[link] = event.seq
            if link in self.waiting:
                self.waiting.remove(link)
                self._changes.gaps.append(GapRow(link, "keeper", "", 0))
            self._add(self._changes, self._meters, event, body)
        return -1

    def replay(self, source: Source) -> None:
        """Nothing on `meters` is ever replayed."""

    def changes(self, next_offset: int) -> Changes:
        """Meters, awards, refusals and gaps since the last call."""
        changes = self._changes
        changes.next_offset = next_offset
        changes.meters = list(self._meters.values())
        changes.state = msgpack.packb([FORMAT, [sorted(self.numbers.items()), sorted(self.waiting)]])
        self._changes = Changes(0, b"")
        self._meters = {}
        return changes

    @staticmethod
    def _add(
        changes: Changes, meters: dict[tuple[str, str], MeterRow], event: Event, body: dict[str, Any]
    ) -> None:
        link, at = event.owner, event.recorded_at_us
        for b in body["balances"]:
            meters[link, b["meter"]] = MeterRow(
                link,
                b["meter"],
                event.seq,
                at,
                b["primary_mc"],
                b["reserve_mc"],
                b["primary_residual"],
                b["reserve_residual"],
            )
        type_ = event.type
        if type_ == "award_locked":
            changes.awards.append(
                AwardRow(
                    link,
                    body["table"],
                    body["claim_seq"],
                    event.round or "",
                    body["seat"],
                    body["hand"],
                    body["meter"],
                    body["amount_mc"],
                    "locked",
                    at,
                )
            )
        elif type_ in _AWARD_STATUS:
            changes.award_steps.append(
                AwardStep(link, body["table"], body["claim_seq"], _AWARD_STATUS[type_], at)
            )
        elif type_ == "leg_refused":
            changes.refusals.append(
                RefusalRow(link, event.seq, body["table"], body["attempted"], body["reason"], at)
            )
        elif type_ == "table_incomplete":
            changes.gaps.append(GapRow(link, body["table"], body["what"], body["from_number"]))
        elif type_ == "table_complete":
            changes.gaps.append(GapRow(link, body["table"], "", 0))


def _record(source: Source) -> tuple[Event, dict[str, Any]]:
    """A record of the keeper with its body."""
    event = decode(source.value)
    body = newest_fields(event)
    if event.kind != "meter" or event.owner != source.key or "balances" not in body:
        raise MalformedEvent("stream", f"{event.stream} {event.type} is no record of the keeper")
    return event, body


class QuarantineModel:
    """Lists a partition of `quarantine`; it needs no state, and a repeat lands on the same row."""

    def __init__(self, _dumped: bytes | None) -> None:
        self._asides: list[AsideRow] = []

    def step(self, source: Source) -> int:
        """One row a record."""
        fields = read_quarantined(source.value)
        self._asides.append(
            AsideRow(
                fields["topic"],
                fields["partition"],
                fields["offset"],
                fields["key"],
                fields["reason"],
                fields["detail"],
                fields["found"].hex(),
                fields["expected"].hex(),
            )
        )
        return -1

    def replay(self, source: Source) -> None:
        """Nothing in quarantine is ever replayed."""

    def changes(self, next_offset: int) -> Changes:
        """The rows since the last call."""
        asides, self._asides = self._asides, []
        return Changes(next_offset, msgpack.packb([FORMAT, []]), asides=asides)


MODELS: Final[dict[str, Callable[[bytes | None], Model]]] = {
    EVENTS: EventsModel,
    METERS: MetersModel,
    QUARANTINE: QuarantineModel,
}
"""The model that each source topic is folded into."""


def _unpack(dumped: bytes) -> Any:
    format_, state = msgpack.unpackb(dumped)
    if format_ > FORMAT:
        raise StateTooNew(format_, FORMAT)
    return state
