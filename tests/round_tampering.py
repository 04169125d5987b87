"""One event of a round dropped, repeated or swapped with the next, and what the round then says.

Two ways it can happen, and what counts as "the round says what is wrong and where":

- **in the log**, behind the recorder: numbers and chain are as they were recorded. The round must say which
  event is missing or forked, or be open for want of its end, or come to exactly what it came to undisturbed:
  a repeat is no second event.
- **before it was recorded**, at a device: numbers and chain fit. Then only the round's own facts can say it:
  its cards or wagers contradict each other (`card_places`, `discrepancies`), it has no opening or no end, or
  a wager is not judged or differs. Facts that stand alone (`stands_alone`) leave nothing to contradict:
  whether one was due is a question of procedure, for the examiner.

"Exactly what it came to" is the verdict, every seat's wagers and settlements whatever their order, and where
the cards are.
"""

from __future__ import annotations

import sqlite3
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from console.rounds.events import RoundEvents, events_of_round
from events.body import decode_body
from events.envelope import Event, read_header
from floor.houses.bulk import as_sealed, made
from floor.night import Night
from floor.trouble.erring import Rates
from projections.rounds.card_places import CardTrail
from projections.rounds.discrepancies import discrepancies
from projections.rounds.done import Locked
from projections.rounds.replay import replay
from projections.rounds.terms import terms_of
from projections.rounds.verdict import Known, judge
from streams.clock import GamingDays
from streams.read_model.queries.rounds import RoundLocation
from streams.sqlite.file import LOG_FILE
from streams.sqlite.log import SqliteLog
from tests.floor.rebuilt import Rebuilt, rounds_of

IRREGULAR_PPM = 150_000
FAULTS = ("drop", "repeat", "swap")
ALONE = frozenset(
    {
        "card_burned",
        "card_exposed",
        "card_found_face_up",
        "fixed_award_validated",
        "irregularity_called",
        "irregularity_ruled",
        "lucky_seat_drawn",
        "magic_card_drawn",
        "progressive_light_verified",
    }
)
"""What may be lost or told twice before it is recorded without any other fact of the round to contradict it:
a check that somebody made, a ruling, a draw, a card burned unseen."""
LOST_ALONE = frozenset({"decision_made", "hand_revealed", "hand_set"})
"""What may be lost so: a check on the way to a later decision, a hand that was set again when shown, or one
that no wager depends on: its cards are shown as unknown."""
LOST_WHERE_VOID = frozenset({"hand_collected", "stub_discarded"})
"""What may be lost of a round that an irregularity ended: nobody counts the rack then."""


def stands_alone(kind: str, event: Event, rebuilt: Rebuilt) -> bool:
    """Whether no other fact of the round depends on an event: of settlements those of a bonus without a stake
    of its own, and what is undone later; of streets the last, where nobody decides at it or wagers on it."""
    if event.type == "wager_settled":
        body: Any = decode_body(event)
        return not body.stake_mc or (kind == "drop" and _went_back(body, rebuilt))
    if event.type in ALONE:
        return True
    if kind != "drop":
        return False
    if event.type == "community_cards_revealed":
        return event.seq == [each.seq for each in rebuilt.events if each.type == event.type][-1]
    irregular = any(each.type in ("irregularity_ruled", "round_voided") for each in rebuilt.events)
    return event.type in LOST_ALONE or (irregular and event.type in LOST_WHERE_VOID)


def _went_back(body: Any, rebuilt: Rebuilt) -> bool:
    """Whether a wager was lost, and given back all the same in a void: it comes to the same without."""
    told = [decode_body(each) for each in rebuilt.events if each.type == "wager_settled"]
    same: list[Any] = [each for each in told if (each.seat, each.wager) == (body.seat, body.wager)]
    return body.outcome == "lose" and same[-1].outcome == "void"


class TableLog(NamedTuple):
    """The events of one table, and its rounds by name."""

    values: list[bytes]
    rounds: dict[str, Rebuilt]


def tables(seed: int, rounds: int) -> list[TableLog]:
    """A table of every game that plays so many rounds, some of them irregular, without a mistake."""
    night = Night(seed, 5, rounds=rounds, rates=Rates(0, IRREGULAR_PPM))
    values: dict[str, list[bytes]] = defaultdict(list)
    for part in made(night, "PA-01", GamingDays()):
        for sealed in as_sealed(part):
            event = read_header(sealed.value)
            if event.kind == "table":
                values[event.stream].append(sealed.value)
    return [TableLog(each, rounds_of([*map(read_header, each)])) for each in values.values()]


def tampered(things: Sequence[Any], first: int, last: int) -> Iterator[tuple[str, int, list[Any]]]:
    """Every fault at every one of the things from `first` to `last`."""
    for at in range(first, last + 1):
        before, after = list(things[:at]), list(things[at + 1 :])
        yield "drop", at, before + after
        yield "repeat", at, [*before, things[at], things[at], *after]
        if at < last:
            yield "swap", at, [*before, things[at + 1], things[at], *after[1:]]


class Outcome(NamedTuple):
    """What a round comes to, apart from numbers, times and order; and what it says is wrong."""

    comes_to: tuple[Any, ...]
    says: frozenset[str]


