"""Every invariant of a log and its read model, checked from the log alone.

It reads everything, reports what does not hold, and changes nothing. The judges are the pure folds: what
Faust, SQLite or a crash did on the way does not matter here. Ranges of `events` are checked in parallel
processes, each event decoded once for all checks, and joined in order; `links` and `meters` are compared
beside them, and so is what is found in the events with `findings`. A range that is not clean is gone through
one record at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final, NamedTuple

from events.body import decode_body
from events.envelope import Event, read_header
from events.errors import MalformedEvent
from events.topics import EVENTS, FINDINGS, LINKS, METERS, QUARANTINE, READ, TOPICS
from projections.checking.heads import REMEDY, head_problems
from projections.checking.legs import LegsDue, LegsSent, Tally, Way, differences
from projections.checking.losers import Losers
from projections.checking.meters import MetersAgreement, MoneyAgreement
from projections.checking.problems import Note, Problem
from projections.checking.ranges import RangeCheck, check_range
from projections.checking.source_ids import Place, SourceIdsOnce, doubled
from projections.records import Output, Quarantined, Record, read_quarantined, what_is_quarantined
from projections.routing.chain import Verdict
from streams.errors import LogError
from streams.read_model.bulk_sources import BulkSource
from streams.read_model.examine_again import examine_again
from streams.read_model.fresh_model import FreshModel, fresh_model
from streams.read_model.ranges import Range, begin, in_order, open_pool, ranges_of
from streams.read_model.rebuild import Progress
from streams.read_model.store import ReadStore

Ends = dict[tuple[str, int], int]
"""By topic and partition, the offset after the last record that is looked at."""
_TOPICS: Final = (QUARANTINE, FINDINGS, METERS, LINKS, EVENTS)
"""What follows is read up to an earlier moment than what it follows from: beside running workers something
may still be missing, but nothing looks decided otherwise."""
_CHECKPOINT: Final = re.compile(rb"[^\n]+\n[0-9]+\n[A-Za-z0-9+/]{43}=\n\n(?:\xe2\x80\x94 [^\n]+\n)+")
_UNUSED: Final = tuple(topic for topic in TOPICS if topic not in READ)
_KEY_SHOWN: Final = 80

TakeNote = Callable[[Note], None]
"""Takes what is shown although nothing is wrong."""


def find_problems(
    source: BulkSource,
    store: ReadStore | None,
    progress: Progress,
    processes: int = 0,
    take_note: TakeNote = lambda _: None,
) -> Iterator[Problem]:
    """Chains, bodies and index of `events`; `links`, `meters` and `findings` that follow; money, read model.

    Without a `store` no read model is looked at.
    """
    with fresh_model(source, store) as fresh:
        ends = {
            (topic, partition): source.end(topic, partition)
            for topic in _TOPICS
            for partition in range(source.partitions(topic))
        }
        damaged = False
        for problem in _Check(source, ends, fresh, progress).run(processes, take_note):
            damaged |= problem.check == "chain"
            yield problem
        if fresh is not None:
            yield from fresh.problems(log_damaged=damaged)
    yield from _foreign(source)


class _Check:
    """One run over a log. `quarantine_due` is what must be in quarantine, and the problem if it is not."""

    def __init__(self, source: BulkSource, ends: Ends, fresh: FreshModel | None, progress: Progress) -> None:
        self._source = source
        self._ends = ends
        self._fresh = fresh
        self._progress = progress
        self._total = sum(ends.values())
        self._done = 0
        self._due = LegsDue()
        self._ids = SourceIdsOnce()
        self._quarantine_due: dict[tuple[str, int, int], Problem] = {}
        self._named: set[str] = set()

    def run(self, processes: int, take_note: TakeNote) -> Iterator[Problem]:
        """What does not hold, in the order of the topics."""
        with open_pool(self._total, processes) as pool:
            # The longest task first: the ranges of `events` fill what it leaves.
            deciding = None if pool is None else begin(pool, decide_again, self._source, self._ends)
            examining = None if pool is None else begin(pool, examine_again, self._source, self._ends)
            indexing = None if pool is None else begin(pool, self._source.index_problems)
            pieces = self._pieces()
            checked = in_order(pool, check_task, ((self._source, *piece) for piece in pieces))
            for piece, result in zip(pieces, checked, strict=True):
                yield from self._naming(self._take(piece, result))
            again = deciding.result() if deciding else decide_again(self._source, self._ends)
            yield from indexing.result() if indexing else self._source.index_problems()
            found = examining.result() if examining else examine_again(self._source, self._ends)
        self._advance(sum(self._ends[place] for place in self._ends if place[0] in (LINKS, METERS, FINDINGS)))
        self._due.expect(again.between_links)
        for quarantined in again.quarantined:
            self._quarantine_due[quarantined[:3]] = _problem("links", quarantined)
        yield from differences(self._due.tallies, again.sent)
        yield from again.problems
        yield from found.foreign
        yield from found.otherwise
        for note in found.to_come:
            take_note(note)
        yield from self._naming(doubled(self._events_at(self._ids.suspects())))
        yield from self._naming(self._quarantine(take_note))
        yield from self._heads()

    def _naming(self, problems: Iterable[Problem]) -> Iterator[Problem]:
        """The same; and which streams have a problem of their own is remembered."""
        for problem in problems:
            self._named.add(_stream_at(problem.place))
            yield problem

    def _heads(self) -> Iterator[Problem]:
        """Where the log's own table of heads is not what its events come to: one damage is one problem."""
        try:
            stored = self._source.heads(self._ends[EVENTS, 0])
        except LogError as error:
            yield Problem("chain", "the table of heads", f"it cannot be read: {error} Else {REMEDY}.")
            return
        if stored is not None:
            yield from head_problems(self._due.heads(), stored, self._named)

    def _pieces(self) -> list[Range]:
        """The ranges of `events`, cut where the read model ends."""
        return [
            piece
            for (topic, partition), end in self._ends.items()
            if topic == EVENTS
            for start, stop in self._cut(partition, end)
            for piece in ranges_of(partition, start, stop, self._source.range_size)
        ]

    def _cut(self, partition: int, end: int) -> list[tuple[int, int]]:
        cut = 0 if self._fresh is None else min(self._fresh.positions.get((EVENTS, partition), 0), end)
        return [(0, cut), (cut, end)]

    def _take(self, piece: Range, result: RangeCheck | None) -> Iterator[Problem]:
        if result is not None and self._due.take(piece.partition, result):
            self._ids.take_range(piece.partition, result.ids)
        else:
            for record in self._source.records(EVENTS, *piece):
                yield from self._check_event(record)
        if self._fresh is not None:
            self._fresh.take(piece, None if result is None else result.fold)
        self._advance(piece.high - piece.low)

    def _check_event(self, record: Record) -> Iterator[Problem]:
        """One event: its body if it counts, else that it is to be quarantined."""
        step = self._due.event(record)
        self._note_id(record)
        outputs = list(step.outputs)
        if step.replay_from is not None:
            for earlier in self._source.records(
                EVENTS, record.partition, step.replay_from, record.offset + 1
            ):
                if earlier.key == record.key:
                    outputs += self._due.replay(earlier).outputs
                    self._note_id(earlier)
        quarantined = _quarantined(outputs)
        for each in quarantined:
            self._quarantine_due[each[:3]] = _problem("chain", each)
        if not quarantined:
            event = read_header(record.value)
            try:
                decode_body(event)
            except MalformedEvent as error:
                yield Problem("body", f"{event.stream}#{event.seq}", str(error))

    def _is_resumed(self, quarantined: Quarantined) -> bool:
        """Whether this is a gap behind which its stream goes on, as two people have signed."""
        if quarantined.topic != EVENTS or quarantined.reason != Verdict.GAP.value:
            return False
        resumed_from = self._due.resumed_from(quarantined.partition, quarantined.key)
        try:
            return read_header(quarantined.value).seq <= resumed_from
        except MalformedEvent:  # somebody else than the router has written this
            return False

    def _note_id(self, record: Record) -> None:
        """Remember the source id of a record that counts."""
        event = read_header(record.value) if self._due.counts(record) else None
        self._ids.take(Place(record.partition, record.offset), event)

    def _events_at(self, places: Iterable[Place]) -> Iterator[Event]:
        for partition, group in groupby(places, lambda place: place.partition):
            offsets = {place.offset for place in group}
            for record in self._source.records(EVENTS, partition, min(offsets), max(offsets) + 1):
                if record.offset in offsets:
                    yield read_header(record.value)

    def _quarantine(self, take_note: TakeNote) -> Iterator[Problem]:
        """What is in quarantine, and what should be."""
        losers, named = Losers(), set[Problem]()
        for record in _records(self._source, QUARANTINE, self._ends):
            quarantined = read_quarantined(record)
            self._quarantine_due.pop(quarantined[:3], None)
            if losers.take(quarantined):
                continue
            if self._is_resumed(quarantined):
                detail = f"{quarantined.detail}; two people have resumed the stream behind it"
                take_note(Note(quarantined.key, f"{quarantined.reason}: {detail}"))
            elif (problem := _problem("quarantine", quarantined)) not in named:
                named.add(problem)  # a worker that began anew has quarantined it again
                yield problem
        losers.compare(self._events_at(self._ids.places_of(losers.marks())))
        yield from losers.problems()
        for note in losers.notes():
            take_note(note)
        yield from _first_of_each_stream(self._quarantine_due.values())

    def _advance(self, records: int) -> None:
        self._done += records
        self._progress(self._done, self._total)


