"""A house without a log: facts are recorded and meters kept by the pure folds, in this process, as they come.

It gives every event its number, chain and gaming day by the rules that a recorder has, and hands on the
finished events; nothing is stored here. Legs go straight to the keeper's fold. For generation in bulk and for
tests: an embedded instance that is given the same facts has the same bytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, cast

from events.body import read_body
from events.envelope import LIVE, Event, encode, event_hash, read_header
from events.jsonform import Draft
from events.source_ids import split_source_id
from events.topics import LINKS, METERS
from events.vocabulary.award_records import AwardLocked
from events.vocabulary.badges import REGISTER
from events.vocabulary.meters import LegRefused
from events.vocabulary.play import LinkFound, RoundOpened
from events.vocabulary.progressive import ProgressiveClaimed
from events.vocabulary.table import DealerChanged, SelectionsChanged, TableOpened
from events.vocabulary.unions import TableLeg
from floor.errors import FloorError
from floor.steps import Award, Outcome
from projections.keeping.keeper import Keeper
from projections.recording.badges import Register
from projections.recording.completing import BEFORE_FIRST, DayOf, StreamEnd, complete
from projections.recording.shown import LOOKED_BACK
from projections.recording.stream_rules import RULES, DeskRules, LinkRules
from projections.records import Output, Record
from projections.routing.legs import LEG_TYPES, legs_of
from streams.log import Sealed

_SELECTIONS: Final = frozenset({TableOpened.TYPE, SelectionsChanged.TYPE})
_DEALT: Final = frozenset({RoundOpened.TYPE, DealerChanged.TYPE})
_DEALT_KEPT: Final = 64

Take = Callable[[Sequence[Sealed]], None]
"""Takes finished events, in the order in which they were recorded."""


class _Stream:
    """A stream as its recorder knows it: with no log to read, its last round, selections and claims too.

    Selections and claims are kept for good: an award may be validated at any time, and they are rare. For
    claims that come late it keeps the events before the last round, as far back as anybody looks for what
    they show, and who dealt the rounds before: no trouble of the floor makes one later.
    """

    __slots__ = ("before", "claims", "dealt", "end", "last_round", "rules", "selections")

    def __init__(self, name: str) -> None:
        self.end = BEFORE_FIRST
        self.last_round: list[Event] = []
        self.before: deque[Event] = deque(maxlen=LOOKED_BACK)
        self.dealt: deque[Event] = deque(maxlen=_DEALT_KEPT)
        self.selections: dict[int, Event] = {}
        self.claims: dict[int, Event] = {}
        self.rules = RULES[name.partition(":")[0]]((), _no_history)

    def follow(self, event: Event) -> None:
        """Take an event that was recorded."""
        self.rules.evolve(event)
        if event.kind != "table":
            return
        if event.mode == LIVE:
            if event.type in _DEALT:
                self.dealt.append(event)
            if event.type == RoundOpened.TYPE:
                self.before += self.last_round
                self.last_round = []
            elif event.type in _SELECTIONS:
                self.selections[event.seq] = event
            elif event.type == ProgressiveClaimed.TYPE:
                self.claims[event.seq] = event
        self.last_round.append(event)


def _no_history(before_seq: int | None = None) -> Iterator[Event]:
    """A stream that is followed from its first event has no past to look up."""
    raise AssertionError(f"the rules know all of the stream and asked for what was before {before_seq}")


class _Around:
    """`projections.recording.surroundings.Surroundings` of a house that has no log."""

    __slots__ = ("_streams", "day_of", "now_us", "own")

    def __init__(self, day_of: DayOf, streams: Mapping[str, _Stream]) -> None:
        self.day_of = day_of
        self._streams = streams
        self.now_us = 0
        self.own: _Stream | None = None

    def round_events(self) -> Sequence[Event]:
        """The events of the stream from its last live round on."""
        return () if self.own is None else self.own.last_round

    def events_before(self, seq: int) -> Iterator[Event]:
        """The events before a number, the last first; of those long ago only what shows who dealt."""
        if self.own is None:
            return
        for event in reversed(self.own.before):
            if event.seq < seq:
                seq = event.seq
                yield event
        yield from (event for event in reversed(self.own.dealt) if event.seq < seq)

    def own_event(self, seq: int) -> Event | None:
        """The selections or the claim of a number; other events are not asked for."""
        return None if self.own is None else self.own.selections.get(seq) or self.own.claims.get(seq)

    def link(self, name: str) -> LinkFound | None:
        """What a link's own stream has of it, as far as it was recorded here."""
        stream = self._streams.get(f"link:{name}")
        known = None if stream is None else cast("LinkRules", stream.rules).known
        return None if known is None else known.found

    def register(self) -> Register:
        """The register of badges, as far as it was recorded here."""
        stream = self._streams.get(REGISTER)
        return Register() if stream is None else cast("DeskRules", stream.rules).register

    @property
    def today(self) -> str:
        """The gaming day of this moment."""
        return self.day_of(self.now_us)


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
        self._streams: dict[str, _Stream] = {}
        self._around = _Around(day_of, self._streams)
        self._keeper = Keeper()
        self._legs = 0
        self._answers: dict[tuple[str, str, int], Award] = {}

    def record(self, drafts: Sequence[Draft]) -> Sequence[Outcome]:
        """Complete and hand on; what a draft brings as its recording time is this house's clock."""
        sealed, outcomes = [], []
        for draft in drafts:
            stream = self._streams.get(draft.stream)
            if stream is None:
                stream = self._streams[draft.stream] = _Stream(draft.stream)
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

    def _next(self, stream: _Stream, draft: Draft) -> tuple[Event, bytes]:
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
