"""Where the events of a round are in the log, and what a link refused of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from projections.rounds.index import places_in, seats_in
from projections.rounds.terms import Terms, game_of
from streams.read_model.store import ReadStore


@dataclass(frozen=True, slots=True)
class RoundLocation:
    """A round: its table's stream, and the range of the log that holds its events."""

    round: str
    stream: str
    mode: str
    partition: int
    first_seq: int
    first_offset: int
    last_offset: int
    first_at_us: int
    seats: int
    """A bit for each seat that wagered or was settled (`projections.rounds.index.seat_bit`)."""
    stored_places: bytes = b""
    """Where each of its events is, one behind the other; nothing where something else may lie between them
    that is told of a round: quarantined records of its table, or a gap."""

    @property
    def table(self) -> str:
        """The table that it was played at."""
        return self.stream.partition(":")[2]

    @property
    def places(self) -> list[int]:
        """The offsets of its events, where nothing else is to be told of it."""
        return places_in(self.stored_places)


_PLACES: Final = """CASE
  WHEN EXISTS (SELECT 1 FROM halts WHERE halts.stream = rounds.stream)
    OR EXISTS (
      SELECT 1 FROM quarantined AS lost
      WHERE lost.topic = 'events' AND lost."partition" = rounds."partition"
        AND lost."offset" BETWEEN rounds.first_offset AND rounds.last_offset AND lost.key = rounds.stream)
  THEN x'' ELSE places END"""
LOCATION: Final = ", ".join([*(each.name for each in fields(RoundLocation)[:-1]), _PLACES])
"""The columns of a location, in order."""


def rounds_named(store: ReadStore, name: str) -> list[RoundLocation]:
    """The rounds of a name, live ones first: mostly one, but two tables may have a round of the same name.

    What is tested or trained under the name of a live round is a round of its own.
    """
    query = f"SELECT {LOCATION} FROM rounds WHERE round = ? ORDER BY mode <> 'live', mode, stream"  # noqa: S608
    return store.select(RoundLocation, query, (name,))


def is_table(store: ReadStore, table: str) -> bool:
    """Whether a round was played at a table of that name, or a link has heard of it."""
    rows = store.rows(
        """SELECT 1 FROM (SELECT stream FROM rounds WHERE stream = 'table:' || ? LIMIT 1)
        UNION ALL SELECT 1 FROM table_progress WHERE "table" = ? LIMIT 1""",
        (table, table),
    )
    return bool(rows)


@dataclass(frozen=True, slots=True)
class RoundLimit:
    """The payout limit that a round is played under; `section` gives it to a table that names none."""

    amount_mc: int
    section: str

    @property
    def named(self) -> bool:
        """Whether the table names it."""
        return not self.section


def payout_limit(store: ReadStore, stream: str, selections_seq: int) -> RoundLimit | None:
    """The payout limit of the selections that a round was opened under; None where there is none."""
    found = store.select(
        RoundLimit,
        """SELECT payout_limit_mc, limit_section FROM selections
        WHERE stream = ? AND seq = ? AND payout_limit_mc > 0""",
        (stream, selections_seq),
    )
    return found[0] if found else None


def selected_terms(store: ReadStore, stream: str, selections_seq: int) -> Terms | None:
    """What a table's selections come to; None where the read model has none: they were not live, perhaps."""
    rows = store.rows(
        """SELECT rulebook, paytables, options, payout_limit_mc, boxes_per_player FROM selections
        WHERE stream = ? AND seq = ?""",
        (stream, selections_seq),
    )
    for row in rows:
        return Terms(
            game=game_of(row["rulebook"]),
            rulebook=row["rulebook"],
            paytables=json.loads(row["paytables"]),
            options=json.loads(row["options"]),
            payout_limit_mc=row["payout_limit_mc"] or None,
            boxes_per_player=row["boxes_per_player"],
        )
    return None


def boxes_at(store: ReadStore, of: RoundLocation, seq: int) -> dict[int, str]:
    """Whose the boxes in a round were right before an event of its table.

    A box is the player's who took it last, unless that player has taken others, or left, since.
    """
    found: dict[int, str] = {}
    place = (of.stream, of.mode)
    for seat in seats_in(of.seats):
        taken = store.rows(
            """SELECT player, seq FROM boxes WHERE stream = ? AND mode = ? AND seat = ? AND seq < ?
            ORDER BY seq DESC LIMIT 1""",
            (*place, seat, seq),
        )
        for row in taken:
            since = store.rows(
                """SELECT 1 FROM boxes WHERE stream = ? AND mode = ? AND player = ? AND seq > ? AND seq < ?
                LIMIT 1""",
                (*place, row["player"], row["seq"], seq),
            )
            if not since:
                found[seat] = row["player"]
    return found


def spelled_otherwise(store: ReadStore, name: str) -> list[str]:
    """The names of rounds that differ from this one in upper and lower case alone."""
    rows = store.rows(
        "SELECT DISTINCT round FROM rounds WHERE round = ? COLLATE NOCASE AND round <> ? ORDER BY round",
        (name, name),
    )
    return [row["round"] for row in rows]


def refused_events(store: ReadStore, stream: str) -> dict[int, str]:
    """The events of a table that a link refused, such as a claim, by their numbers, and why."""
    # Whatever begins with the prefix, by the index of sources: "$" comes behind "#".
    query = "SELECT source, reason FROM refusals WHERE source >= ? AND source < ?"
    prefix = f"{stream}#"
    rows = store.rows(query, (prefix, f"{stream}$"))
    return {int(row["source"].removeprefix(prefix)): row["reason"] for row in rows}


@dataclass(frozen=True, slots=True)
class RoundAward:
    """An award that a link has locked for a claim of a round; `returned` is whether it has taken it back."""

    claim_seq: int
    shares_mc: dict[int, int]
    """What each seat has of it: what was paid of that, and what is still owed."""
    paid_mc: int
    returned: bool


def awards_of_round(store: ReadStore, of: RoundLocation) -> list[RoundAward]:
    """The awards of a round."""
    rows = store.rows(
        """SELECT link, claim_seq, seat, amount_mc, paid_mc, owed, status FROM awards
        WHERE "table" = ? AND round = ? ORDER BY claim_seq""",
        (of.table, of.round),
    )
    return [
        RoundAward(
            row["claim_seq"], _shares(store, of.table, row), row["paid_mc"], row["status"] == "returned"
        )
        for row in rows
    ]


def _shares(store: ReadStore, table: str, award: Mapping[str, Any]) -> dict[int, int]:
    """What each seat has of an award: all have the same, whether it is owed still, paid, or both."""
    paid = store.rows(
        """SELECT DISTINCT seat FROM payments
        WHERE link = ? AND "table" = ? AND claim_seq = ? AND settled_mc > 0""",
        (award["link"], table, award["claim_seq"]),
    )
    seats = {*dict(json.loads(award["owed"])), *(row["seat"] for row in paid)} or {award["seat"]}
    return dict.fromkeys(sorted(seats), award["amount_mc"] // len(seats))


def selections_before(store: ReadStore, stream: str, seq: int) -> list[int]:
    """The numbers of a table's openings and changes of selections before one of them, the latest first."""
    query = "SELECT seq FROM selections WHERE stream = ? AND seq < ? ORDER BY seq DESC"
    return store.select(int, query, (stream, seq))
