"""What was wagered and paid at the tables, added up by selections, gaming day, wager and stake.

A range of events is added up without knowing what came before it: which selections were in force and which
wagers fed a link when it began stays open, and `projections.ledger.table_books` settles that when it joins
the range to what it knows. So ranges can be added up side by side, and a live batch is a range like any
other.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from events.envelope import Event
from projections.ledger.award_steps import STEPS, award_step
from projections.ledger.readings import DESK_TYPES, desk_row
from projections.raw_body import Unreadable, amount, fields_of, numbers, parts, word

SETTLED: Final = "wager_settled"
OF_ROUND: Final = -1
"""Selections that a range cannot know: those of the round that was open when it began …"""
OF_TABLE: Final = -2
"""… and those of the table at that moment, which a round that opens later is played under."""
LIVE: Final = "live"
_CACHED_AT_MOST: Final = 4_096


@dataclass(slots=True)
class PlayRow:
    """Wagers of one stake, settled at one table on one gaming day under the same selections; rows add up.

    `selections_seq` is the event of that stream that the selections stand in, 0 for none. Void wagers count
    in `voided` alone. `house_mc` is what of `paid_mc` is a fixed award of a progressive wager.
    """

    stream: str
    selections_seq: int
    gaming_day: str
    wager: str
    stake_mc: int
    wagers: int
    voided: int
    returned_mc: int
    paid_mc: int
    house_mc: int


@dataclass(slots=True)
class SelectionsRow:
    """What a table's rounds are played under from `seq` on, as JSON objects.

    `units` are the progressive wagers and the one amount that each takes, in millicents.
    """

    stream: str
    seq: int
    gaming_day: str
    recorded_at_us: int
    rulebook: str
    paytables: str
    options: str
    units: str


class Settled(NamedTuple):
    """A wager as the dealer settled it."""

    seat: int
    wager: str
    void: bool
    stake_mc: int
    returned_mc: int
    paid_mc: int


class Offered(NamedTuple):
    """From here on the rounds of a table have these progressive wagers."""

    stream: str
    wagers: frozenset[str]


class Paid(NamedTuple):
    """A wager that may be progressive was paid: house money, unless a claim of its round covers it."""

    stream: str
    seq: int
    at_us: int
    gaming_day: str
    round: str
    selections: int
    settled: Settled


class Claimed(NamedTuple):
    """A percentage of a meter was claimed for these seats: what their wager is paid, the link pays."""

    stream: str
    seq: int
    at_us: int
    gaming_day: str
    round: str
    seats: tuple[int, ...]
    wager: str


class Rejected(NamedTuple):
    """A claim was rejected: it covers nothing any more."""

    stream: str
    claim_seq: int


class Envied(NamedTuple):
    """An Envy Bonus was paid."""

    stream: str
    seq: int
    at_us: int
    gaming_day: str
    round: str
    amount_mc: int


Move = Offered | Paid | Claimed | Rejected | Envied
"""What house money may follow from, in the order of its stream."""


class TableRange:
    """What a range says of one table's selections; `offered` None: no round opened in it yet."""

    __slots__ = ("offered", "round_selections", "selections")

    def __init__(self) -> None:
        self.selections = OF_TABLE
        self.round_selections = OF_ROUND
        self.offered: frozenset[str] | None = None


PlayKey = tuple[str, int, str, str, int]
"""Stream, selections, gaming day, wager, stake."""


