"""A house without a log: facts are recorded and meters kept by the pure folds, in this process, as they come.

It gives every event its number, chain and gaming day by the rules that a recorder has, and hands on the
finished events; nothing is stored here. Legs go straight to the keeper's fold. For generation in bulk and for
tests: an embedded instance that is given the same facts has the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from events.body import read_body
from events.envelope import LIVE, Event, encode, event_hash, read_header
from events.jsonform import Draft
from events.source_ids import split_source_id
from events.topics import LINKS, METERS
from events.vocabulary.award_records import AwardLocked
from events.vocabulary.meters import LegRefused
from events.vocabulary.progressive import ProgressiveClaimed
from events.vocabulary.unions import TableLeg
from floor.errors import FloorError
from floor.houses.known_streams import KnownStream, WithoutLog
from floor.steps import Award, Outcome
from projections.keeping.keeper import Keeper
from projections.recording.completing import DayOf, StreamEnd, complete
from projections.records import Output, Record
from projections.routing.legs import LEG_TYPES, legs_of
from streams.log import Sealed

Take = Callable[[Sequence[Sealed]], None]
"""Takes finished events, in the order in which they were recorded."""


class FoldingHouse:
    """Recorder, router and keeper as folds: `take` gets the events, `take_decided` what follows from them."""

    def __init__(
        self,
        facility: str,
        day_of: DayOf,
        take: Take,
        take_decided: Callable[[Sequence[Output]], None] = lambda _outputs: None,
    ) -> None:
        self.facility = facility
        self._day_of = day_of
        self._take = take
        self._take_decided = take_decided
        self._streams: dict[str, KnownStream] = {}
        self._around = WithoutLog(day_of, self._streams)
        self._keeper = Keeper()
        self._legs = 0
        self._answers: dict[tuple[str, str, int], Award] = {}

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Complete and hand on; what a draft brings as its recording time is this house's clock."""
        sealed, outcomes = [], []
        for draft in drafts:
            stream = self._streams.get(draft.stream)
            if stream is None:
                stream = self._streams[draft.stream] = KnownStream(draft.stream)
            event, value = self._next(stream, draft)
            source, number = split_source_id(event.source_id)
            sealed.append(
                Sealed(
                    event.stream, event.seq, event.prev, stream.end.hash, event.type, value, source, number
                )
            )
            outcomes.append(Outcome(event.seq, event.type))
            stream.follow(event)
            if event.stream.startswith("link:"):
                self._keep(event.owner, value, event)
            elif event.type in LEG_TYPES and event.mode == LIVE:
                for leg in legs_of(cast("TableLeg", read_body(event))):
                    self._keep(leg.link, value, event)
        self._take(sealed)
        return outcomes

    def award(self, link: str, table: str, claim_seq: int, now_us: int) -> Award | None:
        """What the keeper's fold decided when the claim was recorded; each is asked for once."""
        found = self._answers.pop((link, table, claim_seq), None)
        if found is None:
            raise FloorError(f"the link {link} has not answered the claim {claim_seq} of {table}")
        return Award(claim_seq, now_us, found.amount_mc, found.reason)

    def _next(self, stream: KnownStream, draft: Draft) -> tuple[Event, bytes]:
        assert draft.recorded_at_us is not None, "a casino gives each draft its virtual time"
        self._around.now_us, self._around.own = draft.recorded_at_us, stream
        decided = stream.rules.decide(draft, self._around)
        event = complete(decided, stream.end, self.facility, draft.recorded_at_us, self._day_of)
        value = encode(event)
        stream.end = StreamEnd.after(event, event_hash(value))
        return event, value

    def _keep(self, link: str, value: bytes, event: Event) -> None:
        outputs = self._keeper.step(Record(LINKS, 0, self._legs, link, value))
        self._legs += 1
        for output in outputs:
            if output.topic == METERS:
                self._remember(link, event, read_header(output.value))
        self._take_decided((Output(LINKS, link, value), *outputs))

    def _remember(self, link: str, cause: Event, record: Event) -> None:
        """Keep the answer to a claim until the table asks for it."""
        if cause.type != ProgressiveClaimed.TYPE:
            return
        claim = (link, cause.owner, cause.seq)
        match read_body(record):
            case AwardLocked(amount_mc=amount_mc):
                self._answers[claim] = Award(cause.seq, 0, amount_mc)
            case LegRefused(reason=reason):
                self._answers[claim] = Award(cause.seq, 0, None, reason)
