"""`pitledger rounds`: rounds found by table, seat and time, by the hands in them, by what differs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import groupby
from typing import Annotated, Final

from console.calls.arguments import number, one
from console.calls.names import something
from console.calls.options import NO_OPTIONS, GlobalOptions, Location
from console.instances.instance import open_log
from console.instances.read_model import open_read_model
from console.printing.columns import print_columns
from console.printing.output import Progress, print_json, print_message, progress
from console.rounds.found import ANY_TIME, ANYTHING, Shows, When, round_json, rounds_asked, rounds_that_show
from console.rounds.judged import FoundRound
from console.wording.local_time import local_clock, local_day
from events.money import MC_PER_CENT
from events.money import text as money_text
from streams.read_model.queries.found_rounds import RoundsAsked, last_played_us
from streams.read_model.store import ReadStore

PAGE: Final = 50
"""How many rounds a person is shown."""


def rounds(
    *,
    table: Annotated[str | None, one(something, "TABLE", "played at this table")] = None,
    seat: Annotated[int | None, number("this seat was in it", least=1, most=255)] = None,
    when: When = ANY_TIME,
    shows: Shows = ANYTHING,
    limit: Annotated[
        int | None, number(f"at most so many (default: {PAGE}, with --json all)", least=1)
    ] = None,
    options: GlobalOptions = NO_OPTIONS,
) -> int:
    """Live rounds: when, where, who, the cards, the hands, what was staked, paid and due.

    For the seat that is asked for, else for the table. A time without its day is the last such time at which
    rounds were played. Without --around the latest are found first; they are shown in the order of time.
    Table, seat and time are looked up; --hand and --differs judge every round that these leave, so give a
    table or a time with them. None found: exit code 0.

    Examples:
        pitledger rounds --table HCF-01 --seat 4 --around 07:00
        pitledger rounds --from '2026-03-02 06:00' --to '2026-03-02 12:00' --differs --json
    """
    most = limit if limit is not None or options.json else PAGE
    where = options.location()
    with open_read_model(where) as store:
        asked = rounds_asked(store, table, seat, when)
        shown = sorted(_found(where, store, asked, shows, most), key=lambda each: (each.at_us, each.table))
        if table is not None and not shown and last_played_us(store, table) is None:
            print_message(_nothing_of(where, table))
    if options.json:
        print_json([round_json(each, shows) for each in shown])
    else:
        _show(shown, seat, shows)
    return 0


def _nothing_of(where: Location, table: str) -> str:
    """Of a table without rounds: whether it has been heard of, as rounds may be behind what is recorded."""
    with open_log(where) as log:
        is_recorded = log.head(f"table:{table}") is not None
    if is_recorded:
        return f"table:{table} is recorded, and no round of it is here yet: what is shown may be behind it."
    return f"No round was ever played at a table {table}."


def _found(
    where: Location, store: ReadStore, asked: RoundsAsked, shows: Shows, most: int | None
) -> Iterator[FoundRound]:
    """The rounds that show what is asked for, up to so many; what is left out is said."""
    located, count, looked_at = asked.found(store), 0, 0
    judged = len(located) if shows != ANYTHING else min(len(located), most or len(located))
    with open_log(where) as log, _progress(judged) as bar:

        def advance() -> None:
            nonlocal looked_at
            looked_at += 1
            if bar is not None:
                bar.advance(1, 1)

        for found in rounds_that_show(log, store, located, asked, shows, looked_at=advance):
            count += 1
            yield found
            if count == most:
                break
    left = len(located) - looked_at
    if left:
        which = "round was" if left == 1 else "rounds were"
        print_message(
            f"These are the first {count}: {left:,} further {which} not looked at; --limit shows more."
        )


def _progress(judged: int) -> AbstractContextManager[Progress | None]:
    """How far it is, where that takes more than a moment."""
    return progress("rounds", judged, "rounds") if judged > PAGE else nullcontext()


def _show(shown: list[FoundRound], seat: int | None, shows: Shows) -> None:
    """A table a day; what differs is marked, hands and cards stand below where there is no room."""
    if not shown:
        print("No round found.")
        return
    headings = ["round", "at", "table", "staked>", "paid>", "due>", "", "seats~", "cards~", "hand~"]
    for day, of_day in groupby(shown, lambda each: local_day(each.at_us)):
        print(day if seat is None else f"{day}, seat {seat}")
        rows = [
            [
                each.round,
                local_clock(each.at_us)[:8],
                each.table,
                *(_money(cents) for cents in (each.staked_cents, each.paid_cents, each.due_cents)),
                "differs" if each.differs else "?" if each.due_cents is None else "",
                " ".join(map(str, each.seats)),
                " ".join(card or "??" for card in each.cards),
                each.hand(shows.hand) or "",
            ]
            for each in of_day
        ]
        print_columns(headings, rows, 2)


def _money(cents: int | None) -> str:
    return "?" if cents is None else money_text(cents * MC_PER_CENT)
