"""The table fold: the events of a table's stream in, findings out, in each mode by itself.

The chain rule has been applied already: what comes here is the stream as it counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from events.body import read_body
from events.envelope import Event
from events.vocabulary.findings import Severity
from games import rulebook
from games.chapter import Rulebook
from games.errors import UnknownRulebook
from projections.examining.check import (
    AFTER_VOID,
    CARD,
    CARD_TYPES,
    END_TYPES,
    FIRST_CARD,
    ROUND_DONE,
    ROUND_ENDED,
    UNMARKED,
    Check,
    Found,
    Moment,
)
from projections.examining.check_list import BOUNDS, CHECKS
from projections.examining.finding import VERSION, Finding
from projections.examining.memory.evolution import WATCHED, evolve
from projections.examining.memory.table_state import OpenRound, TableState
from projections.examining.precedence import HELD, LOOKED_AT_AGAIN, newly_found, silenced, speaks
from projections.examining.record.clocks import Clocks, clock_off
from projections.examining.record.record_check import CLOCK, finding_of
from projections.examining.rounds_done import is_done

_AT: dict[str, list[Check]] = defaultdict(list)
for _check in (*CHECKS, *BOUNDS):
    for _moment in _check.at:
        _AT[_moment].append(_check)
_ASKED: dict[tuple[str, str | None], tuple[Check, ...]] = {}
"""The checks of a moment under a chapter, or under no rulebook, once somebody has asked."""

READ = WATCHED | _AT.keys()
"""The types whose bodies are read outside of rounds; all others pass by their header."""
_RELEASING = frozenset({"cards_shuffled", "deck_removed", "deck_changed", "table_closed", *CARD_TYPES})


def looks_at(type_: str, round_: str | None) -> bool:
    """Whether anything about an event is remembered or judged; most others pass by their header."""
    return round_ is not None or type_ in READ


class TableExaminer:
    """One table's stream, event by event."""

    __slots__ = ("_clocks", "_modes")

    def __init__(self, modes: dict[str, TableState] | None = None, clocks: Clocks | None = None) -> None:
        """`modes` is what is remembered of each mode of play, `clocks` of its devices in all of them; both
        move on with the events."""
        self._modes: dict[str, TableState] = {} if modes is None else modes
        self._clocks: Clocks = {} if clocks is None else clocks

    def take(self, event: Event) -> list[Finding]:
        """What an event completes, in the order of the list of checks; of its clock first."""
        off = [finding_of(CLOCK, found, event, VERSION) for found in clock_off(self._clocks, event)]
        return off + self._played(event) if looks_at(event.type, event.round) else off

    def _played(self, event: Event) -> list[Finding]:
        table = self._modes.get(event.mode)
        if table is None:
            table = self._modes[event.mode] = TableState()
        body: Any = read_body(event)
        try:
            return self._judge(table, event, body)
        finally:  # whatever a check makes of it, it has happened
            if event.type == "round_opened":
                table.changed = body.dealing is not None  # another round may be dealt otherwise
            evolve(table, event, body)

    def _judge(self, table: TableState, event: Event, body: Any) -> list[Finding]:
        findings: list[Finding] = []
        book = _book(table)
        moment = Moment(table, event, body, book, table.round)
        for at, moment.round in _moments(table, event, body):
            for check in _asked(at, None if book is None else book.chapter):
                if check.id in LOOKED_AT_AGAIN:
                    if table.changed or body.dealing is not None:
                        findings += _judged(moment, check, newly_found(table, check.id, check.find(moment)))
                elif found := list(check.find(moment)):
                    findings += _judged(moment, check, newly_found(table, check.id, found))
        moment.round = table.round
        findings += _released(moment)
        return findings


def examine(events: Iterable[Event]) -> Iterator[Finding]:
    """Everything that is found in a table's stream."""
    examiner = TableExaminer()
    for event in events:
        yield from examiner.take(event)


