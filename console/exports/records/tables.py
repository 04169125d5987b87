"""The tables beyond the ledger: their columns, and their rows from the read model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from console.exports.tables import Column, Kind, Row, Table
from projections.ledger.award_steps import StepTaken
from streams.read_model.queries.awards import awards_of
from streams.read_model.queries.hits import hits
from streams.read_model.queries.records import (
    finding_records,
    meter_records,
    reading_records,
    round_records,
)
from streams.read_model.store import ReadStore


class Records(NamedTuple):
    """A table and where its rows come from."""

    table: Table
    read: Callable[[ReadStore], Iterable[Row]]


def _text(name: str, about: str, *, optional: bool = False) -> Column:
    return Column(name, Kind.TEXT, about, optional)


def _whole(name: str, about: str, *, optional: bool = False) -> Column:
    return Column(name, Kind.INTEGER, about, optional)


_LINK: Final = _text("link", "The link.")
_TABLE: Final = _text("table", "The gaming table.")
_ROUND: Final = _text("round", "The round.")
_METER: Final = _text("meter", "The meter of the link.")
_SEAT: Final = _whole("seat", "The seat.")
_WAGER: Final = _text("wager", "The wager.", optional=True)
_HAND: Final = _text("hand", "The hand.", optional=True)
_DAY: Final = Column("gaming_day", Kind.DAY, "The gaming day.")
_MODE: Final = _text("mode", "`live`, `test` or `training`.")
_AWARDED: Final = _whole("amount_mc", "What was awarded, in millicents.")
_PAID: Final = _whole("paid_mc", "What is paid of it, in millicents.")
_OWED: Final = _whole("owed_mc", "What is still owed, in millicents.")

ROUNDS: Final = Table(
    "rounds",
    "One row for each round.",
    (
        _ROUND,
        _TABLE,
        _MODE,
        _DAY,
        _whole("first_seq", "The number of its first event in the stream of its table."),
        Column("began_at", Kind.TIME, "When its first event occurred."),
        _whole("events", "How many events it has."),
        _text("ended", "`closed`, `voided`, `both`; none where it has not ended.", optional=True),
        _text("seats", "The seats that wagered or were settled, with blanks between.", optional=True),
    ),
    ("round", "table", "mode"),
)
HITS: Final = Table(
    "hits",
    "One row for each award: of a meter, fixed, or an Envy Bonus; and for cash that no award is there for.",
    (
        _text("kind", "`meter`, `fixed_award`, `envy`, `no_award`."),
        _text("link", "The link; none where house money pays.", optional=True),
        _TABLE,
        _whole(
            "seq", "The event of the table: its claim; of house money and cash without award its payment."
        ),
        _text("round", "The round.", optional=True),
        _SEAT,
        _WAGER,
        _HAND,
        _text("meter", "The meter; none where house money pays.", optional=True),
        _AWARDED,
        _PAID,
        _OWED,
        _text("status", "How far it has come; of cash without award why it is none.", optional=True),
        _text("steps", "The steps that the table took, with commas between.", optional=True),
        _text("missing", "Steps that the rules ask for and nobody took, with commas between.", optional=True),
    ),
    (),
)
FINDINGS: Final = Table(
    "findings",
    "One row for each finding of each list of checks.",
    (
        _text("stream", "The stream in which it was found."),
        _whole("version", "Of which list of checks."),
        _whole("seq", "Its number in that list and stream."),
        _text("check", "What was wrong."),
        _text("id", "The id of the check."),
        _text("severity", "`money`, `procedure` or `record`."),
        _text("section", "The section that was broken.", optional=True),
        _text("table", "The gaming table.", optional=True),
        _text("round", "The round.", optional=True),
        _whole("seat", "The seat.", optional=True),
        _WAGER,
        Column("at", Kind.TIME, "When it occurred."),
        _DAY,
        _text("events", "The numbers of the events that it rests on, with blanks between.", optional=True),
        _whole("due_mc", "What was due, in millicents.", optional=True),
        _whole("done_mc", "What was done, in millicents.", optional=True),
        _text("message", "The finding in words."),
        _text("remedy", "What the rules say about it; none where they say nothing.", optional=True),
        _MODE,
    ),
    ("stream", "version", "seq"),
)
READINGS: Final = Table(
    "readings",
    "One row for each amount that a person read at a display.",
    (
        _text("stream", "The stream of the desk."),
        _whole("seq", "Its number there."),
        _DAY,
        _LINK,
        _METER,
        _whole("read_mc", "What was read, in millicents."),
        _text("read_by", "Who read it."),
        Column("read_at", Kind.TIME, "When it was read."),
        _whole(
            "expected_mc",
            "What the meter had then, in millicents; none before it is compared.",
            optional=True,
        ),
        _whole("variance_mc", "What was read less what was expected, in millicents.", optional=True),
        _text("change", "`withdrawn` or `explained`, by two people.", optional=True),
        _text("reason", "Their reason.", optional=True),
    ),
    ("stream", "seq"),
)
AWARDS: Final = Table(
    "awards",
    "One row for each award of a meter, as it is now.",
    (
        _LINK,
        _TABLE,
        _whole("claim_seq", "The number of its claim in the stream of the table."),
        _ROUND,
        _SEAT,
        _WAGER,
        _HAND,
        _METER,
        _AWARDED,
        _PAID,
        _OWED,
        _text("status", "`locked`, `validated`, `paid`, `returned`."),
        Column("recorded_at", Kind.TIME, "When its link recorded the last change of it."),
    ),
    ("link", "table", "claim_seq"),
)
METERS: Final = Table(
    "meters",
    "One row for each meter, as it is now.",
    (
        _LINK,
        _METER,
        _whole("seq", "The last record of the link that moved money."),
        Column("at", Kind.TIME, "When that was recorded."),
        _whole("primary_mc", "What stands on it, in millicents."),
        _whole("primary_nano", "Beside that, in nanodollars (1/10,000 of a millicent)."),
        _whole("reserve_mc", "What stands on its reserve, in millicents."),
        _whole("reserve_nano", "Beside that, in nanodollars."),
    ),
    ("link", "meter"),
)


def _awards(store: ReadStore) -> Iterator[Row]:
    for each in awards_of(store):
        owed = each.owed_mc if each.is_open else 0
        yield (
            *(
                each.link,
                each.table,
                each.claim_seq,
                each.round,
                each.seat,
                each.wager,
                each.hand,
                each.meter,
            ),
            *(each.amount_mc, each.paid_mc, owed, each.status, each.recorded_at_us),
        )


def _hits(store: ReadStore) -> Iterator[Row]:
    found = hits(store, None, None, None)
    for hit in found.awards:
        each = hit.award
        owed = each.owed_mc if each.is_open else 0
        yield (
            *("meter", each.link, each.table, each.claim_seq, each.round, each.seat, each.wager, each.hand),
            *(each.meter, each.amount_mc, each.paid_mc, owed, each.status, _names(hit.steps)),
            ", ".join(duty.step for duty in hit.missing or ()),
        )
    for house in found.house:
        owed = 0 if house.payment_seq else house.amount_mc
        yield (
            *(
                house.kind,
                "",
                house.table,
                house.payment_seq,
                house.round,
                house.seat,
                house.wager,
                house.hand,
            ),
            *("", house.amount_mc, house.paid_mc, owed, house.status, _names(house.steps)),
            ", ".join(duty.step for duty in house.missing or ()),
        )
    for cash in found.for_no_award:
        left = cash.amount_mc - cash.recovered_mc - cash.undone_mc
        yield (
            *("no_award", cash.link, cash.table, cash.payment_seq, cash.round, cash.seat, "", "", cash.meter),
            *(0, left, 0, cash.reason, "", ""),
        )


def _names(steps: Iterable[StepTaken]) -> str:
    return ", ".join(step.step for step in steps)


ALL: Final = (
    Records(ROUNDS, round_records),
    Records(HITS, _hits),
    Records(FINDINGS, finding_records),
    Records(READINGS, reading_records),
    Records(AWARDS, _awards),
    Records(METERS, meter_records),
)