def check_task(source: BulkSource, partition: int, low: int, high: int) -> RangeCheck | None:
    """One range of `events`, checked in whatever process runs this."""
    return check_range(partition, source.chunks(partition, low, high))


class DecidedAgain(NamedTuple):
    """What follows from `links` and `meters`: legs sent, legs between links, what does not hold."""

    sent: dict[Way, Tally]
    between_links: list[Output]
    quarantined: list[Quarantined]
    problems: list[Problem]


def decide_again(source: BulkSource, ends: Ends) -> DecidedAgain:
    """Decide every record of `links` again, compare with `meters` and post it; in whatever process runs this.

    `meters` is read twice: which version of the decider wrote each record must be known before they are
    decided again.
    """
    sent, meters, money = LegsSent(), MetersAgreement(), MoneyAgreement()
    between_links: list[Output] = []
    quarantined: list[Quarantined] = []
    for record in _records(source, METERS, ends):
        meters.learn(record)
    for record in _records(source, LINKS, ends):
        outputs = meters.link(record)
        between_links += [output for output in outputs if output.topic == LINKS]
        quarantined += _quarantined(outputs)
        sent.link(record)
        money.link(record)
    for record in _records(source, METERS, ends):
        meters.meter(record)
        money.meter(record)
    problems = [*sent.problems(), *meters.problems(), *money.problems()]
    return DecidedAgain(sent.tallies, between_links, quarantined, problems)


