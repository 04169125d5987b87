"""Streams as their recorder knows them in a house that has no log: what judges a draft, kept in memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from events.envelope import LIVE, Event
from events.vocabulary.badges import REGISTER
from events.vocabulary.play import LinkFound, RoundOpened
from events.vocabulary.progressive import ProgressiveClaimed
from events.vocabulary.table import DealerChanged, SelectionsChanged, TableOpened
from projections.recording.badges import Register
from projections.recording.completing import BEFORE_FIRST, DayOf
from projections.recording.shown import LOOKED_BACK
from projections.recording.stream_rules import RULES, DeskRules, LinkRules

_SELECTIONS: Final = frozenset({TableOpened.TYPE, SelectionsChanged.TYPE})
_DEALT: Final = frozenset({RoundOpened.TYPE, DealerChanged.TYPE})
_DEALT_KEPT: Final = 64


class KnownStream:
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


class WithoutLog:
    """`projections.recording.surroundings.Surroundings` of a house that has no log."""

    __slots__ = ("_streams", "day_of", "now_us", "own")

    def __init__(self, day_of: DayOf, streams: Mapping[str, KnownStream]) -> None:
        self.day_of = day_of
        self._streams = streams
        self.now_us = 0
        self.own: KnownStream | None = None

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

    recent_register = register

    @property
    def today(self) -> str:
        """The gaming day of this moment."""
        return self.day_of(self.now_us)
