"""Findings for scripts, and those of a round for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from console.lines import print_lines
from events.money import MC_PER_CENT, text, whole_cents
from events.times import time_text
from projections.examining.finding import Finding


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
        about = f"seat {each.seat} " if each.seat else ""
        difference = f" {text(each.difference_mc)}." if each.difference_mc else ""
        events = " ".join(map(str, each.events)) + ("" if each.is_of_table else f" of {each.stream}")
        print_lines(
            f"found {each.id} {each.section or '-'}: {about}{each.message}{difference} (events {events})", 2
        )