def _records(source: BulkSource, topic: str, ends: Ends) -> Iterator[Record]:
    for partition in range(source.partitions(topic)):
        yield from source.records(topic, partition, 0, ends[topic, partition])


def _foreign(source: BulkSource) -> Iterator[Problem]:
    """What is in `checkpoints` and has not the form of a signed checkpoint of the log that its key names."""
    for topic in _UNUSED:
        for partition in range(source.partitions(topic)):
            for record in source.records(topic, partition, 0, source.end(topic, partition)):
                named = record.value.partition(b"\n")[0] == record.key.encode()
                if not named or not _CHECKPOINT.fullmatch(record.value):
                    place = f"{topic} {partition}:{record.offset} ({record.key[:_KEY_SHOWN]})"
                    yield Problem("foreign", place, "the notary did not write this; find out who writes here")


def _quarantined(outputs: Iterable[Output]) -> list[Quarantined]:
    """What must be in quarantine."""
    return [what_is_quarantined(output) for output in outputs if output.topic == QUARANTINE]


def _first_of_each_stream(problems: Iterable[Problem]) -> Iterator[Problem]:
    """After the first event that was changed behind our back no later one of its stream is the next.

    What is no event is of no stream: each of those is named.
    """
    named = set()
    for problem in problems:
        stream = problem.place.partition(" (")[2]
        if not stream or stream not in named:
            named.add(stream)
            yield problem


def _stream_at(place: str) -> str:
    """The stream of what is at a place: `events 0:7 (table:HCF-01)` or `table:HCF-01#3`."""
    return place.partition(" (")[2][:-1] or place.partition("#")[0]


def _problem(check: str, quarantined: Quarantined) -> Problem:
    place = f"{quarantined.topic} {quarantined.partition}:{quarantined.offset}"
    if quarantined.key:
        place += f" ({quarantined.key})"
    # Of no bytes at all nobody can say that they are malformed.
    reason = quarantined.reason if quarantined.length else "missing"
    return Problem(check, place, f"{reason}: {quarantined.detail}")