def outcome(found: RoundEvents, rebuilt: Rebuilt) -> Outcome:
    """A round as its events have it."""
    view = replay(found.events, timeline=False)
    if view is None:
        return Outcome((), frozenset({"no event is left"}))
    paid: dict[int, dict[int, int]] = defaultdict(dict)
    for event in found.events:
        if event.type == "progressive_paid":
            body: Any = decode_body(event)
            paid[body.claim_seq][body.seat] = body.amount_mc
    locked = {seq: Locked(shares, paid=True) for seq, shares in paid.items()}
    meters = dict.fromkeys(rebuilt.book.meter_names, 0)
    known = Known(terms_of(rebuilt.opening), rebuilt.player_of, meters, locked, found.missing)
    rows = judge(view, known).rows
    trail = CardTrail(found.events)
    says = {each.words.split(" ", 2)[2] for each in trail.contradictions} | set(discrepancies(view))
    says |= {f"{each.what}: {each.why}" for each in found.troubles}
    says |= {f"seat {row.seat} {row.wager}: {row.why}" for row in rows if not row.judged}
    says |= {f"seat {row.seat} {row.wager}: {row.difference_cents}" for row in rows if row.difference_cents}
    if found.events[0].type != "round_opened":
        says.add("the round's opening is not among its events")
    if view.status == "open":
        says.add("the round is open")
    return Outcome((view.status, sorted(map(str, rows)), _seats(view), _cards(trail)), frozenset(says))


def _seats(view: Any) -> dict[int, Any]:
    return {
        number: (
            sorted(seat.wagers.items()),
            sorted(map(str, seat.settled)),
            [(each.action, each.at, each.wager, each.amount_mc) for each in seat.decisions],
            sorted(map(str, seat.refused)),
            [award.step for award in seat.awards],
        )
        for number, seat in view.seats.items()
    }


def _cards(trail: CardTrail) -> dict[str, list[str]]:
    return {place: sorted(map(str, cards)) for place, cards in trail.at().of.items()}


def silent_in_the_log(
    directory: Path, table: TableLog, names: Sequence[str]
) -> Iterator[tuple[str, Event | None]]:
    """Faults in the log that change a round and of which it says nothing; and every other fault with None."""
    path = directory / LOG_FILE
    SqliteLog(path, writable=True).close()
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = OFF")
    for name in names:
        at = [offset for offset, value in enumerate(table.values) if read_header(value).round == name]
        _write(db, table.values)
        calm = outcome(_read(path, table, name, at, at[-1] + 1), table.rounds[name])
        for kind, offset, values in tampered(table.values, at[0], at[-1]):
            _write(db, values)
            end = at[-1] + 1 + (len(values) - len(table.values))
            found = outcome(_read(path, table, name, at, end), table.rounds[name])
            yield kind, _silent(calm, found, read_header(table.values[offset]))
    db.close()


def _write(db: sqlite3.Connection, values: Sequence[bytes]) -> None:
    """Put these events into a log, whatever the chain says; the heads are those of what was recorded."""
    db.execute("BEGIN")
    db.execute("DELETE FROM events")
    db.executemany("INSERT INTO events VALUES (?, ?)", enumerate(values))
    last = read_header(values[-1])
    head = (last.stream, last.seq, b"\0" * 32, len(values) - 1)
    db.execute("INSERT OR REPLACE INTO heads VALUES (?, ?, ?, ?)", head)
    db.execute("COMMIT")


def _read(path: Path, table: TableLog, name: str, at: Sequence[int], stop: int) -> RoundEvents:
    """A round by the places that its events had when they were indexed, which must be what is found by
    looking for them."""
    first = read_header(table.values[at[0]])
    of = RoundLocation(name, first.stream, first.mode, 0, first.seq, at[0], stop - 1, first.occurred_at_us, 0)
    with SqliteLog(path, writable=False) as log:
        looked_for = events_of_round(log, of)
        by_places = events_of_round(log, replace(of, stored_places=array("Q", at).tobytes()))
    assert by_places == looked_for
    return by_places


def silent_before_recording(table: TableLog, names: Sequence[str]) -> Iterator[tuple[str, Event | None]]:
    """The same for faults before the events were numbered and chained, at facts that do not stand alone."""
    for name in names:
        rebuilt = table.rounds[name]
        calm = outcome(RoundEvents(rebuilt.events, ""), rebuilt)
        for kind, at, events in tampered(rebuilt.events, 0, len(rebuilt.events) - 1):
            first = rebuilt.events[0].seq
            renumbered = [event._replace(seq=first + number) for number, event in enumerate(events)]
            found = outcome(RoundEvents(renumbered, ""), rebuilt)
            silent = _silent(calm, found, rebuilt.events[at])
            yield kind, None if silent is None or stands_alone(kind, silent, rebuilt) else silent


def _silent(calm: Outcome, found: Outcome, event: Event) -> Event | None:
    """The event at which something changed and nothing is said; None where it is, or nothing was wrong."""
    if found.comes_to == calm.comes_to or found.says - calm.says:
        return None
    return event


def counted(found: Iterator[tuple[str, Event | None]]) -> tuple[Counter[str], list[tuple[str, Event]]]:
    """How many faults of each kind there were, and those that nothing was said of."""
    kinds: Counter[str] = Counter()
    silent = []
    for kind, event in found:
        kinds[kind] += 1
        if event is not None:
            silent.append((kind, event))
    return kinds, silent
