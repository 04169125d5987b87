"""The verdict on a round for people: a line a wager, due beside done, or due as it was beside what if."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from console.printing.colour import BOLD_RED, DIFFERENCES, print_painted
from console.printing.columns import columns
from console.printing.lines import page_width, print_lines
from console.rounds.verdict import Compared, side_by_side
from events.money import MC_PER_CENT, text
from projections.rounds.verdict import RoundVerdict, Row
from projections.rounds.view import RoundView


def hands_of(verdict: RoundVerdict) -> dict[int, list[str]]:
    """The hands of each seat in words, each once: the first, and those that were paid for; JSON has all.

    What a contest says of a seat's own hand is not said again.
    """
    found: dict[int, list[str]] = {}
    for row in verdict.rows:
        said = found.setdefault(row.seat, [])
        known = any(words.startswith(row.hand or "") for words in said)
        if row.hand and not known and (not said or row.rate not in (None, "-")):
            said.append(row.hand)
    return found


def show_verdict(view: RoundView, verdict: RoundVerdict, instead: RoundVerdict | None) -> None:
    """A table of due and done; what differs has its sign, and is red."""
    if instead is None:
        headings = ["seat", "wager", "settled", "due>", "done>", "difference>", "", "rate~", "section~"]
        _print_table(headings, [_judged(row, _settled(view, row)) for row in verdict.rows])
    else:
        headings = [
            "seat",
            "wager",
            "done>",
            "due>",
            "what if>",
            "change>",
            "rate~",
            "what-if rate~",
            "section~",
        ]
        _print_table(headings, [_compared(pair) for pair in side_by_side(verdict, instead)])
    _show_reasons(verdict)
    if instead is not None:
        _show_reasons(instead, "what if, ")


def _print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    for line in columns(headings, rows, page_width(sys.stdout) - 2):
        print_painted("\n".join(f"  {part}" for part in line.split("\n")), (DIFFERENCES, BOLD_RED))


def _settled(view: RoundView, row: Row) -> str:
    """How the dealer treated a wager, each time that it was settled."""
    seat = view.seats.get(row.seat)
    return ", ".join(each.outcome for each in seat.settled if each.wager == row.wager) if seat else ""


def _judged(row: Row, settled: str) -> list[str]:
    difference = row.difference_mc
    return [
        str(row.seat),
        row.wager,
        settled,
        money(row.due_cents),
        text(row.done_mc),
        _signed(difference) if difference else "",
        _mark(row),
        row.rate or "",
        row.section or "",
    ]


def _compared(pair: Compared) -> list[str]:
    was, would_be = pair.was, pair.would_be
    change = pair.change_cents
    rates = ["" if row is None else row.rate or "" for row in (was, would_be)]
    sections = [row.section for row in (was, would_be) if row is not None and row.section]
    return [
        str(pair.seat),
        pair.wager,
        "?" if was is None else text(was.done_mc),
        money(None if was is None else was.due_cents),
        money(None if would_be is None else would_be.due_cents),
        "?" if change is None else _signed(change * MC_PER_CENT) if change else "same",
        rates[0],
        rates[1] if rates[0] != rates[1] else "",
        " or ".join(dict.fromkeys(sections)),
    ]


def _show_reasons(verdict: RoundVerdict, of: str = "") -> None:
    """Why some wagers are not judged, what the verdict depends on, and what it rests on."""
    for why in dict.fromkeys(row.why for row in verdict.rows if row.why):
        named = ", ".join(f"seat {row.seat} {row.wager}" for row in verdict.rows if row.why == why)
        print_lines(f"{of}not judged: {named}: {why}", 2)
    for switch in dict.fromkeys(name for row in verdict.rows for name in row.depends_on):
        named = ", ".join(f"seat {row.seat} {row.wager}" for row in verdict.rows if switch in row.depends_on)
        print_lines(f"{of}depends on {switch}: {named}", 2)
    for note in verdict.notes:
        print_lines(f"{of}{note}", 2)


def _mark(row: Row) -> str:
    if not row.judged:
        return "?"
    difference = row.difference_cents or 0
    return "too little" if difference < 0 else "too much" if difference else "right"


def _signed(amount_mc: int) -> str:
    return f"{'+' if amount_mc > 0 else '-'}{text(abs(amount_mc))}"


def money(cents: int | None) -> str:
    """Dollars, or a question mark."""
    return "?" if cents is None else text(cents * MC_PER_CENT)