def _book(table: TableState) -> Rulebook | None:
    """The rulebook that the table plays by; None for one that is not on the shelf, and before it opened: a
    table of which only a change of selections is recorded deals nobody knows how."""
    if table.selections is None or not table.dealing:
        return None
    try:
        return rulebook.by_name(table.selections.rulebook)
    except UnknownRulebook:
        return None


def _asked(at: str, chapter: str | None) -> tuple[Check, ...]:
    """The checks that look at a moment under a chapter; under None there is no rulebook."""
    known = _ASKED.get((at, chapter))
    if known is None:
        known = _ASKED[at, chapter] = tuple(check for check in _AT.get(at, ()) if _applies(check, chapter))
    return known


def _applies(check: Check, chapter: str | None) -> bool:
    if chapter is None:
        return check.without_book
    return not check.chapters or chapter in check.chapters


def _moments(table: TableState, event: Event, body: Any) -> Iterator[tuple[str, OpenRound | None]]:
    """An event's own type, and the moments that it is as well, each with the round that is looked at."""
    round_ = table.round
    if event.type in CARD_TYPES:
        if round_ is not None and not round_.cards:
            yield FIRST_CARD, round_
        yield CARD, round_
        if table.failed:
            yield UNMARKED, round_
    elif event.type in END_TYPES and round_ is not None:
        yield ROUND_ENDED, round_
    elif table.failed and event.type == "cards_shuffled":
        yield UNMARKED, round_
    last = table.last_round
    if round_ is None and last is not None and last.ended == "round_voided" and event.round == last.name:
        yield AFTER_VOID, last
    done = is_done(table, event, body)
    if done is not None:
        yield ROUND_DONE, done
        done.done = True
    yield event.type, round_


def _judged(moment: Moment, check: Check, new: Iterable[Found]) -> Iterator[Finding]:
    """What of a check's new ones may be said; what waits for its cause is held."""
    table = moment.table
    for found in new:
        if silenced(table, check.id, found.about):
            continue
        finding = _finding(moment, check, found)
        if check.id in HELD:
            table.spoken.add((check.id, found.about))
            if not any((told.id, about) == (check.id, found.about) for about, told in table.held):
                table.held.append((found.about, finding))
            continue
        for about in (found.about, *found.also):
            speaks(table, check.id, about)
        yield finding


def _released(moment: Moment) -> Iterator[Finding]:
    """What was held back, once the deck that it is about is met again and no cause has spoken."""
    table, event, body = moment.table, moment.event, moment.body
    if not table.held or event.type not in _RELEASING:
        return
    if event.type in CARD_TYPES:
        met = table.round.deck if table.round is not None else ""
    else:
        met = getattr(body, "deck", getattr(body, "removed", ""))
    for about, finding in list(table.held):
        if event.type == "table_closed" or about == met:
            table.held.remove((about, finding))
            if not silenced(table, finding.id, about):
                speaks(table, finding.id, about)
                yield finding


def _severity(check: Check, found: Found) -> Severity:
    """Money where the difference is not zero; a rule that no section sets is about the record alone."""
    if found.due_mc != found.done_mc:
        return "money"
    return "record" if found.section is None else check.severity


def _finding(moment: Moment, check: Check, found: Found) -> Finding:
    event, round_ = moment.event, moment.round
    name = found.round or (round_.name if round_ is not None else event.round)
    return Finding(
        check=check.word,
        id=check.id,
        severity=_severity(check, found),
        section=found.section,
        stream=event.stream,
        table=event.owner,
        round=name,
        seat=found.seat,
        wager=found.wager,
        at_us=event.occurred_at_us,
        gaming_day=event.gaming_day,
        events=tuple(sorted({*found.seqs, event.seq})),
        message=found.message,
        mode=event.mode,
        version=VERSION,
        remedy=check.remedy,
        due_mc=found.due_mc,
        done_mc=found.done_mc,
    )
