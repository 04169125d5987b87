"""Lists of all pages: columns of a kind, rows that are filtered, sorted and paged, and the same as CSV.

A cell holds the value; text is made of it here, so that what is shown, sorted and exported is one thing.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, overload

from console.web.frame.words import dollars, exact_dollars, in_a_list
from console.wording.visible import visible
from events.times import time_text

PAGE_ROWS: Final = 50
Kind = Literal["text", "id", "number", "money", "difference", "time", "status"]
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for a formula, it must not find in what somebody typed at a table."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column. `key` names it in addresses and exports."""

    key: str
    label: str
    kind: Kind = "text"
    wide: bool = False
    """Whether it takes what room is left, and breaks into lines."""

    @property
    def is_sum(self) -> bool:
        """Whether it stands at the right."""
        return self.kind in ("number", "money", "difference")


@dataclass(frozen=True, slots=True)
class Cell:
    """A value, where it leads, and its status."""

    value: Any
    href: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row: `key` tells it from all others of its list, now and later."""

    key: str
    cells: Mapping[str, Cell]
    href: str = ""
    tone: str = ""


def row(key: str, href: str = "", tone: str = "", **values: Any) -> Row:
    """A row of values; a `Cell` where one leads somewhere or has a status."""
    cells = {name: value if isinstance(value, Cell) else Cell(value) for name, value in values.items()}
    return Row(key, cells, href, tone)


class Rows(Sequence[Row]):
    """Rows that are made when they are looked at: a page shows a few of many."""

    def __init__(self, things: Sequence[Any], make: Callable[[Any], Row]) -> None:
        self._things = things
        self._make = make

    def __len__(self) -> int:
        return len(self._things)

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Row]: ...
    def __getitem__(self, at: int | slice) -> Row | Sequence[Row]:
        if isinstance(at, slice):
            return [self._make(each) for each in self._things[at]]
        return self._make(self._things[at])


class Way(NamedTuple):
    """A page that has what a list has not."""

    words: str
    href: str


Ways = Sequence[Way]


@dataclass(frozen=True, slots=True)
class Listed:
    """A list as it was asked for: all rows that are left, in order, and those of the page."""

    columns: Sequence[Column]
    rows: Sequence[Row]
    sort: str = ""
    after: str = ""
    nothing: str = "Nothing is recorded here yet."
    """Why it is empty, and what to do."""
    ways: Ways = ()

    @property
    def shown(self) -> Sequence[Row]:
        """The rows of the page."""
        return self.rows[self._start : self._start + PAGE_ROWS]

    @property
    def following(self) -> str:
        """The key that the next page comes after; empty where there is none."""
        stop = self._start + PAGE_ROWS
        return self.rows[stop - 1].key if stop < len(self.rows) else ""

    @property
    def first(self) -> int:
        """The number of the first row of the page, from 1."""
        return self._start + 1

    @property
    def last(self) -> int:
        """The number of the last row of the page."""
        return min(len(self.rows), self._start + PAGE_ROWS)

    @property
    def _start(self) -> int:
        if not self.after:
            return 0
        return next((at + 1 for at, each in enumerate(self.rows) if each.key == self.after), 0)


def listed(
    columns: Sequence[Column],
    rows: Iterable[Row],
    *,
    sort: str = "",
    after: str = "",
    words: str = "",
    nothing: str = "Nothing is recorded here yet.",
    ways: Ways = (),
) -> Listed:
    """The rows with the words in them, sorted by a column (`-KEY`: from the highest)."""
    by_key = {column.key: column for column in columns}
    left: Sequence[Row] = rows if isinstance(rows, Rows) else list(rows)
    if words:
        wanted = words.casefold()
        left = [each for each in left if wanted in _words_of(each, by_key)]
    column = by_key.get(sort.removeprefix("-"))
    if column is not None:
        left = sorted(left, key=_sorted_by(column), reverse=sort.startswith("-"))
    elif sort:
        raise ValueError(f"sort: there is no column {sort.removeprefix('-')}; there are {', '.join(by_key)}")
    return Listed(columns, left, sort, after, nothing, ways)


def _words_of(each: Row, columns: Mapping[str, Column]) -> str:
    """All that a row shows, in small letters."""
    shown = (cell_text(columns[key], cell) for key, cell in each.cells.items() if key in columns)
    return "\n".join(shown).casefold()


def _sorted_by(column: Column) -> Callable[[Row], tuple[bool, Any]]:
    def place(each: Row) -> tuple[bool, Any]:
        value = each.cells[column.key].value if column.key in each.cells else None
        if column.kind in ("text", "id", "status"):
            return value is not None, str(value or "").casefold()
        return value is not None, value or 0

    return place


def cell_text(column: Column, cell: Cell) -> str:
    """A cell as people read it."""
    value = cell.value
    if value is None:
        return "?" if column.is_sum else ""
    match column.kind:
        case "money":
            return dollars(value)
        case "difference":
            return difference(value)
        case "time":
            return in_a_list(value)
        case "number":
            return f"{value:,}"
        case _:
            return str(value)


def difference(amount_mc: int) -> str:
    """A difference with its sign and its word; nothing where there is none."""
    from console.pages.drawn import short_or_over  # noqa: PLC0415 - the pages of rounds are not always there

    return short_or_over(amount_mc) if amount_mc else ""


def as_csv(list_: Listed) -> str:
    """All rows that are left: amounts exactly, once as an integer and once in dollars; times in UTC."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([name for column in list_.columns for name in _csv_names(column)])
    for each in list_.rows:
        writer.writerow(
            [text for column in list_.columns for text in _csv_texts(column, each.cells.get(column.key))]
        )
    return out.getvalue()


def _csv_names(column: Column) -> tuple[str, ...]:
    if column.kind in ("money", "difference"):
        return f"{column.key}_mc", f"{column.key}_usd"
    return (column.key,)


def _csv_texts(column: Column, cell: Cell | None) -> tuple[str, ...]:
    value = None if cell is None else cell.value
    match column.kind:
        case "money" | "difference":
            return ("", "") if value is None else (str(value), exact_dollars(value))
        case "time":
            return ("" if value is None else time_text(value),)
        case "number":
            return ("" if value is None else str(value),)
        case _:
            return (defused(visible("" if value is None else str(value))),)


def defused(text: str) -> str:
    """A text that a spreadsheet takes for a text."""
    return f"'{text}" if text.startswith(_FORMULA) else text
