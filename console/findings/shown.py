"""Findings for scripts, and those of a round for people."""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Iterable, Sequence
from typing import Any, Final

from console.printing.lines import print_lines
from console.wording.visible import visible
from events.money import MC_PER_CENT, text, whole_cents
from events.times import time_text
from projections.examining.finding import Finding

_AMOUNTS: Final = ("due", "done", "difference")
CSV_COLUMNS: Final = (
    *("check", "id", "severity", "section", "stream", "table", "round", "seat", "wager", "at", "events"),
    *(f"{each}_{unit}" for each in _AMOUNTS for unit in ("mc", "usd")),
    *("message", "mode", "version"),
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


def finding_document(finding: Finding) -> dict[str, Any]:
    """A finding as plain values."""
    return {
        "check": finding.check,
        "id": finding.id,
        "severity": finding.severity,
        "section": finding.section,
        "stream": finding.stream,
        "table": finding.table,
        "round": finding.round,
        "seat": finding.seat,
        "wager": finding.wager,
        "at": time_text(finding.at_us),
        "events": [*finding.events],
        "due_cents": _cents(finding.due_mc),
        "done_cents": _cents(finding.done_mc),
        "difference_cents": None if finding.difference_mc is None else whole_cents(finding.difference_mc),
        "message": finding.message,
        "mode": finding.mode,
        "version": finding.version,
        **parts_of_cents(due=finding.due_mc, done=finding.done_mc, difference=finding.difference_mc),
    }


def print_csv(rows: Iterable[Sequence[object]]) -> None:
    """Rows of CSV on standard output, there at once for whoever reads along."""
    for row in rows:
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(row)
        sys.stdout.write(visible(line.getvalue()))
    sys.stdout.flush()


def csv_row(finding: Finding) -> list[str | int | None]:
    """A finding in the order of `CSV_COLUMNS`: amounts twice, as integers and in dollars, both exact.

    Text that a spreadsheet would take for a formula stands behind an apostrophe.
    """
    fields = finding_document(finding) | {"events": " ".join(map(str, finding.events))}
    for each in _AMOUNTS:
        mc: int | None = getattr(finding, f"{each}_mc")
        fields |= {f"{each}_mc": mc, f"{each}_usd": None if mc is None else _dollars(mc)}
    is_formula = {
        name for name, each in fields.items() if isinstance(each, str) and each.startswith(_FORMULA)
    }.difference(f"{each}_usd" for each in _AMOUNTS)
    return [f"'{fields[name]}" if name in is_formula else fields[name] for name in CSV_COLUMNS]


def _dollars(mc: int) -> str:
    """Exact dollars as a plain number: `1234.56`."""
    return text(mc).replace("$", "").replace(",", "")


def parts_of_cents(**amounts: int | None) -> dict[str, str]:
    """Amounts that are not whole cents, for scripts: `done_mc` is "2000.001" cents; no other is named."""
    return {
        f"{name}_mc": f"{'-' if mc < 0 else ''}{abs(mc) // MC_PER_CENT}.{abs(mc) % MC_PER_CENT:03d}"
        for name, mc in amounts.items()
        if mc is not None and mc % MC_PER_CENT
    }


def _cents(amount_mc: int | None) -> int | None:
    return None if amount_mc is None else amount_mc // MC_PER_CENT


def show_of_round(found: Sequence[Finding]) -> None:
    """What was found in a round, each with the events that it rests on; nothing where nothing was."""
    for each in found:
        named = re.search(rf"\b(seat|box) {each.seat}\b", each.message, re.IGNORECASE)
        about = f"seat {each.seat}: " if each.seat and not named else ""
        difference = f" {text(each.difference_mc)}." if each.difference_mc else ""
        events = " ".join(map(str, each.events)) + ("" if each.is_of_table else f" of {each.stream}")
        print_lines(
            f"found {each.id} {each.section or '-'}: {about}{each.message}{difference} (events {events})", 2
        )