class RangePlay:
    """The play of a range of events, each of them the next of its stream.

    `rows` are those that an event makes by itself: selections, steps of awards, readings.
    """

    __slots__ = ("_read", "moves", "rows", "tables", "tallies")

    def __init__(self) -> None:
        self.tables: dict[str, TableRange] = {}
        self.tallies: dict[PlayKey, list[int]] = {}
        self.rows: list[Any] = []
        self.moves: list[Move] = []
        self._read: dict[bytes, Settled | None] = {}

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """What a parallel process hands over: without the bodies that it remembered."""
        handed = {name: getattr(self, name) for name in self.__slots__ if name != "_read"}
        return None, {**handed, "_read": {}}

    def take(self, event: Event) -> None:
        """Add one event of a type in `WATCHED`."""
        if event.type == SETTLED:
            self.settle(
                event.stream,
                event.seq,
                event.recorded_at_us,
                event.gaming_day,
                event.round,
                event.mode,
                event.body,
            )
            return
        try:
            if event.type in _SELECTING:
                self._select(event)
            elif event.type == "round_opened":
                self._open_round(event)
            elif event.type in DESK_TYPES:
                self._add(desk_row(event))
            else:
                self._award(event)
        except Unreadable:
            return

    def settle(  # noqa: PLR0917 - the fields of an event, one by one: see `projections.read_model.bulk`
        self, stream: str, seq: int, at_us: int, day: str, round_: str | None, mode: str, body: bytes
    ) -> None:
        """Add one `wager_settled`: the hot path, since every fourth event is one."""
        if mode != LIVE:
            return
        try:
            settled = self._read[body]
        except KeyError:
            settled = self._remember(body)
        if settled is None:
            return
        table = self._table(stream)
        key = (stream, table.round_selections, day, settled.wager, settled.stake_mc)
        tally = self.tallies.get(key)
        if tally is None:
            tally = self.tallies[key] = [0, 0, 0, 0]
        if settled.void:
            tally[1] += 1
            return
        tally[0] += 1
        tally[2] += settled.returned_mc
        tally[3] += settled.paid_mc
        if settled.paid_mc and (table.offered is None or is_of(settled.wager, table.offered)):
            self.moves.append(Paid(stream, seq, at_us, day, round_ or "", table.round_selections, settled))

    def _remember(self, body: bytes) -> Settled | None:
        """Read a body once: equal wagers have equal bytes, and there are few different ones."""
        if len(self._read) >= _CACHED_AT_MOST:
            self._read.clear()
        settled = self._read[body] = read_settled(body)
        return settled

    def _table(self, stream: str) -> TableRange:
        table = self.tables.get(stream)
        if table is None:
            table = self.tables[stream] = TableRange()
        return table

    def _select(self, event: Event) -> None:
        self.rows.append(_selections(event))
        self._table(event.stream).selections = event.seq

    def _open_round(self, event: Event) -> None:
        """A round is judged by what it was opened under, whatever is selected while it goes on."""
        table = self._table(event.stream)
        table.round_selections = table.selections
        offers = parts(fields_of(event.body), "progressives")
        offered = frozenset(word(offer, "wager") for offer in offers)
        if offered != table.offered:
            table.offered = offered
            self.moves.append(Offered(event.stream, offered))

    def _add(self, row: Any) -> None:
        """A row that an event makes by itself, if its body can be read."""
        if row is not None:
            self.rows.append(row)

    def _award(self, event: Event) -> None:
        step = award_step(event)
        self._add(step)
        if step is None or event.mode != LIVE:
            return
        place = (event.stream, event.seq, event.recorded_at_us, event.gaming_day, event.round or "")
        if event.type == "progressive_claimed":
            fields = fields_of(event.body)
            sharing = numbers(fields, "sharing_seats") if "sharing_seats" in fields else []
            self.moves.append(Claimed(*place, (step.seat, *sharing), step.wager))
        elif event.type == "progressive_rejected":
            self.moves.append(Rejected(event.stream, step.claim_seq))
        elif event.type == "envy_paid":
            self.moves.append(Envied(*place, step.amount_mc))


_SELECTING: Final = frozenset({"table_opened", "selections_changed"})
WATCHED: Final = frozenset({SETTLED, "round_opened", *_SELECTING, *STEPS, *DESK_TYPES})
"""The types of event that play is read from; everything else goes by on its header alone."""
_EXTRAS: Final = ("_magic", "_lucky")


def is_of(wager: str, offered: frozenset[str]) -> bool:
    """Whether a wager is among the progressive ones, or a fixed extra of one (647a.12(e)(3))."""
    return wager in offered or (wager.endswith(_EXTRAS) and wager.rpartition("_")[0] in offered)


def read_settled(body: bytes) -> Settled | None:
    """A `wager_settled`; None if it cannot be read."""
    try:
        fields = fields_of(body)
        return Settled(
            amount(fields, "seat"),
            word(fields, "wager"),
            word(fields, "outcome") == "void",
            amount(fields, "stake_mc"),
            amount(fields, "returned_mc"),
            amount(fields, "paid_mc"),
        )
    except Unreadable:
        return None


def _selections(event: Event) -> SelectionsRow:
    fields = fields_of(event.body)
    paytables = {word(part, "wager"): word(part, "paytable") for part in parts(fields, "paytables")}
    options = {word(part, "option"): _choice(part.get("value")) for part in parts(fields, "options")}
    units = {word(part, "wager"): amount(part, "unit_wager_mc") for part in parts(fields, "progressives")}
    return SelectionsRow(
        event.stream,
        event.seq,
        event.gaming_day,
        event.recorded_at_us,
        word(fields, "rulebook"),
        json.dumps(paytables, sort_keys=True),
        json.dumps(options, sort_keys=True),
        json.dumps(units, sort_keys=True),
    )


def _choice(value: object) -> bool | int | str:
    if isinstance(value, bool | int | str):
        return value
    raise Unreadable
