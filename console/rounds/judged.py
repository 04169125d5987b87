"""Rounds that were found, each with its verdict in a line: for one seat, or for the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from console.rounds.events import RoundEvents, events_of_round
from console.rounds.known import KnownRounds, meters_of
from events.money import MC_PER_CENT
from events.vocabulary.play import RoundOpened
from projections.rounds.replay import replay
from projections.rounds.verdict import LIMIT, Known, Row, Told, judge
from projections.rounds.view import RoundView
from streams.log import Log
from streams.read_model.queries.rounds import RoundLocation
from streams.read_model.store import ReadStore

_HANDS: Final = "; "


@dataclass(frozen=True, slots=True)
class FoundRound:
    """A round for the seat that is asked for, or for the table."""

    round: str
    at_us: int
    table: str
    seats: tuple[int, ...]
    """Those with a wager that was not taken back, or that were settled."""
    cards: tuple[str | None, ...]
    """Of the seat; else of the dealer and the board. None for a card that nobody has read."""
    hands: tuple[tuple[int, str], ...]
    """The hands that settled wagers, in words, and the seats that they were for."""
    staked_cents: int
    paid_cents: int
    """What went to the players, stakes that were returned included: what `due_cents` is held against."""
    due_cents: int | None
    differs: bool
    """Whether a wager that is judged was not settled as due."""
    for_seat: bool

    def hand(self, wanted: str | None = None) -> str | None:
        """The hands in words: all of a seat's; of a table the first of each seat, and those wanted."""
        shown: dict[str, None] = {}
        seen: set[int] = set()
        for seat, words in self.hands:
            if self.for_seat:
                shown[words] = None
            elif seat not in seen or (wanted is not None and _has(words, wanted)):
                shown[f"seat {seat}: {words}"] = None
            seen.add(seat)
        return _HANDS.join(shown) or None

    def has_hand(self, wanted: str) -> bool:
        """Whether a hand is called so, in any letters."""
        return any(_has(words, wanted) for _, words in self.hands)


def _has(words: str, wanted: str) -> bool:
    return wanted.casefold() in words.casefold()


def judged_rounds(
    log: Log, store: ReadStore, found: Iterable[RoundLocation], seat: int | None
) -> Iterator[FoundRound | None]:
    """Each round with its verdict, in their order; None for one in which the seat was not."""
    known_rounds = KnownRounds(log, store)
    for of in found:
        recorded = events_of_round(log, of)
        known = known_rounds.by_index(of, recorded.events, recorded.missing)
        yield _judged(store, of, seat, recorded, known)


def _judged(
    store: ReadStore, of: RoundLocation, seat: int | None, recorded: RoundEvents, known: Known
) -> FoundRound | None:
    events = recorded.events
    view = replay(events, bodies=recorded.bodies, timeline=False)
    if view is None:
        return None
    if seat is not None and not _was_there(view, seat):
        return None
    present = tuple(number for number in sorted(view.seats) if _was_in(view, number))
    told = Told(of_seat=seat, switches=False)
    rows = judge(view, known, told).rows
    if not all(row.judged for row in rows) and any(event.type == RoundOpened.TYPE for event in events):
        rows = judge(view, replace(known, meters=meters_of(store, events)), told).rows
    own = [row for row in rows if _is_of(row, seat)]
    wagered = [view.seats[number] for number in present if seat in (None, number)]
    return FoundRound(
        round=of.round,
        at_us=of.first_at_us,
        table=of.table,
        seats=present,
        cards=tuple(_cards(view, seat)),
        hands=_hands(own),
        staked_cents=sum(mc for each in wagered for mc in each.wagers.values()) // MC_PER_CENT,
        paid_cents=sum(row.done_mc for row in own if row.wager != LIMIT) // MC_PER_CENT,
        due_cents=_due(own, seat),
        differs=any(row.difference_cents for row in own),
        for_seat=seat is not None,
    )


def _was_there(view: RoundView, number: int) -> bool:
    """Whether a seat wagered at all: who took everything back is found all the same."""
    seat = view.seats.get(number)
    return seat is not None and bool(seat.wagers or seat.settled)


def _was_in(view: RoundView, number: int) -> bool:
    seat = view.seats[number]
    return bool(seat.staked or seat.settled)


def _is_of(row: Row, seat: int | None) -> bool:
    """Whether a row is about the seat; a limit may cover several."""
    return seat is None or row.seat == seat or any(covered == seat for covered, _ in row.covers)


def _cards(view: RoundView, seat: int | None) -> Sequence[str | None]:
    if seat is not None:
        return view.seats[seat].cards
    return [*view.areas.get("dealer", ()), *view.areas.get("community", ())]


def _hands(rows: Sequence[Row]) -> tuple[tuple[int, str], ...]:
    """The hands of the rows, each once; what a contest says of a seat's own hand is not said again."""
    found: list[tuple[int, str]] = []
    for row in rows:
        said = (words for seat, words in found if seat == row.seat)
        if row.hand is not None and not any(words.startswith(row.hand) for words in said):
            found.append((row.seat, row.hand))
    return tuple(found)


def _due(rows: Sequence[Row], seat: int | None) -> int | None:
    """What was due in all; None where some of it is not judged, or a limit cuts other seats with this one."""
    covered = {place for row in rows for place in row.covers}
    if seat is not None and any(number != seat for number, _ in covered):
        return None
    if any(not row.judged and (row.seat, row.wager) not in covered for row in rows):
        return None
    return sum(row.due_cents or 0 for row in rows)
